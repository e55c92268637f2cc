#include "theory/fluid/rigid_fluid.h"

namespace clausius {

RigidFluid::RigidFluid(double second, std::optional<double> third)
    : alpha_((second - 1) / 3), convex_(!third) {
  first_ = 3 * alpha_ - 2;
  second_ = third ? *third - 3 * first_ - 6 : alpha_ * alpha_ + alpha_ - 1;
  third_ = -alpha_ * (5 * alpha_ - 4);
}

double RigidFluid::excess(double phi) const {
  const double rest = 1 - phi;
  // 1 − (1 − φ)³ = φ (3 − 3φ + φ²), so that no digits are lost in dilute gases.
  return phi * (first_ + 3 + phi * (second_ - 3 + phi * (third_ + 1))) / (rest * rest * rest);
}

double RigidFluid::contact_value(double phi) const {
  return phi == 0 ? 1 : excess(phi) / ((3 * alpha_ + 1) * phi);
}

double RigidFluid::uncertainty(double phi) const {
  return phi * (convex_ ? 0.01 + 0.05 * (alpha_ - 1) : 1.3 * phi);
}

double RigidFluid::finite_factor(double phi, double particles) const {
  if (phi == 0) return 1;
  // φZ = q/(1 − φ)³ and its derivatives.
  const double rest = 1 - phi;
  const double q = phi * (1 + phi * (first_ + phi * (second_ + phi * third_)));
  const double q1 = 1 + phi * (2 * first_ + phi * (3 * second_ + phi * 4 * third_));
  const double q2 = 2 * first_ + phi * (6 * second_ + phi * 12 * third_);
  const double slope = q1 * rest + 3 * q;                                  // over (1 − φ)⁴
  const double bend = (q2 * rest * rest + 6 * q1 * rest + 12 * q) / rest;  // over (1 − φ)⁴
  return 1 - phi / (2 * particles) * bend / slope / excess(phi);
}

}  // namespace clausius
