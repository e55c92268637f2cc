#pragma once

#include <memory>

#include "engine/cells/grid_levels.h"
#include "engine/engine.h"
#include "engine/spheres/search.h"

namespace clausius {

/// The event loops for spheres (Dim = 3) and disks (Dim = 2). Each kind is compiled in a source of
/// its own, separately for both dimensions; only those sources include event_loop.h.
struct LoopChoice {
  Scheduler scheduler;
  bool nearest_image_holds;  ///< if false, a search tests every image
};

/// Periodic boxes and plain walls. In plain_spheres.cpp and plain_disks.cpp.
template <int Dim>
std::unique_ptr<Engine<Dim>> make_plain_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                             const CellPlan& cells, const LoopChoice& choice);

/// Walls that move or are thermal, obstacles, gravity, shear. In bounded_spheres.cpp and
/// bounded_disks.cpp.
template <int Dim>
std::unique_ptr<Engine<Dim>> make_bounded_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                               const CellPlan& cells, const LoopChoice& choice);

/// Cells that overlap, for dilute gases. In dilute_spheres.cpp and dilute_disks.cpp.
template <int Dim>
std::unique_ptr<Engine<Dim>> make_dilute_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                              const CellPlan& cells);

/// On several threads, see ThreadedLoop; as make_plain_loop() and make_bounded_loop(), without
/// shear. In engine/threads/.
/// @return none if fewer than two regions fit into the box
template <int Dim>
std::unique_ptr<Engine<Dim>> make_threaded_plain_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                                      const CellPlan& cells, std::size_t threads,
                                                      double window);
template <int Dim>
std::unique_ptr<Engine<Dim>> make_threaded_bounded_loop(const Gas<Dim>& gas,
                                                        const State<Dim>& start,
                                                        const CellPlan& cells, std::size_t threads,
                                                        double window);

/// Pairs with a potential of steps. In potential_spheres.cpp and potential_disks.cpp.
template <int Dim>
std::unique_ptr<Engine<Dim>> make_potential_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                                 const CellPlan& cells, Scheduler scheduler);

/// Particles with growing diameters. In plain_spheres.cpp and plain_disks.cpp.
template <int Dim>
std::unique_ptr<Engine<Dim>> make_growing_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                               const CellPlan& cells, const Growth& growth,
                                               bool nearest_image_holds);

}  // namespace clausius
