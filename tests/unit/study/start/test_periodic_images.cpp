#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "named.h"
#include "study/start/periodic_images.h"
#include "study/start/xyz.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using clausius::testing::column;

namespace {

using Image = std::array<std::int32_t, 3>;

struct CountedGas {
  std::string name, box, species, more, run;
};

const std::string kUnequal = "size = [5.0, 4.0, 6.0]\n";
const std::string kPlane = "dimensions = 2\nsize = [8.0, 6.0]\n";

const std::vector<CountedGas> kCounted{
    {"spheres", kUnequal, "", "", ""},
    {"dilute spheres", "size = [40.0, 40.0, 40.0]\n", "temperature = 50.0\n", "", ""},
    {"disks", kPlane, "", "[collisions]\nrestitution = 0.8\n", ""},
    {"polydisperse", kUnequal, "diameter_distribution = \"lognormal\"\ndiameter_spread = 0.15\n",
     "", ""},
    {"rough", kUnequal, "", "[collisions]\ntangential_restitution = 0.5\n", ""},
    {"capsules", kUnequal, "shape = \"capsule\"\nshaft = 0.5\ndiameter = 0.8\n", "", ""},
    {"flat capsules", kPlane, "shape = \"capsule\"\nshaft = 0.5\ndiameter = 0.8\n", "", ""},
    {"between thermal walls that slide",
     kUnequal + "boundary = [\"wall\", \"periodic\", \"periodic\"]\n", "",
     "[[wall]]\nface = \"x-low\"\ntemperature = 2.0\nvelocity = [0.0, 2.0, 0.0]\n"
     "[[wall]]\nface = \"x-high\"\ntemperature = 1.0\n",
     ""},
    {"gravity",
     kUnequal + "boundary = [\"periodic\", \"periodic\", \"wall\"]\ngravity = [0.0, 0.0, -0.5]\n",
     "", "", ""},
    {"obstacle", kUnequal, "",
     "[[obstacle]]\nkind = \"ball\"\ncentre = [2.5, 2.0, 3.0]\nradius = 0.7\n", ""},
    {"kicked", kUnequal, "", "[[drive]]\nkind = \"random-kicks\"\nstrength = 0.3\ninterval = 0.7\n",
     ""},
    {"thermostat", kPlane, "", "[[drive]]\nkind = \"andersen\"\ntemperature = 1.0\nrate = 2.0\n",
     ""},
    {"steps", kUnequal, "", "", "mode = \"time-step\"\n"},
    {"flat steps", kPlane, "", "", "mode = \"time-step\"\ntime_step = 0.02\n"},
    {"sheared", kUnequal + "shear_rate = 0.6\n", "", "", ""},
    {"sheared backwards", kPlane + "shear_rate = -0.5\n", "", "[collisions]\nrestitution = 0.9\n",
     ""},
    {"sheared and kept at its temperature", kUnequal + "shear_rate = 0.6\n", "",
     "[[drive]]\nkind = \"rescale\"\ntemperature = 1.0\ninterval = 0.3\n", ""},
};

StudyResult run_of(const CountedGas& kind, int frames, const std::string& more = "") {
  return run_study(
      parse("[box]\n" + kind.box + "[[species]]\nname = \"a\"\ncount = 24\n" + kind.species +
            kind.more + "[run]\nequilibrate = 1\nsamples = 4\nduration = 16.0\ntrajectory = " +
            std::to_string(frames) + "\ntrajectory_images = true\n" + kind.run + more));
}

double tilt_of(const Snapshot& frame) {
  return frame.surroundings ? frame.surroundings->shear_offset.value_or(0) : 0;
}

// The place in space: the position and so many edge vectors of the frame's own lattice.
Vec<3> in_space(const Snapshot& frame, std::size_t id, const Image& image) {
  Vec<3> r = frame.position[id];
  for (int k = 0; k < frame.dimensions; ++k) r[k] += image[k] * frame.size[k];
  r[0] += image[1] * tilt_of(frame);
  return r;
}

// The image in the next frame that is nearest to where the particle flies at its velocity, which
// in a row of images above is that in the box and that of the row.
Image next_image(const Snapshot& now, const Snapshot& next, std::size_t id, const Image& image,
                 double row_speed) {
  const double dt = next.time - now.time;
  Vec<3> expected = in_space(now, id, image) + dt * now.velocity[id];
  expected[0] += dt * image[1] * row_speed;
  Image result{};
  for (const int k : {2, 1, 0}) {
    if (k >= now.dimensions || !now.periodic[k]) continue;
    const double way = expected[k] - in_space(next, id, result)[k];
    result[k] = static_cast<std::int32_t>(std::nearbyint(way / now.size[k]));
  }
  return result;
}

}  // namespace

TEST_CASE("Images are what closely spaced frames count, whatever moves the gas", "[study]") {
  const CountedGas& kind = GENERATE(from_range(kCounted));
  INFO(kind.name);
  const StudyResult result = run_of(kind, 321);
  const std::vector<Snapshot>& frames = result.trajectory;
  REQUIRE(frames.size() == 321);
  const double row_speed =
      result.config.shear_rate == 0 ? 0 : result.config.shear_rate * result.config.size[1];
  const std::size_t n = frames[0].species.size();
  std::vector<Image> counted(n, Image{});
  CHECK(frames[0].image == counted);
  for (std::size_t f = 1; f < frames.size(); ++f) {
    for (std::size_t id = 0; id < n; ++id)
      counted[id] = next_image(frames[f - 1], frames[f], id, counted[id], row_speed);
    REQUIRE(frames[f].image == counted);
  }
  for (int k = 0; k < result.config.dimensions; ++k) {
    int most = 0;
    for (const Image& image : counted) most = std::max(most, std::abs(image[k]));
    CHECK((most > 0) == result.config.periodic[k]);
  }
  CHECK(result.final.image == counted);
  CHECK(result.initial.image.empty());
  for (const std::string& warning : result.warnings)
    CHECK_THAT(warning, !Catch::Contains("trajectory_images"));

  // However few frames there are.
  const StudyResult two = run_of(kind, 2);
  CHECK(two.final.position == result.final.position);
  CHECK(two.final.image == counted);
}

TEST_CASE("A particle that meets nobody crosses the box as often as its velocity says", "[study]") {
  const StudyResult result = run_study(
      parse("[box]\nsize = [3.0, 4.0, 5.0]\n[[species]]\nname = \"a\"\n[initial]\nplacement = "
            "\"listed\"\n[[initial.particle]]\nspecies = \"a\"\nposition = [1.0, 1.0, 1.0]\n"
            "velocity = [7.0, -2.5, 0.25]\n"
            "[run]\nequilibrate = 0\nduration = 10.5\nsamples = 2\ntrajectory = 2\n"
            "trajectory_images = true\n"));
  CHECK(result.final.image == std::vector<Image>{{24, -7, 0}});
}

TEST_CASE("In a sheared box a path in space is that of the whole flow", "[study]") {
  // Two particles that never meet, of which one stays in its row and one rises through ten.
  const std::string text =
      "[box]\nsize = [6.0, 5.0, 9.0]\nshear_rate = 0.5\n[[species]]\nname = \"a\"\n[initial]\n"
      "placement = \"listed\"\n"
      "[[initial.particle]]\nspecies = \"a\"\nposition = [1.0, 3.5, 2.0]\nvelocity = [0.5, 0.0, "
      "0.0]\n"
      "[[initial.particle]]\nspecies = \"a\"\nposition = [1.0, 1.0, 6.0]\nvelocity = [0.25, 2.0, "
      "0.0]\n"
      "[run]\nequilibrate = 0\nduration = 25.3\nsamples = 2\ntrajectory = 7\n"
      "trajectory_images = true\n";
  const StudyResult result = run_study(parse(text));
  for (const Snapshot& frame : result.trajectory)
    for (std::size_t id = 0; id < 2; ++id) {
      // Straight on in space; in the box the velocity changes at each edge by that of a row.
      const Snapshot& start = result.trajectory[0];
      const Vec<3> there = start.position[id] + frame.time * start.velocity[id];
      const Vec<3> found = in_space(frame, id, frame.image[id]);
      CHECK((found - there).norm() < 1e-12);
    }
  CHECK(result.final.image[1][1] == 10);
}

TEST_CASE("Displacements by images are those of the run's own table", "[study]") {
  const std::string gas =
      "[box]\npacking_fraction = 0.2\n[[species]]\nname = \"a\"\ncount = 60\n"
      "[run]\nequilibrate = 2\nsamples = 8\ntransport = true\n";
  const auto numbers = [](const StudyResult& result, const std::string& name) {
    for (const Table& table : result.tables)
      if (table.name == "self_diffusion") return column(table, name);
    return std::vector<double>{};
  };
  const double step = numbers(run_study(parse(gas + "measure = 10\n")), "time").at(0);
  // A frame at each step; a little longer, so that rounding does not lose the last.
  constexpr int kSteps = 480;
  const StudyResult result = run_study(
      parse(gas + fmt::format("duration = {:.17g}\ntrajectory = {}\ntrajectory_images = true\n",
                              kSteps * step * (1 + 1e-12), kSteps + 1)));
  const std::vector<Snapshot>& frames = result.trajectory;
  REQUIRE(frames.size() == kSteps + 1);
  const std::vector<double> times = numbers(result, "time"),
                            squares = numbers(result, "square_displacement");
  std::size_t rows = 0;
  double farthest = 0;
  for (std::size_t row = 0; row < times.size(); ++row) {
    const auto lag = static_cast<std::size_t>(std::llround(times[row] / step));
    // Lags of up to 128 steps end at every sixteenth, of up to 256 at every other of these …
    std::size_t every = 16;
    while (8 * every < lag) every *= 2;
    double sum = 0, count = 0;
    for (std::size_t f = every; f < frames.size(); f += every)
      for (std::size_t id = 0; f >= lag && id < frames[f].species.size(); ++id) {
        const Snapshot &from = frames[f - lag], &to = frames[f];
        sum += (in_space(to, id, to.image[id]) - in_space(from, id, from.image[id])).squaredNorm();
        ++count;
      }
    INFO("lag " << lag);
    CHECK(squares[row] == Approx(sum / count).epsilon(1e-9));
    farthest = std::max(farthest, std::sqrt(squares[row]));
    ++rows;
  }
  CHECK(rows > 20);
  // As far as no image by minimal distances would tell.
  CHECK(farthest > 0.5 * result.config.size[0]);
}

TEST_CASE("Images are in the files of a run where they are asked for, and nowhere else",
          "[study]") {
  const CountedGas& disks = kCounted[2];
  const StudyResult with = run_of(disks, 3);
  std::ostringstream text;
  write_xyz(text, with.final);
  CHECK_THAT(text.str(), Catch::Contains(":radius:R:1:image:I:3 "));
  const Image& last = with.final.image.back();
  CHECK_THAT(text.str(), Catch::EndsWith(fmt::format(" 0.5 {} {} 0\n", last[0], last[1])));
  // They are no part of a start.
  std::istringstream in(text.str());
  LineFaults found;
  const XyzFrame read = read_last_xyz_frame(in, found);
  CHECK(found.empty());
  CHECK(read.unknown_columns.empty());

  const StudyConfig off = parse("[box]\n" + disks.box +
                                "[[species]]\nname = \"a\"\ncount = 24\n[run]\nequilibrate = 1\n"
                                "samples = 4\nduration = 16.0\ntrajectory = 3\n");
  CHECK(run_study(off).final.image.empty());
}

TEST_CASE("Images without a trajectory are refused", "[study]") {
  CHECK_THAT(faults("[box]\nsize = [5.0, 5.0, 5.0]\n[[species]]\nname = \"a\"\ncount = 9\n"
                    "[run]\ntrajectory_images = true\n"),
             Catch::Contains("run.trajectory_images: has no effect here; allowed: only with "
                             "run.trajectory above 0"));
}

TEST_CASE("Images follow a particle that was moved without a collision, and say how far",
          "[study]") {
  Gas<2> gas;
  gas.box.size = {4, 5};
  gas.species = {{}};
  State<2> state;
  state.species = {0};
  state.position = {{3.9, 1}};
  state.velocity = {{0.5, 0}};
  PeriodicImages<2> images(gas);
  CHECK_FALSE(images.is_on());
  images.begin(state);
  // After a flight of 0.5 it is pushed on by 1.2, over the edge.
  state.time = 1;
  state.position = {{1.6, 1}};
  images.look(state);
  CHECK(images.images(state, 0) == std::vector<Image>{{1, 0, 0}});
  CHECK(images.farthest() == Approx(0.3));
  // A drive turns it round.
  state.velocity = {{-1, 0}};
  images.look(state);
  state.time = 6;
  state.position = {{0.6, 1}};
  images.look(state);
  CHECK(images.images(state, 0) == std::vector<Image>{{0, 0, 0}});
  CHECK(images.farthest() == Approx(0.3));
}
