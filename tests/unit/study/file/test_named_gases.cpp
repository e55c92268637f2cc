#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "clausius/study/runner.h"
#include "study/results/theory_at_start.h"
#include "theory/fluid/named_gases.h"
#include "theory/references.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using Catch::Contains;

namespace {

std::string study_of(const std::string& gas, double temperature, const std::string& more = "") {
  return "[units]\nsystem = \"SI\"\n[box]\npressure = 1e3\n[[species]]\nname = \"gas\"\ncount = "
         "1000\ngas = \"" +
         gas + "\"\ntemperature = " + std::to_string(temperature) + "\n" + more;
}

/// Viscosities in µPa s at 200, 300, 400, 500 and 600 K (Huber & Harvey, CRC Handbook of Chemistry
/// and Physics), and at 298.15 K (Berg & Moldover, J. Phys. Chem. Ref. Data 41 (2012) 043104; 0:
/// not there).
struct MeasuredViscosity {
  std::string gas;
  std::array<double, 5> handbook;
  double reference;
};
const std::vector<MeasuredViscosity> kViscosities{
    {"helium", {15.1, 19.9, 24.3, 28.3, 32.2}, 19.825},
    {"neon", {24.1, 31.9, 38.6, 44.8, 50.6}, 31.71},
    {"argon", {15.9, 22.7, 28.6, 33.9, 38.8}, 22.56},
    {"krypton", {17.4, 25.5, 32.9, 39.6, 45.8}, 25.29},
    {"xenon", {15.7, 23.2, 30.5, 37.2, 43.5}, 23.02},
    {"hydrogen", {6.8, 8.9, 10.9, 12.8, 14.5}, 8.900},
    {"nitrogen", {12.9, 17.9, 22.2, 26.1, 29.6}, 17.75},
    {"oxygen", {14.7, 20.7, 25.8, 30.5, 34.7}, 0},
    {"carbon_dioxide", {10.1, 15.0, 19.7, 24.0, 28.0}, 0},
    {"methane", {7.7, 11.1, 14.2, 17.0, 0}, 11.06}};

double viscosity_by_theory(const std::string& gas, double temperature) {
  const auto start = theory_at_start(parse(study_of(gas, temperature)));
  REQUIRE(start);
  return start->theory.shear_viscosity(start->kt)->value * 1e6;
}

}  // namespace

TEST_CASE("The theory of a named gas has its measured viscosity", "[study][gases]") {
  REQUIRE(kViscosities.size() == kNamedGases.size());
  for (const MeasuredViscosity& one : kViscosities) {
    CAPTURE(one.gas);
    if (one.reference > 0)
      CHECK(viscosity_by_theory(one.gas, 298.15) == Approx(one.reference).epsilon(0.005));
    for (std::size_t i = 0; i < one.handbook.size(); ++i) {
      const double temperature = 200 + 100 * static_cast<double>(i), measured = one.handbook[i];
      if (measured == 0) continue;
      CAPTURE(temperature);
      // The handbook rounds to 0.1 µPa s.
      CHECK(viscosity_by_theory(one.gas, temperature) ==
            Approx(measured).epsilon(0).margin(0.01 * measured));
    }
  }
}

TEST_CASE("A run of a named gas has its measured viscosity", "[study][gases][slow]") {
  for (const MeasuredViscosity& one : kViscosities) {
    CAPTURE(one.gas);
    const StudyResult result = run_study(parse(
        "[units]\nsystem = \"SI\"\n[box]\npressure = 1e5\n[[species]]\nname = \"gas\"\ncount = "
        "256\ngas = \"" +
        one.gas +
        "\"\ntemperature = 300\n[run]\nequilibrate = 5\nmeasure = 20000\ntransport = true\n"));
    const Observable& viscosity = *find_observable(result.observables, "shear_viscosity");
    const double measured = one.handbook[1] * 1e-6, error = viscosity.error.value();
    CHECK(error < 0.04 * measured);
    CHECK(std::abs(viscosity.value - measured) < 4 * error + 0.01 * measured);
  }
}

TEST_CASE("Every named gas has a source that is cited", "[study][gases]") {
  for (const NamedGas& one : kNamedGases) {
    CAPTURE(one.name);
    CHECK(references_in({std::string(one.source)}).size() == 1);
    CHECK(find_gas(one.symbol) == find_gas(one.name));
  }
  CHECK(find_gas("air") == nullptr);
}

TEST_CASE("What stands beside a gas is kept", "[study][gases]") {
  const StudyConfig argon = parse(study_of("Ar", 300));
  CHECK(argon.species[0].mass == Approx(6.6335e-26).epsilon(1e-4));
  CHECK(argon.species[0].diameter == Approx(3.6e-10).epsilon(0.03));
  CHECK(parse(argon.resolved_toml).resolved_toml == argon.resolved_toml);
  const StudyConfig hot = parse(study_of("argon", 900));
  CHECK(hot.species[0].diameter < argon.species[0].diameter);
  const StudyConfig own = parse(study_of("argon", 3000, "diameter = 3e-10\nmass = 7e-26\n"));
  CHECK(own.species[0].diameter == 3e-10);
  CHECK(own.species[0].mass == 7e-26);
}

TEST_CASE("Gases are refused where nothing is known of them", "[study][gases]") {
  CHECK_THAT(faults(study_of("air", 300)), Contains("\"air\" is unknown; allowed: \"helium\""));
  CHECK_THAT(faults(study_of("argon", 2000)),
             Contains("species[0].temperature: the viscosity of argon, from which the diameter "
                      "follows, is known from 150 to 1000 K; allowed: a temperature there, or "
                      "diameter beside gas"));
  CHECK_THAT(faults(study_of("argon", 300), {{"units.system", "reduced"}}),
             Contains("species[0].gas: has no effect here; allowed: only with units.system = "
                      "\"SI\""));
  CHECK_THAT(faults(study_of("argon", 300), {{"box.dimensions", "2"}}),
             Contains("gives no diameter of disks"));
  CHECK_THAT(faults(study_of("argon", 300, "amount = 1e6\n")), Contains("only without amount"));
}

TEST_CASE("A box has the edges that are given and those that follow", "[study][box]") {
  const std::string gas =
      "[[species]]\nname = \"gas\"\ncount = 1000\n[box]\nnumber_density = 0.1\n";
  using Edges = std::vector<double>;
  const Edges cube = parse(gas).size;
  CHECK(parse(gas + "edges = [0.0, 0.0, 0.0]\n").size == cube);
  CHECK(parse(gas + "edges = [20.0, 0.0, 50.0]\n").size == Edges{20, 10, 50});
  CHECK(parse(gas + "edges = [0.0, 100.0, 0.0]\n").size == Edges{10, 100, 10});
  CHECK(parse("[[species]]\nname = \"gas\"\ncount = 1000\n[box]\ndimensions = 2\n"
              "number_density = 0.1\nedges = [0.0, 50.0]\n")
            .size == Edges{200, 50});
  const StudyConfig slab = parse(gas + "edges = [0.0, 20.0, 50.0]\n");
  CHECK(parse(slab.resolved_toml).resolved_toml == slab.resolved_toml);

  // The volume is that of the cube, whatever gives it.
  for (const std::string density : {"packing_fraction", "pressure"}) {
    const std::vector<Override> changes{{"box." + density, "0.1"}};
    CHECK(parse(gas + "edges = [20.0, 0.0, 30.0]\n", changes).volume() ==
          Approx(parse(gas, changes).volume()).epsilon(1e-12));
  }
  CHECK_THAT(faults(gas + "edges = [20.0, 10.0, 50.0]\n"),
             Contains("box.edges: [20.0, 10.0, 50.0] is a list of all edges; allowed: 0 for at "
                      "least one of them, or size instead"));
  CHECK_THAT(faults(gas + "edges = [20.0, 0.0, 50.0]\n", {{"box.size", "[20, 20, 20]"}}),
             Contains("box.edges: has no effect here; allowed: only without size"));
  CHECK_THAT(faults(gas + "edges = [200.0, 0.0, 500.0]\n"), Contains("too short along y"));
}
