#include "report/figures/snapshot_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/measure/results.h"
#include "geometry/placed_body.h"
#include "measure/listed.h"

namespace clausius {

namespace {

constexpr std::size_t kMostParticles = 5000;  // more would not be distinguishable
constexpr std::size_t kMostBalls = 20000;     // by which bodies are shown
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

/// A ball of a picture; a body is shown by balls along its members.
struct Ball {
  double x = 0, y = 0, z = 0;  ///< its centre, from that of the particle
  double radius = 0;
  bool is_edge = false;  ///< whether it is drawn in ink, below those that leave its edge visible
};

/// The balls that show a body, at most half a radius apart, so that their outline looks smooth;
/// their number is that of the species.
std::vector<Ball> balls_of(const PlacedBody& body) {
  constexpr double kSpacing = 0.5;  // in radii
  double thinnest = std::numeric_limits<double>::infinity();
  for (const auto& stick : body.sticks()) thinnest = std::min(thinnest, stick.radius);
  const double edge = 0.12 * thinnest;
  std::vector<Ball> balls;
  for (const bool is_edge : {true, false})
    for (const auto& stick : body.sticks()) {
      const auto steps =
          static_cast<int>(std::ceil(2 * stick.half.norm() / (kSpacing * stick.radius) - 1e-6));
      for (int k = 0; k <= steps; ++k) {
        const Vec<3> place = stick.centre + (steps > 0 ? 2.0 * k / steps - 1 : 0) * stick.half;
        balls.push_back(
            {place[0], place[1], place[2], is_edge ? stick.radius : stick.radius - edge, is_edge});
      }
    }
  return balls;
}

/// The balls of all particles, by their numbers.
template <int Dim>
std::vector<std::vector<Ball>> balls_in(const Snapshot& frame, const StudyConfig& config,
                                        const Gas<Dim>& gas) {
  const State<Dim> state = to_state<Dim>(frame, config);
  std::vector<std::vector<Ball>> balls;
  balls.reserve(state.species.size());
  for (std::size_t k = 0; k < state.species.size(); ++k) {
    const auto kind = static_cast<std::size_t>(state.species[k]);
    if (config.spheres_only())
      balls.push_back({{0, 0, 0, 0.5 * diameter_of(gas, state, k), false}});
    else
      balls.push_back(balls_of(PlacedBody(gas.bodies[kind], state.orientation[k])));
  }
  return balls;
}

template <int Dim>
class SnapshotTable {
 public:
  explicit SnapshotTable(const StudyConfig& config)
      : config_(config), gas_(make_gas<Dim>(config)) {}

  void add(const Snapshot& frame) {
    ++frame_number_;
    const std::vector<std::vector<Ball>> balls = balls_in<Dim>(frame, config_, gas_);
    for (const std::size_t k : order_along_z(frame))
      for (const Ball& ball : balls[k]) add(frame, k, ball, &ball == &balls[k].front());
  }

  Table take() {
    const UnitNames units = unit_names(config_.si_units, Dim);
    const std::size_t rows = time_.size();
    Table table{"snapshot", {}};
    const auto column = [&](std::string name, const std::string& unit, auto values) {
      table.columns.push_back({std::move(name), unit, std::move(values)});
    };
    column("frame", "1", std::move(number_));
    column("time", units.time, std::move(time_));
    column("id", "1", std::move(id_));
    column("species", "", std::move(species_));
    column("label", "1", std::move(label_));
    for (std::size_t axis = 0; axis < r_.size(); ++axis)
      column(std::string(1, "xyz"[axis]), units.length, std::move(r_[axis]));
    for (std::size_t axis = 0; axis < v_.size(); ++axis)
      column(std::string("velocity_") + "xyz"[axis], units.speed, std::move(v_[axis]));
    column("speed", units.speed, std::move(speed_));
    column("radius", units.length, std::move(radius_));
    for (std::size_t axis = 0; axis < 2; ++axis)
      column(std::string("box_") + "xyz"[axis], units.length,
             std::vector<double>(rows, config_.size[axis]));
    if (!config_.spheres_only()) column("edge", "1", std::move(edge_));
    if (has_moving_wall())
      for (std::size_t face = 0; face < wall_.size(); ++face)
        column(kWallColumns[face], units.length, std::move(wall_[face]));
    return table;
  }

 private:
  void add(const Snapshot& frame, std::size_t k, const Ball& ball, bool is_first) {
    number_.push_back(frame_number_);
    time_.push_back(frame.time);
    id_.push_back(static_cast<std::int64_t>(k));
    species_.push_back(frame.species[k]);
    label_.push_back(frame.label.empty() ? -1 : frame.label[k]);
    r_[0].push_back(frame.position[k][0] + ball.x);
    r_[1].push_back(frame.position[k][1] + ball.y);
    r_[2].push_back(frame.position[k][2] + ball.z);
    for (std::size_t axis = 0; axis < v_.size(); ++axis)
      v_[axis].push_back(is_first ? frame.velocity[k][static_cast<int>(axis)] : kNaN);
    speed_.push_back(frame.velocity[k].norm());
    radius_.push_back(ball.radius);
    edge_.push_back(ball.is_edge ? 1 : 0);
    if (has_moving_wall())
      for (std::size_t face = 0; face < wall_.size(); ++face)
        wall_[face].push_back(gas_.boundary.position(gas_.box, static_cast<int>(face), frame.time));
  }

  /// Whether a wall that the picture shows moves; one along z is not seen.
  [[nodiscard]] bool has_moving_wall() const {
    return std::any_of(gas_.boundary.faces.begin(), gas_.boundary.faces.begin() + kFaces,
                       [](const auto& face) { return face.path.moves(); });
  }

  static constexpr std::size_t kFaces = 4;
  static constexpr std::array<const char*, kFaces> kWallColumns{"wall_x_low", "wall_x_high",
                                                                "wall_y_low", "wall_y_high"};

  const StudyConfig& config_;
  Gas<Dim> gas_;
  std::int64_t frame_number_ = 0;
  std::vector<std::int64_t> number_, id_, label_, edge_;
  std::vector<std::string> species_;
  std::vector<double> time_, radius_, speed_;
  std::array<std::vector<double>, 3> r_;
  std::array<std::vector<double>, 2> v_;
  std::array<std::vector<double>, kFaces> wall_;
};

template <int Dim>
Table snapshots(const StudyResult& result) {
  std::size_t rows = 0;  // of each frame
  const Gas<Dim> gas = make_gas<Dim>(result.config);
  for (const auto& balls : balls_in<Dim>(result.final, result.config, gas)) rows += balls.size();
  if (rows > kMostBalls) return {"snapshot", {}};
  SnapshotTable<Dim> table(result.config);
  const std::size_t most = std::max<std::size_t>(3, kMostRows / std::max<std::size_t>(1, rows));
  for (const Snapshot* frame : frames_of(result, most)) table.add(*frame);
  return table.take();
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
  if (result.trajectory.empty() || result.final.species.size() > kMostParticles)
    return {"snapshot", {}};
  return result.config.dimensions == 2 ? snapshots<2>(result) : snapshots<3>(result);
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

DeclaredTable declared_snapshot() {
  return {"snapshot",
          "Particles of the pictures of the gas, a row a particle and frame; of bodies a row for "
          "each of the balls by which they are drawn.",
          Need::trajectory,
          {{"frame", "Number of the frame, counted from 1."},
           kTimeColumn,
           {"id", "Number of the particle, counted from 0."},
           kSpeciesColumn,
           {"label", "Number of the label that it carries; -1 where there is none."},
           kXColumn,
           kYColumn,
           kZColumn,
           {"velocity_AXIS", "Velocity of the particle; at the first ball of a body.",
            &UnitNames::speed},
           {"speed", "Speed of the particle.", &UnitNames::speed},
           kRadiusColumn,
           kBoxColumn,
           {"edge", "Of bodies: 1 for a ball that shows their edge, 0 for one that covers it."},
           {"wall_AXIS_low", "Where walls move: position of the lower one.", &UnitNames::length},
           {"wall_AXIS_high", "Where walls move: position of the upper one.", &UnitNames::length}}};
}

DeclaredTable declared_outlines() {
  return {"outlines",
          "Outlines of the obstacles in the plane of the picture.",
          Need::obstacles,
          {{"obstacle", "Number of the obstacle, counted from 1."},
           {"x", "Position along x.", &UnitNames::length},
           {"y", "Position along y.", &UnitNames::length},
           {"radius", "Radius of a round end there.", &UnitNames::length}}};
}

}  // namespace clausius
