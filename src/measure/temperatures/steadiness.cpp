#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/elementary.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "theory/fluid/rigid_gas.h"
#include "theory/velocities/maxwell.h"
#include "theory/velocities/relaxation.h"

namespace clausius {

namespace {

// Whether a series differs between its halves by more than chance. `scatter` is an upper bound of
// the scatter of its values in equilibrium (0: unknown): a series that drifts has too few
// independent values for an error of its own, but it leaves the range of equilibrium values.
bool halves_differ(std::span<const double> series, double scatter) {
  constexpr double kIndependent = 8, kByChance = 6;
  const auto first = estimate_mean(series.first(series.size() / 2));
  const auto second = estimate_mean(series.last(series.size() / 2));
  if (!first || !second) return false;
  const double change = std::abs(first->mean - second->mean);
  if (scatter > 0 && change > kByChance * scatter) return true;
  return std::min(first->effective_samples, second->effective_samples) > kIndependent &&
         change > kByChance * portable::hypot(first->error, second->error);
}

// Upper bound of the scatter of the mean of half a series whose values are nearly independent:
// three times the value from the mean square successive difference (von Neumann 1941), which a slow
// drift does not raise.
double scatter_of_half(std::span<const double> series) {
  constexpr double kNeighbours = 3;
  double squares = 0;
  for (std::size_t i = 1; i < series.size(); ++i) {
    const double step = series[i] - series[i - 1];
    squares += step * step;
  }
  const auto steps = static_cast<double>(series.size()) - 1;
  return kNeighbours * std::sqrt(squares / (2 * steps) / (steps / 2));
}

// For elastic gases that have not reached equilibrium before the measured part.
template <int Dim>
class Steadiness final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const GasTheory& theory = start.run.theory;
    if (!theory.elastic() || !theory.at_rest()) return nullptr;
    return std::make_unique<Steadiness>();
  }

  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override {
    if (const std::string apart = still_apart(run); !apart.empty())
      return Doubt(
          "the temperature of " + apart + " has not reached that of the others since the start",
          Assumption::relaxed);
    if (const double excess = excess_of_start(run); excess != 0)
      return Doubt(
          fmt::format("by theory the kurtosis of the velocities differs by {:.2g} on average from "
                      "that of Maxwell's law, which they have not reached since the start",
                      excess),
          Assumption::relaxed);
    if (const std::string drifting = drifting_quantity(run); !drifting.empty())
      return Doubt(drifting + " drifts: the gas is still relaxing", Assumption::steady);
    constexpr double kFewest = 3;
    const double measured = run.collisions_per_particle();
    if (const double exchange = exchange_time(run); measured < kFewest * exchange)
      return Doubt(
          fmt::format("the species exchange their energy in {:.3g} collisions per particle, and "
                      "{:.3g} were measured: too few for errors",
                      exchange, measured),
          Assumption::relaxed);
    return std::nullopt;
  }

 private:
  // Relative standard deviation of the temperature of a species in equilibrium: that of free
  // particles. The energy of the whole gas does not fluctuate, which makes it smaller.
  static double scatter(const Measured<Dim>& run, std::size_t s) {
    return std::sqrt(2 / ((Dim + run.rotations(s)) * run.count[s]));
  }

  // Collisions per particle in which the difference between the temperature of a species and those
  // of the others decays to 1/e, by theory, for the slowest species; 0 if it is not known, or for
  // so many species that it takes long to compute.
  static double exchange_time(const Measured<Dim>& run) {
    constexpr double kChange = 1e-3;
    constexpr std::size_t kMost = 20;
    const std::size_t species = run.count.size();
    if (species < 2 || species > kMost) return 0;
    double slowest = 0;
    for (std::size_t s = 0; s < species; ++s) {
      const double others = run.theory.particles() - run.count[s];
      if (run.count[s] == 0 || others == 0) continue;
      RigidTemperatures kt{std::vector<double>(species, 1.0), std::vector<double>(species, 1.0)};
      const auto before = run.theory.relaxation(kt);
      kt.translation[s] += kChange;
      kt.rotation[s] += kChange;
      const auto after = run.theory.relaxation(kt);
      if (!before || !after) return 0;
      const double rate = (before->translation[s] - after->translation[s]) / kChange *
                          run.theory.particles() / others;
      if (rate > 0) slowest = std::max(slowest, 1 / rate);
    }
    return slowest;
  }

  // Mean over the measured part of the rest of the kurtosis with which spheres of one species
  // started, by theory, beyond that of equilibrium; 0 if it cannot be told from fluctuations.
  static double excess_of_start(const Measured<Dim>& run) {
    constexpr double kByChance = 3;
    const std::vector<HistoryRow>& rows = run.history.rows();
    const auto begin =
        std::find_if(rows.begin(), rows.end(), [](const HistoryRow& row) { return row.measured; });
    if (run.count.size() != 1 || !run.gas.bodies.empty() || begin == rows.end()) return 0;
    const double rate = sonine_relaxation_rate(Dim).value;
    const double decays = rate * run.collisions_per_particle();
    if (decays <= 0) return 0;
    const double excess =
        (rows.front().kurtosis - speed_kurtosis(Dim, run.theory.degrees_of_freedom())) *
        portable::exp(-rate * begin->collisions_per_particle) * (1 - portable::exp(-decays)) /
        decays;
    const double error = begin->kurtosis_error * std::min(1.0, std::sqrt(2 / decays));
    return std::abs(excess) > kByChance * error ? excess : 0;
  }

  // A species whose temperature differed from that of the whole at the start, by more than the
  // equilibrium scatter, and still differs so at the end.
  static std::string still_apart(const Measured<Dim>& run) {
    constexpr double kByChance = 6;
    const std::vector<HistoryRow>& rows = run.history.rows();
    for (std::size_t s = 0; s < run.count.size() && run.count.size() > 1; ++s) {
      const auto apart = [&](const HistoryRow& row) {
        return (row.species_kt[s] / row.kt - 1) / (kByChance * scatter(run, s));
      };
      if (run.count[s] == 0 || rows.front().kt <= 0 || rows.back().kt <= 0) continue;
      const double first = apart(rows.front()), last = apart(rows.back());
      if (std::min(first, last) > 1 || std::max(first, last) < -1)
        return run.options.species_names[s];
    }
    return {};
  }

  static std::string drifting_quantity(const Measured<Dim>& run) {
    std::vector<double> virial;
    for (const Interval<Dim>& one : run.books.intervals())
      if (one.kt_time > 0) virial.push_back(one.totals.virial / one.kt_time);
    constexpr std::size_t kFewest = 50;  // intervals, most of which have collisions
    const bool known =
        virial.size() >= kFewest &&
        2 * static_cast<std::size_t>(std::ranges::count(virial, 0.0)) < virial.size();
    if (halves_differ(virial, known ? scatter_of_half(virial) : 0)) return "the pressure";
    for (std::size_t s = 0; s < run.count.size() && run.count.size() > 1; ++s) {
      const std::vector<double>& kt = run.history.series(s).kt;
      if (run.count[s] > 0 && halves_differ(kt, scatter(run, s) * mean_of(kt)))
        return fmt::format("the temperature of {}", run.options.species_names[s]);
    }
    std::vector<double> kurtosis, errors;
    for (const HistoryRow& row : run.history.rows())
      if (row.measured) {
        kurtosis.push_back(row.kurtosis);
        errors.push_back(row.kurtosis_error);
      }
    if (halves_differ(kurtosis, mean_of(errors))) return "the kurtosis of the velocities";
    return {};
  }
};

}  // namespace

ListedMeasurement listed_steadiness() {
  return {nullptr, Steadiness<2>::make, Steadiness<3>::make};
}

}  // namespace clausius
