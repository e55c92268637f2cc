#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "clausius/theory/value.h"
#include "statistics/blocked_sums.h"
#include "statistics/multi_tau.h"

namespace clausius {

/// Shear and bulk viscosity, thermal conductivity, mutual and thermal diffusion of a periodic
/// elastic gas of spheres or disks at rest, from the mean square growth of its Helfand moments (E.
/// Helfand, Phys. Rev. 119 (1960) 1; Alder, Gass & Wainwright, J. Chem. Phys. 53 (1970) 3813): of
/// momentum, Σ p_a r_b without its trace and the trace relative to its mean growth, and of energy,
/// Σ e r. They grow by free flight, m v_a v_b and ½ m v² v, and by the transfer of each collision
/// across the distance of the centres, J n_a n_b σ and Δe σ n; the trace by transfer only, because
/// its kinetic part is the conserved energy. Of up to four species also the drift Σ_k r − x_k Σ r
/// of each but the last, with the mole fractions x_k: x₂ Σ₁ r − x₁ Σ₂ r of two. A few additions per
/// collision; memory is fixed (9 kB in three dimensions) except for the blocks.
///
/// With L_ab = half the growth of the product of the moments a and b over V k_B, the conductivity
/// without diffusion is (L_ee − Σ_kl L_ek (L⁻¹)_kl L_el)/T² (e: energy; k, l: drifts). It does not
/// depend on what enthalpy particles are said to carry; the thermal diffusion factor of two species
/// does: α = [L_e1/L_11 − (m₂h₁ − m₁h₂)/(x₁m₁ + x₂m₂)]/k_BT, with the partial enthalpies h.
template <int Dim>
class HelfandMoments {
 public:
  explicit HelfandMoments(std::vector<SphereSpecies> species)
      : species_(std::move(species)),
        most_drifts_(std::min(species_.size(), kMostSpecies) - 1),
        sums_(MultiTau<Moments>::kLags, square(0, most_drifts_)) {}

  /// @param step time between samples of the moments, about an eighth of a mean free time
  void begin(const State<Dim>& state, double step);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the error estimates at `time`, not before the last collision.
  void end_interval(double time);

  struct Conditions {
    double volume, particles, kt, boltzmann;
    std::vector<double> enthalpies;  ///< partial ones by species; empty if they are not known
    Prediction viscosity, conductivity, bulk_viscosity, mutual_diffusion, thermal_diffusion;
    double rearranging = 0;  ///< see first_lag(): too short a run has no coefficients
  };
  /// `shear_viscosity`, `bulk_viscosity` and, for up to four species, `thermal_conductivity`; for
  /// two species `mutual_diffusion_coefficient` of Maxwell and Stefan (Fick's divided by the
  /// thermodynamic factor) and `thermal_diffusion_factor`, see theory/mixture_transport.h: from the
  /// growth between 10 and 20 mean free times, in dense fluids up to four times
  /// later.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units,
                                                    const Conditions& conditions) const;
  /// `helfand_moments`: the Green–Kubo integrals as functions of time.
  [[nodiscard]] Table table(const UnitNames& units, const Conditions& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(step_, start_, time_, fractions_, drifting_, flux_, moments_, steps_, sums_);
  }

 private:
  static constexpr int kShear = Dim * (Dim + 1) / 2 - 1;  // independent components without trace
  static constexpr int kHeat = kShear, kTrace = kHeat + Dim, kDrift = kTrace + 1;
  static constexpr std::size_t kMostSpecies = 4;
  // Moments of momentum, of energy, of the trace, of drifts.
  using Moments = Vec<kDrift + Dim*(static_cast<int>(kMostSpecies) - 1)>;
  // Mean squares of a component of momentum, energy and trace, and the mean of the trace; then
  // those of the products of energy and drifts, and of drifts.
  enum Sum : std::size_t { kStress, kHeatSquare, kTraceSquare, kMeanTrace, kSums };
  [[nodiscard]] std::size_t product(std::size_t drift) const { return kSums + drift; }
  [[nodiscard]] std::size_t square(std::size_t drift, std::size_t other) const {
    const auto [less, more] = std::minmax(drift, other);
    return kSums + most_drifts_ + more * (more + 1) / 2 + less;
  }
  static constexpr std::size_t kMostDrifts = kMostSpecies - 1;
  static constexpr std::size_t kMostSums = kSums + kMostDrifts + kMostDrifts * kMostSpecies / 2;
  enum class Quantity { viscosity, conductivity, bulk, diffusion, thermal_diffusion };

  static void add(double shear, const Vec<Dim>& along, const Vec<Dim>& heat, Moments& to);
  void add_flux(double weight, std::size_t species, const Vec<Dim>& velocity);
  void advance(double time);
  /// The products of a growth of the moments.
  [[nodiscard]] std::array<double, kMostSums> products(const Moments& growth) const;
  /// Whether the drifts of all species are followed.
  [[nodiscard]] bool conducts() const;
  [[nodiscard]] bool two_species() const { return drifting_.size() == 1; }

  /// Two lags between which coefficients are taken.
  struct Window {
    std::size_t from, to;
  };
  struct Part {
    std::size_t sum;
    double weight;
  };
  using Estimate = std::optional<BlockedSums::Estimate>;
  [[nodiscard]] double time_of(Window window) const {
    return step_ * static_cast<double>(MultiTau<Moments>::lag(window.to) -
                                       MultiTau<Moments>::lag(window.from));
  }
  /// Half the growth of the weighted sum of means over the time of the window.
  [[nodiscard]] Estimate growth(Window window, const std::vector<Part>& parts) const;
  [[nodiscard]] Estimate growth_of_trace(Window window) const;
  /// Σ_l (L⁻¹)_kl L_el: the energy that goes with each drift; none if noise exceeds the drifts.
  [[nodiscard]] std::optional<Eigen::VectorXd> energy_of_drifts(Window window) const;
  /// The growth of the energy less what goes with the drifts.
  [[nodiscard]] Estimate growth_of_heat(Window window) const;
  [[nodiscard]] Estimate thermal_diffusion(Window window, const Conditions& conditions) const;
  /// A coefficient in its unit.
  [[nodiscard]] Estimate slope(Window window, Quantity quantity,
                               const Conditions& conditions) const;
  /// Relative standard error of a coefficient taken between two lags.
  [[nodiscard]] double predicted_error(Window window, Quantity quantity) const;
  struct Coefficient {
    std::string name;        // name of the observable
    std::string short_name;  // name of the column
    Quantity quantity;
    std::string unit;
    Prediction theory;
  };
  /// The error of a coefficient that does not follow its value, if it is known.
  [[nodiscard]] std::optional<double> expected_error(Window window, const Coefficient& one,
                                                     const Conditions& conditions) const;
  [[nodiscard]] std::vector<Coefficient> coefficients(const UnitNames& units,
                                                      const Conditions& conditions) const;

  std::vector<SphereSpecies> species_;
  std::size_t most_drifts_;
  double step_ = 0, start_ = 0;
  double time_ = 0;                    // time of the last collision
  std::vector<double> fractions_;      // mole fractions by species
  std::vector<std::size_t> drifting_;  // species whose drifts are followed
  Moments flux_ = Moments::Zero();     // flux since then
  Moments moments_ = Moments::Zero();  // moments at that time
  MultiTau<Moments> steps_{Moments::Zero()};
  BlockedSums sums_;
};

}  // namespace clausius
