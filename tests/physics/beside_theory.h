#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>
#include <string>

#include "clausius/study/runner.h"

inline const clausius::Observable& named(const clausius::StudyResult& result,
                                         const std::string& name) {
  for (const clausius::Observable& one : result.observables)
    if (one.name == name) return one;
  throw std::runtime_error(name + " is missing");
}

/// Within four standard errors of theory, which are small enough to tell something.
inline void check(const clausius::StudyResult& result, const std::string& name, double sharpness) {
  const clausius::Observable& one = named(result, name);
  REQUIRE(one.theory.has_value());
  INFO(name << ' ' << one.value << " ± " << *one.error << ", theory " << *one.theory);
  CHECK(std::abs(*one.z()) < 4);
  CHECK(*one.error < sharpness * one.value);
}
