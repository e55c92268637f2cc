#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "parsed_study.h"
#include "study/file/quantity.h"
#include "study/file/sweep_range.h"
#include "study/file/varied_values.h"
#include "study/rules/plausibility.h"

using namespace clausius;
using Catch::Contains;

namespace {

const std::string kSi =
    "[units]\nsystem = \"SI\"\n[box]\npressure = \"1 atm\"\n[[species]]\nname = \"gas\"\n"
    "count = 100\nmass = \"39.948 u\"\ndiameter = \"3.66 angstrom\"\ntemperature = \"20 degC\"\n";

double si(const std::string& text, Quantity quantity, int dimensions = 3) {
  const ReadQuantity read = read_quantity(text, quantity, dimensions);
  INFO(text << " " << read.wrong);
  REQUIRE(read.wrong.empty());
  return read.value;
}

std::string wrong(const std::string& text, Quantity quantity, int dimensions = 3) {
  return read_quantity(text, quantity, dimensions).wrong;
}

}  // namespace

TEST_CASE("Texts with units are numbers in SI units", "[study][units]") {
  CHECK(si("1 atm", Quantity::pressure) == 101325);
  CHECK(si("1.5 bar", Quantity::pressure) == 150000);
  CHECK(si("3.66 angstrom", Quantity::length) == 3.66e-10);
  CHECK(si("3.66 Å", Quantity::length) == 3.66e-10);
  CHECK(si("340pm", Quantity::length) == 3.4e-10);
  CHECK(si("2 µm", Quantity::length) == 2e-6);
  CHECK(si("20 degC", Quantity::temperature) == 293.15);
  CHECK(si("-40 degF", Quantity::temperature) == Approx(233.15));
  CHECK(si("300 K", Quantity::temperature) == 300);
  CHECK(si("1 fs", Quantity::time) == 1e-15);
  CHECK(si("2 min", Quantity::time) == 120);
  CHECK(si("1 u", Quantity::mass) == 1.66053906660e-27);
  CHECK(si("1 unified_atomic_mass_unit", Quantity::mass) == 1.66053906660e-27);
  CHECK(si("39.948 g/mol", Quantity::mass) == Approx(si("39.948 u", Quantity::mass)).epsilon(1e-9));
  CHECK(si("40 mol/m3", Quantity::number_density) == Approx(40 * 6.02214076e23));
  CHECK(si("2.5e19 cm-3", Quantity::number_density) == Approx(2.5e25));
  CHECK(si("1 nm-2", Quantity::number_density, 2) == Approx(1e18));
  CHECK(si("3 N/m", Quantity::pressure, 2) == 3);
  CHECK(si("1 g/cm3", Quantity::density) == Approx(1000));
  CHECK(si("36 km/h", Quantity::speed) == Approx(10));
  CHECK(si("9.81 m/s2", Quantity::acceleration) == 9.81);
  CHECK(si("50 kHz", Quantity::frequency) == 50000);
  CHECK(si("60 rpm", Quantity::angular_velocity) == Approx(2 * M_PI));
}

TEST_CASE("Wrong units are refused with what they are", "[study][units]") {
  CHECK(wrong("3 nm", Quantity::pressure) == "a length, and a pressure is needed");
  CHECK(wrong("3 atm", Quantity::temperature) == "a pressure, and a temperature is needed");
  CHECK(wrong("3 K", Quantity::time) == "a temperature, and a time is needed");
  CHECK(wrong("3 s", Quantity::mass) == "a time, and a mass is needed");
  CHECK(wrong("3 kg", Quantity::length) == "a mass, and a length is needed");
  CHECK(wrong("3 m/s", Quantity::acceleration) == "a speed, and an acceleration is needed");
  CHECK(wrong("3 Hz", Quantity::time) == "a rate, and a time is needed");
  CHECK(wrong("3 s", Quantity::rate) == "a time, and a rate is needed");
  CHECK(wrong("3 Hz", Quantity::speed) == "a rate, and a speed is needed");
  CHECK(wrong("60 rpm", Quantity::frequency) == "an angular velocity, and a frequency is needed");
  CHECK(wrong("1 atm", Quantity::pressure, 2) ==
        "a pressure, and a pressure in two dimensions is needed");
  CHECK(wrong("3 kg m s-1", Quantity::pressure) ==
        "in units of m.kg.s-1, and a pressure is needed");
  CHECK(wrong("3 atmm", Quantity::pressure) == "of an unknown unit, \"atmm\"");
  CHECK(wrong("3 2 m", Quantity::length) == "of an unknown unit, \"2 m\"");
  CHECK(wrong("3", Quantity::length) == "a text without a unit");
}

TEST_CASE("Threads may read quantities at the same time", "[study][units]") {
  std::vector<std::thread> threads;
  std::vector<double> sums(4, 0);
  threads.reserve(sums.size());
  for (double& sum : sums)
    threads.emplace_back([&sum] {
      for (int i = 0; i < 200; ++i) sum += read_quantity("1 nm", Quantity::length, 3).value;
    });
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) CHECK(sum == Approx(200e-9));
}

TEST_CASE("A study with units is the one with the numbers", "[study][units]") {
  const StudyConfig study = parse(kSi);
  CHECK(study.given_pressure == 101325);
  CHECK(study.species[0].mass == 39.948 * 1.66053906660e-27);
  CHECK(study.species[0].diameter == 3.66e-10);
  CHECK(study.species[0].temperature == 293.15);
  CHECK(study.resolved_toml.find("atm") == std::string::npos);
  CHECK(parse(study.resolved_toml).resolved_toml == study.resolved_toml);

  const StudyConfig set = parse(kSi, {{"run.time_step", "1 fs"},
                                      {"box.size", "[\"10 nm\", 2e-8, \"30 nm\"]"},
                                      {"run.duration", "\"2 ns\""}});
  CHECK(set.time_step == 1e-15);
  CHECK(set.size == std::vector<double>{1e-8, 2e-8, 3e-8});
  CHECK(set.duration == 2e-9);
  CHECK(parse(kSi, {{"run.time_step", "auto"}}).time_step == std::nullopt);
}

TEST_CASE("Faulty quantities are reported where they stand", "[study][units]") {
  CHECK(faults(kSi, {{"box.pressure", "3 nm"}}) ==
        "--set box.pressure=3 nm: box.pressure: \"3 nm\" is a length, and a pressure is needed; "
        "allowed: a number above 0 in Pa, or with a unit, as in \"1 atm\"");
  CHECK_THAT(faults(kSi, {{"run.duration", "-3 ns"}}),
             Contains("\"-3 ns\" is out of range; allowed: a number above 0"));
  CHECK_THAT(faults(kSi, {{"box.size", "[\"1 um\", \"1 um\", \"1 s\"]"}}),
             Contains("box.size[2]: \"1 s\" is a time, and a length is needed"));
  CHECK_THAT(
      faults(kSi, {{"units.system", "reduced"}}),
      Contains("study.toml:9:12: species[0].diameter: \"3.66 angstrom\" is a string, and the "
               "study is in reduced units; allowed: a number above 0; texts with a unit "
               "beside units.system = \"SI\""));
  CHECK_THAT(faults(kSi, {{"collisions.restitution", "\"90 percent\""}}),
             Contains("\"90 percent\" is a string; allowed"));
  CHECK_THAT(faults(kSi, {{"run.time_step", "soon"}}), Contains("\"soon\" is unknown"));
}

TEST_CASE("Series and sweeps take values with units", "[study][units]") {
  const StudyConfig series = parse(
      kSi +
      "[series]\nkey = \"species.0.temperature\"\nvalues = [\"0 degC\", 300.0, \"100 degC\"]\n");
  CHECK(series.series.values == std::vector<std::string>{"273.15", "300.0", "373.15"});
  CHECK_THAT(faults(kSi + "[series]\nkey = \"box.pressure\"\nvalues = [\"1 nm\"]\n"),
             Contains("series.values[0]: with the value \"1 nm\": box.pressure: \"1 nm\" is a "
                      "length, and a pressure is needed"));

  const auto values = [](const std::string& key, const std::string& range) {
    return parse(kSi + "[[sweep.vary]]\nkey = \"" + key + "\"\nrange = \"" + range + "\"\n")
        .sweep.variations[0]
        .values;
  };
  using Values = std::vector<std::string>;
  CHECK(values("box.pressure", "1 atm:3 atm:1 atm") == Values{"101325.0", "202650.0", "303975.0"});
  CHECK(values("box.pressure", "1:2:0.5 bar") == Values{"1e+05", "150000.0", "2e+05"});
  CHECK(values("species.0.temperature", "20 degC:40 degC:10 degC") ==
        Values{"293.15", "303.15", "313.15"});
  CHECK(values("species[0].temperature", "20 degC:40 degC:10 K") ==
        Values{"293.15", "303.15", "313.15"});
  CHECK(values("species.0.temperature", "300:320:10") == Values{"300", "310", "320"});
  CHECK_THAT(faults(kSi + "[[sweep.vary]]\nkey = \"box.pressure\"\nrange = \"1 K:2 K:1 K\"\n"),
             Contains("is a temperature, and a pressure is needed"));
  CHECK(SweepRange::is_written("1 atm:3 atm:1 atm"));
  CHECK_FALSE(SweepRange::is_written("1 atm,3 atm"));
}

TEST_CASE("What no particles can be is warned of", "[study][units]") {
  CHECK(implausible_particles(parse(kSi)).empty());
  const auto warnings = [](const std::string& key, const std::string& value) {
    const auto all = implausible_particles(parse(kSi, {{"box.number_density", "1.0"},
                                                       {"run.equilibrate", "0"},
                                                       {"run.duration", "1 fs"},
                                                       {key, value}}));
    return all.empty() ? std::string() : all.front();
  };
  CHECK_THAT(warnings("species.0.mass", "40.0"), Contains("have a density of"));
  CHECK_THAT(warnings("species.0.mass", "1e-30"), Contains("less than a hydrogen atom"));
  CHECK_THAT(warnings("species.0.diameter", "0.1"), Contains("have a density of"));
  CHECK_THAT(warnings("species.0.temperature", "1e14"), Contains("thermal speed"));
  CHECK(implausible_particles(
            parse("[box]\npacking_fraction = 0.1\n[[species]]\nname = \"g\"\ncount = 9\n"))
            .empty());
}
