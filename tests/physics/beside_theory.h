#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "clausius/study/runner.h"
#include "named.h"

using clausius::testing::named;

/// Within four standard errors of theory, which must be small enough to be significant.
inline void check(const clausius::StudyResult& result, const std::string& name, double sharpness) {
  const clausius::Observable& one = named(result, name);
  REQUIRE(one.theory.has_value());
  INFO(name << ' ' << one.value << " ± " << *one.error << ", theory " << *one.theory);
  // Also if the error is based on few events, so that there is no z.
  CHECK(std::abs(one.value - *one.theory) < 4 * one.total_error().value());
  CHECK(*one.error < sharpness * one.value);
}
