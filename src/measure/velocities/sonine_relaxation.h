#pragma once

#include <array>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "statistics/blocked_sums.h"
#include "statistics/multi_tau.h"

namespace clausius {

/// Relaxation of the shape of the velocity distribution of an elastic gas of one species: the
/// autocorrelation in equilibrium of its second and third Sonine coefficients, which fluctuate
/// because the number of particles is finite and, by Onsager's regression, decay as the linearised
/// Boltzmann equation says. They change by collisions only: a few multiplications each. Memory is
/// fixed (1 kB) except for the blocks.
template <int Dim>
class SonineRelaxation {
 public:
  /// @param kt_over_mass of the gas, whose particles have `freedom` degrees of freedom together and
  /// collide at the rate `rate`; sampled eight times per mean free time
  void begin(const State<Dim>& state, double kt_over_mass, double freedom, double rate);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the error estimates at `time`, not before the last collision.
  void end_interval(double time);

  /// `relaxation_rate_a2` and `relaxation_rate_a3`: decrease of the logarithm of the
  /// autocorrelation per collision of a particle, from a quarter to two collisions (a₃: to one).
  [[nodiscard]] std::vector<Observable> observables() const;
  /// `relaxation_spectrum`: the autocorrelations over collisions per particle, with theory: the
  /// full solution, that of the first Sonine polynomial alone, and the slowest mode.
  [[nodiscard]] Table table() const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(inv_speed_sq_, particles_, step_, start_, expected_, now_, steps_, sums_);
  }

 private:
  using Modes = Vec<2>;  // a₂, a₃

  /// Contribution of a particle, divided by N.
  [[nodiscard]] Modes modes(const Vec<Dim>& velocity) const;
  void advance(double time);

  double inv_speed_sq_ = 0;  // m/k_BT
  double particles_ = 0;
  double step_ = 0, start_ = 0;
  Modes expected_ = Modes::Zero();  // in equilibrium at constant energy
  Modes now_ = Modes::Zero();
  MultiTau<Modes> steps_{Modes::Zero()};
  BlockedSums sums_{MultiTau<Modes>::kLags + 1, 2};  // products, from lag 0 on
};

}  // namespace clausius
