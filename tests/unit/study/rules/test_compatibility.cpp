#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "study/rules/compatibility.h"
#include "unit/study/parsed_study.h"

using clausius::Exclusion;
using clausius::Override;

namespace {

const char* const kPlainGas = R"(
box.size = [12.0, 12.0, 12.0]
run = { equilibrate = 0, duration = 1.0 }
[[species]]
name = "a"
count = 20
)";

/// The text that gives a plain gas the feature of this name.
const std::map<std::string_view, std::vector<Override>> kFeatures{
    {"other shapes", {{"species.0.shape", "\"capsule\""}}},
    {"more species", {{"species", "[{name = \"a\", count = 9}, {name = \"b\", count = 9}]"}}},
    {"internal_degrees", {{"species.0.internal_degrees", "2"}}},
    {"diameter_distribution", {{"species.0.diameter_distribution", "\"normal\""}}},
    {"rough particles (tangential_restitution above -1, friction)",
     {{"collisions.tangential_restitution", "0.5"}}},
    {"a restitution below 1", {{"collisions.restitution", "0.9"}}},
    {"law = \"viscoelastic\"",
     {{"collisions.law", "\"viscoelastic\""}, {"collisions.viscosity", "0.1"}}},
    {"law = \"delta\"", {{"collisions.law", "\"delta\""}, {"collisions.delta", "0.1"}}},
    {"restitution of a [[collisions.pair]]",
     {{"collisions.pair", "[{species = [\"a\", \"a\"], restitution = 1.0}]"}}},
    {"diameter of a [[collisions.pair]]",
     {{"collisions.pair", "[{species = [\"a\", \"a\"], diameter = 1.1}]"}}},
    {"steps of a [[collisions.pair]]",
     {{"collisions.pair", "[{species = [\"a\", \"a\"], steps = [[1.5, -1.0]]}]"}}},
    {"contact_duration above 0", {{"collisions.contact_duration", "0.001"}}},
    {"wall_restitution below 1",
     {{"box.boundary", "\"wall\""}, {"collisions.wall_restitution", "0.9"}}},
    {"walls", {{"box.boundary", "\"wall\""}}},
    {"walls across x", {{"box.boundary", "[\"wall\", \"periodic\", \"periodic\"]"}}},
    {"walls across y", {{"box.boundary", "[\"periodic\", \"wall\", \"periodic\"]"}}},
    {"a [[wall]]",
     {{"box.boundary", "[\"periodic\", \"periodic\", \"wall\"]"},
      {"wall", "[{face = \"z-low\", temperature = 1.0}]"}}},
    {"normal_accommodation or tangential_accommodation",
     {{"box.boundary", "[\"periodic\", \"periodic\", \"wall\"]"},
      {"wall", "[{face = \"z-low\", temperature = 1.0, normal_accommodation = 0.5}]"}}},
    {"an [[obstacle]]",
     {{"obstacle", "[{kind = \"ball\", centre = [6.0, 6.0, 6.0], radius = 1.0}]"}}},
    {"door_speed",
     {{"obstacle",
       "[{kind = \"plate\", axis = \"x\", position = 6.0, hole = [[4.0, 4.0], [8.0, 8.0]], "
       "door_speed = 1.0}]"}}},
    {"box.gravity",
     {{"box.boundary", "[\"periodic\", \"periodic\", \"wall\"]"},
      {"box.gravity", "[0.0, 0.0, -0.1]"}}},
    {"box.shear_rate", {{"box.shear_rate", "0.1"}}},
    {"a [[drive]]", {{"drive", "[{kind = \"andersen\", temperature = 1.0, rate = 0.5}]"}}},
    {"a reversal", {{"drive", "[{kind = \"reversal\", time = 0.5}]"}}},
    {"placement = \"file\"",
     {{"initial.placement", "\"file\""}, {"initial.file", "\"start.xyz\""}}},
    {"placement = \"listed\"",
     {{"initial.placement", "\"listed\""},
      {"initial.particle", "[{species = \"a\", position = [3.0, 3.0, 3.0]}]"}}},
    {"replicas above 1", {{"run.replicas", "2"}}},
    {"mode = \"time-step\"", {{"run.mode", "\"time-step\""}}},
    {"mode = \"event-driven\"", {{"run.mode", "\"event-driven\""}}},
    {"time_step in the event-driven mode", {{"run.time_step", "0.001"}}},
    {"substeps = \"auto\"", {{"run.substeps", "\"auto\""}}},
    {"compare = \"event-driven\"", {{"run.compare", "\"event-driven\""}}},
    {"collision_statistics", {{"run.collision_statistics", "true"}}},
    {"transport", {{"run.transport", "true"}}},
    {"stress", {{"run.stress", "true"}}},
    {"relaxation_spectrum", {{"run.relaxation_spectrum", "true"}}},
    {"structure", {{"run.structure", "true"}}},
    {"trace", {{"run.trace", "10"}}},
    {"a [[label]]", {{"label", "[{name = \"tagged\"}]"}}},
};

std::string faults_with(const std::vector<std::string_view>& features) {
  std::vector<Override> overrides;
  for (const std::string_view feature : features)
    for (const Override& one : kFeatures.at(feature)) overrides.push_back(one);
  return faults(kPlainGas, overrides);
}

}  // namespace

TEST_CASE("each two features that exclude each other are refused together, not alone", "[config]") {
  const std::vector<Exclusion> all = clausius::all_exclusions();
  CHECK(all.size() > 50);
  for (const Exclusion& one : all) {
    INFO(one.refused << " beside " << one.beside);
    REQUIRE(kFeatures.contains(one.refused));
    REQUIRE(kFeatures.contains(one.beside));
    const std::string message = std::string(one.reason) + "; allowed: ";
    CHECK_THAT(faults_with({one.beside, one.refused}), Catch::Contains(message));
    CHECK_THAT(faults_with({one.beside}), !Catch::Contains(message));
    // A gas moves by events unless it says otherwise.
    if (one.beside == "mode = \"event-driven\"")
      CHECK_THAT(faults_with({one.refused, "mode = \"time-step\""}), !Catch::Contains(message));
    else
      CHECK_THAT(faults_with({one.refused}), !Catch::Contains(message));
  }
}
