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
  CHECK_THAT(text, Contains("collision_rate  0.5012 ± 0.0021     0.5  [1]  +0.6  1/s\n"));
  CHECK_THAT(text, Contains("  [1] Enskog\n"));
  CHECK_THAT(text, Contains("light        2     1         1.25\n"));
  CHECK_THAT(text, Contains("energy 2 → 1.75, rescale gave 0.25, dissipated 0.5, predicted 0.5"));
  CHECK_THAT(text, Contains("collision_rate  passed"));
  CHECK_THAT(text, Contains("PASSED: all 1 checks"));
  CHECK(text.find('\x1b') == std::string::npos);  // neither colours nor what the title smuggles in
}

TEST_CASE("the table of a series has a row per case and names what failed", "[report]") {
  using Catch::Contains;
  const std::string text = clausius::result_table(sample_series(), false);
  CHECK_THAT(text, Contains("0.9                     0.5012 ± 0.0021     0.5  +0.6  passed\n"));
  CHECK_THAT(text, Contains("0.8                     0.5012 ± 0.0021     0.5  +0.6  FAILED\n"));
  CHECK_THAT(text, Contains("collisions.restitution = 0.8\n"));
  CHECK_THAT(text, Contains("FAILED: 1 of 3 checks"));
  CHECK_THAT(clausius::result_table(sample_series(), true), Contains("\x1b[1;31mFAILED"));
}

TEST_CASE("an interrupted run says so", "[report]") {
  clausius::StudyResult result = sample_result();
  result.interrupted = true;
  CHECK_THAT(clausius::result_table(result, false), Catch::Contains("INTERRUPTED"));
}

TEST_CASE("the progress line tells the remaining time and fits its terminal", "[report]") {
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
