#include <catch2/catch.hpp>

#include "clausius/study/runner.h"
#include "named.h"
#include "report/snapshot_table.h"
#include "study/initial.h"

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
