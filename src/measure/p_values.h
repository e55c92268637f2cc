#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "theory/velocities/maxwell.h"

// Observables that are p-values of tests against the exact law of a finite gas.

namespace clausius {

inline Observable p_value(std::string name, double p) {
  Observable result = observable(std::move(name), p, std::nullopt, std::nullopt, "1");
  result.source = FiniteVelocityLaw::source();
  result.is_p_value = true;
  return result;
}

/// The least of k p-values, corrected so that it is below p with probability p (Bonferroni); empty
/// for none.
inline std::optional<Observable> least_p_value(std::string name, const std::vector<double>& p) {
  if (p.empty()) return std::nullopt;
  const double least = *std::min_element(p.begin(), p.end());
  return p_value(std::move(name), std::min(1.0, static_cast<double>(p.size()) * least));
}

}  // namespace clausius
