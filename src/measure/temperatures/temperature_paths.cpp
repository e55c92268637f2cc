#include "measure/temperatures/temperature_paths.h"

#include <cmath>
#include <cstddef>

#include "theory/solution.h"

namespace clausius {

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
  if (first.kt <= 0 || !run.theory.relaxation(split(kt))) return {};
  const auto change = [&](const std::vector<double>& at, std::vector<double>& rate, double) {
    const RigidTemperatures both = *run.theory.relaxation(split(at));
    rate = both.translation;
    rate.insert(rate.end(), both.rotation.begin(), both.rotation.end());
  };
  // Temperatures fall by orders of magnitude, so that almost only their relative error counts.
  constexpr double kFirstStep = 0.1, kLeast = 1e-10;
  return solution_at(run.history.collisions_per_particle(), kt, {kLeast * first.kt, kPathTolerance},
                     kFirstStep, change);
}
template std::vector<std::vector<double>> temperature_paths(const Measured<2>&);
template std::vector<std::vector<double>> temperature_paths(const Measured<3>&);

}  // namespace clausius
