#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "clausius/study/runner.h"
#include "report/figures/bodies_table.h"
#include "report/figures/snapshot_table.h"
#include "report/tables.h"
#include "sanitized.h"
#include "study/file/catalogue.h"
#include "study/results/observables.h"
#include "study/start/initial.h"
#include "sweep/results.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

std::string name_of(const DeclaredTable& table, std::string_view column) {
  return fmt::format("{}.csv: {}", table.name, column);
}

/// The columns, as declared, of the tables of a run. Each must be declared, with its unit.
std::set<std::string> columns_in(const StudyResult& result) {
  const UnitNames units = unit_names(result.config.si_units, result.config.dimensions);
  std::set<std::string> found;
  for (const Table& table : result.tables) {
    INFO(result.config.name << ": " << table.name);
    std::optional<DeclaredTable> declared;
    for (const MeasurementKind& kind : all_kinds())
      for (const DeclaredTable& one : kind.tables)
        if (one.name == table.name) declared = one;
    REQUIRE(declared);
    for (const Table::Column& column : table.columns) {
      INFO(column.name);
      // A name in capitals may stand for what other columns have in theirs.
      const DeclaredColumn* owner = nullptr;
      for (const DeclaredColumn& one : declared->columns)
        if (one.covers(column.name) && (owner == nullptr || one.name.size() > owner->name.size()))
          owner = &one;
      if (owner == nullptr) {
        FAIL_CHECK("is not declared");
        continue;
      }
      // Velocities of a cooling gas are in units of the thermal velocity.
      const bool is_scaled = column.unit == "1" && table.name.ends_with("_distribution");
      const bool is_number = column.unit == "1" || column.unit.empty() ||
                             owner->name.find("OBSERVABLE") != std::string_view::npos;
      CHECK((owner->unit == nullptr ? is_number : is_scaled || column.unit == units.*owner->unit));
      for (const std::string& name : owner->names())
        if (DeclaredColumn{name, ""}.covers(column.name)) found.insert(name_of(*declared, name));
    }
  }
  return found;
}

/// Runs the study for a moment: the full names, as declared, of what it reports. Each must be
/// declared, and the study must not seem to lack anything for it.
std::set<std::string> reported_by(StudyConfig study) {
  study.series = {};
  const std::vector<KnownObservable> known = known_observables(study);
  std::set<std::string> reported;
  const StudyResult result = run_study(study, make_initial_state(study), {});
  reported.merge(columns_in(result));
  for (const Observable& one : result.observables) {
    INFO(study.name << ": " << one.name);
    const auto found = std::find_if(known.begin(), known.end(), [&](const KnownObservable& other) {
      return other.name == one.name;
    });
    if (found == known.end()) {
      FAIL_CHECK("is not declared");
      continue;
    }
    CHECK(lacking_for(study, *found).empty());
    CHECK(one.is_p_value == (found->declared.kind == Kind::p_value));
    reported.insert(found->declared.full_name());
  }
  return reported;
}

/// The built-in study, so short that it takes a moment.
StudyConfig shortened(const BuiltInStudy& study) {
  StudyConfig whole = parse_study(study.text, study.name + ".toml", {});
  if (whole.placement == Placement::listed || whole.watches_echo()) return whole;
  std::vector<Override> overrides{
      {"run.equilibrate", "0"}, {"run.samples", "40"}, {"run.trajectory", "0"}};
  if (whole.si_units)
    for (const Override& count : fewer_particles(whole, 1000)) overrides.push_back(count);
  if (whole.duration)
    overrides.push_back({"run.duration", fmt::format("{}", *whole.duration / 20)});
  else
    overrides.push_back({"run.measure", whole.transport ? "60" : "8"});
  return parse_study(study.text, study.name + ".toml", overrides);
}

// What no built-in study has for a moment.
const char* const kTransportOfTwo = R"(
box.packing_fraction = 0.1
run = { equilibrate = 1, measure = 60, transport = true, structure = true, collision_statistics = true, trace = 5, samples = 50 }
[[species]]
name = "a"
count = 100
[[species]]
name = "b"
count = 100
diameter = 0.4
)";
const char* const kNonadditive = R"(
box.packing_fraction = 0.02
run = { equilibrate = 1, measure = 5, samples = 10 }
[[species]]
name = "a"
count = 50
[[species]]
name = "b"
count = 50
[[collisions.pair]]
species = ["a", "b"]
diameter = 1.2
)";
const char* const kStructureOfOne = R"(
box.packing_fraction = 0.1
box.boundary = ["periodic", "periodic", "wall"]
run = { equilibrate = 1, measure = 10, structure = true, samples = 50 }
[[species]]
name = "a"
count = 200
)";
const char* const kBodiesOfTwo = R"(
box.packing_fraction = 0.05
run = { equilibrate = 0, measure = 10, samples = 50, transport = false }
[[species]]
name = "a"
count = 50
shape = "capsule"
[[species]]
name = "b"
count = 50
shape = "capsule"
shaft = 2.0
)";
const char* const kSlidingWalls = R"(
box.size = [8.0, 8.0, 8.0]
box.boundary = ["periodic", "wall", "periodic"]
run = { equilibrate = 1, duration = 300.0, samples = 200 }
[[species]]
name = "a"
count = 100
[[wall]]
face = "y-low"
temperature = 1.0
velocity = [3.0, 0.0, 0.0]
[[wall]]
face = "y-high"
temperature = 4.0
)";

const char* const kEffusionOfTwo = R"(
box.size = [40.0, 20.0, 20.0]
box.boundary = "wall"
run = { equilibrate = 0, duration = 100.0, samples = 50 }
[[species]]
name = "a"
count = 100
[[species]]
name = "b"
count = 100
[[obstacle]]
kind = "plate"
axis = "x"
position = 20.0
hole = [[5.0, 5.0], [15.0, 15.0]]
)";

const char* const kManySizes = R"(
box.packing_fraction = 0.2
run = { equilibrate = 1, measure = 10 }
[[species]]
name = "a"
count = 100
diameter_distribution = "uniform"
)";

const char* const kRoughOfThree = R"(
box.packing_fraction = 0.05
collisions = { restitution = 0.9, tangential_restitution = 0.5 }
run = { equilibrate = 1, measure = 10, samples = 50 }
[[species]]
name = "a"
count = 100
[[species]]
name = "b"
count = 100
mass = 3.0
[[species]]
name = "c"
count = 100
mass = 10.0
)";

}  // namespace

TEST_CASE("no two declared observables or tables have one name", "[observables]") {
  std::set<std::string> names;
  for (const MeasurementKind& kind : all_kinds()) {
    for (const DeclaredObservable& one : kind.observables) {
      INFO(one.full_name());
      CHECK(names.insert(one.full_name()).second);
      CHECK(one.meaning.ends_with('.'));
    }
    for (const DeclaredTable& one : kind.tables) {
      INFO(one.name);
      CHECK(names.insert(std::string(one.name) + ".csv").second);
      CHECK(one.meaning.ends_with('.'));
      CHECK_FALSE(one.columns.empty());
      std::set<std::string> columns;
      for (const DeclaredColumn& column : one.columns) {
        INFO(column.name);
        CHECK(column.meaning.ends_with('.'));
        for (const std::string& name : column.names()) CHECK(columns.insert(name).second);
      }
    }
  }
}

TEST_CASE("what runs report is what is declared", "[observables][long]") {
  std::set<std::string> reported;
  const auto run = [&](const StudyConfig& study) { reported.merge(reported_by(study)); };
  // Some of them will do for the sanitizers, which look at how it is done.
  std::size_t number = 0;
  for (const BuiltInStudy& study : built_in_studies())
    if (number++ % 10 == 0 || !kAddressSanitizer) run(shortened(study));
  for (const char* text : {kTransportOfTwo, kStructureOfOne, kBodiesOfTwo, kSlidingWalls,
                           kEffusionOfTwo, kManySizes, kNonadditive, kRoughOfThree})
    run(parse(text));
  run(parse(kTransportOfTwo, {{"collisions.restitution", "0.9"}}));
  run(parse(kStructureOfOne, {{"run.stress", "true"}}));
  run(parse(kTransportOfTwo,
            {{"collisions.restitution", "0.9"}, {"species", "[{name = \"a\", count = 200}]"}}));
  if (kAddressSanitizer) return;
  // What slides heats the gas, so that no heat is conducted that could be seen.
  run(parse(kSlidingWalls, {{"wall.0.velocity", "[0.0, 0.0, 0.0]"}}));
  CHECK(reported.size() > 50);
  for (const MeasurementKind& kind : all_kinds())
    for (const DeclaredObservable& one : kind.observables) {
      // These are checks without being observables of their own.
      if (kind.name == "Audits of every run") continue;
      INFO(one.full_name());
      CHECK(reported.contains(one.full_name()));
    }
  for (const MeasurementKind& kind : measurement_kinds())
    for (const DeclaredTable& table : kind.tables)
      for (const DeclaredColumn& column : table.columns)
        for (const std::string& name : column.names()) {
          INFO(name_of(table, name));
          CHECK(reported.contains(name_of(table, name)));
        }
}

TEST_CASE("tables of series, replicas and pictures are declared", "[observables]") {
  const auto tables_of = [](const std::string& shape, const std::string& more) {
    const StudyConfig study = parse(fmt::format(
        "box.size = [20, 20, 20]\n[[species]]\nname = \"a\"\ncount = 20\n[[species]]\n"
        "name = \"b\"\nshape = \"{}\"\ncount = 20\n[[obstacle]]\nkind = \"ball\"\n"
        "centre = [5, 5, 5]\nradius = 1\n[run]\nequilibrate = 0\nmeasure = 5\nsamples = 5\n"
        "trajectory = 2\n{}",
        shape, more));
    const StudyResult result = run_study(study, make_initial_state(study), {});
    std::vector<Table> tables = result.tables;
    for (const Table& picture :
         {bodies_table(result), snapshot_table(result), outlines_table(study)})
      if (!picture.columns.empty()) tables.push_back(picture);
    return tables;
  };
  const std::vector<Table> replicas = tables_of("capsule", "replicas = 2\n");
  const std::vector<Table> series =
      tables_of("sphere",
                "[series]\nkey = \"species.0.temperature\"\nvalues = [1.0, 2.0, 4.0]\n"
                "[[series.fit]]\nobservable = \"collision_rate\"\n");
  CHECK(first_undeclared_column(replicas, report_kinds()).empty());
  CHECK(first_undeclared_column(series, report_kinds()).empty());
  const auto has = [](const std::vector<Table>& tables, const std::string& name) {
    return std::any_of(tables.begin(), tables.end(),
                       [&](const Table& one) { return one.name == name; });
  };
  for (const char* name : {"replicas", "bodies", "outlines"}) CHECK(has(replicas, name));
  for (const char* name : {"series", "snapshot", "outlines"}) CHECK(has(series, name));
}

TEST_CASE("a column that no measurement declares is noticed", "[observables]") {
  const std::vector<double> none;
  const Table mixing{"mixing", {{"time", "s", none}, {"entropy_theory", "1", none}}};
  const Table labels{"labels", {{"time", "s", none}, {"noise_red", "1", none}}};
  CHECK(first_undeclared_column({mixing, labels}).empty());
  Table more = mixing;
  more.columns.push_back({"time_theory", "s", none});
  CHECK(first_undeclared_column({labels, more}) == "mixing.time_theory");
  CHECK(first_undeclared_column({{"labels", {{"noise_", "1", none}}}}) == "labels.noise_");
  CHECK(first_undeclared_column({{"hits", {{"time", "s", none}}}}) == "hits.time");
  const MeasurementKind hits{"Hits", {}, {{"hits", "Hits.", Need::nothing, {{"time", "Time."}}}}};
  CHECK(first_undeclared_column({{"hits", {{"time", "s", none}}}}, {hits}).empty());
}

TEST_CASE("a check or a limit of what is not measured is refused, with what it needs",
          "[observables]") {
  const std::string gas =
      "box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 9\n[run]\n";
  struct Case {
    std::string name, needs, switched_on;
  };
  const auto one = GENERATE(values<Case>({
      {"shear_viscosity", "run.transport = true", "transport = true\n"},
      {"contact_value", "run.structure = true", "structure = true\n"},
      {"free_path_ratio", "run.collision_statistics = true", "collision_statistics = true\n"},
      {"relaxation_rate_a2", "run.relaxation_spectrum = true", "relaxation_spectrum = true\n"},
      {"pressure_wall", "walls (box.boundary)", "[box]\nboundary = \"wall\"\n"},
      {"mean_height", "box.gravity", "[box]\nboundary = \"wall\"\ngravity = [0.0, 0.0, -0.1]\n"},
      {"temperature_a", "more than one species", "[[species]]\nname = \"b\"\ncount = 9\n"},
      {"missed_fraction", "run.time_step or run.mode = \"time-step\"", "time_step = 0.01\n"},
  }));
  INFO(one.name);
  const std::string check = "[[check]]\nobservable = \"" + one.name + "\"\n";
  const std::string wrong = one.name + " is not measured by this study: it needs " + one.needs;
  CHECK_THAT(faults(gas + check), Catch::Contains("check[0].observable: " + wrong));
  CHECK_THAT(faults(gas + "until = \"" + one.name + " within 1 %\"\n"),
             Catch::Contains("run.until: " + wrong));
  std::string with = gas + one.switched_on;
  if (one.switched_on.starts_with("[box]"))
    with = one.switched_on + "packing_fraction = 0.1\n" + gas.substr(gas.find("[[species]]"));
  CHECK(faults(with + check).empty());
}

TEST_CASE("what changes while a gas cools is measured in units of its thermal speed",
          "[observables]") {
  const std::string steady =
      "box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 9\n[run]\n"
      "transport = true\ncollision_statistics = true\n";
  const std::string cooling = steady + "[collisions]\nrestitution = 0.9\n";
  const std::string driven =
      cooling + "[[drive]]\nkind = \"random-kicks\"\nstrength = 1.0\ninterval = 0.1\n";
  const auto check = [](const std::string& name) {
    return "[[check]]\nobservable = \"" + name + "\"\n";
  };
  for (const char* name : {"diffusion_coefficient", "mean_collision_energy"}) {
    CHECK(faults(steady + check(name)).empty());
    CHECK(faults(driven + check(name)).empty());
    CHECK_THAT(faults(cooling + check(name)),
               Catch::Contains("in a gas that keeps its temperature"));
  }
  for (const char* name : {"diffusion_coefficient_reduced", "mean_collision_energy_reduced",
                           "mean_free_time_reduced"}) {
    CHECK(faults(cooling + check(name)).empty());
    CHECK_THAT(faults(steady + check(name)), Catch::Contains("in a gas that cools"));
    CHECK_THAT(faults(driven + check(name)), Catch::Contains("in a gas that cools"));
  }
  CHECK_THAT(faults(driven + check("shear_viscosity")),
             Catch::Contains("collisions that lose no energy, and no [[drive]]"));
  CHECK_THAT(faults(cooling + check("impact_chi2_p")),
             Catch::Contains("collisions that lose no energy"));
}

TEST_CASE("a run does not end by what compares it with another", "[observables]") {
  const std::string steps =
      "box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 9\n[run]\n"
      "mode = \"time-step\"\ncompare = \"event-driven\"\n";
  CHECK(faults(steps + "[[check]]\nobservable = \"pressure_deficit\"\n").empty());
  CHECK_THAT(faults(steps + "until = \"pressure_deficit within 1 %\"\n"),
             Catch::Contains("run.until: ") && Catch::Contains("of no observable with an error"));
}

TEST_CASE("an adiabat needs a wall that moves, not any wall", "[observables]") {
  const auto faults_with = [](const std::string& wall) {
    return faults(R"(
box.packing_fraction = 0.05
box.boundary = ["wall", "periodic", "periodic"]
[[species]]
name = "a"
count = 100
[[check]]
observable = "adiabatic_temperature"
[[wall]]
face = "x-low"
)" + wall);
  };
  CHECK(faults_with("velocity = [0.1, 0.0, 0.0]\nend = 1.0\n").empty());
  CHECK_THAT(faults_with("temperature = 1.0\n"),
             Catch::Contains("is not measured by this study: it needs a [[wall]] that moves"));
}

TEST_CASE("a measurement of the user has a need of its own", "[observables]") {
  static const Need cold{"cold gases",
                         [](const StudyConfig& study) { return study.species[0].temperature < 1; },
                         "a first species colder than 1"};
  const std::vector<MeasurementKind> own{
      {"Own", {{"chill", "Chill.", "1 - T", nullptr, cold}}, {}}};
  const auto faults_of = [&](const std::string& temperature) -> std::string {
    try {
      parse_study(
          "box.packing_fraction = 0.1\n[[check]]\nobservable = \"chill\"\nexpected = 1\n"
          "tolerance = 1\n[[species]]\nname = \"a\"\ncount = 9\ntemperature = " +
              temperature + "\n",
          "test.toml", {}, own);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(faults_of("0.5").empty());
  CHECK_THAT(faults_of("2.0"), Catch::Contains("it needs a first species colder than 1"));
}

TEST_CASE("a misspelt observable comes with the nearest names", "[observables]") {
  CHECK_THAT(
      faults("box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 9\n"
             "[[check]]\nobservable = \"presure_wall\"\n"),
      Catch::Contains("\"presure_wall\" is not an observable, did you mean \"pressure_wall\", "
                      "\"pressure_bias\" or \"pressure_xx\"?; allowed: a name that "
                      "`clausius list --observables` prints"));
}

TEST_CASE("checks of walls need the wall at the face that they name") {
  const auto faults_of = [](const std::string& observable) {
    return faults(R"(
box.packing_fraction = 0.05
box.boundary = ["wall", "periodic", "periodic"]
[[species]]
name = "a"
count = 100
[[wall]]
face = "x-low"
temperature = 1.0
velocity = [0.0, 0.5, 0.0]
[[check]]
expected = 1.0
observable = ")" + observable +
                  "\"\n");
  };
  for (const char* measured : {"heat_flux_x_low", "pressure_x_low", "pressure_x_high",
                               "shear_stress_x_low", "shear_stress_x_high"})
    CHECK(faults_of(measured).empty());
  for (const char* not_measured : {"heat_flux_x_high", "middle_temperature_x", "pressure_y_low",
                                   "power_x_low", "middle_viscosity_y"})
    CHECK_THAT(faults_of(not_measured), Catch::Contains("is not measured by this study"));
}
