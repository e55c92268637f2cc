#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "engine/engine.h"
#include "study/results/step_length.h"
#include "study/start/initial.h"
#include "unit/study/initial_problems.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

/// Two species of the diameters 1 and 0.6, the distance at which they touch, and more keys.
std::string mixture(const std::string& box, double contact, const std::string& more = "") {
  return fmt::format(R"(
[box]
{}
[[species]]
name = "large"
count = 150
[[species]]
name = "small"
count = 200
diameter = 0.6
mass = 0.5
[[collisions.pair]]
species = ["small", "large"]
diameter = {}
{})",
                     box, contact, more);
}

template <int Dim>
double depth_at_start(const StudyConfig& study) {
  const State<Dim> start = to_state<Dim>(make_initial_state(study), study);
  return deepest_overlap(make_gas<Dim>(study), start).depth;
}

}  // namespace

TEST_CASE("A pair's diameter is the contact distance of its species, others are additive",
          "[study]") {
  const std::string text =
      "box.packing_fraction = 0.05\nspecies = [{name = 'a', count = 20}, {name = 'b', count = 20, "
      "diameter = 2.0}, {name = 'c', count = 20, diameter = 0.5}]\n[collisions]\nrestitution = "
      "0.9\n[[collisions.pair]]\nspecies = ['c', 'a']\ndiameter = 1.5\n[[collisions.pair]]\n"
      "species = ['b', 'a']\nrestitution = 0.8\n";
  const StudyConfig study = parse(text);
  Eigen::Matrix3d expected;
  expected << 1, 1.5, 1.5, 1.5, 2, 1.25, 1.5, 1.25, 0.5;
  CHECK((study.contact_distances.array() == expected.array()).all());
  CHECK((make_gas<3>(study).contact_distances.array() == expected.array()).all());
  CHECK((mixture_of(study).contact_distances.array() == expected.array()).all());
  CHECK(study.restitution(0, 2) == 0.9);
  CHECK(study.restitution(0, 1) == 0.8);
  const StudyConfig again = parse(study.resolved_toml);
  CHECK((again.contact_distances.array() == expected.array()).all());
  CHECK(again.pairs[0].diameter == 1.5);
  CHECK_FALSE(again.pairs[1].diameter.has_value());
  CHECK(parse(text, {{"collisions.pair.0.diameter", "1.75"}}).contact_distances(2, 0) == 1.75);
  // Without, no pair has a diameter of its own.
  const std::string additive = text.substr(0, text.find("[collisions"));
  CHECK(parse(additive).is_additive());
  CHECK(make_gas<3>(parse(additive)).is_additive());
}

TEST_CASE("Pairs have viscoelastic collisions beside their diameter", "[study]") {
  const StudyConfig study = parse(mixture("packing_fraction = 0.1", 1.0,
                                          "[collisions]\nlaw = 'viscoelastic'\nviscosity = 0.1\n"));
  CHECK(study.contact_distances(0, 1) == 1);
  CHECK(parse(study.resolved_toml).contact_distances(0, 1) == 1);
}

TEST_CASE("What is wrong with the diameter of a pair is said, with what to write", "[study]") {
  const std::string box = "packing_fraction = 0.1";
  CHECK(faults(mixture(box, 1.2)).empty());
  CHECK_THAT(faults(mixture(box, 0)),
             Catch::Contains("study.toml:14:12: collisions.pair[0].diameter: 0 is out of range"));
  CHECK_THAT(faults(mixture(box, 1,
                            "[[collisions.pair]]\nspecies = ['large', 'large']\n"
                            "diameter = 1.0\n")),
             Catch::Contains("study.toml:17:12: collisions.pair[1].diameter: given for a pair of "
                             "one species; allowed: species.diameter of \"large\", or two unlike"));
  CHECK_THAT(faults(mixture(box, 1, "[[collisions.pair]]\nspecies = ['small', 'small']\n")),
             Catch::Contains("collisions.pair[1].restitution: is missing; allowed: restitution, "
                             "tangential_restitution, friction, diameter or steps"));
  CHECK_THAT(faults(mixture("size = [9, 9, 4.5]", 2.4)),
             Catch::Contains("box.size[2]: 4.5 is too short along z; allowed: at least 4.8 (two of "
                             "the largest contact distances on a periodic axis)"));
  CHECK_THAT(faults(mixture(box, 1.2, "[run]\nstructure = true\nstructure_range = 1.1\n")),
             Catch::Contains("run.structure_range: is 1.1; allowed: above the largest diameter, "
                             "1.2"));
  // Two species that pass through each other may fill more than the closest packing of one.
  const std::string dense =
      "[box]\npacking_fraction = 0.8\n[[species]]\nname = 'a'\ncount = 100\n"
      "[[species]]\nname = 'b'\ncount = 100\n[initial]\nplacement = 'lattice'\n";
  CHECK_THAT(faults(dense), Catch::Contains("beyond close packing"));
  CHECK(faults(dense + "[[collisions.pair]]\nspecies = ['a', 'b']\ndiameter = 0.1\n").empty());
}

TEST_CASE("Nonadditive mixtures are placed without overlap, in every way", "[study]") {
  const std::string lattice = "[initial]\nplacement = 'lattice'\n";
  for (const double contact : {1.1, 0.4}) {
    INFO("contact distance " << contact);
    const auto check = [&](auto dim, const std::string& box, const std::string& more = "") {
      INFO(box << ' ' << more);
      CHECK(depth_at_start<decltype(dim)::value>(parse(mixture(box, contact, more))) < 1e-9);
    };
    constexpr std::integral_constant<int, 3> kThree;
    constexpr std::integral_constant<int, 2> kTwo;
    check(kThree, "packing_fraction = 0.1");
    check(kThree, "packing_fraction = 0.1\nboundary = 'wall'");
    check(kThree, "packing_fraction = 0.3");  // by growing
    check(kThree, "packing_fraction = 0.1", lattice);
    check(kTwo, "packing_fraction = 0.2\ndimensions = 2");
    check(kTwo, "packing_fraction = 0.2\ndimensions = 2\nboundary = 'wall'", lattice);
  }
  // Farther apart than the diameter of any.
  CHECK(depth_at_start<3>(parse(mixture("size = [24, 24, 24]", 2.5))) < 1e-9);
  CHECK(depth_at_start<3>(parse(mixture("size = [24, 24, 24]", 2.5, lattice))) < 1e-9);
  const auto jammed = problems_of(parse(mixture("size = [9, 9, 9]", 2.5, lattice)));
  REQUIRE(jammed.size() == 1);
  CHECK_THAT(jammed[0], Catch::Contains("no lattice of the largest contact distance fits"));
}

TEST_CASE("Listed particles of a nonadditive mixture overlap by their contact distance",
          "[study]") {
  const auto problems = [](double contact, double apart) {
    return problems_of(parse(fmt::format(R"(
box.size = [8.0, 8.0, 8.0]
[[species]]
name = "a"
[[species]]
name = "b"
diameter = 0.5
[[collisions.pair]]
species = ["a", "b"]
diameter = {}
[initial]
placement = "listed"
particle = [{{species = "a", position = [7.5, 2.0, 2.0], velocity = [0.0, 0.0, 0.0]}},
            {{species = "b", position = [{}, 2.0, 2.0], velocity = [0.0, 0.0, 0.0]}}]
[run]
equilibrate = 0
duration = 1
)",
                                         contact, apart - 0.5)));
  };
  CHECK(problems(1.5, 1.5).empty());
  CHECK(problems(0.6, 0.6).empty());
  for (const double contact : {0.75, 1.5}) {
    const auto found = problems(contact, contact - 0.125);
    REQUIRE(found.size() == 1);
    CHECK_THAT(found[0], Catch::Contains(fmt::format("overlap by 0.125: their centres are {} "
                                                     "apart; at least {}",
                                                     contact - 0.125, contact)));
  }
}

TEST_CASE("A run of a nonadditive mixture keeps its distances, its frames its radii", "[study]") {
  for (const char* mode : {"event-driven", "time-step"})
    for (const double contact : {1.1, 0.4}) {
      const StudyConfig study =
          parse(mixture("packing_fraction = 0.1", contact,
                        fmt::format("[run]\nmode = '{}'\nequilibrate = 2\nmeasure = 10\n", mode)));
      const StudyResult result = run_study(study);
      CHECK(result.counters.collisions > 1500);
      CHECK(result.audits > 0);
      CHECK(result.overlap_max_depth < 1e-9);
      CHECK(result.final.half_extents.at("small").x() == 0.3);
      CHECK(result.final.half_extents.at("large").x() == 0.5);
    }
}
