#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/study/runner.h"
#include "named.h"
#include "report/figures/snapshot_table.h"
#include "study/start/initial.h"

using namespace clausius;
using testing::column;

namespace {

StudyResult run_of(const std::string& text) {
  const StudyConfig study = parse_study(text, "study.toml", {});
  return run_study(study, make_initial_state(study), {});
}

const std::string kDisks =
    "box.dimensions = 2\nbox.size = [12, 10]\nbox.boundary = \"wall\"\n"
    "[[species]]\nname = \"a\"\ncount = 9\n[[species]]\nname = \"b\"\ncount = 4\ndiameter = 0.5\n";

const std::vector<std::int64_t>& integers(const Table& table, const std::string& name) {
  for (const auto& column : table.columns)
    if (column.name == name) return std::get<std::vector<std::int64_t>>(column.values);
  throw std::invalid_argument(name);
}

}  // namespace

TEST_CASE("Pictures of particles have the frames of the trajectory, start and end", "[report]") {
  const StudyResult result =
      run_of(kDisks + "[run]\nequilibrate = 1\nduration = 6\ntrajectory = 3\nsamples = 3\n");
  const Table table = snapshot_table(result);
  const auto& frame = integers(table, "frame");
  // The start, and the trajectory from the start of the measured part to the end.
  REQUIRE(frame.size() == 13 * static_cast<std::size_t>(frame.back()));
  CHECK(frame.back() == 4);
  for (std::size_t row = 0; row < 13; ++row) {
    const auto id = static_cast<std::size_t>(integers(table, "id")[row]);
    CHECK(column(table, "x")[row] == result.initial.position[id][0]);
    CHECK(column(table, "velocity_y")[row] == result.initial.velocity[id][1]);
    CHECK(column(table, "speed")[row] == result.initial.velocity[id].norm());
    CHECK(column(table, "radius")[row] == (result.initial.species[id] == "a" ? 0.5 : 0.25));
    CHECK(integers(table, "label")[row] == -1);
  }
  CHECK(column(table, "time").back() == result.final.time);
  CHECK(snapshot_table(run_of(kDisks + "[run]\nequilibrate = 0\nduration = 1\n")).columns.empty());
}

TEST_CASE("Bodies are drawn by balls along their members, each with one velocity", "[report]") {
  const StudyResult result = run_of(
      "box.size = [12, 10, 9]\n[[species]]\nname = \"rod\"\ncount = 2\nshape = \"capsule\"\n"
      "diameter = 1\nshaft = 2\n[run]\nequilibrate = 1\nduration = 3\ntrajectory = 3\nsamples = "
      "3\n");
  const Table table = snapshot_table(result);
  const auto& id = integers(table, "id");
  const auto& edge = integers(table, "edge");
  // A shaft of four radii has nine places, each with a ball in ink and one in colour.
  constexpr std::size_t kPlaces = 9, kRows = 2 * kPlaces;
  REQUIRE(id.size() == 2 * kRows * static_cast<std::size_t>(integers(table, "frame").back()));
  for (std::size_t first = 0; first < 2 * kRows; first += kRows) {
    const Vec<3>& centre = result.initial.position[static_cast<std::size_t>(id[first])];
    const auto place = [&](std::size_t row) {
      return Vec<3>(column(table, "x")[row], column(table, "y")[row], column(table, "z")[row]);
    };
    CHECK((place(first + 4) - centre).norm() == Approx(0).margin(1e-12));
    CHECK((place(first) - place(first + 8)).norm() == Approx(2));
    CHECK((place(first) - place(first + 1)).norm() == Approx(0.25));
    for (std::size_t row = first; row < first + kRows; ++row) {
      CHECK(id[row] == id[first]);
      CHECK(edge[row] == (row < first + kPlaces ? 1 : 0));
      CHECK(column(table, "radius")[row] == Approx(row < first + kPlaces ? 0.5 : 0.44));
      CHECK(std::isnan(column(table, "velocity_x")[row]) == (row > first));
    }
  }
}

TEST_CASE("Pictures show where moving walls are", "[report]") {
  const StudyResult result =
      run_of(kDisks +
             "[[wall]]\nface = \"x-high\"\nvelocity = [-0.5, 0]\n[run]\nequilibrate = 0\n"
             "duration = 4\ntrajectory = 3\nsamples = 3\n");
  const Table table = snapshot_table(result);
  for (std::size_t row = 0; row < column(table, "time").size(); ++row) {
    CHECK(column(table, "wall_x_high")[row] == Approx(12 - 0.5 * column(table, "time")[row]));
    CHECK(column(table, "wall_x_low")[row] == 0);
    CHECK(column(table, "wall_y_high")[row] == 10);
  }
  CHECK(column(table, "time").back() == 4);
}

TEST_CASE("Outlines of obstacles: corners, or a centre and a radius", "[report]") {
  const StudyConfig study = parse_study(
      kDisks +
          "[[obstacle]]\nkind = \"ball\"\ncentre = [3, 4]\nradius = 1.5\n"
          "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 8\nthickness = 0.5\n"
          "hole = [[4.0], [6.0]]\n",
      "study.toml", {});
  const Table table = outlines_table(study);
  CHECK(integers(table, "obstacle") == std::vector<std::int64_t>{1, 2, 2, 2, 2, 3, 3, 3, 3});
  CHECK(column(table, "radius")[0] == 1.5);
  CHECK(column(table, "radius")[1] == 0);
  CHECK(std::vector(column(table, "x").begin() + 1, column(table, "x").begin() + 5) ==
        std::vector{7.75, 8.25, 8.25, 7.75});
  CHECK(std::vector(column(table, "y").begin() + 1, column(table, "y").end()) ==
        std::vector<double>{0, 0, 4, 4, 6, 6, 10, 10});
  CHECK(outlines_table(parse_study(kDisks, "study.toml", {})).columns.empty());
}
