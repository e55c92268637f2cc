#include "measure/labels/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "clausius/statistics/standard_error.h"
#include "core/elementary.h"
#include "core/special_functions.h"
#include "measure/listed.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

const char* const kWindowSource =
    "Maxwell's law of N particles; conserved energy and momentum; structure of the fluid";

// For x from Gauss' law, in [low, high): probability, ⟨x⟩ and ⟨x² − 1⟩ within the range.
struct Part {
  double probability, first, second;
};
Part part_of_gauss(double low, double high) {
  const auto density = [](double x) {
    return portable::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
  };
  const auto edge = [&](double x) { return std::isinf(x) ? 0 : x * density(x); };
  return {0.5 * (portable::erfc(low / std::numbers::sqrt2) -
                 portable::erfc(high / std::numbers::sqrt2)),
          density(low) - density(high), edge(low) - edge(high)};
}

// Binomial law with a given mean and smaller variance, for a number of trials that need not be
// whole; by counts from 0 on.
double binomial(double k, double mean, double variance) {
  const double p = 1 - variance / mean, n = mean / p;
  if (k > n) return 0;
  return portable::exp(portable::lgamma(n + 1) - portable::lgamma(k + 1) -
                       portable::lgamma(n - k + 1) + k * portable::log(p) +
                       (n - k) * portable::log1p(-p));
}

}  // namespace

template <int Dim>
void WindowCounts<Dim>::sample(const State<Dim>& state) {
  time_.push_back(state.time);
  counts_.resize(windows_.size());
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    double count = 0;
    for (std::size_t i = 0; i < state.size(); ++i)
      if (windows_[w].contains(state.position[i], state.velocity[i])) ++count;
    counts_[w].push_back(count);
  }
}

// Numbers in a part of velocity space, drawn from Gauss' law, are independent; the conservation of
// Σ c_k and Σ c² subtracts Cov(in, c_k)² + Cov(in, c²)²/2d from the variance of each.
template <int Dim>
auto WindowCounts<Dim>::law_of(const PhaseWindow& window, const Conditions& conditions) -> Law {
  const double unit = std::sqrt(conditions.kt_over_mass), n = conditions.particles;
  const FiniteVelocityLaw finite(Dim, conditions.dof, std::sqrt(conditions.dof * (1 - 1 / n)));
  double probability = 1, taken = 0;
  if (!window.velocity_low.empty()) {
    std::vector<Part> parts;
    for (std::size_t k = 0; k < Dim; ++k) {
      const double low = window.velocity_low[k] / unit, high = window.velocity_high[k] / unit;
      parts.push_back(part_of_gauss(low, high));
      probability *= finite.component_cdf(high) - finite.component_cdf(low);
    }
    double energy = 0;
    for (std::size_t k = 0; k < Dim; ++k) {
      double others = 1;
      for (std::size_t j = 0; j < Dim; ++j)
        if (j != k) others *= parts[j].probability;
      taken += portable::pow(parts[k].first * others, 2);
      energy += parts[k].second * others;
    }
    taken += energy * energy / (2 * Dim);
  } else if (window.speed_low || window.speed_high) {
    const double low = window.speed_low.value_or(0) / unit;
    const double high = window.speed_high.value_or(kInfinity) / unit;
    const auto up_to = [](double speed, double dimensions) {
      return std::isinf(speed) ? 1 : portable::gamma_p(0.5 * dimensions, 0.5 * speed * speed);
    };
    probability = finite.speed_cdf(high) - finite.speed_cdf(low);
    const double energy =
        Dim * (up_to(high, Dim + 2) - up_to(low, Dim + 2) - up_to(high, Dim) + up_to(low, Dim));
    taken = energy * energy / (2 * Dim);
  }
  double region = 1;
  TheoryValue in_region;  // the variance without velocities
  if (!window.region_low.empty()) {
    std::vector<double> widths, box;
    const double unit_length = conditions.diameter > 0 ? conditions.diameter : 1;
    for (std::size_t k = 0; k < Dim; ++k) {
      const double width = window.region_high[k] - window.region_low[k];
      region *= width / conditions.edges[k];
      widths.push_back(width / unit_length);
      box.push_back(conditions.edges[k] / unit_length);
    }
    in_region = conditions.fluctuation.variance(n, widths, box);
    if (!window.bitmap.empty()) {
      region *= window.bitmap.dark_fraction();
      in_region.value = n * region * (1 - region) * conditions.fluctuation.bulk();
    }
  }
  return {n * region * probability,
          n * (region * probability * (1 - probability) - region * region * taken) +
              probability * probability * in_region.value,
          probability * probability * in_region.uncertainty};
}

template <int Dim>
std::vector<Observable> WindowCounts<Dim>::observables(
    const std::optional<Conditions>& conditions) const {
  std::vector<Observable> all;
  for (std::size_t w = 0; w < counts_.size(); ++w) {
    const auto mean = estimate_mean(counts_[w]);
    if (!mean) continue;
    std::vector<double> squares;
    for (const double count : counts_[w]) squares.push_back(portable::pow(count - mean->mean, 2));
    const auto square = estimate_mean(squares);
    // The mean of n samples partly follows them.
    const double independent = static_cast<double>(squares.size()) / mean->correlation_time;
    const double unbiased = independent > 1 ? 1 / (1 - 1 / independent) : 1;
    // Number of independent samples, times the particles in each.
    const double seen = mean->effective_samples * mean->mean;
    Prediction expected, scatter;
    if (conditions) {
      const Law law = law_of(windows_[w], *conditions);
      expected = TheoryValue{law.mean, kWindowSource};
      // The edges of a bitmap are everywhere.
      if (windows_[w].bitmap.empty())
        scatter = TheoryValue{law.variance, kWindowSource, law.uncertainty};
    }
    all.push_back(observable(fmt::format("window_count_{}", windows_[w].name), mean->mean,
                             mean->standard_error().of_at_most(seen), expected, "1"));
    all.push_back(observable(fmt::format("window_variance_{}", windows_[w].name),
                             unbiased * square->mean,
                             (square->standard_error() * unbiased).of_at_most(seen), scatter, "1"));
  }
  return all;
}

template <int Dim>
std::vector<Table> WindowCounts<Dim>::tables(const UnitNames& units,
                                             const std::optional<Conditions>& conditions) const {
  if (time_.empty()) return {};
  Table over_time{"windows", {{"time", units.time, time_}}};
  std::vector<std::string> names;
  std::vector<double> numbers, frequency, error, theory;
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    const std::string& name = windows_[w].name;
    const auto samples = static_cast<double>(time_.size());
    Law law{kNaN, kNaN, kNaN};
    if (conditions) law = law_of(windows_[w], *conditions);
    over_time.columns.push_back({fmt::format("count_{}", name), "1", counts_[w]});
    over_time.columns.push_back(
        {fmt::format("theory_{}", name), "1", std::vector<double>(time_.size(), law.mean)});
    over_time.columns.push_back({fmt::format("noise_{}", name), "1",
                                 std::vector<double>(time_.size(), std::sqrt(law.variance))});
    const auto [least, most] = std::minmax_element(counts_[w].begin(), counts_[w].end());
    for (double number = *least; number <= *most; ++number) {
      const auto seen =
          static_cast<double>(std::count(counts_[w].begin(), counts_[w].end(), number));
      names.push_back(name);
      numbers.push_back(number);
      frequency.push_back(seen / samples);
      error.push_back(std::sqrt(seen) / samples);
      theory.push_back(law.variance < law.mean ? binomial(number, law.mean, law.variance) : kNaN);
    }
  }
  return {std::move(over_time),
          {"window_counts",
           {{"window", "", std::move(names)},
            {"number", "1", std::move(numbers)},
            {"frequency", "1", std::move(frequency)},
            {"frequency_error", "1", std::move(error)},
            {"frequency_theory", "1", std::move(theory)}}}};
}

namespace {

// The windows of a run.
template <int Dim>
class Windows final : public SavedMeasurement<Windows<Dim>, Dim> {
 public:
  explicit Windows(const std::vector<PhaseWindow>& windows) : counts_(windows) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.options.windows.empty()) return nullptr;
    return std::make_unique<Windows>(start.run.options.windows);
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void on_sample(const Sample<Dim>& sample) override { counts_.sample(sample.state); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return counts_.observables(conditions(run));
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return counts_.tables(run.units, conditions(run));
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(counts_);
  }

 private:
  using Conditions = typename WindowCounts<Dim>::Conditions;
  static std::optional<Conditions> conditions(const Measured<Dim>& run) {
    const double dof = run.theory.degrees_of_freedom(), kt = run.books.reference_kt();
    if (!run.theory.is_elastic_fluid() || run.theory.driven() || run.count.size() > 1 ||
        dof <= Dim || kt <= 0)
      return std::nullopt;
    const auto& size = run.gas.box.size;
    return Conditions{run.theory.particles(),
                      {size.data(), size.data() + Dim},
                      kt / run.gas.species[0].mass,
                      dof,
                      run.gas.species[0].diameter,
                      NumberFluctuation(Dim, run.theory.mixture().packing_fraction)};
  }

  WindowCounts<Dim> counts_;
};

MeasurementKind windows_kind() {
  return {"Windows",
          {{"window_count", "Mean number of particles in the window.", "<N>", nullptr,
            Need::windows, Per::window},
           {"window_variance", "Variance of the number of particles in the window.",
            "<N^2> - <N>^2", nullptr, Need::windows, Per::window}},
          {{"windows",
            "Number of particles in each window over time.",
            Need::windows,
            {kTimeColumn,
             {"count_WINDOW", "Number of particles in a window."},
             {"theory_WINDOW", "Mean number by theory."},
             {"noise_WINDOW", "Standard deviation of the number by theory."}}},
           {"window_counts",
            "How often each number of particles was counted in a window, with theory.",
            Need::windows,
            {{"window", "Name of the window."},
             {"number", "Number of particles in the window."},
             {"frequency", "Fraction of the samples with this number.", nullptr,
              Beside::error_and_theory}}}}};
}

}  // namespace

ListedMeasurement listed_windows() { return {windows_kind, Windows<2>::make, Windows<3>::make}; }

template class WindowCounts<2>;
template class WindowCounts<3>;

}  // namespace clausius
