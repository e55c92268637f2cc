#pragma once

/// Boost.Math's functions of these names, computed with elementary functions that give the same
/// bits on every machine (see core/elementary.h).
namespace clausius::portable {

[[nodiscard]] double gamma_p(double shape, double x);
[[nodiscard]] double gamma_q(double shape, double x);
[[nodiscard]] double gamma_p_inv(double shape, double p);
[[nodiscard]] double gamma_q_inv(double shape, double q);
[[nodiscard]] double tgamma_ratio(double x, double y);
[[nodiscard]] double digamma(double x);
[[nodiscard]] double beta(double a, double b);
[[nodiscard]] double ibeta(double a, double b, double x);
[[nodiscard]] double ibetac(double a, double b, double x);
[[nodiscard]] double cyl_bessel_i(double order, double x);

}  // namespace clausius::portable
