#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "named.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// A column of a table across an axis.
std::vector<double> column(const StudyResult& result, const std::string& table,
                           const std::string& name, const std::string& axis) {
  std::vector<double> values;
  for (const Table& one : result.tables) {
    if (one.name != table) continue;
    const auto& axes = std::get<std::vector<std::string>>(one.columns[0].values);
    for (const Table::Column& found : one.columns)
      if (found.name == name)
        for (std::size_t row = 0; row < axes.size(); ++row)
          if (axes[row] == axis) values.push_back(std::get<std::vector<double>>(found.values)[row]);
  }
  REQUIRE(values.size() == 40);
  return values;
}

/// Checks that an element has a value in each slab, within its errors.
void check_even(const StudyResult& result, const std::string& name, const std::string& axis,
                double expected, std::size_t skipped = 0) {
  const auto values = column(result, "stress_profile", name, axis);
  const auto errors = column(result, "stress_profile", name + "_error", axis);
  double sum_sq = 0, sum = 0, weights = 0;
  for (std::size_t k = skipped; k < 40 - skipped; ++k) {
    INFO(name << " in slab " << k << ": " << values[k] << " ± " << errors[k] << ", " << expected);
    CHECK(std::abs(values[k] - expected) < 5 * errors[k]);
    sum_sq += std::pow((values[k] - expected) / errors[k], 2);
    sum += values[k] / (errors[k] * errors[k]);
    weights += 1 / (errors[k] * errors[k]);
  }
  const double count = 40 - 2 * static_cast<double>(skipped);
  CHECK(sum_sq < 2 * count);
  CHECK(sum / weights == Approx(expected).epsilon(0.02).margin(4 / std::sqrt(weights)));
}

StudyResult run_text(const std::string& text) {
  return run_study(parse_study(text, "stress.toml", {}));
}

const std::string kRun = "[run]\nstress = true\nequilibrate = 20\nmeasure = 250\nsamples = 1000\n";

}  // namespace

TEST_CASE("The stress across hard walls is even and that on the walls; along them it is layered",
          "[stress]") {
  const StudyResult result = run_text(
      "[box]\nsize = [6, 5, 5]\nboundary = ['wall', 'periodic', 'periodic']\n[[species]]\n"
      "name = 'a'\ncount = 90\n" +
      kRun);
  const double pressure = named(result, "pressure_wall").value;
  check_even(result, "pressure_xx", "x", pressure);
  check_even(result, "pressure_xy", "x", 0.0);
  // Spheres at a wall push each other aside, those in the next layer less.
  const auto along = column(result, "stress_profile", "pressure_yy", "x");
  CHECK(along[0] > 1.5 * pressure);
  CHECK(*std::min_element(along.begin(), along.end()) < 0.95 * pressure);
  const auto errors = column(result, "stress_profile", "pressure_yy_error", "x");
  CHECK(std::abs(along[0] - along[39]) < 4 * std::hypot(errors[0], errors[39]));
}

TEST_CASE("The stress between sliding walls is that along the walls", "[stress]") {
  const StudyResult result = run_text(
      "[box]\nsize = [8, 8, 8]\nboundary = ['periodic', 'wall', 'periodic']\n[[species]]\n"
      "name = 'a'\ncount = 60\n[[species]]\nname = 'b'\ncount = 60\ndiameter = 1.3\n[[wall]]\n"
      "face = 'y-low'\ntemperature = 1\nvelocity = [-1, 0, 0]\n"
      "[[wall]]\nface = 'y-high'\ntemperature = 1\nvelocity = [1, 0, 0]\n" +
      kRun);
  // Spheres of two sizes reach two places at the walls.
  check_even(result, "pressure_yy", "y",
             0.5 * (named(result, "pressure_y_low").value + named(result, "pressure_y_high").value),
             2);
  const auto xy = column(result, "stress_profile", "pressure_xy", "y");
  CHECK(*std::max_element(xy.begin() + 2, xy.end() - 2) < 0);
  // The walls are dragged in opposite directions.
  const double drag = 0.5 * (named(result, "shear_stress_y_low").value -
                             named(result, "shear_stress_y_high").value);
  check_even(result, "pressure_xy", "y", -drag, 2);
}

TEST_CASE("The stress across a bed under gravity carries what is above", "[stress]") {
  const StudyResult result = run_text(
      "[box]\nsize = [5, 5, 12]\nboundary = ['periodic', 'periodic', 'wall']\ngravity = [0, 0, "
      "-0.5]\n"
      "[[species]]\nname = 'a'\ncount = 80\nmass = 2\n" +
      kRun);
  const auto density = column(result, "flow_profile", "density", "z");
  const auto stress = column(result, "stress_profile", "pressure_zz", "z");
  const auto errors = column(result, "stress_profile", "pressure_zz_error", "z");
  const double slab = 11.0 / 40, ceiling = named(result, "pressure_z_high").value;
  double above = ceiling;
  for (std::size_t k = 40; k-- > 0;) {
    const double weight = density[k] * slab * 2 * 0.5;
    INFO("slab " << k);
    CHECK(std::abs(stress[k] - above - 0.5 * weight) < 5 * errors[k] + 0.01);
    above += weight;
  }
  CHECK(above == Approx(ceiling + 80 * 2 * 0.5 / 25).epsilon(1e-6));
}

TEST_CASE("The stress across a sheared box is everywhere that of the box", "[stress]") {
  const StudyResult result = run_text(
      "[box]\npacking_fraction = 0.2\nshear_rate = 0.5\n[[species]]\nname = 'a'\ncount = 100\n"
      "[collisions]\nrestitution = 0.8\n" +
      kRun);
  for (const char* name : {"pressure_xx", "pressure_yy", "pressure_zz", "pressure_xy"}) {
    const auto values = column(result, "stress_profile", name, "y");
    double mean = 0;
    for (const double one : values) mean += one / 40;
    CHECK(mean == Approx(named(result, name).value).epsilon(0.01));
    check_even(result, name, "y", mean);
  }
}

TEST_CASE("The stress across walls of rough capsules is even in the middle", "[stress]") {
  const StudyResult result = run_text(
      "[box]\nsize = [8, 5, 5]\nboundary = ['wall', 'periodic', 'periodic']\n[[species]]\n"
      "name = 'a'\ncount = 24\nshape = 'capsule'\nshaft = 1\n[collisions]\n"
      "tangential_restitution = 1\n" +
      kRun);
  check_even(result, "pressure_xx", "x", named(result, "pressure_wall").value, 8);
}
