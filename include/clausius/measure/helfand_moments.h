#pragma once

#include <optional>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "clausius/measure/units.h"
#include "clausius/statistics/blocked_sums.h"
#include "clausius/statistics/multi_tau.h"
#include "clausius/theory/value.h"

namespace clausius {

/// Shear viscosity and thermal conductivity of a periodic elastic gas of spheres or disks at rest,
/// from the mean square growth of its Helfand moments (E. Helfand, Phys. Rev. 119 (1960) 1; Alder,
/// Gass & Wainwright, J. Chem. Phys. 53 (1970) 3813): of momentum, Σ p_a r_b without its trace, and
/// of energy, Σ e r. They grow by what flies, m v_a v_b and ½ m v² v, and by what each collision
/// carries across the distance of the centres, J n_a n_b σ and Δe σ n. A few additions a collision;
/// memory fixed but for the blocks.
template <int Dim>
class HelfandMoments {
 public:
  explicit HelfandMoments(std::vector<SphereSpecies> species) : species_(std::move(species)) {}

  /// `step`: time from one sample of the moments to the next, about an eighth of a mean free time.
  void begin(const State<Dim>& state, double step);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the errors at `time`, not before the last collision.
  void end_interval(double time);

  struct Conditions {
    double volume, kt, boltzmann;
    bool conducts;  ///< conductivity has this meaning in a gas of one species only
    std::optional<TheoryValue> viscosity, conductivity;
  };
  /// `shear_viscosity` and `thermal_conductivity`: from the growth between 10 and 20 mean free
  /// times.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units,
                                                    const Conditions& conditions) const;
  /// `helfand_moments`: what the Green–Kubo integrals have come to with time.
  [[nodiscard]] Table table(const UnitNames& units, const Conditions& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(step_, start_, time_, flux_, moments_, steps_, sums_);
  }

 private:
  static constexpr int kShear = Dim * (Dim + 1) / 2 - 1;  // independent components without trace
  using Moments = Vec<kShear + Dim>;                      // of momentum, then of energy

  [[nodiscard]] static Moments moments(double shear, const Vec<Dim>& along, const Vec<Dim>& heat);
  [[nodiscard]] Moments flux(std::size_t species, const Vec<Dim>& velocity) const;
  void advance(double time);
  [[nodiscard]] std::optional<BlockedSums::Estimate> slope(std::size_t from, std::size_t to,
                                                           std::size_t quantity,
                                                           const Conditions& conditions) const;

  std::vector<SphereSpecies> species_;
  double step_ = 0, start_ = 0;
  double time_ = 0;                    // of the last collision
  Moments flux_ = Moments::Zero();     // since then
  Moments moments_ = Moments::Zero();  // then
  MultiTau<Moments> steps_;
  BlockedSums sums_{MultiTau<Moments>::kLags, 2};  // squares of a component, of momentum and energy
};

}  // namespace clausius
