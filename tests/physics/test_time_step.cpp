#include <catch2/catch.hpp>
#include <filesystem>

#include "clausius/study/runner.h"
#include "measure/collisions/missed_contacts.h"
#include "paths.h"
#include "physics/ensemble.h"
#include "statistics/fit.h"
#include "theory/fluid/missed_contacts.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

const std::vector<double> kSteps{0.4, 0.2, 0.1, 0.05};

/// Counts the contacts that steps of several lengths would miss, or estimates those they did miss.
template <int Dim>
struct MissedTally : Observer<Dim> {
  std::vector<WatchedSteps> steps;
  std::vector<double> missed, missed_sq;
  double contacts = 0, virial = 0;

  explicit MissedTally(std::vector<WatchedSteps> watched)
      : steps(std::move(watched)), missed(steps.size()), missed_sq(steps.size()) {}
  void on_collision(const CollisionRecord<Dim>& c) override {
    contacts += 1;
    virial += c.impulse * c.separation;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const double one = steps[k].missed(c);
      missed[k] += one;
      missed_sq[k] += one * one;
    }
  }
};

template <int Dim>
Ensemble<Dim> dilute_gas() {
  return Ensemble<Dim>({Dim == 3 ? 0.01 : 0.02, {kind(2000)}});
}

/// The contacts of the event-driven mode whose overlap begins and ends within one step.
template <int Dim>
void check_counted(double prefactor, std::int64_t collisions) {
  const Ensemble<Dim> ensemble = dilute_gas<Dim>();
  std::vector<WatchedSteps> watched;
  watched.reserve(kSteps.size());
  for (const double dt : kSteps) watched.push_back({dt, 0, false});
  MissedTally<Dim> tally(watched);
  make_engine(ensemble.gas, ensemble.start)->advance(Engine<Dim>::kForever, collisions, &tally);
  std::vector<double> fraction, error;
  for (const double missed : tally.missed) {
    fraction.push_back(missed / tally.contacts);
    error.push_back(std::sqrt(missed) / tally.contacts);
  }
  const PowerLawFit fit = fit_power_law(kSteps, fraction, error);
  INFO(Dim << " dimensions: order " << fit.exponent << " ± " << fit.exponent_error << ", prefactor "
           << fit.prefactor << " ± " << fit.prefactor_error);
  CHECK(fit.exponent == Approx(2).margin(0.3));
  CHECK(fit.prefactor == Approx(prefactor).epsilon(0.2));
  // At short steps nothing is left of the higher orders.
  for (const std::size_t k : {2u, 3u}) {
    const double theory = missed_fraction(ensemble.mixture, 1, kSteps[k]).value;
    CHECK(theory == Approx(prefactor * kSteps[k] * kSteps[k]));
    CHECK(std::abs(fraction[k] - theory) < 4 * error[k] + 0.01 * theory);
  }
}

/// The deficit of the collisions found by steps equals the missed ones, and their own estimate.
template <int Dim>
void check_deficit(double dt, std::int64_t collisions) {
  const Ensemble<Dim> ensemble = dilute_gas<Dim>();
  MissedTally<Dim> exact({{dt, 0, false}}), steps({{dt, 0, true}});
  const auto by_events = make_engine(ensemble.gas, ensemble.start);
  const auto by_steps = make_engine(ensemble.gas, ensemble.start, steps_of(dt));
  by_events->advance(Engine<Dim>::kForever, collisions, &exact);
  by_steps->advance(by_events->time(), Engine<Dim>::kNoLimit, &steps);
  const double counted = exact.missed[0] / exact.contacts;
  const double deficit = 1 - steps.contacts / exact.contacts;
  INFO(Dim << " dimensions, dt " << dt << ": counted " << counted << ", deficit " << deficit);
  // Rates of two runs that soon diverge scatter by 1/√C each.
  const double scatter = std::sqrt(2 / exact.contacts);
  CHECK(std::abs(deficit - counted) < 4 * scatter);
  CHECK(counted > 6 * scatter);

  const double estimated = steps.missed[0] / (steps.contacts + steps.missed[0]);
  const double error = std::hypot(std::sqrt(steps.missed_sq[0]) / steps.contacts,
                                  std::sqrt(exact.missed[0]) / exact.contacts);
  INFO("estimated " << estimated << " ± " << error);
  CHECK(std::abs(estimated - counted) < 4 * error);
  CHECK(error < 0.1 * counted);

  // Contacts that are missed are grazing: far less of the virial is lost.
  const double virial_deficit = 1 - steps.virial / exact.virial;
  const double theory = missed_virial_fraction(ensemble.mixture, 1, dt).value;
  INFO("virial deficit " << virial_deficit << ", theory " << theory);
  CHECK(std::abs(virial_deficit - theory) < 6 * scatter + 0.1 * theory);

  CHECK(ensemble.kt(by_steps->state()) == Approx(ensemble.kt(ensemble.start)).epsilon(1e-12));
  CHECK(deepest_overlap(ensemble.gas, by_steps->state()).count == 0);
}

StudyResult run_by_steps(const std::string& name, std::vector<Override> overrides = {}) {
  overrides.push_back({"run.mode", "time-step"});
  return run_study(load_study(project_folder() / "studies" / name, overrides), {});
}

void check_passed(const StudyResult& result) {
  for (const CheckResult& check : result.checks) {
    INFO(result.config.title << ": " << check.name << " = " << check.value);
    CHECK(check.passed);
  }
  REQUIRE(result.steps);
  CHECK(result.steps->overlaps_left == 0);
  for (const auto& [value, one] : result.series) check_passed(one);
}

}  // namespace

TEST_CASE("Contacts missed by steps: second order, with the prefactor of theory") {
  check_counted<3>(2.0 / 3, 500000);
  check_counted<2>(0.25, 500000);
}

TEST_CASE("Contacts missed by steps, long", "[slow]") {
  check_counted<3>(2.0 / 3, 10000000);
  check_counted<2>(0.25, 10000000);
}

TEST_CASE("Steps find fewer collisions by those they miss") {
  check_deficit<3>(0.4, 100000);
  check_deficit<2>(0.4, 200000);
}

TEST_CASE("Steps find fewer collisions by those they miss, long", "[slow]") {
  check_deficit<3>(0.2, 2000000);
  check_deficit<2>(0.2, 3000000);
}

TEST_CASE("Equal speeds become Maxwell's by steps, too, and the single collision is the same") {
  check_passed(run_by_steps("relaxation.toml", {{"species.0.count", "1000"}}));
  check_passed(run_by_steps("collision.toml"));
}

TEST_CASE("A gas between walls, a mixture and a granular gas by steps", "[slow]") {
  // Long enough for the error of the kurtosis to be based on enough events for a check.
  check_passed(run_by_steps("relaxation.toml", {{"box.boundary", "wall"}, {"run.measure", "200"}}));
  check_passed(run_by_steps("mixture.toml"));
  check_passed(run_by_steps("restitution.toml"));
  check_passed(run_by_steps("pressure.toml"));
}

TEST_CASE("The study of time steps", "[slow]") {
  check_passed(run_by_steps("time_step.toml"));
  check_passed(run_by_steps("time_step.toml", {{"box.dimensions", "2"}}));
}
