#pragma once

#include <optional>
#include <vector>

#include "measure/measured_run.h"

// How fast collisions make a gas forget its velocities, and what that tells of errors which a short
// series does not show.

namespace clausius {

/// Energy that a collision of a particle of species `s` with one of species `b` exchanges, in units
/// of that between equals: 4 m_s m_b/(m_s + m_b)².
template <int Dim>
double exchanged(const Measured<Dim>& run, std::size_t s, std::size_t b);

/// How many collisions' worth of its velocity a single particle of the species has forgotten since
/// the start, whatever the species as a whole keeps.
template <int Dim>
double own_forgetting(const Measured<Dim>& run, std::size_t species);

/// How a species as a whole forgets its energy, which it does only by collisions with others.
template <int Dim>
double forgetting(const Measured<Dim>& run, std::size_t species);

/// Velocity and energy are forgotten N/(N − 1) times as fast as among infinitely many: what a
/// particle gives away comes back from the N − 1 others, at rest with it as a whole.
template <int Dim>
double memory_factor(const Measured<Dim>& run);

/// Least standard error of the mean temperature of a species over the measured part, known from how
/// slowly species exchange energy; 0 where that is not known.
/// @param scatter standard deviation of the temperature
template <int Dim>
double exchange_error(const Measured<Dim>& run, std::size_t species, double scatter);

/// Error of a Sonine coefficient of the gas that scatters by `one_particle`/√N and is forgotten
/// `faster` times as fast as the first.
template <int Dim>
double sonine_error(const Measured<Dim>& run, double one_particle, double faster);

/// Collisions of a species (or of all) at the rates that the temperatures of the species make at
/// each sample: the rate of s with b goes with √(k_BT_s/m_s + k_BT_b/m_b).
struct SampledRates {
  std::vector<double> rates;  ///< at the samples, in units of that at the mean temperatures …
  double all = 0;             ///< … times this, the number of collisions so far
};

/// They show the slow exchange of energy between species, too little to be seen in the rates of a
/// few intervals. Empty in a gas of one species or one that is not elastic.
template <int Dim>
SampledRates sampled_rates(const Measured<Dim>& run, std::optional<std::size_t> only);

/// Picks from the samples those at which distributions are fed: at each the velocities have changed
/// since the last one, and at some so much that they can be tested as independent ones.
template <int Dim>
class SpacedInstants {
 public:
  explicit SpacedInstants(std::size_t species) : last_clock_(species) {}

  /// Empty where the sample comes too early; else by species whether it is independent of the last
  /// one that was.
  std::optional<std::vector<bool>> at(const Measured<Dim>& run);

  template <class Archive>
  void serialize(Archive& archive) {
    archive(last_, last_clock_);
  }

 private:
  std::optional<double> last_;                     // collisions per particle at the last one
  std::vector<std::optional<double>> last_clock_;  // forgetting() when last independent
};

}  // namespace clausius
