#include "report/snapshot_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "clausius/measure/results.h"

namespace clausius {

namespace {

constexpr std::size_t kMostParticles = 5000;  // more would not be distinguishable
constexpr std::size_t kMostRows = 400000;     // a gif of some minutes

/// The frames in order of time; an even selection if there are more than `most`.
std::vector<const Snapshot*> frames_of(const StudyResult& result, std::size_t most) {
  std::vector<const Snapshot*> all{&result.initial};
  if (const auto& begin = result.measured_from) {
    // Labels are given out at that time.
    if (begin->time <= result.initial.time) all.clear();
    all.push_back(&*begin);
  }
  for (const Snapshot& frame : result.trajectory)
    if (frame.time > all.back()->time && frame.time < result.final.time) all.push_back(&frame);
  if (result.final.time > all.back()->time) all.push_back(&result.final);
  if (all.size() <= most) return all;
  std::vector<const Snapshot*> chosen;
  chosen.reserve(most);
  for (std::size_t k = 0; k < most; ++k)
    chosen.push_back(all[k * (all.size() - 1) / std::max<std::size_t>(1, most - 1)]);
  return chosen;
}

/// Corners of an obstacle seen along z, or the radius of a ball.
struct Outline {
  std::vector<Vec<2>> corners;
  double radius = 0;
};

Outline rectangle(const Vec<2>& low, const Vec<2>& high) {
  return {{low, {high[0], low[1]}, high, {low[0], high[1]}}, 0};
}
template <int Dim>
Outline outline_of(const BallObstacle<Dim>& ball) {
  return {{ball.centre.template head<2>()}, ball.radius};
}
template <int Dim>
Outline outline_of(const BlockObstacle<Dim>& block) {
  return rectangle(block.low.template head<2>(), block.high.template head<2>());
}
template <int Dim>
Outline outline_of(const PiercedPlate<Dim>& plate) {
  return rectangle(plate.low.template head<2>(), plate.high.template head<2>());
}
template <int Dim>
Outline outline_of(const PolygonObstacle<Dim>& polygon) {
  Outline outline;
  for (const Vec<Dim>& corner : polygon.vertices)
    outline.corners.emplace_back(corner.template head<2>());
  return outline;
}

template <int Dim>
std::vector<Outline> outlines_of(const StudyConfig& config) {
  std::vector<Outline> all;
  for (const Obstacle<Dim>& obstacle : make_gas<Dim>(config).boundary.obstacles)
    all.push_back(std::visit([](const auto& shape) { return outline_of(shape); }, obstacle.shape));
  return all;
}

}  // namespace

std::vector<std::size_t> order_along_z(const Snapshot& snapshot) {
  std::vector<std::size_t> order(snapshot.position.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return snapshot.position[a][2] < snapshot.position[b][2];
  });
  return order;
}

Table snapshot_table(const StudyResult& result) {
  Table table{"snapshot", {}};
  const std::size_t particles = result.final.species.size();
  if (result.trajectory.empty() || !result.config.spheres_only() || particles > kMostParticles)
    return table;
  std::vector<std::int64_t> number, id, label;
  std::vector<std::string> species;
  std::vector<double> time, radius, speed;
  std::array<std::vector<double>, 3> r;
  std::array<std::vector<double>, 2> v;
  const std::size_t most =
      std::max<std::size_t>(3, kMostRows / std::max<std::size_t>(1, particles));
  std::int64_t frame_number = 0;
  for (const Snapshot* frame : frames_of(result, most)) {
    ++frame_number;
    for (const std::size_t k : order_along_z(*frame)) {
      const auto kind =
          std::find_if(result.config.species.begin(), result.config.species.end(),
                       [&](const auto& one) { return one.name == frame->species[k]; });
      number.push_back(frame_number);
      time.push_back(frame->time);
      id.push_back(static_cast<std::int64_t>(k));
      species.push_back(frame->species[k]);
      label.push_back(frame->label.empty() ? -1 : frame->label[k]);
      for (std::size_t axis = 0; axis < r.size(); ++axis)
        r[axis].push_back(frame->position[k][static_cast<int>(axis)]);
      for (std::size_t axis = 0; axis < v.size(); ++axis)
        v[axis].push_back(frame->velocity[k][static_cast<int>(axis)]);
      speed.push_back(frame->velocity[k].norm());
      radius.push_back(0.5 * kind->diameter);
    }
  }
  const UnitNames units = unit_names(result.config.si_units, result.config.dimensions);
  const std::size_t rows = time.size();
  const auto column = [&](std::string name, const std::string& unit, auto values) {
    table.columns.push_back({std::move(name), unit, std::move(values)});
  };
  column("frame", "1", std::move(number));
  column("time", units.time, std::move(time));
  column("id", "1", std::move(id));
  column("species", "", std::move(species));
  column("label", "1", std::move(label));
  for (std::size_t axis = 0; axis < r.size(); ++axis)
    column(std::string(1, "xyz"[axis]), units.length, std::move(r[axis]));
  for (std::size_t axis = 0; axis < v.size(); ++axis)
    column(std::string("velocity_") + "xyz"[axis], units.speed, std::move(v[axis]));
  column("speed", units.speed, std::move(speed));
  column("radius", units.length, std::move(radius));
  for (std::size_t axis = 0; axis < 2; ++axis)
    column(std::string("box_") + "xyz"[axis], units.length,
           std::vector<double>(rows, result.config.size[axis]));
  return table;
}

Table outlines_table(const StudyConfig& config) {
  Table table{"outlines", {}};
  if (config.obstacles.empty()) return table;
  const std::vector<Outline> outlines =
      config.dimensions == 2 ? outlines_of<2>(config) : outlines_of<3>(config);
  std::vector<std::int64_t> obstacle;
  std::vector<double> x, y, radius;
  for (std::size_t k = 0; k < outlines.size(); ++k)
    for (const Vec<2>& corner : outlines[k].corners) {
      obstacle.push_back(static_cast<std::int64_t>(k) + 1);
      x.push_back(corner[0]);
      y.push_back(corner[1]);
      radius.push_back(outlines[k].radius);
    }
  const std::string length = unit_names(config.si_units, config.dimensions).length;
  table.columns = {{"obstacle", "1", std::move(obstacle)},
                   {"x", length, std::move(x)},
                   {"y", length, std::move(y)},
                   {"radius", length, std::move(radius)}};
  return table;
}

}  // namespace clausius
