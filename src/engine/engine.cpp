#include "engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clausius/core/errors.h"
#include "collision/obstacle.h"
#include "engine/bodies/body_loop.h"
#include "engine/cells/cell_plan.h"
#include "engine/spheres/event_loops.h"
#include "engine/hits/kinds.h"
#include "engine/steps/time_step.h"

namespace clausius {

namespace {

template <int Dim>
bool nearest_image_holds(const Gas<Dim>& gas, const CellPlan& cells, std::size_t particles) {
  return nearest_image_holds<Dim>(gas.box,
                                  cells_along_axes(gas.box, cells.least_edges.back(), particles));
}

}  // namespace

template <int Dim>
std::unique_ptr<Engine<Dim>> make_engine(const Gas<Dim>& gas, const State<Dim>& start,
                                         const EngineOptions& options) {
  if (options.mode == Mode::time_step)
    return std::make_unique<TimeStepper<Dim>>(gas, start, options.time_step);
  if (!gas.bodies.empty())
    return make_body_engine(gas, start, cell_edge(gas, start.size(), options.cell_edge), options);
  const CellPlan cells = plan_cells(gas, start, options.cell_edge);
  if (gas.boundary.is_plain() && options.scheduler == Scheduler::calendar && options.vectorised &&
      cells.overlapping_edge > 0)
    return make_dilute_loop(gas, start, cells);
  const LoopChoice choice{options.scheduler, options.vectorised,
                          nearest_image_holds(gas, cells, start.size())};
  if (gas.boundary.is_plain()) return make_plain_loop(gas, start, cells, choice);
  return make_bounded_loop(gas, start, cells, choice);
}

template <int Dim>
State<Dim> grow_spheres(const Gas<Dim>& gas, const State<Dim>& start, double scale,
                        double growth_rate, const std::atomic<bool>* interrupt) {
  Gas<Dim> still = gas;  // between walls at rest, in a box that is not sheared
  still.boundary = {};
  const CellPlan cells = plan_cells(still, start, 0);
  const Growth growth{scale, growth_rate};
  State<Dim> from = start;
  from.time = 0;
  const auto loop = make_growing_loop(still, from, cells, growth,
                                      nearest_image_holds(still, cells, start.size()));
  // Jammed: the pressure diverges and collisions pile up before the final size is reached.
  const std::int64_t most = 300 * static_cast<std::int64_t>(start.size()) + 10000;
  loop->interrupt_on(interrupt);
  const StopReason reason = loop->advance((1 - scale) / growth_rate, most, nullptr);
  if (reason == StopReason::interrupted)
    throw Interrupted("interrupted while spheres grew to their size");
  if (reason != StopReason::reached_time)
    throw SimulationError(fmt::format("growing spheres jammed at {:.4g} of their diameter",
                                      scale + growth_rate * loop->time()));
  return loop->state();
}

template <int Dim>
Overlap deepest_overlap(const Gas<Dim>& gas, const State<Dim>& state) {
  if (!gas.bodies.empty())
    return deepest_overlap_of_bodies(gas, state, cell_edge(gas, state.size(), 0));
  const double smallest = smallest_diameter(gas), tolerance = overlap_tolerance(gas);
  Overlap deepest;
  const auto take = [&](double depth, Id first, Id second) {
    depth /= smallest;
    if (depth > tolerance) ++deepest.count;
    if (depth > deepest.depth) deepest = {depth, first, second, deepest.count};
  };
  // Across the edges of a sheared box, pairs near them are tested one by one.
  const bool sheared = gas.boundary.is_sheared();
  Box<Dim> box = gas.box;
  if (sheared) box.periodic[1] = false;
  CellGrid<Dim> grid(box, cell_edge(gas, state.size(), 0), state.size());
  std::vector<EventRecord<Dim>> places(state.size());
  std::vector<Id> low, high;
  for (Id id = 0; id < state.size(); ++id) {
    grid.locate(state.position[id], places[id].cell);
    grid.insert(id, places[id].cell);
    const double y = state.position[id][1];
    if (sheared && y < largest_contact_distance(gas)) low.push_back(id);
    if (sheared && y > box.size[1] - largest_contact_distance(gas)) high.push_back(id);
  }
  const auto take_pair = [&](Vec<Dim> r, Id i, Id j) {
    take(contact_distance(gas, state, i, j) - box.minimum_image(r).norm(), i, j);
  };
  for (const Id i : low)
    for (const Id j : high) {
      Vec<Dim> r = state.position[j] - state.position[i], v = r;
      gas.boundary.to_sheared_image(box, state.time, r, v);
      if (i != j) take_pair(r, i, j);
    }
  for (Id i = 0; i < state.size(); ++i) {
    const double radius = 0.5 * diameter_of(gas, state, i);
    grid.for_each_image(places[i].cell, [&](Id j, const auto&, const auto&) {
      if (j > i) take_pair(state.position[j] - state.position[i], i, j);
    });
    for (int k = 0; k < Dim; ++k) {
      if (gas.box.periodic[k]) continue;
      const double x = state.position[i][k];
      const double low = x - gas.boundary.position(gas.box, 2 * k, state.time);
      const double high = gas.boundary.position(gas.box, 2 * k + 1, state.time) - x;
      take(radius - std::min(low, high), i, CollisionRecord<Dim>::kWall);
    }
    gas.boundary.for_obstacles(
        gas.box, state.time, state.position[i], state.position[i], radius,
        [&](const Obstacle<Dim>& obstacle, std::size_t /*index*/, const Vec<Dim>& shift) {
          if (obstacle.door) return;
          take(depth_in<Dim>(obstacle.shape, state.position[i] - shift, radius), i,
               CollisionRecord<Dim>::kWall);
        });
  }
  return deepest;
}

template std::unique_ptr<Engine<2>> make_engine(const Gas<2>&, const State<2>&,
                                                const EngineOptions&);
template std::unique_ptr<Engine<3>> make_engine(const Gas<3>&, const State<3>&,
                                                const EngineOptions&);
template State<2> grow_spheres(const Gas<2>&, const State<2>&, double, double,
                               const std::atomic<bool>*);
template State<3> grow_spheres(const Gas<3>&, const State<3>&, double, double,
                               const std::atomic<bool>*);
template Overlap deepest_overlap(const Gas<2>&, const State<2>&);
template Overlap deepest_overlap(const Gas<3>&, const State<3>&);

}  // namespace clausius
