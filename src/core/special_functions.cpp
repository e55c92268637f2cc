#include "core/special_functions.h"

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include "core/portable_number.h"

namespace clausius::portable {

double gamma_p(double shape, double x) {
  return boost::math::gamma_p(Number(shape), Number(x)).value();
}
double gamma_q(double shape, double x) {
  return boost::math::gamma_q(Number(shape), Number(x)).value();
}
double gamma_p_inv(double shape, double p) {
  return boost::math::gamma_p_inv(Number(shape), Number(p)).value();
}
double gamma_q_inv(double shape, double q) {
  return boost::math::gamma_q_inv(Number(shape), Number(q)).value();
}
double tgamma_ratio(double x, double y) {
  return boost::math::tgamma_ratio(Number(x), Number(y)).value();
}
double digamma(double x) { return boost::math::digamma(Number(x)).value(); }
double beta(double a, double b) { return boost::math::beta(Number(a), Number(b)).value(); }
double ibeta(double a, double b, double x) {
  return boost::math::ibeta(Number(a), Number(b), Number(x)).value();
}
double ibetac(double a, double b, double x) {
  return boost::math::ibetac(Number(a), Number(b), Number(x)).value();
}
double cyl_bessel_i(double order, double x) {
  return boost::math::cyl_bessel_i(Number(order), Number(x)).value();
}

}  // namespace clausius::portable
