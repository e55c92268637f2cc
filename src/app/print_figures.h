#pragma once

#include <vector>

#include "report/figures/figures.h"

namespace clausius::app {

/// Prints where the figures are, prints those that are text, and reports why a figure was not
/// drawn.
/// @return the exit code
int print_figures(const std::vector<Figure>& figures, FigureFormat format);

}  // namespace clausius::app
