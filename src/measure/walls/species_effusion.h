#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "measure/measurement_options.h"
#include "statistics/histogram.h"

namespace clausius {

/// Effusion of one species of spheres through a hole, without gravity: crossings are found from
/// each particle's side of the plate at its collisions.
template <int Dim>
class SpeciesEffusion {
 public:
  SpeciesEffusion(const Gas<Dim>& gas, const WatchedHole& hole, double boltzmann,
                  std::size_t species = 0);

  void begin(const State<Dim>& state);
  void add(const CollisionRecord<Dim>& collision);
  void sample(const State<Dim>& state);

  /// `effusion_flux`: crossings per area and time in both directions, compared with ¼ n v̄ (in two
  /// dimensions n v̄/π) for the density and temperature of each side at the samples; its error is
  /// the counting error. `effusion_energy`: mean kinetic energy of crossing particles over k_BT of
  /// the side that they leave: (d + 1)/2. The theory is for a plate that is thin compared with its
  /// hole.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units) const;
  /// In a gas of one species with a door also `demon_temperature_ratio`, T of the high side over T
  /// of the low side at the end.
  [[nodiscard]] std::optional<Observable> demon_temperature_ratio() const;
  /// `effusion`: particles on each side over time, compared with the solution of dN/dt = −¼ n v̄ A
  /// + … from the start on, where each carries the energy (d + 1)/2 k_BT (with thermal walls T is
  /// constant); `effusion_speeds`: speeds of crossing particles, compared with v f(v).
  [[nodiscard]] std::vector<Table> tables(const UnitNames& units) const;
  /// Number of particles on either side over time, with theory where thermal walls keep the
  /// temperature (otherwise that depends on the other species).
  [[nodiscard]] std::vector<Table::Column> side_columns(const std::string& species) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(is_high_, passed_, energy_, energy_sq_, speeds_, rows_, begin_);
  }

 private:
  struct Side {
    double count = 0, energy = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(count, energy);
    }
  };
  struct SidesAtTime {
    double time = 0;
    Side low, high;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, low, high);
    }
  };
  [[nodiscard]] SidesAtTime row_of(const State<Dim>& state) const;
  [[nodiscard]] bool is_high(const Vec<Dim>& r) const { return r[hole_.axis] > hole_.position; }
  void note(std::uint32_t id, const Vec<Dim>& r, const Vec<Dim>& before);
  /// Fluxes out of one side: particles per time, and their energy.
  struct Stream {
    double count = 0, energy = 0;
  };
  [[nodiscard]] Stream up(const Side& low) const { return stream(low, low_volume_, true); }
  [[nodiscard]] Stream down(const Side& high) const { return stream(high, high_volume_, false); }
  [[nodiscard]] Stream stream(const Side& side, double volume, bool is_up) const;
  /// The solution from the start to the times of the rows.
  [[nodiscard]] std::vector<SidesAtTime> expected() const;
  [[nodiscard]] double kt(const Side& side) const {
    return side.count > 0 ? 2 * side.energy / (Dim * side.count) : 0;
  }
  [[nodiscard]] bool is_thin() const;

  WatchedHole hole_;
  std::uint8_t species_;
  double mass_, radius_, boltzmann_;
  // Distance of the centre from the point of contact with a particle of each species.
  std::vector<double> arms_;
  bool isothermal_;
  double area_ = 1, low_volume_ = 1, high_volume_ = 1;  // accessible to centres
  std::vector<std::uint8_t> is_high_;                   // side of each particle at the last look
  std::array<std::int64_t, 2> passed_{};                // up, down
  // Σ over crossing particles, in k_BT of the side that they left.
  double energy_ = 0, energy_sq_ = 0;
  Histogram speeds_{0, 6, 60};  // in √(k_BT/m) of that side
  std::vector<SidesAtTime> rows_;
  SidesAtTime begin_;
};

}  // namespace clausius
