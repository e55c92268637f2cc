#pragma once

#include <vector>

#include "report/figures.h"

namespace clausius::app {

/// Says where the figures are, prints those that are text, and says why one was not drawn.
/// @return the exit code
int print_figures(const std::vector<Figure>& figures, FigureFormat format);

}  // namespace clausius::app
