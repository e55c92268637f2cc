#include "core/elementary.h"

#include <sleef.h>

#include <cmath>

// SLEEF's `cinz` functions give the same bits for every compilation target, and `purec` are those
// for one number in plain C; functions that select code by the processor are not used.
namespace clausius::portable {

double sin(double x) { return Sleef_cinz_sind1_u10purec(x); }
double cos(double x) { return Sleef_cinz_cosd1_u10purec(x); }

SineAndCosine sincos(double x) {
  const auto [sine, cosine] = Sleef_cinz_sincosd1_u35purec(x);
  return {sine, cosine};
}

double tan(double x) { return Sleef_cinz_tand1_u10purec(x); }
double asin(double x) { return Sleef_cinz_asind1_u10purec(x); }
double acos(double x) { return Sleef_cinz_acosd1_u10purec(x); }
double atan(double x) { return Sleef_cinz_atand1_u10purec(x); }
double atan2(double y, double x) { return Sleef_cinz_atan2d1_u10purec(y, x); }
double sinh(double x) { return Sleef_cinz_sinhd1_u10purec(x); }
double cosh(double x) { return Sleef_cinz_coshd1_u10purec(x); }
double tanh(double x) { return Sleef_cinz_tanhd1_u10purec(x); }
double exp(double x) { return Sleef_cinz_expd1_u10purec(x); }
double expm1(double x) { return Sleef_cinz_expm1d1_u10purec(x); }
double log(double x) { return Sleef_cinz_logd1_u10purec(x); }
double log1p(double x) { return Sleef_cinz_log1pd1_u10purec(x); }
double log10(double x) { return Sleef_cinz_log10d1_u10purec(x); }
double pow(double x, double exponent) { return Sleef_cinz_powd1_u10purec(x, exponent); }
double cbrt(double x) { return Sleef_cinz_cbrtd1_u10purec(x); }
double hypot(double x, double y) { return Sleef_cinz_hypotd1_u05purec(x, y); }
double erf(double x) { return Sleef_cinz_erfd1_u10purec(x); }
double erfc(double x) { return Sleef_cinz_erfcd1_u15purec(x); }
double tgamma(double x) { return Sleef_cinz_tgammad1_u10purec(x); }
double lgamma(double x) { return Sleef_cinz_lgammad1_u10purec(x); }

double power_of_two_below(double x) { return std::ldexp(1.0, std::ilogb(x)); }

}  // namespace clausius::portable
