#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "clausius/theory/value.h"
#include "statistics/blocked_sums.h"
#include "statistics/multi_tau.h"

namespace clausius {

/// Shear and bulk viscosity, thermal conductivity and mutual diffusion of a periodic elastic gas of
/// spheres or disks at rest, from the mean square growth of its Helfand moments (E. Helfand, Phys.
/// Rev. 119 (1960) 1; Alder, Gass & Wainwright, J. Chem. Phys. 53 (1970) 3813): of momentum, Σ p_a
/// r_b without its trace and the trace about its mean growth, and of energy, Σ e r. They grow by
/// what flies, m v_a v_b and ½ m v² v, and by what each collision carries across the distance of
/// the centres, J n_a n_b σ and Δe σ n; the trace by that alone, as its flying part is the
/// conserved energy. Of two species also x₂ Σ₁ r − x₁ Σ₂ r, their mole fractions being x₁, x₂. A
/// few additions a collision; memory fixed (6 kB in three dimensions) but for the blocks.
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
    double volume, particles, kt, boltzmann;
    bool conducts;  ///< conductivity has this meaning in a gas of one species only
    Prediction viscosity, conductivity, bulk_viscosity, mutual_diffusion;
  };
  /// `shear_viscosity`, `bulk_viscosity` and `thermal_conductivity`; of two species
  /// `mutual_diffusion_coefficient` after Maxwell and Stefan (Fick's over the thermodynamic
  /// factor): from the growth between 10 and 20 mean free times.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units,
                                                    const Conditions& conditions) const;
  /// `helfand_moments`: what the Green–Kubo integrals have come to with time.
  [[nodiscard]] Table table(const UnitNames& units, const Conditions& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(step_, start_, time_, fractions_, flux_, moments_, steps_, sums_);
  }

 private:
  static constexpr int kShear = Dim * (Dim + 1) / 2 - 1;  // independent components without trace
  static constexpr int kHeat = kShear, kTrace = kHeat + Dim, kDrift = kTrace + 1;
  using Moments = Vec<kDrift + Dim>;  // of momentum, of energy, the trace, of two species
  // Mean squares of a component of each, and the mean of the trace.
  enum Quantity : std::size_t { kViscosity, kConductivity, kDiffusion, kBulk, kMeanTrace, kSums };

  [[nodiscard]] static Moments moments(double shear, const Vec<Dim>& along, const Vec<Dim>& heat);
  [[nodiscard]] Moments flux(std::size_t species, const Vec<Dim>& velocity) const;
  void advance(double time);
  [[nodiscard]] bool two_species() const { return fractions_.size() == 2; }
  /// Half the growth of a mean square from one lag to another over the time between them, in the
  /// coefficient's unit.
  [[nodiscard]] std::optional<BlockedSums::Estimate> slope(std::size_t from, std::size_t to,
                                                           Quantity quantity,
                                                           const Conditions& conditions) const;
  struct Coefficient {
    std::string name;        // of the observable
    std::string short_name;  // of the column
    Quantity quantity;
    std::string unit;
    Prediction theory;
  };
  [[nodiscard]] std::vector<Coefficient> coefficients(const UnitNames& units,
                                                      const Conditions& conditions) const;

  std::vector<SphereSpecies> species_;
  double step_ = 0, start_ = 0;
  double time_ = 0;                    // of the last collision
  std::vector<double> fractions_;      // by species, where there are two
  Moments flux_ = Moments::Zero();     // since then
  Moments moments_ = Moments::Zero();  // then
  MultiTau<Moments> steps_;
  BlockedSums sums_{MultiTau<Moments>::kLags, kSums};
};

}  // namespace clausius
