#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/study/runner.h"
#include "physics/ensemble.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

StudyResult run_text(const std::string& box, const std::string& species,
                     const std::string& collisions, const std::string& run) {
  return run_study(
      parse_study(fmt::format("[box]\n{}\n[[species]]\nname = \"a\"\n{}\n[collisions]\n{}\n{}\n",
                              box, species, collisions, run),
                  "rough.toml", {}),
      {});
}

const Observable& named(const StudyResult& result, const std::string& name) {
  const auto found = std::find_if(result.observables.begin(), result.observables.end(),
                                  [&](const auto& one) { return one.name == name; });
  INFO(name);
  REQUIRE(found != result.observables.end());
  return *found;
}

/// Within four standard errors and `slack` of the theory's value, the errors being less than
/// `sharpness` of it.
void check_beside_theory(const StudyResult& result, const std::string& name, double sharpness,
                         double slack = 0) {
  const Observable& one = named(result, name);
  INFO(name << ": " << one.value << " ± " << one.error.value_or(-1) << ", theory "
            << one.theory.value_or(-1));
  REQUIRE(one.theory);
  REQUIRE(one.error);
  CHECK(std::abs(one.value - *one.theory) < 4 * *one.error + slack * *one.theory);
  CHECK(*one.error < sharpness * *one.theory);
}

}  // namespace
