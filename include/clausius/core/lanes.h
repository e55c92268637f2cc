#pragma once

#include <cmath>
#include <cstdint>

namespace clausius {

/// `kLanes` doubles treated at once: the widest vector register of the machine compiled for, as a
/// compiler vector type with +, −, ·, /, comparisons and ?: by element.
#if defined(__AVX512F__)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using LaneInts = std::int64_t __attribute__((vector_size(kLanes * sizeof(double))));

/// One code for one number and for a vector of them: the same operations in the same order, so
/// both give the same bits (square root and division are exact to rounding in IEEE 754).
inline double square_root(double x) { return std::sqrt(x); }
inline Lanes square_root(Lanes x) {
  Lanes result;
  for (int lane = 0; lane < kLanes; ++lane) result[lane] = __builtin_sqrt(x[lane]);
  return result;
}

inline double larger(double a, double b) { return a > b ? a : b; }
inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

/// Nearest integer, ties to even, for |x| < 2⁵¹: adding 1.5·2⁵² leaves no room for a fraction.
template <class Real>
Real nearest_integer(Real x) {
  constexpr double kShift = 6755399441055744.0;
  return (x + kShift) - kShift;
}

template <class Real>
Real broadcast(double x) {
  return Real{} + x;
}

}  // namespace clausius
