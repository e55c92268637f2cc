#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "sweep/plan.h"
#include "sweep/vary_option.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

constexpr const char* kPlannedGas =
    "seed = 7\nbox.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 50\n";

SweepPlan plan_of(const std::vector<std::string>& vary, const std::vector<Override>& more = {}) {
  std::vector<Override> changes = vary_overrides(vary);
  changes.insert(changes.end(), more.begin(), more.end());
  return SweepPlan(parse(kPlannedGas, changes));
}

std::vector<std::string> names_of(const SweepPlan& plan) {
  std::vector<std::string> names;
  for (const SweepCase& one : plan.cases()) names.push_back(one.name);
  return names;
}

std::string problems_of(const std::vector<std::string>& vary,
                        const std::vector<Override>& more = {}) {
  try {
    plan_of(vary, more);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a grid has all combinations, with short names and every seed") {
  const SweepPlan plan = plan_of({"box.packing_fraction=0.1:0.2:0.1", "species.0.count=40,60"},
                                 {{"sweep.seeds", "2"}});
  CHECK(names_of(plan) ==
        std::vector<std::string>{
            "packing_fraction=0.1_count=40_seed=7", "packing_fraction=0.1_count=40_seed=8",
            "packing_fraction=0.1_count=60_seed=7", "packing_fraction=0.1_count=60_seed=8",
            "packing_fraction=0.2_count=40_seed=7", "packing_fraction=0.2_count=40_seed=8",
            "packing_fraction=0.2_count=60_seed=7", "packing_fraction=0.2_count=60_seed=8"});
  const SweepCase& last = plan.cases().back();
  const StudyConfig study = parse(plan.text_of(last));
  CHECK_FALSE(study.is_sweep());
  CHECK(study.seed == 8);
  CHECK(study.particles() == 60);
  CHECK(study.packing_fraction() == Approx(0.2));
  CHECK(nlohmann::json::parse(plan.json_of(last)) ==
        nlohmann::json({{"box.packing_fraction", 0.2}, {"species.0.count", 60}, {"seed", 8}}));
  CHECK(plan.cost_of(last) > plan.cost_of(plan.cases().front()));
}

TEST_CASE("values side by side, and a Latin hypercube") {
  const std::vector<std::string> both{"box.packing_fraction=0.1,0.2", "species.0.count=40,60"};
  CHECK(names_of(plan_of(both, {{"sweep.zip", "true"}})) ==
        std::vector<std::string>{"packing_fraction=0.1_count=40_seed=7",
                                 "packing_fraction=0.2_count=60_seed=7"});
  CHECK_THAT(problems_of({both[0], "species.0.count=40,60,80"}, {{"sweep.zip", "true"}}),
             Catch::Contains("--vary species.0.count=40,60,80: sweep.vary[1]: has 3 values"));

  const SweepPlan sampled = plan_of(
      {"box.packing_fraction=0.1:0.3", "species.0.count=100:200", "collisions.restitution=0.8,1.0"},
      {{"sweep.sample", "10"}});
  REQUIRE(sampled.points().size() == 10);
  std::set<int> densities, counts;
  std::multiset<std::string> restitutions;
  for (const SweepPoint& point : sampled.points()) {
    densities.insert(static_cast<int>((std::stod(point.values[0]) - 0.1) / 0.02));
    counts.insert((std::stoi(point.values[1]) - 100) / 10);
    restitutions.insert(point.values[2]);
  }
  CHECK(densities.size() == 10);
  CHECK(counts.size() >= 9);  // whole numbers are rounded, perhaps over the edge of a part
  CHECK(restitutions.count("0.8") == 5);
}

TEST_CASE("names of folders are safe, short and of one case each") {
  const std::string longest(300, 'x');
  const SweepPlan plan =
      plan_of({R"(title="a b","a_b",)" + longest + "y," + longest + "z,a/../../b"});
  std::set<std::string> names;
  for (const std::string& name : names_of(plan)) {
    INFO(name);
    CHECK(names.insert(name).second);
    CHECK(name.size() <= 100);
    CHECK(name.find_first_of("/ ,\"") == std::string::npos);
  }
  // Keys that end alike keep their whole names.
  CHECK(names_of(plan_of({"species.0.count=40", "box.size.0=9,8"},
                         {{"box.size", "[9.0, 9.0, 9.0]"}}))[1] == "count=40_box.size.0=8_seed=7");
  CHECK(names_of(plan_of({"species.0.mass=2", "species.0.diameter=1"}))[0] ==
        "mass=2_diameter=1_seed=7");
}

TEST_CASE("all that is wrong with the points of a sweep is said, where they are given") {
  const std::string text =
      problems_of({"box.packing_fraction=0.1,3,4", "collisions.restitution=0.9,1.2"});
  CHECK_THAT(text,
             Catch::Contains("--vary box.packing_fraction=0.1,3,4: sweep.vary[0]: with "
                             "box.packing_fraction = 3, collisions.restitution = 0.9: "
                             "box.packing_fraction: the packing fraction 3 is beyond close "));
  CHECK_THAT(text, Catch::Contains("box.packing_fraction: the packing fraction 4 is beyond"));
  CHECK_THAT(text, Catch::Contains("--vary collisions.restitution=0.9,1.2: sweep.vary[1]: with "
                                   "box.packing_fraction = 0.1, collisions.restitution = 1.2: "
                                   "collisions.restitution: 1.2 is out of range"));
  CHECK_THAT(problems_of({"box.packing_fracton=0.1,0.2"}),
             Catch::Contains("did you mean \"packing_fraction\"?"));
  CHECK_THAT(problems_of({"box.packing_fraction"}), Catch::Contains("has no values"));
  CHECK_THAT(problems_of({"seed=1,2"}), Catch::Contains("--vary seed=1,2: sweep.vary[0].key: "));
  // The first values of a long list are named.
  CHECK_THAT(
      problems_of({"collisions.restitution=0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.99,1.2"}),
      Catch::Contains("--vary collisions.restitution=0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,...: "
                      "sweep.vary[0]: with "));
}
