#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "measure/collisions/changing_flights.h"
#include "measure/velocities/blocked_histogram.h"
#include "statistics/blocked_sums.h"
#include "statistics/histogram.h"

namespace clausius {

/// Theory of the collisions of a gas out of equilibrium.
struct ChangingTheory {
  Prediction energy;                        ///< ⟨μ v_n²⟩, in a gas that cools over k_BT
  double angle_uncertainty = 0;             ///< relative, of the mean angle by molecular chaos
  bool elastic_collisions = false;          ///< whether collisions, though not the gas, keep energy
  std::vector<Prediction> reduced_times{};  ///< mean free times by species, see below
};

/// Times and lengths of flights between collisions, and the geometry of collisions, in a gas of
/// spheres or disks; uses every collision between particles of the measured part. Each costs a few
/// additions and divisions; memory grows with the samples only.
///
/// In a gas that cools, times are those of a ThermalClock and energies are in units of the
/// momentary k_BT, so that their means are steady.
template <int Dim>
class FlightsAndImpacts {
 public:
  explicit FlightsAndImpacts(const std::vector<SphereSpecies>& species);

  /// Takes estimates of the mean free times and paths of each species, which set the bins; 0: the
  /// species is left out. `kt` sets the bins of normal speeds and, with the degrees of
  /// freedom `dof` that share the energy, the theory. To be called before the first collision.
  void set_scales(const std::vector<double>& mean_free_times,
                  const std::vector<double>& mean_free_paths, double kt, double dof);
  /// The gas is driven or cools; to be called before the first collision.
  /// @param a2 second Sonine coefficient of its velocities by theory, NaN if there is none
  void follow(ChangingFlights<Dim> flights, double a2) {
    changing_ = std::move(flights);
    a2_ = a2;
  }
  /// See ChangingFlights.
  void turn(const State<Dim>& state, double kt) {
    if (changing_) changing_->turn(state, kt);
  }
  void set(double time, double kt) {
    if (changing_) changing_->set(time, kt);
  }
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the error estimates.
  void end_interval();

  /// `free_time_ratio` ⟨t²⟩/⟨t⟩² and `free_path_ratio` ⟨ℓ²⟩/⟨ℓ⟩² of each species,
  /// `mean_collision_energy` ⟨μ v_n²⟩, `mean_collision_angle`, `normal_speed_chi2_p` of the
  /// distribution of normal speeds, `impact_chi2_p` of the impact parameters, which are distributed
  /// evenly over the cross section. With one species the ratios are compared with `time_ratio` and
  /// `path_ratio`. Where collisions lose energy there are no tests of distributions. A gas that
  /// cools has `mean_collision_energy_reduced`, and `mean_free_time_reduced` in units of the
  /// diameter over the momentary thermal speed √(k_BT/m).
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const UnitNames& units,
                                                    const Prediction& time_ratio,
                                                    const Prediction& path_ratio,
                                                    const ChangingTheory& changing = {}) const;
  /// `free_flights`: distributions of free times and paths, in units of their means;
  /// `impact_parameters`: distribution of b/σ, with the angle in degrees by which such a collision
  /// turns the relative velocity; `normal_speeds`: in units of √(k_BT/μ).
  [[nodiscard]] std::vector<Table> tables(const std::vector<std::string>& names) const;

  /// Whether loaded data can be of a gas of so many particles.
  [[nodiscard]] bool is_of(std::size_t particles) const {
    return !changing_ || changing_->is_of(particles);
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(flights_, sums_, impacts_, impact_, normal_, kt_, dof_, changing_, a2_);
  }

 private:
  [[nodiscard]] Table free_flights(const std::vector<std::string>& names) const;
  [[nodiscard]] Table impact_parameters() const;
  [[nodiscard]] Table normal_speeds() const;
  struct Flights {
    double time_unit = 0, path_unit = 0;
    Histogram times, paths;  // in these units
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time_unit, path_unit, times, paths);
    }
  };

  void add_flight(std::size_t species, const FreeFlight& flight);
  /// The law of normal speeds: the part of the collisions whose μ v_n²/2k_BT is larger than x.
  [[nodiscard]] double normal_survival(double x) const;
  [[nodiscard]] bool cools() const { return changing_ && changing_->cools(); }

  std::vector<SphereSpecies> species_;
  std::vector<Flights> flights_;  // by species
  BlockedSums sums_;              // flights, by species
  BlockedSums impacts_{1, 2};     // μ v_n² and the angle between v and n
  Histogram impact_;              // b²/σ² (3D) or b/σ (2D), uniform
  BlockedHistogram normal_;       // distribution of μ v_n²/2k_BT
  double kt_ = 0, dof_ = 0;
  std::optional<ChangingFlights<Dim>> changing_;  // of a gas out of equilibrium
  double a2_ = 0;
};

}  // namespace clausius
