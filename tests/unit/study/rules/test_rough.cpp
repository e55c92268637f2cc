#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "clausius/core/errors.h"
#include "clausius/study/runner.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"
#include "unit/study/initial_problems.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

std::string box(int dimensions) {
  return "[box]\npacking_fraction = 0.1\ndimensions = " + std::to_string(dimensions) + "\n";
}
const std::string kTwo =
    "[[species]]\nname = 'a'\ncount = 60\n[[species]]\nname = 'b'\ncount = 40\ndiameter = 0.5\n"
    "mass = 2.0\ninertia = 0.25\ntemperature = 3.0\n";
const std::string kRough =
    "[collisions]\ntangential_restitution = 0.5\nrestitution = 0.9\n[[collisions.pair]]\n"
    "species = ['a', 'b']\nrestitution = 0.8\ntangential_restitution = -1.0\n";

}  // namespace

TEST_CASE("Surfaces are smooth unless a study says otherwise", "[study][rough]") {
  const StudyConfig smooth = parse(box(3) + "[[species]]\nname = 'a'\ncount = 60\n");
  CHECK(!smooth.is_rough());
  CHECK(!make_gas<3>(smooth).is_rough());
  CHECK(make_initial_state(smooth).angular_velocity.empty());
  // Nothing is asked of walls that are not there; obstacles have their surfaces.
  const std::string walls = "[collisions]\nwall_tangential_restitution = 0.5\n";
  CHECK(!parse(box(3) + "[[species]]\nname = 'a'\ncount = 60\n" + walls).is_rough());
  CHECK(parse(box(3) + "[[species]]\nname = 'a'\ncount = 60\n" + walls +
              "[[obstacle]]\nkind = 'ball'\ncentre = [3, 3, 3]\nradius = 1\n")
            .is_rough());
  CHECK(parse(box(3) + "boundary = 'wall'\n[[species]]\nname = 'a'\ncount = 60\n" + walls)
            .is_rough());
}

TEST_CASE("Roughness of pairs, moments of inertia and spins of a start", "[study][rough]") {
  const int dimensions = GENERATE(2, 3);
  const StudyConfig study = parse(box(dimensions) + kTwo + kRough);
  CHECK(study.tangential_restitution(0, 0) == 0.5);
  CHECK(study.tangential_restitution(1, 0) == -1);
  CHECK(study.tangential_restitution(1, 1) == 0.5);
  CHECK(study.species[0].inertia == (dimensions == 3 ? 0.4 : 0.5));
  CHECK(study.species[1].inertia == 0.25);
  CHECK(parse(study.resolved_toml).resolved_toml == study.resolved_toml);
  const auto check = [&](auto dim) {
    constexpr int Dim = decltype(dim)::value;
    const Gas<Dim> gas = make_gas<Dim>(study);
    CHECK(gas.species[1].moment == Approx(0.25 * 2 * 0.25 / 4));
    const State<Dim> state = to_state<Dim>(make_initial_state(study), study);
    const int rotations = rotational_degrees(gas, 0);
    CHECK(rotations == (Dim == 3 ? 3 : 1));
    CHECK(kinetic_energy(gas, state) ==
          Approx(0.5 * (60 + 3 * 40) * (Dim * 99.0 / 100 + rotations)).epsilon(1e-13));
    double spinning = 0;
    for (std::size_t i = 60; i < 100; ++i)
      spinning += 0.5 * gas.species[1].moment * state.angular_velocity[i].squaredNorm();
    CHECK(spinning == Approx(0.5 * 3 * 40 * rotations).epsilon(0.5));
    if (Dim == 2)
      for (const Vec<3>& spin : state.angular_velocity) CHECK(spin.head<2>().isZero(0));
  };
  if (dimensions == 2)
    check(std::integral_constant<int, 2>());
  else
    check(std::integral_constant<int, 3>());
  const StudyConfig still =
      parse(box(dimensions) + "[[species]]\nname = 'a'\ncount = 60\nangular_velocities = 'rest'\n" +
            "[collisions]\ntangential_restitution = 0.5\n");
  for (const Vec<3>& spin : make_initial_state(still).angular_velocity) CHECK(spin.isZero(0));
  const StudyConfig spinning =
      parse(box(dimensions) + "[[species]]\nname = 'a'\ncount = 60\nvelocities = 'rest'\n" +
            "[collisions]\ntangential_restitution = 0.5\n");
  CHECK(spinning.species[0].temperature == 1);
  CHECK(!make_initial_state(spinning).angular_velocity[0].isZero());
}

TEST_CASE("A rough gas goes on from its file bit for bit", "[study][rough][xyz]") {
  const int dimensions = GENERATE(2, 3);
  const std::string file =
      (std::filesystem::temp_directory_path() / "clausius-rough-goes-on.xyz").string();
  const std::string run = "[run]\nequilibrate = 0\nduration = 3.0\n";
  const StudyResult first = run_study(parse(box(dimensions) + kTwo + kRough + run), {});
  std::ofstream(file) << "";
  {
    std::ofstream out(file);
    write_xyz(out, first.final);
  }
  std::string size;
  for (const double edge : first.config.size)
    size += fmt::format("{}{}", size.empty() ? "" : ", ", edge);
  const StudyConfig second =
      parse(fmt::format("[box]\ndimensions = {}\nsize = [{}]\n", dimensions, size) + kTwo + kRough +
            run + "[initial]\nplacement = 'file'\nfile = '" + file + "'\n");
  const Snapshot again = make_initial_state(second);
  REQUIRE(again.angular_velocity.size() == 100);
  CHECK(again.orientation.empty());
  CHECK(first.measurement.collisions > 50);
  int changed = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    CHECK(again.position[i] == first.final.position[i]);
    CHECK(again.velocity[i] == first.final.velocity[i]);
    CHECK(again.angular_velocity[i] == first.final.angular_velocity[i]);
    changed += again.angular_velocity[i] != first.initial.angular_velocity[i] ? 1 : 0;
  }
  CHECK(changed > 50);

  const auto problems = [&](const std::string& columns, const std::string& numbers) {
    std::ofstream(file) << "1\nLattice=\"9 0 0 0 9 0 0 0 9\" "
                           "Properties=species:S:1:id:I:1:pos:R:3:velo:R:3"
                        << columns << "\na 0 4 4 0 0 0 0" << numbers << '\n';
    return problems_of(parse(fmt::format("[box]\ndimensions = {}\nsize = [9, 9{}]\n", dimensions,
                                         dimensions == 3 ? ", 9" : "") +
                             "[[species]]\nname = 'a'\n[collisions]\ntangential_restitution = 0\n"
                             "[initial]\nplacement = 'file'\nfile = '" +
                             file + "'\n[run]\nequilibrate = 0\nduration = 1"));
  };
  REQUIRE(problems("", "").size() == 1);
  CHECK_THAT(problems("", "")[0],
             Catch::EndsWith("line 2: Properties lacks columns that rough spheres need; "
                             "angular_velocity:R:3"));
  const auto tilted = problems(":angular_velocity:R:3", " 0 1 2");
  REQUIRE(tilted.size() == (dimensions == 2 ? 1 : 0));
  if (dimensions == 2)
    CHECK_THAT(tilted[0], Catch::EndsWith("line 3: a disk turning out of the plane; about z in two "
                                          "dimensions"));
  std::filesystem::remove(file);
}

TEST_CASE("Listed rough spheres have the listed angular velocities", "[study][rough]") {
  const std::string text =
      "[box]\nsize = [9, 9, 9]\n[[species]]\nname = 'a'\n[initial]\nplacement = 'listed'\n"
      "[[initial.particle]]\nspecies = 'a'\nposition = [1, 1, 1]\nvelocity = [1, 0, 0]\n"
      "angular_velocity = [0.1, 0.2, 0.3]\n[[initial.particle]]\nspecies = 'a'\n"
      "position = [5, 5, 5]\nvelocity = [0, 0, 0]\n";
  const std::string rough = "[collisions]\ntangential_restitution = 0\n";
  const StudyConfig study = parse(text + rough);
  const Snapshot start = make_initial_state(study);
  CHECK(start.angular_velocity[0] == Vec<3>(0.1, 0.2, 0.3));
  CHECK(start.angular_velocity[1] == Vec<3>(0, 0, 0));
  CHECK(make_initial_state(parse(study.resolved_toml)).angular_velocity[0] ==
        Vec<3>(0.1, 0.2, 0.3));
  CHECK_THAT(faults(text),
             Catch::Contains("initial.particle[0].angular_velocity: has no effect here; "
                             "allowed: only with a capsule, a clump or a rough sphere"));
}

TEST_CASE("Rough spheres between walls of all kinds, in both modes: the ledger closes",
          "[study][rough]") {
  const int dimensions = GENERATE(2, 3);
  const std::string zero = dimensions == 3 ? ", 0" : "", middle = dimensions == 3 ? ", 4" : "";
  for (const char* mode : {"event-driven", "time-step"}) {
    const StudyResult result = run_study(
        parse(fmt::format(
            "[box]\ndimensions = {0}\nsize = [12, 9{1}]\nboundary = 'wall'\n"
            "gravity = [-0.05, 0{2}]\n{3}[collisions]\ntangential_restitution = 0.5\n"
            "wall_tangential_restitution = 0.3\n[[wall]]\nface = 'x-low'\ntemperature = 2\n"
            "accommodation = 0.6\nvelocity = [0, 0.4{2}]\n[[wall]]\nface = 'x-high'\n"
            "restitution = 0.9\nvelocity = [-0.05, -0.2{2}]\nend = 30\n[[wall]]\nface = 'y-low'\n"
            "amplitude = 0.1\nfrequency = 0.2\n[[obstacle]]\nkind = 'ball'\n"
            "centre = [5, 4{4}]\nradius = 1\n[run]\nequilibrate = 0\nduration = 60\n"
            "mode = '{5}'\naudit_every = 500\n",
            dimensions, dimensions == 3 ? ", 8" : "", zero, "[[species]]\nname = 'a'\ncount = 20\n",
            middle, mode)),
        {});
    INFO(mode << ' ' << dimensions);
    CHECK(result.energy_balance_error < 1e-11);
    CHECK(result.counters.wall_collisions > 250);
    REQUIRE(result.walls.size() == 4);
    // A wall that neither moves along its axis nor is a bath works where it slides beneath them.
    CHECK(result.walls[0].work != 0);
    CHECK(result.walls[0].heat > 0);
    CHECK(result.walls[1].work != 0);
    CHECK(result.walls[3].work == 0);
    CHECK(result.passed());
  }
}

TEST_CASE("What makes no sense of rough spheres is refused", "[study][rough][config]") {
  const std::string gas = "box.packing_fraction = 0.1\n[[species]]\nname = 'a'\ncount = 60\n";
  const std::string rough = "[collisions]\ntangential_restitution = 0.5\n";
  CHECK_THAT(faults(gas + "[collisions]\ntangential_restitution = 1.5\n"),
             Catch::Contains("collisions.tangential_restitution: 1.5 is out of range; allowed: a "
                             "number from -1 (smooth) to 1"));
  CHECK_THAT(faults(gas + "[[collisions.pair]]\nspecies = ['a', 'a']\nrestitution = 1\n"
                          "tangential_restitution = -2\n"),
             Catch::Contains("collisions.pair[0].tangential_restitution: -2 is out of range"));
  CHECK_THAT(faults(gas + "inertia = 0.4\n"),
             Catch::Contains("species[0].inertia: has no effect here; allowed: only with shape = "
                             "\"sphere\" and collisions.tangential_restitution above -1"));
  CHECK_THAT(faults(gas + "inertia = 1.1\n" + rough),
             Catch::Contains("species[0].inertia: 1.1 is out of range"));
  CHECK_THAT(faults(gas + rough + "[run]\ncollision_statistics = true\n"),
             Catch::Contains("run.collision_statistics: requires smooth spheres"));
  CHECK_THAT(faults(gas + "[collisions]\ntangential_restitution = 1\n[run]\ntransport = true\n"),
             Catch::Contains("rough particles"));
}
