#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "measure/measured_run.h"
#include "statistics/multi_tau.h"

namespace clausius {

/// Sampling interval of the particles of each species for transport: an eighth of the decay time of
/// their velocities. 0: unknown, or without particles.
/// @pre the measured part has begun
template <int Dim>
std::vector<double> transport_steps(const Measured<Dim>& run);

/// Lags between which the coefficients are taken: 80 and 160 steps, or those on the next levels,
/// which are twice and four times as long.
inline constexpr std::size_t kFirstLag = 20, kLagSpan = 4, kLastFirstLag = 28;
static_assert(MultiTau<int>::lag(kFirstLag) == 80);
static_assert(MultiTau<int>::lag(kFirstLag + kLagSpan) == 160);
static_assert(MultiTau<int>::lag(kLastFirstLag) == 320);

/// Index of the lag where the Green–Kubo integrals have reached their plateau; none if the run is
/// too short for that.
/// @param settling  number of steps after which they have, as far as a quarter of the run allows
/// @param rearranging  see rearranging_steps(): lags much shorter give no value
/// @param samples  number of steps of the run
std::optional<std::size_t> first_lag(double settling, double rearranging, std::uint64_t samples);

/// Number of steps over which the stress of a dense fluid decays because particles must leave the
/// cages of their neighbours: 80 at 0.87 of the packing fraction at freezing, and doubling with
/// every 0.04 of it up to there. Measured with this program (500 spheres: the viscosity at 0.45 is
/// 5 % too low if taken at 80 steps, at 0.49 24 %).
template <int Dim>
double rearranging_steps(const Measured<Dim>& run);

}  // namespace clausius
