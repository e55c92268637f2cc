#include "sweep/estimate.h"

#include <algorithm>
#include <vector>

#include "clausius/core/errors.h"
#include "study/results/cost.h"

namespace clausius {

double cost_of_all(const SweepPlan& plan) {
  double sum = 0;
  for (const SweepCase& one : plan.cases()) sum += plan.cost_of(one);
  return sum;
}

std::optional<double> seconds_per_cost(const SweepPlan& plan) {
  std::vector<const SweepCase*> order;
  order.reserve(plan.cases().size());
  for (const SweepCase& one : plan.cases()) order.push_back(&one);
  const auto middle = order.begin() + std::ssize(order) / 2;
  std::nth_element(order.begin(), middle, order.end(), [&](const SweepCase* a, const SweepCase* b) {
    return plan.cost_of(*a) < plan.cost_of(*b);
  });
  try {
    return predict_cost(plan.study_of(**middle)).cpu_seconds / plan.cost_of(**middle);
  } catch (const SimulationError&) {  // an invalid case reports its own fault
    return std::nullopt;
  }
}

}  // namespace clausius
