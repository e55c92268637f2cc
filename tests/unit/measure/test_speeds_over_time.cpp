#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clausius/study/runner.h"
#include "named.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using clausius::testing::column;

namespace {

const std::string kBox = "[box]\npacking_fraction = 0.05\n[[species]]\nname = 'a'\ncount = 1500\n";
const std::string kRun = "[run]\nequilibrate = 12\nmeasure = 12\nsamples = 60\n";

std::optional<Table> speeds_of(const std::string& study) {
  for (const Table& table : run_study(parse(study), {}).tables)
    if (table.name == "speed_distribution_over_time") return table;
  return std::nullopt;
}

/// The values of a column at the instant of that number.
std::vector<double> at(const Table& table, std::int64_t instant, const std::string& name) {
  const auto& instants = std::get<std::vector<std::int64_t>>(table.columns[0].values);
  std::vector<double> values;
  for (std::size_t row = 0; row < instants.size(); ++row)
    if (instants[row] == instant) values.push_back(column(table, name)[row]);
  return values;
}

}  // namespace

TEST_CASE("Speeds that start equal become Maxwell's within some collisions", "[measure]") {
  const auto table = speeds_of(kBox + "velocities = 'equal-speed'\n" + kRun);
  REQUIRE(table);
  const std::vector<double> wanted{0, 1, 2, 5, 20};
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const auto instant = static_cast<std::int64_t>(k) + 1;
    const std::vector<double> after = at(*table, instant, "after");
    REQUIRE(after.size() == 25);
    // The first sample at or behind it.
    CHECK(after[0] >= wanted[k]);
    CHECK(after[0] < wanted[k] + 0.3);
    double sum = 0;
    for (const double density : at(*table, instant, "density")) sum += 0.2 * density;
    CHECK(sum == Approx(1).margin(1e-3));
  }
  // First all speeds are in the bin of √3; at last they follow Maxwell's law.
  const std::vector<double> first = at(*table, 1, "density"), speed = at(*table, 1, "speed");
  const auto peak = std::max_element(first.begin(), first.end()) - first.begin();
  CHECK(first[static_cast<std::size_t>(peak)] == Approx(5));
  CHECK(std::abs(speed[static_cast<std::size_t>(peak)] - std::sqrt(3.0)) < 0.1);
  const auto chi_squared = [&](std::int64_t instant) {
    const std::vector<double> density = at(*table, instant, "density"),
                              maxwell = at(*table, instant, "maxwell");
    double sum = 0;
    for (std::size_t bin = 0; bin < density.size(); ++bin) {
      const double expected = 1500 * 0.2 * maxwell[bin];
      if (expected > 5) sum += std::pow(1500 * 0.2 * density[bin] - expected, 2) / expected;
    }
    return sum;
  };
  CHECK(chi_squared(1) > 1000);
  CHECK(chi_squared(2) > 100);
  CHECK(chi_squared(5) < 50);
}

TEST_CASE("Only a gas that starts out of equilibrium has speeds over time", "[measure]") {
  CHECK_FALSE(speeds_of(kBox + kRun));
  // Two species of different temperatures do.
  const std::string other = "[[species]]\nname = 'b'\ncount = 1500\nmass = 4.0\ntemperature = ";
  CHECK_FALSE(speeds_of(kBox + other + "1.0\n" + kRun));
  const auto table = speeds_of(kBox + other + "3.0\n" + kRun);
  REQUIRE(table);
  // A few particles are no distribution.
  CHECK_FALSE(
      speeds_of("[box]\npacking_fraction = 0.05\n[[species]]\nname = 'a'\ncount = 90\n"
                "velocities = 'equal-speed'\n" +
                kRun));
}
