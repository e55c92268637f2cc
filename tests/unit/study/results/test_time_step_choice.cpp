#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "clausius/core/errors.h"
#include "study/results/step_length.h"
#include "unit/report/scratch_folder.h"

using namespace clausius;

namespace {

const std::string kGas =
    "[box]\npacking_fraction = 0.1\n[run]\nmode = \"time-step\"\n"
    "[[species]]\nname = \"gas\"\ncount = 1000\n";

StudyConfig parse_steps(const std::string& text, const std::vector<Override>& overrides = {}) {
  return parse_study(text, "study.toml", overrides);
}

}  // namespace

TEST_CASE("the default step comes from the fastest particle or the densest species") {
  // One of 1000 Maxwell speeds is above 4.033: erfc(v/√2) + √(2/π) v exp(−v²/2) = 1e-3.
  const StepChoice dilute = choose_time_step(parse_steps(kGas, {{"box.packing_fraction", "0.05"}}));
  CHECK(dilute.is_default);
  CHECK(dilute.fastest == Approx(4.033).margin(1e-3));
  CHECK(dilute.step == Approx(0.25 / dilute.fastest));
  CHECK(dilute.densest == "gas");
  CHECK(dilute.rate == Approx(0.77007).epsilon(1e-3));
  CHECK(dilute.missed == Approx(2.0 / 3 * dilute.step * dilute.step));

  const StepChoice dense = choose_time_step(parse_steps(kGas, {{"box.packing_fraction", "0.4"}}));
  CHECK(dense.rate == Approx(20.126).epsilon(2e-3));
  CHECK(dense.step == Approx(0.1 / dense.rate));

  // The fastest of a mixture are the light ones, at the temperature of the hot ones; the large
  // ones collide most often.
  const StepChoice mixture = choose_time_step(
      parse_steps(kGas + "[[species]]\nname = \"large\"\ncount = 1000\ndiameter = 3\nmass = 4\n"
                         "temperature = 3\n"));
  CHECK(mixture.fastest == Approx(4.033 * std::sqrt(2)).epsilon(1e-3));
  CHECK(mixture.densest == "large");
  CHECK(choose_time_step(parse_steps(kGas, {{"species.0.velocities", "rest"},
                                            {"run.equilibrate", "0"},
                                            {"run.duration", "7"}}))
            .step == 7);
}

TEST_CASE("a step is taken as given, cut on demand, and refused when the mean particle jumps") {
  const StudyConfig given = parse_steps(kGas, {{"run.time_step", "0.3"}});
  CHECK(choose_time_step(given).length() == 0.3);
  CHECK(engine_options(given).time_step == 0.3);
  CHECK(engine_options(given).mode == Mode::time_step);

  // (2/3) dt² = 1e-3
  const StudyConfig cut = parse_steps(kGas, {{"run.time_step", "0.3"}, {"run.substeps", "auto"}});
  CHECK(choose_time_step(cut).substeps == static_cast<int>(std::ceil(0.3 / std::sqrt(1.5e-3))));
  CHECK(choose_time_step(cut).missed <= 1e-3);
  CHECK(parse_steps(cut.resolved_toml).substeps == Substeps::automatic);
  CHECK(parse_steps(given.resolved_toml).time_step == 0.3);

  const auto fault = [](const std::string& text, const std::vector<Override>& overrides) {
    try {
      parse_steps(text, overrides);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  // ⟨|v|⟩ = √(8/π) = 1.595769; equal speeds √3; in two dimensions √(π/2) and √2.
  const auto largest = [&](std::vector<Override> overrides, double mean) {
    const StudyConfig study = parse_steps(kGas, overrides);
    CHECK(largest_time_step(study) == Approx(1 / mean).epsilon(1e-12));
    overrides.push_back({"run.time_step", std::to_string(0.999 / mean)});
    CHECK(fault(kGas, overrides).empty());
    overrides.back().value = std::to_string(1.001 / mean);
    CHECK_THAT(fault(kGas, overrides), Catch::Contains("allowed: at most 0."));
    overrides.push_back({"run.substeps", "auto"});
    CHECK(fault(kGas, overrides).empty());
  };
  largest({}, std::sqrt(8 / M_PI));
  largest({{"species.0.velocities", "equal-speed"}}, std::sqrt(3));
  largest({{"box.dimensions", "2"}}, std::sqrt(M_PI / 2));
  largest({{"box.dimensions", "2"}, {"species.0.velocities", "beam"}}, std::sqrt(2));
  CHECK_THAT(fault(kGas + "[series]\nkey = \"run.time_step\"\nvalues = [0.1, 0.7]\n", {}),
             Catch::StartsWith("study.toml:10:16: series.values[1]: with the value 0.7: "
                               "run.time_step: 0.7 is too long"));
}

TEST_CASE("speeds of a start that is written are taken as written") {
  const std::string listed =
      "box.size = [9, 9, 9]\n[run]\nmode = \"time-step\"\n"
      "[[species]]\nname = \"a\"\ncount = 1\nmass = 2\n[[species]]\nname = \"b\"\ndiameter = 0.5\n"
      "[initial]\nplacement = \"listed\"\n"
      "[[initial.particle]]\nspecies = \"a\"\nposition = [1, 1, 1]\nvelocity = [3, 0, 4]\n"
      "[[initial.particle]]\nspecies = \"b\"\nposition = [5, 5, 5]\nvelocity = [0, 1, 0]\n";
  const StartSpeeds speeds = start_speeds(parse_steps(listed));
  CHECK(speeds.mean == 3);
  CHECK(speeds.fastest == 5);
  CHECK(speeds.kt == Approx((2 * 25 + 1) / 6.0));
  CHECK(largest_time_step(parse_steps(listed)) == Approx(0.5 / 3));

  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "start.xyz")
      << "2\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:id:I:1:pos:R:3:velo:R:3\n"
         "a 0 1 1 1 3 0 4\nb 1 5 5 5 0 1 0\n";
  std::string from_file = listed.substr(0, listed.find("[initial]"));
  from_file += "[initial]\nplacement = \"file\"\nfile = \"start.xyz\"\n";
  const StartSpeeds same = start_speeds(parse_study(from_file, scratch.path() / "study.toml", {}));
  CHECK(same.mean == 3);
  CHECK(same.fastest == 5);
  CHECK(same.kt == speeds.kt);
}
