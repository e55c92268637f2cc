#include "collision/shares.h"

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace clausius {

namespace {

using Precise = boost::multiprecision::cpp_bin_float_quad;

SplitNumber split(const Precise& x) {
  const auto high = static_cast<double>(x);
  return {high, static_cast<double>(x - high)};
}

/// 1/x; 0 for an infinite x.
Precise inverse(double x) { return std::isinf(x) ? Precise(0) : 1 / Precise(x); }

}  // namespace

// In pairs of doubles (Dekker 1971), because polydisperse gases need it in each collision.
MassShares::MassShares(double first_mass, double second_mass) {
  const double larger = std::max(first_mass, second_mass);
  const double smaller = std::min(first_mass, second_mass);
  const double whole = larger + smaller;
  const double rest = smaller - (whole - larger);  // what rounding took from the sum
  const auto share = [&](double mass) -> SplitNumber {
    const double quotient = mass / whole;
    const double left = std::fma(-quotient, whole, mass) - quotient * rest;
    const double correction = left / whole;
    const double high = quotient + correction;
    return {high, correction - (high - quotient)};
  };
  first = share(second_mass);
  second = share(first_mass);
}

RoughShares::RoughShares(const RoughSphere& first_sphere, const RoughSphere& second_sphere)
    : first_radius(first_sphere.radius), second_radius(second_sphere.radius) {
  const Precise first_turn = first_sphere.radius * inverse(first_sphere.moment);
  const Precise second_turn = second_sphere.radius * inverse(second_sphere.moment);
  const Precise turns = first_sphere.radius * first_turn + second_sphere.radius * second_turn;
  const Precise k = inverse(first_sphere.mass) + inverse(second_sphere.mass) + turns;
  first = split(inverse(first_sphere.mass) / k);
  second = split(inverse(second_sphere.mass) / k);
  first_spin = split(first_turn / k);
  second_spin = split(second_turn / k);
  mass = static_cast<double>(1 / k);
}

}  // namespace clausius
