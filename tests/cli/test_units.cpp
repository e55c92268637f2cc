#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.h"

namespace {

using Catch::Contains;

constexpr const char* kAir =
    "$CLAUSIUS theory --gas nitrogen=0.78 --gas oxygen=0.21 --gas argon=0.01 --pressure '1 atm' "
    "--temperature '20 degC'";

}  // namespace

TEST_CASE("theory says of air what is measured of it", "[cli][units][udunits]") {
  const ScratchFolder scratch;
  const Outcome json = run_in(scratch.path(), std::string(kAir) + " --json");
  REQUIRE(json.code == 0);
  const auto values = nlohmann::json::parse(json.out)["values"];
  const auto value = [&](const char* name) { return values[name]["value"].get<double>(); };
  // P/(k_B T), less the volume of the molecules.
  CHECK(value("number_density") == Approx(2.5035e25).epsilon(0.003));
  CHECK(value("pressure_virial") == Approx(101325).epsilon(1e-9));
  // Dry air at 20 °C: 18.2 µPa s (Lemmon & Jacobsen 2004). Mean free path 65 to 67 nm (Jennings,
  // J. Aerosol Sci. 19 (1988) 159).
  CHECK(value("shear_viscosity") == Approx(18.2e-6).epsilon(0.01));
  CHECK(value("mean_free_path") == Approx(66e-9).epsilon(0.04));
  CHECK(value("mean_speed_nitrogen") == Approx(470.7).epsilon(1e-3));
  CHECK(value("mean_speed_oxygen") == Approx(440.4).epsilon(1e-3));
  // Nitrogen and oxygen diffuse through each other with 0.20 cm²/s; spheres less 10 to 20 %.
  CHECK(value("diffusion_coefficient_oxygen") == Approx(2.0e-5).epsilon(0.2));
  CHECK(values["collision_rate_nitrogen_argon"]["unit"] == "1/s");
  CHECK(values["thermal_conductivity"]["unit"] == "W/(m K)");

  const Outcome text = run_in(scratch.path(), kAir);
  CHECK_THAT(text.out, Contains("mean_free_path_argon") && Contains(" nm ") && Contains("µPa s"));
}

TEST_CASE("theory refuses gases that it does not know, in words", "[cli][units][udunits]") {
  const ScratchFolder scratch;
  const auto says = [&](const std::string& arguments, const std::string& words) {
    const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS theory " + arguments);
    INFO(arguments);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(words));
  };
  says("", "--packing-fraction is missing");
  says("--gas air --pressure '1 atm' --temperature '20 degC'", "allowed: NAME=FRACTION, a gas");
  says("--gas argon=0 --pressure '1 atm' --temperature '20 degC'", "a number above 0");
  says("--gas argon --temperature '20 degC'", "--pressure is missing beside --gas");
  says("--gas argon --pressure '1 atm'", "--temperature is missing beside --gas");
  says("--gas argon --pressure '1 nm' --temperature '20 degC'",
       "\"1 nm\" is a length, and a pressure is needed");
  says("--gas argon --pressure '1 atm' --temperature '20 atm'",
       "\"20 atm\" is a pressure, and a temperature is needed");
  says("--gas argon --pressure '1 atm' --temperature '2000 K'", "known from 150 to 1000 K");
  says("--gas argon --pressure '1e6 atm' --temperature '300 K'", "would freeze");
  says("--packing-fraction 0.1 --temperature '300 K'", "has a unit");
}

TEST_CASE("A study in units of every day runs, and says what cannot be", "[cli][units][udunits]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "air.toml",
             "[units]\nsystem = \"SI\"\n[box]\npressure = \"1 atm\"\n[[species]]\nname = \"n2\"\n"
             "count = 80\ngas = \"N2\"\ntemperature = \"20 degC\"\n[[species]]\nname = \"o2\"\n"
             "count = 20\ngas = \"O2\"\ntemperature = \"20 degC\"\n[run]\nequilibrate = 1\n"
             "measure = 4\nsamples = 10\n");
  const Outcome run = run_in(scratch.path(), "$CLAUSIUS run air.toml --out out");
  INFO(run.err);
  REQUIRE(run.code != 2);
  const std::string study = read_file(scratch.path() / "out" / "study.toml");
  CHECK_THAT(study, Contains("pressure = 101325.0") && Contains("temperature = 293.15") &&
                        Contains("gas = \"N2\""));
  CHECK_THAT(run.err, !Contains("particles of species"));
  const Outcome check = run_in(scratch.path(), "$CLAUSIUS check air.toml --set species.0.mass=40");
  CHECK(check.code == 0);
  CHECK_THAT(check.err, Contains("warning: particles of species n2 have a density of"));
}

TEST_CASE("A check expects a value with a unit, and says what is wrong with it",
          "[cli][units][udunits]") {
  const ScratchFolder scratch;
  write_file(
      scratch.path() / "argon.toml",
      "[units]\nsystem = \"SI\"\n[box]\npressure = \"1 atm\"\n[[species]]\nname = \"argon\"\n"
      "count = 100\ngas = \"Ar\"\ntemperature = \"20 degC\"\n[run]\nequilibrate = 1\n"
      "measure = 10\nsamples = 10\n[[check]]\nobservable = \"pressure_virial\"\n"
      "expected = \"1 atm\"\ntolerance = \"30 kPa\"\n[[check]]\nobservable = \"temperature\"\n"
      "expected = \"20 degC\"\ntolerance = \"5 degC\"\n");
  const Outcome run = run_in(scratch.path(), "$CLAUSIUS run argon.toml --out out");
  INFO(run.err);
  CHECK(run.code == 0);
  const std::string study = read_file(scratch.path() / "out" / "study.toml");
  CHECK_THAT(study, Contains("expected = 101325.0") && Contains("tolerance = 30000.0") &&
                        Contains("expected = 293.15") && Contains("tolerance = 5.0"));
  CHECK_THAT(study, !Contains("\"1 atm\"") && !Contains("\"30 kPa\""));

  const auto outcome_of = [&](const std::string& command, const std::string& options) {
    return run_in(scratch.path(), "$CLAUSIUS " + command + " argon.toml " + options);
  };
  const Outcome wrong = outcome_of("run", "--out hot --set check.1.expected='60 degC'");
  CHECK(wrong.code == 3);
  CHECK_THAT(wrong.out, Contains("333.15"));
  const Outcome length = outcome_of("check", "--set check.0.expected='3 nm'");
  CHECK(length.code == 2);
  CHECK(length.err ==
        "--set check.0.expected=3 nm: check[0].expected: \"3 nm\" is a length, and a pressure is "
        "needed; allowed: a number in Pa, or with a unit, as in \"1 atm\"\n");
  CHECK_THAT(outcome_of("check", "--set check.0.observable=temperature").err,
             Contains("argon.toml:16:12: check[0].expected: \"1 atm\" is a pressure, and a "
                      "temperature is needed") &&
                 Contains("argon.toml:17:13: check[0].tolerance: \"30 kPa\" is a pressure, and a "
                          "temperature difference is needed"));
  CHECK_THAT(outcome_of("check", "--set run.until='pressure_virial within 5 nm'").err,
             Contains("is a length, and a pressure is needed"));
  CHECK(outcome_of("check", "--set run.until='pressure_virial within 5 kPa'").code == 0);
  const Outcome sweep =
      outcome_of("sweep", "--vary check.1.expected='20 degC,60 degC' --seeds 1 --out sweep");
  INFO(sweep.out << sweep.err);
  CHECK(sweep.code == 3);
  CHECK_THAT(read_file(scratch.path() / "sweep" / "results.csv"),
             Contains("293.15") && Contains("333.15") && !Contains("degC"));
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS explain check.expected").out,
             Contains("SI unit     that of the observable"));
}

TEST_CASE("explain says where the numbers of a gas come from", "[cli][units][udunits]") {
  const ScratchFolder scratch;
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS explain argon");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("argon (value of species.gas)") && Contains("150 to 1000 K") &&
                              Contains("Lemmon & Jacobsen (2004)"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS explain Ar").out == outcome.out);
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS explain species.mass").out,
             Contains("SI unit     kg"));
}

TEST_CASE("The program without UDUNITS refuses units, and says what it takes",
          "[cli][without udunits]") {
  const ScratchFolder scratch;
  write_file(
      scratch.path() / "argon.toml",
      "[units]\nsystem = \"SI\"\n[box]\npressure = \"1 atm\"\n[[species]]\nname = \"argon\"\n"
      "count = 100\ngas = \"Ar\"\ntemperature = 293.15\n");
  const Outcome refused = run_in(scratch.path(), "$CLAUSIUS check argon.toml");
  CHECK(refused.code == 2);
  CHECK(refused.err ==
        "argon.toml:4:12: box.pressure: \"1 atm\" is of a unit, and this build is without the "
        "UDUNITS library; allowed: a number above 0 in Pa\n");
  CHECK(run_in(scratch.path(), "$CLAUSIUS check argon.toml --set box.pressure=101325").code == 0);
}
