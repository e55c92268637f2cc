#include <algorithm>
#include <catch2/catch.hpp>

#include "physics/ensemble.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

template <int Dim>
struct LastCollision : Observer<Dim> {
  int count = 0;
  CollisionRecord<Dim> record;
  void on_collision(const CollisionRecord<Dim>& collision) override {
    record = collision;
    ++count;
  }
};

/// The textbook collision at a random place in the box, so that it may happen across its edge.
template <int Dim>
void check_oblique_blow(const Vec<Dim>& origin, bool swapped) {
  Gas<Dim> gas;
  gas.box.size.setConstant(10);
  gas.species = {{1, 1}, {1, 3}};
  gas.restitution = Eigen::MatrixXd::Constant(2, 2, 0.5);
  gas.wall_restitution = {1, 1};
  Vec<Dim> apart = Vec<Dim>::Zero(), velocity = Vec<Dim>::Zero(), normal = Vec<Dim>::Zero();
  apart.template head<2>() << 3, 0.6;
  velocity[0] = 2;
  normal.template head<2>() << 0.8, 0.6;
  State<Dim> start;
  start.species = {0, 1};
  start.position = {gas.box.wrap(origin), gas.box.wrap(origin + apart)};
  start.velocity = {velocity, Vec<Dim>::Zero()};
  if (swapped) {
    std::reverse(start.species.begin(), start.species.end());
    std::reverse(start.position.begin(), start.position.end());
    std::reverse(start.velocity.begin(), start.velocity.end());
    normal = -normal;
  }
  const auto engine = make_engine(gas, start);
  LastCollision<Dim> last;
  engine->advance(1.5, Engine<Dim>::kNoLimit, &last);
  REQUIRE(last.count == 1);
  const CollisionRecord<Dim>& c = last.record;
  CHECK(c.time == Approx(1.1).epsilon(1e-14));
  CHECK((c.normal - normal).norm() < 1e-14);
  CHECK(c.impulse == Approx(1.8).epsilon(1e-14));
  CHECK(c.predicted_energy_change == Approx(-0.72).epsilon(1e-14));
  CHECK(kinetic_energy(gas, engine->state()) == Approx(2 - 0.72).epsilon(1e-14));
  CHECK((total_momentum(gas, engine->state()) - velocity).norm() < 1e-14);
  const Vec<Dim> light = swapped ? c.second_after : c.first_after;
  CHECK(light[0] == Approx(2 - 1.8 * 0.8).epsilon(1e-14));
  CHECK(light[1] == Approx(-1.8 * 0.6).epsilon(1e-14));
}

}  // namespace

TEST_CASE(
    "An oblique collision of unequal masses, anywhere in the box and in either order of ids") {
  for (const double x : {0.0, 5.0, 6.5, 8.0, 9.75})
    for (const double y : {0.0, 4.0, 9.5})
      for (const bool swapped : {false, true}) {
        check_oblique_blow<2>({x, y}, swapped);
        check_oblique_blow<3>({x, y, x}, swapped);
      }
}

namespace {

/// log10 of the largest error of a position after c collisions a particle forward and back: the
/// median over seeds.
double reversal_error(double packing_fraction, double c) {
  std::vector<double> errors;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const Recipe recipe{packing_fraction, {kind(64)}, seed};
    const Ensemble<3> ensemble(recipe);
    const auto forward = make_engine(ensemble.gas, ensemble.start);
    forward->advance(Engine<3>::kForever, ensemble.collisions(c), nullptr);
    State<3> turned = forward->state();
    const double duration = turned.time;
    turned.time = 0;
    for (Vec<3>& v : turned.velocity) v = -v;
    const auto back = make_engine(ensemble.gas, turned);
    back->advance(duration, Engine<3>::kNoLimit, nullptr);
    const State<3> end = back->state();
    double worst = 0;
    for (std::size_t i = 0; i < end.size(); ++i)
      worst = std::max(
          worst,
          ensemble.gas.box.minimum_image(end.position[i] - ensemble.start.position[i]).norm());
    errors.push_back(std::log10(worst));
  }
  std::nth_element(errors.begin(), errors.begin() + 7, errors.end());
  return errors[7];
}

}  // namespace

TEST_CASE("A reversed gas goes back as far as double precision and chaos let it") {
  struct Row {
    double packing_fraction, c, expected;
  };
  for (const Row& row :
       {Row{0.02, 2, -10.3}, Row{0.02, 5, -4.9}, Row{0.1, 2, -13.0}, Row{0.1, 5, -10.9},
        Row{0.1, 10, -7.4}, Row{0.1, 15, -3.3}, Row{0.3, 2, -14.2}, Row{0.3, 5, -13.2},
        Row{0.3, 10, -11.5}, Row{0.3, 15, -9.9}, Row{0.3, 20, -9.1}}) {
    INFO("packing fraction " << row.packing_fraction << ", " << row.c << " collisions a particle");
    CHECK(reversal_error(row.packing_fraction, row.c) == Approx(row.expected).margin(1.5));
  }
}

TEST_CASE("A long run of a small elastic gas keeps its energy", "[slow]") {
  const Recipe recipe{0.3, {kind(100)}};
  const Ensemble<3> ensemble(recipe);
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  engine->advance(Engine<3>::kForever, 100000000, nullptr);
  CHECK(ensemble.kt(engine->state()) == Approx(1).epsilon(1e-11));
}
