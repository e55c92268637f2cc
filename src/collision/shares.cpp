#include "collision/shares.h"

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
