#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "physics/beside_theory.h"

using namespace clausius;

namespace {

StudyResult result_of(const std::string& gas, double measure) {
  const std::string run = "[run]\nequilibrate = 20\nsamples = 400\nstructure = true\nmeasure = " +
                          std::to_string(measure) + '\n';
  return run_study(parse_study(gas + run, "test.toml", {}), RunHooks{});
}

// Mean square of the deviations from theory in standard errors, over the rows that have a theory,
// which itself is only so good. A row counts for no more than three errors: an error from some 20
// samples of a strongly scattering quantity is sometimes half of what it should be.
double reduced_chi_square(const StudyResult& result, const std::string& table,
                          const std::string& quantity, std::size_t least_rows,
                          double theory_tolerance = 0) {
  std::map<std::string, std::vector<double>> columns;
  for (const Table& one : result.tables)
    if (one.name == table)
      for (const auto& column : one.columns)
        if (const auto* numbers = std::get_if<std::vector<double>>(&column.values))
          columns[column.name] = *numbers;
  double sum = 0, rows = 0;
  for (std::size_t i = 0; i < columns.at(quantity).size(); ++i) {
    const double theory = columns.at(quantity + "_theory")[i];
    const double own = columns.at(quantity + "_error")[i];
    const double error = std::hypot(own, theory_tolerance * theory);
    if (std::isnan(theory) || !(own > 0)) continue;
    sum += std::min(9.0, std::pow((columns.at(quantity)[i] - theory) / error, 2));
    ++rows;
  }
  REQUIRE(rows >= static_cast<double>(least_rows));
  return sum / rows;
}

}  // namespace

TEST_CASE("Structure of spheres: g(r), S(k) and contact values, thin and dense, few and many") {
  // 50 rows with some 20 degrees of freedom each: 1.1 ± 0.25, were the theory exact.
  struct Case {
    std::string density, count;
    double measure;
  };
  for (const auto& [density, count, measure] : {Case{"0.02", "2000", 500},
                                                {"0.2", "2000", 600},
                                                {"0.4", "1000", 1000},
                                                {"0.3", "100", 2000}}) {
    INFO("packing fraction " << density << ", " << count << " spheres");
    const StudyResult result =
        result_of("seed = 2\n[box]\npacking_fraction = " + density +
                      "\n[[species]]\nname = \"gas\"\ncount = " + count + '\n',
                  measure);
    check(result, "contact_value", 0.005);
    check(result, "contact_value_extrapolated", 0.1);
    check(result, "structure_factor_small_k", 0.3);
    CHECK(named(result, "density_chi2_p").value > 1e-3);
    const double tolerance = density == "0.4" ? 0.01 : 0;
    CHECK(reduced_chi_square(result, "pair_distribution", "g", 20, tolerance) < 2);
    CHECK(reduced_chi_square(result, "structure_factor", "s", 40) < 2);
    CHECK(reduced_chi_square(result, "density_profile", "density", 60) < 2);
  }
}

TEST_CASE("Structure of disks and mixtures") {
  const StudyResult disks = result_of(
      "[box]\ndimensions = 2\npacking_fraction = 0.4\n[[species]]\nname = \"gas\"\n"
      "count = 1000\n",
      400);
  check(disks, "contact_value", 0.005);
  check(disks, "contact_value_extrapolated", 0.04);
  const std::string two =
      "[[species]]\nname = \"large\"\ncount = 800\n"
      "[[species]]\nname = \"small\"\ncount = 800\ndiameter = 0.5\nmass = 0.125\n";
  const StudyResult mixture = result_of("[box]\npacking_fraction = 0.2\n" + two, 900);
  for (const char* pair : {"large_large", "large_small", "small_small"}) {
    check(mixture, std::string("contact_value_") + pair, 0.01);
    check(mixture, std::string("contact_value_extrapolated_") + pair, 0.1);
  }
  // Many samples of many particles, for bins with few pairs have no good errors.
  const std::string many =
      "[[species]]\nname = \"large\"\ncount = 3000\n"
      "[[species]]\nname = \"small\"\ncount = 3000\ndiameter = 0.5\nmass = 0.125\n";
  const StudyResult thin = result_of("[box]\npacking_fraction = 0.01\n" + many, 300);
  CHECK(reduced_chi_square(thin, "pair_distribution", "g", 140) < 1.5);
  const StudyResult thin_disks =
      result_of("[box]\ndimensions = 2\npacking_fraction = 0.019\n" + many, 300);
  CHECK(reduced_chi_square(thin_disks, "pair_distribution", "g", 140) < 1.5);
}

TEST_CASE("Large particles in a bath of small ones attract") {
  for (const int d : {2, 3}) {
    INFO(d << " dimensions");
    const std::string box = "[box]\npacking_fraction = " + std::string(d == 2 ? "0.08" : "0.05") +
                            "\ndimensions = " + std::to_string(d);
    const std::string gas =
        "\n[[species]]\nname = \"large\"\ncount = 150\nmass = 0.1\n"
        "[[species]]\nname = \"small\"\ndiameter = 0.4\ncount = " +
        std::string(d == 2 ? "1500" : "4000") + '\n';
    const StudyResult result = result_of(box + gas, d == 2 ? 6000 : 2000);
    check(result, "depletion_well_large", 0.02);
    check(result, "contact_value_large_large", 0.02);
    check(result, "contact_value_large_small", 0.01);
    const Observable& contact = named(result, "contact_value_large_large");
    CHECK(contact.value > 1 + 6 * *contact.error);
    CHECK(reduced_chi_square(result, "depletion", "g", 20) < 2.5);
    // The first order alone has no barrier.
    for (const Table& table : result.tables) {
      if (table.name != "depletion") continue;
      const auto last = [&](std::size_t column) {
        return std::get<std::vector<double>>(table.columns[column].values).back();
      };
      CHECK(last(6) > last(5));
    }
  }
}

TEST_CASE("Density between walls: layers, and at contact that of the pressure on the wall") {
  for (const int d : {2, 3}) {
    const std::string box = "[box]\nboundary = \"wall\"\ndimensions = " + std::to_string(d);
    const std::string gas = "\n[[species]]\nname = \"gas\"\ncount = 1000\n";
    const StudyResult thin = result_of(box + "\npacking_fraction = 0.01" + gas, 300);
    CHECK(reduced_chi_square(thin, "density_profile", "density", 100) < 1.5);
    const StudyResult dense = result_of(box + "\npacking_fraction = 0.25" + gas, 500);
    check(dense, "wall_contact_density", 0.05);
    // The law of depletion without any theory of the fluid.
    const Observable& pressure = named(dense, "pressure_wall");
    const Observable& density = named(dense, "wall_contact_density");
    CHECK(density.value == Approx(pressure.value / named(dense, "temperature").value)
                               .margin(4 * std::hypot(*density.error, *pressure.error)));
  }
}
