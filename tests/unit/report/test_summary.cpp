#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/summary.h"
#include "sample_result.h"

using Json = nlohmann::ordered_json;

TEST_CASE("summary.json has every field that users rely on", "[report]") {
  const Json json = Json::parse(clausius::summary_json(sample_result()));

  for (const char* key : {"name", "version", "commit", "compiler"})
    CHECK(json["program"][key].is_string());
  CHECK(json["program"]["name"] == "clausius");
  CHECK(json["seed"] == 18446744073709551615u);
  CHECK(json["title"] == sample_result().config.title);
  CHECK(json["passed"] == true);
  CHECK(json["interrupted"] == false);
  CHECK(json["particles"] == 2);
  CHECK(json["dimensions"] == 2);
  CHECK(json["packing_fraction"].get<double>() == Approx(2 * M_PI / 4 / 100));
  CHECK(json["simulated_time"] == 2.5);
  CHECK(json["collisions"] == 7);
  CHECK(json["wall_collisions"] == 1);
  CHECK(json["cpu_seconds"] == 2);
  CHECK(json["collisions_per_second"] == 5);
  CHECK(json["peak_memory_bytes"] > 1000000);
  CHECK(json["equilibration"]["collisions"] == 3);
  CHECK(json["energy"] ==
        Json::parse(R"({"initial": 2.0, "final": 1.75, "work": 0.25, "dissipated": 0.5,
                     "predicted_dissipation": 0.5, "balance_error": 0.0,
                     "drives": [{"kind": "rescale", "actions": 3, "work": 0.25}]})"));
  CHECK(json["momentum"]["drift"] == 1e-17);
  CHECK(json["overlap"]["max_depth"] == 0);
  CHECK(json["species"] == Json::parse(R"([{"name": "light", "count": 2, "mass": 1.0,
                         "temperature": {"value": 1.25, "error": null, "steady": null},
                         "translational_temperature": 0.0, "rotational_temperature": null,
                         "translation": {"steady": null}}])"));
  CHECK(json["checks"] == Json::parse(R"([{"name": "collision_rate", "passed": true,
                                           "value": 0.5012, "expected": 0.5, "error": 0.0021,
                                           "z": 0.571, "tolerance": null}])"));
  CHECK(json["warnings"] == Json::parse(R"(["a warning"])"));
  CHECK_FALSE(json.contains("series"));
}

TEST_CASE("what is unknown or not finite is null in summary.json", "[report]") {
  clausius::StudyResult result = sample_result();
  result.momentum_drift.reset();
  result.cpu_seconds = 0;
  const Json json = Json::parse(clausius::summary_json(result));
  const Json& unknown = json["observables"]["kurtosis_a2"];
  for (const char* key : {"value", "error", "theory", "z", "source"}) CHECK(unknown[key].is_null());
  const Json& known = json["observables"]["collision_rate"];
  CHECK(known["z"].get<double>() == Approx(0.0012 / 0.0021));
  CHECK(known["source"] == "Enskog");
  CHECK(known["unit"] == "1/s");
  CHECK(json["collisions_per_second"].is_null());
  CHECK_FALSE(json.contains("momentum"));
}

TEST_CASE("summary.json describes every case of a series", "[report]") {
  const Json json = Json::parse(clausius::summary_json(sample_series()));
  CHECK(json["passed"] == false);
  CHECK(json["series"]["key"] == "collisions.restitution");
  const Json& cases = json["series"]["cases"];
  REQUIRE(cases.size() == 2);
  CHECK(cases[0]["value"] == 0.9);
  CHECK(cases[0]["passed"] == true);
  CHECK(cases[1]["value"] == 0.8);
  CHECK(cases[1]["passed"] == false);
  CHECK(cases[1]["observables"]["collision_rate"]["value"] == 0.5012);
  CHECK(cases[1]["checks"][0]["passed"] == false);
}

TEST_CASE("summary.json survives text that is not UTF-8", "[report]") {
  clausius::StudyResult result = sample_result();
  result.warnings = {"file \xff.toml"};
  CHECK_NOTHROW(Json::parse(clausius::summary_json(result)));
}
