#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>

#include "engine/hits/surface_hit.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr double kLargestRadius = 0.3;

std::mt19937_64 random_obstacles(7);  // NOLINT(cert-err58-cpp)
double uniform(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random_obstacles);
}
bool chance(double p) { return uniform(0, 1) < p; }

template <int Dim>
Vec<Dim> uniform_in(const Vec<Dim>& low, const Vec<Dim>& high) {
  Vec<Dim> r;
  for (int k = 0; k < Dim; ++k) r[k] = uniform(low[k], high[k]);
  return r;
}

// Blocks, some of them flat, some longer than the box.
template <int Dim>
std::pair<Vec<Dim>, Vec<Dim>> random_corners(const Box<Dim>& box) {
  const Vec<Dim> low = uniform_in<Dim>(-0.2 * box.size, box.size);
  Vec<Dim> high = low;
  for (int k = 0; k < Dim; ++k)
    high[k] += chance(0.2) ? 0 : chance(0.2) ? uniform(0.4, 1.3) * box.size[k] : uniform(0, 1);
  return {low, high};
}

template <int Dim>
ObstacleShape<Dim> random_shape(const Box<Dim>& box) {
  const Vec<Dim> centre = uniform_in<Dim>(-0.1 * box.size, 1.1 * box.size);
  const double size = chance(0.1) ? 0.6 * box.size.minCoeff() : uniform(0.01, 0.8);
  if (chance(0.4)) return BallObstacle<Dim>{centre, size};
  const auto [low, high] = random_corners(box);
  if constexpr (Dim == 2) {
    if (chance(0.3))
      return PolygonObstacle<2>{{centre, centre + size * Vec<2>(1, 0.3), centre + Vec<2>(0, size)}};
  } else if (chance(0.15)) {
    PiercedPlate<3> plate{2, low, high, 0.5 * (low + high), uniform(1, 2) * kLargestRadius};
    plate.low.template head<2>().array() -= 2;
    plate.high.template head<2>().array() += 2;
    return plate;
  }
  return BlockObstacle<Dim>{low, high};
}

template <int Dim>
Gas<Dim> random_gas(std::size_t obstacles) {
  Gas<Dim> gas;
  gas.box.size = uniform_in<Dim>(Vec<Dim>::Constant(2), Vec<Dim>::Constant(12));
  for (int k = 0; k < Dim; ++k) gas.box.periodic[k] = chance(0.6);
  gas.species.push_back({2 * kLargestRadius});
  gas.boundary.start = uniform(-1, 1);
  if (chance(0.5)) gas.boundary.gravity = uniform_in<Dim>(Vec<Dim>::Constant(-1), Vec<Dim>::Ones());
  if (chance(0.3)) gas.boundary.gravity[0] = 0;
  for (std::size_t i = 0; i < obstacles; ++i) {
    Obstacle<Dim> one{{}, random_shape(gas.box)};
    if (chance(0.1)) one.until = uniform(0, 4);
    if (auto* block = std::get_if<BlockObstacle<Dim>>(&one.shape); block && chance(0.2)) {
      block->high[1] = block->low[1];
      one.door = Door{1, uniform(0, 1)};
    }
    gas.boundary.obstacles.push_back(one);
  }
  return gas;
}

template <int Dim>
Parabola<Dim> random_flight(const Gas<Dim>& gas) {
  Parabola<Dim> flight{uniform_in<Dim>(-0.1 * gas.box.size, 1.1 * gas.box.size),
                       uniform_in<Dim>(Vec<Dim>::Constant(-1), Vec<Dim>::Ones()),
                       gas.boundary.gravity};
  for (int k = 0; k < Dim; ++k)
    if (chance(0.1)) flight.v[k] = 0;
  return flight;
}

// As obstacle_contact(), by all obstacles and all images in the range of the flight.
template <int Dim>
Contact contact_with_any(const Gas<Dim>& gas, const Parabola<Dim>& flight, double radius,
                         double time, double horizon) {
  Contact best;
  const auto [low, high] = flight.range(horizon);
  gas.boundary.for_obstacles(
      gas.box, time, low, high, radius,
      [&](const auto& obstacle, std::size_t index, const Vec<Dim>& shift) {
        if (obstacle.door && obstacle.door->lets_pass(flight.v)) return;
        const double delay = delay_to_obstacle<Dim>(
            obstacle.shape, {flight.r - shift, flight.v, flight.g}, radius, horizon);
        if (time - gas.boundary.start + delay < obstacle.until)
          best.take_earlier({delay, id_of_surface(surface_of_obstacle<Dim>(index))});
      });
  return best;
}

// Few obstacles of all shapes, one of which is removed later, between walls along the last axis.
template <int Dim>
void put_obstacles(Gas<Dim>& gas) {
  constexpr int kLast = Dim - 1;
  gas.box.periodic[kLast] = false;
  gas.boundary.gravity[kLast] = -0.1;
  const auto put = [&](const ObstacleShape<Dim>& shape) {
    gas.boundary.obstacles.push_back({{}, shape});
  };
  BlockObstacle<Dim> block{Vec<Dim>::Constant(1), Vec<Dim>::Constant(1.7)}, plate = block;
  block.high[0] = 7.5;
  plate.low[kLast] = plate.high[kLast] = 5;
  put(BallObstacle<Dim>{Vec<Dim>::Constant(4), 1});
  Vec<Dim> edge = Vec<Dim>::Constant(6.5);
  edge[0] = 0.1;
  put(BallObstacle<Dim>{edge, 0.6});
  put(block);
  put(plate);
  gas.boundary.obstacles[2].until = 2;
}

// This gas beside many obstacles that are removed before all else: so they are found by cells.
template <int Dim>
Gas<Dim> beside_removed_ones(Gas<Dim> gas) {
  for (int i = 0; i < 96; ++i) {
    gas.boundary.obstacles.push_back(
        {{}, BallObstacle<Dim>{uniform_in<Dim>(Vec<Dim>::Ones(), Vec<Dim>::Constant(7)), 0.5}});
    gas.boundary.obstacles.back().until = 0;
  }
  return gas;
}

template <int Dim>
void compare_with_loop(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options) {
  const auto by_loop = make_engine<Dim>(gas, start, options);
  const auto by_cells = make_engine<Dim>(beside_removed_ones(gas), start, options);
  for (int part = 1; part <= 10; ++part) {
    by_loop->advance(part, Engine<Dim>::kNoLimit, nullptr);
    by_cells->advance(part, Engine<Dim>::kNoLimit, nullptr);
    CHECK(by_cells->record_hash() == by_loop->record_hash());
    CHECK(by_cells->audit(1000).empty());
  }
  CHECK(by_loop->counters().wall_collisions > 40);
  CHECK(by_loop->counters().collisions > 20);
  CHECK(by_cells->memory_bytes() > by_loop->memory_bytes());
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("Particles among obstacles found by cells move as by a loop over all",
                       "[engine][cells]", ((int Dim), Dim), 2, 3) {
  SmallGas<Dim> spheres({{0.5, 1}, {0.3, 0.5}}, 0, Vec<Dim>::Constant(8), 1);
  put_obstacles(spheres.gas);
  spheres.place(Dim == 2 ? 20 : 60, 1);
  compare_with_loop(spheres.gas, spheres.start, {});
  EngineOptions steps;
  steps.mode = Mode::time_step;
  steps.time_step = 0.02;
  compare_with_loop(spheres.gas, spheres.start, steps);
  const BodyGas<Dim> bodies({Capsule{0.2, 0.4}, Sphere{0.2}}, Dim == 2 ? 16 : 40,
                            Vec<Dim>::Constant(8), 1, Box<Dim>{}.periodic, put_obstacles<Dim>);
  for (const bool lists : {false, true}) {
    EngineOptions options;
    options.neighbour_lists = lists;
    compare_with_loop(bodies.gas, bodies.start, options);
  }
}

TEMPLATE_TEST_CASE_SIG("Obstacles are found by cells as by a loop over all, to the last bit",
                       "[engine][cells]", ((int Dim), Dim), 2, 3) {
  random_obstacles.seed(Dim);
  int found = 0, late = 0, near = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const auto number = static_cast<std::size_t>(uniform(1, 50));
    const Gas<Dim> gas = random_gas<Dim>(number);
    const ObstacleCells<Dim> cells(gas);
    for (int k = 0; k < 30; ++k) {
      const Parabola<Dim> flight = random_flight(gas);
      const double radius = chance(0.2) ? kLargestRadius : uniform(0, kLargestRadius);
      const double time = gas.boundary.start + uniform(0, 3);
      const double horizon = uniform(0, 1.5) * gas.box.size.maxCoeff();
      const Contact expected = contact_with_any(gas, flight, radius, time, horizon);
      const Contact contact = obstacle_contact(gas, cells, flight, radius, time, horizon);
      INFO("trial " << trial << ", flight " << k);
      REQUIRE(contact.time == expected.time);
      REQUIRE(contact.partner == expected.partner);
      found += contact.time > 0 && contact.time < kNever;

      const double until = uniform(0, horizon);
      const Contact early = obstacle_contact(gas, cells, flight, radius, time, horizon, until);
      if (expected.time < until) {
        REQUIRE(early.time == expected.time);
        REQUIRE(early.partner == expected.partner);
      } else {
        ++late;
        REQUIRE(early.time >= until);
      }

      using Image = std::pair<std::size_t, std::vector<double>>;
      std::set<Image> touched, all;
      const auto take_into = [&](std::set<Image>& images) {
        return [&](const Obstacle<Dim>& one, std::size_t index, const Vec<Dim>& shift) {
          if (depth_in<Dim>(one.shape, flight.r - shift, radius) > 0)
            images.emplace(index, std::vector<double>(shift.begin(), shift.end()));
        };
      };
      cells.for_each_near(gas, flight.r, time, take_into(touched));
      gas.boundary.for_obstacles(gas.box, time, flight.r, flight.r, radius, take_into(all));
      REQUIRE(touched == all);
      near += !all.empty();
    }
  }
  CHECK(found > 800);
  CHECK(late > 800);
  CHECK(near > 300);
}

TEST_CASE("A flight is asked about as few of many obstacles as of some", "[engine][cells]") {
  for (const int along : {6, 12, 48}) {
    Gas<2> gas;
    gas.box.size.setConstant(along);
    gas.species.push_back({0.1});
    for (int i = 0; i < along * along; ++i)
      gas.boundary.obstacles.push_back(
          {{}, BallObstacle<2>{{i % along + 0.5, i / along + 0.5}, 0.2}});  // NOLINT
    const ObstacleCells<2> cells(gas);
    int asked = 0;
    constexpr int kFlights = 1000;
    for (int k = 0; k < kFlights; ++k) {
      const Parabola<2> flight{
          uniform_in<2>({0, 0}, gas.box.size), uniform_in<2>({-1, -1}, {1, 1}), {0, 0}};
      double contact = kNever;
      cells.for_each_along(
          gas, flight, 0, [&] { return std::min(contact, 100.0); },
          [&](const Obstacle<2>& one, std::size_t /*index*/, const Vec<2>& shift) {
            ++asked;
            contact = std::min(
                contact,
                delay_to_obstacle<2>(one.shape, {flight.r - shift, flight.v, flight.g}, 0.05, 100));
          });
    }
    CHECK(asked < 12 * kFlights);
    CHECK(cells.memory_bytes() < static_cast<std::size_t>(200 * along * along));
  }
}
