#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "clausius/core/constants.h"
#include "clausius/geometry/shape.h"
#include "geometry/mass_properties.h"

using namespace clausius;

namespace {

Clump random_clump(std::mt19937_64& random, int members, int dimensions) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Clump clump;
  for (int i = 0; i < members; ++i)
    clump.members.push_back(
        {{uniform(random), uniform(random), dimensions == 3 ? uniform(random) : 0},
         0.5 + 0.4 * uniform(random)});
  return clump;
}

/// The clump turned by `q`, then moved.
Clump placed(Clump clump, const Eigen::Quaterniond& q, const Vec<3>& shift) {
  for (Ball& ball : clump.members) ball.centre = q * ball.centre + shift;
  return clump;
}

}  // namespace

TEST_CASE("Capsule: mass properties in closed form") {
  const MassProperties one = mass_properties(Capsule{0.3, 0.8}, 3);
  const MassProperties heavy = one.with_mass(3000 * one.volume);
  CHECK(heavy.volume == Approx(0.339292006588).epsilon(1e-11));
  CHECK(heavy.mass == Approx(1017.876019763).epsilon(1e-12));
  CHECK(heavy.moments[0] == Approx(42.75079283005).epsilon(1e-12));
  CHECK(heavy.moments[1] == Approx(148.49680154988).epsilon(1e-12));
  CHECK(heavy.moments[2] == heavy.moments[1]);
  CHECK(heavy.axes == Mat3::Identity());
  CHECK(heavy.bounding_radius == Approx(0.7));
  CHECK(heavy.volume_equivalent_radius == Approx(std::cbrt(0.75 / kPi * heavy.volume)));
  CHECK(heavy.gyration_radius ==
        Approx(std::sqrt(0.5 * heavy.inertia.trace() / heavy.mass)).epsilon(1e-14));

  const MassProperties stadium = mass_properties(Capsule{0.5, 1}, 2).with_mass(1);
  CHECK(stadium.volume == Approx(1 + kPi / 4));
  CHECK(stadium.moments[2] == Approx(0.35166).epsilon(2e-5));
  CHECK(stadium.gyration_radius == Approx(std::sqrt(stadium.moments[2])));
}

TEST_CASE("Capsule and sphere are limits: no shaft, and a row of many balls") {
  const MassProperties sphere = mass_properties(Sphere{0.7}, 3);
  CHECK(sphere.moments[1] == Approx(0.4 * sphere.mass * 0.49).epsilon(1e-15));
  CHECK(mass_properties(Capsule{0.7, 0}, 3).inertia == sphere.inertia);
  CHECK(mass_properties(Capsule{0.7, 0}, 2).inertia == mass_properties(Sphere{0.7}, 2).inertia);
  CHECK(mass_properties(Clump{{{{1, 2, 3}, 0.7}}}, 3).inertia.isApprox(sphere.inertia, 1e-13));
  for (const int dimensions : {2, 3}) {
    Clump row;
    for (int i = 0; i <= 100; ++i) row.members.push_back({{0.01 * i - 0.5, 0, 0}, 0.5});
    const MassProperties clump = mass_properties(row, dimensions);
    const MassProperties capsule = mass_properties(Capsule{0.5, 1}, dimensions);
    CHECK(clump.volume == Approx(capsule.volume).epsilon(1e-4));
    CHECK(clump.inertia.isApprox(capsule.inertia, 1e-4));
  }
}

TEST_CASE("Union of balls: values known in closed form") {
  const MassProperties pair = mass_properties(Clump{{{{-0.5, 0, 0}, 1}, {{0.5, 0, 0}, 1}}}, 3);
  CHECK(pair.volume == Approx(9 * kPi / 4).epsilon(1e-13));
  CHECK(pair.moments[0] == Approx(3.004148).epsilon(2e-7));
  CHECK(pair.moments[1] == Approx(5.213080).epsilon(2e-7));
  const MassProperties row =
      mass_properties(Clump{{{{-0.06, 0, 0}, 0.05}, {{0, 0, 0}, 0.08}, {{0.06, 0, 0}, 0.05}}}, 3);
  CHECK(row.volume == Approx(2.486309e-3).epsilon(2e-7));
  CHECK(row.moments[0] == Approx(5.843789e-6).epsilon(2e-7));
  CHECK(row.moments[1] == Approx(8.173598e-6).epsilon(2e-7));
  // Disks: a lens is 2r² acos(d/2r) − ½ d √(4r² − d²).
  const MassProperties disks = mass_properties(Clump{{{{0, 0, 0}, 1}, {{0, 1, 0}, 1}}}, 2);
  CHECK(disks.volume == Approx(2 * kPi - (2 * kPi / 3 - 0.5 * std::sqrt(3))).epsilon(1e-14));
  CHECK(disks.centre.isApprox(Vec<3>(0, 0.5, 0), 1e-14));
}

TEST_CASE("Union of balls: apart it is the sum, twice the same it is one, and it turns along") {
  std::mt19937_64 random(3);
  const Clump apart{{{{0, 0, 0}, 0.5}, {{1, 0, 0}, 0.5}, {{0, 3, 0}, 1}, {{2, 2, 2}, 0.7}}};
  for (const int dimensions : {2, 3}) {
    Clump flat = apart;
    if (dimensions == 2)
      for (Ball& ball : flat.members) ball.centre.z() = 0;
    const MassProperties exact = mass_properties(flat, dimensions);
    const MassProperties sum = mass_properties(flat, dimensions, {MassConvention::sum, 20});
    CHECK(exact.mass == Approx(sum.mass).epsilon(1e-13));
    CHECK(exact.inertia.isApprox(sum.inertia, 1e-13));

    Clump clump = random_clump(random, 5, dimensions);
    const MassProperties once = mass_properties(clump, dimensions);
    clump.members.push_back(clump.members[2]);
    clump.members.push_back({clump.members[1].centre, 0.5 * clump.members[1].radius});
    const MassProperties twice = mass_properties(clump, dimensions);
    CHECK(twice.inertia.isApprox(once.inertia, 1e-12));
    CHECK(twice.centre.isApprox(once.centre, 1e-12));
  }
  for (int trial = 0; trial < 5; ++trial) {
    const Clump clump = random_clump(random, 6, 3);
    const MassProperties still = mass_properties(clump, 3);
    const Eigen::Quaterniond q = Eigen::Quaterniond::UnitRandom();
    const MassProperties turned = mass_properties(placed(clump, q, {100, -50, 20}), 3);
    CHECK(turned.volume == Approx(still.volume).epsilon(1e-12));
    CHECK((turned.centre - (q * still.centre + Vec<3>(100, -50, 20))).norm() < 1e-12);
    CHECK(turned.inertia.isApprox(q * still.inertia * q.inverse().toRotationMatrix(), 1e-12));
    CHECK(turned.moments.isApprox(still.moments, 1e-12));
  }
}

TEST_CASE("Grid sampling comes as near to the union as it says") {
  std::mt19937_64 random(5);
  double squares = 0;
  int count = 0;
  for (const int dimensions : {2, 3}) {
    for (int trial = 0; trial < 6; ++trial) {
      const Clump clump = random_clump(random, 3, dimensions);
      const MassProperties exact = mass_properties(clump, dimensions);
      for (const int division : {5, 10}) {
        const MassProperties grid =
            mass_properties(clump, dimensions, {MassConvention::grid, division});
        const double error = *grid.grid_error;
        CHECK(error < 0.3 / division);
        const double off = (grid.mass / exact.mass - 1) / error;
        CHECK(std::abs(off) < 4);
        CHECK(std::abs(grid.inertia.trace() / exact.inertia.trace() - 1) < 4 * error);
        CHECK(grid.volume == exact.volume);
        squares += off * off;
        ++count;
      }
    }
  }
  CHECK(squares / count > 0.05);  // nor are the errors said to be larger than they are
}

TEST_CASE("Principal frame: diagonal, ascending, right-handed, equal moments equal") {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  for (int trial = 0; trial < 200; ++trial) {
    Vec<3> moments(uniform(random), uniform(random), uniform(random));
    if (trial % 4 == 1) moments[1] = moments[0] * (1 + 1e-10);
    if (trial % 4 == 2) moments[2] = moments[1] * (1 - 1e-10);
    if (trial % 4 == 3) moments.setConstant(moments[0]);
    const Mat3 turn = Eigen::Quaterniond::UnitRandom().toRotationMatrix();
    const Mat3 inertia = turn * moments.asDiagonal() * turn.transpose();
    const PrincipalFrame frame = principal_frame(inertia);
    CHECK(frame.axes.determinant() == Approx(1).epsilon(1e-13));
    CHECK((frame.axes.transpose() * frame.axes).isIdentity(1e-13));
    CHECK(
        (frame.axes * frame.moments.asDiagonal() * frame.axes.transpose()).isApprox(inertia, 1e-9));
    CHECK(frame.moments[0] <= frame.moments[1]);
    CHECK(frame.moments[1] <= frame.moments[2]);
    const int equal =
        (frame.moments[0] == frame.moments[1]) + (frame.moments[1] == frame.moments[2]);
    CHECK(equal == (trial % 4 == 0 ? 0 : trial % 4 == 3 ? 2 : 1));
  }
}
