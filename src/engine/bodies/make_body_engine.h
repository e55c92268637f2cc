#pragma once

#include <memory>

#include "engine/engine.h"

namespace clausius {

/// The event loop of rigid bodies, among them spheres.
/// @param cell_edge least edge of a cell, at least the diameter of the largest bounding sphere
/// @pre every edge of the box is at least two of these diameters on periodic axes; no two bodies
///      overlap by more than rounding
template <int Dim>
std::unique_ptr<Engine<Dim>> make_body_engine(const Gas<Dim>& gas, const State<Dim>& start,
                                              double cell_edge, const EngineOptions& options);

}  // namespace clausius
