#include "study/results/theory_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "core/elementary.h"
#include "core/numbers.h"
#include "study/results/theory_at_start.h"

namespace clausius {

namespace {

// Number of intervals of a curve.
constexpr int kParts = 60;
// Curves over a wider range than this have points at equal ratios.
constexpr double kWide = 20;
// Largest difference of a curve and the theory of a run, by rounding, relative to the largest
// value.
constexpr double kSame = 1e-6;

/// `value`, or the nearest integer if the key is one, with its study.
std::optional<std::pair<double, StudyConfig>> study_near(
    double value, const std::function<StudyConfig(const std::string&)>& study_at) {
  const double whole = std::round(value);
  for (const auto& [number, text] :
       {std::pair(value, exact_text(value)), std::pair(whole, fmt::format("{:.0f}", whole))}) {
    try {
      return std::pair(number, study_at(text));
    } catch (const InputError&) {
      // Refused: there is no such study.
    }
  }
  return std::nullopt;
}

}  // namespace

std::map<std::string, double> theory_of(const StudyConfig& study) {
  const std::optional<TheoryAtStart> start = theory_at_start(study);
  if (!start) return {};
  const GasTheory& theory = start->theory;
  std::map<std::string, double> known;
  const auto add = [&](const std::string& name, const Prediction& prediction) {
    if (prediction) known.emplace(name, prediction->value);
  };
  add("compressibility_factor", theory.compressibility_factor());
  add("mean_free_path", theory.mean_free_path());
  add("kurtosis_a2", theory.kurtosis_a2());
  add("sonine_a3", theory.sonine_a3());
  add("rotational_temperature_ratio", theory.rotational_temperature_ratio());
  add("energy_lost_fraction", theory.energy_lost_fraction());
  add("cooling_rate_reduced", theory.reduced_cooling_rate());
  if (const Prediction kt = theory.steady_kt()) add("temperature", kt.times(1 / study.boltzmann));
  if (!theory.elastic()) return known;
  for (std::size_t s = 0; s < study.species.size() && study.species.size() > 1; ++s) {
    if (study.species[s].count == 0) continue;
    add("mean_free_path_" + study.species[s].name, theory.mean_free_path(s));
    add("collision_rate_" + study.species[s].name, theory.collision_rate(start->kt, s));
  }
  const Prediction rate = theory.collision_rate(start->kt);
  add("collision_rate", rate);
  add("mean_free_time", rate.with([](const TheoryValue& one) { return one.inverse(); }));
  return known;
}

TheoryCurves::TheoryCurves(const std::vector<double>& values,
                           const std::function<StudyConfig(const std::string&)>& study_at) {
  std::vector<double> grid = values;
  if (values.empty()) return;
  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  const double low = *least, high = *largest;
  if (!(high > low)) return;
  const bool is_wide = low > 0 && high > kWide * low;
  for (int k = 1; k < kParts; ++k) {
    const double part = static_cast<double>(k) / kParts;
    grid.push_back(is_wide ? low * portable::pow(high / low, part) : low + part * (high - low));
  }
  std::sort(grid.begin(), grid.end());
  for (const double value : grid) {
    const auto near = study_near(value, study_at);
    if (!near || (!x_.empty() && near->first <= x_.back())) continue;
    for (const auto& [name, theory] : theory_of(near->second)) {
      std::vector<double>& curve = curves_[name];
      curve.resize(x_.size(), kNaN);
      curve.push_back(theory);
    }
    x_.push_back(near->first);
  }
  for (auto& [name, curve] : curves_) curve.resize(x_.size(), kNaN);
}

const std::vector<double>* TheoryCurves::curve(const std::string& observable,
                                               const std::vector<double>& values,
                                               const std::vector<double>& theories) const {
  const auto found = curves_.find(observable);
  if (found == curves_.end()) return nullptr;
  const std::vector<double>& curve = found->second;
  double largest = 0;
  for (const double theory : curve)
    if (std::isfinite(theory)) largest = std::max(largest, std::abs(theory));
  bool is_met = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = std::lower_bound(x_.begin(), x_.end(), values[i]);
    if (at == x_.end() || *at != values[i] || !std::isfinite(theories[i])) continue;
    const double expected = curve[static_cast<std::size_t>(at - x_.begin())];
    if (!(std::abs(expected - theories[i]) <= kSame * largest)) return nullptr;
    is_met = true;
  }
  return is_met ? &curve : nullptr;
}

}  // namespace clausius
