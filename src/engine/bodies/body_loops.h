#pragma once

#include <memory>

#include "engine/engine.h"

namespace clausius {

/// The event loops of rigid bodies. Each kind of neighbourhood is compiled in a source of its own,
/// separately for both dimensions; only those sources include body_loop.h.
/// @param cell_edge as of the neighbourhood
template <int Dim, template <int> class Neighbourhood>
std::unique_ptr<Engine<Dim>> make_body_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                            double cell_edge, Scheduler scheduler);

}  // namespace clausius
