#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "clausius/measure/units.h"
#include "clausius/statistics/histogram.h"

namespace clausius {

/// How far and how long particles fly between collisions, and how they meet: of an elastic gas of
/// spheres or disks in equilibrium, shown every collision between particles of the measured part.
/// A few additions and divisions each; memory grows with the samples only.
template <int Dim>
class CollisionStatistics {
 public:
  explicit CollisionStatistics(const std::vector<SphereSpecies>& species);

  /// Estimates of the mean free times and paths of each species, which set the bins; 0: none for
  /// it. To be called before the first collision.
  void set_scales(const std::vector<double>& mean_free_times,
                  const std::vector<double>& mean_free_paths);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the errors.
  void end_interval();

  /// `free_time_ratio` ⟨t²⟩/⟨t⟩² and `free_path_ratio` ⟨ℓ²⟩/⟨ℓ⟩² of each species,
  /// `mean_collision_energy` ⟨μ v_n²⟩, `impact_chi2_p` of the impact parameters, which are spread
  /// evenly over the cross section. `kt` and `dof` for theory; `uncorrelated`: whether collisions
  /// are (a dilute gas), so that theory knows the flights.
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const UnitNames& units, double kt, double dof,
                                                    bool uncorrelated) const;
  /// `free_flights`: the distributions of free times and paths, in units of their means, and
  /// `impact_parameters`, b/σ.
  [[nodiscard]] std::vector<Table> tables(const std::vector<std::string>& names) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(flights_, energy_, blocks_, current_, impact_);
  }

 private:
  // Sums over flights; in a block, those of one interval.
  struct Sums {
    double flights = 0, time = 0, time_sq = 0, path = 0, path_sq = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(flights, time, time_sq, path, path_sq);
    }
  };
  struct Flights {
    double time_unit = 0, path_unit = 0;
    Sums total;
    Histogram times, paths;  // in these units
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time_unit, path_unit, total, times, paths);
    }
  };
  // Of an interval.
  struct Block {
    std::vector<Sums> flights;  // by species
    double collisions = 0, energy = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(flights, collisions, energy);
    }
  };

  void add_flight(std::size_t species, double time, double speed);

  std::vector<SphereSpecies> species_;
  std::vector<Flights> flights_;  // by species
  double energy_ = 0;             // Σ μ v_n²
  std::vector<Block> blocks_;
  Block current_;
  Histogram impact_;  // of b²/σ² (3D), b/σ (2D), uniform
};

}  // namespace clausius
