#include "engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>

#include "clausius/core/errors.h"
#include "engine/bodies/make_body_engine.h"
#include "engine/cells/cell_plan.h"
#include "engine/spheres/event_loops.h"
#include "engine/steps/time_step.h"
#include "engine/threads/region_map.h"

namespace clausius {

namespace {

// Threads that the options ask for: without a number one for each core, as far as a thread has so
// many particles that sharing pays.
std::size_t wanted_threads(const EngineOptions& options, std::size_t particles) {
  constexpr std::size_t kParticles = 100000;
  if (options.threads) return static_cast<std::size_t>(*options.threads);
  return std::min<std::size_t>(std::thread::hardware_concurrency(), particles / kParticles);
}

// What several threads do not know how to share; empty if nothing of it is in the gas.
template <int Dim>
std::string_view not_shared(const Gas<Dim>& gas, const State<Dim>& start, const CellPlan& cells,
                            const EngineOptions& options) {
  if (options.scheduler != Scheduler::calendar) return "the scheduler is not the calendar";
  if (gas.has_steps()) return "pairs have a potential";
  if (gas.boundary.is_sheared()) return "the box is sheared";
  if (gas.is_rough() || gas.has_reservoirs()) return "particles rotate or have reservoirs";
  if (gas.is_polydisperse()) return "each particle has a diameter of its own";
  if (cells.least_edges.size() != 1 || !cells.wide.empty())
    return "diameters are so different that cells have several sizes";
  if (!nearest_image_holds(gas.box, cells, start.size())) return "the box has few cells";
  return {};
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
  if (gas.has_steps()) return make_potential_loop(gas, start, cells, options.scheduler);
  if (const std::size_t threads = wanted_threads(options, start.size());
      threads > 1 && not_shared(gas, start, cells, options).empty())
    if (auto loop = gas.boundary.is_plain()
                        ? make_threaded_plain_loop(gas, start, cells, threads, options.window)
                        : make_threaded_bounded_loop(gas, start, cells, threads, options.window))
      return loop;
  if (gas.boundary.is_plain() && options.scheduler == Scheduler::calendar &&
      cells.overlapping_edge > 0)
    return make_dilute_loop(gas, start, cells);
  const LoopChoice choice{options.scheduler, nearest_image_holds(gas.box, cells, start.size())};
  if (gas.boundary.is_plain()) return make_plain_loop(gas, start, cells, choice);
  return make_bounded_loop(gas, start, cells, choice);
}

template <int Dim>
std::string why_fewer_threads(const Gas<Dim>& gas, const State<Dim>& start,
                              const EngineOptions& options) {
  const std::size_t wanted = wanted_threads(options, start.size());
  if (wanted <= 1) return {};
  if (options.mode == Mode::time_step) return "steps are carried out by one";
  if (!gas.bodies.empty()) return "rigid bodies are moved by one";
  const CellPlan cells = plan_cells(gas, start, options.cell_edge);
  if (const std::string_view why = not_shared(gas, start, cells, options); !why.empty())
    return std::string(why) + ", which only one knows";
  const RegionMap<Dim> map(gas.box, cells_of(gas.box, cells, start.size()).front(), wanted);
  if (map.regions() == wanted) return {};
  return fmt::format("the box, in which a thread needs {} cells across, has room for {}",
                     RegionMap<Dim>::kLeastLayers, map.regions());
}

template <int Dim>
State<Dim> grow_spheres(const Gas<Dim>& gas, const State<Dim>& start, double scale,
                        double growth_rate, const std::atomic<bool>* interrupt) {
  Gas<Dim> still = gas;  // between walls at rest, in a box that is not sheared
  still.boundary = {};
  still.pair_steps.clear();
  const CellPlan cells = plan_cells(still, start, 0);
  const Growth growth{scale, growth_rate};
  State<Dim> from = start;
  from.time = 0;
  const auto loop = make_growing_loop(still, from, cells, growth,
                                      nearest_image_holds(still.box, cells, start.size()));
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

template std::unique_ptr<Engine<2>> make_engine(const Gas<2>&, const State<2>&,
                                                const EngineOptions&);
template std::unique_ptr<Engine<3>> make_engine(const Gas<3>&, const State<3>&,
                                                const EngineOptions&);
template std::string why_fewer_threads(const Gas<2>&, const State<2>&, const EngineOptions&);
template std::string why_fewer_threads(const Gas<3>&, const State<3>&, const EngineOptions&);
template State<2> grow_spheres(const Gas<2>&, const State<2>&, double, double,
                               const std::atomic<bool>*);
template State<3> grow_spheres(const Gas<3>&, const State<3>&, double, double,
                               const std::atomic<bool>*);

}  // namespace clausius
