#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "statistics/histogram.h"

namespace clausius {

/// A hole in a plate that parts the box across an axis.
template <int Dim>
struct Hole {
  int axis = 0;
  double position = 0;                                       ///< of the middle of the plate
  double thickness = 0;                                      ///< of the plate
  Vec<Dim> low = Vec<Dim>::Zero(), high = Vec<Dim>::Zero();  ///< corners; on `axis` of no meaning
  bool round = false;                                        ///< touches all four sides
  std::optional<Door> door{};
};

/// Who of a gas of one species of spheres passes through a hole without gravity: told by each
/// particle's side of the plate at its collisions.
template <int Dim>
class Effusion {
 public:
  Effusion(const Gas<Dim>& gas, const Hole<Dim>& hole, double boltzmann);

  void begin(const State<Dim>& state);
  void add(const CollisionRecord<Dim>& collision);
  void sample(const State<Dim>& state);

  /// `effusion_flux`: how many pass per area and time, both ways together, beside ¼ n v̄ (in two
  /// dimensions n v̄/π) with the density and temperature of each side at the samples; its error is
  /// that of counting. `effusion_energy`: mean kinetic energy of those that pass, over k_BT of the
  /// side they leave: (d + 1)/2. Theory of a plate that is thin beside its hole.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units) const;
  /// With a door `demon_temperature_ratio`, T of the high side over that of the low one at the end.
  /// `effusion`: particles on each side over time, beside the solution of dN/dt = −¼ n v̄ A + … from
  /// the start on, energy (d + 1)/2 k_BT going with each (with thermal walls T stays);
  /// `effusion_speeds`: speeds of those that pass, beside v f(v).
  [[nodiscard]] std::vector<Table> tables(const UnitNames& units) const;

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
  struct Row {
    double time = 0;
    Side low, high;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, low, high);
    }
  };
  [[nodiscard]] Row row_of(const State<Dim>& state) const;
  [[nodiscard]] bool is_high(const Vec<Dim>& r) const { return r[hole_.axis] > hole_.position; }
  void note(std::uint32_t id, const Vec<Dim>& r, const Vec<Dim>& before);
  /// What leaves one side per time: particles, and their energy.
  struct Stream {
    double count = 0, energy = 0;
  };
  [[nodiscard]] Stream up(const Side& low) const { return stream(low, low_volume_, true); }
  [[nodiscard]] Stream down(const Side& high) const { return stream(high, high_volume_, false); }
  [[nodiscard]] Stream stream(const Side& side, double volume, bool is_up) const;
  /// The solution from the start to the times of the rows.
  [[nodiscard]] std::vector<Row> expected() const;
  [[nodiscard]] double kt(const Side& side) const {
    return side.count > 0 ? 2 * side.energy / (Dim * side.count) : 0;
  }
  [[nodiscard]] bool is_thin() const;

  Hole<Dim> hole_;
  double mass_, radius_, boltzmann_;
  bool isothermal_;
  double area_ = 1, low_volume_ = 1, high_volume_ = 1;  // open to centres
  std::vector<std::uint8_t> is_high_;                   // of each particle, when last seen
  std::array<std::int64_t, 2> passed_{};                // up, down
  double energy_ = 0, energy_sq_ = 0;  // Σ of those that passed, in k_BT of the side they left
  Histogram speeds_{0, 6, 60};         // in √(k_BT/m) of that side
  std::vector<Row> rows_;
  Row begin_;
};

}  // namespace clausius
