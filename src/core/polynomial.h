#pragma once

#include <array>
#include <cmath>

#include "core/quadratic.h"

namespace clausius {

/// Σ c[k] t^k.
template <std::size_t Degree>
struct Polynomial {
  std::array<double, Degree + 1> c{};

  [[nodiscard]] double operator()(double t) const {
    double sum = c[Degree];
    for (std::size_t k = Degree; k-- > 0;) sum = sum * t + c[k];
    return sum;
  }
  [[nodiscard]] Polynomial<Degree - 1> derivative() const {
    Polynomial<Degree - 1> result;
    for (std::size_t k = 1; k <= Degree; ++k) result.c[k - 1] = static_cast<double>(k) * c[k];
    return result;
  }
};

namespace detail {

/// The root of p between `low` and `high`, where it has different signs (or is 0): exact to the
/// last place, on the side of `high`.
template <class Function>
double bracketed_root(const Function& p, double low, double high) {
  // Regula falsi and bisection alternately: the former is fast where p is almost linear, the latter
  // never fails.
  double at_low = p(low), at_high = p(high);
  if (at_low == 0) return low;
  for (int i = 0; i < 200; ++i) {
    double middle = low + (high - low) * (at_low / (at_low - at_high));
    if (i % 2 == 1 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    const double value = p(middle);
    if (std::signbit(value) == std::signbit(at_low) && value != 0) {
      low = middle;
      at_low = value;
    } else {
      high = middle;
      at_high = value;
      if (value == 0) break;
    }
  }
  return high;
}

/// Points where p changes its sign in (begin, end), ascending. @return their number
template <std::size_t Degree>
std::size_t sign_changes(const Polynomial<Degree>& p, double begin, double end,
                         std::array<double, Degree>& roots) {
  std::size_t count = 0;
  double low = begin;
  const auto look = [&](double high) {
    const double at_low = p(low), at_high = p(high);
    if ((at_low < 0 && at_high > 0) || (at_low > 0 && at_high < 0))
      roots[count++] = bracketed_root(p, low, high);
    else if (at_high == 0 && high < end && count < Degree)
      roots[count++] = high;
    low = high;
  };
  if constexpr (Degree > 1) {
    std::array<double, Degree - 1> turns;
    const std::size_t turning = sign_changes(p.derivative(), begin, end, turns);
    for (std::size_t i = 0; i < turning && count < Degree; ++i) look(turns[i]);
  }
  if (count < Degree) look(end);
  return count;
}

}  // namespace detail

/// The first time t from 0 to `end` with accepts(t) at which p falls through 0, or from which on it
/// decreases below; kNever if there is none: as first_descent() of parabolas, for any degree.
/// Between its turning points, which are found in the same way, p has at most one root.
template <std::size_t Degree, class Accepts>
double first_descent(const Polynomial<Degree>& p, double end, const Accepts& accepts) {
  std::array<double, Degree - 1> turns;
  const std::size_t turning = detail::sign_changes(p.derivative(), 0, end, turns);
  double low = 0;
  for (std::size_t i = 0; i <= turning; ++i) {
    const double high = i < turning ? turns[i] : end;
    const double at_low = p(low), at_high = p(high);
    if (at_high < at_low && at_high <= 0) {
      const double time = at_low <= 0 ? low : detail::bracketed_root(p, low, high);
      if (accepts(time)) return time;
    }
    low = high;
  }
  return kNever;
}

template <std::size_t Degree>
double first_descent(const Polynomial<Degree>& p, double end) {
  return first_descent(p, end, [](double /*time*/) { return true; });
}

}  // namespace clausius
