#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "collision/resolve.h"

using namespace clausius;

namespace {

struct Ball {
  double radius, mass, moment;
  [[nodiscard]] RoughSphere sphere() const { return {radius, mass, moment}; }
};

/// Two that touch at the origin, drawn at random.
template <int Dim>
struct Touching {
  Ball first, second;
  Vec<3> n, v_i, v_j;
  Vec<3> spin_i = Vec<3>::Zero(), spin_j = Vec<3>::Zero();

  explicit Touching(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> size(0.3, 2), inertia(0.05, 1);
    const auto vector = [&] {
      Vec<3> x = Vec<3>::Zero();
      for (int k = 0; k < Dim; ++k) x[k] = normal(random);
      return x;
    };
    for (Ball* one : {&first, &second}) {
      one->radius = size(random);
      one->mass = size(random);
      one->moment = inertia(random) * one->mass * one->radius * one->radius;
    }
    n = vector().normalized();
    v_i = vector();
    v_j = vector();
    for (int k = 6 - 2 * Dim; k < 3; ++k) {
      spin_i[k] = normal(random);
      spin_j[k] = normal(random);
    }
  }

  /// Velocity of the second surface about the first one.
  [[nodiscard]] Vec<3> surface_velocity() const {
    return v_j + spin_j.cross(-second.radius * n) - v_i - spin_i.cross(first.radius * n);
  }
  [[nodiscard]] Vec<3> momentum() const { return first.mass * v_i + second.mass * v_j; }
  /// About the point in which they touch.
  [[nodiscard]] Vec<3> angular_momentum() const {
    return first.mass * (-first.radius * n).cross(v_i) + first.moment * spin_i +
           second.mass * (second.radius * n).cross(v_j) + second.moment * spin_j;
  }
  [[nodiscard]] double energy() const {
    return 0.5 * (first.mass * v_i.squaredNorm() + first.moment * spin_i.squaredNorm() +
                  second.mass * v_j.squaredNorm() + second.moment * spin_j.squaredNorm());
  }
  /// @return the predicted change of the energy
  double collide(const TangentialLaw& law, double normal_impulse = 1) {
    const Vec<Dim> r = ((first.radius + second.radius) * n).template head<Dim>();
    const auto impulse = tangential_impulse<Dim>(r, (v_j - v_i).template head<Dim>(),
                                                 RoughShares(first.sphere(), second.sphere()),
                                                 spin_i, spin_j, law, normal_impulse);
    CHECK(
        (in_space<Dim>(impulse.change) / first.mass + in_space<Dim>(impulse.first_velocity_change))
            .norm() < 1e-14);
    v_i += in_space<Dim>(impulse.first_velocity_change);
    v_j += in_space<Dim>(impulse.second_velocity_change);
    spin_i += impulse.first_spin_change;
    spin_j += impulse.second_spin_change;
    return impulse.energy_change;
  }
};

template <int Dim>
void check_laws() {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> roughness(-1, 1);
  for (int draw = 0; draw < 2000; ++draw) {
    const double beta = draw % 10 == 0 ? 1 : roughness(random);
    const Touching<Dim> before(random);
    Touching<Dim> after = before;
    const double predicted = after.collide({beta});
    INFO(Dim << " dimensions, draw " << draw << ", beta " << beta);
    const Vec<3> u = before.surface_velocity(), u_after = after.surface_velocity();
    const Vec<3> tangential = u - u.dot(before.n) * before.n;
    const double scale = u.norm() + 1;
    CHECK((u_after - u.dot(before.n) * before.n + beta * tangential).norm() < 1e-13 * scale);
    CHECK((after.momentum() - before.momentum()).norm() < 1e-14 * scale);
    CHECK((after.angular_momentum() - before.angular_momentum()).norm() < 1e-13 * scale);
    CHECK(after.energy() - before.energy() == Approx(predicted).epsilon(0).margin(1e-13 * scale));
    CHECK(predicted <= 0);
    if (Dim == 2) CHECK(after.spin_i.template head<2>().isZero(0));
  }
}

/// Normal and tangential part of a hit with friction, many times.
template <int Dim>
void check_friction() {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> restitution(0, 1), stick(-1, 1), slope(-3, 1);
  double most_gained = 0, worst_balance = 0, worst_cone = 0;
  int sliding = 0;
  constexpr int kHits = 500000;
  for (int draw = 0; draw < kHits; ++draw) {
    const Touching<Dim> before(random);
    Touching<Dim> after = before;
    const double mu = 1 / (1 / before.first.mass + 1 / before.second.mass);
    const double approach = std::abs((before.v_j - before.v_i).dot(before.n));
    const double e = restitution(random), normal = (1 + e) * mu * approach;
    const TangentialLaw law{stick(random), std::pow(10, slope(random))};
    const double predicted = after.collide(law, normal);
    const double lost = after.energy() - before.energy();
    most_gained = std::max(most_gained, lost / before.energy());
    worst_balance = std::max(worst_balance, std::abs(lost - predicted) / before.energy());
    const double blow = before.second.mass * (after.v_j - before.v_j).norm();
    // What rounding of the velocities leaves of the blow.
    worst_cone = std::max(worst_cone, (blow - law.friction * normal) /
                                          (before.second.mass * before.v_j.norm() + blow));
    sliding += blow > 0.999999 * law.friction * normal ? 1 : 0;
  }
  CHECK(most_gained < 1e-14);
  CHECK(worst_balance < 1e-13);
  CHECK(worst_cone < 1e-14);
  CHECK(sliding > kHits / 5);
  CHECK(sliding < kHits * 4 / 5);
}

}  // namespace

TEST_CASE("A million random hits with friction gain no energy and stay in the cone of friction",
          "[long]") {
  check_friction<2>();
  check_friction<3>();
}

TEST_CASE("Rubbing reverses the tangential velocity to -beta times and keeps what is conserved") {
  check_laws<2>();
  check_laws<3>();
}

TEST_CASE("Two equal spheres lose mu q/(1 + q) (1 - beta^2)/2 times the tangential speed squared") {
  const double q = 0.4, beta = 0.5, mass = 3, radius = 0.5;
  const RoughSphere sphere{radius, mass, q * mass * radius * radius};
  const RoughShares pair(sphere, sphere);
  // They pass each other along y, the first one turning about z: its surface goes with +y.
  const auto impulse =
      tangential_impulse<3>({1, 0, 0}, {-7, 2, 0}, pair, {0, 0, 1}, Vec<3>::Zero(), {beta}, 1);
  const double u = 2 - radius;
  CHECK(impulse.energy_change ==
        Approx(-0.5 * mass / 2 * q / (1 + q) * (1 - beta * beta) * u * u).epsilon(1e-14));
  CHECK(impulse.change.isApprox(Vec<3>(0, -(1 + beta) * mass / 2 * q / (1 + q) * u, 0), 1e-14));
  CHECK(impulse.first_spin_change.isApprox(impulse.second_spin_change, 1e-14));
  CHECK(impulse.first_spin_change.z() > 0);
  CHECK(tangential_impulse<3>({1, 0, 0}, {-7, 2, 0}, pair, {0, 0, 1}, Vec<3>::Zero(), {-1}, 1)
            .change.isZero(0));
}

TEST_CASE("A rough wall is a partner that nothing moves") {
  constexpr double kFixed = std::numeric_limits<double>::infinity();
  const double moment = 0.1;
  // It falls on the floor y = 0 with no spin and rolls off, perfectly rough.
  const auto impulse =
      tangential_impulse<2>({0, -1}, {-3, 5}, RoughShares({0.5, 1, moment}, {0, kFixed, kFixed}),
                            Vec<3>::Zero(), Vec<3>::Zero(), {1}, 1);
  const Vec<2> v = Vec<2>(3, -5) - impulse.change;
  CHECK(v.y() == -5);
  CHECK(0.5 * 9 ==
        Approx(0.5 * v.x() * v.x() + 0.5 * moment * impulse.first_spin_change.squaredNorm())
            .epsilon(1e-14));
  CHECK(v.x() - 0.5 * -impulse.first_spin_change.z() == Approx(-3).epsilon(1e-14));
  CHECK(impulse.second_spin_change.isZero(0));
}
