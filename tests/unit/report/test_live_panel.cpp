#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <sstream>
#include <string>

#include "report/live_panel.h"
#include "theory/velocities/maxwell.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

LiveView view_of(std::size_t species) {
  LiveView view{"measuring", 12.5, 3, {}};
  for (std::size_t s = 0; s < species; ++s)
    view.species.push_back({"gas" + std::to_string(s), 1.5, std::vector<double>(LiveView::kBins)});
  return view;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

TEST_CASE("The live panel draws bars and Maxwell's law", "[report]") {
  LiveView view = view_of(1);
  view.species[0].speeds[10] = 2.0;  // all in a few bins
  const auto lines = lines_of(live_panel(view, 80, false));
  REQUIRE(lines.size() == 13);
  CHECK(lines[0] == "measuring  time 12.5");
  CHECK(lines[1] == "gas0  temperature 1.5");
  // The bin is full from the floor to the ceiling, where the law has its mark apart.
  int full = 0, marks = 0;
  for (std::size_t k = 2; k < 12; ++k) {
    for (std::size_t at = lines[k].find("█"); at != std::string::npos;
         at = lines[k].find("█", at + 1))
      ++full;
    for (std::size_t at = lines[k].find("•"); at != std::string::npos;
         at = lines[k].find("•", at + 1))
      ++marks;
  }
  CHECK(full >= 9);
  CHECK(marks > 40);
  CHECK_THAT(lines[12], Catch::Contains("Maxwell"));
}

TEST_CASE("The live panel fits its terminal and shows four species at most", "[report]") {
  for (const std::size_t width : {10U, 30U, 200U})
    for (const std::string& line : lines_of(live_panel(view_of(6), width, false)))
      CHECK(columns(line) <= std::max<std::size_t>(width, 5));
  const std::string text = live_panel(view_of(6), 80, false);
  CHECK_THAT(text, Catch::Contains("gas3") && !Catch::Contains("gas4"));
  LiveView hostile = view_of(1);
  hostile.species[0].name = "\x1b[2J";
  CHECK_THAT(live_panel(hostile, 80, false), !Catch::Contains("\x1b"));
  CHECK_THAT(live_panel(view_of(1), 80, true), Catch::Contains("\x1b[34m"));
}

TEST_CASE("The live panel is drawn over itself", "[report]") {
  std::ostringstream stream;
  LivePanel panel(stream, 81, false);
  panel.update(view_of(1));
  CHECK_THAT(stream.str(), !Catch::Contains("\x1b[13A"));
  panel.update(view_of(1));
  CHECK_THAT(stream.str(), Catch::Contains("\x1b[13A"));
}

TEST_CASE("A run shows what it looks like: temperatures and speeds", "[study]") {
  const StudyConfig study = parse(
      "[box]\npacking_fraction = 0.05\n[[species]]\nname = 'a'\ncount = 3000\ntemperature = 2.0\n"
      "[[species]]\nname = 'b'\ncount = 3000\nmass = 4.0\ntemperature = 2.0\n"
      "[run]\nequilibrate = 2\nmeasure = 4\nreplicas = 2\n");
  std::vector<LiveView> views;
  RunHooks hooks;
  hooks.live = [&](const LiveView& view) { views.push_back(view); };
  run_study(study, hooks);
  REQUIRE(!views.empty());
  const LiveView& last = views.back();
  CHECK(last.phase == "measuring");
  REQUIRE(last.species.size() == 2);
  double together = 0;
  for (const LiveView::Species& one : last.species) {
    together += one.temperature / 2;
    // 3000 particles: energy to ±√(2/3·3000⁻¹) of itself.
    CHECK(one.temperature == Approx(2).epsilon(4 * 0.015));
    const double all =
        std::accumulate(one.speeds.begin(), one.speeds.end(), 0.0) * LiveView::kBinWidth;
    CHECK(all > 0.999);
    CHECK(all < 1 + 1e-12);
    const MaxwellLaw maxwell(3, 1, 1);
    for (std::size_t bin = 0; bin < LiveView::kBins; bin += 5) {
      const double low = static_cast<double>(bin) * LiveView::kBinWidth;
      const double p = maxwell.speed_cdf(low + LiveView::kBinWidth) - maxwell.speed_cdf(low);
      const double noise = std::sqrt(p / 3000) + 1.0 / 3000;
      CHECK(std::abs(one.speeds[bin] * LiveView::kBinWidth - p) < 4.5 * noise);
    }
  }
  CHECK(together == Approx(2).epsilon(0.001));
}
