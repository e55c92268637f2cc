#include "measure/temperatures/temperature_paths.h"

#include <cmath>
#include <cstddef>

#include "theory/solution.h"

namespace clausius {

// Temperatures fall by orders of magnitude, so that almost only their relative error counts.
static constexpr double kFirstPathStep = 0.1, kLeastPath = 1e-10;

// Paths of a gas of one rough species beyond Maxwell's law, with which it starts; empty for others.
// The moments but the first are relative to powers of that, so that all remain of order 1.
template <int Dim>
static std::vector<std::vector<double>> rough_paths(const Measured<Dim>& run,
                                                    const std::vector<double>& kt) {
  if (kt.size() != 2 || kt[0] <= 0) return {};
  const std::vector<double> start{kt[0], kt[1] / kt[0], 0, 0, 0};
  const auto change = [&](const std::vector<double>& at) {
    return run.theory.relaxation(RoughGas::Moments{1, at[1], at[2], at[3], at[4]});
  };
  if (!change(start)) return {};
  std::vector<std::vector<double>> paths = solution_at(
      run.history.collisions_per_particle(), start, {kLeastPath * kt[0], kPathTolerance},
      kFirstPathStep, [&](const std::vector<double>& at, std::vector<double>& rate, double) {
        const RoughGas::Moments by = *change(at);
        rate = {by[0] * at[0], by[1] - by[0] * at[1]};
        for (std::size_t k = 2; k < by.size(); ++k) rate.push_back(by[k] - 2 * by[0] * at[k]);
      });
  for (std::vector<double>& one : paths) one = {one[0], one[0] * one[1]};
  return paths;
}

template <int Dim>
std::vector<std::vector<double>> temperature_paths(const Measured<Dim>& run) {
  const auto kinds = static_cast<std::ptrdiff_t>(run.count.size());
  const HistoryRow& first = run.history.rows().front();
  std::vector<double> kt = first.translational_kt;
  for (const double one : first.rotational_kt) kt.push_back(std::isnan(one) ? 0 : one);
  const auto split = [kinds](const std::vector<double>& both) -> RigidTemperatures {
    const auto middle = both.begin() + kinds;
    return {{both.begin(), middle}, {middle, both.end()}};
  };
  if (auto paths = rough_paths(run, kt); !paths.empty()) return paths;
  if (first.kt <= 0 || !run.theory.relaxation(split(kt))) return {};
  const auto change = [&](const std::vector<double>& at, std::vector<double>& rate, double) {
    const RigidTemperatures both = *run.theory.relaxation(split(at));
    rate = both.translation;
    rate.insert(rate.end(), both.rotation.begin(), both.rotation.end());
  };
  return solution_at(run.history.collisions_per_particle(), kt,
                     {kLeastPath * first.kt, kPathTolerance}, kFirstPathStep, change);
}
template std::vector<std::vector<double>> temperature_paths(const Measured<2>&);
template std::vector<std::vector<double>> temperature_paths(const Measured<3>&);

}  // namespace clausius
