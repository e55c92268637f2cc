#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "clausius/core/errors.h"
#include "clausius/study/runner.h"
#include "collision/rigid/first_contact.h"
#include "engine/bodies/rigid_states.h"
#include "engine/engine.h"
#include "geometry/placed_body.h"
#include "study/start/body_placement.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"
#include "unit/study/initial_problems.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// An L of three balls, of which two overlap: asymmetric, written far from its centre of mass and
// its principal frame.
constexpr const char* kBent3 =
    "spheres = [[5.0, 0.0, 0.0, 0.5], [5.8, 0.1, 0.3, 0.4], [5.3, 0.9, -0.2, 0.3]]\n";
constexpr const char* kBent2 = "spheres = [[5.0, 0.0, 0.5], [5.8, 0.1, 0.4], [5.3, 0.9, 0.3]]\n";

/// Capsules, bent clumps and spheres, `each` of them.
StudyConfig mixed_study(int dimensions, int each, const std::string& box,
                        const std::string& more = "") {
  const std::string count = "count = " + std::to_string(each) + "\n";
  return parse_study(
      "[box]\ndimensions = " + std::to_string(dimensions) + "\n" + box +
          "\n[[species]]\nname = 'rod'\nshape = 'capsule'\nshaft = 2.0\n" + count +
          "[[species]]\nname = 'bent'\nshape = 'clump'\ndensity = 1.5\ntemperature = 3.0\n" +
          (dimensions == 3 ? kBent3 : kBent2) + count + "[[species]]\nname = 'ball'\nmass = 2.0\n" +
          count + more,
      "study.toml", {});
}

template <int Dim>
State<Dim> placed(const StudyConfig& config) {
  return to_state<Dim>(make_initial_state(config), config);
}

template <int Dim>
double overlap_of(const StudyConfig& config) {
  const State<Dim> state = placed<Dim>(config);
  REQUIRE(static_cast<std::int64_t>(state.size()) == config.particles());
  return deepest_overlap(make_gas<Dim>(config), state).depth;
}

/// A file that lives as long as the test.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / ("clausius-bodies-" + name)) {}
  ~ScratchFile() { std::filesystem::remove(path_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("Bodies at rest have the same gap as bodies in motion", "[geometry]") {
  const StudyConfig config = mixed_study(3, 20, "packing_fraction = 0.1\nboundary = 'wall'");
  const Gas<3> gas = make_gas<3>(config);
  const State<3> state = placed<3>(config);
  std::vector<PlacedBody> bodies;
  std::vector<FreeMotion> motions;
  for (std::size_t i = 0; i < state.size(); ++i) {
    bodies.emplace_back(gas.bodies[state.species[i]], state.orientation[i]);
    motions.emplace_back(gas.bodies[state.species[i]], rigid_state(state, i));
  }
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (std::size_t j = 0; j < state.size(); ++j)
      if (i != j)
        CHECK(bodies[i].gap(bodies[j], state.position[j] - state.position[i]) ==
              Approx(gap_between(motions[i], motions[j], Vec<3>::Zero(), 0)).margin(1e-13));
    CHECK(state.position[i][1] - bodies[i].extent(-Vec<3>::UnitY()) ==
          Approx(gap_between(motions[i], Wall{-Vec<3>::UnitY(), 0}, 0)).margin(1e-13));
  }
}

TEST_CASE("Bodies of half the size, far apart half as much, have half the gap", "[geometry]") {
  const Gas<3> gas = make_gas<3>(mixed_study(3, 1, "packing_fraction = 0.01"));
  RandomStream random(1, Stream::test);
  for (int trial = 0; trial < 30; ++trial) {
    const Eigen::Quaterniond q = random_rotation<3>(random), p = random_rotation<3>(random);
    const Vec<3> apart(random.normal(), random.normal(), random.normal());
    const double whole = PlacedBody(gas.bodies[0], q).gap(PlacedBody(gas.bodies[1], p), apart);
    const double half =
        PlacedBody(gas.bodies[0], q, 0.5).gap(PlacedBody(gas.bodies[1], p, 0.5), 0.5 * apart);
    CHECK(half == Approx(0.5 * whole).margin(1e-14));
  }
}

TEST_CASE("Bodies are placed without overlap", "[study][initial]") {
  const std::string placement = GENERATE("random", "lattice");
  const std::string boundary = GENERATE("periodic", "wall");
  const bool dense = GENERATE(false, true);
  if (placement == "lattice" && dense) return;
  const std::string more = "[initial]\nplacement = '" + placement + "'\n";
  const std::string at = "boundary = '" + boundary + "'\npacking_fraction = ";
  CHECK(overlap_of<3>(mixed_study(3, 100, at + (dense ? "0.4" : "0.04"), more)) < 1e-12);
  CHECK(overlap_of<2>(mixed_study(2, 70, at + (dense ? "0.55" : "0.15"), more)) < 1e-12);
}

TEST_CASE("Capsules grow to a packing fraction of 0.3", "[study][initial]") {
  const StudyConfig config = parse_study(
      "box.packing_fraction = 0.3\n[[species]]\nname = 'a'\ncount = 1000\nshape = 'capsule'\n"
      "shaft = 2.0\n",
      "study.toml", {});
  CHECK(overlap_of<3>(config) < 1e-12);
}

TEST_CASE("Bodies that jam are refused where the density stands", "[study][initial][long]") {
  const std::vector<std::string> problems = problems_of(parse_study(
      "box.packing_fraction = 0.9\n[[species]]\nname = 'a'\ncount = 40\nshape = 'capsule'\n"
      "shaft = 0.3\n",
      "study.toml", {}));
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0],
             Catch::StartsWith("study.toml:1:24: box.packing_fraction: too dense for random"));
}

TEST_CASE("Placed bodies are turned uniformly", "[study][initial]") {
  constexpr int kCount = 4000;
  const StudyConfig config = mixed_study(3, kCount, "packing_fraction = 0.001");
  const State<3> state = placed<3>(config);
  for (int axis = 0; axis < 3; ++axis) {
    Vec<3> sum = Vec<3>::Zero(), squares = Vec<3>::Zero();
    for (int i = kCount; i < 2 * kCount; ++i) {
      const Vec<3> u = state.orientation[i].toRotationMatrix().col(axis);
      sum += u;
      squares += u.cwiseAbs2();
    }
    // ⟨u_k⟩ = 0, ⟨u_k²⟩ = 1/3, ⟨u_k⁴⟩ = 1/5.
    CHECK(sum.cwiseAbs().maxCoeff() / kCount < 4.5 / std::sqrt(3.0 * kCount));
    CHECK((squares / kCount - Vec<3>::Constant(1.0 / 3)).cwiseAbs().maxCoeff() <
          4.5 * std::sqrt((1.0 / 5 - 1.0 / 9) / kCount));
  }
  const State<2> flat = placed<2>(mixed_study(2, kCount, "packing_fraction = 0.001"));
  double cosines = 0, sines = 0;
  for (int i = 0; i < kCount; ++i) {
    CHECK(flat.orientation[i].vec().head<2>() == Vec<2>(0, 0));
    const Vec<3> u = flat.orientation[i] * Vec<3>::UnitX();
    cosines += u[0];
    sines += u[1];
  }
  CHECK(std::hypot(cosines, sines) / kCount < 4.5 / std::sqrt(kCount));
}

TEST_CASE("Placed bodies have the energy their temperatures stand for, and no momentum",
          "[study][initial]") {
  constexpr int kCount = 500;
  const auto energy = [](const StudyConfig& config) {
    return config.dimensions == 3 ? kinetic_energy(make_gas<3>(config), placed<3>(config))
                                  : kinetic_energy(make_gas<2>(config), placed<2>(config));
  };
  const double n = 3 * kCount;
  // Rods, bent clumps of temperature 3 and balls: 2, 3 and 0 kinds of rotation; in the plane 1, 1
  // and 0.
  const StudyConfig box = mixed_study(3, kCount, "packing_fraction = 0.05");
  CHECK(energy(box) == Approx(0.5 * kCount * (3 * 5 * (n - 1) / n + 2 + 3 * 3)).epsilon(1e-13));
  CHECK(energy(mixed_study(3, kCount, "packing_fraction = 0.05\nboundary = 'wall'")) ==
        Approx(0.5 * kCount * (3 * 5 + 2 + 3 * 3)).epsilon(1e-13));
  CHECK(energy(mixed_study(2, kCount, "packing_fraction = 0.05")) ==
        Approx(0.5 * kCount * (2 * 5 * (n - 1) / n + 1 + 3)).epsilon(1e-13));

  const Gas<3> gas = make_gas<3>(box);
  const State<3> state = placed<3>(box);
  CHECK(total_momentum(gas, state).norm() < 1e-11);
  Vec<3> spins = Vec<3>::Zero();  // of the clumps: Σ L_k²/I_k
  for (std::size_t i = 0; i < state.size(); ++i) {
    const RigidBody& body = gas.bodies[state.species[i]];
    const Vec<3> l = state.orientation[i].conjugate() * state.angular_momentum[i];
    if (state.species[i] == 0) CHECK(std::abs(l[0]) < 1e-14);
    if (state.species[i] == 1) spins += l.cwiseAbs2().cwiseProduct(body.inv_moments);
    if (state.species[i] == 2) CHECK(l == Vec<3>(0, 0, 0));
  }
  // Maxwell's at the temperature 3 about each axis: ⟨x²⟩ = 3 within √(2/N).
  CHECK((spins / kCount - Vec<3>::Constant(3)).cwiseAbs().maxCoeff() <
        4.5 * 3 * std::sqrt(2.0 / kCount));
}

TEST_CASE("Angular velocities may start at rest, velocities too", "[study][initial]") {
  const auto energy = [](const std::string& keys) {
    const StudyConfig config = parse_study(
        "box.packing_fraction = 0.05\nspecies = [{name = 'a', count = 100, shape = 'capsule', " +
            keys + "}]\nrun = {equilibrate = 0, duration = 1}",
        "study.toml", {});
    return kinetic_energy(make_gas<3>(config), placed<3>(config));
  };
  CHECK(energy("angular_velocities = 'rest'") == Approx(0.5 * 3 * 99).epsilon(1e-13));
  CHECK(energy("velocities = 'rest'") == Approx(0.5 * 2 * 100).epsilon(1e-13));
  CHECK(energy("velocities = 'rest', angular_velocities = 'rest'") == 0);
}

TEST_CASE("A snapshot says how bodies are turned from the frame they are written in", "[study]") {
  const auto check = [](const auto& config, const auto& state) {
    constexpr int kDim = std::decay_t<decltype(state.position[0])>::RowsAtCompileTime;
    const Snapshot snapshot = to_snapshot<kDim>(state, config);
    const auto gas = make_gas<kDim>(config);
    for (std::size_t i = 0; i < state.size(); ++i) {
      const auto* clump = std::get_if<Clump>(&config.species[state.species[i]].shape);
      if (!clump) continue;
      const Vec<3>& centre = config.species[state.species[i]].properties.centre;
      const RigidBody& body = gas.bodies[state.species[i]];
      for (std::size_t k = 0; k < clump->members.size(); ++k)
        CHECK((snapshot.orientation[i] * (clump->members[k].centre - centre) -
               state.orientation[i] * body.members[k].centre)
                  .norm() < 1e-14);
    }
    const State<kDim> again = to_state<kDim>(snapshot, config);
    for (std::size_t i = 0; i < state.size(); ++i) {
      CHECK(again.orientation[i].isApprox(state.orientation[i], 1e-15));
      CHECK((again.angular_momentum[i] - state.angular_momentum[i]).norm() < 1e-14);
    }
  };
  const StudyConfig box = mixed_study(3, 5, "packing_fraction = 0.01");
  check(box, placed<3>(box));
  const StudyConfig plane = mixed_study(2, 5, "packing_fraction = 0.01");
  check(plane, placed<2>(plane));
}

TEST_CASE("A run of bodies goes on from its file as if it had not ended", "[study][xyz]") {
  const int dimensions = GENERATE(2, 3);
  const std::string gas = "packing_fraction = 0.1";
  const auto run = [&](const std::string& duration, const std::string& initial) {
    return run_study(mixed_study(dimensions, 10, gas,
                                 "[run]\nequilibrate = 0\nduration = " + duration + "\n" + initial),
                     {});
  };
  const StudyResult first = run("2.0", ""), whole = run("4.0", "");
  const ScratchFile file("goes-on.xyz");
  std::ofstream(file.path()) << "";
  std::ofstream out(file.path());
  write_xyz(out, first.final);
  out.close();
  const StudyResult second =
      run("2.0", "[initial]\nplacement = 'file'\nfile = '" + file.path().string() + "'\n");
  // The state is the one of the file, digit by digit.
  for (std::size_t i = 0; i < first.final.species.size(); ++i) {
    CHECK(second.initial.position[i] == first.final.position[i]);
    CHECK(second.initial.orientation[i].coeffs() == first.final.orientation[i].coeffs());
    CHECK(second.initial.angular_velocity[i] == first.final.angular_velocity[i]);
  }
  REQUIRE(first.measurement.collisions > 3);
  CHECK(second.measurement.collisions > 3);
  CHECK(first.measurement.collisions + second.measurement.collisions ==
        whole.measurement.collisions);
  for (std::size_t i = 0; i < whole.final.species.size(); ++i) {
    CHECK((second.final.position[i] - whole.final.position[i]).norm() < 1e-9);
    CHECK((second.final.velocity[i] - whole.final.velocity[i]).norm() < 1e-9);
    CHECK((second.final.orientation[i].coeffs() - whole.final.orientation[i].coeffs()).norm() <
          1e-9);
    CHECK((second.final.angular_velocity[i] - whole.final.angular_velocity[i]).norm() < 1e-9);
  }
}

TEST_CASE("Spheres, capsules without shaft and clumps of one ball collide alike", "[study]") {
  const int dimensions = GENERATE(2, 3);
  const std::string box = "[box]\ndimensions = " + std::to_string(dimensions) +
                          "\npacking_fraction = 0.2\nboundary = ['wall', 'periodic'" +
                          (dimensions == 3 ? ", 'periodic']\n" : "]\n");
  const auto run = [&](const std::string& shape, const std::string& initial) {
    return run_study(
        parse_study(box + "[[species]]\nname = 'a'\ncount = 100\nmass = 2.0\n" + shape +
                        "[run]\nequilibrate = 0\nmeasure = 4\ncollision_log = 200\n" + initial,
                    "study.toml", {}),
        {});
  };
  // All from the start of the capsules: a gas of spheres has no use for the orientations there.
  const StudyResult capsules = run("shape = 'capsule'\nshaft = 0.0\n", "");
  const ScratchFile file("alike.xyz");
  std::ofstream out(file.path());
  write_xyz(out, capsules.initial);
  out.close();
  const std::string start = "[initial]\nplacement = 'file'\nfile = '" + file.path().string() + "'";
  const std::string ball = dimensions == 3 ? "[[3.0, 1.0, 2.0, 0.5]]" : "[[3.0, 1.0, 0.5]]";
  for (const std::string& shape :
       {std::string("shape = 'sphere'\n"), "shape = 'clump'\nspheres = " + ball + "\n"}) {
    const StudyResult others = run(shape, start);
    CHECK(others.measurement.collisions == capsules.measurement.collisions);
    CHECK(others.measurement.wall_collisions == capsules.measurement.wall_collisions);
    CHECK(others.measurement.simulated_time ==
          Approx(capsules.measurement.simulated_time).epsilon(1e-10));
    for (std::size_t i = 0; i < 100; ++i) {
      CHECK((others.final.position[i] - capsules.final.position[i]).norm() < 1e-8);
      CHECK((others.final.velocity[i] - capsules.final.velocity[i]).norm() < 1e-8);
    }
  }
}

TEST_CASE("Faults of a start file of bodies are located", "[study][xyz]") {
  const ScratchFile file("faults.xyz");
  const auto problems = [&](int dimensions, const std::string& lines) {
    std::ofstream(file.path()) << lines;
    return problems_of(parse_study(
        "[box]\nsize = " + std::string(dimensions == 3 ? "[9, 9, 9]" : "[9, 9]") +
            "\ndimensions = " + std::to_string(dimensions) +
            "\nboundary = 'wall'\n[[species]]\nname = 'a'\nshape = 'capsule'\nshaft = 2.0\n"
            "[initial]\nplacement = 'file'\nfile = '" +
            file.path().string() + "'\n[run]\nequilibrate = 0\nduration = 1",
        "study.toml", {}));
  };
  const std::string at = "study.toml:11:8: initial.file: clausius-bodies-faults.xyz ";
  const std::string header =
      "Lattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:id:I:1:pos:R:3:velo:R:3";
  const std::string bodies = header + ":orientation:R:4:angular_velocity:R:3\n";
  CHECK(problems(3, "1\n" + header + "\na 0 4 4 4 0 0 0\n") ==
        std::vector<std::string>{at + "line 2: Properties lacks columns that rigid bodies need; "
                                      "orientation:R:4 and angular_velocity:R:3"});
  CHECK(problems(
            3, "2\n" + bodies + "a 0 2 4 4 0 0 0 0 0 0 2 0 0 0\na 1 6 4 4 0 0 0 0 0 0 1 0 0 0\n") ==
        std::vector<std::string>{at + "line 3: the orientation's length is 2; 1"});
  CHECK(problems(2, "1\n" + bodies + "a 0 4 4 0 0 0 0 1 0 0 0 0 0 0\n") ==
        std::vector<std::string>{at + "line 3: a body turned or turning out of the plane; about z "
                                      "in two dimensions"});
  CHECK(problems(3, "1\n" + bodies + "a 0 1.25 4 4 0 0 0 0 0 0 1 0 0 0\n") ==
        std::vector<std::string>{at + "line 3: particle 0 overlaps a wall by 0.25: x = 1.25; "
                                      "1.5 ≤ x ≤ 7.5"});
  CHECK(
      problems(3, "2\n" + bodies +
                      "a 0 4 4 4 0 0 0 0 0 0 1 0 0 0\na 1 5 4.75 4 0 0 0 0 0 0 1 0 0 0\n") ==
      std::vector<std::string>{at + "line 4: particles 0 and 1 overlap by 0.25; bodies may touch"});
  CHECK(problems(
            3, "2\n" + bodies + "a 0 4 4 4 0 0 0 0 0 0 1 0 0 0\na 1 4 5.1 4 0 0 0 0 0 0 1 0 0 0\n")
            .empty());
}

TEST_CASE("A listed body with a member wholly inside an obstacle is refused", "[study][config]") {
  const std::vector<std::string> problems = problems_of(parse_study(
      "box.size = [20.0, 20.0, 20.0]\n[[species]]\nname = 'a'\nshape = 'clump'\n"
      "spheres = [[-2.0, 0.0, 0.0, 0.25], [2.0, 0.0, 0.0, 0.25]]\n[initial]\n"
      "placement = 'listed'\n[[initial.particle]]\nspecies = 'a'\nposition = [7.5, 10.0, 10.0]\n"
      "velocity = [0.0, 0.0, 0.0]\n[[obstacle]]\nkind = 'block'\nlow = [8.0, 8.0, 8.0]\n"
      "high = [12.0, 12.0, 12.0]\n[run]\nequilibrate = 0\nduration = 1\n",
      "study.toml", {}));
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0], Catch::Contains("particle 0 overlaps an obstacle by 1.75"));
}

TEST_CASE("Listed bodies are turned and turn as written", "[study][config]") {
  const auto listed = [](int dimensions, const std::string& keys) {
    const std::string three = dimensions == 3 ? "[5, 5, 5]" : "[5, 5]";
    return "box = {dimensions = " + std::to_string(dimensions) +
           (dimensions == 3 ? ", size = [10, 10, 10]" : ", size = [10, 10]") +
           "}\ninitial.placement = 'listed'\nspecies = [{name = 'a', shape = 'capsule'}]\n"
           "run = {equilibrate = 0, duration = 1}\n[[initial.particle]]\nspecies = 'a'\nposition "
           "= " +
           three + "\nvelocity = " + three + "\n" + keys;
  };
  const auto state = [](const StudyConfig& config) { return make_initial_state(config); };
  const StudyConfig turned = parse_study(
      listed(3, "orientation = [0.6, 0.0, 0.0, 0.8]\nangular_velocity = [1.0, 2.0, 3.0]"),
      "study.toml", {});
  CHECK(state(turned).orientation[0].coeffs() == Vec<4>(0.6, 0, 0, 0.8));
  CHECK(state(turned).angular_velocity[0] == Vec<3>(1, 2, 3));
  // The resolved study says the same.
  const StudyConfig again = parse_study(turned.resolved_toml, "study.toml", {});
  CHECK(again.resolved_toml == turned.resolved_toml);
  CHECK(state(again).orientation[0].coeffs() == Vec<4>(0.6, 0, 0, 0.8));
  // By default as written, and at rest.
  const StudyConfig plain = parse_study(listed(2, ""), "study.toml", {});
  CHECK(state(plain).orientation[0].coeffs() == Vec<4>(0, 0, 0, 1));
  CHECK(state(plain).angular_velocity[0] == Vec<3>(0, 0, 0));

  const auto fault = [&](int dimensions, const std::string& keys) -> std::string {
    try {
      parse_study(listed(dimensions, keys), "study.toml", {});
    } catch (const InputError& error) {
      return error.problems().size() == 1 ? error.problems()[0].text() : "many";
    }
    return "";
  };
  const std::string turn = "study.toml:9:15: initial.particle[0].orientation: ";
  CHECK(fault(3, "orientation = [0.6, 0.0, 0.0, 0.9]") ==
        turn +
            "[0.6, 0.0, 0.0, 0.9] is of length 1.08167; allowed: [x, y, z, w], a unit quaternion");
  CHECK(fault(3, "orientation = [1.0, 0.0, 0.0]") ==
        turn + "[1.0, 0.0, 0.0] is a list of 3; allowed: [x, y, z, w], a unit quaternion");
  CHECK(fault(2, "orientation = [0.6, 0.0, 0.0, 0.8]") ==
        turn +
            "[0.6, 0.0, 0.0, 0.8] is out of the plane; allowed: [0, 0, z, w], a unit quaternion");
  CHECK(fault(2, "angular_velocity = [0.0, 0.1, 0.0]") ==
        "study.toml:9:20: initial.particle[0].angular_velocity: [0.0, 0.1, 0.0] is out of the "
        "plane; allowed: [0, 0, z]");
}

TEST_CASE("Extended XYZ of bodies has the agreed form", "[study][xyz]") {
  const StudyConfig config = parse_study(R"(
box = {size = [9, 9, 9], boundary = "wall"}
initial.placement = "listed"
run = {equilibrate = 0, duration = 1}
[[species]]
name = "rod"
shape = "capsule"
shaft = 2.0
[[initial.particle]]
species = "rod"
position = [2, 3, 5]
velocity = [1, 0, -1]
orientation = [0.6, 0.0, 0.0, 0.8]
angular_velocity = [0.5, 0, 1]
)",
                                         "study.toml", {});
  std::ostringstream out;
  write_xyz(out, make_initial_state(config));
  CHECK(out.str() ==
        "1\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3:velo:R:3:id:I:1:"
        "orientation:R:4:angular_velocity:R:3:aspherical_shape:R:3 Time=0 pbc=\"F F F\"\n"
        "rod 2 3 5 1 0 -1 0 0.6 0 0 0.8 0.5 0 1 1.5 0.5 0.5\n");
}

TEST_CASE("Bodies extend so far along the axes they are written in", "[study][xyz]") {
  const StudyConfig config = parse_study(R"(
box.number_density = 0.001
[[species]]
name = "bent"
count = 2
shape = "clump"
spheres = [[1.0, 0.0, 0.0, 0.5], [3.0, 0.0, 0.0, 0.5], [2.0, 0.0, 3.0, 0.5]]
)",
                                         "study.toml", {});
  // By 2 + 0.5 from its centre of mass, which is 1 above the pair.
  CHECK((half_extents(config).at("bent") - Vec<3>(1.5, 0.5, 2.5)).norm() < 1e-14);
}

TEST_CASE("a body with a tiny member runs: overlaps by rounding of positions are none") {
  const StudyResult result = run_study(parse(R"(
seed = 5   # one of three seeds ends with such an overlap
[box]
packing_fraction = 0.05
[[species]]
name = "a"
count = 100
shape = "clump"
spheres = [[0.0, 0.0, 0.0, 0.5], [0.0, 0.0, 0.5, 1e-10]]
[run]
equilibrate = 0
measure = 20
samples = 10
)"));
  CHECK(result.overlap_max_depth > kOverlapTolerance);  // of the tiny member's diameter
  CHECK(result.passed());
}
