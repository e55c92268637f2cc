#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "study/file/quantity.h"
#include "study/file/sweep_range.h"
#include "study/file/varied_values.h"
#include "study/results/observables.h"
#include "study/rules/plausibility.h"
#include "sweep/results.h"
#include "unit/study/parsed_study.h"

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

TEST_CASE("Texts with units are numbers in SI units", "[study][units][udunits]") {
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

TEST_CASE("Wrong units are refused with what they are", "[study][units][udunits]") {
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
  CHECK(wrong("3 kg m s-1", Quantity::pressure) == "a momentum, and a pressure is needed");
  CHECK(wrong("3 kg m s-4", Quantity::pressure) ==
        "in units of m.kg.s-4, and a pressure is needed");
  CHECK(wrong("3 atmm", Quantity::pressure) == "of an unknown unit, \"atmm\"");
  CHECK(wrong("3 2 m", Quantity::length) == "of an unknown unit, \"2 m\"");
  CHECK(wrong("3", Quantity::length) == "a text without a unit");
  CHECK(wrong("1e400 m", Quantity::length) == "of a number out of range");
  CHECK(wrong("3 kPa", Quantity::temperature_difference) ==
        "a pressure, and a temperature difference is needed");
}

TEST_CASE("A difference of temperatures has no zero", "[study][units][udunits]") {
  CHECK(difference_of(Quantity::temperature) == Quantity::temperature_difference);
  CHECK(difference_of(Quantity::pressure) == Quantity::pressure);
  CHECK(si("5 K", Quantity::temperature_difference) == 5);
  CHECK(si("5 degC", Quantity::temperature_difference) == Approx(5));
  CHECK(si("9 degF", Quantity::temperature_difference) == Approx(5));
}

TEST_CASE("Units of observables are those of quantities", "[study][units][udunits]") {
  for (const MeasurementKind& kind : all_kinds())
    for (const DeclaredObservable& one : kind.observables) {
      if (one.unit == nullptr) continue;
      const Quantity quantity = quantity_of(one.unit);
      INFO(one.name);
      REQUIRE(quantity != Quantity::none);
      for (const int dimensions : {2, 3}) {
        const std::string unit = unit_names(true, dimensions).*one.unit;
        CHECK(si_unit(quantity, dimensions) == unit);
        CHECK(si("3 " + unit, quantity, dimensions) == 3);
      }
    }
  CHECK(quantity_of(nullptr) == Quantity::none);
  CHECK(quantity_of(&UnitNames::angle) == Quantity::none);
}

TEST_CASE("Threads may read quantities at the same time", "[study][units][udunits]") {
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

TEST_CASE("A study with units is the one with the numbers", "[study][units][udunits]") {
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

TEST_CASE("Faulty quantities are reported where they stand", "[study][units][udunits]") {
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

TEST_CASE("Series and sweeps take values with units", "[study][units][udunits]") {
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

namespace {

const std::string kChecked =
    kSi +
    "[run]\nuntil = \"pressure_virial within 5 kPa\"\n"
    "[[check]]\nobservable = \"pressure_virial\"\nexpected = \"1 atm\"\ntolerance = \"5 kPa\"\n"
    "[[check]]\nobservable = \"temperature\"\nexpected = \"20 degC\"\ntolerance = \"5 degC\"\n"
    "[[check]]\nobservable = \"compressibility_factor\"\nexpected = 1\n"
    "relative_tolerance = 0.1\n";

}  // namespace

TEST_CASE("Checks and limits of errors take the units of their observables",
          "[study][units][udunits]") {
  const StudyConfig study = parse(kChecked);
  CHECK(study.checks[0].expected == 101325);
  CHECK(study.checks[0].tolerance == 5000);
  CHECK(study.checks[1].expected == 293.15);
  CHECK(*study.checks[1].tolerance == Approx(5));
  CHECK(study.until->text() == "pressure_virial within 5000.0");
  CHECK_THAT(study.resolved_toml, !Contains("atm") && !Contains("degC"));
  CHECK(parse(study.resolved_toml).resolved_toml == study.resolved_toml);

  const auto with = [](const std::string& key, const std::string& value) {
    return parse(kChecked, {{key, value}});
  };
  CHECK(with("check.0.expected", "2 bar").checks[0].expected == 200000);
  CHECK(with("check.0.expected", "2").checks[0].expected == 2);
  CHECK(with("check.1.tolerance", "9 degF").checks[1].tolerance.value() == Approx(5));
  CHECK(with("sweep", "{seeds = 2, until = \"mean_free_path within 2 nm\"}").sweep.until->error ==
        2e-9);
  CHECK(with("run.until", "pressure_virial within 2%").until->relative);
  // The faces of the box are known late, with its size; in two dimensions.
  const StudyConfig disks =
      parse(kSi + "[[check]]\nobservable = \"pressure_x_low\"\nexpected = \"3 mN/m\"\n",
            {{"wall", "[{face = 'x-low', temperature = 300.0}]"},
             {"box", "{dimensions = 2, boundary = \"wall\", packing_fraction = 0.1}"}});
  CHECK(disks.checks[0].expected == 0.003);
}

TEST_CASE("Series and sweeps take units of checks", "[study][units][udunits]") {
  const auto vary = [](const std::string& key, const std::string& values) {
    return parse(kChecked + "[[sweep.vary]]\nkey = \"" + key + "\"\n" + values + "\n")
        .sweep.variations[0]
        .values;
  };
  using Values = std::vector<std::string>;
  CHECK(vary("check.0.expected", "values = [\"1 atm\", \"2 bar\"]") == Values{"101325.0", "2e+05"});
  CHECK(vary("check.1.expected", "range = \"20 degC:40 degC:10 degC\"") ==
        Values{"293.15", "303.15", "313.15"});
  CHECK(parse(kChecked + "[series]\nkey = \"check.0.tolerance\"\nvalues = [\"1 kPa\", 2000.0]\n")
            .series.values == Values{"1000.0", "2000.0"});
}

TEST_CASE("Faulty units of checks are reported where they stand", "[study][units][udunits]") {
  const auto says = [](const std::string& key, const std::string& value, const std::string& words) {
    INFO(key << " = " << value);
    CHECK(faults(kChecked, {{key, value}}) == words);
  };
  const std::string expected = "--set check.0.expected=", tolerance = "--set check.0.tolerance=",
                    pressure =
                        ", and a pressure is needed; allowed: a number in Pa, or with a "
                        "unit, as in \"1 atm\"";
  says("check.0.expected", "3 nm",
       expected + "3 nm: check[0].expected: \"3 nm\" is a length" + pressure);
  says("check.0.expected", "3 J s",
       expected + "3 J s: check[0].expected: \"3 J s\" is in units of m2.kg.s-1" + pressure);
  says("check.0.expected", "1 atmm",
       expected +
           "1 atmm: check[0].expected: \"1 atmm\" is of an unknown unit, \"atmm\"; allowed: a "
           "number in Pa, or with a unit, as in \"1 atm\"");
  says("check.0.expected", "one atm",
       expected + "one atm: check[0].expected: \"one atm\" is a string; allowed: a number");
  says("check.0.expected", "1e400 Pa",
       expected +
           "1e400 Pa: check[0].expected: \"1e400 Pa\" is of a number out of range; allowed: "
           "a number");
  says("check.0.tolerance", "-5 kPa",
       tolerance +
           "-5 kPa: check[0].tolerance: \"-5 kPa\" is out of range; allowed: a number "
           "above 0");
  says("check.1.tolerance", "5 kPa",
       "--set check.1.tolerance=5 kPa: check[1].tolerance: \"5 kPa\" is a pressure, and a "
       "temperature difference is needed; allowed: a number above 0 in K, or with a unit, as in "
       "\"5 K\"");
  says(
      "check.2.relative_tolerance", "3 percent",
      "--set check.2.relative_tolerance=3 percent: check[2].relative_tolerance: \"3 percent\" is a "
      "string; allowed: a number above 0");
  says("check.2.expected", "1 atm",
       "--set check.2.expected=1 atm: check[2].expected: \"1 atm\" is a text with a unit, and "
       "compressibility_factor is a pure number; allowed: a number");
  // Without a known observable the units cannot be judged.
  const std::string unknown = faults(kChecked, {{"check.0.observable", "presure"}});
  CHECK_THAT(unknown,
             Contains("check[0].observable: \"presure\" is not an observable, did you mean"));
  CHECK_THAT(unknown, !Contains("expected") && !Contains("tolerance"));
  CHECK_THAT(faults(kChecked, {{"check.0.observable", "temperature"}}),
             Contains("study.toml:15:12: check[0].expected: \"1 atm\" is a pressure, and a "
                      "temperature is needed") &&
                 Contains("study.toml:16:13: check[0].tolerance: \"5 kPa\" is a pressure, and a "
                          "temperature difference is needed"));
  CHECK_THAT(
      faults(kChecked, {{"units.system", "reduced"}}),
      Contains("study.toml:15:12: check[0].expected: \"1 atm\" is a string, and the study is "
               "in reduced units; allowed: a number; texts with a unit beside units.system "
               "= \"SI\"") &&
          Contains("study.toml:16:13: check[0].tolerance: \"5 kPa\" is a string, and the "
                   "study is in reduced units") &&
          Contains("run.until: \"pressure_virial within 5 kPa\" is a limit with a unit, and "
                   "the study is in reduced units"));
}

TEST_CASE("Faulty units of limits of errors are reported", "[study][units][udunits]") {
  const auto says = [](const std::string& limit, const std::string& words) {
    INFO(limit);
    CHECK_THAT(faults(kChecked, {{"run.until", limit}}),
               Contains("run.until: \"" + limit + "\" is " + words));
  };
  says("pressure_virial within 5 nm", "a length, and a pressure is needed; allowed: \"NAME");
  says("pressure_virial within 5 kPa please", "of an unknown unit, \"kPa please\"");
  says("pressure_virial within -5 kPa", "not a number above 0 (\"-5 kPa\")");
  says("pressure_virial within 3 kPa %", "no such limit");
  says("compressibility_factor within 5 kPa",
       "a text with a unit, and compressibility_factor is a pure number");
  says("temperature within 5 K", "of no observable with an error");
}

TEST_CASE("What no particles can be is warned of", "[study][units][udunits]") {
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

TEST_CASE("A build without UDUNITS says so where a unit is written", "[study][without udunits]") {
  const std::string words =
      " is of a unit, and this build is without the UDUNITS library; allowed: ";
  CHECK_THAT(faults(kSi), Contains("study.toml:4:12: box.pressure: \"1 atm\"" + words +
                                   "a number above 0 in Pa") &&
                              Contains("species[0].mass: \"39.948 u\"" + words));
  const std::string checked = faults(kChecked);
  CHECK_THAT(checked,
             Contains("check[0].expected: \"1 atm\"" + words + "a number in Pa") &&
                 Contains("check[1].tolerance: \"5 degC\"" + words + "a number above 0 in K"));
  CHECK_THAT(checked, Contains("run.until: \"pressure_virial within 5 kPa\"" + words));
}
