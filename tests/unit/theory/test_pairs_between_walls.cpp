#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/theory/enskog.h"
#include "theory/fluid/pairs_between_walls.h"

using namespace clausius;

namespace {

Mixture in_box(double volume, std::vector<MixtureComponent> components) {
  Mixture mixture{3, 0, std::move(components)};
  for (const MixtureComponent& one : mixture.components)
    mixture.packing_fraction += one.count * M_PI / 6 * std::pow(one.diameter, 3) / volume;
  return mixture;
}

}  // namespace

TEST_CASE("Pairs in a box without walls are those of the periodic gas") {
  const Mixture mixture = in_box(600, {{4, 1, 1}, {3, 1.5, 2}});
  const PairsBetweenWalls pairs = pairs_between_walls(mixture, {10, 10, 6}, {false, false, false});
  const Eigen::MatrixXd rates =
      finite_collision_rates(mixture, 1) / finite_speed_factor(3 * (7 - 1));
  for (Eigen::Index i = 0; i < 2; ++i)
    for (Eigen::Index j = 0; j < 2; ++j) CHECK(pairs.rates(i, j) == Approx(rates(i, j)));
  const double z = finite_compressibility_factor(mixture).value;
  CHECK(pairs.collision_virial == Approx(3 * 7 * (z - 1)));
  CHECK(pairs.force[2] * 6 == Approx(7 * z));
}

// Two spheres of one diameter between two walls a room a apart: the second is at the distance x
// across with density (a − |x|)/a², so that contacts have the mean of it over the sphere, a − ½.
TEST_CASE("Two spheres touch less between walls") {
  const double a = 2.5;
  const Mixture mixture = in_box(100 * (a + 1), {{1, 1, 1}, {1, 1 + 1e-12, 1}});
  const PairsBetweenWalls pairs =
      pairs_between_walls(mixture, {10, 10, a + 1}, {false, false, true});
  const Mixture room = in_box(100 * a, mixture.components);
  const FiniteContactValues contacts(room);
  const double touching = 4 * M_PI * (a - 0.5) / (a * a) / 100 * contacts.value(0, 1);
  CHECK(pairs.collision_virial == Approx(touching).epsilon(1e-4));
  CHECK(pairs.rates(0, 1) == Approx(touching / std::sqrt(M_PI)).epsilon(1e-4));
  CHECK(pairs.rates(0, 0) == 0);
  // Along each axis the force times the room is 2 + the virial of the collisions.
  double virial = 0;
  for (std::size_t k = 0; k < 3; ++k) virial += pairs.force[k] * (k < 2 ? 10 : a) - 2;
  CHECK(virial == Approx(pairs.collision_virial).epsilon(1e-4));
}

TEST_CASE("Unlike spheres between walls obey the virial theorem") {
  const Mixture mixture = in_box(7 * 8 * 9, {{1, 1, 1}, {1, 2, 1}});
  const PairsBetweenWalls pairs = pairs_between_walls(mixture, {7, 8, 9}, {true, true, true});
  // A pair alone, whose walls are at the edges less each diameter.
  CHECK(pairs.rates(0, 1) == Approx(pairs.rates(1, 0)));
  CHECK(pairs.collision_virial > 4 * M_PI * 1.5 * 1.5 * 1.5 / (7 * 8 * 9));
  for (std::size_t k = 0; k < 3; ++k) {
    const double edge = 7 + static_cast<double>(k);
    CHECK(pairs.force[k] > 1 / (edge - 1) + 1 / (edge - 2));
  }
}
