#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "clausius/measure/results.h"

namespace clausius::testing {

/// The observable of that name. @throws std::runtime_error if there is none
inline const Observable& named(const std::vector<Observable>& all, const std::string& name) {
  for (const Observable& one : all)
    if (one.name == name) return one;
  throw std::runtime_error(name + " is missing");
}

/// The same of a study's result.
template <class Result>
const Observable& named(const Result& result, const std::string& name) {
  return named(result.observables, name);
}

}  // namespace clausius::testing
