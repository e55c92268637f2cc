#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "measure/transport/thermal_clock.h"

namespace clausius {

/// A flight of a particle between two collisions.
struct FreeFlight {
  double time = 0, path = 0;
};

/// The flights of a gas whose speeds change in flight, because drives act, or whose temperature
/// falls. Memory is fixed, at most 32 bytes a particle.
template <int Dim>
class ChangingFlights {
 public:
  /// @param cools whether times are those of the ThermalClock, at the temperature of the beginning
  /// @pre the measured part begins with this state
  ChangingFlights(const Measured<Dim>& run, const State<Dim>& state, bool cools);

  /// The flights that end in a collision; the second is empty at a wall.
  std::pair<FreeFlight, FreeFlight> end(const CollisionRecord<Dim>& collision);
  /// Takes the velocities that a drive has left, and k_BT.
  void turn(const State<Dim>& state, double kt);
  /// Takes k_BT at a sample.
  void set(double time, double kt) { clock_.set(time, kt); }
  /// k_BT before the next collision.
  [[nodiscard]] double kt() const { return clock_.kt(); }
  [[nodiscard]] bool cools() const { return cools_; }
  /// Whether loaded data can be of a gas of so many particles.
  [[nodiscard]] bool is_of(std::size_t particles) const {
    return (cools_ ? began_.size() : legs_.size()) == particles;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(cools_, clock_, began_, legs_, begin_);
  }
  /// For loading.
  ChangingFlights() = default;

 private:
  // The flight of a particle in a driven gas since the drive last acted.
  struct Leg {
    double began = 0, speed = 0;
    double before = 0;       // path in the measured part before that
    double first_speed = 0;  // at the beginning of the measured part, if the flight began before
    template <class Archive>
    void serialize(Archive& archive) {
      archive(began, speed, before, first_speed);
    }
  };

  FreeFlight end(std::uint32_t id, double time, double free_time, double speed, double speed_after);

  bool cools_ = false;
  ThermalClock<Dim> clock_;
  std::vector<std::optional<double>> began_;  // reading of the clock at the last collision
  std::vector<Leg> legs_;
  double begin_ = 0;  // of the measured part
};

}  // namespace clausius
