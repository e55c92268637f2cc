#include <cmath>
#include <utility>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/transport/forgetting.h"

namespace clausius {

namespace {

// The free flights of each species of a mixture.
template <int Dim>
class SpeciesFlights final : public SavedMeasurement<SpeciesFlights<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.count.size() < 2) return nullptr;
    return std::make_unique<SpeciesFlights>();
  }

  void begin(const Sample<Dim>& now) override { speeds_ = speeds_of(now); }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    stretches_.push_back({interval.suffered, {}, interval.duration, interval.root_kt_time});
  }
  void on_sample(const Sample<Dim>& sample) override { end_stretch(sample); }
  void end(const Sample<Dim>& last) override { end_stretch(last); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(speeds_, stretches_);
  }

 private:
  // An interval, for each species.
  struct SpeciesInterval {
    std::vector<double> suffered, path;
    double duration = 0, root_kt_time = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(suffered, path, duration, root_kt_time);
    }
  };

  static std::vector<double> speeds_of(const Sample<Dim>& sample) {
    std::vector<double> speeds;
    speeds.reserve(sample.moments.size());
    for (const SpeciesMoments& m : sample.moments) speeds.push_back(m.speed);
    return speeds;
  }
  /// Adds the paths to the interval that ends at this instant; the end may be the last sample
  /// again.
  void end_stretch(const Sample<Dim>& sample);
  /// Relative standard error of the mean of a quantity that is proportional to the power
  /// `with_speed` of the square root of the species' temperature, divided by the rate of its
  /// collisions.
  static StandardError exchange_error(const Measured<Dim>& run, std::size_t s, double with_speed);

  std::vector<double> speeds_;  // Σ |v| by species at the beginning of the interval
  std::vector<SpeciesInterval> stretches_;
};

template <int Dim>
void SpeciesFlights<Dim>::end_stretch(const Sample<Dim>& sample) {
  if (stretches_.empty() || !stretches_.back().path.empty()) return;
  const std::vector<double> before = std::exchange(speeds_, speeds_of(sample));
  SpeciesInterval& last = stretches_.back();
  for (std::size_t s = 0; s < before.size(); ++s)
    last.path.push_back(last.duration * mean_root_in_cooling(before[s], speeds_[s]));
}

template <int Dim>
StandardError SpeciesFlights<Dim>::exchange_error(const Measured<Dim>& run, std::size_t s,
                                                  double with_speed) {
  const auto [rates, all] = sampled_collisions(run, s);
  const std::vector<double>& kt = run.history.series(s).kt;
  if (rates.empty() || all == 0) return {};
  const double usual = mean_of(kt);
  std::vector<double> ratios(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i)
    ratios[i] = portable::pow(kt[i] / usual, 0.5 * with_speed) * all / rates[i];
  return series_error(ratios).value_or(StandardError{});
}

template <int Dim>
std::vector<Observable> SpeciesFlights<Dim>::observables(const Measured<Dim>& run) const {
  std::vector<Observable> all;
  const double mean_kt =
      portable::pow(run.books.total().root_kt_time / run.books.total().duration, 2);
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const auto suffered = [s](const SpeciesInterval& i) { return i.suffered[s]; };
    const auto path = [s](const SpeciesInterval& i) { return i.path.empty() ? 0 : i.path[s]; };
    double collisions = 0, whole = 0, duration = 0;
    for (const SpeciesInterval& one : stretches_) {
      collisions += suffered(one);
      whole += path(one);
      duration += one.duration;
    }
    if (run.count[s] == 0 || collisions == 0) continue;  // no path has two ends
    const auto add = [&](const char* name, double value, RateErrors relative, double with_speed,
                         const Prediction& theory, const std::string& unit) {
      for (auto* one : {&relative.value, &relative.at_measured_kt})
        if (*one) *one = together(**one, exchange_error(run, s, with_speed));
      all.push_back(observable(run.name_of(name, s), value, relative, theory, unit));
      all.back().correlation_time = correlation_time(
          stretches_, suffered, [](const SpeciesInterval& i) { return i.root_kt_time; });
    };
    const auto path_error = relative_error(stretches_, suffered, path);
    add("mean_free_path", whole / collisions,
        {path_error, path_error, inverse_of(trend_of(stretches_, suffered, path))}, 1,
        run.theory.mean_free_path(s), run.units.length);
    RateErrors of_time = rate_errors(
        run, [s](const Interval<Dim>& i) { return i.suffered[s]; },
        [](const Interval<Dim>& i) { return i.root_kt_time; }, 0.5);
    of_time.trend = times(inverse_of(of_time.trend), run.count[s]);
    add("mean_free_time", duration * run.count[s] / collisions, of_time, 0,
        run.theory.collision_rate(mean_kt, s).with([](const TheoryValue& one) {
          return one.inverse();
        }),
        run.units.time);
  }
  return all;
}

MeasurementKind species_flights_kind() {
  return {
      "Free flights of a species",
      {over_collisions(
           {"mean_free_path",
            "Mean length of the path of a particle of the species between two of its collisions.",
            "integral of the sum of their speeds over time/collisions of the species",
            &UnitNames::length, Need::several_species, Per::species}),
       over_collisions({"mean_free_time",
                        "Mean time between two collisions of a particle of the species.",
                        "N_s t/collisions of the species", &UnitNames::time, Need::several_species,
                        Per::species})},
      {}};
}

}  // namespace

ListedMeasurement listed_species_flights() {
  return {species_flights_kind, SpeciesFlights<2>::make, SpeciesFlights<3>::make};
}

}  // namespace clausius
