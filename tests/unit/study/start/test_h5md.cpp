#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "clausius/study/runner.h"
#include "study/start/h5md.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

class File {
 public:
  File()
      : path_(std::filesystem::temp_directory_path() /
              ("clausius_h5md_" + std::to_string(::getpid()) + ".h5")) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

const std::string kTwo =
    "[[species]]\nname = \"a\"\ncount = 20\n"
    "[[species]]\nname = \"b\"\ncount = 10\nmass = 3.0\ndiameter = 0.5\n";
const std::string kRun =
    "[run]\nequilibrate = 0\nduration = 1.3\nsamples = 4\ntrajectory = 3\n"
    "trajectory_images = true\n";

}  // namespace

TEST_CASE("What is written as H5MD is read back bit for bit", "[study][h5md]") {
  if (!has_hdf5()) FAIL("this build has no HDF5 library: apt-get install libhdf5-dev");
  const std::string study = GENERATE(
      as<std::string>(), "[box]\nsize = [6.0, 5.0, 7.0]\n" + kTwo + kRun,
      "[box]\nsize = [9.0, 8.0]\ndimensions = 2\nshear_rate = 0.3\n" + kTwo + kRun,
      "[box]\nsize = [6.0, 5.0, 7.0]\nboundary = [\"wall\", \"periodic\", \"periodic\"]\n" + kTwo +
          "[[wall]]\nface = \"x-low\"\ntemperature = 2.0\nvelocity = [0.0, 0.3, 0.0]\n"
          "[[wall]]\nface = \"x-high\"\nvelocity = [0.1, 0.0, 0.0]\n"
          "[[drive]]\nkind = \"random-kicks\"\nstrength = 0.1\ninterval = 0.2\n" +
          kRun,
      "[box]\nsize = [6.0, 5.0, 7.0]\n[[species]]\nname = \"rods\"\ncount = 20\nshape = "
      "\"capsule\"\n"
      "shaft = 0.5\n" +
          kRun,
      "[box]\nsize = [6.0, 5.0, 7.0]\n[[species]]\nname = \"air\"\ncount = 20\namount = 200\n"
      "internal_degrees = 2\n" +
          kRun);
  INFO(study);
  const StudyResult result = run_study(parse(study));
  REQUIRE(result.trajectory.size() == 3);
  const File file;
  write_h5md(file.path(), result.trajectory, result.config, nullptr);
  LineFaults faults;
  const XyzFrame read = read_last_h5md_frame(file.path(), faults);
  for (const std::string& text : faults.texts("file")) CHECK(text.empty());
  const Snapshot& last = result.trajectory.back();
  CHECK(read.time == last.time);
  CHECK(read.species == last.species);
  CHECK(read.position == last.position);
  CHECK(read.velocity == last.velocity);
  CHECK(read.angular_velocity == last.angular_velocity);
  CHECK(read.internal_energy == last.internal_energy);
  REQUIRE(read.orientation.size() == last.orientation.size());
  for (std::size_t i = 0; i < read.orientation.size(); ++i)
    CHECK(read.orientation[i].coeffs() == last.orientation[i].coeffs());
  REQUIRE(read.hits.size() == last.hits.size());
  for (std::size_t i = 0; i < read.hits.size(); ++i) CHECK(read.hits[i] == last.hits[i]);
  REQUIRE(read.surroundings.has_value() == last.surroundings.has_value());
  if (last.surroundings) {
    CHECK(read.surroundings->start == last.surroundings->start);
    CHECK(read.surroundings->shear_offset == last.surroundings->shear_offset);
    CHECK(read.surroundings->walls == last.surroundings->walls);
    CHECK(read.surroundings->drive_intervals == last.surroundings->drive_intervals);
  }
  for (int k = 0; k < last.dimensions; ++k) {
    CHECK(read.lattice.value()[4 * static_cast<std::size_t>(k)] ==
          last.size[static_cast<std::size_t>(k)]);
    CHECK(read.periodic.value()[static_cast<std::size_t>(k)] ==
          last.periodic[static_cast<std::size_t>(k)]);
  }
}

TEST_CASE("A study starts from a frame of H5MD as from one of XYZ", "[study][h5md]") {
  if (!has_hdf5()) FAIL("this build has no HDF5 library: apt-get install libhdf5-dev");
  const std::string box = "[box]\nsize = [6.0, 6.0, 6.0]\nshear_rate = 0.3\n";
  const std::string species =
      "[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\nmass = 3.0\ndiameter = 0.5\n";
  const StudyResult first = run_study(parse(box + kTwo + kRun));
  const File file;
  write_h5md(file.path(), first.trajectory, first.config, nullptr);
  const StudyResult second =
      run_study(parse(box + species + "[initial]\nplacement = \"file\"\nfile = \"" +
                      file.path().string() + "\"\n" + kRun));
  CHECK(second.initial.position == first.final.position);
  CHECK(second.initial.species == first.final.species);
  CHECK(second.initial.surroundings->shear_offset == first.final.surroundings->shear_offset);
}

TEST_CASE("A file that is no H5MD is refused with the reason", "[study][h5md]") {
  const File file;
  std::ofstream(file.path()) << "no HDF5\n";
  LineFaults faults;
  read_last_h5md_frame(file.path(), faults);
  REQUIRE(faults.texts("f.h5").size() == 1);
  CHECK_THAT(faults.texts("f.h5").front(), Catch::Contains("f.h5: this is no H5MD of a gas"));
}
