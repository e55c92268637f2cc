#pragma once

/// Elementary functions of the library, in place of the C library's, whose last bits differ between
/// versions and processors: in a gas that is a different trajectory after some collisions. These
/// give the same bits on every machine (from SLEEF, which is designed for that; operations that
/// IEEE 754 rounds exactly, such as std::sqrt, std::fma, std::fmod, std::floor and std::ldexp, do
/// not need them). Errors are at most 1 unit in the last place, for `erfc` 1.5.
namespace clausius::portable {

struct SineAndCosine {
  double sine, cosine;
};

[[nodiscard]] double sin(double x);
[[nodiscard]] double cos(double x);
/// Both at less than the cost of one, because this is called most often: errors up to 3.5 units in
/// the last place (1.5 was the largest among four million angles below 32).
[[nodiscard]] SineAndCosine sincos(double x);
[[nodiscard]] double tan(double x);
[[nodiscard]] double asin(double x);
[[nodiscard]] double acos(double x);
[[nodiscard]] double atan(double x);
[[nodiscard]] double atan2(double y, double x);
[[nodiscard]] double sinh(double x);
[[nodiscard]] double cosh(double x);
[[nodiscard]] double tanh(double x);
[[nodiscard]] double exp(double x);
[[nodiscard]] double expm1(double x);
[[nodiscard]] double log(double x);
[[nodiscard]] double log1p(double x);
[[nodiscard]] double log10(double x);
[[nodiscard]] double pow(double x, double exponent);
[[nodiscard]] double cbrt(double x);
[[nodiscard]] double hypot(double x, double y);
[[nodiscard]] double erf(double x);
[[nodiscard]] double erfc(double x);
[[nodiscard]] double tgamma(double x);
[[nodiscard]] double lgamma(double x);

/// Power with an integer exponent, by products, each rounded.
[[nodiscard]] constexpr double pow(double x, int exponent) {
  double result = 1;
  for (unsigned left = exponent < 0 ? 0U - static_cast<unsigned>(exponent)
                                    : static_cast<unsigned>(exponent);
       left != 0; left /= 2, x *= x)
    if (left % 2 != 0) result *= x;
  return exponent < 0 ? 1 / result : result;
}

/// The largest power of two that is not above x. @pre x is positive and finite
[[nodiscard]] double power_of_two_below(double x);

}  // namespace clausius::portable
