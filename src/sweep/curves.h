#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/figures/figures.h"
#include "sweep/points.h"

namespace clausius {

/// A figure of a sweep or a series: an observable over a varied key, a curve for each value of
/// another.
struct CurveChoice {
  std::string x;                  ///< a varied key, or its last part; empty: the only one there is
  std::string y;                  ///< an observable
  std::optional<std::string> by;  ///< another varied key; unset: all others together
  std::vector<std::string> references{};  ///< names of reference_lines()
  /// The axes that are logarithmic: "x", "y", "xy" or "none"; "auto": those with most points at
  /// the lower end of a wide range.
  std::string log = "auto";
};

/// Results of which curves are drawn.
struct CurveSource {
  std::filesystem::path folder;  ///< folder of a sweep or of a run with a series
  std::string name;              ///< first part of the names of its curves; empty: none
};

/// Draws the figure from `study.toml` and the table of results in each folder, into the `figures/`
/// of `files`.
/// @throws InputError if a folder has no results of a sweep or a series, or no such curves
Figure draw_curves(const RunFolder& files, const std::vector<CurveSource>& sources,
                   const CurveChoice& choice, FigureFormat format,
                   FigureStyle style = FigureStyle::slide, const StopDrawing& stop = {});

/// Draws the figure of one sweep into its own folder.
Figure draw_curves(const std::filesystem::path& folder, const CurveChoice& choice,
                   FigureFormat format, FigureStyle style = FigureStyle::slide,
                   const StopDrawing& stop = {});

/// The observables of the most informative figures of a sweep or series: those that its study
/// checks or shows and on which its errors and points depend, otherwise the first ones with theory.
std::vector<std::string> main_observables(const PointTable& points);

/// The figures of these observables over the first key with numbers.
std::vector<CurveChoice> main_curves(const std::filesystem::path& folder);

}  // namespace clausius
