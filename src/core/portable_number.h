#pragma once

#include <cmath>
#include <compare>
#include <limits>
#include <ostream>
#include <type_traits>

#include "core/elementary.h"

namespace clausius::portable {

/// A double for templates of other libraries (Boost) that call the elementary functions
/// unqualified: argument-dependent look-up finds those of elementary.h.
class Number {
 public:
  constexpr Number() = default;
  template <class Arithmetic>
  requires std::is_arithmetic_v<Arithmetic>
  // Implicit, as for double: the templates write numbers of any type.
  constexpr Number(Arithmetic value) : value_(static_cast<double>(value)) {}

  template <class Arithmetic>
  requires std::is_arithmetic_v<Arithmetic>
  explicit constexpr operator Arithmetic() const { return static_cast<Arithmetic>(value_); }

  constexpr Number& operator+=(Number x) { return *this = value_ + x.value_; }
  constexpr Number& operator-=(Number x) { return *this = value_ - x.value_; }
  constexpr Number& operator*=(Number x) { return *this = value_ * x.value_; }
  constexpr Number& operator/=(Number x) { return *this = value_ / x.value_; }

  friend constexpr Number operator+(Number x) { return x; }
  friend constexpr Number operator-(Number x) { return -x.value_; }
  friend constexpr Number operator+(Number x, Number y) { return x.value_ + y.value_; }
  friend constexpr Number operator-(Number x, Number y) { return x.value_ - y.value_; }
  friend constexpr Number operator*(Number x, Number y) { return x.value_ * y.value_; }
  friend constexpr Number operator/(Number x, Number y) { return x.value_ / y.value_; }
  friend constexpr bool operator==(Number x, Number y) { return x.value_ == y.value_; }
  friend constexpr auto operator<=>(Number x, Number y) { return x.value_ <=> y.value_; }

  // For error messages.
  friend std::ostream& operator<<(std::ostream& to, Number x) { return to << x.value_; }

  [[nodiscard]] constexpr double value() const { return value_; }

 private:
  double value_ = 0;
};

inline Number sin(Number x) { return sin(x.value()); }
inline Number cos(Number x) { return cos(x.value()); }
inline Number tan(Number x) { return tan(x.value()); }
inline Number asin(Number x) { return asin(x.value()); }
inline Number acos(Number x) { return acos(x.value()); }
inline Number atan(Number x) { return atan(x.value()); }
inline Number sinh(Number x) { return sinh(x.value()); }
inline Number cosh(Number x) { return cosh(x.value()); }
inline Number tanh(Number x) { return tanh(x.value()); }
inline Number exp(Number x) { return exp(x.value()); }
inline Number expm1(Number x) { return expm1(x.value()); }
inline Number log(Number x) { return log(x.value()); }
inline Number log1p(Number x) { return log1p(x.value()); }
inline Number pow(Number x, Number exponent) { return pow(x.value(), exponent.value()); }

// Exact.
inline Number abs(Number x) { return std::abs(x.value()); }
inline Number fabs(Number x) { return std::abs(x.value()); }
inline Number sqrt(Number x) { return std::sqrt(x.value()); }
inline Number floor(Number x) { return std::floor(x.value()); }
inline Number ceil(Number x) { return std::ceil(x.value()); }
inline Number fmod(Number x, Number y) { return std::fmod(x.value(), y.value()); }
inline Number ldexp(Number x, int exponent) { return std::ldexp(x.value(), exponent); }
inline Number frexp(Number x, int* exponent) { return std::frexp(x.value(), exponent); }

}  // namespace clausius::portable

template <>
class std::numeric_limits<clausius::portable::Number> : public std::numeric_limits<double> {};
