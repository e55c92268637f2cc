#include <catch2/catch.hpp>

#include "cli/program.h"

namespace {

struct BadInput {
  const char* text;      ///< of s.toml
  const char* options;   ///< after `run s.toml`
  const char* messages;  ///< the whole of standard error, or a part of it after "..."
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
     "s.toml:2:14: box.size[1]: 1.5 is too short along y; allowed: at least 2 (two of the largest "
     "diameters on a periodic axis)\n"
     "s.toml:6:8: species[0].mass: -inf is not finite; allowed: a number above 0\n"
     "s.toml:7:1: species[0].colour: unknown key, did you mean \"count\"?; allowed: name, count, "
     "gas, shape, diameter, diameter_distribution, diameter_spread, shaft, spheres, mass, density, "
     "wall_restitution, amount, "
     "molecular_mass, "
     "internal_degrees, "
     "internal_temperature, mass_convention, grid_division, "
     "temperature, velocities, angular_velocities, inertia, region_low, region_high, bitmap\n"},
    {"[box]\nsize = [9.0, 9.0, 9.0]\n[[species]]\nname = \"gas\"\ncount = 5\n"
     "internal_degrees = 2\n[collisions]\nrestitution = 0.9\n",
     "",
     "s.toml:6:20: species[0].internal_degrees: reservoirs require elastic smooth spheres or disks "
     "in plain boxes, event-driven; allowed: 0 with a restitution below 1\n"},
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
     "--set run.substeps=auto: run.substeps: has no effect here; allowed: only with mode = "
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
    {"[box]\nsize = [9.0, 9.0, 9.0]\nboundary = [\"wall\", \"periodic\", \"wall\"]\n"
     "gravity = [0.0, 1.0, 0.0]\n[[species]]\nname = \"gas\"\ncount = 50\n"
     "[[wall]]\nface = \"y-low\"\n[[wall]]\nface = \"x-low\"\ntemperature = -1\n"
     "[[wall]]\nface = \"x-low\"\naccommodation = 0.5\n[[wall]]\nface = \"z-high\"\n"
     "velocity = [1.0, 0.0, 0.0]\nend = 3\n",
     "",
     "s.toml:4:17: box.gravity[1]: 1.0 is along a periodic axis, without end; allowed: 0 there, or "
     "boundary = \"wall\"\n"
     "s.toml:9:8: wall[0].face: \"y-low\" is on a periodic axis; allowed: \"x-low\", \"x-high\", "
     "\"z-low\", \"z-high\"\n"
     "s.toml:12:15: wall[1].temperature: -1 is out of range; allowed: a number above 0\n"
     "s.toml:14:8: wall[2].face: \"x-low\" is there already; allowed: each face once\n"
     "s.toml:15:17: wall[2].accommodation: has no effect here; allowed: only with temperature\n"
     "s.toml:18:13: wall[3].velocity[0]: 1.0 is along the wall, which has no effect on a smooth "
     "one; "
     "allowed: 0, or a thermal wall (temperature), or a rough one "
     "(collisions.wall_tangential_restitution or friction)\n"
     "s.toml:19:7: wall[3].end: has no effect here; allowed: only with velocity along "
     "its axis or amplitude\n"},
    {"box.size = [9.0, 9.0, 9.0]\nbox.boundary = \"wall\"\n[[species]]\nname = \"gas\"\n"
     "count = 50\n[[wall]]\nface = \"x-low\"\nvelocity = [0.5, 0, 0]\n[run]\n"
     "equilibrate = 0\nduration = 20\n",
     "",
     "s.toml:8:12: wall[0].velocity: would crush the gas at time 16; allowed: an end before that, "
     "or a shorter duration\n"},
    {"box.size = [9.0, 9.0]\nbox.dimensions = 2\nbox.boundary = \"wall\"\n[[species]]\n"
     "name = \"gas\"\ncount = 5\nregion_low = [0, 0]\nregion_high = [10, 9]\n"
     "[[obstacle]]\nkind = \"ball\"\ncentre = [8.5, 4]\nradius = 1\nlow = [1, 1]\n"
     "[[obstacle]]\nkind = \"polygon\"\nvertices = [[1, 1], [4, 1], [2, 2], [2, 4]]\n"
     "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 4\nhole = [[8.0], [9.5]]\n"
     "[[obstacle]]\nkind = \"block\"\nlow = [1, 1]\nhigh = [3, 0.5]\n",
     "",
     "s.toml:8:15: species[0].region_high: outside the box along x; allowed: from 0 to 9.0\n"
     "s.toml:11:10: obstacle[0].centre: the obstacle would reach from 7.5 to 9.5 along x; allowed: "
     "from 0 to 9.0, the edges of the box\n"
     "s.toml:13:7: obstacle[0].low: has no effect here; allowed: only with kind = \"block\"\n"
     "s.toml:16:12: obstacle[1].vertices: [[1, 1], [4, 1], [2, 2], [2, 4]] is not convex; allowed: "
     "a list of three or more [x, y] "
     "round a convex polygon, in two dimensions\n"
     "s.toml:21:8: obstacle[2].hole: [[8.0], [9.5]] is larger than its plate or empty; allowed: "
     "from 0 to 9.0 along y, "
     "the lower number first\n"
     "s.toml:25:8: obstacle[3].high: the obstacle would reach from 1.0 to 0.5 along y; allowed: "
     "from "
     "0 to 9.0, the edges of the box\n"},
    {"box.size = [9.0, 9.0, 9.0]\nbox.boundary = \"wall\"\n[[species]]\nname = \"gas\"\ncount = 5\n"
     "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 4\nhole_centre = [8.5, 4]\n"
     "hole_radius = 1\n[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 6\n"
     "hole_centre = [4, 4]\nhole_radius = 0.4\nhole = [[1, 1], [2, 2]]\n"
     "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 8\nhole_centre = [4, 4]\n",
     "",
     "s.toml:10:15: obstacle[0].hole_centre: the hole is larger than its plate; allowed: from 0 to "
     "9.0 along y\n"
     "s.toml:17:15: obstacle[1].hole_radius: 0.4 is too small; allowed: more than 0.5, "
     "the radius of the largest particle\n"
     "s.toml:18:8: obstacle[1].hole: there is a round one; allowed: one of the two\n"
     "s.toml:19:1: obstacle[2].hole_radius: is missing; allowed: a number above 0\n"},
    {"box.size = [9.0, 9.0, 9.0]\nbox.boundary = \"wall\"\nbox.gravity = [0, 0, -1]\n"
     "[[species]]\nname = \"gas\"\ncount = 50\n[run]\nmode = \"time-step\"\nstructure = true\n",
     "",
     "s.toml:9:13: run.structure: requires plain walls or none; allowed: false with "
     "box.gravity\n"},
    {"box.size = [9.0, 9.0]\nbox.dimensions = 2\nbox.boundary = [\"periodic\", \"wall\"]\n"
     "box.gravity = [0, -1]\nbox.shear_rate = 0.1\n[[species]]\nname = \"gas\"\ncount = 9\n"
     "[[drive]]\nkind = \"reversal\"\ntime = 1\n",
     "",
     "s.toml:5:18: box.shear_rate: along x across y, with walls across y; allowed: none, or a box "
     "that is periodic there\n"
     "s.toml:5:18: box.shear_rate: requires a gas without boundary effects; allowed: none with "
     "box.gravity\n"
     "s.toml:5:18: box.shear_rate: is not reversed with the velocities; allowed: none with a "
     "reversal\n"},
    {kGood, "--set run.mode=time-step --set species.0.shape=capsule --set species.0.shaft=1",
     "--set run.mode=time-step: run.mode: time steps support spheres only; allowed: "
     "\"event-driven\" "
     "with other shapes\n"},
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
    // check reports the same faults.
    if (*bad.options == '\0')
      CHECK(run_in(scratch.path(), "$CLAUSIUS check s.toml").err == outcome.err);
  }
}

TEST_CASE("a study that is not there is refused", "[cli]") {
  const ScratchFolder scratch;
  for (const char* command : {"run", "check"}) {
    const Outcome outcome =
        run_in(scratch.path(), std::string("$CLAUSIUS ") + command + " there/no.toml");
    CHECK(outcome.code == 2);
    CHECK(
        outcome.err ==
        "there/no.toml: cannot be read: No such file or directory; allowed: a study file (TOML)\n");
    const Outcome misspelt =
        run_in(scratch.path(), std::string("$CLAUSIUS ") + command + " relaxtion");
    CHECK(misspelt.code == 2);
    CHECK_THAT(misspelt.err, Catch::StartsWith("relaxtion: is neither a file nor a built-in study, "
                                               "did you mean \"relaxation\""));
  }
  const Outcome command = run_in(scratch.path(), "$CLAUSIUS rn relaxation");
  CHECK(command.code == 2);
  CHECK_THAT(command.err,
             Catch::StartsWith("clausius: \"rn\" is not a command, did you mean \"run\""));
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
                                "bench --threads 65",
                                "bench --collisions -1",
                                "bench --count 1.5",
                                "bench --collisions 9223372036854775807",
                                "bench --packing-fraction nan",
                                "bench --shape capsule --shaft nan",
                                "theory --temperature nan",
                                "theory --packing-fraction nan",
                                "theory --packing-fraction 0.1 --restitution nan",
                                "theory --packing-fraction 0.1 --species mass=nan",
                                "theory --packing-fraction 0.1 --temperature 1e308",
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
