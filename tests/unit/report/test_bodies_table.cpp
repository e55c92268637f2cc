#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "clausius/study/config.h"
#include "report/figures/bodies_table.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"

using namespace clausius;

namespace {

/// A study, as it is before its run.
StudyResult result_of(const std::string& text) {
  StudyResult result;
  result.config = parse_study(text, "study.toml", {});
  result.initial = result.final = make_initial_state(result.config);
  return result;
}

std::vector<double> numbers_or_none(const Table& table, const std::string& name) {
  for (const Table::Column& column : table.columns)
    if (column.name == name) return std::get<std::vector<double>>(column.values);
  return {};
}

/// A capsule and a clump of two members, both at rest.
/// @param radius of the clump's second member; @param rod, pair their orientations
std::string rod_and_pair(double radius, const char* rod, const char* pair) {
  return fmt::format(R"(
box = {{size = [9, 8, 7], boundary = "wall"}}
initial.placement = "listed"
run = {{equilibrate = 0, duration = 1}}
[[species]]
name = "rod"
shape = "capsule"
shaft = 2.0
[[species]]
name = "pair"
shape = "clump"
spheres = [[1.0, 0.0, 0.0, 0.5], [3.0, 0.0, 0.0, {}]]
[[initial.particle]]
species = "rod"
position = [2.0, 3.0, 5.0]
velocity = [0, 0, 0]
orientation = {}
[[initial.particle]]
species = "pair"
position = [6.0, 4.0, 3.0]
velocity = [0, 0, 0]
orientation = {}
)",
                     radius, rod, pair);
}

}  // namespace

TEST_CASE("The table of bodies says where their members are", "[report]") {
  const StudyResult result = result_of(rod_and_pair(
      0.5, "[0.0, 0.0, 0.7071067811865476, 0.7071067811865476]", "[0.0, 0.0, 0.6, 0.8]"));
  const Table table = bodies_table(result);
  // The pair is farther from the viewer. Its frame moves to its centre of mass, (2, 0, 0) there.
  const double c = 0.8 * 0.8 - 0.6 * 0.6, s = 2 * 0.6 * 0.8;
  using Numbers = std::vector<double>;
  const auto check = [&](const std::string& name, const Numbers& expected) {
    INFO(name);
    const Numbers found = numbers_or_none(table, name);
    REQUIRE(found.size() == 6);  // at the start and at the end
    for (std::size_t k = 0; k < found.size(); ++k)
      CHECK(found[k] == Approx(expected[k % 3]).margin(1e-14));
  };
  check("x", {6 - c, 6 + c, 2});
  check("y", {4 - s, 4 + s, 3});
  check("z", {3, 3, 5});
  check("half_x", {0, 0, 0});
  check("half_y", {0, 0, 1});
  check("radius", {0.5, 0.5, 0.5});
  check("box_y", {8, 8, 8});
}

TEST_CASE("Members in extended XYZ are turned along their axes", "[report]") {
  const StudyResult result =
      result_of(rod_and_pair(0.25, "[0.0, 0.0, 0.6, 0.8]", "[0.0, 0.0, 0.0, 1.0]"));
  std::stringstream text;
  write_members_xyz(text, result.final, result.config);
  std::string count, head;
  std::getline(text, count);
  std::getline(text, head);
  CHECK(count == "3");
  CHECK_THAT(head,
             Catch::Contains("Properties=species:S:1:pos:R:3:id:I:1:radius:R:1:orientation:R:4:"
                             "aspherical_shape:R:3 Time=0 pbc=\"F F F\""));
  struct Line {
    std::string species;
    int id = -1;
    Vec<3> r, shape;
    double radius = 0;
    Eigen::Quaterniond turn;
  };
  std::array<Line, 3> lines;
  for (Line& line : lines)
    text >> line.species >> line.r[0] >> line.r[1] >> line.r[2] >> line.id >> line.radius >>
        line.turn.x() >> line.turn.y() >> line.turn.z() >> line.turn.w() >> line.shape[0] >>
        line.shape[1] >> line.shape[2];
  REQUIRE(text);
  CHECK(lines[0].species == "rod");
  CHECK(lines[0].shape == Vec<3>(0.5, 0.5, 2));
  // x turned about z by 2 arctan(0.6/0.8).
  const Vec<3> axis = lines[0].turn * Vec<3>::UnitZ();
  CHECK(axis.isApprox(Vec<3>(0.28, 0.96, 0), 1e-12));
  CHECK(lines[2].id == 1);
  CHECK(lines[1].radius + lines[2].radius == 0.75);
  CHECK((lines[2].r - lines[1].r).norm() == Approx(2));
  CHECK(lines[1].shape[2] == 0);
}

TEST_CASE("Of very many bodies the nearest are shown, of spheres none", "[report]") {
  const std::string box = "box.number_density = 0.001\nspecies = [{name = 'a', count = 1200";
  const StudyResult many = result_of(box + ", shape = 'capsule'}]");
  const std::vector<double> z = numbers_or_none(bodies_table(many), "z");
  REQUIRE(z.size() == 1000);
  std::size_t higher = 0;
  for (const Vec<3>& r : many.final.position) higher += r[2] >= z.front() ? 1 : 0;
  CHECK(higher == 1000);
  CHECK(std::is_sorted(z.begin(), z.end()));
  CHECK(bodies_table(result_of(box + "}]")).columns.empty());
}
