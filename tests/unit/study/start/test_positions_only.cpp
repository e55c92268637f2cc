#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "study/start/h5md.h"
#include "study/start/initial.h"
#include "study/start/start_file.h"
#include "study/start/xyz.h"
#include "unit/study/initial_problems.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// A file, and a study that starts from it.
class FileStart {
 public:
  explicit FileStart(const std::string& text, const std::string& ending = "xyz")
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("clausius_positions_{}.{}", ::getpid(), ending)) {
    std::ofstream(path_) << text;
  }
  FileStart(const FileStart&) = delete;
  FileStart& operator=(const FileStart&) = delete;
  ~FileStart() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string study(const std::string& text) const {
    return text + "[initial]\nplacement = \"file\"\nfile = \"" + path_.string() + "\"\n";
  }
  // What is wrong with the study or the start, without what is the same in all.
  [[nodiscard]] std::vector<std::string> problems(const std::string& text) const {
    std::vector<std::string> all;
    try {
      all = problems_of(parse(study(text)));
    } catch (const InputError& error) {
      for (const Problem& problem : error.problems()) all.push_back(problem.text());
    }
    const std::string head = path_.filename().string();
    for (std::string& one : all)
      if (const std::size_t at = one.find(head); at != std::string::npos)
        one.erase(0, at + head.size() + 1);
    return all;
  }

 private:
  std::filesystem::path path_;
};

// A frame of positions, and of what else needs no motion.
std::string positions_of(const Snapshot& start, const std::string& header) {
  std::ostringstream text;
  text.precision(17);
  text << start.species.size() << '\n' << header << '\n';
  for (std::size_t i = 0; i < start.species.size(); ++i) {
    text << start.species[i] << ' ' << start.position[i].transpose();
    if (!start.orientation.empty()) text << ' ' << start.orientation[i].coeffs().transpose();
    if (!start.diameter.empty()) text << ' ' << 0.5 * start.diameter[i];
    text << '\n';
  }
  return text.str();
}

std::string lattice_of(const Snapshot& start, double tilt = 0) {
  return fmt::format("Lattice=\"{} 0 0 {} {} 0 0 0 {}\"", start.size[0], tilt, start.size[1],
                     start.size.size() > 2 ? start.size[2] : 1);
}

const std::string kDrawnBox = "[box]\nsize = [6.0, 5.0, 7.0]\n";
const std::string kFlatBox = "[box]\nsize = [8.0, 9.0]\ndimensions = 2\n";
const std::string kArgonAndHelium =
    "[[species]]\nname = \"Ar\"\ntemperature = 1.5\n[[species]]\nname = \"He\"\n"
    "mass = 3.0\ndiameter = 0.5\nvelocities = \"equal-speed\"\n";

struct DrawnGas {
  std::string box, species, more, columns;
};
const std::vector<DrawnGas> kDrawn{
    {kDrawnBox, kArgonAndHelium, "", ""},
    {kFlatBox, kArgonAndHelium, "", ""},
    {kDrawnBox + "boundary = [\"wall\", \"periodic\", \"wall\"]\n", kArgonAndHelium, "", ""},
    {kDrawnBox + "shear_rate = 0.3\n", kArgonAndHelium, "", ""},
    {kDrawnBox, "[[species]]\nname = \"Ar\"\n", "[collisions]\ntangential_restitution = 0.5\n", ""},
    {kDrawnBox,
     "[[species]]\nname = \"Ar\"\nshape = \"capsule\"\nshaft = 0.5\n"
     "[[species]]\nname = \"He\"\nvelocities = \"rest\"\n",
     "", ":orientation:R:4"},
    {kDrawnBox, "[[species]]\nname = \"Ar\"\ncount = 12\namount = 300\ninternal_degrees = 2\n", "",
     ""},
    {kDrawnBox,
     "[[species]]\nname = \"Ar\"\ndiameter_distribution = \"lognormal\"\ndiameter_spread = 0.15\n",
     "", ":radius:R:1"},
};

// Largest difference of two lists of vectors.
double apart(const std::vector<Vec<3>>& one, const std::vector<Vec<3>>& other) {
  REQUIRE(one.size() == other.size());
  double most = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    most = std::max(most, (one[i] - other[i]).cwiseAbs().maxCoeff());
  return most;
}

// The study with counts, for particles that the program places.
std::string counted(std::string species) {
  if (species.find("count = ") != species.npos) return species;
  for (std::size_t at = 0; (at = species.find("name = ", at)) != species.npos; at += 20)
    species.insert(at, "count = 12\n");
  return species;
}

}  // namespace

TEST_CASE("Where only positions are read the motion is that of placed particles", "[study]") {
  const DrawnGas& kind = GENERATE(from_range(kDrawn));
  INFO(kind.box << kind.species << kind.more);
  const Snapshot placed =
      make_initial_state(parse("seed = 7\n" + kind.box + counted(kind.species) + kind.more));
  const FileStart file(
      positions_of(placed, lattice_of(placed) + " Properties=species:S:1:pos:R:3" + kind.columns));
  const StudyConfig study = parse(file.study("seed = 7\n" + kind.box + kind.species + kind.more));
  CHECK(study.particles() == static_cast<std::int64_t>(placed.species.size()));
  const Snapshot read = make_initial_state(study);
  CHECK(read.position == placed.position);
  // Orientations of bodies are rounded when they are written.
  const double rounding = placed.orientation.empty() ? 0 : 1e-13;
  CHECK(apart(read.velocity, placed.velocity) <= rounding);
  CHECK(apart(read.angular_velocity, placed.angular_velocity) <= rounding);
  CHECK(read.internal_energy == placed.internal_energy);
  CHECK(read.diameter == placed.diameter);
  REQUIRE(read.warnings.size() == 1);
  CHECK_THAT(read.warnings[0],
             Catch::EndsWith(".xyz has no velocities: all motion was drawn, at the temperatures of "
                             "the species and with the seed 7; ids are the order of its rows"));
  // Another seed, another motion.
  const Snapshot other =
      make_initial_state(parse(file.study("seed = 8\n" + kind.box + kind.species + kind.more)));
  CHECK(other.position == placed.position);
  CHECK(other.velocity != placed.velocity);
}

TEST_CASE("Drawn motion has the temperatures and no momentum, in whatever order species come",
          "[study]") {
  std::string rows;
  for (int i = 0; i < 60; ++i) {
    const int x = i % 5, y = i / 5 % 4, z = i / 20;
    rows += fmt::format("{} {} {} {}\n", i % 3 == 0 ? "He" : "Ar", 1.2 * x, 1.2 * y, 1.2 * z);
  }
  const FileStart file("60\nmade by hand; it's \"plain XYZ\n" + rows);
  const StudyConfig study = parse(file.study("[box]\nsize = [6.0, 6.0, 6.0]\n" + kArgonAndHelium));
  CHECK(study.species[0].count == 40);
  CHECK(study.species[1].count == 20);
  const Snapshot start = make_initial_state(study);
  CHECK(start.species[3] == "He");
  Vec<3> momentum = Vec<3>::Zero();
  double energy = 0, of_helium = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    const double mass = i % 3 == 0 ? 3 : 1;
    momentum += mass * start.velocity[i];
    energy += 0.5 * mass * start.velocity[i].squaredNorm();
    if (i % 3 == 0) of_helium += 0.5 * mass * start.velocity[i].squaredNorm();
  }
  CHECK(momentum.norm() < 1e-12);
  const double share = 1 - 3.0 / (3 * 60);
  CHECK(energy == Approx(1.5 * (40 * 1.5 + 20 * 1.0) * share));
  CHECK(of_helium == Approx(1.5 * 20 * share));
  // Then it is a run as any other.
  const StudyResult result = run_study(parse(
      file.study("[box]\nsize = [6.0, 6.0, 6.0]\n" + kArgonAndHelium + "[run]\nmeasure = 2\n")));
  CHECK(result.counters.collisions > 60);
  CHECK_THAT(result.warnings.at(0), Catch::Contains("all motion was drawn"));
}

TEST_CASE("By steps, too, drawn motion determines the step", "[study]") {
  const std::string gas =
      "seed = 3\n" + kDrawnBox + kArgonAndHelium + "[run]\nmode = \"time-step\"\nmeasure = 2\n";
  const StudyResult placed = run_study(parse("seed = 3\n" + kDrawnBox + counted(kArgonAndHelium) +
                                             "[run]\nmode = \"time-step\"\nmeasure = 2\n"));
  const FileStart file(positions_of(placed.initial, lattice_of(placed.initial)));
  const StudyResult read = run_study(parse(file.study(gas)));
  REQUIRE(read.steps);
  CHECK(read.steps->step == placed.steps->step);
  CHECK(read.final.position == placed.final.position);
}

TEST_CASE("The box comes from the file where the study has none", "[study]") {
  const std::string rows = "Ar 1 1 1\nHe 3 3 3\nAr 5 4 6\n";
  const FileStart file("3\nLattice=\"6 0 0 0 5 0 0 0 7\" pbc=\"T F T\"\n" + rows);
  const StudyConfig study = parse(file.study(kArgonAndHelium));
  CHECK(study.size == std::vector<double>{6, 5, 7});
  CHECK(study.periodic == std::vector<bool>{true, false, true});
  CHECK(make_initial_state(study).size == study.size);
  CHECK_THAT(study.resolved_toml, Catch::Contains("size = [6.0, 5.0, 7.0]"));
  // A boundary, gravity and shear of the study stand.
  CHECK_THAT(file.problems("[box]\nboundary = \"periodic\"\n" + kArgonAndHelium).at(0),
             Catch::Contains("line 2: pbc is T F T; T T T, the boundaries of the study"));
  CHECK(parse(file.study("[box]\ngravity = [0.0, -0.2, 0.0]\n" + kArgonAndHelium)).size ==
        study.size);
  // A contradiction is refused with both.
  CHECK(file.problems("[box]\nsize = [6.0, 5.5, 7.0]\nboundary = [\"periodic\", \"wall\", "
                      "\"periodic\"]\n" +
                      kArgonAndHelium)
            .at(0) == "line 2: Lattice has edges 6 5 7; 6 5.5 7, the box of the study");
  CHECK_THAT(file.problems("[box]\nedges = [6.0, 0.0, 0.0]\n" + kArgonAndHelium).at(0),
             Catch::Contains("box.edges: has no effect here; allowed: only without size"));

  const FileStart flat("2\nLattice=\"6 0 0 0 5 0 0 0 1\"\nAr 1 1 0\nHe 3 3 0\n");
  CHECK(parse(flat.study("box.dimensions = 2\n" + kArgonAndHelium)).size ==
        std::vector<double>{6, 5});
  const FileStart sheared("2\nLattice=\"6 0 0 1.25 5 0 0 0 7\"\nAr 1 1 1\nHe 3 3 3\n");
  const Snapshot start =
      make_initial_state(parse(sheared.study("box.shear_rate = 0.1\n" + kArgonAndHelium)));
  CHECK(start.size == std::vector<double>{6, 5, 7});
  CHECK(start.surroundings.value().shear_offset == 1.25);
  CHECK(sheared.problems(kArgonAndHelium).at(0) ==
        "line 2: Lattice is not an upright box; edges along x, y and z");

  const FileStart none("2\na comment\nAr 1 1 1\nHe 3 3 3\n");
  CHECK_THAT(none.problems(kArgonAndHelium).at(0),
             Catch::Contains("box.size: is missing; allowed: a list of lengths, or an initial.file "
                             "with a Lattice"));
  CHECK(none.problems(kDrawnBox + kArgonAndHelium).empty());
  CHECK(FileStart("2\nLattice=\"6 0 0\"\nAr 1 1 1\nHe 3 3 3\n").problems(kArgonAndHelium) ==
        std::vector<std::string>{"line 2: Lattice is '6 0 0'; nine finite numbers, the three edge "
                                 "vectors of the box"});
  CHECK(
      faults(kArgonAndHelium + "[initial]\nplacement = \"file\"\nfile = \"/nowhere.xyz\"\n") ==
      "study.toml:11:8: initial.file: \"/nowhere.xyz\" is not a file (/nowhere.xyz); allowed: the "
      "path of a file of extended XYZ, or of H5MD (.h5), from the folder of the study");
  CHECK_THAT(faults(kArgonAndHelium), Catch::Contains("exactly one of packing_fraction"));
}

TEST_CASE("Cases of a series have the box of the file, even if it changes", "[study]") {
  const std::string head = "3\nLattice=\"6 0 0 0 5 0 0 0 7\" pbc=\"T F T\"\n";
  const FileStart file(head + "Ar 1 1 1\nHe 3 3 3\nAr 5 4 6\n");
  const StudyConfig study = parse(file.study(
      kArgonAndHelium + "[series]\nkey = \"collisions.restitution\"\nvalues = [1.0, 0.9]\n"));
  std::ofstream(file.path()) << "3\nLattice=\"9 0 0 0 9 0 0 0 9\"\nAr 1 1 1\nHe 3 3 3\nAr 5 4 6\n";
  const StudyConfig one = series_case(study, "0.9");
  CHECK(one.size == study.size);
  CHECK(one.periodic == study.periodic);
  CHECK(one.species[0].count == 2);
}

TEST_CASE("Particles beyond a periodic edge are put back, beyond a wall refused", "[study]") {
  const std::string rows = "Ar 7 -1 22\nHe 3 3 3\nAr 6 4.5 6\n";
  const FileStart file("3\n\n" + rows);
  const Snapshot start = make_initial_state(parse(file.study(kDrawnBox + kArgonAndHelium)));
  CHECK(start.position[0].isApprox(Vec<3>(1, 4, 1), 1e-15));
  CHECK(start.position[2] == Vec<3>(0, 4.5, 6));
  REQUIRE(start.warnings.size() == 2);
  CHECK_THAT(start.warnings[0], Catch::EndsWith(".xyz has 1 of its 3 particles outside of the box: "
                                                "they were put back by whole edges"));
  CHECK(file.problems(kDrawnBox + "boundary = [\"periodic\", \"wall\", \"wall\"]\n" +
                      kArgonAndHelium) ==
        std::vector<std::string>{
            "line 3: particle 0 overlaps a wall by 1.5: y = -1; 0.5 ≤ y ≤ 4.5",
            "line 3: particle 0 overlaps a wall by 15.5: z = 22; 0.5 ≤ z ≤ 6.5"});
  // In a sheared box the velocity would depend on it.
  CHECK(file.problems(kDrawnBox + "shear_rate = 0.2\n" + kArgonAndHelium) ==
        std::vector<std::string>{"line 3: particle 0 is outside the box: y = -1; 0 ≤ y < 5"});
}

TEST_CASE("What is wrong with positions is said with its line and what is allowed", "[study]") {
  using Texts = std::vector<std::string>;
  const auto problems = [](const std::string& text,
                           const std::string& study = kDrawnBox + kArgonAndHelium) {
    return FileStart(text).problems(study);
  };
  CHECK(problems("4\n\nAr 1 1 1\nXe 3 3 3\nAr 5 1 1\nAr 5 3 1\n") ==
        Texts{"line 4: species is 'Xe'; one of those of the study: 'Ar', 'He'"});
  CHECK(problems("4\n\nAr 1 1 1\nHe 3 3 3 0.5\nAr 5 1 1\nAr 5 3 1\n") ==
        Texts{"line 4: 5 columns; 4, name x y z, because there are no Properties"});
  CHECK(problems("2\n\nAr 1 1 1\nHe 1 1 1.5\n") ==
        Texts{"line 4: particles 0 and 1 overlap by 0.25: their centres are 0.5 apart; at least "
              "0.75"});
  CHECK(problems("4\n\nAr 1 1 1\nHe 3 3 nan\nAr 5 1 1\nAr 5 3 1\n") ==
        Texts{"line 4: pos has 'nan'; a finite number"});
  CHECK(problems("2\n\nAr 1 1 1\nHe 3 3 3\n", kFlatBox + kArgonAndHelium) ==
        Texts{"line 3: a position or velocity along z; 0 in two dimensions",
              "line 4: a position or velocity along z; 0 in two dimensions"});
  CHECK(problems("1\nLattice=\"6 0 0 0 5 0 0 0 7\" "
                 "Properties=species:S:1:pos:R:3:angular_velocity:R:3\nAr 1 1 1 0 0 0\n") ==
        Texts{"line 2: Properties has angular_velocity, but no velo:R:3; both, or neither"});
  CHECK(problems("2\n\nAr 1 1 1\nAr 3 3 3\n",
                 kDrawnBox + "[[species]]\nname = \"Ar\"\nshape = \"capsule\"\nshaft = 0.5\n") ==
        Texts{"line 2: Properties lacks a column that rigid bodies need; orientation:R:4"});
  const std::string si =
      "units.system = \"SI\"\nbox.size = [6e-9, 6e-9, 6e-9]\n[[species]]\nname = "
      "\"Ar\"\nmass = 6.6e-26\ndiameter = 3e-10\n";
  CHECK_THAT(problems("2\n\nAr 1e-9 1e-9 1e-9\nAr 3e-9 1e-9 1e-9\n", si).at(0),
             Catch::Contains("temperature: is missing"));
  CHECK(problems("2\n\nAr 1e-9 1e-9 1e-9\nAr 3e-9 1e-9 1e-9\n", si + "temperature = 300.0\n")
            .empty());
}

TEST_CASE("H5MD without velocities starts a gas, too", "[study][h5md]") {
  if (!has_hdf5()) FAIL("this build has no HDF5 library: apt-get install libhdf5-dev");
  Snapshot placed = make_initial_state(parse("seed = 7\n" + kDrawnBox + counted(kArgonAndHelium)));
  const Vec<3> velocity = placed.velocity[5];
  placed.velocity.clear();
  const FileStart file("", "h5");
  write_h5md(file.path(), {placed}, parse(kDrawnBox + counted(kArgonAndHelium)), nullptr);
  const Snapshot read = make_initial_state(parse(file.study("seed = 7\n" + kArgonAndHelium)));
  CHECK(read.size == placed.size);
  CHECK(read.position == placed.position);
  CHECK(read.velocity[5] == velocity);
}
