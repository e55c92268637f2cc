#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "clausius/study/runner.h"
#include "named.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using namespace clausius::testing;

// With q = 2/5: a hit sticks where tan(incidence) is at most 7/2 μ (1 + e)/(1 + β).
TEST_CASE("Oblique hits of spheres: all angles, and each hit follows the law", "[friction]") {
  const double e = 0.8, mu = 0.15, beta = 0.4, degree = std::acos(-1.0) / 180;
  const StudyResult result = run_study(
      parse("[box]\npacking_fraction = 0.1\n[[species]]\nname = 'a'\ncount = 200\nmass = 3\n"
            "[collisions]\nrestitution = 0.8\nfriction = 0.15\ntangential_restitution = 0.4\n"
            "[run]\nequilibrate = 2\nmeasure = 60\n"));
  const auto& incidence = column(result.tables, "oblique_hits", "incidence");
  const auto& rebound = column(result.tables, "oblique_hits", "rebound");
  const auto& theory = column(result.tables, "oblique_hits", "rebound_theory");
  const auto& slides = column(result.tables, "oblique_hits", "sliding_fraction");
  const auto& hits = column(result.tables, "oblique_hits", "hits");
  CHECK(incidence.size() > 40);
  double all = 0;
  const double limit = std::atan(3.5 * mu * (1 + e) / (1 + beta)) / degree;
  for (std::size_t k = 0; k < incidence.size(); ++k) {
    all += hits[k];
    CHECK(rebound[k] == Approx(theory[k]).margin(1e-9));
    const double slope = std::tan(incidence[k] * degree);
    INFO(incidence[k] << " degrees");
    if (std::abs(incidence[k] - limit) < 2) continue;  // hits of both kinds in the row
    const bool sticks = incidence[k] < limit;
    CHECK(slides[k] == (sticks ? 0 : 1));
    const double law =
        std::atan((sticks ? -beta * slope : slope - 3.5 * mu * (1 + e)) / e) / degree;
    // Within a row of two degrees the law is bent a little.
    CHECK(rebound[k] == Approx(law).margin(0.03));
  }
  CHECK(all == Approx(static_cast<double>(result.counters.collisions)).epsilon(0.1));
  CHECK(slides.front() == 0);
  CHECK(slides.back() == 1);
}
