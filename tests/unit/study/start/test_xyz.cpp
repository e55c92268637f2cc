#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

#include "clausius/study/config.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"

using namespace clausius;

namespace {

Snapshot two_in_a_slab() {
  Snapshot snapshot;
  snapshot.time = 0.1 + 0.2;
  snapshot.size = {3, 1.0 / 3, 5e-300};
  snapshot.periodic = {true, false, true};
  snapshot.species = {"light", "heavy"};
  snapshot.position = {{0.1, 1e22, -0.0}, {2.0 / 3, 5e-324, 1}};
  snapshot.velocity = {{std::numeric_limits<double>::max(), 1e-5, 123456789.125}, {-1, 0, 1e300}};
  return snapshot;
}

std::vector<std::string> faults_of(const std::string& text) {
  std::istringstream in(text);
  LineFaults faults;
  read_last_xyz_frame(in, faults);
  return faults.texts("f");
}

const std::string kHeader =
    "Lattice=\"2 0 0 0 2 0 0 0 2\" Properties=species:S:1:id:I:1:pos:R:3:velo:R:3\n";

}  // namespace

TEST_CASE("Extended XYZ has the agreed form", "[study][xyz]") {
  Snapshot snapshot;
  snapshot.time = 1.5;
  snapshot.dimensions = 2;
  snapshot.size = {3, 4.25};
  snapshot.periodic = {true, false};
  snapshot.species = {"gas"};
  snapshot.position = {{0.1, 2, 0}};
  snapshot.velocity = {{-1, 1e-7, 0}};
  std::ostringstream out;
  write_xyz(out, snapshot);
  CHECK(out.str() ==
        "1\nLattice=\"3 0 0 0 4.25 0 0 0 1\" Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 "
        "Time=1.5 pbc=\"T F F\"\ngas 0.1 2 0 -1 1e-07 0 0\n");
}

TEST_CASE("Spheres have their radii in extended XYZ", "[study][xyz]") {
  const clausius::StudyConfig config = clausius::parse_study(
      "box.size = [9, 9, 9]\n[[species]]\nname = \"a\"\ncount = 1\ndiameter = 0.5\n"
      "[[species]]\nname = \"b\"\ncount = 1\ndiameter = 2\n",
      "s.toml", {});
  std::ostringstream out;
  write_xyz(out, clausius::make_initial_state(config));
  CHECK_THAT(out.str(), Catch::Contains(":velo:R:3:id:I:1:radius:R:1 Time=") &&
                            Catch::Contains(" 0.25\nb ") && Catch::EndsWith(" 1\n"));
  std::istringstream in(out.str());
  LineFaults faults;
  CHECK(read_last_xyz_frame(in, faults).species.size() == 2);
  CHECK(faults.texts("f").empty());
}

TEST_CASE("Extended XYZ reads back exactly, the last frame of several", "[study][xyz]") {
  Snapshot earlier = two_in_a_slab();
  earlier.species.emplace_back("light");
  earlier.position.emplace_back(1, 1, 1);
  earlier.velocity.emplace_back(1, 1, 1);
  const Snapshot last = two_in_a_slab();
  std::stringstream file;
  write_xyz(file, earlier);
  write_xyz(file, last);
  const bool trailing = GENERATE(false, true);
  if (trailing) file << "\n  \n";

  LineFaults faults;
  const XyzFrame frame = read_last_xyz_frame(file, faults);
  REQUIRE(faults.empty());
  CHECK(frame.header_line == 7);
  CHECK(frame.line == std::vector<std::int64_t>{8, 9});
  CHECK(frame.time == last.time);
  CHECK(frame.periodic == std::array<bool, 3>{true, false, true});
  CHECK(frame.lattice == std::array<double, 9>{3, 0, 0, 0, 1.0 / 3, 0, 0, 0, 5e-300});
  CHECK(frame.species == last.species);
  CHECK(frame.id == std::vector<std::int64_t>{0, 1});
  CHECK(frame.position == last.position);
  CHECK(frame.velocity == last.velocity);
}

TEST_CASE("The header of extended XYZ may be written in many ways", "[study][xyz]") {
  const std::string header = GENERATE(
      "Properties=velo:R:3:id:I:1:extra:L:2:species:S:1:pos:R:3 Lattice='2 0 0 0 2 0 0 0 2'",
      "flag  note=\"a = b\" pbc=\"T T F\" Time=\"4\" "
      "Properties=\"velo:R:3:id:I:1:extra:L:2:species:S:1:pos:R:3\" Lattice={2 0 0 0 2 0 0 0 2}",
      "\"Lattice\"=[2,0,0,0,2,0,0,0,2]\tProperties=velo:R:3:id:I:1:extra:L:2:species:S:1:pos:R:3 "
      "\r");
  std::istringstream in("1\n" + header + "\n4 5 +6e0 0 T F gas 1 2 3\r\n");
  LineFaults faults;
  const XyzFrame frame = read_last_xyz_frame(in, faults);
  CHECK(faults.texts("f").empty());
  CHECK(frame.lattice == std::array<double, 9>{2, 0, 0, 0, 2, 0, 0, 0, 2});
  REQUIRE(frame.id.size() == 1);
  CHECK(frame.species[0] == "gas");
  CHECK(frame.position[0] == Vec<3>(1, 2, 3));
  CHECK(frame.velocity[0] == Vec<3>(4, 5, 6));
  const bool with_time = header.find("Time") != std::string::npos;
  CHECK(frame.time == (with_time ? std::optional(4.0) : std::nullopt));
  CHECK(frame.periodic.has_value() == with_time);
}

TEST_CASE("Particles without ids are numbered as they come; files with the id first are read",
          "[study][xyz]") {
  std::istringstream in(
      "2\nLattice=\"2 0 0 0 2 0 0 0 2\" Properties=species:S:1:pos:R:3:velo:R:3\n"
      "a 1 1 1 0 0 0\nb 0.5 1 1 0 0 0\n");
  LineFaults faults;
  const XyzFrame frame = read_last_xyz_frame(in, faults);
  CHECK(faults.empty());
  CHECK(frame.id == std::vector<std::int64_t>{0, 1});
  std::istringstream before("1\n" + kHeader + "a 0 1 1 1 2 3 4\n");
  CHECK(read_last_xyz_frame(before, faults).velocity.at(0) == Vec<3>(2, 3, 4));
  CHECK(faults.empty());
}

TEST_CASE("The header of a frame tells its box and its columns without its particles",
          "[study][xyz]") {
  std::istringstream in("1\n" + kHeader + "a 0 1 1 1 2 3 4\n");
  LineFaults faults;
  const XyzFrame head = read_last_xyz_frame(in, faults, FramePart::header);
  CHECK(faults.empty());
  CHECK(head.lattice);
  CHECK(head.has_velocities == true);
  CHECK(head.id.empty());
  std::istringstream plain("1\na comment\na 1 1 1\n");
  CHECK(read_last_xyz_frame(plain, faults, FramePart::header).has_velocities == false);
  std::istringstream faulty("1\nProperties=species:S:1\na\n");
  CHECK_FALSE(read_last_xyz_frame(faulty, faults, FramePart::header).has_velocities);
}

TEST_CASE("Every fault of extended XYZ is reported with its line", "[study][xyz]") {
  CHECK(faults_of("2\n" + kHeader + "a 0 1 2 x 4 5 nan\na 0.5 1 2 3\n") ==
        std::vector<std::string>{"f line 3: pos has 'x'; a finite number",
                                 "f line 3: velo has 'nan'; a finite number",
                                 "f line 4: 5 columns; 8, as Properties says"});
  CHECK(faults_of("1\n" + kHeader + "a 0.5 1 2 3 4 1e999 6\n") ==
        std::vector<std::string>{"f line 3: id is '0.5'; a whole number",
                                 "f line 3: velo has '1e999'; a finite number"});
  CHECK(faults_of("1\nLattice=\"2 0 0\" Time=soon pbc=\"T T\" Time=2 "
                  "Properties=species:S:1:id:R:1:pos:R:3\na 0 1 2 3\n") ==
        std::vector<std::string>{
            "f line 2: Time occurs twice",
            "f line 2: Lattice is '2 0 0'; nine finite numbers, the three edge vectors of the box",
            "f line 2: Time is 'soon'; a finite number", "f line 2: pbc is 'T T'; three of T and F",
            "f line 2: Properties has id:R:1; id:I:1"});
  CHECK(faults_of("1\nLattice=\"2 0 0 0 2 0 0 0 2\" Properties=species:S:1:velo:R:3\na 0 1 2\n") ==
        std::vector<std::string>{
            "f line 2: Properties lacks pos:R:3; it must name species:S:1 and pos:R:3"});
  CHECK(faults_of("1\nLattice=\"2 0 0\na 0 1 2 3\n").at(0) ==
        "f line 2: the header's \" is never closed by \"");
  for (const std::string spec : {"species:S", "species:Q:1", "species:S:0", "pos:R:3:pos:R:3"})
    CHECK_THAT(faults_of("1\nLattice=\"2 0 0 0 2 0 0 0 2\" Properties=" + spec + "\na\n").at(0),
               Catch::StartsWith("f line 2: Properties is '" + spec + "'"));
  CHECK(faults_of("") == std::vector<std::string>{
                             "f line 1: the file has no frame; the number of particles, a header, "
                             "the particles"});
  CHECK(
      faults_of("2\n" + kHeader + "a 0 1 2 3 4 5 6\n") ==
      std::vector<std::string>{"f line 1: the file ends after 1 of the 2 particles of this frame"});
  CHECK(faults_of("99999999999\n" + kHeader).at(0) ==
        "f line 1: the file ends after 0 of the 99999999999 particles of this frame");
  CHECK(faults_of("1\n" + kHeader + "a 0 1 2 3 4 5 6\na 1 1 2 3 4 5 6\n") ==
        std::vector<std::string>{
            "f line 4: 'a 1 1 2 3 4 5 6' at the beginning of a frame; its number of particles"});
  CHECK(faults_of("-1\n" + kHeader).size() == 1);
}

TEST_CASE("Of very many faults the first are reported and the rest counted", "[study][xyz]") {
  std::string text = "50\n" + kHeader;
  for (int i = 0; i < 50; ++i) text += "a\n";
  const std::vector<std::string> faults = faults_of(text);
  REQUIRE(faults.size() == 21);
  CHECK(faults.back() == "f: 30 or more further faults");
}
