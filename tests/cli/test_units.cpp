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

TEST_CASE("theory says of air what is measured of it", "[cli][units]") {
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

TEST_CASE("theory refuses gases that it does not know, in words", "[cli][units]") {
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

TEST_CASE("A study in units of every day runs, and says what cannot be", "[cli][units]") {
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

TEST_CASE("explain says where the numbers of a gas come from", "[cli][units]") {
  const ScratchFolder scratch;
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS explain argon");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("argon (value of species.gas)") && Contains("150 to 1000 K") &&
                              Contains("Lemmon & Jacobsen (2004)"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS explain Ar").out == outcome.out);
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS explain species.mass").out,
             Contains("SI unit     kg"));
}
