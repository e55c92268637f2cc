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

/// Times and lengths of flights between collisions, and the geometry of collisions, in an elastic
/// gas of spheres or disks in equilibrium; uses every collision between particles of the measured
/// part. Each costs a few additions and divisions; memory grows with the samples only.
template <int Dim>
class CollisionStatistics {
 public:
  explicit CollisionStatistics(const std::vector<SphereSpecies>& species);

  /// Takes estimates of the mean free times and paths of each species, which set the bins; 0: the
  /// species is left out. `kt` sets the bins of normal speeds and, with the degrees of
  /// freedom `dof` that share the energy, the theory. To be called before the first collision.
  void set_scales(const std::vector<double>& mean_free_times,
                  const std::vector<double>& mean_free_paths, double kt, double dof);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the error estimates.
  void end_interval();

  /// `free_time_ratio` ⟨t²⟩/⟨t⟩² and `free_path_ratio` ⟨ℓ²⟩/⟨ℓ⟩² of each species,
  /// `mean_collision_energy` ⟨μ v_n²⟩, `mean_collision_angle`, `normal_speed_chi2_p` of the
  /// distribution of normal speeds, `impact_chi2_p` of the impact parameters, which are distributed
  /// evenly over the cross section. With one species the ratios are compared with `time_ratio` and
  /// `path_ratio`.
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const UnitNames& units,
                                                    const Prediction& time_ratio,
                                                    const Prediction& path_ratio) const;
  /// `free_flights`: distributions of free times and paths, in units of their means;
  /// `impact_parameters`: distribution of b/σ, with the angle in degrees by which such a collision
  /// turns the relative velocity; `normal_speeds`: in units of √(k_BT/μ).
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
  BlockedSums sums_;              // flights, by species
  BlockedSums impacts_{1, 2};     // μ v_n² and the angle between v and n
  Histogram impact_;              // b²/σ² (3D) or b/σ (2D), uniform
  BlockedHistogram normal_;       // distribution of μ v_n²/2k_BT
  double kt_ = 0, dof_ = 0;
};

}  // namespace clausius
