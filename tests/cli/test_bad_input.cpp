#include <catch2/catch.hpp>

#include "cli/program.h"

namespace {

struct BadInput {
  const char* text;      ///< of s.toml
  const char* options;   ///< behind `run s.toml`
  const char* messages;  ///< the whole of standard error, or behind "..." a part of it
};

constexpr const char* kGood =
    "box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 50\n[run]\nmeasure = 2\n";

const std::vector<BadInput> kBadInputs{
    {"seed = 1\n[box\n", "",
     "s.toml:2:5: Error while parsing table header: expected ']', saw '\\n'; allowed: TOML 1.0\n"},
    {"box.packing_fraction = 0.8\n[[species]]\nname = \"gas\"\ncount = 50\n", "",
     "s.toml:1:24: box.packing_fraction: the packing fraction 0.8 is beyond close packing; "
     "allowed: "
     "at most 0.7405 here\n"},
    {"[box]\nsize = [9.0, 1.5, 9.0]\n[[species]]\nname = \"gas\"\ncount = 50\nmass = -inf\n"
     "colour = \"red\"\n",
     "",
     "s.toml:6:8: species[0].mass: -inf is not finite; allowed: a number above 0\n"
     "s.toml:7:1: species[0].colour: unknown key, did you mean \"count\"?; allowed: name, count, "
     "shape, diameter, shaft, spheres, mass, density, mass_convention, grid_division, "
     "temperature, velocities, angular_velocities\n"},
    {"box.size = [9.0, 1.5, 9.0]\n[[species]]\nname = \"gas\"\ncount = 5\n", "",
     "s.toml:1:18: box.size[1]: 1.5 is too short along y; allowed: at least 2 (two of the largest "
     "diameters on a periodic axis)\n"},
    {"box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 2147483647\n", "",
     "... on this machine (300 bytes each)\n"},
    {"box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 50\n[run]\n"
     "mode = \"time-step\"\ntime_step = 0.7\n",
     "",
     "s.toml:7:13: run.time_step: 0.7 is too long: a particle of mean speed flies farther than the "
     "smallest diameter; allowed: at most 0.626657, or substeps = \"auto\"\n"},
    {kGood, "--set run.mode=time-step --set run.time_step=-1",
     "--set run.time_step=-1: run.time_step: -1 is out of range; allowed: \"auto\", or a time "
     "above "
     "0\n"},
    {kGood, "--set run.substeps=auto",
     "--set run.substeps=auto: run.substeps: of no use here; allowed: only with mode = "
     "\"time-step\"\n"},
    {kGood, "--set run.measure=0",
     "--set run.measure=0: run.measure: 0 is out of range; allowed: a number above 0\n"},
    {kGood, "--set run.measure", "--set run.measure: has no value; allowed: --set KEY=VALUE\n"},
    {kGood, "--seed -1",
     "--seed -1: seed: -1 is out of range; allowed: a whole number from 0 to "
     "9223372036854775807\n"},
    {kGood, "--set run.samples=9000000000000000", "... on this machine"},
    {kGood, "--set run.trajectory=9000000000000000", "... on this machine"},
    {kGood, "--set run.collision_log=9000000000000000", "... on this machine"},
    {kGood, "--set 'species.0.name=\"../a\"'", nullptr},
    {kGood, "--set initial.placement=file --set initial.file=no.xyz", nullptr},
};

}  // namespace

TEST_CASE("bad input is refused with every fault and nothing is written", "[cli]") {
  for (const BadInput& bad : kBadInputs) {
    INFO(bad.text << bad.options);
    const ScratchFolder scratch;
    write_file(scratch.path() / "s.toml", bad.text);
    const Outcome outcome =
        run_in(scratch.path(), std::string("$CLAUSIUS run s.toml ") + bad.options);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    if (bad.messages == nullptr)
      CHECK_THAT(outcome.err, Catch::Contains("; allowed: "));
    else if (const std::string_view text = bad.messages; text.substr(0, 3) == "...")
      CHECK_THAT(outcome.err, Catch::Contains("; allowed: at most ") &&
                                  Catch::Contains(std::string(text.substr(3))));
    else
      CHECK(outcome.err == bad.messages);
    CHECK(holds_only(scratch.path(), "s.toml"));
    // check sees the same faults.
    if (*bad.options == '\0')
      CHECK(run_in(scratch.path(), "$CLAUSIUS check s.toml").err == outcome.err);
  }
}

TEST_CASE("a study that is not there is refused", "[cli]") {
  const ScratchFolder scratch;
  for (const char* command : {"run", "check"}) {
    const Outcome outcome =
        run_in(scratch.path(), std::string("$CLAUSIUS ") + command + " no.toml");
    CHECK(outcome.code == 2);
    CHECK(outcome.err ==
          "no.toml: cannot be read: No such file or directory; allowed: a study file (TOML)\n");
  }
}

TEST_CASE("bad usage is refused", "[cli]") {
  const ScratchFolder scratch;
  for (const char* arguments : {"",
                                "fly",
                                "run",
                                "run a.toml --fast",
                                "check",
                                "new",
                                "list extra",
                                "run a.toml --out",
                                "plot . --format gif",
                                "bench --threads 0",
                                "bench --threads 2",
                                "bench --collisions -1",
                                "bench --count 1.5",
                                "bench --shape ball",
                                "bench --shaft 1",
                                "bench --shape capsule --shaft -1",
                                "bench --packing-fraction 0.8",
                                "bench --dimensions 4",
                                "bench --scheduler linear",
                                "new nothing",
                                "sweep a.toml"}) {
    INFO(arguments);
    const Outcome outcome = run_in(scratch.path(), std::string("$CLAUSIUS ") + arguments);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK_FALSE(outcome.err.empty());
    CHECK(std::filesystem::is_empty(scratch.path()));
  }
}
