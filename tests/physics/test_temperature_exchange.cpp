#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/study/runner.h"
#include "named.h"

using namespace clausius;
using testing::column;

namespace {

/// Runs a gas of light, hot and of heavy, cold particles and compares their temperatures with
/// theory at every sample, within `slack` and the scatter of this number of particles.
void check_exchange(const std::string& collisions, double slack) {
  constexpr double kCount = 8000;
  const StudyResult result = run_study(
      parse_study("[box]\npacking_fraction = 0.02\n[[species]]\nname = 'light'\ncount = 8000\n"
                  "temperature = 2.0\n[[species]]\nname = 'heavy'\ncount = 8000\nmass = 4.0\n"
                  "diameter = 1.2\ntemperature = 0.5\n" +
                      collisions + "[run]\nequilibrate = 8\nmeasure = 1\nsamples = 20\n",
                  "exchange.toml", {}),
      {});
  if (collisions.empty()) {
    const auto rate =
        std::find_if(result.observables.begin(), result.observables.end(),
                     [](const Observable& one) { return one.name == "temperature_exchange_rate"; });
    REQUIRE(rate != result.observables.end());
    INFO(rate->value << " ± " << *rate->error << ", theory " << *rate->theory);
    CHECK(std::abs(rate->z().value()) < 4);
    CHECK(*rate->error < 0.04 * *rate->theory);
  }
  for (const Table& table : result.tables) {
    if (table.name != "temperature_exchange") continue;
    for (const std::string name : {"light", "heavy"}) {
      const auto& measured = column(table, "temperature_" + name);
      const auto& theory = column(table, "theory_" + name);
      REQUIRE(measured.size() > 20);
      CHECK(theory[0] == measured[0]);
      CHECK(std::abs(theory[6] - theory[0]) > 0.2);
      for (std::size_t row = 0; row < measured.size(); ++row) {
        INFO(name << ", row " << row << ": " << measured[row] << ", theory " << theory[row]);
        CHECK(std::abs(measured[row] - theory[row]) <
              (4.5 * std::sqrt(2 / (3 * kCount)) + slack) * theory[row]);
      }
    }
    return;
  }
  FAIL("no table of the exchange");
}

}  // namespace

TEST_CASE("Species share their energy over time as theory says") {
  // During the exchange neither species is Maxwellian, as theory assumes.
  check_exchange("", 0.01);
  check_exchange("[collisions]\nrestitution = 0.9\n", 0.015);
}
