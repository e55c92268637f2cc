#include <catch2/catch.hpp>
#include <cmath>

#include "theory/solution.h"

using namespace clausius;

TEST_CASE("A differential equation is solved at the times asked for") {
  // A swing that dies away: x = (cos ωt + (γ/ω) sin ωt) exp(−γt).
  constexpr double kDecay = 0.3, kFrequency = 2;
  int calls = 0;
  const auto swing = [&](const std::vector<double>& x, std::vector<double>& by, double) {
    ++calls;
    by = {x[1], -2 * kDecay * x[1] - (kDecay * kDecay + kFrequency * kFrequency) * x[0]};
  };
  const auto solve = [&](const std::vector<double>& times) {
    calls = 0;
    return solution_at(times, {1.0, 0.0}, {1e-10, 1e-10}, 0.01, swing);
  };
  std::vector<double> few{0, 0, 1e-3, 0.5, 0.5, 7, 10}, many;
  const auto at_few = solve(few);
  const int calls_for_few = calls;
  for (std::size_t k = 0; k < few.size(); ++k) {
    const double t = few[k];
    const double exact = std::exp(-kDecay * t) * (std::cos(kFrequency * t) +
                                                  kDecay / kFrequency * std::sin(kFrequency * t));
    CHECK(at_few[k][0] == Approx(exact).margin(1e-8));
  }
  CHECK(at_few[0] == std::vector<double>{1.0, 0.0});
  // Times cost nothing: steps are as long as they can be.
  for (int k = 0; k <= 10000; ++k) many.push_back(k * 1e-3);
  const auto at_many = solve(many);
  CHECK(calls == calls_for_few);
  CHECK(at_many[10000] == at_few.back());
  CHECK(at_many[500][1] == Approx(at_few[3][1]).margin(1e-8));
  CHECK_THROWS_AS(solve({0, 2, 1}), std::invalid_argument);
  CHECK_THROWS_AS(solve({-1.0}), std::invalid_argument);
  CHECK(solve({}).empty());
}
