#pragma once

#include <optional>
#include <vector>

#include "clausius/statistics/standard_error.h"
#include "measure/measured_run.h"

// Decay of the memory of velocities by collisions, and resulting errors that a short series does
// not show.

namespace clausius {

/// Energy exchanged in a collision of a particle of species `s` with one of species `b`, relative
/// to a collision between equals: 4 m_s m_b/(m_s + m_b)².
template <int Dim>
double exchanged(const Measured<Dim>& run, std::size_t s, std::size_t b);

/// Number of collisions, in units of those that decorrelate velocities, of a single particle of the
/// species since the start, independent of correlations of the species as a whole.
template <int Dim>
double own_forgetting(const Measured<Dim>& run, std::size_t species);

/// Decay rate of the energy fluctuations of a species as a whole, which decay only by collisions
/// with other species.
template <int Dim>
double forgetting(const Measured<Dim>& run, std::size_t species);

/// Velocity and energy decorrelate N/(N − 1) times as fast as among infinitely many particles: in
/// the rest frame, what a particle gives away is returned by the N − 1 others.
template <int Dim>
double memory_factor(const Measured<Dim>& run);

/// Lower bound of the standard error of a species' mean temperature over the measured part, from
/// the slow exchange of energy between species; 0 if that is not known.
/// @param scatter standard deviation of the temperature
template <int Dim>
double exchange_error(const Measured<Dim>& run, std::size_t species, double scatter);

/// Error of a Sonine coefficient of the gas that scatters by `one_particle`/√N and decorrelates
/// `faster` times as fast as the first.
template <int Dim>
double sonine_error(const Measured<Dim>& run, double one_particle, double faster);

/// What depends on the temperatures of the species, at each sample: it shows the slow exchange of
/// energy between species, which is too small to be detected over a few intervals. Empty in a gas
/// of one species or one that is not elastic.
struct SampledExchange {
  std::vector<double> values;  ///< at the samples, in units of that at the mean temperatures …
  double all = 0;              ///< … which is this

  /// Relative standard error of the mean; 0 without values.
  [[nodiscard]] StandardError relative_error() const;
};

/// Number of collisions of a species (or of all): the rate of s with b is proportional to
/// √(k_BT_s/m_s + k_BT_b/m_b).
template <int Dim>
SampledExchange sampled_collisions(const Measured<Dim>& run, std::optional<std::size_t> only);

/// Virial of the collisions: those of s with b have a part of it that is proportional to the square
/// of that.
template <int Dim>
SampledExchange sampled_virial(const Measured<Dim>& run);

/// Selects the samples at which distributions are accumulated: at each the velocities have changed
/// since the last one, and at some so much that they can be tested as independent.
template <int Dim>
class SpacedInstants {
 public:
  explicit SpacedInstants(std::size_t species) : last_clock_(species) {}

  /// Empty if the sample comes too early; otherwise, by species, whether it is independent of the
  /// last independent one.
  std::optional<std::vector<bool>> at(const Measured<Dim>& run);

  template <class Archive>
  void serialize(Archive& archive) {
    archive(last_, last_clock_);
  }

 private:
  std::optional<double> last_;  // collisions per particle at the last selected sample
  std::vector<std::optional<double>> last_clock_;  // forgetting() at the last independent sample
};

}  // namespace clausius
