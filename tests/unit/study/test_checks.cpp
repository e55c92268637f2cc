#include <catch2/catch.hpp>

#include "clausius/study/checks.h"

using namespace clausius;

namespace {

Observable measured(const std::string& name, double value, std::optional<double> error,
                    std::optional<double> theory) {
  Observable result;
  result.name = name;
  result.value = value;
  result.error = error;
  result.theory = theory;
  return result;
}

CheckConfig check(const std::string& name) { return {name, {}, {}, {}}; }

}  // namespace

TEST_CASE("energy, momentum and overlap are always judged, within rounding") {
  std::vector<std::string> warnings;
  auto results = judge({}, {}, {9e-13, 9e-13, 9e-13, 9e-10, 1000}, warnings);
  REQUIRE(results.size() == 4);
  for (const auto& result : results) CHECK(result.passed);
  results = judge({}, {}, {1.1e-12, 1.1e-12, 1.1e-12, 1.1e-9, 1000}, warnings);
  for (const auto& result : results) CHECK_FALSE(result.passed);
  // ten million collisions may round ten times more; walls take momentum
  results = judge({}, {}, {9e-12, std::nullopt, std::nullopt, 0, 10'000'000}, warnings);
  REQUIRE(results.size() == 2);
  CHECK(results[0].passed);
  // stated in a study, a check is there once
  CHECK(judge({check("overlap"), check("energy_balance")}, {}, {}, warnings).size() == 2);
  CHECK(warnings.empty());
}

TEST_CASE("under gravity the energy may walk at random by the rounding of places") {
  Bookkeeping books;
  books.collisions = 1'000'000;
  CHECK(energy_tolerance(books) == ledger_tolerance(books.collisions));
  books.energy_rounding = 1e-14;
  CHECK(energy_tolerance(books) == Approx(1.01e-10));
  books.collisions *= 100;
  CHECK(energy_tolerance(books) == Approx(1.1e-9));
}

TEST_CASE("values are judged by standard errors, tolerances, p-values") {
  const std::vector<Observable> observables{measured("collision_rate", 1.039, 0.01, 1.0),
                                            measured("pressure_wall", 1.041, 0.01, 1.0),
                                            measured("h_function", 1, {}, {}), [] {
                                              Observable p = measured("speed_chi2_p", 6e-4, {}, {});
                                              p.is_p_value = true;
                                              return p;
                                            }()};
  std::vector<std::string> warnings;
  const auto passed = [&](const CheckConfig& config) {
    return judge({config}, observables, {}, warnings).back().passed;
  };
  CHECK(passed(check("collision_rate")));
  CHECK_FALSE(passed(check("pressure_wall")));
  CHECK(passed({"pressure_wall", {}, {}, 0.05}));
  CHECK_FALSE(passed({"pressure_wall", {}, 0.04, {}}));
  CHECK(passed({"pressure_wall", 1.05, {}, {}}));
  CHECK(passed({"h_function", 1.0, 0.1, {}}));
  CHECK_FALSE(passed(check("speed_chi2_p")));
  CHECK(warnings.empty());
  // two tests at once: each may be half as likely
  Observable second = observables.back();
  second.name = "velocity_ks_p";
  auto both = observables;
  both.push_back(second);
  CHECK(judge({check("speed_chi2_p"), check("velocity_ks_p")}, both, {}, warnings).back().passed);

  CHECK_FALSE(passed(check("h_function")));          // no theory
  CHECK_FALSE(passed(check("cooling_rate")));        // not measured
  CHECK_FALSE(passed({"h_function", 1.0, {}, {}}));  // no error
  CHECK(warnings.size() == 3);
}
