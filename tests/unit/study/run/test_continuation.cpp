#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "study/start/xyz.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// A gas whose frames must say more than where its particles are, or how they rotate.
struct RememberingGas {
  std::string name, box, species, more, run;
};

std::string start_file() {
  return (std::filesystem::temp_directory_path() /
          ("clausius_continuation_" + std::to_string(::getpid()) + ".xyz"))
      .string();
}

std::string frame_of(const Snapshot& snapshot) {
  std::ostringstream text;
  write_xyz(text, snapshot);
  return text.str();
}

// A study of a kind over a duration.
StudyResult run_of(const RememberingGas& kind, double duration, const std::string& file = "") {
  const std::string start =
      file.empty() ? "" : "[initial]\nplacement = \"file\"\nfile = \"" + file + "\"\n";
  return run_study(parse(
      "[box]\n" + kind.box + "[[species]]\nname = \"a\"\ncount = 24\n" + kind.species + kind.more +
      start + "[run]\nequilibrate = 0\nsamples = 4\nduration = " + std::to_string(duration) + "\n" +
      kind.run));
}

double farthest(const Snapshot& one, const Snapshot& other) {
  double most = 0;
  for (std::size_t i = 0; i < one.position.size(); ++i) {
    for (int k = 0; k < one.dimensions; ++k) {
      double apart = one.position[i][k] - other.position[i][k];
      if (one.periodic[k]) apart -= one.size[k] * std::nearbyint(apart / one.size[k]);
      most = std::max(most, std::abs(apart));
    }
    most = std::max(most, (one.velocity[i] - other.velocity[i]).cwiseAbs().maxCoeff());
    if (!one.angular_velocity.empty())
      most = std::max(most,
                      (one.angular_velocity[i] - other.angular_velocity[i]).cwiseAbs().maxCoeff());
    if (!one.internal_energy.empty())
      most = std::max(most, std::abs(one.internal_energy[i] - other.internal_energy[i]));
  }
  return most;
}

const std::string kCube = "size = [5.0, 5.0, 5.0]\n",
                  kSquare = "dimensions = 2\nsize = [8.0, 8.0]\n";
const std::string kSlit = kCube + "boundary = [\"wall\", \"periodic\", \"periodic\"]\n";
const std::string kDissipates = "[collisions]\nrestitution = 0.8\n";

const std::vector<RememberingGas> kKinds{
    {"sheared", kCube + "shear_rate = 0.37\n", "", "", ""},
    {"sheared backwards", kSquare + "shear_rate = -0.5\n", "", kDissipates, ""},
    {"piston", kSlit, "",
     "[[wall]]\nface = \"x-high\"\nvelocity = [0.5, 0.0, 0.0]\nbegin = 0.5\nend = 3.0\n", ""},
    {"pushing", kSlit, "", "[[wall]]\nface = \"x-low\"\nvelocity = [0.2, 0.0, 0.0]\n", ""},
    {"oscillating", kSlit, "", "[[wall]]\nface = \"x-low\"\namplitude = 0.3\nfrequency = 0.4\n",
     ""},
    {"thermal", kSlit, "",
     "[[wall]]\nface = \"x-low\"\ntemperature = 2.0\naccommodation = 0.5\n"
     "[[wall]]\nface = \"x-high\"\ntemperature = 0.5\nvelocity = [0.0, 0.3, 0.0]\n",
     ""},
    {"door", "size = [9.0, 5.0, 5.0]\nboundary = \"wall\"\n", "",
     "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 4.5\nthickness = 0.0\n"
     "door_speed = 1.5\nhole = [[1.0, 1.0], [4.0, 4.0]]\n",
     ""},
    {"opening hole", "size = [9.0, 5.0, 5.0]\nboundary = \"wall\"\n", "",
     "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 4.5\nthickness = 0.5\n"
     "hole = [[1.0, 1.0], [4.0, 4.0]]\nopens = 2.5\n",
     ""},
    {"kicked", kCube, "", kDissipates + "[[drive]]\nkind = \"random-kicks\"\nstrength = 0.3\n", ""},
    {"thermostat", kSquare, "", "[[drive]]\nkind = \"andersen\"\ntemperature = 1.0\nrate = 0.5\n",
     ""},
    {"rescaled", kCube + "shear_rate = 0.3\n", "",
     "[[drive]]\nkind = \"rescale\"\ntemperature = 1.0\ninterval = 0.3\n", ""},
    {"reversed", kCube, "", "[[drive]]\nkind = \"reversal\"\ntime = 2.7\n", ""},
    {"rough", kCube, "", "[collisions]\ntangential_restitution = 0.5\n", ""},
    {"capsules", kCube, "shape = \"capsule\"\nshaft = 0.5\ndiameter = 0.8\n", "", ""},
    {"capsules at thermal walls", kSlit, "shape = \"capsule\"\nshaft = 0.5\ndiameter = 0.8\n",
     "[[wall]]\nface = \"x-low\"\ntemperature = 2.0\n", ""},
    {"reservoirs", kCube, "amount = 240\ninternal_degrees = 2\n", "", ""},
    {"gravity",
     "size = [5.0, 5.0, 9.0]\nboundary = [\"periodic\", \"periodic\", \"wall\"]\n"
     "gravity = [0.0, 0.0, -0.5]\n",
     "", "", ""},
    {"disks", kSquare, "", "", ""},
    {"polydisperse", kCube, "diameter_distribution = \"lognormal\"\ndiameter_spread = 0.15\n",
     kDissipates, ""},
    {"nonadditive", kCube, "",
     "[[species]]\nname = \"b\"\ncount = 8\ndiameter = 0.5\n" + kDissipates +
         "[[collisions.pair]]\nspecies = [\"a\", \"b\"]\ndiameter = 1.2\n",
     ""},
    {"steps", kSlit, "", "[[wall]]\nface = \"x-low\"\ntemperature = 2.0\n",
     "mode = \"time-step\"\ntime_step = 0.0078125\n"},
};

}  // namespace

TEST_CASE("A run that starts from the last frame of another goes on as that would have",
          "[study]") {
  const RememberingGas& kind = GENERATE(from_range(kKinds));
  INFO(kind.name);
  const std::string file = start_file();
  const double half = 2;
  const StudyResult whole = run_of(kind, 2 * half), first = run_of(kind, half);
  std::ofstream(file) << frame_of(first.final);
  const StudyResult second = run_of(kind, half, file);
  std::filesystem::remove(file);
  CHECK(frame_of(second.initial) == frame_of(first.final));
  CHECK(second.final.time == Approx(whole.final.time).epsilon(1e-14));
  REQUIRE(first.counters.collisions + first.counters.wall_collisions > 10);
  CHECK(first.counters.collisions + second.counters.collisions == whole.counters.collisions);
  CHECK(first.counters.wall_collisions + second.counters.wall_collisions ==
        whole.counters.wall_collisions);
  CHECK(farthest(second.final, whole.final) < 1e-7);
  CHECK(second.warnings.size() <= whole.warnings.size() + 1);
}

TEST_CASE("What a start file says beside positions is used, or said", "[study]") {
  const std::string file = start_file();
  const auto faults_with = [&](const std::string& header, const std::string& columns,
                               const std::string& row, const std::string& more = "",
                               const std::string& keys = "") {
    std::ofstream(file) << "1\nLattice=\"9 0 0 0 9 0 0 0 9\" " << header
                        << " Properties=species:S:1:pos:R:3:velo:R:3" << columns
                        << "\na 2 2 2 1 0 0" << row << "\n";
    std::string found;
    try {
      const StudyResult result = run_study(parse(
          "[box]\nsize = [9.0, 9.0, 9.0]\n" + more + "[[species]]\nname = \"a\"\nmass = 2.0\n" +
          "[initial]\nplacement = \"file\"\nfile = \"" + file + "\"\n" + keys +
          "[run]\nequilibrate = 0\nduration = 1.0\n"));
      for (const std::string& warning : result.warnings) found += warning + "\n";
    } catch (const InputError& error) {
      found = error.what();
    }
    std::filesystem::remove(file);
    return found;
  };
  CHECK_THAT(faults_with("", ":radius:R:1", " 0.7"),
             Catch::Contains("line 3: particle 0 has the radius 0.7; 0.5, that of species 'a'"));
  CHECK_THAT(faults_with("", ":mass:R:1", " 1.0"),
             Catch::Contains("line 3: particle 0 has the mass 1; 2, that of species 'a'"));
  CHECK_THAT(faults_with("", ":radius:R:1:mass:R:1", " 0.5 2.0"), !Catch::Contains("has the"));
  CHECK_THAT(faults_with("", ":charge:R:1:force:R:3", " 1 0 0 0"),
             Catch::Contains("has columns that are not used: charge, force"));
  const std::string wall =
      "boundary = \"wall\"\n[[wall]]\nface = \"x-low\"\nvelocity = [0.1, 0.0, 0.0]\n";
  const std::string at_one = "Time=3 Start=1 Walls=\"1 9 0 9 0 9\" pbc=\"F F F\"";
  CHECK_THAT(
      faults_with(at_one, "", "", wall),
      Catch::Contains("the wall x_low is at 1; at 0.2, where it is in the study at the time 2 "
                      "since Start, or initial.continues = false"));
  CHECK_THAT(faults_with(at_one, "", "", wall, "continues = false\n"),
             !Catch::Contains("the wall"));
  CHECK_THAT(faults_with("Time=3 Start=1 Walls=\"0.2 9\" pbc=\"F F F\"", "", "", wall),
             Catch::Contains("Walls has 2 numbers; 6, one for each face"));
  CHECK_THAT(faults_with("Start=soon", "", ""),
             Catch::Contains("Start is 'soon'; a finite number"));
}
