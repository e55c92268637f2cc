#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/program.h"
#include "report/summary.h"
#include "sanitized.h"

// Every state in which a run folder can be left: the same command with --resume makes of it what an
// undisturbed run leaves.

namespace {

namespace fs = std::filesystem;

const std::string kLeftGas =
    std::string(kShortRun) + "trajectory = 5\ncheckpoint_every = 0.02\n" + kShortSeries;

/// The files of a run folder that two equal runs have alike; of pictures and their scripts the
/// names.
std::map<std::string, std::string> left_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& [name, text] : texts_in(folder)) {
    const fs::path file(name);
    if (file.filename() == "clausius-manifest.txt" || file.filename() == "ro-crate-metadata.json" ||
        file.stem() == "checkpoint")
      continue;
    const bool is_picture = file.parent_path().filename() == "figures";
    files[name] = is_picture                          ? ""
                  : file.filename() == "summary.json" ? clausius::reproducible_part(text)
                                                      : text;
  }
  return files;
}

void check_alike(const std::map<std::string, std::string>& files,
                 const std::map<std::string, std::string>& expected) {
  for (const auto& [name, text] : files) {
    INFO(name);
    CHECK(expected.contains(name));
  }
  for (const auto& [name, text] : expected) {
    INFO(name);
    CHECK((files.contains(name) && files.at(name) == text));
  }
}

/// Lists a file as written by the run, with any content.
void list_file(const fs::path& run, const std::string& name) {
  const fs::path list = run / "clausius-manifest.txt";
  write_file(list, read_file(list) + "any               " + name + '\n');
}

/// Renames a file as one that is being written when the run ends.
void leave_half(const fs::path& run, const std::string& name) {
  list_file(run, name + ".part");
  fs::rename(run / name, run / (name + ".part"));
}

/// Changes the summary of a run, as if the run had written it.
void change_summary(const fs::path& run, const std::string& key, const nlohmann::json& value) {
  auto summary = nlohmann::ordered_json::parse(read_file(run / "summary.json"));
  summary[key] = value;
  write_file(run / "summary.json", summary.dump(2) + "\n");
  list_file(run, "summary.json");
}

void remove_all_but(const fs::path& folder, const std::vector<std::string>& kept) {
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path());
  for (const fs::path& name : names)
    if (std::find(kept.begin(), kept.end(), name.filename()) == kept.end()) fs::remove_all(name);
}

}  // namespace

TEST_CASE("whatever state a run folder is left in, --resume makes it whole", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kLeftGas);
  const std::string command = "$CLAUSIUS run gas.toml --quiet --no-plots --out ";
  const int verdict = run_in(scratch.path(), command + "whole").code;
  REQUIRE((verdict == 0 || verdict == 3));
  const auto whole = left_in(scratch.path() / "whole");
  const fs::path run = scratch.path() / "run";
  const std::string list = "clausius-manifest.txt";

  using Leave = std::function<void()>;
  const std::vector<std::pair<std::string, Leave>> states{
      {"nothing", [&] { fs::remove_all(run); }},
      {"an empty folder", [&] { remove_all_but(run, {}); }},
      {"the beginning of its list",
       [&] {
         remove_all_but(run, {list});
         write_file(run / list, read_file(run / list).substr(0, 30));
       }},
      {"the study alone",
       [&] {
         remove_all_but(run, {list, "study.toml"});
       }},
      {"its start",
       [&] {
         remove_all_but(run, {list, "study.toml", "initial.xyz"});
       }},
      {"a checkpoint alone",
       [&] {
         remove_all_but(run, {list, "checkpoint"});
       }},
      {"its start and a checkpoint",
       [&] {
         remove_all_but(run, {list, "study.toml", "initial.xyz", "checkpoint"});
       }},
      {"only the checkpoint before",
       [&] {
         fs::rename(run / "checkpoint", run / "checkpoint.previous");
         list_file(run, "checkpoint.previous");
         remove_all_but(run, {list, "study.toml", "initial.xyz", "checkpoint.previous"});
       }},
      {"half a checkpoint",
       [&] {
         leave_half(run, "checkpoint");
         remove_all_but(run, {list, "study.toml", "initial.xyz", "checkpoint.part"});
       }},
      {"half a table",
       [&] {
         leave_half(run, "history.csv");
         remove_all_but(run, {list, "study.toml", "initial.xyz", "checkpoint", "history.csv.part"});
       }},
      {"all but its summary", [&] { fs::remove(run / "summary.json"); }},
      {"half its summary", [&] { leave_half(run, "summary.json"); }},
      {"all but its summary, and no checkpoint",
       [&] {
         fs::remove(run / "summary.json");
         fs::remove(run / "checkpoint");
       }},
      {"without its cases",
       [&] {
         fs::remove(run / "summary.json");
         fs::remove_all(run / "cases");
       }},
      {"failed", [&] { change_summary(run, "failed", "out of memory"); }},
      {"failed without a checkpoint",
       [&] {
         change_summary(run, "failed", "out of memory");
         fs::remove(run / "checkpoint");
       }},
      {"interrupted", [&] { change_summary(run, "interrupted", true); }}};
  for (const auto& [name, leave] : states) {
    INFO(name);
    fs::remove_all(run);
    fs::copy(scratch.path() / "whole", run, fs::copy_options::recursive);
    leave();
    const Outcome outcome = run_in(scratch.path(), command + "run --resume");
    INFO(outcome.err);
    CHECK(outcome.code == verdict);
    check_alike(left_in(run), whole);
  }
}

TEST_CASE("a run that was ended while its figures were drawn gets those that are missing",
          "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kLeftGas);
  const std::string command = "$CLAUSIUS run gas.toml --out run";
  const int verdict = run_in(scratch.path(), command).code;
  REQUIRE((verdict == 0 || verdict == 3));
  const fs::path run = scratch.path() / "run";
  const auto whole = left_in(run);
  if (!whole.contains("figures/series.png")) {
    WARN("nothing is drawn here: not tested");
    return;
  }
  const std::vector<std::function<void()>> states{
      [&] {
        fs::remove_all(run / "figures");
        fs::remove_all(run / "cases/collisions.restitution=0.95/figures");
      },
      [&] {
        fs::remove(run / "figures/series.png");
        fs::remove(run / "figures/speed_distribution.png");
        fs::remove(run / "figures/speed_distribution.gp");
      },
      [&] { leave_half(run, "figures/series.png"); },
      [&] {  // as earlier versions left it on a full disk
        write_file(run / "figures/series.png", read_file(run / "figures/series.png").substr(0, 99));
        list_file(run, "figures/series.png");
      }};
  const std::string before = "run: this study has run to its end already; ";
  for (std::size_t k = 0; k < states.size(); ++k) {
    INFO(k);
    states[k]();
    const Outcome outcome = run_in(scratch.path(), command + " --resume");
    CHECK(outcome.code == verdict);
    CHECK(outcome.err == before + "figures that were missing have been drawn\n");
    check_alike(left_in(run), whole);
  }
  // Nothing is drawn where nothing is missing, or wanted.
  CHECK(run_in(scratch.path(), command + " --resume").err == before + "nothing was changed\n");
  fs::remove_all(run / "figures");
  CHECK(run_in(scratch.path(), command + " --no-plots --resume").err ==
        before + "nothing was changed\n");
}

TEST_CASE("a run that memory ended goes on to the same result, from wherever that was", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", R"(
seed = 4
box.packing_fraction = 0.1
[[species]]
name = "gas"
count = 400
[run]
equilibrate = 1
measure = 50
samples = 800
trajectory = 800
checkpoint_every = 0.02
)");
  const std::string command = "$CLAUSIUS run gas.toml --quiet --no-plots --out ";
  const int verdict = run_in(scratch.path(), command + "whole").code;
  REQUIRE((verdict == 0 || verdict == 3));
  const auto whole = left_in(scratch.path() / "whole");
  if (run_in(scratch.path(), "ulimit -v 800000; $CLAUSIUS list").code != 0) {
    WARN("the program does not run with limited memory here: not tested");
    return;
  }
  int failed = 0;
  for (int limit = 40000, code = 1; code != verdict && limit < 4000000; limit += limit / 3) {
    INFO(limit);
    // Less than the loader and the libraries need, or the exception that says so.
    const int least =
        run_in(scratch.path(), fmt::format("ulimit -v {}; $CLAUSIUS list", limit)).code;
    if (least != 0 && least != 1) continue;
    const Outcome ended =
        run_in(scratch.path(), fmt::format("ulimit -v {}; {}run", limit, command));
    code = ended.code;
    INFO(ended.err);
    CHECK((code == 1 || code == verdict));
    const fs::path summary = scratch.path() / "run" / "summary.json";
    if (code == 1) CHECK_THAT(ended.err, Catch::Contains("out of memory"));
    if (code == 1 && fs::exists(summary)) {
      CHECK(nlohmann::json::parse(read_file(summary)).contains("failed"));
      ++failed;
    }
    const Outcome resumed = run_in(scratch.path(), command + "run --resume --json");
    INFO(resumed.err);
    CHECK(resumed.code == verdict);
    CHECK_FALSE(nlohmann::json::parse(resumed.out).contains("failed"));
    check_alike(left_in(scratch.path() / "run"), whole);
    fs::remove_all(scratch.path() / "run");
  }
  CHECK(failed > 0);
}
