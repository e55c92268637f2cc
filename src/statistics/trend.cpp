#include "clausius/statistics/trend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "core/numbers.h"
#include "statistics/moments.h"

namespace clausius {

namespace {

constexpr std::size_t kGroups = 10, kFewest = 8;
// A smaller change would be that of rounding.
constexpr double kLeastChange = 1e-6;

// Whether each of the values is larger than all before it, or smaller: in all pairs of them, except
// for one pair of ten values. (Kendall's sum of signs.)
bool is_monotonic(const std::vector<double>& values) {
  int rising = 0, falling = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      rising += values[j] > values[i] ? 1 : 0;
      falling += values[j] < values[i] ? 1 : 0;
    }
  const int pairs = static_cast<int>(values.size() * (values.size() - 1) / 2);
  const int exceptions = values.size() == kGroups ? 1 : 0;
  return std::max(rising, falling) >= pairs - exceptions;
}

double sum_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Whether a value lies farther from others than their scatter allows: than eleven of their standard
// deviations, for ten normal values by chance once in 4 × 10⁵ times.
bool is_far_from(double value, std::span<const double> others) {
  constexpr double kFar = 11;
  const auto count = static_cast<double>(others.size());
  const double mean = sum_of(others) / count;
  double squares = 0;
  for (const double other : others) squares += (other - mean) * (other - mean);
  return squares > 0 && std::abs(value - mean) > kFar * std::sqrt(squares / (count - 1));
}

// Standard error of the mean of `averaged` values, from the second differences of `values`, which a
// straight line does not raise.
std::optional<double> error_beside_line(std::span<const double> values, std::size_t averaged) {
  double squares = 0;
  for (std::size_t i = 1; i + 1 < values.size(); ++i) {
    const double bend = values[i - 1] - 2 * values[i] + values[i + 1];
    squares += bend * bend / 6;
  }
  const auto bends = static_cast<double>(values.size()) - 2;
  if (bends < 3) return std::nullopt;
  return std::sqrt(squares / bends / static_cast<double>(averaged));
}

// As the public functions, with first and last values over `at_ends` intervals; 0: a fiftieth.
std::optional<Trend> trend_of(std::vector<double> a, std::vector<double> b, std::size_t at_ends) {
  std::vector<double> ratios;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(b[i] > 0)) continue;
    a[kept] = a[i];
    b[kept++] = b[i];
    ratios.push_back(a[i] / b[i]);
  }
  a.resize(kept);
  b.resize(kept);
  if (kept < kFewest) return std::nullopt;
  const std::span<const double> over(a), under(b), each(ratios);
  const auto mean = [&](std::size_t begin, std::size_t count) {
    return sum_of(over.subspan(begin, count)) / sum_of(under.subspan(begin, count));
  };
  const auto groups_of = [&](std::size_t many) {
    std::vector<double> groups;
    for (std::size_t g = 0; g < many; ++g) {
      const std::size_t begin = g * kept / many;
      groups.push_back(mean(begin, (g + 1) * kept / many - begin));
    }
    return groups;
  };
  constexpr std::size_t kShort = 50, kAround = 12;
  const std::size_t stretch = at_ends > 0 ? at_ends : std::max<std::size_t>(1, kept / kShort);
  const std::size_t around = std::min(kept, std::max(kAround, 3 * stretch));
  Trend trend;
  trend.first = {mean(0, stretch), error_beside_line(each.first(around), stretch)};
  trend.last = {mean(kept - stretch, stretch), error_beside_line(each.last(around), stretch)};
  std::vector<double> groups = groups_of(std::min(kGroups, kept));
  bool changes = is_monotonic(groups);
  if (!changes && kept >= 2 * kGroups) {
    groups = groups_of(2 * kGroups);
    const std::span<const double> all(groups);
    changes = is_far_from(groups.front(), all.last(kGroups)) ||
              is_far_from(groups.back(), all.first(kGroups));
  }
  const double change = std::abs(groups.back() - groups.front());
  trend.steady =
      !changes || change <= kLeastChange * std::max(std::abs(groups.back()), std::abs(groups[0]));
  return trend;
}

}  // namespace

Trend& Trend::operator*=(double factor) {
  for (StretchValue* one : {&first, &last}) {
    one->value *= factor;
    if (one->error) *one->error *= std::abs(factor);
  }
  return *this;
}

Trend Trend::inverse() const {
  Trend result = *this;
  for (StretchValue* one : {&result.first, &result.last}) {
    if (one->error) *one->error /= one->value * one->value;
    one->value = 1 / one->value;
  }
  return result;
}

std::string Trend::words() const {
  constexpr int kDigits = 4;
  return fmt::format("goes from {} to {}", short_text(first.value, kDigits),
                     short_text(last.value, kDigits));
}

std::optional<Trend> trend_of(const std::vector<double>& a, const std::vector<double>& b) {
  return trend_of(a, b, 0);
}

std::optional<Trend> trend_of(const std::vector<double>& series, bool smooth) {
  return trend_of(series, std::vector<double>(series.size(), 1.0), smooth ? 1 : 0);
}

std::optional<Trend> joined_trend(const std::vector<std::optional<Trend>>& runs) {
  RunningMoments first, last;
  std::size_t steady = 0;
  for (const std::optional<Trend>& one : runs) {
    if (!one) return std::nullopt;
    first.add(one->first.value);
    last.add(one->last.value);
    steady += one->steady ? 1 : 0;
  }
  return Trend{2 * steady >= runs.size(),
               {first.mean(), first.standard_error()},
               {last.mean(), last.standard_error()}};
}

}  // namespace clausius
