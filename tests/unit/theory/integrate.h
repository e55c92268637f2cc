#pragma once

#include <boost/math/quadrature/gauss_kronrod.hpp>

namespace clausius {

/// ∫ f(x) dx over [from, to], good to about 1e-10 for smooth f.
template <typename Function>
double integrate(Function f, double from, double to) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(f, from, to, 12, 1e-11);
}

}  // namespace clausius
