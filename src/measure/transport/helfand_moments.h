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
/// r_b without its trace and the trace relative to its mean growth, and of energy, Σ e r. They grow
/// by free flight, m v_a v_b and ½ m v² v, and by the transfer of each collision across the
/// distance of the centres, J n_a n_b σ and Δe σ n; the trace by transfer only, because its kinetic
/// part is the conserved energy. For two species also x₂ Σ₁ r − x₁ Σ₂ r, with the mole fractions
/// x₁, x₂. A few additions per collision; memory is fixed (6 kB in three dimensions) except for the
/// blocks.
template <int Dim>
class HelfandMoments {
 public:
  explicit HelfandMoments(std::vector<SphereSpecies> species) : species_(std::move(species)) {}

  /// @param step time between samples of the moments, about an eighth of a mean free time
  void begin(const State<Dim>& state, double step);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the error estimates at `time`, not before the last collision.
  void end_interval(double time);

  struct Conditions {
    double volume, particles, kt, boltzmann;
    bool conducts;  ///< whether conductivity has this meaning: in a gas of one species
    Prediction viscosity, conductivity, bulk_viscosity, mutual_diffusion;
    double rearranging = 0;  ///< see first_lag(): too short a run has no coefficients
  };
  /// `shear_viscosity`, `bulk_viscosity` and `thermal_conductivity`; for two species
  /// `mutual_diffusion_coefficient` of Maxwell and Stefan (Fick's divided by the thermodynamic
  /// factor): from the growth between 10 and 20 mean free times, in dense fluids up to four times
  /// later.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units,
                                                    const Conditions& conditions) const;
  /// `helfand_moments`: the Green–Kubo integrals as functions of time.
  [[nodiscard]] Table table(const UnitNames& units, const Conditions& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(step_, start_, time_, fractions_, flux_, moments_, steps_, sums_);
  }

 private:
  static constexpr int kShear = Dim * (Dim + 1) / 2 - 1;  // independent components without trace
  static constexpr int kHeat = kShear, kTrace = kHeat + Dim, kDrift = kTrace + 1;
  // Moments of momentum, of energy, of the trace, of two species.
  using Moments = Vec<kDrift + Dim>;
  // Mean squares of a component of each, and the mean of the trace.
  enum Quantity : std::size_t { kViscosity, kConductivity, kDiffusion, kBulk, kMeanTrace, kSums };

  [[nodiscard]] static Moments moments(double shear, const Vec<Dim>& along, const Vec<Dim>& heat);
  [[nodiscard]] Moments flux(std::size_t species, const Vec<Dim>& velocity) const;
  void advance(double time);
  [[nodiscard]] bool two_species() const { return fractions_.size() == 2; }
  /// Half the growth of a mean square between two lags divided by the time between them, in the
  /// coefficient's unit.
  [[nodiscard]] std::optional<BlockedSums::Estimate> slope(std::size_t from, std::size_t to,
                                                           Quantity quantity,
                                                           const Conditions& conditions) const;
  /// Relative standard error of a coefficient taken between two lags.
  [[nodiscard]] double predicted_error(std::size_t from, std::size_t to, Quantity quantity) const;
  struct Coefficient {
    std::string name;        // name of the observable
    std::string short_name;  // name of the column
    Quantity quantity;
    std::string unit;
    Prediction theory;
  };
  [[nodiscard]] std::vector<Coefficient> coefficients(const UnitNames& units,
                                                      const Conditions& conditions) const;

  std::vector<SphereSpecies> species_;
  double step_ = 0, start_ = 0;
  double time_ = 0;                    // time of the last collision
  std::vector<double> fractions_;      // mole fractions by species, if there are two
  Moments flux_ = Moments::Zero();     // flux since then
  Moments moments_ = Moments::Zero();  // moments at that time
  MultiTau<Moments> steps_{Moments::Zero()};
  BlockedSums sums_{MultiTau<Moments>::kLags, kSums};
};

}  // namespace clausius
