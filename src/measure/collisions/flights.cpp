#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/transport/forgetting.h"

namespace clausius {

namespace {

template <int Dim>
double collisions_in(const Interval<Dim>& interval) {
  return static_cast<double>(interval.totals.collisions);
}

template <int Dim>
class Flights final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& /*start*/) {
    return std::make_unique<Flights>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

 private:
  /// Relative error of the rate of a species (or of all), including the contribution of the slow
  /// exchange of energy between species, see SampledExchange.
  static std::optional<StandardError> with_exchange(const Measured<Dim>& run,
                                                    const std::optional<StandardError>& relative,
                                                    std::optional<std::size_t> only);
  static void add_flights(const Measured<Dim>& run, std::vector<Observable>& all);
  static Observable missed_fraction(const Measured<Dim>& run);
};

template <int Dim>
std::vector<Observable> Flights<Dim>::observables(const Measured<Dim>& run) const {
  std::vector<Observable> all;
  add_flights(run, all);
  if (run.options.steps && run.books.total().totals.collisions > 0)
    all.push_back(missed_fraction(run));
  return all;
}

template <int Dim>
std::optional<StandardError> Flights<Dim>::with_exchange(
    const Measured<Dim>& run, const std::optional<StandardError>& relative,
    std::optional<std::size_t> only) {
  if (!relative) return relative;
  return together(*relative, sampled_collisions(run, only).relative_error());
}

template <int Dim>
void Flights<Dim>::add_flights(const Measured<Dim>& run, std::vector<Observable>& all) {
  const auto& intervals = run.books.intervals();
  const Interval<Dim>& total = run.books.total();
  const double per_particle = 2 * collisions_in(total) / run.theory.particles();
  const auto root_kt_time = [](const Interval<Dim>& i) { return i.root_kt_time; };
  const double mean_kt = portable::pow(total.root_kt_time / total.duration, 2);
  RateErrors rate_error = rate_errors(run, collisions_in<Dim>, root_kt_time, 0.5);
  for (auto* one : {&rate_error.value, &rate_error.at_measured_kt})
    *one = with_exchange(run, *one, std::nullopt);
  rate_error.trend = times(rate_error.trend, 2 / run.theory.particles());
  const auto theory = run.theory.collision_rate(mean_kt);
  const double rate = per_particle / total.duration;
  all.push_back(observable("collision_rate", rate, rate_error, theory, run.units.rate));
  const auto memory = correlation_time(intervals, collisions_in<Dim>, root_kt_time);
  all.back().correlation_time = memory;
  for (std::size_t s = 0; s < run.count.size() && run.count.size() > 1; ++s) {
    if (run.count[s] == 0) continue;
    const double own = total.suffered[s] / (run.count[s] * total.duration);
    RateErrors error = rate_errors(
        run, [s](const Interval<Dim>& i) { return i.suffered[s]; }, root_kt_time, 0.5);
    for (auto* one : {&error.value, &error.at_measured_kt}) *one = with_exchange(run, *one, s);
    error.trend = times(error.trend, 1 / run.count[s]);
    all.push_back(observable(run.name_of("collision_rate", s), own, error,
                             run.theory.collision_rate(mean_kt, s), run.units.rate));
  }
  if (per_particle == 0) return;  // no path has two ends
  const double path = total.path / run.theory.particles() / per_particle;
  const auto path_error =
      relative_error(intervals, collisions_in<Dim>, [](const Interval<Dim>& i) { return i.path; });
  const auto inverse_path =
      trend_of(intervals, collisions_in<Dim>, [](const Interval<Dim>& i) { return 0.5 * i.path; });
  all.push_back(with_trend(observable("mean_free_path", path, times(path_error, path),
                                      run.theory.mean_free_path(), run.units.length),
                           inverse_of(inverse_path)));
  all.back().correlation_time = memory;
  rate_error.trend = inverse_of(rate_error.trend);
  all.push_back(observable("mean_free_time", 1 / rate, rate_error,
                           theory.with([](const TheoryValue& one) { return one.inverse(); }),
                           run.units.time));
  all.back().correlation_time = memory;
}

template <int Dim>
Observable Flights<Dim>::missed_fraction(const Measured<Dim>& run) {
  const Interval<Dim>& total = run.books.total();
  const double per_contact = total.totals.missed / collisions_in(total);
  const auto error =
      times(relative_error(
                run.books.intervals(), [](const Interval<Dim>& i) { return i.totals.missed; },
                collisions_in<Dim>),
            per_contact);
  // Contacts missed by steps are not counted as collisions.
  const double all_contacts = run.options.steps->taken ? 1 + per_contact : 1;
  return observable("missed_fraction", per_contact / all_contacts,
                    times(error, 1 / (all_contacts * all_contacts)),
                    run.theory.missed_fraction(total.kt_time / total.duration,
                                               run.options.steps->length, run.options.steps->taken),
                    "1");
}

MeasurementKind flights_kind() {
  return {
      "Collision rate and free flights",
      {over_time({"collision_rate",
                  "Mean number of collisions that a particle suffers per unit of time.",
                  "2 C/(N t) after C collisions of N particles", &UnitNames::rate}),
       over_time({"collision_rate",
                  "Mean number of collisions that a particle of the species suffers "
                  "per unit of time.",
                  "collisions of the species/(N_s t)", &UnitNames::rate, Need::several_species,
                  Per::species}),
       over_collisions({"mean_free_path",
                        "Mean length of the path of a particle between two collisions.",
                        "integral of the sum of speeds over time/(2 C)", &UnitNames::length}),
       over_collisions({"mean_free_time", "Mean time between two collisions of a particle.",
                        "1/collision_rate", &UnitNames::time}),
       over_collisions(
           {"missed_fraction",
            "Fraction of the contacts that a simulation by time steps misses: two particles that "
            "overlap and separate again within one step.",
            "counted in an event-driven run, estimated from the relative speeds in a run by steps",
            nullptr, Need::time_step})},
      {}};
}

}  // namespace

ListedMeasurement listed_flights() { return {flights_kind, Flights<2>::make, Flights<3>::make}; }

}  // namespace clausius
