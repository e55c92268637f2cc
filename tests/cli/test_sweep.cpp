#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

#include "cli/program.h"
#include "sanitized.h"

// `clausius sweep` as a user runs it.

namespace {

namespace fs = std::filesystem;

constexpr const char* kSweptGas =
    "title = \"A small gas\"\nseed = 3\nbox.packing_fraction = 0.1\n"
    "[[species]]\nname = \"gas\"\ncount = 50\n[run]\nequilibrate = 1\nmeasure = 3\nsamples = 10\n";

/// Options of a sweep of eight cases, and the folder of one of them.
constexpr const char* kEight =
    "--vary box.packing_fraction=0.1:0.2:0.1 --vary collisions.restitution=0.9,1 --seeds 2";
constexpr const char* kOneCase = "packing_fraction=0.2_restitution=0.9_seed=4";

struct SweepLab {
  SweepLab() { write_file(path() / "gas.toml", kSweptGas); }
  [[nodiscard]] const fs::path& path() const { return scratch.path(); }
  [[nodiscard]] Outcome sweep(const std::string& options) const {
    return run_in(path(), "$CLAUSIUS sweep gas.toml --no-plots " + options);
  }
  [[nodiscard]] std::string results(const std::string& folder) const {
    return read_file(path() / folder / "results.csv") + read_file(path() / folder / "summary.csv");
  }
  ScratchFolder scratch;
};

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// The names of the entries of a folder.
std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

}  // namespace

TEST_CASE("a sweep has a run folder for each case, and two tables of all", "[cli][long]") {
  const SweepLab lab;
  const Outcome outcome = lab.sweep(std::string(kEight) + " --out s");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Catch::StartsWith("  packing_fraction  restitution  ") &&
                              Catch::EndsWith("\n8 of 8 cases done\nresults: s/results.csv\n"));
  CHECK(outcome.err.empty());
  CHECK(names_in(lab.path() / "s" / "cases").size() == 8);
  const fs::path one = lab.path() / "s" / "cases" / kOneCase;
  REQUIRE(fs::exists(one / "summary.json"));
  const auto values = nlohmann::json::parse(read_file(one / "case.json"));
  CHECK(values ==
        nlohmann::json(
            {{"box.packing_fraction", 0.2}, {"collisions.restitution", 0.9}, {"seed", 4}}));
  CHECK(nlohmann::json::parse(read_file(one / "summary.json")).at("seed") == 4);
  const std::string results = read_file(lab.path() / "s" / "results.csv");
  CHECK(lines_in(results) == 9);
  CHECK_THAT(results, Catch::StartsWith("case,box.packing_fraction,collisions.restitution,seed,"
                                        "haff_time,haff_time_error,") &&
                          Catch::Contains(std::string("\n") + kOneCase + ",0.2,0.9,4,"));
  const std::string summary = read_file(lab.path() / "s" / "summary.csv");
  CHECK(lines_in(summary) == 5);
  CHECK_THAT(summary, Catch::StartsWith("box.packing_fraction,collisions.restitution,seeds,"
                                        "haff_time,") &&
                          Catch::Contains(",collision_rate_chi2,"));

  // A case is a run like any other, with the same numbers.
  REQUIRE(run_in(lab.path(),
                 "$CLAUSIUS run gas.toml --set box.packing_fraction=0.2 --set "
                 "collisions.restitution=0.9 --seed 4 --quiet --no-plots --out alone")
              .code == 0);
  CHECK(read_file(lab.path() / "alone" / "observables.csv") == read_file(one / "observables.csv"));

  // Finished cases are not run again, missing ones are.
  const auto before = texts_in(lab.path() / "s" / "cases");
  const std::string tables = lab.results("s");
  fs::remove_all(one);
  CHECK(lab.sweep(std::string(kEight) + " --out s --jobs 1 --quiet").out.empty());
  const auto after = texts_in(lab.path() / "s" / "cases");
  CHECK(before.size() == after.size());
  for (const auto& [name, text] : before)
    if (!name.starts_with(kOneCase)) CHECK(after.at(name) == text);
  CHECK(lab.results("s") == tables);

  // More seeds and other densities go into the same folder, another study does not.
  CHECK(lab.sweep("--vary box.packing_fraction=0.2,0.3 --seeds 3 --out s --quiet").code == 0);
  CHECK(lines_in(read_file(lab.path() / "s" / "results.csv")) == 7);
  const Outcome other = lab.sweep(std::string(kEight) + " --out s --set run.measure=4");
  CHECK(other.code == 2);
  CHECK_THAT(other.err,
             Catch::StartsWith("s/study.toml: belongs to another study: 'measure = 3.0"));
}

TEST_CASE("a sweep that a study says is run by sweep alone", "[cli]") {
  const SweepLab lab;
  write_file(lab.path() / "swept.toml", std::string(kSweptGas) +
                                            "[sweep]\nseeds = 2\n[[sweep.vary]]\nkey = "
                                            "\"box.packing_fraction\"\nvalues = [0.1, 0.2]\n");
  const Outcome run = run_in(lab.path(), "$CLAUSIUS run swept.toml");
  CHECK(run.code == 2);
  CHECK(run.err ==
        "swept.toml:11:1: sweep: is a study of many runs; allowed: clausius sweep, or no "
        "[sweep]\n");
  const Outcome check = run_in(lab.path(), "$CLAUSIUS check swept.toml");
  CHECK(check.code == 0);
  CHECK_THAT(check.out, Catch::Contains("cases                    4"));
  const Outcome outcome = run_in(lab.path(), "$CLAUSIUS sweep swept.toml --quiet --no-plots");
  CHECK(outcome.code == 0);
  CHECK(lines_in(read_file(lab.path() / "sweeps" / "swept" / "results.csv")) == 5);
  const Outcome nothing = lab.sweep("");
  CHECK(nothing.code == 2);
  CHECK_THAT(nothing.err, Catch::StartsWith("gas.toml: sweep: varies nothing; allowed"));
  CHECK(holds_only(lab.path() / "sweeps", "swept"));
}

TEST_CASE("a case that fails is named, the others go on, and --retry runs it anew", "[cli][long]") {
  // Two particles that collide only if they fly along one line.
  const ScratchFolder scratch;
  write_file(scratch.path() / "two.toml", kTwoOnALine);
  const auto sweep = [&](const std::string& options) {
    return run_in(scratch.path(),
                  "$CLAUSIUS sweep two.toml --no-plots --vary 'initial.particle.1.position=[6.0, "
                  "8.0, 5.0],[6.0, 5.0, 5.0],[6.0, 2.0, 5.0]' --out s " +
                      options);
  };
  const auto with_error = [&] {
    std::set<fs::path> files;
    for (const std::string& name : names_in(scratch.path() / "s" / "cases"))
      if (fs::exists(scratch.path() / "s" / "cases" / name / "error.txt"))
        files.insert(scratch.path() / "s" / "cases" / name / "error.txt");
    return files;
  };
  const Outcome outcome = sweep("");
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.out, Catch::EndsWith("\n1 of 3 cases done, 2 failed (--retry runs them anew)\n"
                                          "results: s/results.csv\n"));
  CHECK_THAT(outcome.err, Catch::StartsWith("case position=_6.0__8.0__5.0__seed=1-") &&
                              Catch::Contains(": no two particles ever collide") &&
                              Catch::Contains("\nand 1 more for this reason\n"));
  CHECK(lines_in(read_file(scratch.path() / "s" / "results.csv")) == 2);
  REQUIRE(with_error().size() == 2);
  const fs::path error = *with_error().begin();
  CHECK_THAT(read_file(error), Catch::Contains(": no two particles ever collide"));

  // They are run again only on request.
  const auto written = fs::last_write_time(error);
  const Outcome again = sweep("");
  CHECK(again.code == 1);
  CHECK(again.out == outcome.out);
  CHECK(again.err == outcome.err);
  CHECK(sweep("--quiet").err == outcome.err);
  CHECK(fs::last_write_time(error) == written);
  CHECK(sweep("--retry").code == 1);
  CHECK(fs::last_write_time(error) > written);

  // A damaged result is not replaced; once it is gone, the case runs again.
  const std::string results = read_file(scratch.path() / "s" / "results.csv");
  for (const std::string& name : names_in(scratch.path() / "s" / "cases")) {
    const fs::path summary = scratch.path() / "s" / "cases" / name / "summary.json";
    if (with_error().contains(summary.parent_path() / "error.txt")) continue;
    write_file(summary, "{");
    const Outcome damaged = sweep("");
    CHECK(damaged.code == 1);
    CHECK_THAT(damaged.err, Catch::Contains("summary.json: was changed since this program wrote"));
    CHECK(read_file(summary) == "{");
    fs::remove(summary);
    CHECK(sweep("").out == outcome.out);
  }
  CHECK(read_file(scratch.path() / "s" / "results.csv") == results);
}

TEST_CASE("failed cases are named in the order of the plan, not in that of their ends", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "two.toml", kTwoOnALine);
  // The longest case runs first.
  const Outcome outcome =
      run_in(scratch.path(),
             "$CLAUSIUS sweep two.toml --no-plots --jobs 1 --quiet --out s --vary "
             "run.measure=100,100000 --set 'initial.particle.1.position=[6.0, 8.0, 5.0]'");
  CHECK(outcome.code == 1);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Catch::StartsWith("case measure=100_seed=1: ") &&
                              Catch::Contains("\ncase measure=100000_seed=1: "));
}

TEST_CASE("a case that reaches its limit of processor time is named, and goes on next time",
          "[cli]") {
  if (kAddressSanitizer) return;
  const SweepLab lab;
  const std::string options =
      "--vary run.measure=3,20000 --set species.0.count=200 --set run.samples=200 --out ";
  const Outcome stopped =
      run_in(lab.path(), "ulimit -S -t 1; $CLAUSIUS sweep gas.toml --no-plots " + options + "s");
  INFO(stopped.err);
  CHECK(stopped.code == 1);
  CHECK(stopped.err ==
        "case measure=20000_seed=3: was stopped from outside, or by a limit of "
        "processor time\n");
  CHECK_THAT(stopped.out,
             Catch::EndsWith("\n1 of 2 cases done, 1 stopped and still open (the same command goes "
                             "on)\nresults: s/results.csv\n"));
  CHECK(lab.sweep(options + "s --quiet").code == 0);
  CHECK(lines_in(read_file(lab.path() / "s" / "results.csv")) == 3);
}

TEST_CASE("a damaged case is no result: it is named, and --retry runs it anew", "[cli]") {
  const SweepLab lab;
  const std::string options = std::string(kEight) + " --out s ";
  REQUIRE(lab.sweep(options + "--quiet").code == 0);
  const std::string whole = lab.results("s");
  const fs::path cases = lab.path() / "s" / "cases";
  const std::string text = read_file(cases / kOneCase / "summary.json");
  const std::size_t at = text.find("\"collision_rate\"");
  REQUIRE(at != std::string::npos);
  const std::size_t digit = text.find_first_of("0123456789", text.find("\"value\"", at));

  const auto retried = [&](std::size_t asides) {
    const Outcome outcome = lab.sweep(options + "--retry");
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.out, Catch::Contains("\n8 of 8 cases done\n"));
    CHECK(lab.results("s") == whole);
    CHECK(names_in(cases).size() == 8 + asides);
  };
  // One bit of a number, which leaves a number; the list of files itself; any other byte.
  const std::string in_cases = fmt::format("s/cases/{}", kOneCase);
  std::size_t asides = 0;
  for (const auto& [file, position] :
       {std::pair("summary.json", digit), std::pair("clausius-manifest.txt", std::size_t{3})}) {
    INFO(file);
    std::string flipped = read_file(cases / kOneCase / file);
    flipped.at(position) = static_cast<char>(flipped.at(position) ^ 1);
    write_file(cases / kOneCase / file, flipped);
    const auto before = texts_in(cases);
    for (int k = 0; k < 2; ++k) {  // as often as it is tried
      const Outcome outcome = lab.sweep(options);
      CHECK(outcome.code == 1);
      CHECK_THAT(outcome.out,
                 Catch::Contains("\n7 of 8 cases done, 1 failed (--retry runs them anew)\n"));
      CHECK_THAT(outcome.err, Catch::StartsWith(fmt::format("case {}: ", kOneCase)) &&
                                  Catch::Contains(in_cases + "/summary.json: was changed since "
                                                             "this program wrote it\n"));
      CHECK(lines_in(read_file(lab.path() / "s" / "results.csv")) == 8);
      CHECK((texts_in(cases) == before));
    }
    retried(++asides);
    const std::string aside =
        std::string(kOneCase) + ".damaged" + (asides == 1 ? "" : "-" + std::to_string(asides));
    CHECK(read_file(cases / aside / file) == flipped);
  }

  // Shards do the same.
  write_file(cases / kOneCase / "summary.json", std::string(text).replace(digit, 1, "7"));
  const Outcome part = lab.sweep(options + "--shard 1/1");
  CHECK(part.code == 1);
  CHECK_THAT(part.err, Catch::Contains("was changed since this program wrote it"));
  retried(++asides);

  // A case that was stopped and whose files were damaged then, or all of its checkpoints.
  fs::remove(cases / kOneCase / "summary.json");
  write_file(cases / kOneCase / "history.csv", "x");
  CHECK_THAT(lab.sweep(options).err, Catch::Contains("history.csv: was changed"));
  retried(++asides);
  fs::remove(cases / kOneCase / "summary.json");
  write_file(cases / kOneCase / "checkpoint", "x");
  CHECK_THAT(lab.sweep(options).err, Catch::Contains("checkpoint: is not a checkpoint"));
  retried(asides);
}

TEST_CASE("a case that needs more memory than there is fails alone", "[cli]") {
  if (kAddressSanitizer) return;
  const SweepLab lab;
  const std::string limited = "ulimit -v 800000; ";
  if (run_in(lab.path(), limited + "$CLAUSIUS list").code != 0) {
    WARN("the program does not run with limited memory here: not tested");
    return;
  }
  const Outcome outcome =
      run_in(lab.path(), limited +
                             "$CLAUSIUS sweep gas.toml --no-plots --out s --vary "
                             "run.trajectory=10,4000 --set species.0.count=4000 --set "
                             "run.trajectory_format=h5md --set "
                             "run.samples=4000 --set run.measure=20 --jobs 1");
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Catch::Contains("case trajectory=4000_seed=3: out of memory\n"));
  CHECK_THAT(outcome.out, Catch::Contains("\n1 of 2 cases done, 1 failed"));
}

TEST_CASE("a full disk stops a sweep with an error, and nothing is lost", "[cli][long]") {
  const SweepLab lab;
  const std::string options = std::string(kEight) + " --out ";
  REQUIRE(lab.sweep(options + "whole --quiet").code == 0);
  // `ulimit -f` counts 512 bytes: a file that would be longer can't be written, as on a full disk.
  for (const int blocks : {1, 4, 12, 16, 24}) {
    INFO(blocks);
    const std::string folder = "s" + std::to_string(blocks);
    const Outcome full = run_in(lab.path(), fmt::format("ulimit -f {}; $CLAUSIUS sweep gas.toml "
                                                        "--no-plots {}{}",
                                                        blocks, options, folder));
    CHECK(full.code == 1);
    CHECK_THAT(full.err, Catch::Contains("cannot be written: File too large"));
    CHECK(lab.sweep(options + folder + " --retry --quiet").code == 0);
    CHECK(lab.results(folder) == lab.results("whole"));
  }
}

TEST_CASE("two sweeps in one folder: the second is refused, shards are not", "[cli]") {
  const SweepLab lab;
  REQUIRE(lab.sweep(std::string(kEight) + " --out s --quiet").code == 0);
  const auto before = texts_in(lab.path() / "s");
  const auto beside = [&](const std::string& lock, const std::string& options) {
    return run_in(lab.path(),
                  fmt::format("flock --close {} s sleep 5 & pid=$!; sleep 0.3; $CLAUSIUS sweep "
                              "gas.toml {} --no-plots --out s {}; code=$?; kill $pid; "
                              "exit $code",
                              lock, kEight, options));
  };
  const Outcome second = beside("--exclusive", "");
  CHECK(second.code == 2);
  CHECK_THAT(second.err, Catch::StartsWith("s: another run is writing here; wait for its end"));
  const Outcome shard = beside("--exclusive", "--shard 1/2");
  CHECK(shard.code == 2);
  CHECK_THAT(shard.err, Catch::StartsWith("s: a whole sweep is running here"));
  CHECK(beside("--shared", "").code == 2);
  CHECK((texts_in(lab.path() / "s") == before));
  CHECK(beside("--shared", "--shard 1/2").code == 0);
}

TEST_CASE("an interrupted sweep goes on to the same results", "[cli][long]") {
  const SweepLab lab;
  // Cases so long that the signal meets one of them on a busy machine, too.
  const std::string options =
      "--vary box.packing_fraction=0.1,0.2,0.3 --seeds 2 --jobs 2 --set species.0.count=200 --set "
      "run.measure=10000 --out ";
  REQUIRE(lab.sweep(options + "whole --quiet").code == 0);
  // Sent to the sweep, and to its cases alone.
  for (const auto& [folder, kill, code] : {std::tuple("by_int", "kill -INT $pid", 130),
                                           {"by_term", "kill -TERM $pid", 130},
                                           {"by_kill", "kill -KILL $pid", 137},
                                           {"of_cases", "pkill -KILL -P $pid", 1},
                                           {"of_cases_by_term", "pkill -TERM -P $pid", 1}}) {
    INFO(kill);
    const Outcome stopped = run_in(
        lab.path(),
        fmt::format("$CLAUSIUS sweep gas.toml --no-plots {0}{1} & pid=$!; i=0; until [ -n \"$(ls "
                    "{1}/cases/*/study.toml 2>/dev/null)\" ] || [ $i = 1000 ]; do sleep 0.01; "
                    "i=$((i+1)); done; {2}; wait $pid",
                    options, folder, kill));
    INFO(stopped.err);
    CHECK(stopped.code == code);
    if (code == 130) {
      CHECK_THAT(stopped.err, Catch::Contains("interrupted; the same command goes on\n"));
      std::size_t checkpoints = 0;
      for (const std::string& name : names_in(lab.path() / folder / "cases"))
        checkpoints += fs::exists(lab.path() / folder / "cases" / name / "checkpoint") ? 1 : 0;
      CHECK(checkpoints > 0);
    }
    if (code == 1) {
      CHECK_THAT(stopped.err, Catch::StartsWith("case packing_fraction=") &&
                                  (Catch::Contains(": was ended by signal ") ||
                                   Catch::Contains(": was stopped from outside")));
      CHECK_THAT(stopped.out,
                 Catch::Contains(" stopped and still open (the same command goes on)"));
    }
    CHECK(lab.sweep(options + folder + " --quiet").code == 0);
    CHECK(lab.results(folder) == lab.results("whole"));
  }
}

TEST_CASE("a sweep killed at twenty instants, and cases of it, has the results of one that was not",
          "[cli][slow]") {
  const SweepLab lab;
  const std::string options =
      "--vary box.packing_fraction=0.1:0.4:0.1 --vary collisions.restitution=0.97,0.98,0.99,1 "
      "--seeds 2 --jobs 2 --quiet --set species.0.count=300 --set run.measure=2000 --set "
      "run.checkpoint_every=0.1 --out ";
  REQUIRE(lab.sweep(options + "whole").code == 0);
  std::mt19937 random(7);
  int killed = 0;
  // Repeated if the machine is so fast that all cases were done before.
  for (int attempt = 0; killed < 20 && attempt < 200; ++attempt) {
    const int wait = std::uniform_int_distribution<int>(50, 900)(random);
    const bool all = std::bernoulli_distribution(0.5)(random);
    const Outcome outcome = run_in(
        lab.path(),
        fmt::format("$CLAUSIUS sweep gas.toml --no-plots {}killed & pid=$!; sleep "
                    "{:.3f}; {}; wait $pid",
                    options, wait / 1000.0, all ? "kill -KILL $pid" : "pkill -KILL -P $pid"));
    INFO(outcome.err);
    REQUIRE((outcome.code == 0 || outcome.code == 1 || outcome.code == 137));
    if (outcome.code != 0) ++killed;
    if (outcome.code == 0) {
      REQUIRE(lab.results("killed") == lab.results("whole"));
      fs::remove_all(lab.path() / "killed");
    }
  }
  CHECK(killed == 20);
  CHECK(lab.sweep(options + "killed").code == 0);
  CHECK(lab.results("killed") == lab.results("whole"));
}

TEST_CASE("shards make what one sweep makes, and the last one collects", "[cli][long]") {
  const SweepLab lab;
  const std::string options = std::string(kEight) + " --out ";
  REQUIRE(lab.sweep(options + "whole --quiet").code == 0);
  CHECK(lab.sweep(options + "parts --shard 1/3").out ==
        "3 of 8 cases done, 5 left to other shards\n");
  CHECK_FALSE(fs::exists(lab.path() / "parts" / "results.csv"));
  CHECK(lab.sweep(options + "parts --shard 3/3 --quiet").code == 0);
  CHECK_FALSE(fs::exists(lab.path() / "parts" / "results.csv"));
  CHECK_THAT(lab.sweep(options + "parts --shard 2/3").out,
             Catch::EndsWith("\n8 of 8 cases done\nresults: parts/results.csv\n"));
  CHECK(lab.results("parts") == lab.results("whole"));
  // Side by side.
  const Outcome all = run_in(
      lab.path(), fmt::format("for i in 1 2 3; do $CLAUSIUS sweep gas.toml --quiet --no-plots "
                              "{}side --jobs 1 --shard $i/3 & done; wait",
                              options));
  CHECK(all.err.empty());
  CHECK(lab.results("side") == lab.results("whole"));
  CHECK(lab.sweep(options + "none --shard 4/3").code == 2);
  // Parts of another plan than before have their study in the folder.
  const std::string more =
      "--vary box.packing_fraction=0.1:0.2:0.1 --vary collisions.restitution=0.9,1 --seeds 3 --out "
      "parts --shard ";
  for (const char* part : {"1/2", "2/2"}) CHECK(lab.sweep(more + part + " --quiet").code == 0);
  CHECK(lines_in(read_file(lab.path() / "parts" / "results.csv")) == 13);
  CHECK_THAT(read_file(lab.path() / "parts" / "study.toml"), Catch::Contains("seeds = 3 "));
}
