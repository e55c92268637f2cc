#pragma once

#include <string>

#include "sweep/points.h"

namespace clausius {

/// The points of a sweep for reading on a terminal, a row each: its keys, and the observables that
/// are checked or asked for (otherwise the first ones) with error, theory and z.
std::string points_text(const PointTable& points, bool colour);

}  // namespace clausius
