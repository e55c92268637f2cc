#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "measure/blocked_histogram.h"
#include "statistics/blocked_sums.h"
#include "statistics/histogram.h"

namespace clausius {

/// How far and how long particles fly between collisions, and how they meet: of an elastic gas of
/// spheres or disks in equilibrium, shown every collision between particles of the measured part.
/// A few additions and divisions each; memory grows with the samples only.
template <int Dim>
class CollisionStatistics {
 public:
  explicit CollisionStatistics(const std::vector<SphereSpecies>& species);

  /// Estimates of the mean free times and paths of each species, which set the bins; 0: none for
  /// it. `kt` likewise of normal speeds, and with `dof` the energy that is shared out, for theory.
  /// To be called before the first collision.
  void set_scales(const std::vector<double>& mean_free_times,
                  const std::vector<double>& mean_free_paths, double kt, double dof);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the errors.
  void end_interval();

  /// `free_time_ratio` ⟨t²⟩/⟨t⟩² and `free_path_ratio` ⟨ℓ²⟩/⟨ℓ⟩² of each species,
  /// `mean_collision_energy` ⟨μ v_n²⟩, `mean_collision_angle`, `normal_speed_chi2_p` of their
  /// distribution, `impact_chi2_p` of the impact parameters, which are spread evenly over the cross
  /// section. The ratios are held against `time_ratio` and `path_ratio` where there is one species.
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const UnitNames& units,
                                                    const Prediction& time_ratio,
                                                    const Prediction& path_ratio) const;
  /// `free_flights`: the distributions of free times and paths, in units of their means;
  /// `impact_parameters`, b/σ, with the angle by which each turns the relative velocity, in
  /// degrees; `normal_speeds`, in units of √(k_BT/μ).
  [[nodiscard]] std::vector<Table> tables(const std::vector<std::string>& names) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(flights_, sums_, impacts_, impact_, normal_, kt_, dof_);
  }

 private:
  struct Flights {
    double time_unit = 0, path_unit = 0;
    Histogram times, paths;  // in these units
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time_unit, path_unit, times, paths);
    }
  };

  void add_flight(std::size_t species, double time, double speed);

  std::vector<SphereSpecies> species_;
  std::vector<Flights> flights_;  // by species
  BlockedSums sums_;              // of flights, by species
  BlockedSums impacts_{1, 2};     // μ v_n² and the angle between v and n
  Histogram impact_;              // of b²/σ² (3D), b/σ (2D), uniform
  BlockedHistogram normal_;       // of μ v_n²/2k_BT
  double kt_ = 0, dof_ = 0;
};

}  // namespace clausius
