#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clausius/engine/observer.h"
#include "measure/collisions/flight_path.h"

namespace clausius {

/// Counts how often each particle crosses the periodic edges of the box, from its path in space
/// without images, flight by flight. In a sheared box a particle in a row of images above moves
/// with the speed of that row, too.
template <int Dim>
class PeriodicImages final : public Observer<Dim> {
 public:
  /// @param gas must outlive this
  explicit PeriodicImages(const Gas<Dim>& gas) : gas_(gas) {}

  /// Counts from this state on, all particles being in the box itself.
  void begin(const State<Dim>& state);
  [[nodiscard]] bool is_on() const { return !paths_.empty(); }
  void on_collision(const CollisionRecord<Dim>& collision) override;
  void on_step(const CollisionRecord<Dim>& step) override { on_collision(step); }
  /// Moves each path to the place of its particle in the state (with positions) that is nearest to
  /// it, and takes its velocity: so what is no collision, the action of a drive or the separation
  /// of particles that overlap, is not forgotten.
  void look(const State<Dim>& state);
  /// The images at the time of the state, of which look() has the positions.
  /// @param tilt displacement along x of the image one box up along y, in a sheared box
  [[nodiscard]] std::vector<std::array<std::int32_t, 3>> images(const State<Dim>& state,
                                                                double tilt) const;
  /// Largest distance so far of a particle from its path when it was looked at, in edges: far below
  /// a half, or a crossing may have been missed.
  [[nodiscard]] double farthest() const { return farthest_; }
  /// Whether, as loaded, it can be of a gas of so many particles.
  [[nodiscard]] bool is_possible(std::size_t particles) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(paths_, farthest_);
  }

 private:
  void turn(std::uint32_t id, double time, const Vec<Dim>& change);
  /// Numbers of edges along each axis between a place in the box and that in space.
  [[nodiscard]] Vec<Dim> boxes_between(const Vec<Dim>& in_box, const Vec<Dim>& in_space,
                                       double tilt) const;

  const Gas<Dim>& gas_;
  std::vector<FlightPath<Dim>> paths_;  // by id; empty: nothing is counted
  double farthest_ = 0;
};

}  // namespace clausius
