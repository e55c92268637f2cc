#include "engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "clausius/core/errors.h"
#include "collision/obstacle.h"
#include "core/elementary.h"
#include "engine/body_loop.h"
#include "engine/event_loops.h"
#include "engine/kinds.h"
#include "engine/time_step.h"

namespace clausius {

namespace {

// Edge of cells that hold this many particles on average.
template <int Dim>
double edge_for(double per_cell, const Gas<Dim>& gas, std::size_t particles) {
  const auto count = static_cast<double>(std::max<std::size_t>(particles, 1));
  return portable::pow(per_cell * gas.box.volume() / count, 1.0 / Dim);
}

// Cell edge for the density. Dense gas: as small as possible, because searches dominate the cost.
// Dilute gas: crossings dominate (0.675/(n σ² L) per collision), so about one particle per cell.
// Measured; the optimum is flat.
template <int Dim>
double automatic_edge(const Gas<Dim>& gas, std::size_t particles) {
  return edge_for(Dim == 3 ? 0.5 : 1.0, gas, particles);
}

// Edge of overlapping cells; 0 if the overlap would be so large a part of the edge that they would
// not pay (measured), or if they were so few that the nearest image need not be the one that is
// hit.
template <int Dim>
double overlapping_edge(const Gas<Dim>& gas, std::size_t particles) {
  constexpr double kPerCell = 3.5;  // including those in the overlap
  constexpr double kLeastDiameters = Dim == 3 ? 2 : 3.2;
  const double largest = largest_contact_distance(gas);
  const double edge = edge_for(kPerCell, gas, particles) - largest;
  if (edge < kLeastDiameters * largest) return 0;
  for (int k = 0; k < Dim; ++k)
    if (gas.box.periodic[k] && gas.box.size[k] < 5 * edge) return 0;
  return edge;
}

template <int Dim>
double cell_edge(const Gas<Dim>& gas, std::size_t particles, double requested) {
  const double largest = largest_contact_distance(gas);
  const double wanted = requested > 0 ? requested * largest : automatic_edge(gas, particles);
  return std::max(wanted, kWider * largest);
}

// One grid level for each class of diameters, if smaller particles would find their partners in
// cells of half the edge. One level if an edge is requested.
template <int Dim>
CellPlan plan_cells(const Gas<Dim>& gas, std::size_t particles, double requested) {
  constexpr double kLevelRatio = 2;
  const double coarsest = cell_edge(gas, particles, requested);
  CellPlan plan{{coarsest}};
  if (requested > 0 || gas.boundary.is_sheared()) return plan;
  plan.excess = largest_excess(gas);
  std::vector<double> diameters;
  for (const auto& species : gas.species) {
    diameters.push_back(
        std::min(species.greatest_diameter() + plan.excess, largest_contact_distance(gas)));
    for (double part = diameters.back() / kLevelRatio;
         part > species.least_diameter() + plan.excess; part /= kLevelRatio)
      diameters.push_back(part * (1 - 1e-9));
  }
  std::sort(diameters.begin(), diameters.end(), std::greater<>{});
  const double sparse = automatic_edge(gas, particles);
  plan.least_edges = {kWider * diameters.front()};
  for (const double diameter : diameters) {
    const double edge = std::max(kWider * diameter, sparse);
    if (edge * kLevelRatio <= plan.least_edges.front())
      plan.least_edges.insert(plan.least_edges.begin(), edge);
  }
  if (plan.least_edges.size() == 1) {
    plan.least_edges = {coarsest};
    plan.diameter = diameters.front();
    plan.overlapping_edge = overlapping_edge(gas, particles);
  }
  return plan;
}

template <int Dim>
bool nearest_image_holds(const Gas<Dim>& gas, const CellPlan& cells, std::size_t particles) {
  return CellGrid<Dim>(gas.box, cells.least_edges.back(), particles).nearest_image_holds();
}

}  // namespace

template <int Dim>
std::unique_ptr<Engine<Dim>> make_engine(const Gas<Dim>& gas, const State<Dim>& start,
                                         const EngineOptions& options) {
  if (options.mode == Mode::time_step)
    return std::make_unique<TimeStepper<Dim>>(gas, start, options.time_step);
  if (!gas.bodies.empty())
    return make_body_engine(gas, start, cell_edge(gas, start.size(), options.cell_edge), options);
  const CellPlan cells = plan_cells(gas, start.size(), options.cell_edge);
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
  const CellPlan cells = plan_cells(still, start.size(), 0);
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
