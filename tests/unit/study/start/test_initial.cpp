#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <numeric>

#include "clausius/core/errors.h"
#include "engine/engine.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"
#include "unit/study/initial_problems.h"

using namespace clausius;

namespace {

StudyConfig gas_study(int dimensions, double packing_fraction,
                      const std::vector<SpeciesConfig>& species,
                      std::vector<double> aspect = {1, 1, 1}) {
  StudyConfig config;
  config.source = "study.toml";
  config.dimensions = dimensions;
  double matter = 0, shape = 1;
  for (const SpeciesConfig& s : species)
    matter += static_cast<double>(s.count) * (dimensions == 3
                                                  ? std::numbers::pi / 6 * std::pow(s.diameter, 3)
                                                  : std::numbers::pi / 4 * std::pow(s.diameter, 2));
  for (int k = 0; k < dimensions; ++k) shape *= aspect[k];
  for (int k = 0; k < dimensions; ++k)
    config.size.push_back(aspect[k] *
                          std::pow(matter / packing_fraction / shape, 1.0 / dimensions));
  config.periodic.assign(dimensions, true);
  const auto kinds = static_cast<Eigen::Index>(species.size());
  config.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
  for (const SpeciesConfig& one : species) config.species.push_back({one});
  config.given_packing_fraction = packing_fraction;
  config.key_positions = {{"box.packing_fraction", {4, 1, {}}}, {"initial.file", {9, 2, {}}}};
  return config;
}

SpeciesConfig species(std::string name, std::int64_t count, double diameter = 1, double mass = 1) {
  SpeciesConfig result;
  result.name = std::move(name);
  result.count = count;
  result.diameter = diameter;
  result.mass = mass;
  return result;
}

/// Depth of the deepest overlap, and that every centre lies in the box.
template <int Dim>
double checked_overlap(const StudyConfig& config, const Snapshot& snapshot) {
  const Gas<Dim> gas = make_gas<Dim>(config);
  const State<Dim> state = to_state<Dim>(snapshot, config);
  REQUIRE(static_cast<std::int64_t>(state.size()) ==
          std::accumulate(config.species.begin(), config.species.end(), std::int64_t{0},
                          [](std::int64_t n, const SpeciesConfig& s) { return n + s.count; }));
  for (const Vec<Dim>& r : state.position)
    for (int k = 0; k < Dim; ++k) {
      REQUIRE(r[k] >= 0);
      REQUIRE(r[k] < gas.box.size[k]);
    }
  return deepest_overlap(gas, state).depth;
}

/// A start file that lives as long as the test.
class StartFile {
 public:
  explicit StartFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("clausius-" + std::to_string(std::hash<std::string>{}(text)) + "-start.xyz")) {
    std::ofstream(path_) << text;
  }
  ~StartFile() { std::filesystem::remove(path_); }
  StartFile(const StartFile&) = delete;
  StartFile& operator=(const StartFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("A lattice has a site for any number of particles", "[study][initial]") {
  const std::int64_t count = GENERATE(1, 2, 7, 32, 100, 255);
  const bool walls = GENERATE(false, true);
  const double fraction = walls ? 0.15 : 0.35;
  StudyConfig spheres = gas_study(3, fraction, {species("a", count)}, {1, 1.4, 0.8});
  StudyConfig disks = gas_study(2, fraction, {species("a", count)}, {1, 1.7});
  for (StudyConfig* config : {&spheres, &disks}) {
    config->placement = Placement::lattice;
    config->periodic.assign(config->dimensions, !walls);
  }
  if (spheres.size[2] > 2) CHECK(checked_overlap<3>(spheres, make_initial_state(spheres)) < 1e-12);
  if (disks.size[0] > 2) CHECK(checked_overlap<2>(disks, make_initial_state(disks)) < 1e-12);
}

TEST_CASE("A lattice reaches close packing", "[study][initial]") {
  StudyConfig spheres = gas_study(3, std::numbers::pi / std::sqrt(18.0), {species("a", 108)});
  spheres.placement = Placement::lattice;
  CHECK(checked_overlap<3>(spheres, make_initial_state(spheres)) < 1e-9);
  StudyConfig disks =
      gas_study(2, std::numbers::pi / std::sqrt(12.0), {species("a", 64)}, {1, std::sqrt(3.0) / 2});
  disks.placement = Placement::lattice;
  CHECK(checked_overlap<2>(disks, make_initial_state(disks)) < 1e-9);

  StudyConfig walls = gas_study(3, 0.5, {species("a", 27)});
  walls.placement = Placement::lattice;
  walls.size = {3, 3, 3};
  walls.periodic = {false, false, false};
  CHECK(checked_overlap<3>(walls, make_initial_state(walls)) < 1e-9);
}

TEST_CASE("A lattice leaves out the sites where obstacles stand", "[study][initial]") {
  StudyConfig config = gas_study(3, 0.05, {species("a", 100)});
  config.placement = Placement::lattice;
  ObstacleConfig ball;
  ball.kind = ObstacleKind::ball;
  ball.centre = {5, 5, 5};
  ball.radius = 3;
  config.obstacles = {ball};
  CHECK(checked_overlap<3>(config, make_initial_state(config)) < 1e-12);

  StudyConfig full = gas_study(3, 0.3, {species("a", 100)});
  full.placement = Placement::lattice;
  ball.centre = {2.8, 2.8, 2.8};
  ball.radius = 2.7;
  full.obstacles = {ball};
  CHECK(problems_of(full).size() == 1);
}

TEST_CASE("Species are mixed over the sites of a lattice, the same for the same seed",
          "[study][initial]") {
  StudyConfig config =
      gas_study(3, 0.2, {species("big", 500), species("small", 500, 0.5)}, {1, 1, 2});
  config.placement = Placement::lattice;
  const Snapshot snapshot = make_initial_state(config);
  const auto lower = std::count_if(snapshot.position.begin(), snapshot.position.begin() + 500,
                                   [&](const Vec<3>& r) { return r[2] < 0.5 * config.size[2]; });
  CHECK(std::abs(lower - 250) < 60);
  CHECK(make_initial_state(config).position == snapshot.position);
  config.seed = 2;
  CHECK(make_initial_state(config).position != snapshot.position);
}

TEST_CASE("Random placement leaves no overlap at any density", "[study][initial]") {
  SECTION("spheres") {
    const double fraction = GENERATE(0.001, 0.3, 0.5);
    const bool walls = GENERATE(false, true);
    StudyConfig config = gas_study(3, walls ? 0.8 * fraction : fraction, {species("a", 700)});
    if (walls) config.periodic = {true, false, false};
    CHECK(checked_overlap<3>(config, make_initial_state(config)) < 1e-12);
  }
  SECTION("disks") {
    const double fraction = GENERATE(0.3, 0.7);
    const bool walls = GENERATE(false, true);
    StudyConfig config = gas_study(2, walls ? 0.9 * fraction : fraction, {species("a", 500)});
    if (walls) config.periodic = {false, false};
    CHECK(checked_overlap<2>(config, make_initial_state(config)) < 1e-12);
  }
  SECTION("mixture") {
    const double fraction = GENERATE(0.2, 0.5);
    StudyConfig config =
        gas_study(3, fraction,
                  {species("small", 600, 0.4, 0.1), species("big", 60), species("dot", 500, 0.1)});
    CHECK(checked_overlap<3>(config, make_initial_state(config)) < 1e-12);
  }
  SECTION("small box") {
    StudyConfig config = gas_study(3, 0.1, {species("a", 4)});
    config.size = {2, 2, 2};
    CHECK(checked_overlap<3>(config, make_initial_state(config)) < 1e-12);
  }
}

TEST_CASE("Random placement is uniform and follows the seed", "[study][initial]") {
  StudyConfig config = gas_study(3, 0.05, {species("a", 4000)});
  const Snapshot snapshot = make_initial_state(config);
  CHECK(make_initial_state(config).position == snapshot.position);
  for (int k = 0; k < 3; ++k) {
    double mean = 0;
    for (const Vec<3>& r : snapshot.position) mean += r[k] / config.size[k] / 4000;
    CHECK(mean == Approx(0.5).margin(4 * std::sqrt(1.0 / 12 / 4000)));
  }
  config.seed = 7;
  CHECK(make_initial_state(config).position != snapshot.position);
}

TEST_CASE("What can't be placed is refused at the packing fraction", "[study][initial]") {
  StudyConfig jammed = gas_study(3, 0.72, {species("a", 200)});
  CHECK(problems_of(jammed) ==
        std::vector<std::string>{"study.toml:4:1: box.packing_fraction: too dense for random "
                                 "placement; less, or initial.placement = \"lattice\""});
  StudyConfig mixture = gas_study(3, 0.5, {species("big", 50), species("small", 5000, 0.2)});
  mixture.placement = Placement::lattice;
  mixture.given_packing_fraction.reset();
  mixture.key_positions = {{"box.size", {3, 1, {}}}};
  CHECK_THAT(problems_of(mixture).at(0),
             Catch::StartsWith("study.toml:3:1: box.size: no lattice of the largest diameter"));
}

TEST_CASE("Placed velocities have no momentum and exactly the energy of their temperatures",
          "[study][initial]") {
  StudyConfig config =
      gas_study(3, 0.05, {species("a", 301), species("b", 200, 2, 10), species("c", 99, 0.5, 0.1)});
  config.species[0].temperature = 2;
  config.species[1].temperature = 0.5;
  config.species[1].velocities = Velocities::beam;
  config.species[2].temperature = 0.7;
  config.species[2].velocities = Velocities::equal_speed;
  config.boltzmann = 3;
  config.periodic = {true, true, GENERATE(true, false)};
  const Snapshot snapshot = make_initial_state(config);
  const Gas<3> gas = make_gas<3>(config);
  const State<3> state = to_state<3>(snapshot, config);

  const Vec<3> momentum = total_momentum(gas, state);
  CHECK(std::abs(momentum[0]) < 1e-11);
  CHECK(std::abs(momentum[1]) < 1e-11);
  const double freedom = 3 * 600 - (config.periodic[2] ? 3 : 2);
  CHECK(kinetic_energy(gas, state) ==
        Approx(0.5 * 3 * 3 * (301 * 2 + 200 * 0.5 + 99 * 0.7) * freedom / 1800).epsilon(1e-13));
  // Between walls nothing is taken away.
  if (!config.periodic[2]) CHECK(std::abs(momentum[2]) > 1e-3);
}

TEST_CASE("Each species starts with exactly its temperature, one of a single particle too",
          "[study][initial]") {
  const int dimensions = GENERATE(2, 3);
  std::vector<SpeciesConfig> all{species("cold", 1000), species("hot", 5, 1, 100),
                                 species("single", 1, 1.5, 3)};
  all[1].temperature = 1000;
  all[2].temperature = 7;
  const bool periodic = GENERATE(true, false);
  StudyConfig config = gas_study(dimensions, 0.05, all);
  config.periodic.assign(static_cast<std::size_t>(dimensions), periodic);
  const auto energies = [&]<int Dim>() {
    const State<Dim> state = to_state<Dim>(make_initial_state(config), config);
    const Gas<Dim> gas = make_gas<Dim>(config);
    double scale = 0;
    for (std::size_t i = 0; i < state.size(); ++i)
      scale += gas.species[state.species[i]].mass * state.velocity[i].norm();
    if (periodic) CHECK(total_momentum(gas, state).norm() < 1e-13 * scale);
    return kinetic_energies(gas, state);
  };
  const std::vector<double> found =
      dimensions == 2 ? energies.operator()<2>() : energies.operator()<3>();
  const double share = periodic ? 1005.0 / 1006 : 1;
  for (std::size_t s = 0; s < all.size(); ++s)
    CHECK(found[s] ==
          Approx(0.5 * dimensions * static_cast<double>(all[s].count) * all[s].temperature * share)
              .epsilon(1e-12));
}

TEST_CASE("Where temperatures and no momentum exclude each other the total energy is right",
          "[study][initial]") {
  std::vector<SpeciesConfig> all{species("cold", 1), species("hot", 1, 1, 2)};
  all[1].temperature = 9;
  const StudyConfig config = gas_study(3, 0.05, all);
  const State<3> state = to_state<3>(make_initial_state(config), config);
  const Gas<3> gas = make_gas<3>(config);
  CHECK(total_momentum(gas, state).norm() < 1e-14);
  CHECK(kinetic_energy(gas, state) == Approx(0.5 * 3 * (1 + 9) * 0.5));
}

TEST_CASE("Maxwell velocities have the temperature and kurtosis of each species",
          "[study][initial]") {
  StudyConfig config = gas_study(2, 0.05, {species("a", 20000), species("b", 20000, 1, 4)});
  config.species[1].temperature = 3;
  const Snapshot snapshot = make_initial_state(config);
  for (const int s : {0, 1}) {
    double second = 0, fourth = 0;
    for (int i = 20000 * s; i < 20000 * (s + 1); ++i) {
      const double x = snapshot.velocity[i][0];
      second += x * x / 20000;
      fourth += x * x * x * x / 20000;
    }
    const double expected = s == 0 ? 1 : 0.75;
    CHECK(second == Approx(expected).epsilon(4 * std::sqrt(2.0 / 20000)));
    CHECK(fourth / (second * second) == Approx(3).margin(4 * std::sqrt(24.0 / 20000)));
  }
}

TEST_CASE("Equal speeds stay equal when the momentum is removed", "[study][initial]") {
  const std::int64_t count = GENERATE(2, 3, 10, 101);
  const int dimensions = GENERATE(2, 3);
  StudyConfig config = gas_study(dimensions, 0.05, {species("a", count, 1, 2)});
  config.species[0].velocities = Velocities::equal_speed;
  const Snapshot snapshot = make_initial_state(config);
  const double n = static_cast<double>(count);
  const double speed = std::sqrt(dimensions / 2.0 * (n - 1) / n);
  Vec<3> sum = Vec<3>::Zero(), squares = Vec<3>::Zero();
  for (const Vec<3>& v : snapshot.velocity) {
    CHECK(v.norm() == Approx(speed).epsilon(1e-13));
    sum += v;
    squares += v.cwiseAbs2();
  }
  CHECK(sum.norm() < 1e-12);
  // Isotropic: each axis has its share, in opposite pairs.
  if (count == 101)
    for (int k = 0; k < dimensions; ++k)
      CHECK(squares[k] / n == Approx(speed * speed / dimensions).epsilon(4 * std::sqrt(2 / n)));
}

TEST_CASE("Beams run along x, half each way; a species at rest stays at rest", "[study][initial]") {
  StudyConfig config = gas_study(3, 0.05, {species("a", 100), species("b", 50), species("c", 51)});
  config.species[0].velocities = Velocities::beam;
  config.species[1].velocities = Velocities::rest;
  const Snapshot snapshot = make_initial_state(config);
  int forward = 0;
  for (int i = 0; i < 100; ++i) {
    const Vec<3>& v = snapshot.velocity[i];
    CHECK(std::abs(v[0]) == Approx(std::sqrt(3.0)).epsilon(0.2));
    CHECK(v.tail<2>().norm() < 0.2);
    forward += v[0] > 0 ? 1 : 0;
  }
  CHECK(forward == 50);
  for (int i = 100; i < 150; ++i) CHECK(snapshot.velocity[i].isZero(0));
  CHECK(snapshot.velocity[150].norm() > 0);
}

TEST_CASE("A single particle in a periodic box has no momentum to keep", "[study][initial]") {
  const StudyConfig config = gas_study(3, 0.05, {species("a", 1)});
  CHECK(make_initial_state(config).velocity[0].isZero(0));
}

TEST_CASE("A start file is taken exactly as written", "[study][initial][xyz]") {
  StudyConfig config = gas_study(3, 0.3, {species("a", 40), species("b", 20, 0.5, 3)});
  config.periodic = {true, true, false};
  Snapshot written = make_initial_state(config);
  written.time = 17.25;
  std::reverse(written.species.begin(), written.species.end());
  std::reverse(written.position.begin(), written.position.end());
  std::reverse(written.velocity.begin(), written.velocity.end());
  std::ostringstream text;
  write_xyz(text, written);
  const StartFile file(text.str());
  config.placement = Placement::file;
  config.start_file = file.path();
  const Snapshot read = make_initial_state(config);
  CHECK(read.time == written.time);
  CHECK(read.size == config.size);
  CHECK(read.periodic == config.periodic);
  CHECK(read.species == written.species);
  CHECK(read.position == written.position);
  CHECK(read.velocity == written.velocity);
}

namespace {

StudyConfig four_in_a_box(int dimensions) {
  StudyConfig config = gas_study(dimensions, 0.1, {species("a", 3), species("b", 1, 2)});
  config.size.assign(dimensions, 5);
  config.placement = Placement::file;
  return config;
}

std::string frame(const std::string& particles, const std::string& edge = "5",
                  const std::string& more = "") {
  return "4\nLattice=\"" + edge + " 0 0 0 5 0 0 0 5\" " + more +
         "Properties=species:S:1:id:I:1:pos:R:3:velo:R:3\n" + particles;
}

std::vector<std::string> problems_with(StudyConfig config, const std::string& text) {
  const StartFile file(text);
  config.start_file = file.path();
  std::vector<std::string> problems = problems_of(config);
  const std::string head = "study.toml:9:2: initial.file: " + file.path().filename().string();
  for (std::string& problem : problems) {
    REQUIRE(problem.substr(0, head.size()) == head);
    problem = problem.substr(head.size() + 1);
  }
  return problems;
}

}  // namespace

TEST_CASE("Ids of a start file may come in any order; L is 0 of a periodic axis",
          "[study][initial][xyz]") {
  StudyConfig config = four_in_a_box(3);
  const StartFile file(
      frame("b 2 2.5 2.5 2.5 1 2 3\na 3 0 0 0 0 0 0\na 0 5 1 0 7 0 0\na 1 1 0 5 0 0 0\n"));
  config.start_file = file.path();
  const Snapshot read = make_initial_state(config);
  CHECK(read.species == std::vector<std::string>{"a", "a", "b", "a"});
  CHECK(read.position[0] == Vec<3>(0, 1, 0));
  CHECK(read.velocity[0] == Vec<3>(7, 0, 0));
  CHECK(read.position[2] == Vec<3>(2.5, 2.5, 2.5));
}

TEST_CASE("Faults of a start file are located, all at once", "[study][initial][xyz]") {
  using Texts = std::vector<std::string>;
  const StudyConfig config = four_in_a_box(3);
  const std::string good = "a 0 0 0 0 0 0 0\na 1 1 0 0 0 0 0\na 2 0 1 0 0 0 0\n";

  CHECK(problems_with(config, frame(good + "b 3 2.5 2.5 2.5 0 0 0\n")).empty());
  // Which two overlap and how deep, also across the edge of the box; touching is none.
  CHECK(problems_with(config, frame(good + "b 3 2.5 2.5 5 0 0 0\n", "5")).empty());
  CHECK(
      problems_with(config, frame("a 0 0 0 0 0 0 0\na 1 0.75 0 0 0 0 0\na 2 0 1 4.5 0 0 0\n"
                                  "b 3 3.75 0 0 0 0 0\n")) ==
      Texts{
          "line 4: particles 0 and 1 overlap by 0.25: their centres are 0.75 apart; at least 1",
          "line 6: particles 0 and 3 overlap by 0.25: their centres are 1.25 apart; at least 1.5"});
  CHECK(problems_with(config, frame("a 0 0 0 0 0 0 0\na 1 0.9999999995 0 0 0 0 0\n"
                                    "a 2 2 0 0 0 0 0\nb 3 2.5 2.5 2.5 0 0 0\n"))
            .empty());
  CHECK(problems_with(config, frame("a 0 0 0 0 0 0 0\na 1 0.999999998 0 0 0 0 0\n"
                                    "a 2 2 0 0 0 0 0\nb 3 2.5 2.5 2.5 0 0 0\n"))
            .size() == 1);
  CHECK(problems_with(config, frame("a 0 0 0 -1 0 0 0\na 1 1 0 0 0 0 0\na 2 0 5.5 0 0 0 0\n"
                                    "b 3 2.5 2.5 2.5 0 0 0\n"))
            .empty());
  CHECK(problems_with(config, frame("c 0 0 0 0 0 0 0\na 1 1 0 0 0 0 0\na 1 0 1 0 0 0 0\n"
                                    "a 4 2.5 2.5 2.5 0 0 0\n",
                                    "6", "pbc=\"T F T\" ")) ==
        Texts{"line 2: Lattice has edges 6 5 5; 5 5 5, the box of the study",
              "line 2: pbc is T F T; T T T, the boundaries of the study",
              "line 3: species is 'c'; one of those of the study: 'a', 'b'",
              "line 5: id 1 is already in line 4; each once", "line 6: id is 4; 0 to 3, each once",
              "line 2: 0 particles of species 'b'; 1, its count in the study"});
  CHECK(problems_with(config, frame(good + "b 3 2.5 2.5 2.5 0 0\n")) ==
        Texts{"line 6: 7 columns; 8, as Properties says"});

  StudyConfig walls = config;
  walls.periodic = {true, true, false};
  CHECK(problems_with(walls, frame("a 0 0 0 0.25 0 0 0\na 1 1 0 0.5 0 0 0\na 2 0 1 4.75 0 0 0\n"
                                   "b 3 2.5 2.5 4 0 0 0\n")) ==
        Texts{"line 3: particle 0 overlaps a wall by 0.25: z = 0.25; 0.5 ≤ z ≤ 4.5",
              "line 5: particle 2 overlaps a wall by 0.25: z = 4.75; 0.5 ≤ z ≤ 4.5"});

  CHECK(problems_with(four_in_a_box(2), frame("a 0 0 0 0 0 0 0\na 1 1 0 0 0 0 1\na 2 0 1 0 0 0 0\n"
                                              "b 3 2.5 2.5 0 0 0 0\n")) ==
        Texts{"line 4: a position or velocity along z; 0 in two dimensions"});

  CHECK(problems_with(config, frame("a 0 0 0 0 1e160 0 0\na 1 1 0 0 0 0 0\na 2 0 1 0 0 0 0\n"
                                    "b 3 2.5 2.5 2.5 0 0 0\n")) ==
        Texts{"line 3: a velocity or angular velocity is 1e+160; at most 1e+50"});
  const Texts late = problems_with(
      config, frame("a 0 0 0 0 1 0 0\na 1 1 0 0 0 0 0\na 2 0 1 0 0 0 0\nb 3 2.5 2.5 2.5 0 0 0\n",
                    "5", "Time=1e15 "));
  REQUIRE(late.size() == 1);
  CHECK_THAT(late[0], Catch::Contains("line 2: Time is 1000000000000000; from "));

  std::string heap;
  for (int i = 0; i < 3; ++i) heap += "a " + std::to_string(i) + " 1 1 1 0 0 0\n";
  CHECK(problems_with(config, frame(heap + "b 3 1 1 1 0 0 0\n")).size() == 6);

  StudyConfig missing = config;
  missing.start_file = "/nowhere/start.xyz";
  CHECK(problems_of(missing) == Texts{"study.toml:9:2: initial.file: /nowhere/start.xyz is not a "
                                      "file; a file of extended XYZ or H5MD"});
}

TEST_CASE("A listed state is taken as it stands, its faults located at the particle",
          "[study][initial]") {
  StudyConfig config = gas_study(2, 0.1, {species("a", 1), species("b", 1, 2)});
  config.size = {6, 6};
  config.placement = Placement::listed;
  config.listed = {{"b", {3, 3}, {1, 0.25}}, {"a", {0.1, 0.2}, {0, 0}}};
  const Snapshot snapshot = make_initial_state(config);
  CHECK(snapshot.species == std::vector<std::string>{"b", "a"});
  CHECK(snapshot.position[1] == Vec<3>(0.1, 0.2, 0));
  CHECK(snapshot.velocity[0] == Vec<3>(1, 0.25, 0));

  // As wide as the channel it stands in: it may move along, not across.
  StudyConfig channel = config;
  channel.periodic = {true, false};
  channel.size = {6, 2};
  channel.species = {channel.species[1]};
  channel.listed = {{"b", {3, 1}, {1, 0}}};
  CHECK(problems_of(channel).empty());
  channel.listed[0].velocity = {1, 0.25};
  const std::vector<std::string> across = problems_of(channel);
  REQUIRE(across.size() == 1);
  CHECK_THAT(across[0], Catch::Contains("particle 0 has no room to move between the walls "
                                        "along y; at rest along y, or a longer edge"));

  config.listed[1].position = {3, 4};
  config.key_positions["initial.particle[1].position"] = {30, 12, {}};
  CHECK(
      problems_of(config) ==
      std::vector<std::string>{"study.toml:30:12: initial.particle[1].position: particles 0 and 1 "
                               "overlap by 0.5: their centres are 1 apart; at least 1.5"});
}
