#include <catch2/catch.hpp>

#include "sanitized.h"
#include "study/cost.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

TEST_CASE("the cost of a long run grows with its length", "[cost]") {
  const auto cost = [](const char* measure) {
    return predict_cost(parse(std::string("box.packing_fraction = 0.05\n[[species]]\nname = \"a\"\n"
                                          "count = 1000\n[run]\nmeasure = ") +
                              measure));
  };
  const Cost long_run = cost("1e9"), longer = cost("1e12");
  CHECK(long_run.collisions == Approx(5e11));
  // A machine makes between ten thousand and a hundred million collisions per second.
  CHECK(long_run.cpu_seconds > 5e11 / 1e8);
  CHECK(long_run.cpu_seconds < 5e11 / 1e4);
  CHECK(longer.cpu_seconds > 100 * long_run.cpu_seconds);
}

TEST_CASE("a part of the box of a large gas is tried", "[cost]") {
  const auto cost = [](const char* count) {
    return predict_cost(
        parse(std::string("box.size = [1000, 500, 1000]\nbox.boundary = \"wall\"\n"
                          "box.gravity = [0, 0, -0.001]\n"
                          "[[obstacle]]\nkind = \"ball\"\ncentre = [200, 200, 200]\n"
                          "radius = 50\n[run]\nequilibrate = 1\nmeasure = 10\n"
                          "[[species]]\nname = \"a\"\ncount = ") +
              count + "\n[[species]]\nname = \"b\"\ncount = 4\ndiameter = 20\n"));
  };
  const Cost large = cost("10000000");
  CHECK(large.parts > 100);
  CHECK(large.collisions == Approx(5.5e7).epsilon(0.02));
  CHECK(large.cpu_seconds > 5.5e7 / 1e8);
  if (!kAddressSanitizer) CHECK(large.cpu_seconds < 5.5e7 / 1e4);
  const Cost small = cost("10000");
  CHECK(small.parts == 1);
}
