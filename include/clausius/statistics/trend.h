#pragma once

#include <optional>
#include <string>
#include <vector>

namespace clausius {

/// A value over a short stretch of a run, with one standard error if that is known.
struct StretchValue {
  double value = 0;
  std::optional<double> error;
};

/// Whether a quantity is steady over a run, and its values at the beginning and at the end.
struct Trend {
  bool steady = true;
  StretchValue first, last;

  /// The trend of the same quantity in another unit.
  Trend& operator*=(double factor);
  friend Trend operator*(Trend trend, double factor) { return trend *= factor; }
  /// The trend of the reciprocal of the quantity.
  [[nodiscard]] Trend inverse() const;
  /// "goes from 1 to 0.36", of a quantity that changes.
  [[nodiscard]] std::string words() const;
};

/// Whether a trend is known, and the quantity not steady.
inline bool changes(const std::optional<Trend>& trend) { return trend && !trend->steady; }

/// The trend of Σ a/Σ b over the intervals of a run. A quantity is not steady if its means over
/// tenths of the run rise, or fall, all the time, except for one pair of them at most (of white
/// noise one in 2 × 10⁵ series does so; Mann, Econometrica 13 (1945) 245), or if the first
/// twentieth lies far from all in the other half, or the last one. First and last are means over a
/// fiftieth of the run, with errors from the scatter of intervals beside a straight line. Empty for
/// fewer than eight intervals.
std::optional<Trend> trend_of(const std::vector<double>& a, const std::vector<double>& b);

/// The trend of a series of values at the samples of a run.
/// @param smooth whether its values are known without error: first and last are then single values
std::optional<Trend> trend_of(const std::vector<double>& series, bool smooth = false);

/// The trend of the mean over independent runs, with errors from their scatter: steady if at least
/// half of the runs are. Empty if that of any run is not known.
std::optional<Trend> joined_trend(const std::vector<std::optional<Trend>>& runs);

}  // namespace clausius
