#pragma once

#include <vector>

#include "clausius/report/run_folder.h"
#include "report/figures/figures.h"
#include "sweep/compare/comparison.h"

namespace clausius {

/// Draws what the runs of a comparison have measured over each other, each with its theory, into
/// the `figures/` of `folder`: histograms, profiles and courses of runs, and of sweeps and series
/// the most informative observables over the key that all of them vary.
std::vector<Figure> draw_comparison(const RunComparison& comparison, const RunFolder& folder,
                                    FigureFormat format, FigureStyle style,
                                    const StopDrawing& stop);

}  // namespace clausius
