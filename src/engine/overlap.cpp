#include <vector>

#include "collision/inside_obstacle.h"
#include "collision/obstacle.h"
#include "engine/bodies/bodies.h"
#include "engine/cells/cell_plan.h"
#include "engine/cells/filing.h"
#include "engine/cells/grid_levels.h"
#include "engine/engine.h"
#include "engine/hits/kinds.h"

namespace clausius {

namespace {

/// The deepest of the overlaps that it is shown.
template <int Dim>
class Deepest {
 public:
  explicit Deepest(const Gas<Dim>& gas)
      : smallest_(smallest_diameter(gas)), tolerance_(overlap_tolerance(gas)) {}

  void take(double depth, Id first, Id second = CollisionRecord<Dim>::kWall) {
    depth /= smallest_;
    if (depth > tolerance_) ++found_.count;
    if (depth > found_.depth) found_ = {depth, first, second, found_.count};
  }
  [[nodiscard]] const Overlap& found() const { return found_; }

 private:
  double smallest_, tolerance_;
  Overlap found_;
};

// --- spheres ------------------------------------------------------------------------------------

/// Pairs across the edges of a sheared box are tested one by one.
template <int Dim, class Take>
void take_sheared(const Gas<Dim>& gas, const State<Dim>& state, const Take& take) {
  std::vector<Id> low, high;
  const double reach = largest_contact_distance(gas);
  for (Id id = 0; id < state.size(); ++id) {
    const double y = state.position[id][1];
    if (y < reach) low.push_back(id);
    if (y > gas.box.size[1] - reach) high.push_back(id);
  }
  for (const Id i : low)
    for (const Id j : high) {
      Vec<Dim> r = state.position[j] - state.position[i], v = r;
      gas.boundary.to_sheared_image(gas.box, state.time, r, v);
      if (i != j) take(r, i, j);
    }
}

template <int Dim>
void take_surfaces(const Gas<Dim>& gas, const State<Dim>& state, Id id, Deepest<Dim>& deepest) {
  const double radius = 0.5 * diameter_of(gas, state, id);
  const Vec<Dim>& r = state.position[id];
  for (int k = 0; k < Dim; ++k) {
    if (gas.box.periodic[k]) continue;
    const double low = r[k] - gas.boundary.position(gas.box, 2 * k, state.time);
    const double high = gas.boundary.position(gas.box, 2 * k + 1, state.time) - r[k];
    deepest.take(radius - std::min(low, high), id);
  }
  gas.boundary.for_obstacles(
      gas.box, state.time, r, r, radius,
      [&](const Obstacle<Dim>& obstacle, std::size_t /*index*/, const Vec<Dim>& shift) {
        if (!obstacle.door) deepest.take(depth_in<Dim>(obstacle.shape, r - shift, radius), id);
      });
}

/// Cells for one search of each particle: levels of half the edge of the next, down to that of the
/// smallest, or to eight cells a particle.
template <int Dim>
CellPlan plan_by_halves(const Gas<Dim>& gas, std::size_t particles) {
  CellPlan plan{{cell_edge(gas, particles, 0)}};
  plan.excess = largest_excess(gas);
  double smallest = plan.least_edges[0];
  for (const SphereSpecies& one : gas.species)
    smallest = std::min(smallest, kWider * (one.least_diameter() + plan.excess));
  const double least_cell = gas.box.volume() / (8 * static_cast<double>(particles));
  while (true) {
    const double half = 0.5 * plan.least_edges.front();
    if (half < smallest || portable::pow(half, Dim) < least_cell) return plan;
    plan.least_edges.insert(plan.least_edges.begin(), half);
  }
}

template <int Dim>
Overlap deepest_of_spheres(const Gas<Dim>& gas, const State<Dim>& state) {
  Deepest<Dim> deepest(gas);
  Box<Dim> box = gas.box;
  if (gas.boundary.is_sheared()) box.periodic[1] = false;
  const CellPlan plan = plan_by_halves(gas, state.size());
  GridLevels<Dim> grid(box, plan, state.size());
  std::vector<EventRecord<Dim>> places(state.size());
  for (Id id = 0; id < state.size(); ++id) {
    places[id].level = plan.level_of(diameter_of(gas, state, id));
    grid.locate(state.position[id], places[id]);
    grid.insert(id, places[id]);
  }
  const auto take = [&](const Vec<Dim>& r, Id i, Id j) {
    deepest.take(contact_distance(gas, state, i, j) - box.minimum_image(r).norm(), i, j);
  };
  if (gas.boundary.is_sheared()) take_sheared(gas, state, take);
  typename GridLevels<Dim>::Candidates candidates;
  for (Id i = 0; i < state.size(); ++i) {
    const std::size_t end = grid.gather_all(i, places[i], candidates);
    for (std::size_t k = 0; k < end; ++k)
      if (const Id j = candidates[k]; j > i) take(state.position[j] - state.position[i], i, j);
    take_surfaces(gas, state, i, deepest);
  }
  return deepest.found();
}

// --- rigid bodies -------------------------------------------------------------------------------

template <int Dim>
class BodyOverlaps {
 public:
  BodyOverlaps(const Gas<Dim>& gas, const State<Dim>& state)
      : gas_(gas),
        state_(state),
        images_(gas.box),
        surfaces_(surfaces_of(gas)),
        filing_(gas.boundary.enclosed(gas.box), cell_edge(gas, state.size(), 0), state),
        deepest_(gas) {
    for (Id id = 0; id < state.size(); ++id)
      motions_.emplace_back(gas.bodies[state.species[id]], rigid_state(state, id));
  }

  Overlap deepest() {
    for (Id i = 0; i < state_.size(); ++i) {
      filing_.grid.for_each_image(filing_.places[i].cell,
                                  [&](Id j, const Image<Dim>& image, const auto&) {
                                    take_pair(i, j, images_.shift(image));
                                  });
      if (gas_.boundary.is_sheared()) take_passing(i);
      for (int face = 0; face < kFaces<Dim>; ++face)
        if (!gas_.box.periodic[axis_of(face)])
          deepest_.take(-gap_between(motions_[i], standing_wall(face), state_.time), i);
      take_obstacles(i);
    }
    return deepest_.found();
  }

 private:
  void take_pair(Id i, Id j, const Vec<3>& shift) {
    if (j > i) deepest_.take(-gap_between(motions_[i], motions_[j], shift, state_.time), i, j);
  }

  void take_passing(Id i) {
    const double passed = gas_.boundary.shear_shift(gas_.box, state_.time);
    const double edge = filing_.grid.edge()[0];
    for (const int side : {-1, 1}) {
      const double x = filing_.places[i].cell[0] * edge - side * passed;
      Passing<Dim>::for_each(filing_.grid, filing_.places[i].cell, 1, side, x - kWider * edge,
                             x + (1 + kWider) * edge, [&](Id j, const Image<Dim>& image) {
                               take_pair(i, j,
                                         images_.shift(image) + side * passed * Vec<3>::Unit(0));
                             });
    }
  }

  void take_obstacles(Id i) {
    const Vec<Dim>& r = state_.position[i];
    const RigidBody& shape = gas_.bodies[state_.species[i]];
    gas_.boundary.for_obstacles(
        gas_.box, state_.time, r, r, shape.bounding_radius,
        [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
          if (obstacle.door) return;
          const FixedObstacle fixed{surfaces_[index], in_space<Dim>(shift)};
          const PlacedBody body(shape, state_.orientation[i]);
          const double inside = depth_of_members_inside<Dim>(obstacle.shape, body, r - shift);
          deepest_.take(std::max(-gap_between(motions_[i], fixed, state_.time), inside), i);
        });
  }

  [[nodiscard]] Wall standing_wall(int face) const {
    const int along = outward(face);
    return {along * Vec<3>::Unit(axis_of(face)),
            along * gas_.boundary.position(gas_.box, face, state_.time)};
  }

  const Gas<Dim>& gas_;
  const State<Dim>& state_;
  Images<Dim> images_;
  std::vector<ObstacleSurface> surfaces_;
  Filing<Dim> filing_;
  std::vector<FreeMotion> motions_;
  Deepest<Dim> deepest_;
};

}  // namespace

template <int Dim>
Overlap deepest_overlap(const Gas<Dim>& gas, const State<Dim>& state) {
  return gas.bodies.empty() ? deepest_of_spheres(gas, state)
                            : BodyOverlaps<Dim>(gas, state).deepest();
}

template Overlap deepest_overlap(const Gas<2>&, const State<2>&);
template Overlap deepest_overlap(const Gas<3>&, const State<3>&);

}  // namespace clausius
