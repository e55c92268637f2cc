#pragma once

#include <algorithm>
#include <cmath>

namespace clausius {

/// A number known to twice the digits of a double: the sum of two doubles.
///
/// A constant that is rounded once and used in every collision favours one side in each of them:
/// the energy of a mixture of masses 1:2 then drifts by 1e-17 of itself per collision. Multiplied
/// in this way, only the product is rounded, whose rounding has no preferred sign.
struct SplitNumber {
  double high = 0, low = 0;

  [[nodiscard]] double times(double x) const { return std::fma(x, high, x * low); }
  /// The number times x/divisor, rounded once. Where the number is nearly a simple fraction, such
  /// as 5/7, its product with x is always within the same few parts of a double, so that what it
  /// differs from the fraction would be lost by rounding; not so where the divisor varies.
  /// @param inverse 1/divisor, rounded
  [[nodiscard]] double times_ratio(double x, double divisor, double inverse) const {
    const double product = x * high;
    const double rest = std::fma(x, high, -product) + x * low;
    const double quotient = product * inverse;
    return std::fma(std::fma(-quotient, divisor, product) + rest, inverse, quotient);
  }
  /// Each component of a vector multiplied by the number.
  template <class Vector>
  [[nodiscard]] Vector times(const Vector& x) const {
    Vector product;
    for (int k = 0; k < x.size(); ++k) product[k] = times(static_cast<double>(x[k]));
    return product;
  }
  template <class Vector>
  [[nodiscard]] Vector times_ratio(const Vector& x, double divisor, double inverse) const {
    Vector product;
    for (int k = 0; k < x.size(); ++k) product[k] = times_ratio(x[k], divisor, inverse);
    return product;
  }
};

/// Parts that two spheres take of a change of their relative velocity: m_j/(m_i + m_j) of the first
/// and m_i/(m_i + m_j) of the second, which add up to 1.
struct MassShares {
  SplitNumber first, second;

  MassShares() = default;
  /// In pairs of doubles (Dekker, Numer. Math. 18 (1971) 224), because polydisperse gases need it
  /// in each collision.
  MassShares(double first_mass, double second_mass) {
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
};

/// A sphere with a rough surface. A wall is one that nothing moves or rotates: of infinite mass and
/// moment.
struct RoughSphere {
  double radius = 0;
  double mass = 0;
  double moment = 0;  ///< moment of inertia about any axis through the centre
};

/// Parts that two rough spheres take of a change of the tangential velocity of their surfaces, by
/// translation, 1/(m k), and by rotation, R²/(I k), with k = 1/m_i + 1/m_j + R_i²/I_i + R_j²/I_j.
/// The four add up to 1.
struct RoughShares {
  SplitNumber first, second;            ///< translation
  SplitNumber first_spin, second_spin;  ///< R/(I k): angular velocity per velocity
  double mass = 0;                      ///< 1/k
  double first_radius = 0, second_radius = 0;

  RoughShares() = default;
  RoughShares(const RoughSphere& first_sphere, const RoughSphere& second_sphere);
};

}  // namespace clausius
