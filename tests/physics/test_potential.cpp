#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "physics/beside_theory.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

StudyResult with_steps(int dimensions, double density, double kt, const std::string& steps,
                       int count, int measure) {
  return run_study(parse(fmt::format(R"(
seed = 3
[box]
dimensions = {}
number_density = {}
[[species]]
name = "a"
count = {}
temperature = {}
[[collisions.pair]]
species = ["a", "a"]
steps = {}
[[drive]]
kind = "andersen"
temperature = {}
rate = 0.5
[run]
equilibrate = 30
measure = {}
)",
                                     dimensions, density, count, kt, steps, kt, measure)));
}

}  // namespace

TEST_CASE("Dilute gases with steps have their second virial coefficient and energy") {
  for (const int dimensions : {2, 3})
    for (const char* steps : {"[[1.5, -1.0]]", "[[1.5, 1.0]]", "[[1.3, -1.5], [1.8, 0.5]]"}) {
      INFO(dimensions << " dimensions, " << steps);
      const StudyResult result = with_steps(dimensions, 0.01, 1.5, steps, 500, 400);
      check(result, "compressibility_factor", 0.02);
      const Observable u = named(result, "potential_energy");
      INFO("potential energy " << u.value << " ± " << *u.error << ", theory " << *u.theory);
      CHECK(std::abs(u.value - *u.theory) < 4 * u.total_error().value());
      CHECK(*u.error < 0.05 * std::abs(u.value));
    }
}

TEST_CASE("Square wells have the pressure and energy of published simulations", "[slow]") {
  const StudyResult result = with_steps(3, 0.4, 2, "[[1.5, -1.0]]", 864, 600);
  const Observable z = named(result, "compressibility_factor");
  const Observable u = named(result, "potential_energy");
  CHECK(std::abs(z.value - 1.033) < 4 * z.error.value() + 0.01);
  CHECK(std::abs(u.value + 2.939) < 4 * u.error.value() + 0.02);
  CHECK(z.error.value() < 0.02);
  CHECK(u.error.value() < 0.02);
}
