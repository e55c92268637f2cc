#include <fcntl.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <sstream>

#include "report/terminal.h"
#include "sample_result.h"

using clausius::measured_text;
using clausius::ProgressLine;

TEST_CASE("a measured number shows two digits of its error", "[report]") {
  CHECK(measured_text(0.76994, 0.00123) == "0.7699 ± 0.0012");
  CHECK(measured_text(12345.678, 12.3) == "12346 ± 12");
  CHECK(measured_text(-1.5, 0.5) == "-1.50 ± 0.50");
  CHECK(measured_text(1.23456789, std::nullopt) == "1.23457");
  CHECK(measured_text(1.5, 0.0) == "1.5");
  CHECK(measured_text(0.99975, 2e-17) == "0.99975");
  CHECK(measured_text(-0.0, std::nullopt) == "0");
  CHECK(measured_text(1.25e-15, 3e-17) == "1.25e-15 ± 3e-17");
}

TEST_CASE("the table shows observables, species, ledger, checks and verdict", "[report]") {
  using Catch::Contains;
  const std::string text = clausius::result_table(sample_result(), false);
  CHECK_THAT(text, Contains("collision_rate  0.5012 ± 0.0021  0.50000  [1]  +0.6 σ  1/s\n"));
  CHECK_THAT(text, Contains("  [1] Enskog\n"));
  CHECK_THAT(text, Contains("light        2     1         1.25\n"));
  CHECK_THAT(text, Contains("energy 2 → 1.75: rescale gave 0.25, collisions took 0.5; unaccounted "
                            "for: 0; momentum unchanged (1e-17); no overlap\n"));
  CHECK_THAT(text, Contains("collision_rate  passed"));
  CHECK_THAT(text, Contains("PASSED: all 1 checks"));
  // Neither colours nor control characters of the title.
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("the table shows no more digits than mean something", "[report]") {
  using Catch::Contains;
  clausius::StudyResult result = sample_result();
  result.drives.clear();
  result.energy_initial = result.energy_final = 1873.12;
  result.dissipated = -1.8e-12;
  result.predicted_dissipation = 0;
  result.energy_balance_error = 1e-15;
  result.overlap_max_depth = 3e-16;
  result.observables = {{"temperature", 1.5, std::nullopt, 1.5 + 1e-15, "reduced", "energy"},
                        {"cooling_rate_reduced", 3.6e-17, std::nullopt, 0, "1", "energy"},
                        {"sonine_a3", 0.002, 0.0013, -7e-8, "1", "exact"},
                        {"speed_chi2_p", 0.183119, std::nullopt, std::nullopt, "1", "", true}};
  result.checks = {{"speed_chi2_p", true, 0.183119, {}, {}, {}, 0.0005},
                   {"energy_balance", true, 5.47285e-15, 0, {}, {}, 1e-12}};
  const std::string text = clausius::result_table(result, false);
  CHECK_THAT(text, Contains("observable                   measured  theory            z\n"));
  CHECK_THAT(text, Contains("temperature                       1.5     1.5  [1]\n"));
  CHECK_THAT(text, Contains("cooling_rate_reduced                0       0  [1]\n"));
  CHECK_THAT(text, Contains("sonine_a3             0.0020 ± 0.0013       0  [2]  +1.5 σ\n"));
  CHECK_THAT(text, Contains("speed_chi2_p                     0.18\n"));
  CHECK_THAT(text, Contains("energy 1873.12, unchanged (1e-15)"));
  CHECK_THAT(text, Contains("deepest overlap 3e-16 diameters\n"));
  CHECK_THAT(text, Contains("speed_chi2_p    passed      0.18  above 0.0005\n"));
  CHECK_THAT(text, Contains("energy_balance  passed   5.5e-15             0         1e-12\n"));

  result.energy_final = 1873.13;
  result.dissipated = -0.01;
  CHECK_THAT(clausius::result_table(result, false),
             Contains("energy 1873.12 → 1873.13: collisions took 0; unaccounted for: "));
}

TEST_CASE("the table of a series has a row per case and names what failed", "[report]") {
  using Catch::Contains;
  const std::string text = clausius::result_table(sample_series(), false);
  CHECK_THAT(text,
             Contains("0.9                          0.5012 ± 0.0021  0.50000  +0.6 σ  passed\n"));
  CHECK_THAT(text,
             Contains("0.8                          0.5012 ± 0.0021  0.50000  +0.6 σ  FAILED\n"));
  CHECK_THAT(text, Contains("collisions.restitution = 0.8\n"));
  CHECK_THAT(text, Contains("FAILED: 1 of 3 checks"));
  CHECK_THAT(clausius::result_table(sample_series(), true), Contains("\x1b[1;31mFAILED"));
}

TEST_CASE("an interrupted run says so", "[report]") {
  clausius::StudyResult result = sample_result();
  result.interrupted = true;
  CHECK_THAT(clausius::result_table(result, false), Catch::Contains("INTERRUPTED"));
}

TEST_CASE("the progress line shows the remaining time and fits its terminal", "[report]") {
  std::ostringstream stream;
  double now = 100;
  {
    ProgressLine line(stream, true, 80, [&] { return std::chrono::duration<double>(now); });
    now = 130;
    line.update({"measuring", 0.25, 312345});
    CHECK(stream.str() == "\r\x1b[Kmeasuring   25 %  3.12e+05 collisions/s  1:30 left");
    stream.str("");
  }
  CHECK(stream.str() == "\r\x1b[K");

  stream.str("");
  {
    ProgressLine line(stream, true, 80);
    line.say("placing");
    CHECK(stream.str() == "\r\x1b[Kplacing …");
  }
  stream.str("");
  ProgressLine narrow(stream, true, 12, [&] { return std::chrono::duration<double>(now); });
  narrow.update({"größer als", 0, 0});
  CHECK(stream.str() == "\r\x1b[Kgrößer als ");
  narrow.erase();
}

TEST_CASE("nothing is drawn where no terminal is", "[report]") {
  std::ostringstream stream;
  {
    ProgressLine line(stream, false, 80);
    line.update({"measuring", 0.5, 1000});
    line.erase();
  }
  CHECK(stream.str().empty());

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK_FALSE(clausius::is_terminal(ends[1]));
  CHECK_FALSE(clausius::wants_colour(ends[1]));
  CHECK(clausius::terminal_width(ends[1]) == 80);
  ::close(ends[0]);
  ::close(ends[1]);
}
