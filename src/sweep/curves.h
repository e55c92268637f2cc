#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/figures.h"

namespace clausius {

/// A figure of a sweep: an observable over a varied key, a curve for each value of another.
struct CurveChoice {
  std::string x;                  ///< a varied key, or its last part
  std::string y;                  ///< an observable
  std::optional<std::string> by;  ///< another varied key; unset: all others together
};

/// Draws the figure from `study.toml` and `summary.csv` in the folder of a sweep, into its
/// `figures/`.
/// @throws InputError if that is no folder of a sweep with results, or has no such curves
Figure draw_curves(const std::filesystem::path& folder, const CurveChoice& choice,
                   FigureFormat format, FigureStyle style = FigureStyle::slide,
                   const StopDrawing& stop = {});

/// The most informative figures of the sweep: over its first key with numbers, the observables that
/// its study checks and on which its errors and points depend, otherwise the first ones with
/// theory.
std::vector<CurveChoice> main_curves(const std::filesystem::path& folder);

}  // namespace clausius
