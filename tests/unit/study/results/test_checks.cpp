#include <catch2/catch.hpp>
#include <cmath>

#include "study/results/checks.h"

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
  auto results = judge({}, {}, {9e-13, 9e-13, 9e-13, 9e-10, 1000});
  REQUIRE(results.size() == 4);
  for (const auto& result : results) CHECK(result.passed);
  results = judge({}, {}, {1.1e-12, 1.1e-12, 1.1e-12, 1.1e-9, 1000});
  for (const auto& result : results) CHECK_FALSE(result.passed);
  // ten million collisions may round ten times more; walls take momentum
  results = judge({}, {}, {9e-12, std::nullopt, std::nullopt, 0, 10'000'000});
  REQUIRE(results.size() == 2);
  CHECK(results[0].passed);
  // stated in a study, a check is there once
  CHECK(judge({check("overlap"), check("energy_balance")}, {}, {}).size() == 2);
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

TEST_CASE("the uncertainty of theory counts with the error of the measurement") {
  Observable rate = measured("collision_rate", 1.05, 0.01, 1.0);
  CHECK(rate.z().value() == Approx(5));
  rate.theory_uncertainty = 0.02;
  CHECK(rate.z().value() == Approx(0.05 / std::hypot(0.01, 0.02)));
  const CheckResult result = judge({check("collision_rate")}, {rate}, {}).back();
  CHECK(result.passed);
  CHECK(*result.z == Approx(rate.z().value()));
  CHECK(*result.tolerance == Approx(4 * std::hypot(0.01, 0.02)));
  // A theory that would accept more than a fifth of its value confirms nothing.
  rate.theory_uncertainty = 0.06;
  const CheckResult vague = judge({check("collision_rate")}, {rate}, {}).back();
  CHECK_FALSE(vague.failed());
  CHECK(vague.not_checked == "its theory is known to 6 % only; give `tolerance`");
  CHECK_FALSE(vague.z);
  CHECK(judge({{"collision_rate", {}, 0.04, {}}}, {rate}, {}).back().failed());
  CHECK(judge({{"collision_rate", {}, 0.06, {}}}, {rate}, {}).back().passed);
  // a value that the study expects is exact
  CHECK_FALSE(judge({{"collision_rate", 1.0, {}, {}}}, {rate}, {}).back().passed);
}

TEST_CASE("a value that cannot fluctuate is judged by rounding") {
  const Observable constant = measured("kurtosis_a2", -0.4 + 2e-15, 1e-18, -0.4);
  CHECK(judge({check("kurtosis_a2")}, {constant}, {}).back().passed);
  const Observable wrong = measured("kurtosis_a2", -0.4 + 1e-10, 1e-18, -0.4);
  CHECK_FALSE(judge({check("kurtosis_a2")}, {wrong}, {}).back().passed);
}

TEST_CASE("outside the range of theory a default check is not made") {
  Observable dense = measured("collision_rate", 40, 0.1, {});
  dense.theory_outside = "packing fractions below 0.7";
  const CheckResult result = judge({check("collision_rate")}, {dense}, {}).back();
  CHECK_FALSE(result.passed);
  CHECK_FALSE(result.failed());
  CHECK(result.not_checked == "outside the range of its theory: packing fractions below 0.7");
  // with a value of its own the study is judged
  CHECK(judge({{"collision_rate", 40.0, {}, {}}}, {dense}, {}).back().passed);
}

TEST_CASE("theory of a state in which the gas is not is no verdict") {
  Observable one = measured("cooling_rate", 1, 0.001, 1.2);
  one.theory_doubt = "the gas does not stay homogeneous";
  const CheckResult result = judge({check("cooling_rate")}, {one}, {}).back();
  CHECK_FALSE(one.z());
  CHECK_FALSE(result.failed());
  CHECK(result.not_checked ==
        "the gas is not in the state of its theory: the gas does not stay homogeneous");
  // What a study expects by itself is judged.
  CheckConfig own = check("cooling_rate");
  own.expected = 1.2;
  CHECK(judge({own}, {one}, {}).back().failed());
}

TEST_CASE("an error from few events is not used in checks") {
  Observable flux = measured("effusion_flux", 1.6, 0.1, 1.0);
  flux.independent_events = 29;
  CHECK_FALSE(flux.z());
  const CheckResult result = judge({check("effusion_flux")}, {flux}, {}).back();
  CHECK_FALSE(result.passed);
  CHECK_FALSE(result.failed());
  CHECK_FALSE(result.z);
  CHECK(result.error == 0.1);
  CHECK(result.not_checked ==
        "its error is based on fewer than 30 independent events (29); measure longer or give "
        "`tolerance`");
  CHECK(unchecked_differences({}, {flux}).empty());
  // A tolerance of the study needs no error, an expected value alone does.
  CHECK(judge({{"effusion_flux", {}, 0.5, {}}}, {flux}, {}).back().failed());
  CHECK(judge({{"effusion_flux", {}, 0.7, {}}}, {flux}, {}).back().passed);
  CHECK_FALSE(judge({{"effusion_flux", 1.0, {}, {}}}, {flux}, {}).back().failed());
  flux.independent_events = 30;
  CHECK(flux.z().value() == Approx(6));
  CHECK(judge({check("effusion_flux")}, {flux}, {}).back().failed());
  CHECK(unchecked_differences({}, {flux}).size() == 1);
}

TEST_CASE("values are judged by standard errors, tolerances, p-values") {
  const std::vector<Observable> observables{measured("collision_rate", 1.039, 0.01, 1.0),
                                            measured("pressure_wall", 1.041, 0.01, 1.0),
                                            measured("h_function", 1, {}, {}), [] {
                                              Observable p = measured("speed_chi2_p", 6e-4, {}, {});
                                              p.is_p_value = true;
                                              return p;
                                            }()};
  const auto passed = [&](const CheckConfig& config) {
    std::vector<Observable> judged;
    for (const Observable& one : observables)
      if (one.name == config.observable) judged.push_back(one);
    return judge({config}, judged, {}).back().passed;
  };
  CHECK(passed(check("collision_rate")));
  CHECK_FALSE(passed(check("pressure_wall")));
  CHECK(passed({"pressure_wall", {}, {}, 0.05}));
  CHECK_FALSE(passed({"pressure_wall", {}, 0.04, {}}));
  CHECK(passed({"pressure_wall", 1.05, {}, {}}));
  CHECK(passed({"h_function", 1.0, 0.1, {}}));
  CHECK_FALSE(passed(check("speed_chi2_p")));
  // two tests at once: each may be half as likely
  Observable second = observables.back();
  second.name = "velocity_ks_p";
  const std::vector<Observable> both{observables.back(), second};
  CHECK(judge({check("speed_chi2_p"), check("velocity_ks_p")}, both, {}).back().passed);

  // Checks that cannot be made have no verdict.
  const auto reason = [&](const CheckConfig& config) {
    const CheckResult result = judge({config}, observables, {}).back();
    CHECK_FALSE(result.passed);
    CHECK_FALSE(result.failed());
    return result.not_checked;
  };
  CHECK_THAT(reason(check("h_function")), Catch::Contains("no theory for this gas"));
  CHECK_THAT(reason(check("cooling_rate")), Catch::Contains("not measured in this gas"));
  CHECK_THAT(reason({"h_function", 1.0, {}, {}}), Catch::Contains("no error of it is known"));
}

TEST_CASE("what lies far from theory is said where no check covers it") {
  const std::vector<Observable> observables{measured("collision_rate", 1.05, 0.01, 1.0),
                                            measured("temperature", 1.03, 0.01, 1.0)};
  CHECK(unchecked_differences({}, observables) ==
        std::vector<std::string>{"collision_rate lies 5.0 standard errors from its theory, and no "
                                 "check of the study covers it"});
  CHECK(unchecked_differences({check("collision_rate")}, observables).empty());
}

TEST_CASE("an error that cannot be that of a fluctuating quantity is not used") {
  // The rotation of a body about an axis about which nothing turns it.
  const Observable frozen = measured("rotational_temperature_ratio", 1.2, 1e-12, 1.0);
  const CheckResult result = judge({check("rotational_temperature_ratio")}, {frozen}, {}).back();
  CHECK_FALSE(result.failed());
  CHECK_FALSE(result.z);
  CHECK_THAT(result.not_checked, Catch::Contains("too small"));
  const std::vector<std::string> warnings = unchecked_differences({}, {frozen});
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Catch::Contains("is not judged"));
  // An expected value may be wrong by any number of errors.
  CHECK(judge({{"rotational_temperature_ratio", 1.0, {}, {}}}, {frozen}, {}).back().failed());
}
