#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <string>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "clausius/study/config.h"
#include "clausius/theory/equation_of_state.h"
#include "core/numbers.h"
#include "study/file/keys.h"
#include "study/results/step_length.h"
#include "study/start/initial.h"
#include "unit/report/scratch_folder.h"
#include "unit/study/parsed_study.h"

namespace clausius {
namespace {

const std::string kGas = R"(seed = 7
[box]
packing_fraction = 0.05
[[species]]
name = "gas"
count = 1000
)";

TEST_CASE("the least study gets every default", "[config]") {
  const StudyConfig study = parse(kGas);
  CHECK(study.name == "study");
  CHECK(study.title == "study");
  CHECK(study.seed == 7);
  CHECK(study.dimensions == 3);
  CHECK(study.periodic == std::vector<bool>{true, true, true});
  CHECK(study.boltzmann == 1);
  REQUIRE(study.species.size() == 1);
  CHECK(study.species[0].diameter == 1);
  CHECK(study.species[0].mass == 1);
  CHECK(study.species[0].temperature == 1);
  CHECK(study.species[0].velocities == Velocities::maxwell);
  CHECK(study.restitution(0, 0) == 1);
  CHECK(study.wall_restitution == 1);
  CHECK_FALSE(study.contact_duration.has_value());
  CHECK(study.placement == Placement::random);
  CHECK(study.engine.scheduler == Scheduler::calendar);
  CHECK(study.equilibrate == 20);
  CHECK(study.measure == 100.0);
  CHECK_FALSE(study.duration.has_value());
  CHECK(study.samples == 200);
  CHECK(study.particles() == 1000);
  CHECK(study.packing_fraction() == Approx(0.05).epsilon(1e-14));
  CHECK(study.size[0] == Approx(std::cbrt(1000 * std::numbers::pi / 6 / 0.05)).epsilon(1e-14));
}

TEST_CASE("a study of every key is read as written", "[config]") {
  const StudyConfig study = parse(R"(title = "All \"keys\""
seed = 9223372036854775807
[box]
dimensions = 2
size = [30, 40.5]
boundary = ["wall", "periodic"]
[[species]]
name = "a"
count = 100
shape = "sphere"
diameter = 0.5
density = 2
temperature = 3
velocities = "equal-speed"
[[species]]
name = "b"
count = 50
mass = 4.0
velocities = "rest"
[collisions]
restitution = 0.9
wall_restitution = 0.8
contact_duration = 1e-4
[[collisions.pair]]
species = ["b", "a"]
restitution = 0.5
[initial]
placement = "lattice"
[run]
mode = "event-driven"
scheduler = "heap"
equilibrate = 1
duration = 2.5
samples = 10
trajectory = 3
checkpoint_every = 60
collision_log = 4
cell_edge = 1.5
[[check]]
observable = "pressure_wall"
expected = 1.25
tolerance = 0.1
[series]
key = "collisions.pair.0.restitution"
values = [0.5, 1]
)");
  CHECK(study.title == "All \"keys\"");
  CHECK(study.seed == 9223372036854775807u);
  CHECK(study.size == std::vector<double>{30, 40.5});
  CHECK(study.periodic == std::vector<bool>{false, true});
  CHECK(study.species[0].mass == Approx(2 * std::numbers::pi / 16).epsilon(1e-15));
  CHECK(study.species[0].velocities == Velocities::equal_speed);
  CHECK(study.species[1].mass == 4);
  CHECK(study.species[1].temperature == 0);
  CHECK(study.restitution(0, 0) == 0.9);
  CHECK(study.restitution(0, 1) == 0.5);
  CHECK(study.restitution(1, 0) == 0.5);
  CHECK(study.wall_restitution == 0.8);
  CHECK(study.contact_duration == 1e-4);
  CHECK(study.placement == Placement::lattice);
  CHECK(study.engine.scheduler == Scheduler::heap);
  CHECK(study.engine.cell_edge == 1.5);
  CHECK(study.duration == 2.5);
  CHECK_FALSE(study.measure.has_value());
  CHECK(study.checks.at(0).expected == 1.25);
  CHECK(study.series.values == std::vector<std::string>{"0.5", "1"});
  CHECK(study.key_positions.at("species[1].mass").line == 18);
  CHECK(study.key_positions.at("species[1].mass").column == 8);

  const StudyConfig first_case = series_case(study, "1");
  CHECK(first_case.name == "collisions.pair.0.restitution=1");
  CHECK(first_case.restitution(0, 1) == 1);
  CHECK(first_case.restitution(0, 0) == 0.9);
  CHECK(first_case.series.key.empty());
}

TEST_CASE("a resolved study reads back the same and shows every key", "[config]") {
  const std::vector<std::string> texts{kGas, R"(title = "tab\tand \\"
[box]
dimensions = 2
number_density = 0.3333333333333333
boundary = ["periodic", "wall"]
[[species]]
name = "a"
count = 7
diameter = 1e-7
density = 0.1
[[species]]
name = "b"
count = 3
mass = 123456789012345680000.0
temperature = 0.1
velocities = "beam"
[[collisions.pair]]
species = ["a", "b"]
restitution = 1
[run]
duration = 1e10
[[check]]
observable = "overlap"
relative_tolerance = 0.3
[series]
key = "collisions.restitution"
values = [1, 0.95]
)",
                                       R"(box.size = [4, 4, 4]
box.boundary = "wall"
initial.placement = "listed"
[[initial.particle]]
species = "a"
position = [1, 1, 1]
velocity = [0.1, 0.2, -0.3]
[[species]]
name = "a"
[run]
duration = 1
)"};
  for (const std::string& text : texts) {
    const StudyConfig study = parse(text);
    const StudyConfig again = parse(study.resolved_toml);
    CHECK(again.resolved_toml == study.resolved_toml);
    CHECK(again.title == study.title);
    CHECK(again.size == study.size);
    CHECK(again.periodic == study.periodic);
    CHECK(again.equilibrate == study.equilibrate);
    CHECK(again.duration == study.duration);
    CHECK(again.series.values == study.series.values);
    CHECK(again.pairs.size() == study.pairs.size());
    CHECK(again.restitution == study.restitution);
    REQUIRE(again.species.size() == study.species.size());
    for (std::size_t i = 0; i < study.species.size(); ++i) {
      CHECK(again.species[i].count == study.species[i].count);
      CHECK(again.species[i].diameter == study.species[i].diameter);
      CHECK(again.species[i].mass == study.species[i].mass);
      CHECK(again.species[i].velocities == study.species[i].velocities);
    }
    for (const StudyKey& key : study_keys()) {
      INFO(key.table << '.' << key.key);
      CHECK(study.resolved_toml.find(std::string(key.key) + " = ") != std::string::npos);
    }
  }
}

TEST_CASE("exact numbers read back and look like numbers with a fraction", "[config]") {
  CHECK(exact_text(1) == "1.0");
  CHECK(exact_text(0.1) == "0.1");
  CHECK(exact_text(-2) == "-2.0");
  for (const double x : {1.2345678901234567e19, 5e-324, 1.7976931348623157e308, 1.0 / 3, 1e22})
    CHECK(std::strtod(exact_text(x).c_str(), nullptr) == x);
}

TEST_CASE("every fault is reported, located, in order", "[config]") {
  CHECK(faults("seed = -1\n[box]\npacking_fraction = 0.9\nboundry = \"wall\"\n[[species]]\n"
               "name = \"gas\"\ncount = 0\ndiameter = nan\nmass = \"heavy\"\n"
               "[run]\nmeasure = -5\n") ==
        "study.toml:1:8: seed: -1 is out of range; allowed: a whole number from 0 to "
        "9223372036854775807\n"
        "study.toml:4:1: box.boundry: unknown key, did you mean \"boundary\"?; allowed: "
        "dimensions, packing_fraction, number_density, pressure, size, edges, boundary, gravity, "
        "shear_rate\n"
        "study.toml:7:9: species[0].count: 0 is out of range; allowed: a whole number from 1 to "
        "2147483647\n"
        "study.toml:8:12: species[0].diameter: nan is not finite; allowed: a number above 0\n"
        "study.toml:9:8: species[0].mass: \"heavy\" is a string; allowed: a number above 0\n"
        "study.toml:11:11: run.measure: -5 is out of range; allowed: a number above 0");
}

TEST_CASE("ten faults that do not depend on each other are reported at once", "[config]") {
  const std::string found = faults(R"(seed = -1
[box]
size = [20, 20, 20]
boundary = ["wall", "wall", "wall"]
colour = 3
[[species]]
name = "a"
count = 50
temperature = 0
[[species]]
name = "b"
count = 50
shape = "capsule"
[collisions]
restitution = 2
[run]
structure = true
samples = 0
measure = 1e18
cell_edge = 0.5
[[wall]]
face = "x-low"
accommodation = 0.5
[[obstacle]]
kind = "ball"
centre = [1, 10, 10]
radius = 2
[[drive]]
kind = "andersen"
temperature = 1
[[window]]
name = "w"
region_low = [0, 0, 0]
region_high = [30, 20, 20]
[[label]]
name = "l"
count = 4
[[check]]
observable = "presure_wall"
)");
  const char* const plain_walls =
      "study.toml:17:13: run.structure: requires plain walls or none; allowed: "
      "false with a [[wall]]";
  for (const char* fault : {
           "study.toml:1:8: seed: -1 is out of range",
           "study.toml:5:1: box.colour: unknown key",
           "study.toml:9:15: species[0].temperature: 0 is out of range",
           "study.toml:15:15: collisions.restitution: 2 is out of range",
           "study.toml:17:13: run.structure: applies to spheres and disks only; allowed: false",
           plain_walls,
           "study.toml:18:11: run.samples: 0 is out of range",
           "study.toml:19:11: run.measure: 1e+18 makes",
           "study.toml:20:13: run.cell_edge: 0.5 is out of range",
           "study.toml:23:17: wall[0].accommodation: has no effect here; allowed: only with temper",
           "study.toml:26:10: obstacle[0].centre: the obstacle would reach from -1.0 to 3.0",
           "study.toml:28:1: drive[0].rate: is missing",
           "study.toml:34:15: window[0].region_high: outside the box along x",
           "study.toml:37:9: label[0].count: has no effect here",
           "study.toml:39:14: check[0].observable: \"presure_wall\" is not an observable",
       })
    CHECK_THAT(found, Catch::Contains(fault));
}

TEST_CASE("what depends on a key at fault is not reported, what does not is", "[config]") {
  // The size of this box is unknown, but the other obstacles to a run do not depend on it.
  const std::string found = faults(
      "box.packing_fraction = \"thin\"\n[[species]]\nname = \"a\"\ncount = 9\n"
      "[run]\nmode = \"time-step\"\n[[obstacle]]\nkind = \"ball\"\ncentre = [99, 1, 1]\n"
      "radius = -1\n[run.x]\n");
  CHECK_THAT(found, Catch::Contains("box.packing_fraction: \"thin\" is a string") &&
                        Catch::Contains("obstacle[0].radius: -1 is out of range") &&
                        Catch::Contains("run.x: unknown key") && !Catch::Contains("would reach") &&
                        !Catch::Contains("beyond close packing"));
}

TEST_CASE("a file that is no TOML is located", "[config]") {
  const std::string message = faults("seed = 1\n[box\nsize = 3\n");
  CHECK(message.rfind("study.toml:2:5: ", 0) == 0);
  CHECK(message.find("; allowed: TOML 1.0") != std::string::npos);
}

/// A fault: an addition to or change of the good study, and the message that must be reported.
struct Fault {
  const char* text;
  const char* message;
};

TEST_CASE("collision statistics are those of smooth spheres, whose motion goes on") {
  const std::string gas = kGas + "[run]\ncollision_statistics = true\n";
  CHECK(parse(gas).collision_statistics);
  CHECK(parse(gas + "[collisions]\nrestitution = 0.9\n").collision_statistics);
  CHECK(parse(gas + "[[drive]]\nkind = \"andersen\"\ntemperature = 1.0\nrate = 0.5\n")
            .collision_statistics);
  CHECK_THAT(faults(gas + "[[drive]]\nkind = \"reversal\"\ntime = 0.5\n"),
             Catch::Contains("run.collision_statistics: requires a gas whose motion goes on"));
  CHECK_THAT(faults(gas, {{"box.shear_rate", "0.1"}}),
             Catch::Contains("run.collision_statistics: requires straight flights"));
}

TEST_CASE("transport is that of smooth spheres in a periodic box, event-driven") {
  CHECK(parse(kGas + "[run]\ntransport = true\n").transport);
  CHECK_FALSE(parse(kGas).transport);
  CHECK(parse(kGas + "[run]\ntransport = true\n[collisions]\nrestitution = 0.9\n").transport);
  for (const char* beside :
       {"[collisions]\ntangential_restitution = 0.5\n", "mode = \"time-step\"\n"})
    CHECK_THAT(
        faults(kGas + "[run]\ntransport = true\n" + beside),
        Catch::Contains("run.transport: requires smooth spheres or disks in a periodic box"));
}

TEST_CASE("the relaxation spectrum is that of one species of elastic spheres or disks") {
  CHECK(parse(kGas + "[run]\nrelaxation_spectrum = true\n").relaxation_spectrum);
  CHECK_THAT(faults(kGas + "[run]\nrelaxation_spectrum = true\n[collisions]\nrestitution = 0.9\n"),
             Catch::Contains(
                 "run.relaxation_spectrum: requires elastic spheres or disks in a periodic box"));
  CHECK_THAT(
      faults(kGas + "[[species]]\nname = \"b\"\ncount = 9\n[run]\nrelaxation_spectrum = true\n"),
      Catch::Contains("run.relaxation_spectrum: is of one species; allowed: false with more"));
}

TEST_CASE("a key in the singular is taken for its plural; a log has a number of collisions") {
  CHECK_THAT(faults(kGas + "velocity = \"rest\"\n"),
             Catch::Contains("species[0].velocity: unknown key, did you mean \"velocities\"?"));
  CHECK_THAT(faults(kGas + "[run]\ncollision_log = true\n"),
             Catch::Contains("run.collision_log: true is a truth value; allowed: the number of "
                             "collisions to log, as in collision_log = 1000; 0: none"));
}

TEST_CASE("structure is that of spheres of a few species") {
  CHECK(parse(kGas + "[run]\nstructure = true\n").structure);
  CHECK(parse(kGas + "[run]\nstructure = true\nstructure_range = 1.5\n").structure_range == 1.5);
  CHECK_THAT(faults(kGas + "[run]\nstructure_range = 1.5\n"),
             Catch::Contains("run.structure_range: has no effect here; allowed: only with "
                             "run.structure = true in a periodic box"));
  CHECK_THAT(
      faults(kGas + "[run]\nstructure = true\nstructure_range = 1000.0\n"),
      Catch::Contains("run.structure_range: is 1000; allowed: above the largest diameter, 1, "
                      "up to half of the shortest edge of the box"));
  CHECK_THAT(faults(kGas + "shape = \"capsule\"\n[run]\nstructure = true\n"),
             Catch::Contains("run.structure: applies to spheres and disks only; allowed: false"));
  std::string many = kGas;
  for (int k = 0; k < 10; ++k) many += fmt::format("[[species]]\nname = \"s{}\"\ncount = 1\n", k);
  CHECK_THAT(faults(many + "[run]\nstructure = true\n"),
             Catch::Contains("run.structure: of 11 species; allowed: of at most 10"));
}

TEST_CASE("an error to be reached, and replicas") {
  const auto until = [](const std::string& text) { return kGas + "[run]\nuntil = " + text + "\n"; };
  const StudyConfig relative = parse(until("\"pressure_virial within 0.1 %\""));
  CHECK(relative.until->observable == "pressure_virial");
  CHECK(relative.until->relative);
  CHECK(relative.until->error == 0.1);
  CHECK(relative.until->text() == "pressure_virial within 0.1 %");
  const StudyConfig absolute = parse(until("\"mean_free_path within 3e-4\""));
  CHECK_FALSE(absolute.until->relative);
  CHECK(absolute.until->error == 3e-4);
  CHECK(parse(absolute.resolved_toml).until->text() == absolute.until->text());
  CHECK(parse(until("\"kurtosis_a2 within 2%\"")).until->relative);
  const auto check = [&](const std::string& text, const std::string& wrong) {
    CHECK_THAT(faults(until(text)),
               Catch::StartsWith("study.toml:8:9: run.until: " + text + wrong));
  };
  check("\"pressure_virial\"", " is no such limit; allowed: \"NAME within NUMBER %\"");
  check("\"pressure_virial below 3 %\"", " is no such limit");
  check("\"pressure_virial within 3 % please\"", " is no such limit");
  check("\"presure_virial within 3 %\"",
        " is of no observable with an error, did you mean \"pressure_virial\"");
  check("\"speed_chi2_p within 0.1\"", " is of no observable with an error");
  for (const char* number : {"-1", "0", "nan", "1e999", "x"})
    check(fmt::format("\"pressure_virial within {} %\"", number), " is not a number above 0");
  check("3", " is a whole number; allowed: ");

  const StudyConfig study = parse(kGas + "[run]\nreplicas = 3\ntrajectory = 2\n");
  CHECK(study.replicas == 3);
  CHECK(replica_of(study, 0).seed == 7);
  CHECK(replica_of(study, 0).trajectory == 2);
  CHECK(replica_of(study, 1).seed != replica_of(study, 2).seed);
  CHECK(replica_of(study, 1).trajectory == 0);
  CHECK_THAT(faults(kGas + "[run]\nreplicas = 0\n"), Catch::Contains("run.replicas: 0 is out of"));
  CHECK_THAT(
      faults("box.size = [9, 9, 9]\ninitial.placement = \"listed\"\nrun.duration = 1\n"
             "run.replicas = 2\n[[initial.particle]]\nspecies = \"a\"\nposition = [1, 1, 1]\n"
             "velocity = [1, 0, 0]\n[[species]]\nname = \"a\"\n"),
      Catch::Contains("run.replicas: a start that is given is the same for all"));
}

TEST_CASE("impossible studies are refused", "[config]") {
  const std::string species = "[[species]]\nname = \"gas\"\n";
  const auto [text, message] = GENERATE(values<Fault>({
      {"", "study.toml:1:1: species: is missing; allowed: at least one [[species]] table"},
      {"species = 3", "species: 3 is a whole number; allowed: tables, each headed [[species]]"},
      {"box = 3", "box: 3 is a whole number; allowed: a table, headed [box]"},
      {"[box]\nsize = [1, 2]", "box.size: [1, 2] is a list of 2; allowed: a list of 3 numbers"},
      {"[box]\nsize = [9, -9, 9]", "study.toml:2:12: box.size[1]: -9 is out of range"},
      {"[box]\nsize = [9, 9, inf]", "study.toml:2:15: box.size[2]: inf is not finite"},
      {"[box]\ndimensions = 4",
       "box.dimensions: 4 is out of range; allowed: a whole number from 2"},
      {"[box]\ndimensions = 2.0", "box.dimensions: 2.0 is a number with a fraction"},
      {"[box]\nboundary = [\"wall\", \"open\", \"wall\"]",
       "2:21: box.boundary[1]: \"open\" is unkn"},
      {"[box]\nboundary = \"open\"",
       "box.boundary: \"open\" is unknown; allowed: \"periodic\", \"w"},
      {"[box]\nboundary = []", "box.boundary: [] is a list of 0"},
      {"[box]\nsize = [9, 9, 9]\nnumber_density = 1", "2:8: box.size: given beside number_density"},
      {"[run]\nmeasure = 1\nduration = 1", "3:12: run.duration: given beside measure; allowed"},
      {"[run]\nmode = \"steps\"",
       "run.mode: \"steps\" is unknown; allowed: \"event-driven\", \"time-step\""},
      {"[run]\ntime_step = 0", "run.time_step: 0 is out of range; allowed: \"auto\", or a time"},
      {"[run]\ntime_step = \"long\"", "\"long\" is unknown; allowed: \"auto\", or a time above"},
      {"[run]\ncollision_statistics = 1",
       "run.collision_statistics: 1 is a whole number; allowed: true or false"},
      {"[run]\nsubsteps = \"many\"", "run.substeps: \"many\" is unknown; allowed: \"none\", \"au"},
      {"[run]\nsubsteps = \"auto\"",
       "run.substeps: has no effect here; allowed: only with mode = \"time-step\""},
      {"[run]\ncompare = \"event-driven\"",
       "run.compare: has no effect here; allowed: only with mode = \"time-step\""},
      {"[run]\nmode = \"time-step\"\n[[species]]\nname = \"a\"\nshape = \"capsule\"\nshaft = 1",
       "2:8: run.mode: time steps support spheres only; allowed: \"event-driven\" with other "
       "shapes"},
      {"[run]\nsamples = 0", "run.samples: 0 is out of range"},
      {"[run]\nsamples = 10.0", "run.samples: 10.0 is a number with a fraction"},
      {"[run]\ntrajectory = -1", "run.trajectory: -1 is out of range"},
      {"[run]\ncell_edge = 0.5", "run.cell_edge: 0.5 is out of range; allowed: 0 (automatic)"},
      {"[collisions]\nrestitution = 1.1", "collisions.restitution: 1.1 is out of range"},
      {"[collisions]\nwall_restitution = -0.1", "collisions.wall_restitution: -0.1 is out of"},
      {"[collisions]\ncontact_duration = \"off\"", "\"off\" is unknown; allowed: \"auto\", or a"},
      {"[collisions]\ncontact_duration = -1", "collisions.contact_duration: -1 is out of range"},
      {"[[collisions.pair]]\nspecies = [\"gas\", \"gsa\"]\nrestitution = 1",
       "2:19: collisions.pair[0].species[1]: \"gsa\" is not a species"},
      {"[[collisions.pair]]\nspecies = [\"gas\"]", "collisions.pair[0].restitution: is missing"},
      {"[initial]\nplacement = \"file\"", "initial.file: is missing; allowed: the path"},
      {"[initial]\nplacement = \"file\"\nfile = \"no-such.xyz\"",
       "3:8: initial.file: \"no-such.xyz\" is not a file"},
      {"[initial]\nfile = \"a.xyz\"",
       "initial.file: has no effect here; allowed: only with placement"},
      {"[initial]\nplacement = \"listed\"", "initial.particle: is missing"},
      {"[[initial.particle]]\nspecies = \"gas\"", "initial.particle: has no effect here"},
      {"[[check]]\nexpected = 1", "check[0].observable: is missing"},
      {"[[check]]\nobservable = \"presure_wall\"",
       "2:14: check[0].observable: \"presure_wall\" is not an observable, did you mean "
       "\"pressure_wall\""},
      {"[[check]]\nobservable = \"overlap\"\ntolerance = 0",
       "check[0].tolerance: 0 is out of range"},
      {"[series]\nkey = \"seed\"", "series.values: is missing"},
      {"[series]\nkey = \"seed\"\nvalues = []", "series.values: [] is empty"},
      {"[series]\nkey = \"seed\"\nvalues = [1, 1]", "3:14: series.values[1]: 1 is there twice"},
      {"[units]\nsystem = \"cgs\"",
       "units.system: \"cgs\" is unknown; allowed: \"reduced\", \"SI\""},
      {"restitution = 1", "restitution: unknown key, did you mean \"collisions.restitution\"?"},
      {"sede = 1", "1:1: sede: unknown key, did you mean \"seed\"?"},
      {"seed = 1.5", "seed: 1.5 is a number with a fraction; allowed: a whole number"},
      {"title = 3", "title: 3 is a whole number; allowed: a string"},
  }));
  INFO(text);
  CHECK_THAT(faults(text), Catch::Contains(message));
}

TEST_CASE("more collisions than can be counted are refused", "[config]") {
  const std::string gas =
      "box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 1000\n[run]\n";
  CHECK_THAT(faults(gas + "measure = 1e18"),
             Catch::Contains("study.toml:6:11: run.measure: 1e+18 makes 5e+20 collisions; allowed: "
                             "at most 8e+15 per particle here, 4e+18 in all"));
  CHECK_THAT(faults(gas + "equilibrate = 1e300"), Catch::Contains("run.equilibrate: 1e+300"));
  CHECK(faults(gas + "measure = 8e15\nequilibrate = 8e15\nuntil = \"collision_rate within 1 %\"")
            .empty());
}

TEST_CASE("numbers beyond the range of computation are refused with that range", "[config]") {
  const std::string box = "[box]\nsize = [9, 9, 9]\nboundary = \"wall\"\n";
  const std::string gas = box + "[[species]]\nname = \"a\"\ncount = 9\n";
  const auto [text, message] = GENERATE(values<Fault>({
      {"temperature = 1e308",
       "species[0].temperature: 1e+308 is out of range; allowed: a number "
       "above 0"},
      {"mass = 1e-60", "to 1e+50 in magnitude"},
      {"[run]\nmode = \"time-step\"\ntime_step = 1e-20",
       "study.toml:9:13: run.time_step: 1e-20 is out of range; allowed: at least 6.26657e-07 "
       "(1e-06 of the time in which a particle of mean speed flies the length of the smallest)"},
      {"[run]\ntime_step = 1e-20", "run.time_step: 1e-20 is out of range"},
      {"[[wall]]\nface = \"x-low\"\namplitude = 0.5\nfrequency = 1e12",
       "wall[0].frequency: 1e+12 is out of range; allowed: at most 15957.7"},
      {"[[drive]]\nkind = \"rescale\"\ntemperature = 1\ninterval = 1e-20",
       "drive[0].interval: 1e-20 is out of range; allowed: at least"},
      {"[[drive]]\nkind = \"andersen\"\ntemperature = 1\nrate = 1e20",
       "drive[0].rate: 1e+20 is out of range; allowed: at most"},
      {"[[label]]\nname = \"l\"\n[[label]]\nname = \"m\"\n[[relabel]]\nfrom = \"l\"\n"
       "to = \"m\"\nrate = 1e40",
       "relabel[0].rate: 1e+40 is out of range; allowed: at most"},
  }));
  INFO(text);
  CHECK_THAT(faults(gas + text), Catch::Contains(message));
  CHECK_THAT(faults(box + "[initial]\nplacement = \"listed\"\n[[species]]\nname = \"a\"\n"
                          "[[initial.particle]]\nspecies = \"a\"\nposition = [1, 1, 1]\n"
                          "velocity = [1, 1e160, 0]\n"),
             Catch::Contains("initial.particle[0].velocity[1]: 1e+160 is out of range"));
}

TEST_CASE("keys of thousands of steps are refused where they stand", "[config]") {
  std::string deep = "a";
  for (int k = 0; k < 50000; ++k) deep += ".a";
  CHECK_THAT(faults("# 1.2.3\ntitle = 'a.b\"'\n" + deep + " = 1\n"),
             Catch::Contains("study.toml:3:64: a key of more than 32 steps"));
  CHECK_THAT(faults("[" + deep + "]\n"), Catch::Contains("study.toml:1:"));
  CHECK_THAT(faults("", {{deep, "1", "--set a"}}),
             Catch::Contains("has 50001 steps; allowed: at "));
  CHECK_THAT(faults("", {{"title", "1\n" + deep + " = 1", "--set title"}}),
             Catch::Contains("species: is missing"));
  // Dots within strings are no steps, nor are those of many numbers.
  const std::string gas = "box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 9\n";
  CHECK(faults("title = \"" + deep + "\"\n" + gas).empty());
  CHECK(faults("title = \"\"\"\n" + deep + "\n\"\"\"\n" + gas).empty());
  std::string numbers = "[1.5";
  for (int k = 0; k < 100; ++k) numbers += ", 1.5";
  CHECK_THAT(faults("box.size = " + numbers + "]\n"), Catch::Contains("is a list of 101"));
}

TEST_CASE("walls that leave a particle no room are refused where it moves", "[config]") {
  const std::string box = "[box]\nsize = [9, 9, 1]\nboundary = \"wall\"\n";
  CHECK_THAT(faults(box + "[[species]]\nname = \"a\"\ncount = 2\n"),
             Catch::Contains("study.toml:2:15: box.size[2]: 1 is too short along z; allowed: more "
                             "than 1 (the largest diameter between walls)"));
  const std::string listed = box +
                             "[initial]\nplacement = \"listed\"\n[run]\nequilibrate = 0\n"
                             "duration = 1\n[[species]]\nname = \"a\"\n[[initial.particle]]\n"
                             "species = \"a\"\nposition = [2, 2, 0.5]\n";
  const auto start = [](const std::string& text) { return make_initial_state(parse(text)); };
  CHECK_NOTHROW(start(listed + "velocity = [1, 1, 0]\n"));
  CHECK_THROWS_WITH(start(listed + "velocity = [1, 1, 0.1]\n"),
                    Catch::Contains("particle 0 has no room to move between the walls along z"));
}

TEST_CASE("names that make two observables one are refused", "[config]") {
  const auto gas = [](const std::vector<std::string>& names) {
    std::string text = "box.packing_fraction = 0.1\n";
    for (const std::string& name : names)
      text += "[[species]]\nname = \"" + name + "\"\ncount = 9\n";
    return text;
  };
  CHECK_THAT(faults(gas({"a", "b_c", "a_b", "c"})),
             Catch::Contains("study.toml:12:8: species[3].name: \"c\" is ambiguous: "
                             "\"contact_value_a_b_c\" would be an observable of species \"a\" with "
                             "\"b_c\" and an observable of species \"a_b\" with \"c\"; allowed: "
                             "another name"));
  CHECK_THAT(faults(gas({"ratio", "b"})),
             Catch::Contains("species[0].name: \"ratio\" is ambiguous: \"temperature_ratio\" would "
                             "be an observable of the gas and an observable of species \"ratio\""));
  for (const char* name : {"error", "theory", "z", "green_kubo", "b_error", "bias_b"})
    CHECK_THAT(faults(gas({"b", name})), Catch::Contains("species[1].name"));
  CHECK_THAT(faults(gas({"b", "c"}) + "[[window]]\nname = \"w\"\n[[window]]\nname = \"w_z\"\n"),
             Catch::Contains("window[1].name: \"w_z\" is ambiguous: \"window_count_w_z\""));
  // Where nothing is reported species by species, the name is free.
  for (const char* name : {"ratio", "error", "theory"}) CHECK(faults(gas({name})).empty());
  CHECK(faults(gas({"b", "order"})).empty());
  CHECK_THAT(faults(gas({"b", "order"}) + "[series]\nkey = \"seed\"\nvalues = [1, 2, 3]\n"
                                          "[[series.fit]]\nobservable = \"temperature\"\n"),
             Catch::Contains("species[1].name: \"order\" is ambiguous: \"temperature_order\""));
}

TEST_CASE("impossible gases are refused", "[config]") {
  const auto [text, message] = GENERATE(values<Fault>({
      {"name = \"a\"\ncount = 9\nshape = \"cube\"",
       "\"cube\" is unknown; allowed: \"sphere\", \"capsule\", \"clump\""},
      {"name = \"a\"\ncount = 9\nshape = \"capsule\"\nshaft = -1",
       "7:9: species[0].shaft: -1 is out of range; allowed: a number from 0 up"},
      {"name = \"a\"\ncount = 9\nshaft = 1",
       "species[0].shaft: has no effect here; allowed: only with shape = \"capsule\""},
      {"name = \"a\"\ncount = 9\nangular_velocities = \"rest\"",
       "species[0].angular_velocities: has no effect here; allowed: only with shape = \"caps"},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"", "species[0].spheres: is missing; allowed: a"},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"\nspheres = []",
       "species[0].spheres: [] is empty; allowed: a list of one or more [x, y, z, radius]"},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"\nspheres = [[0, 0, 0, 1], [0, 0, 1, 0]]",
       "7:36: species[0].spheres[1][3]: 0 is out of range; allowed: a radius above 0"},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"\nspheres = [[0, 0, 0, 1], [0, 0, 1]]",
       "7:26: species[0].spheres[1]: [0, 0, 1] is a list of 3; allowed: a list of one or"},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"\nspheres = [[0, 0, nan, 1]]",
       "7:19: species[0].spheres[0][2]: nan is not finite"},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"\nspheres = 4", "spheres: 4 is a whole number"},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"\nspheres = [[0, 0, 0, 1]]\ndiameter = 1",
       "species[0].diameter: has no effect here; allowed: only with shape = \"sphere\" or "
       "\"capsule\""},
      {"name = \"a\"\ncount = 9\nshape = \"clump\"\nspheres = [[0, 0, 0, 1]]\n"
       "mass_convention = \"half\"",
       "\"half\" is unknown; allowed: \"union\", \"sum\", \"grid\""},
      {"name = \"a\"", "study.toml:3:1: species[0].count: is missing; allowed: a whole number"},
      {"count = 9", "species[0].name: is missing"},
      {"name = \"a b\"\ncount = 9", "species[0].name: \"a b\" is not a name"},
      {"name = \"\"\ncount = 9", "species[0].name: \"\" is not a name"},
      {"name = \"a\"\ncount = 5000000000", "species[0].count: 5000000000 is out of range"},
      {"name = \"a\"\ncount = 2000000000", "species[0].count: makes 2000000000 particles in all"},
      {"name = \"a\"\ncount = 9\n[[species]]\nname = \"a\"\ncount = 9",
       "7:8: species[1].name: \"a\" is the name of another species"},
      {"name = \"a\"\ncount = 9\ndiameter = 0", "species[0].diameter: 0 is out of range"},
      {"name = \"a\"\ncount = 9\ndiameter = 1e300",
       "species[0].diameter: 1e+300 is out of range; allowed: a number above 0; other than 0 from "
       "1e-50 to 1e+50 in magnitude"},
      {"name = \"a\"\ncount = 9\ndiameter = 1e20\ndensity = 1",
       "density: makes the mass 5.23599e+59; allowed: a mass from 1e-50 to 1e+50"},
      {"name = \"a\"\ncount = 9\nmass = 1\ndensity = 1",
       "density: given beside mass; allowed: one"},
      {"name = \"a\"\ncount = 9\ntemperature = 0",
       "temperature: 0 is out of range; allowed: a num"},
      {"name = \"a\"\ncount = 9\nvelocities = \"fast\"",
       "\"fast\" is unknown; allowed: \"maxwell\""},
      {"name = \"a\"\ncount = 1\ndiameter = 1",
       "box.packing_fraction: makes an edge 1.204 that is too short along x"},
      {"name = \"a\"\ncount = 1\n[box]\nnumber_density = 0.01", "run.measure: no two particles"},
      {"name = \"a\"\ncount = 20\nvelocities = \"rest\"\n[run]\nequilibrate = 2",
       "run.equilibrate: no two particles can ever collide"},
  }));
  INFO(text);
  const std::string box = std::string(text).find("[box]") == std::string::npos
                              ? "box.packing_fraction = 0.3\n\n"
                              : "\n\n";
  CHECK_THAT(faults(box + "[[species]]\n" + text), Catch::Contains(message));
}

TEST_CASE("densities end at close packing, edges at two diameters", "[config]") {
  const auto with = [](const std::string& box, const std::string& more = "") {
    return faults("[box]\n" + box + "\n[[species]]\nname = \"gas\"\ncount = 1000\n" + more);
  };
  CHECK(with("packing_fraction = 0.74").empty());
  CHECK_THAT(with("packing_fraction = 0.741"),
             Catch::Equals("study.toml:2:20: box.packing_fraction: the packing fraction 0.741 is "
                           "beyond close packing; allowed: at most 0.7405 here"));
  CHECK(with("packing_fraction = 0.906\ndimensions = 2").empty());
  CHECK_THAT(with("packing_fraction = 0.907\ndimensions = 2"), Catch::Contains("at most 0.9069"));
  CHECK_THAT(with("number_density = 1.42"), Catch::Contains("box.number_density: makes a box in"));
  // Small spheres go into the gaps of large ones.
  const std::string small = "[[species]]\nname = \"small\"\ncount = 1000\ndiameter = 0.1\n";
  CHECK(with("packing_fraction = 0.8", small).empty());
  CHECK_THAT(with("packing_fraction = 0.94", small), Catch::Contains("at most 0.9326"));

  const auto two = [](const std::string& box) {
    return faults("[box]\n" + box + "\n[[species]]\nname = \"gas\"\ncount = 2\n");
  };
  CHECK(two("size = [2, 2, 2]").empty());
  CHECK_THAT(two("size = [2, 1.999, 2]"),
             Catch::Equals("study.toml:2:12: box.size[1]: 1.999 is too short along y; allowed: at "
                           "least 2 (two of the largest diameters on a periodic axis)"));
  CHECK(two("size = [2, 1.1, 2]\nboundary = [\"periodic\", \"wall\", \"periodic\"]").empty());
  CHECK_THAT(two("size = [4, 0.9, 4]\nboundary = \"wall\""),
             Catch::Contains("more than 1 (the largest diameter between walls)"));
}

TEST_CASE("listed particles are counted and stand in the box", "[config]") {
  const std::string head =
      "box.size = [4, 4, 4]\nrun.duration = 1\ninitial.placement = \"listed\"\n"
      "[[species]]\nname = \"a\"\n";
  const auto at = [](const std::string& position) {
    return "[[initial.particle]]\nspecies = \"a\"\nvelocity = [0, 0, 0]\nposition = " + position +
           "\n";
  };
  const StudyConfig study = parse(head + at("[1, 1, 1]") + at("[3, 3, 3]"));
  CHECK(study.species[0].count == 2);
  CHECK(study.listed[1].position == std::vector<double>{3, 3, 3});
  CHECK_THAT(faults(head + "count = 3\n" + at("[1, 1, 1]")),
             Catch::Contains("species[0].count: 3 given, 1 listed"));
  CHECK_THAT(faults(head + at("[1, 4, 1]")),
             Catch::Contains("study.toml:9:16: initial.particle[0].position[1]: 4 is outside the "
                             "box; allowed: from 0 to below 4.0"));
  const std::string walls = "box.boundary = \"wall\"\n";
  CHECK(faults(walls + head + at("[0.5, 1, 3.5]")).empty());
  CHECK_THAT(faults(walls + head + at("[0.4, 1, 1]")), Catch::Contains("position[0]: 0.4 is out"));
}

TEST_CASE("a start file says the counts the study leaves out", "[config]") {
  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "start.xyz")
      << "3\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:id:I:1:pos:R:3:velo:R:3\n"
         "a 0 1 1 1 0 0 0\nb 1 3 3 3 0 0 0\na 2 5 5 5 1 0 0\n";
  const auto source = scratch.path() / "study.toml";
  const std::string text =
      "initial.placement = \"file\"\ninitial.file = \"start.xyz\"\nbox.size = [9, 9, 9]\n"
      "[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\ncount = 1\n";
  const StudyConfig study = parse_study(text, source, {});
  CHECK(study.start_file == scratch.path() / "start.xyz");
  CHECK(study.species[0].count == 2);
  CHECK(study.species[1].count == 1);
  CHECK(parse_study(study.resolved_toml, "elsewhere.toml", {}).species[0].count == 2);
}

TEST_CASE("options change keys and are named in messages", "[config]") {
  CHECK(parse(kGas, {{"species.0.count", "20"}}).species[0].count == 20);
  CHECK(parse(kGas, {{"species[0].count", "20"}}).species[0].count == 20);
  CHECK(parse(kGas, {{"run.scheduler", "heap"}}).engine.scheduler == Scheduler::heap);
  CHECK(parse(kGas, {{"box.boundary", "[\"wall\", \"wall\", \"wall\"]"}}).periodic[0] == false);
  // One of two alternative keys replaces the other.
  const StudyConfig sized = parse(kGas, {{"box.size", "[20, 20, 20]"}, {"run.duration", "3"}});
  CHECK(sized.size[2] == 20);
  CHECK(sized.duration == 3.0);
  CHECK_FALSE(sized.given_packing_fraction.has_value());

  CHECK(faults(kGas, {{"species.0.count", "-5"}}) ==
        "--set species.0.count=-5: species[0].count: -5 is out of range; allowed: a whole number "
        "from 1 to 2147483647");
  CHECK(faults(kGas, {{"seed", "x", "--seed x"}}) ==
        "--seed x: seed: \"x\" is a string; allowed: a whole number from 0 to 9223372036854775807");
  CHECK_THAT(
      faults(kGas, {{"run.sample", "5"}}),
      Catch::Contains("--set run.sample=5: run.sample: unknown key, did you mean \"samples\""));
  CHECK_THAT(faults(kGas, {{"species.1.count", "5"}}),
             Catch::Contains("species.1.count: species has 1 element; allowed: an index from 0"));
  CHECK_THAT(faults(kGas, {{"species.count", "5"}}),
             Catch::Contains("species.count: species is a list; allowed: an index before the key, "
                             "as in species.0.count"));
  CHECK_THAT(faults(kGas, {{"seed.x", "5"}}), Catch::Contains("seed is a whole number and has no"));
  CHECK_THAT(faults(kGas, {{"", "5"}}), Catch::Contains("is not a key"));
  CHECK_THAT(faults(kGas, {{"seed", "1\nx = 2"}}), Catch::Contains("is a string"));
}

TEST_CASE("what other programs call a key leads to its name here", "[config]") {
  CHECK_THAT(
      faults(kGas + "radius = 0.5\n"),
      Catch::Contains("species[0].radius: unknown key, write diameter = 2 × radius; allowed: "
                      "name, count"));
  CHECK_THAT(faults(kGas, {{"run.steps", "100"}}),
             Catch::Contains("write duration beside time_step"));
  CHECK_THAT(faults(kGas, {{"run.seed", "2"}}), Catch::Contains("did you mean \"seed\"?"));
}

TEST_CASE("a wall of a periodic box asks for walls", "[config]") {
  CHECK_THAT(
      faults(kGas + "[[wall]]\nface = \"x-low\"\n"),
      Catch::Contains("wall[0].face: \"x-low\" is on a periodic axis; allowed: box.boundary = "
                      "\"wall\", or \"wall\" there"));
  CHECK_THAT(
      faults(kGas + "[[wall]]\nface = \"left\"\n"),
      Catch::Contains("wall[0].face: \"left\" is unknown; allowed: \"x-low\", \"x-high\", "));
}

TEST_CASE("a series is refused before it runs", "[config]") {
  CHECK(faults(kGas + "[series]\nkey = \"collisions.restitution\"\nvalues = [1, 0.9, 1.5]\n") ==
        "study.toml:9:19: series.values[2]: with the value 1.5: collisions.restitution: 1.5 is out "
        "of range; allowed: a number from 0 to 1");
  CHECK_THAT(faults(kGas + "[series]\nkey = \"box.size\"\nvalues = [[1, 1, 1]]\n"),
             Catch::Contains("with the value [1, 1, 1]: box.size: makes a box"));
  CHECK_THAT(faults(kGas + "[series]\nkey = \"series.key\"\nvalues = [1]\n"),
             Catch::Contains("a series cannot vary itself"));
}

TEST_CASE("a series varies any key of the study as it was written", "[config]") {
  // What follows from the key by default follows it in each case, too.
  const StudyConfig flat = parse(kGas +
                                 "[collisions]\ntangential_restitution = 0.5\n[series]\n"
                                 "key = \"box.dimensions\"\nvalues = [2, 3]\n");
  CHECK(series_case(flat, "2").size.size() == 2);
  CHECK(series_case(flat, "2").species[0].inertia == 0.5);
  CHECK(series_case(flat, "3").species[0].inertia == 0.4);
  const std::string walls = kGas +
                            "[[wall]]\nface = \"x-low\"\ntemperature = 2\n"
                            "[[drive]]\nkind = \"rescale\"\ntemperature = 1\n[series]\n";
  const auto vary = [&](const std::string& key, const std::string& value) {
    const StudyConfig study = parse(walls + "key = \"" + key + "\"\nvalues = [" + value + "]\n",
                                    {{"run.samples", "7"}, {"box.boundary", "wall"}});
    StudyConfig result = series_case(study, value);
    CHECK(result.samples == (key == "run.samples" ? 9 : 7));
    return result;
  };
  CHECK(vary("wall.0.temperature", "3.5").walls[0].temperature == 3.5);
  CHECK(vary("wall.0.accommodation", "0.5").walls[0].accommodation == 0.5);
  CHECK(vary("drive.0.interval", "0.25").drives[0].interval == 0.25);
  CHECK(vary("title", "\"b\"").title == "b");
  CHECK(vary("units.system", "\"reduced\"").boltzmann == 1);
  CHECK(vary("run.trajectory", "4").trajectory == 4);
  CHECK(vary("run.samples", "9").samples == 9);
  CHECK(vary("initial.placement", "\"lattice\"").placement == Placement::lattice);
  // One of two alternative keys replaces the other.
  CHECK_FALSE(vary("box.number_density", "0.2").given_packing_fraction.has_value());
  CHECK(vary("run.duration", "4").measure == std::nullopt);
}

TEST_CASE("a missing study is refused", "[config]") {
  CHECK_THROWS_WITH(load_study("no-such.toml", {}),
                    "no-such.toml: cannot be read: No such file or directory; allowed: a study "
                    "file (TOML)");
  CHECK_THROWS_WITH(load_study(".", {}), Catch::Contains("Is a directory"));
}

TEST_CASE("bodies have their mass and size from their shape", "[config]") {
  const StudyConfig study = parse(R"(
[box]
packing_fraction = 0.1
[[species]]
name = "rod"
count = 100
shape = "capsule"
diameter = 2.0
shaft = 3.0
density = 2
angular_velocities = "rest"
[[species]]
name = "pair"
count = 50
shape = "clump"
spheres = [[-0.5, 0, 0, 1], [0.5, 0, 0, 1]]
mass = 3
[[species]]
name = "summed"
count = 50
shape = "clump"
spheres = [[-0.5, 0, 0, 1], [0.5, 0, 0, 1]]
density = 1
mass_convention = "sum"
)");
  CHECK(std::get<Capsule>(study.species[0].shape).radius == 1);
  CHECK(std::get<Capsule>(study.species[0].shape).shaft == 3);
  CHECK(study.species[0].mass == Approx(2 * (4 * kPi / 3 + 3 * kPi)).epsilon(1e-14));
  CHECK(study.species[0].properties.mass == study.species[0].mass);
  CHECK(study.species[0].angular_velocities == AngularVelocities::rest);
  CHECK(study.species[1].properties.mass == 3);
  CHECK(study.species[1].angular_velocities == AngularVelocities::maxwell);
  CHECK(study.species[2].mass == Approx(8 * kPi / 3).epsilon(1e-14));
  // Overlaps fill the box once, whatever the mass.
  CHECK(study.volume() ==
        Approx(10 * (100 * (4 * kPi / 3 + 3 * kPi) + 100 * 9 * kPi / 4)).epsilon(1e-12));
  const StudyConfig again = parse(study.resolved_toml);
  CHECK(again.resolved_toml == study.resolved_toml);
  CHECK(again.species[2].mass_rule.convention == MassConvention::sum);

  const StudyConfig flat = parse(
      "box.dimensions = 2\nbox.size = [9, 9]\n[[species]]\nname = \"a\"\ncount = 5\n"
      "shape = \"clump\"\nspheres = [[0, 0, 1], [0, 2, 1]]\n");
  CHECK(flat.packing_fraction() == Approx(5 * 2 * kPi / 81));
  CHECK(parse(flat.resolved_toml).resolved_toml == flat.resolved_toml);
}

TEST_CASE("a body no longer than half a periodic edge", "[config]") {
  const auto with = [](const std::string& box) {
    return faults("[box]\n" + box +
                  "\n[[species]]\nname = \"rod\"\ncount = 2\nshape = \"capsule\"\nshaft = 4\n");
  };
  CHECK(with("size = [10, 10, 10]").empty());
  CHECK_THAT(with("size = [10, 9.9, 10]"),
             Catch::Equals("study.toml:2:13: box.size[1]: 9.9 is too short along y; allowed: at "
                           "least 10 (twice the length of the longest body on a periodic axis)"));
  CHECK(with("size = [2, 2, 2]\nboundary = \"wall\"").find("2:9: box.size[0]: 2 is") ==
        std::string::npos);
  CHECK_THAT(with("size = [20, 0.9, 20]\nboundary = \"wall\""),
             Catch::Contains("more than 1 (the width of the widest body between walls)"));
}

TEST_CASE("SI units ask for diameters, masses and temperatures", "[config]") {
  const std::string si = "units.system = \"SI\"\n";
  CHECK_THAT(faults(si + kGas), Catch::Contains("species[0].diameter: is missing"));
  CHECK_THAT(faults(si + kGas), Catch::Contains("species[0].mass: is missing"));
  CHECK_THAT(faults(si + kGas),
             Catch::Contains("species[0].temperature: is missing; allowed: a number above 0, or "
                             "velocities = \"rest\""));
  const std::string grains = "diameter = 1e-3\nmass = 2.5e-6\n";
  CHECK_THAT(faults(si + kGas + grains), Catch::Contains("species[0].temperature: is missing"));
  CHECK(faults(si + kGas + grains + "velocities = \"rest\"\n[run]\nequilibrate = 0\nduration = 1\n")
            .empty());
  const StudyConfig study =
      parse(si + kGas + "diameter = 3e-10\nmass = 6.6e-26\ntemperature = 300");
  CHECK(study.boltzmann == 1.380649e-23);
  CHECK(parse(study.resolved_toml).species[0].diameter == 3e-10);
}

TEST_CASE("the equation of state gives the box of a gas at a pressure", "[config]") {
  const auto gas = [](int dimensions, double pressure, const std::string& more) {
    return fmt::format(
        "box = {{ dimensions = {}, pressure = {} }}\n[[species]]\nname = \"a\"\ncount = 300\n"
        "temperature = 2.0\n{}",
        dimensions, exact_text(pressure), more);
  };
  const std::string mixed =
      "[[species]]\nname = \"b\"\ncount = 100\ndiameter = 0.3\ntemperature = 0.5\n";
  for (const int dimensions : {2, 3})
    for (const double pressure : {1e-6, 0.1, 2.0})
      for (const std::string& more : {std::string(), mixed}) {
        const StudyConfig study = parse(gas(dimensions, pressure, more));
        INFO(dimensions << " dimensions at " << pressure);
        const double kt = more.empty() ? 2 : (300 * 2 + 100 * 0.5) / 400;
        const Mixture mixture = mixture_of(study);
        CHECK(mixture.number_density() * kt * compressibility_factor(mixture).value ==
              Approx(pressure).epsilon(1e-12));
        const StudyConfig again = parse(study.resolved_toml);
        CHECK(again.given_pressure == pressure);
        CHECK(again.size == study.size);
      }
  // So many atoms of one cubic metre at 300 K and 1 atm are an ideal gas to 0.2 %.
  const StudyConfig argon = parse(
      "units.system = \"SI\"\nbox.pressure = 101325.0\n[[species]]\nname = \"argon\"\n"
      "count = 1000\ndiameter = 3.6e-10\nmass = 6.6e-26\ntemperature = 300.0\n");
  CHECK(1000 / argon.volume() == Approx(101325 / (1.380649e-23 * 300)).epsilon(3e-3));

  const auto refused = [&](const std::string& study, const std::string& why) {
    CHECK_THAT(faults(study), Catch::Contains("box.pressure: " + why));
  };
  refused(gas(3, 60, ""),
          "60 is so high that the gas would freeze; allowed: a number above 0, up to ");
  CHECK(faults(gas(3, 20, "")).empty());
  refused(gas(3, 0.1, "velocities = \"rest\"\n[run]\nequilibrate = 0\nduration = 1\n"),
          "a gas at rest has no pressure");
  refused(gas(3, 0.1, "shape = \"capsule\"\n"),
          "the equation of state of capsules and clumps is not known");
  refused(gas(3, 0.1, "[initial]\nplacement = \"listed\"\n"),
          "not possible with particles that are listed");
  refused(gas(3, -1, ""), "-1.0 is out of range");
  CHECK_THAT(faults("box = { pressure = 1, number_density = 0.1 }\n[[species]]\nname = \"a\"\n"
                    "count = 3\n"),
             Catch::Contains("box.pressure: given beside number_density; allowed: exactly one of "
                             "packing_fraction, number_density, pressure, size"));
}

TEST_CASE("Drives are read, written out, and refused where they make no sense", "[config]") {
  const StudyConfig study = parse_study(
      kGas +
          "[[drive]]\nkind = \"random-kicks\"\nstrength = 0.2\n[[drive]]\nkind = \"andersen\"\n"
          "temperature = 2.0\nrate = 0.5\ninterval = 0.1\n[[drive]]\nkind = \"rescale\"\n"
          "temperature = 3.0\n[[drive]]\nkind = \"reversal\"\ntime = 4.0\n",
      "s.toml", {});
  REQUIRE(study.drives.size() == 4);
  CHECK(study.drives[0].strength == 0.2);
  CHECK_FALSE(study.drives[0].interval);
  CHECK(study.drives[1].interval == 0.1);
  CHECK(study.drives[2].temperature == 3);
  CHECK(study.drives[3].time == 4);
  CHECK(parse_study(study.resolved_toml, "s.toml", {}).resolved_toml == study.resolved_toml);

  const auto problems = [](const std::string& drive) {
    return faults(kGas + "[[drive]]\n" + drive);
  };
  CHECK_THAT(problems("strength = 0.1\n"),
             Catch::Contains("drive[0].kind") && Catch::Contains("\"random-kicks\""));
  CHECK_THAT(problems("kind = \"kicks\"\n"), Catch::Contains("drive[0].kind"));
  CHECK_THAT(problems("kind = \"random-kicks\"\n"), Catch::Contains("drive[0].strength"));
  CHECK_THAT(problems("kind = \"andersen\"\ntemperature = -1.0\n"),
             Catch::Contains("drive[0].temperature") && Catch::Contains("drive[0].rate"));
  CHECK_THAT(problems("kind = \"reversal\"\ntime = 1.0\ninterval = 0.1\nrate = 1.0\n"),
             Catch::Contains("drive[0].interval") && Catch::Contains("drive[0].rate"));
}

TEST_CASE("the law of viscoelastic collisions takes nothing beside it", "[config]") {
  const std::string law = "[collisions]\nlaw = \"viscoelastic\"\n";
  const StudyConfig study = parse(kGas + law + "viscosity = 0.2\n");
  CHECK(study.viscosity == 0.2);
  CHECK(parse(study.resolved_toml).viscosity == 0.2);
  CHECK_THAT(faults(kGas + law), Catch::Contains("collisions.viscosity"));
  CHECK_THAT(faults(kGas + "[collisions]\nviscosity = 0.1\n"),
             Catch::Contains("collisions.viscosity"));
  CHECK_THAT(faults(kGas + law + "viscosity = 0.1\nrestitution = 0.9\n"),
             Catch::Contains("collisions.restitution"));
  CHECK_THAT(faults(kGas + "shape = \"capsule\"\n" + law + "viscosity = 0.1\n"),
             Catch::Contains("collisions.law"));
}

TEST_CASE("Clumps are judged by their own size, not by the default diameter of a sphere") {
  const auto clump = [](double radius, const std::string& more, const char* size) {
    const std::string r = exact_text(radius);
    return "[box]\nsize = [" + std::string(size) + ", " + size + ", " + size +
           "]\nboundary = \"wall\"\n[[species]]\nname = \"a\"\nshape = \"clump\"\nspheres = [[0, "
           "0, 0, " +
           r + "], [" + r + ", 0, 0, " + r +
           "]]\ncount = 3\n[run]\nequilibrate = 0\nduration = 1\n" + more;
  };
  CHECK(parse(clump(2, "", "20")).species[0].diameter == 4);

  const std::string hole =
      "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 10\nhole_centre = [10, 10]\n"
      "hole_radius = ";
  CHECK(faults(clump(0.05, hole + "0.07\n", "20")).empty());
  CHECK_THAT(faults(clump(2, hole + "0.6\n", "20")),
             Catch::Contains("0.6 is too small; allowed: more than 2"));
  CHECK(faults(clump(2, hole + "2.1\n", "20")).empty());

  const std::string wall = "[[wall]]\nface = \"x-low\"\nvelocity = [";
  // In a box of micrometres.
  const std::string small =
      "[units]\nsystem = \"SI\"\n" + clump(1e-7, wall + "1e-6, 0, 0]\n", "1e-5");
  std::string with_mass = small;
  with_mass.replace(with_mass.find("count"), 5, "mass = 1e-17\ntemperature = 300\ncount");
  CHECK(faults(with_mass).empty());
  CHECK(faults(clump(2, wall + "14, 0, 0]\n", "20")).empty());
  CHECK_THAT(faults(clump(2, wall + "17, 0, 0]\n", "20")),
             Catch::Contains("wall[0].velocity: would crush the gas at time 0.94"));

  // Bulky clumps need more room than their members, long ones can turn.
  const auto closing = [&](const std::string& members, int axes, double left) {
    const std::string others = axes == 3 ? ", 0, 0]\n" : ", 0]\n";
    return "[box]\ndimensions = " + std::to_string(axes) + "\nsize = [20, 20" +
           (axes == 3 ? ", 20" : "") +
           "]\nboundary = \"wall\"\n[[species]]\nname = \"a\"\nshape = \"clump\"\nspheres = [" +
           members + "]\ncount = 2\n[run]\nequilibrate = 0\nduration = 1\n" + wall +
           exact_text(20 - left) + others;
  };
  const std::string octahedron =
      "[2, 0, 0, 0.5], [-2, 0, 0, 0.5], [0, 2, 0, 0.5], [0, -2, 0, 0.5], [0, 0, 2, 0.5], [0, 0, "
      "-2, 0.5]";
  CHECK_THAT(faults(closing(octahedron, 3, 3.309)), Catch::Contains("would crush the gas"));
  CHECK(faults(closing(octahedron, 3, 3.310)).empty());  // 1 + 4/sqrt(3) = 3.3094
  const std::string rod = "[0, 0, 0, 0.5], [1, 0, 0, 0.5], [2, 0, 0, 0.5], [3, 0, 0, 0.5]";
  CHECK(faults(closing(rod, 3, 1.01)).empty());
  CHECK_THAT(faults(closing(rod, 3, 0.99)), Catch::Contains("would crush the gas"));
  const std::string triangle = "[0, 0, 0.5], [2, 0, 0.5], [1, 1.7320508075688772, 0.5]";
  CHECK_THAT(faults(closing(triangle, 2, 2.731)), Catch::Contains("would crush the gas"));
  CHECK(faults(closing(triangle, 2, 2.733)).empty());  // 1 + sqrt(3)
}

TEST_CASE("a gas so dilute that none would collide in years does not count collisions") {
  const std::string room =
      "[units]\nsystem = \"SI\"\n[box]\nsize = [1, 1, 1]\n[[species]]\nname = \"argon\"\ncount = "
      "1000\nmass = 6.6e-26\ndiameter = 3.6e-10\ntemperature = 300\n";
  CHECK_THAT(faults(room),
             Catch::Contains("run.measure: ") && Catch::Contains("flies through 1.7e+15 boxes"));
  CHECK_THAT(faults(room + "[run]\nduration = 1\n"), Catch::Contains("run.equilibrate: "));
  CHECK(faults(room + "[run]\nequilibrate = 0\nduration = 1\n").empty());
}

}  // namespace
}  // namespace clausius
