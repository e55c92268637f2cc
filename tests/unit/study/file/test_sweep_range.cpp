#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "study/file/sweep_range.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

std::vector<std::string> values_of(const std::string& text) {
  return SweepRange::parse(text)->values();
}

const std::string kSweptGas =
    "box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 50\n";

}  // namespace

TEST_CASE("ranges by steps are free of rounding, and end where they say") {
  CHECK(values_of("0.05:0.45:0.05") == std::vector<std::string>{"0.05", "0.1", "0.15", "0.2",
                                                                "0.25", "0.3", "0.35", "0.4",
                                                                "0.45"});
  CHECK(values_of("-0.3:0.3:0.3") == std::vector<std::string>{"-0.3", "0.0", "0.3"});
  CHECK(values_of("1:0:-0.4") == std::vector<std::string>{"1.0", "0.6", "0.2"});
  CHECK(values_of("100:500:200") == std::vector<std::string>{"100", "300", "500"});
  CHECK(values_of("100:500:200.0") == std::vector<std::string>{"100.0", "300.0", "500.0"});
  CHECK(SweepRange::parse("0.1:0.2")->at(0.25) == "0.125");
  CHECK(SweepRange::parse("10:20")->at(0.26) == "13");
  for (const char* bad : {"", "1", "1:", "1:1:1", "1:2:0", "1:2:-1", "1:2:3:4", "a:b", "1:nan",
                          "0:1:1e-9", "1:2 ", "0:1e60"})
    CHECK_FALSE(SweepRange::parse(bad));
}

TEST_CASE("a sweep is read and written, and what is wrong with it is said") {
  const std::string sweep =
      "[sweep]\nseeds = 3\n[[sweep.vary]]\nkey = \"box.packing_fraction\"\nrange = "
      "\"0.1:0.3:0.1\"\n[[sweep.vary]]\nkey = \"collisions.restitution\"\nvalues = [0.9, 1]\n";
  const StudyConfig study = parse(kSweptGas + sweep);
  CHECK(study.is_sweep());
  CHECK(study.sweep.variations[0].values == std::vector<std::string>{"0.1", "0.2", "0.3"});
  CHECK(study.sweep.variations[1].values == std::vector<std::string>{"0.9", "1"});
  const StudyConfig again = parse(study.resolved_toml);
  CHECK(again.resolved_toml == study.resolved_toml);
  CHECK(again.sweep.variations[0].values == study.sweep.variations[0].values);
  CHECK_FALSE(parse(kSweptGas).is_sweep());
  CHECK_FALSE(sweep_point(study, {{"collisions.restitution", "0.9"}}).is_sweep());
  CHECK(sweep_point(study, {{"collisions.restitution", "0.9"}}).restitution(0, 0) == 0.9);

  const auto says = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK_THAT(faults(kSweptGas + text), Catch::Contains(part));
  };
  says("[sweep]\n", "sweep.vary: is missing");
  says("[[sweep.vary]]\nkey = \"seed\"\nvalues = [1, 2]\n",
       "cannot vary seed; allowed: sweep.seeds");
  says("[[sweep.vary]]\nkey = \"sweep.seeds\"\nvalues = [1, 2]\n", "a sweep cannot vary sweep");
  says("[[sweep.vary]]\nkey = \"box.size\"\n", "sweep.vary[0].values: is missing");
  says("[[sweep.vary]]\nkey = \"box.size\"\nrange = \"1:2\"\n", "has no step");
  says("[[sweep.vary]]\nkey = \"box.size\"\nrange = \"1 to 2\"\n", "is no range");
  says(
      "[[sweep.vary]]\nkey = \"title\"\nvalues = [\"a\"]\n[[sweep.vary]]\nkey = \"title\"\n"
      "values = [\"b\"]\n",
      "sweep.vary[1].key: title is varied twice");
  says("[sweep]\nseeds = 2\nbudget = 9\n", "sweep.budget: has no effect here");
  says("[sweep]\nseeds = 2\nuntil = \"speed_chi2_p within 1 %\"\n",
       "of no observable with an error");
  says("[sweep]\nseeds = 2\nzip = true\nsample = 3\n", "sweep.sample: given beside zip");
  says("[sweep]\nseeds = 2\n[series]\nkey = \"title\"\nvalues = [\"a\"]\n",
       "sweep: given beside series");
}

TEST_CASE("a sweep of the command line takes the place of a series") {
  const std::string series = "[series]\nkey = \"collisions.restitution\"\nvalues = [0.9]\n";
  const StudyConfig study = parse(kSweptGas + series, {{"sweep.seeds", "4"}});
  CHECK(study.is_sweep());
  CHECK(study.series.values.empty());
}
