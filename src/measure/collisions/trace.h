#pragma once

#include <cstdint>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"

namespace clausius {

/// The path of one particle from collision to collision, continuous across periodic edges; without
/// gravity, so that flights are straight.
template <int Dim>
class Trace {
 public:
  /// @param collisions number of collisions of that particle to be recorded
  /// @param particle   its id
  explicit Trace(std::int64_t collisions, std::uint32_t particle = 0)
      : collisions_(collisions), particle_(particle) {}

  void begin(const State<Dim>& state) {
    velocity_ = state.velocity[particle_];
    points_.assign(1, {state.time, state.position[particle_]});
  }
  void add(const CollisionRecord<Dim>& collision) {
    if (collision.first == particle_)
      turn(collision.time, collision.first_after);
    else if (collision.second == particle_)
      turn(collision.time, collision.second_after);
  }
  /// `trace`: time and position at the start and at each collision.
  [[nodiscard]] Table table(const UnitNames& units) const {
    Table table{"trace", {}};
    std::vector<double> time;
    for (const Point& point : points_) time.push_back(point.time);
    table.columns.push_back({"time", units.time, std::move(time)});
    for (int k = 0; k < Dim; ++k) {
      std::vector<double> x;
      for (const Point& point : points_) x.push_back(point.position[k]);
      table.columns.push_back({std::string(1, "xyz"[k]), units.length, std::move(x)});
    }
    return table;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(velocity_, points_);
  }

 private:
  struct Point {
    double time = 0;
    Vec<Dim> position = Vec<Dim>::Zero();
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, position);
    }
  };

  void turn(double time, const Vec<Dim>& after) {
    if (std::ssize(points_) > collisions_) return;
    const Point& last = points_.back();
    points_.push_back({time, last.position + (time - last.time) * velocity_});
    velocity_ = after;
  }

  std::int64_t collisions_;
  std::uint32_t particle_;
  Vec<Dim> velocity_ = Vec<Dim>::Zero();  // velocity since the last point
  std::vector<Point> points_;
};

}  // namespace clausius
