#include <Eigen/Dense>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/random.h"
#include "clausius/core/vec.h"
#include "clausius/theory/enskog.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/granular_mixture.h"

using namespace clausius;

namespace {

GranularContacts alike(std::size_t species, double e, double beta = -1, double q = 0.4) {
  const auto n = static_cast<Eigen::Index>(species);
  GranularContacts contacts{Eigen::MatrixXd::Constant(n, n, e)};
  if (beta > -1) contacts.tangential = Eigen::MatrixXd::Constant(n, n, beta);
  contacts.inertia.assign(species, q);
  return contacts;
}

// Change of the first particle's energies in collisions with a second one, from random velocities
// and the collision rule alone: the relative velocity of the surfaces is reversed by e along the
// normal and by β perpendicular to it. Weighted with the approach; the moments of inertia are q m
// R².
template <int Dim>
void check_heating(const GranularContacts& contacts, const RigidTemperatures& kt, double m_2) {
  const std::array<double, 2> mass{1, m_2};
  const std::array<double, 2> radius{0.5, 1};
  const double e = contacts.restitution(0, 1), beta = contacts.tangential(0, 1);
  constexpr int kDraws = 200000;
  RandomStream random(2, Stream::test, Dim);
  const auto normal = [&](double variance) {
    Vec<3> v = Vec<3>::Zero();
    for (int k = 0; k < Dim; ++k) v[k] = std::sqrt(variance) * random.normal();
    return v;
  };
  double weights = 0, slide = 0;
  Eigen::Vector2d sum = Eigen::Vector2d::Zero(), square = sum;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::array<Vec<3>, 2> v, w;
    std::array<double, 2> moment;
    for (std::size_t s = 0; s < 2; ++s) {
      moment[s] = contacts.inertia[s] * mass[s] * radius[s] * radius[s];
      v[s] = normal(kt.translation[s] / mass[s]);
      for (int k = 0; k < 3; ++k)
        w[s][k] = Dim == 3 || k == 2 ? std::sqrt(kt.rotation[s] / moment[s]) * random.normal() : 0;
    }
    Vec<3> n = normal(1).normalized();
    if ((v[1] - v[0]).dot(n) > 0) n = -n;
    const double approach = -(v[1] - v[0]).dot(n);
    const Vec<3> u = v[1] - v[0] - (radius[0] * w[0] + radius[1] * w[1]).cross(n);
    const Vec<3> across = u + approach * n;
    // The impulse P on the second that gives −e and −β, by the response of u to one across.
    double mobility = 0;
    for (std::size_t s = 0; s < 2; ++s) mobility += 1 / mass[s] + radius[s] * radius[s] / moment[s];
    const double along_n = (1 + e) * approach / (1 / mass[0] + 1 / mass[1]);
    Vec<3> rub = -(1 + beta) / mobility * across;
    const double friction = contacts.friction.size() > 0 ? contacts.friction(0, 1) : HUGE_VAL;
    if (rub.norm() > friction * along_n) {
      rub *= friction * along_n / rub.norm();
      slide += approach;
    }
    const Vec<3> p = along_n * n + rub;
    const Vec<3> v_after = v[0] - p / mass[0];
    const Vec<3> w_after = w[0] - radius[0] * n.cross(p) / moment[0];
    const Eigen::Vector2d gained{0.5 * mass[0] * (v_after.squaredNorm() - v[0].squaredNorm()),
                                 0.5 * moment[0] * (w_after.squaredNorm() - w[0].squaredNorm())};
    weights += approach;
    sum += approach * gained;
    square += (approach * gained).cwiseAbs2();
  }
  // One particle of the first species among many of the second.
  const Mixture mixture{Dim, 0.05, {{1e-9, 2 * radius[0], mass[0]}, {1, 2 * radius[1], mass[1]}}};
  const GranularMixture gas(mixture, contacts);
  const RigidTemperatures rate = gas.heating(kt);
  const double collisions = gas.collision_rate(0, 1, kt);
  const std::array<double, 2> gain{rate.translation[0] * Dim / 2 / collisions,
                                   rate.rotation[0] * gas.rotational_degrees(0) / 2 / collisions};
  for (Eigen::Index k = 0; k < 2; ++k) {
    INFO(Dim << " dimensions, " << (k == 0 ? "translation" : "rotation"));
    const double error = std::sqrt(square[k]) / weights;
    CHECK(std::abs(sum[k] / weights - gain[static_cast<std::size_t>(k)]) < 4.5 * error);
    CHECK(error < 0.02 * kt.translation[0]);
  }
  if (contacts.friction.size() == 0) return;
  // Only hits of unlike particles have friction.
  const double fraction = slide / weights;
  CHECK(gas.sliding_fraction(kt) ==
        Approx(fraction).margin(4.5 * std::sqrt(2 * fraction * (1 - fraction) / kDraws)));
}

}  // namespace

TEST_CASE("Heating of granular species by collisions is that of drawn collisions") {
  GranularContacts contacts = alike(2, 0.7, 0.3);
  contacts.inertia = {0.4, 0.25};
  check_heating<3>(contacts, {{1, 2}, {0.5, 3}}, 4);
  check_heating<3>(alike(2, 0.9, -0.6), {{1, 0.3}, {2, 0.1}}, 0.5);
  check_heating<2>(alike(2, 0.8, 1, 0.5), {{1, 2}, {0.5, 3}}, 4);
}

TEST_CASE("Heating of granular species with friction is that of drawn collisions") {
  GranularContacts contacts = alike(2, 0.7, 0.3);
  contacts.inertia = {0.4, 0.25};
  contacts.friction = Eigen::MatrixXd::Constant(2, 2, HUGE_VAL);
  for (const double mu : {0.05, 0.3, 1.0}) {
    contacts.friction(0, 1) = contacts.friction(1, 0) = mu;
    check_heating<3>(contacts, {{1, 2}, {0.5, 3}}, 4);
    check_heating<2>(contacts, {{1, 0.3}, {2, 0.1}}, 0.5);
  }
}

TEST_CASE("Averages over hits that slide are those of the integral over Maxwell's law") {
  for (const int d : {2, 3})
    for (const double slope : {0.03, 0.4, 1.1, 2.7, 40.0}) {
      // x has the density x exp(−x²/2), y that of the speed in d − 1 dimensions.
      double all = 0, slide = 0, impulse = 0, impulse_sq = 0, unlimited = 0;
      constexpr double kStep = 0.004;
      for (double x = kStep / 2; x < 8; x += kStep)
        for (double y = kStep / 2; y < 8; y += kStep) {
          const double weight = x * (d == 3 ? y : 1) * std::exp(-0.5 * (x * x + y * y));
          all += weight;
          slide += y > slope * x ? weight : 0;
          impulse += weight * std::min(y * y, slope * x * y);
          impulse_sq += weight * std::min(y * y, slope * x * slope * x);
          unlimited += weight * y * y;
        }
      INFO(d << " dimensions, slope " << slope);
      const SlidingHits hits = sliding_hits(d, slope);
      CHECK(hits.fraction == Approx(slide / all).epsilon(3e-3).margin(1e-4));
      CHECK(hits.impulse == Approx(impulse / unlimited).epsilon(1e-4));
      CHECK(hits.impulse_sq == Approx(impulse_sq / unlimited).epsilon(1e-4));
    }
  CHECK(sliding_hits(3, HUGE_VAL).fraction == 0);
  CHECK(sliding_hits(2, 1e9).impulse_sq == Approx(1));
  CHECK(sliding_hits(3, 1e9).impulse == Approx(1));
}

TEST_CASE("A cooling gas with friction: limits, and where spins cool too slowly") {
  const Mixture mixture{3, 0.02, {{1, 1, 1}}};
  const auto ratio = [&](double e, double mu) {
    GranularContacts contacts = alike(1, e, 0);
    contacts.friction = Eigen::MatrixXd::Constant(1, 1, mu);
    const auto state = GranularMixture(mixture, contacts).cooling();
    REQUIRE(state.exists);
    return state.kt.rotation[0] / state.kt.translation[0];
  };
  const auto rough = GranularMixture(mixture, alike(1, 0.9, 0)).cooling();
  CHECK(ratio(0.9, 1e6) == Approx(rough.kt.rotation[0] / rough.kt.translation[0]).epsilon(1e-5));
  // Less friction drives less rotation.
  double before = 1;
  for (const double mu : {3.0, 1.0, 0.3, 0.1, 0.05}) {
    const double now = ratio(0.95, mu);
    CHECK(now < before);
    before = now;
  }
  GranularContacts slippery = alike(1, 0.9, 0);
  slippery.friction = Eigen::MatrixXd::Constant(1, 1, 0.05);
  CHECK(!GranularMixture(mixture, slippery).cooling().exists);
}

TEST_CASE("Smooth elastic species share energy at the known rate") {
  const GranularMixture gas({3, 0.1, {{1, 1, 1}, {2, 0.5, 3}}}, alike(2, 1));
  const RigidTemperatures kt{{1, 2}, {0, 0}};
  // 4 m₁m₂/M² (T₂ − T₁) in each collision of two unlike particles
  CHECK(gas.heating(kt).translation[0] * 1.5 ==
        Approx(gas.collision_rate(0, 1, kt) * 4 * 3 / 16.0 * (2 - 1)));
  CHECK(gas.cooling().kt.translation[1] == Approx(1).epsilon(1e-9));
}

TEST_CASE("One smooth species cools as a granular gas with Maxwell's law") {
  for (const int d : {2, 3}) {
    const Mixture mixture{d, 0.1, {{1, 1, 1}}};
    const auto cooling = GranularMixture(mixture, alike(1, 0.8)).cooling();
    CHECK(cooling.reduced_rate == Approx(0.36 / d));
    CHECK(cooling.collision_rate == Approx(collision_rate(mixture, 1).value));
  }
}

TEST_CASE("Species of a cooling mixture differ in temperature, and cool at one rate") {
  // Mechanically alike: one temperature, whatever the fractions.
  CHECK(GranularMixture({3, 0.1, {{1, 1, 1}, {5, 1, 1}}}, alike(2, 0.7))
            .cooling()
            .kt.translation[1] == Approx(1).epsilon(1e-9));
  // The heavier are hotter, the more so the more is lost.
  double before = 1;
  for (const double e : {0.95, 0.9, 0.8, 0.6}) {
    const GranularMixture gas({3, 0.02, {{1, 1, 1}, {1, 1.3, 8}}}, alike(2, e));
    const auto cooling = gas.cooling();
    const double ratio = cooling.kt.translation[1] / cooling.kt.translation[0];
    CHECK(ratio > before);
    before = ratio;
    const RigidTemperatures rate = gas.relaxation(cooling.kt);
    for (std::size_t s = 0; s < 2; ++s)
      CHECK(-rate.translation[s] / cooling.kt.translation[s] ==
            Approx(cooling.reduced_rate).epsilon(1e-9));
    CHECK(gas.mean(cooling.kt) == Approx(1));
  }
}

TEST_CASE("Rotation and translation of rough spheres in the cooling state") {
  const auto ratio = [](double e, double beta) {
    const auto kt = GranularMixture({3, 0.01, {{1, 1, 1}}}, alike(1, e, beta)).cooling().kt;
    return kt.rotation[0] / kt.translation[0];
  };
  CHECK(ratio(0.9, 0) == Approx(0.5738).epsilon(0).margin(5e-5));
  CHECK(ratio(0.9, 0.5) == Approx(0.8671).epsilon(0).margin(5e-5));
  CHECK(ratio(0.7, 0.5) == Approx(1.2262).epsilon(0).margin(5e-5));
  CHECK(ratio(1, 1) == Approx(1));
}

TEST_CASE("A driven granular mixture is steady where kicks give what collisions take") {
  const Mixture one{3, 0.05, {{1, 1, 1}}};
  const GranularMixture alone(one, alike(1, 0.8));
  const double kt = alone.driven({0.3}).translation[0];
  CHECK(0.36 / 3 * collision_rate(one, kt).value * kt == Approx(0.3));
  const GranularMixture gas({3, 0.02, {{1, 1, 1}, {1, 1.3, 8}}}, alike(2, 0.8));
  const RigidTemperatures steady = gas.driven({0.01, 0.08});
  const RigidTemperatures rate = gas.heating(steady);
  CHECK(rate.translation[0] == Approx(-0.01).epsilon(1e-8));
  CHECK(rate.translation[1] == Approx(-0.08).epsilon(1e-8));
}
