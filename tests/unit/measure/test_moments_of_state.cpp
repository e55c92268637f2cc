#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "measure/moments_of_state.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

template <int Dim>
void compare(const SmallGas<Dim>& system) {
  const auto speeds = squared_speeds(system.gas, system.start);
  const auto moments = moments_of_state(system.gas, system.start, speeds);
  REQUIRE(moments.size() == system.gas.species.size());
  for (std::size_t s = 0; s < moments.size(); ++s) {
    SpeciesMoments plain;
    for (std::size_t i = 0; i < system.start.size(); ++i) {
      if (system.start.species[i] != s) continue;
      const double v2 = system.start.velocity[i].squaredNorm();
      REQUIRE(speeds[s][static_cast<std::size_t>(plain.count)] == v2);
      ++plain.count;
      plain.speed += std::sqrt(v2);
      plain.speed_sq += v2;
      plain.speed_fourth += std::pow(v2, 2);
      plain.speed_sixth += std::pow(v2, 3);
      plain.speed_eighth += std::pow(v2, 4);
    }
    CHECK(moments[s].count == plain.count);
    CHECK(std::ssize(speeds[s]) == plain.count);
    CHECK(moments[s].speed == Approx(plain.speed).epsilon(1e-13));
    CHECK(moments[s].speed_sq == Approx(plain.speed_sq).epsilon(1e-13));
    CHECK(moments[s].speed_fourth == Approx(plain.speed_fourth).epsilon(1e-13));
    CHECK(moments[s].speed_sixth == Approx(plain.speed_sixth).epsilon(1e-13));
    CHECK(moments[s].speed_eighth == Approx(plain.speed_eighth).epsilon(1e-13));
    CHECK(moments[s].energy ==
          Approx(0.5 * system.gas.species[s].mass * plain.speed_sq).epsilon(1e-13));
    CHECK(moments[s].rotational_energy == 0);
    CHECK(moments[s].kept_energy == 0);
  }
}

}  // namespace

TEST_CASE("Moments of speeds are the plain sums, whatever the order of the species") {
  SmallGas<3> in_turn({{0.1, 1}, {0.2, 5}, {0.1, 0.3}}, 101, Vec<3>(9, 9, 9), 1);
  compare(in_turn);
  SmallGas<2> one_after_the_other({{0.1, 1}, {0.2, 5}, {0.1, 3}}, 0, Vec<2>(9, 9), 2);
  std::vector<std::uint8_t> kinds(37, 0);
  kinds.insert(kinds.end(), 64, 2);  // none of the second
  kinds.push_back(0);
  one_after_the_other.place(kinds, 3);
  compare(one_after_the_other);
}

TEST_CASE("Runs of one species are told apart wherever they end", "[measure]") {
  std::mt19937_64 random(7);
  for (const std::size_t longest : {1, 3, 70, 400}) {
    State<2> state;
    std::uniform_int_distribution<std::size_t> length(1, longest);
    while (state.size() < 1000) {
      const auto next = static_cast<std::uint8_t>(random() % 3);
      const std::size_t end = state.size() + length(random);
      state.species.resize(end, next);
      while (state.velocity.size() < end)
        state.velocity.emplace_back(static_cast<double>(state.velocity.size()), next);
      state.position.resize(end);
    }
    std::size_t seen = 0, last = 3;
    for_species_runs(state, [&](std::size_t species, std::span<const Vec<2>> velocities) {
      REQUIRE(!velocities.empty());
      CHECK(species != last);
      last = species;
      for (const Vec<2>& v : velocities) {
        CHECK(v == Vec<2>(static_cast<double>(seen++), static_cast<double>(species)));
        CHECK(state.species[seen - 1] == species);
      }
    });
    CHECK(seen == state.size());
  }
}
