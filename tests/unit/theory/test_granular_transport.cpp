#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "clausius/core/random.h"
#include "clausius/core/vec.h"
#include "clausius/theory/enskog.h"
#include "measure/gas_theory/gas_theory.h"
#include "theory/transport/granular_transport.h"
#include "theory/velocities/granular.h"

using namespace clausius;

namespace {

constexpr SonineWeight kWeights[] = {SonineWeight::maxwell, SonineWeight::cooling};

SphereGas gas_of(int d, double phi) { return {phi * 2 * d / std::numbers::pi, 1, 1, 1, d}; }

struct DrawnFrequency {
  double value, error;
};

/// Rate, in units of n k_BT/η₀, at which collisions take what is beyond the homogeneous cooling
/// state of a dilute gas: of v_i v_j without trace (heat: of the heat flux), which deforms
/// `weight`. Pairs are drawn one by one, from a law wider than Maxwell's, with the ratio of the two
/// as their weight; to first order in a₂.
DrawnFrequency drawn_frequency(int d, double e, SonineWeight weight, bool heat) {
  RandomStream random(21, Stream::test);
  const double a2 = cooling_kurtosis_a2(d, e).value;
  const bool cooling = weight == SonineWeight::cooling;
  const auto three = [&] {
    return Vec<3>(random.normal(), random.normal(), d == 3 ? random.normal() : 0);
  };
  using Tensor = Eigen::Matrix3d;
  const auto moment = [&](const Vec<3>& v) -> Tensor {
    const double square = v.squaredNorm();
    if (heat) return Vec<3>(0.5 * (square - (d + 2)) * v) * Vec<3>::UnitX().transpose();
    Tensor tensor = v * v.transpose();
    for (int k = 0; k < d; ++k) tensor(k, k) -= square / d;
    return tensor;
  };
  const auto fourth = [&](const Vec<3>& v) {
    const double x = v.squaredNorm();
    return x * x / 8 - (d + 2) * x / 4 + d * (d + 2) / 8.0;
  };
  // A deformation carries no momentum.
  const double momentum = heat && cooling ? 0.5 * (d + 2) * a2 : 0;
  const auto deformation = [&](const Vec<3>& v, double factor) -> Tensor {
    return factor * moment(v) - momentum * v * Vec<3>::UnitX().transpose();
  };
  // The square of the moment in the deformed law.
  const double norm = heat ? 0.5 * d * (d + 2) : (d - 1) * (d + 2);
  const double more = !cooling ? 0 : heat ? 0.5 * (d + 8) * a2 : a2;  // to first order, relative
  constexpr int kDraws = 1500000;
  constexpr double kWider = 1.7;
  double sum = 0, squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const Vec<3> v1 = std::sqrt(kWider) * three(), v2 = std::sqrt(kWider) * three();
    const Vec<3> n = three().normalized();
    const double approach = (v1 - v2).dot(n);
    if (approach <= 0) continue;
    const double drawn = std::pow(kWider, d) *
                         std::exp(-0.5 * (v1.squaredNorm() + v2.squaredNorm()) * (1 - 1 / kWider));
    const Vec<3> change = 0.5 * (1 + e) * approach * n;
    const Tensor lost = 0.5 * (moment(v1) + moment(v2) - moment(v1 - change) - moment(v2 + change));
    const double one = a2 * fourth(v1), two = a2 * fourth(v2);
    const Tensor all = deformation(v1, 1 + two + (cooling ? one - more : 0)) +
                       deformation(v2, 1 + one + (cooling ? two - more : 0));
    const double term = drawn * approach * lost.cwiseProduct(all).sum();
    sum += term;
    squares += term * term;
  }
  // Pairs of Maxwell's law approach at 1/√π on average, half of them.
  const double unit = 0.25 * (d + 2) / (kDraws / std::sqrt(std::numbers::pi) * norm);
  return {unit * sum, unit * std::sqrt(squares)};
}

}  // namespace

TEST_CASE("Granular transport without losses is that of Enskog") {
  for (const int d : {2, 3})
    for (const double phi : {0.001, 0.1, 0.3}) {
      const SphereGas gas = gas_of(d, phi);
      const GranularTransport all = granular_transport(gas, 1);
      CHECK(all.shear_viscosity.value == Approx(shear_viscosity(gas).value).epsilon(1e-12));
      CHECK(all.bulk_viscosity.value == Approx(bulk_viscosity(gas).value).epsilon(1e-12));
      CHECK(all.thermal_conductivity.value ==
            Approx(thermal_conductivity(gas).value).epsilon(1e-12));
      CHECK(std::abs(all.diffusive_heat_conductivity.value) < 1e-9);
    }
}

TEST_CASE("Granular transport of spheres is as Garzó and Dufty wrote it") {
  const double pi = std::numbers::pi;
  for (const double e : {0.5, 0.7, 0.9})
    for (const double phi : {0.01, 0.2, 0.4}) {
      // Phys. Rev. E 59 (1999) 5895, with their c* = 2 a₂.
      const double chi = contact_value(3, phi), c = 2 * cooling_kurtosis_a2(3, e).value;
      const double h = 1e-5, slope = phi * (contact_value(3, phi + h) - contact_value(3, phi - h)) /
                                     (2 * h * chi);
      const double pressure = 1 + 2 * (1 + e) * phi * chi;
      const double zeta = 5.0 / 12 * chi * (1 - e * e) * (1 + 3.0 / 32 * c);
      const double nu_eta = chi * (1 - 0.25 * (1 - e) * (1 - e)) * (1 - c / 64);
      const double gamma = 128 / (5 * pi) * phi * phi * chi * (1 + e) * (1 - c / 32);
      const double eta_k = (1 - 0.4 * (1 + e) * (1 - 3 * e) * phi * chi) / (nu_eta - 0.5 * zeta);
      const double eta = eta_k * (1 + 0.8 * phi * chi * (1 + e)) + 0.6 * gamma;
      const double nu_kappa =
          chi / 3 * (1 + e) * (1 + 33.0 / 16 * (1 - e) + (19 - 3 * e) / 1024 * c);
      const double kappa_k = 2.0 / 3 / (nu_kappa - 2 * zeta) *
                             (1 + 0.5 * (1 + pressure) * c +
                              0.6 * phi * chi * (1 + e) * (1 + e) *
                                  (2 * e - 1 + (0.5 * (1 + e) - 5 / (3 * (1 + e))) * c));
      const double kappa = kappa_k * (1 + 1.2 * phi * chi * (1 + e)) +
                           256 / (25 * pi) * phi * phi * chi * (1 + e) * (1 + 7.0 / 32 * c);
      const double mu_k = 2 / (2 * nu_kappa - 3 * zeta) *
                          ((1 + slope) * zeta * kappa_k +
                           (pressure / 3 + 2.0 / 3 * phi * (1 + e) * chi * (1 + slope)) * c -
                           0.8 * phi * chi * (1 + 0.5 * slope) * (1 + e) *
                               (e * (1 - e) + 0.25 * (4.0 / 3 + e * (1 - e)) * c));
      const double mu = mu_k * (1 + 1.2 * phi * chi * (1 + e));
      const auto all = reduced_granular_transport(3, e, phi, SonineWeight::maxwell);
      INFO("e = " << e << ", packing fraction " << phi);
      CHECK(all.viscosity == Approx(eta).epsilon(1e-12));
      CHECK(all.bulk_viscosity == Approx(gamma).epsilon(1e-12));
      CHECK(all.conductivity == Approx(kappa).epsilon(1e-12));
      CHECK(all.diffusive == Approx(mu).epsilon(1e-6));  // the slope is a difference
    }
}

TEST_CASE("Collision frequencies of granular transport are those of collisions drawn one by one",
          "[long]") {
  for (const int d : {2, 3})
    for (const double e : {0.5, 0.8}) {
      const double a2 = cooling_kurtosis_a2(d, e).value;
      const double zeta = (d + 2) / (4.0 * d) * (1 - e * e) * (1 + 3 * a2 / 16);
      for (const SonineWeight weight : kWeights) {
        const auto dilute = reduced_granular_transport(d, e, 0, weight);
        const double frequencies[] = {
            1 / dilute.viscosity + 0.5 * zeta,
            (d - 1.0) / d * (1 + 2 * a2) / dilute.conductivity + 2 * zeta};
        for (const bool heat : {false, true}) {
          const DrawnFrequency drawn = drawn_frequency(d, e, weight, heat);
          INFO(d << "D, e = " << e << (heat ? ", heat: " : ", viscosity: ")
                 << (weight == SonineWeight::maxwell ? "Maxwell, " : "cooling, ") << "drawn "
                 << drawn.value << " ± " << drawn.error);
          CHECK(std::abs(frequencies[heat ? 1 : 0] - drawn.value) < 4 * drawn.error);
          CHECK(drawn.error < 0.006 * drawn.value);
        }
      }
    }
}

// By Brey, Dufty, Kim & Santos (1998) at low density, with a₂ = 0: η/η₀ = 1/(1 − (1 − e)²/4 −
// ζ*/2), ζ* = 5/12 (1 − e²), τ = 2 η₀/(ζ* n k_BT).
TEST_CASE("The critical length is where shear waves decay as slowly as the gas cools",
          "[granular]") {
  for (const double e : {0.6, 0.8, 0.95}) {
    INFO("e = " << e);
    const double count = 1000, edge = 100;
    Gas<3> gas;
    gas.box.size = Vec<3>::Constant(edge);
    gas.species = {{1, 2}};
    gas.restitution = Eigen::MatrixXd::Constant(1, 1, e);
    gas.wall_restitution = {1};
    const GasTheory theory(gas, {count}, true, {});
    const double length = theory.critical_length().value();
    CHECK(theory.shear_wave_damping(2 * std::numbers::pi / length)->value == Approx(1));
    const double zeta = 5.0 / 12 * (1 - e * e);
    const double eta = 1 / (1 - 0.25 * (1 - e) * (1 - e) - 0.5 * zeta);
    const double of_elastic = 5 / (16 * std::sqrt(std::numbers::pi));
    const double density = count / std::pow(edge, 3);
    CHECK(length == Approx(2 * std::numbers::pi * of_elastic / density * std::sqrt(2 * eta / zeta))
                        .epsilon(0.03));
  }
}
