#include "report/readable_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/numbers.h"

namespace clausius {

namespace {

struct Prefix {
  std::string_view symbol;
  double size;
};

constexpr std::array kPrefixes{Prefix{"z", 1e-21}, Prefix{"a", 1e-18}, Prefix{"f", 1e-15},
                               Prefix{"p", 1e-12}, Prefix{"n", 1e-9},  Prefix{"µ", 1e-6},
                               Prefix{"m", 1e-3},  Prefix{"", 1},      Prefix{"k", 1e3},
                               Prefix{"M", 1e6},   Prefix{"G", 1e9},   Prefix{"T", 1e12}};
// Units whose first letter takes the prefix.
constexpr std::array<std::string_view, 9> kFirst{"s", "m",    "m/s",     "J",  "Pa",
                                                 "W", "Pa s", "W/(m K)", "N/m"};
// Units whose square takes the prefix.
constexpr std::array<std::string_view, 2> kSquared{"m^2", "m^2/s"};
// Inverse units: the unit in the denominator takes the prefix.
constexpr std::array<std::string_view, 3> kInverse{"1/s", "1/m", "s/m"};

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

ReadableUnit readable_unit(double value, const std::string& unit) {
  const double magnitude = std::abs(value);
  const bool is_inverse = contains(kInverse, unit), is_squared = contains(kSquared, unit);
  if (!(magnitude > 0) || !std::isfinite(magnitude) ||
      !(is_inverse || is_squared || contains(kFirst, unit)))
    return {1, unit};
  // A number that is displayed as 1 counts as 1.
  constexpr double kOne = 1 - 1e-9;
  if (is_inverse) {
    // The smallest part of a unit of time or length in which the number is 1 or more.
    const double largest = unit == "s/m" ? 1e3 : 1;  // as for km/s
    const std::size_t below = unit.find('/') + 1;
    for (const Prefix& one : kPrefixes)
      if (one.size <= largest && magnitude * one.size >= kOne)
        return {one.size,
                fmt::format("{}{}{}", unit.substr(0, below), one.symbol, unit.substr(below))};
    return {1, unit};
  }
  const bool is_time = unit == "s";  // kiloseconds are not used
  const auto size = [is_squared](const Prefix& one) {
    return is_squared ? one.size * one.size : one.size;
  };
  const Prefix* best = kPrefixes.data();
  for (const Prefix& one : kPrefixes)
    if (magnitude >= kOne * size(one) && !(is_time && one.size > 1)) best = &one;
  return {1 / size(*best), fmt::format("{}{}", best->symbol, unit)};
}

std::string text_with_unit(double value, const std::string& unit) {
  if (unit == "1" || unit == "reduced") return short_text(value);
  const ReadableUnit readable = readable_unit(value, unit);
  return fmt::format("{} {}", short_text(value * readable.factor), readable.name);
}

}  // namespace clausius
