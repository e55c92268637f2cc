#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.h"
#include "core/system/version.h"

// Origin of the files of a run folder: ro-crate-metadata.json, a Process Run Crate.

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kCrate = "ro-crate-metadata.json";
constexpr const char* kSmallGas =
    "title = \"A \\\"small\\\" gas\"\nbox.packing_fraction = 0.1\n"
    "[[species]]\nname = \"gas\"\ncount = 50\n[run]\nequilibrate = 1\nmeasure = 3\nsamples = 10\n";

/// The entities of the crate in `folder`, by identifier.
std::map<std::string, json> entities_in(const fs::path& folder) {
  std::map<std::string, json> entities;
  const json crate = json::parse(read_file(folder / kCrate));
  CHECK(crate.at("@context") == "https://w3id.org/ro/crate/1.1/context");
  for (const json& entity : crate.at("@graph")) {
    INFO(entity.dump());
    CHECK(entities.emplace(entity.at("@id"), entity).second);
    CHECK(entity.contains("@type"));
  }
  return entities;
}

std::set<std::string> ids(const json& references) {
  std::set<std::string> result;
  for (const json& one : references) result.insert(one.at("@id").get<std::string>());
  return result;
}

/// The commands that made the run, the last one last.
std::vector<json> actions_in(const std::map<std::string, json>& entities) {
  std::vector<json> actions;
  for (const json& one : entities.at("./").at("mentions"))
    actions.push_back(entities.at(one.at("@id")));
  return actions;
}

/// Checks that the crate lists every file there is, and none that is not, and names nothing that it
/// does not describe. Returns the last action.
json check_crate(const fs::path& folder) {
  INFO(folder);
  const auto entities = entities_in(folder);
  CHECK(entities.at(kCrate).at("about").at("@id") == "./");
  CHECK(entities.at(kCrate).at("conformsTo").at("@id") == "https://w3id.org/ro/crate/1.1");
  const json& root = entities.at("./");
  CHECK(root.at("@type") == "Dataset");
  CHECK(root.at("conformsTo").at("@id") == "https://w3id.org/ro/wfrun/process/0.5");
  CHECK(entities.at("https://w3id.org/ro/wfrun/process/0.5").at("version") == "0.5");
  CHECK(entities.contains(root.at("license").at("@id")));

  std::set<std::string> there, results;
  for (const auto& [name, text] : texts_in(folder))
    if (name.find("cases/") != 0 && name.find("checkpoint") != 0 && name != kCrate)
      there.insert(name);
  if (fs::exists(folder / "cases"))
    for (const auto& entry : fs::directory_iterator(folder / "cases"))
      there.insert("cases/" + entry.path().filename().string() + "/");
  CHECK(ids(root.at("hasPart")) == there);
  for (const std::string& name : there) CHECK(entities.contains(name));
  results = there;
  results.erase("study.toml");

  const std::vector<json> actions = actions_in(entities);
  REQUIRE_FALSE(actions.empty());
  for (const json& action : actions) {
    CHECK(action.at("@type") == "CreateAction");
    CHECK(action.at("startTime") <= action.at("endTime"));
    CHECK_THAT(action.at("endTime"),
               Catch::Matches("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"));
    CHECK(action.at("instrument").at("@id") == "#clausius");
    CHECK(ids(action.at("object")).contains("study.toml"));
    for (const std::string& id : ids(action.at("object"))) CHECK(entities.contains(id));
    CHECK(action.contains("result") == (action == actions.back()));
  }
  CHECK(ids(actions.back().at("result")) == results);
  CHECK(root.at("datePublished") == actions.back().at("endTime"));
  const json& program = entities.at("#clausius");
  CHECK(program.at("@type") == "SoftwareApplication");
  CHECK(program.at("softwareVersion") == clausius::version());
  return actions.back();
}

std::string status_of(const json& action) {
  const std::string status = action.at("actionStatus");
  return status.substr(status.rfind('/') + 1);
}

}  // namespace

TEST_CASE("a run folder tells how its files came to be", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "my gas.toml", kSmallGas);
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS run \"$PWD/my gas.toml\" --seed 5 --quiet --out first")
              .code == 0);
  const fs::path first = scratch.path() / "first";
  const json action = check_crate(first);
  CHECK(status_of(action) == "CompletedActionStatus");
  CHECK_FALSE(action.contains("error"));
  CHECK(action.at("description") == "clausius run 'my gas.toml' --seed 5 --quiet --out first");
  const auto entities = entities_in(first);
  CHECK(entities.at("./").at("name") == "A \"small\" gas");
  CHECK(entities.at("history.csv").at("encodingFormat") == "text/csv");
  CHECK(entities.at("history.csv").contains("description"));
  const auto figure = std::find_if(entities.begin(), entities.end(),
                                   [](const auto& one) { return one.first.ends_with(".png"); });
  REQUIRE(figure != entities.end());
  CHECK(figure->second.at("encodingFormat") == "image/png");
  // Nothing of the machine: neither its folders nor its name.
  std::array<char, 256> host{};
  REQUIRE(::gethostname(host.data(), host.size()) == 0);
  const std::string text = read_file(first / kCrate);
  CHECK(text.find(scratch.path().string()) == std::string::npos);
  CHECK(text.find(host.data()) == std::string::npos);

  // A run from another initial state.
  REQUIRE(run_in(scratch.path(),
                 "$CLAUSIUS run 'my gas.toml' --set initial.placement=file --set "
                 "'initial.file=\"'\"$PWD\"'/first/final.xyz\"' --no-plots --quiet --out second")
              .code == 0);
  const json second = check_crate(scratch.path() / "second");
  CHECK(ids(second.at("object")) == std::set<std::string>{"study.toml", "#input-final.xyz"});
  CHECK_THAT(second.at("description"), Catch::Contains("'initial.file=\"final.xyz\"'"));

  // A run that replaces another is described alone.
  REQUIRE(run_in(scratch.path(),
                 "$CLAUSIUS run 'my gas.toml' --no-plots --quiet --force "
                 "--out second")
              .code == 0);
  check_crate(scratch.path() / "second");
  CHECK(actions_in(entities_in(scratch.path() / "second")).size() == 1);

  // What the user adds to it stays.
  write_file(first / kCrate, "{}");
  CHECK(run_in(scratch.path(), "$CLAUSIUS plot first --format svg").code == 0);
  CHECK(read_file(first / kCrate) == "{}");
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS run 'my gas.toml' --force --out first").err,
             Catch::Contains("first/ro-crate-metadata.json: was changed since"));
}

TEST_CASE("the cases of a series and of a sweep tell how they came to be", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "series.toml", std::string(kSmallGas) +
                                                 "[series]\nkey = \"collisions.restitution\"\n"
                                                 "values = [1.0, 0.9]\n");
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS run series.toml --quiet --out series").code == 0);
  check_crate(scratch.path() / "series");
  for (const char* value : {"1.0", "0.9"})
    CHECK(status_of(check_crate(scratch.path() / "series/cases" /
                                (std::string("collisions.restitution=") + value))) ==
          "CompletedActionStatus");

  write_file(scratch.path() / "gas.toml", kSmallGas);
  REQUIRE(run_in(scratch.path(),
                 "$CLAUSIUS sweep gas.toml --vary box.packing_fraction=0.1,0.2 "
                 "--no-plots --quiet --out sweep")
              .code == 0);
  const fs::path one = scratch.path() / "sweep/cases/packing_fraction=0.2_seed=1";
  const auto entities = entities_in(one);
  CHECK(status_of(actions_in(entities).back()) == "CompletedActionStatus");
  CHECK(ids(entities.at("./").at("hasPart")).contains("observables.csv"));
  CHECK(read_file(one / kCrate).find(scratch.path().string()) == std::string::npos);
}

TEST_CASE("a run that was interrupted tells of every command that made it", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kSmallGas);
  const std::string endless =
      "$CLAUSIUS run gas.toml --set run.measure=1e6 --no-plots --quiet --out run";
  const std::string longer = endless + " --time-limit 2s";
  REQUIRE(run_in(scratch.path(), longer).code == 130);
  const json first = check_crate(scratch.path() / "run");
  CHECK(status_of(first) == "FailedActionStatus");
  CHECK(first.at("error") == "interrupted; --resume continues");

  REQUIRE(run_in(scratch.path(), longer + " --resume").code == 130);
  const json second = check_crate(scratch.path() / "run");
  CHECK_THAT(second.at("description"), Catch::EndsWith(" --time-limit 2s --resume"));
  const std::vector<json> actions = actions_in(entities_in(scratch.path() / "run"));
  REQUIRE(actions.size() == 2);
  CHECK(actions[0].at("description") == first.at("description"));

  // A run that is killed while it continues leaves a list of the existing files.
  run_in(scratch.path(),
         endless +
             " --resume & pid=$!; i=0; until [ ! -e run/summary.json ] || [ $i = "
             "3000 ]; do sleep 0.01; i=$((i+1)); done; sleep 1; kill -KILL $pid; wait $pid");
  CHECK_FALSE(fs::exists(scratch.path() / "run/summary.json"));
  check_crate(scratch.path() / "run");

  // One that is made longer after its end.
  const std::string run = "$CLAUSIUS run gas.toml --no-plots --quiet --out long";
  REQUIRE(run_in(scratch.path(), run).code == 0);
  REQUIRE(run_in(scratch.path(), run + " --set run.measure=9 --resume").code == 0);
  CHECK(status_of(check_crate(scratch.path() / "long")) == "CompletedActionStatus");
  CHECK(actions_in(entities_in(scratch.path() / "long")).size() == 2);
}

TEST_CASE("a run that fails says so where it tells how it came to be", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kTwoOnALine);
  REQUIRE(run_in(scratch.path(),
                 "$CLAUSIUS run gas.toml --quiet --no-plots --out never --set "
                 "initial.particle.1.position='[6.0, 8.0, 5.0]'")
              .code == 1);
  const json action = check_crate(scratch.path() / "never");
  CHECK(status_of(action) == "FailedActionStatus");
  CHECK_THAT(action.at("error"), Catch::Contains("no two particles ever collide"));

  // A failed check is no failure of the run.
  write_file(scratch.path() / "missed.toml",
             std::string(kSmallGas) +
                 "[[check]]\nobservable = \"temperature\"\nexpected = 9\ntolerance = 0.1\n");
  REQUIRE(
      run_in(scratch.path(), "$CLAUSIUS run missed.toml --quiet --no-plots --out missed").code ==
      3);
  CHECK(status_of(check_crate(scratch.path() / "missed")) == "CompletedActionStatus");
}
