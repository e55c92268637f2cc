#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdint>

#include "sanitized.h"
#include "study/results/cost.h"
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

TEST_CASE("a part of the box of a large gas is tried", "[cost][long]") {
  // A tenth of the gas, in a tenth of the box, will do for the sanitizers.
  const std::int64_t count = kAddressSanitizer ? 1000000 : 10000000;
  const auto cost = [](std::int64_t particles) {
    return predict_cost(parse(fmt::format(
        "box.size = [{}, 500, {}]\nbox.boundary = \"wall\"\nbox.gravity = [0, 0, -0.001]\n"
        "[[obstacle]]\nkind = \"ball\"\ncentre = [120, 200, 120]\nradius = 50\n"
        "[run]\nequilibrate = 1\nmeasure = 10\n[[species]]\nname = \"a\"\ncount = {}\n"
        "[[species]]\nname = \"b\"\ncount = 4\ndiameter = 20\n",
        kAddressSanitizer ? 250 : 1000, kAddressSanitizer ? 400 : 1000, particles)));
  };
  const Cost large = cost(count);
  const auto collisions = 5.5 * static_cast<double>(count);
  CHECK(large.parts > (kAddressSanitizer ? 10 : 100));
  CHECK(large.collisions == Approx(collisions).epsilon(0.02));
  CHECK(large.cpu_seconds > collisions / 1e8);
  const Cost small = cost(10000);
  CHECK(small.parts == 1);
}
