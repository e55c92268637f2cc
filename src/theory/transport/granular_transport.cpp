#include "theory/transport/granular_transport.h"

#include <cmath>
#include <string>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "theory/velocities/granular.h"

namespace clausius {

namespace {

// d ln χ/d ln φ of the contact value χ.
double contact_slope(int d, double phi) {
  constexpr double kStep = 1e-4;
  const double above = contact_value(d, phi * (1 + kStep));
  const double below = contact_value(d, phi * (1 - kStep));
  return (above - below) / (2 * kStep * contact_value(d, phi));
}

}  // namespace

// Collision frequencies ν are in units of n k_BT/η₀, ζ is the cooling rate.
ReducedGranularTransport reduced_granular_transport(int dimensions, double e, double phi,
                                                    SonineWeight weight) {
  require_dimension(dimensions);
  const double d = dimensions, a2 = cooling_kurtosis_a2(dimensions, e).value;
  const double chi = contact_value(dimensions, phi), close = phi * chi;
  const double two_to_d = portable::pow(2, d);
  const bool maxwell = weight == SonineWeight::maxwell;

  const double zeta = (d + 2) / (4 * d) * chi * (1 - e * e) * (1 + 3 * a2 / 16);
  const double nu_eta = 3 * chi / (4 * d) * (1 - e + 2 * d / 3) * (1 + e) *
                        (1 + (maxwell ? -1.0 / 32 : 7.0 / 16) * a2);
  const double of_heat = maxwell ? (4 + 5 * d - 3 * (4 - d) * e) / 512
                                 : (296 + 217 * d - 3 * (160 + 11 * d) * e) / 256;
  const double nu_kappa =
      (1 + e) / d * chi * ((d - 1) / 2 + 3.0 / 16 * (d + 8) * (1 - e) + of_heat * a2);

  ReducedGranularTransport result{};
  const double kinetic_viscosity =
      (1 - two_to_d / (4 * (d + 2)) * (1 + e) * (1 - 3 * e) * close) / (nu_eta - zeta / 2);
  result.bulk_viscosity =
      2 * two_to_d * two_to_d / (kPi * (d + 2)) * phi * close * (1 + e) * (1 - a2 / 16);
  result.contact_viscosity = d / (d + 2) * result.bulk_viscosity;
  result.viscosity = kinetic_viscosity * (1 + two_to_d / (2 * (d + 2)) * close * (1 + e)) +
                     result.contact_viscosity;

  const double over_distance = 1 + 3 * two_to_d / (4 * (d + 2)) * close * (1 + e);
  const double dense = 3 * two_to_d / (8 * (d + 2)) * close * (1 + e);
  const double kinetic_conductivity = (d - 1) / d *
                                      (1 + 2 * a2 + dense * (1 + e) * (2 * e - 1 + a2 * (1 + e))) /
                                      (nu_kappa - 2 * zeta);
  result.contact_conductivity = 2 * two_to_d * two_to_d * (d - 1) / ((d + 2) * (d + 2) * kPi) *
                                phi * close * (1 + e) * (1 + 7 * a2 / 16);
  result.conductivity = kinetic_conductivity * over_distance + result.contact_conductivity;
  const double slope = phi > 0 ? contact_slope(dimensions, phi) : 0;
  result.diffusive = over_distance * 2 / (2 * nu_kappa - 3 * zeta) *
                     ((1 + slope) * zeta * kinetic_conductivity + (d - 1) / d * a2 +
                      2 * dense * (d - 1) / d * (1 + slope / 2) *
                          (e * (e - 1) + a2 / 6 * (10 + 2 * d - 3 * e + 3 * e * e)));
  return result;
}

GranularTransport granular_transport(const SphereGas& gas, double e) {
  const int d = gas.dimensions;
  const double phi = packing_fraction(gas);
  const auto reduced = reduced_granular_transport(d, e, phi, SonineWeight::cooling);
  const auto other = reduced_granular_transport(d, e, phi, SonineWeight::maxwell);
  const TheoryValue elastic = shear_viscosity(gas);
  const double correlated = elastic.uncertainty / elastic.value;
  const std::string source =
      "Enskog (Garzo & Dufty 1999), Garzo, Santos & Montanero (2007), contact value from " +
      compressibility_factor(d, 0).source;
  using Reduced = ReducedGranularTransport;
  // `factor`: of what depends on the deformation of the gas, for elastic particles, by the other
  // Sonine polynomials.
  const auto value = [&](double unit, double factor, double Reduced::*whole, double contact) {
    const double more = (factor - 1) * (reduced.*whole - contact), result = reduced.*whole + more;
    const double weight = 0.5 * (reduced.*whole - other.*whole);
    const double polynomials = 0.5 * (1 - e * e) * more;
    return TheoryValue{
        unit * result, source,
        unit * portable::hypot(portable::hypot(weight, polynomials), correlated * result)};
  };
  const SonineFactors& factors = transport_sonine_factors(d);
  const double eta = first_viscosity(gas), kappa = first_conductivity(gas);
  return {value(eta, factors.viscosity, &Reduced::viscosity, reduced.contact_viscosity),
          value(eta, 1, &Reduced::bulk_viscosity, 0),
          value(kappa, factors.conductivity, &Reduced::conductivity, reduced.contact_conductivity),
          value(kappa * gas.kt / gas.density, factors.conductivity, &Reduced::diffusive, 0)};
}

}  // namespace clausius
