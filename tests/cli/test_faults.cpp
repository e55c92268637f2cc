#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "clausius/core/archive.h"
#include "clausius/report/run_folder.h"
#include "cli/program.h"
#include "core/text.h"
#include "report/summary.h"
#include "sanitized.h"
#include "study/run/checkpoint.h"
#include "study/start/xyz.h"

// Failures around a run: it is killed, the disk is full, its files are damaged, another run uses
// the same folder. Nothing is lost, and the finished results are those of an undisturbed run.

using namespace clausius;

namespace {

namespace fs = std::filesystem;

// Cases of a series, each with a time-step run beside an exact one; half a second in all.
constexpr const char* kStudy = R"(
seed = 5
[box]
packing_fraction = 0.2
[[species]]
name = "gas"
count = 200
[collisions]
restitution = 0.95
[run]
mode = "time-step"
compare = "event-driven"
equilibrate = 5
measure = 60
samples = 50
trajectory = 20
collision_log = 100
checkpoint_every = 0.02
[series]
key = "collisions.restitution"
values = [1.0, 0.9]
)";

// Capsules, clumps and spheres that bounce between walls and in a periodic box.
constexpr const char* kBodies = R"(
seed = 5
[box]
packing_fraction = 0.1
boundary = ["wall", "periodic", "periodic"]
[[species]]
name = "rod"
count = 30
shape = "capsule"
[[species]]
name = "corner"
count = 30
shape = "clump"
spheres = [[0, 0, 0, 0.5], [1, 0, 0, 0.5], [0, 1, 0, 0.5]]
[[species]]
name = "ball"
count = 30
[collisions]
restitution = 0.95
[run]
equilibrate = 5
measure = 100
samples = 20
trajectory = 21
collision_log = 100
checkpoint_every = 0.02
audit_every = 500
)";

constexpr const char* kRun = "$CLAUSIUS run gas.toml --quiet --no-plots --out run";

/// The files of a run folder by name, except those that may differ between two equal runs.
std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& [name, text] : texts_in(folder)) {
    const std::string file = fs::path(name).filename();
    // A run that is killed at its end leaves its list of files unsorted; checkpoints are not
    // results; the commands that made a run, and their times, are its own.
    if (file.find("clausius-manifest.txt") == 0 || file.find("ro-crate-metadata.json") == 0 ||
        fs::path(name).stem() == "checkpoint")
      continue;
    files[name] = file == "summary.json" ? reproducible_part(text) : text;
  }
  return files;
}

/// A folder with the study, and the files of an undisturbed run.
struct Laboratory {
  explicit Laboratory(const std::string& study = kStudy) {
    write_file(path() / "gas.toml", study);
    const Outcome outcome = run(std::string(kRun) + "-undisturbed");
    INFO(outcome.err);
    REQUIRE((outcome.code == 0 || outcome.code == 3));
    verdict = outcome.code;
    undisturbed = files_in(path() / "run-undisturbed");
  }
  [[nodiscard]] const fs::path& path() const { return scratch.path(); }
  [[nodiscard]] fs::path in_run(const char* name) const { return path() / "run" / name; }
  [[nodiscard]] Outcome run(const std::string& command) const { return run_in(path(), command); }

  /// Executes `command` while `program` runs, after it has made two checkpoints in `folder`; then
  /// interrupts it. Repeated once if the program ended before, on a busy machine.
  [[nodiscard]] Outcome interrupt(const std::string& program, const std::string& folder,
                                  const std::string& command = "true") const {
    Outcome outcome;
    for (int attempt = 0; attempt < 5 && outcome.code != 130; ++attempt) {
      fs::remove_all(path() / folder);
      outcome =
          run(fmt::format("{} & pid=$!; i=0; until [ -e {}/checkpoint.previous ] || [ $i = 1000 ]; "
                          "do sleep 0.01; i=$((i+1)); done; {}; kill -TERM $pid; wait $pid",
                          program, folder, command));
    }
    INFO(outcome.err);
    REQUIRE(outcome.code == 130);
    REQUIRE(fs::exists(path() / folder / "checkpoint"));
    REQUIRE(fs::exists(path() / folder / "checkpoint.previous"));
    return outcome;
  }
  void interrupt() const {
    CHECK(interrupt(kRun, "run").err ==
          fmt::format("interrupted; to go on: {} run gas.toml --out run --quiet --no-plots "
                      "--resume\n",
                      shell_word(program_file().string())));
  }

  /// Continues to the end, where all files must be those of an undisturbed run.
  Outcome finish() const {
    Outcome outcome = run(std::string(kRun) + " --resume");
    INFO(outcome.err);
    CHECK(outcome.code == verdict);
    const auto files = files_in(path() / "run");
    CHECK(files.size() == undisturbed.size());
    for (const auto& [name, content] : undisturbed) {
      INFO(name);
      CHECK((files.contains(name) && files.at(name) == content));
    }
    return outcome;
  }

  ScratchFolder scratch;
  int verdict = 0;
  std::map<std::string, std::string> undisturbed;
};

void flip_bit(const fs::path& file, std::size_t bit) {
  std::string bytes = read_file(file);
  bytes.at(bit / 8) = static_cast<char>(bytes.at(bit / 8) ^ (1 << bit % 8));
  write_file(file, bytes);
}

constexpr const char* kRunPart = R"([run]
equilibrate = 5
measure = 40
samples = 40
trajectory = 20
collision_log = 100
checkpoint_every = 0.02
)";

/// Logs so long that they are written in the course of the run, of a series.
constexpr const char* kLongLogs = R"(
box.packing_fraction = 0.3
[[species]]
name = "gas"
count = 600
[run]
equilibrate = 2
measure = 60
samples = 20
collision_log = 15000
checkpoint_every = 0.02
[series]
key = "box.packing_fraction"
values = [0.2]
)";

/// Kinds of run, of about half a second each.
const std::vector<std::pair<std::string, std::string>> kKinds{
    {"spheres",
     std::string("box.packing_fraction = 0.3\n[[species]]\nname = \"gas\"\ncount = 600\n") +
         kRunPart + "transport = true\n"},
    {"mixture",
     std::string("box.packing_fraction = 0.2\n[[species]]\nname = \"small\"\ncount = "
                 "400\n[[species]]\nname = \"large\"\ncount = 40\ndiameter = 3\nmass = 9\n"
                 "[collisions]\nrestitution = 0.97\n") +
         kRunPart + "structure = true\n"},
    {"capsules", std::string("box.dimensions = 2\nbox.packing_fraction = 0.3\nbox.boundary = "
                             "\"wall\"\n[[species]]\nname = \"rod\"\ncount = 60\nshape = "
                             "\"capsule\"\n") +
                     kRunPart},
    {"clumps and capsules", kBodies},
    {"steps",
     std::string("box.packing_fraction = 0.2\n[[species]]\nname = \"gas\"\ncount = 400\n") +
         kRunPart + "mode = \"time-step\"\n"},
    {"drives",
     std::string("box.packing_fraction = 0.2\n[[species]]\nname = \"gas\"\ncount = 300\n"
                 "[collisions]\nrestitution = 0.8\n[[drive]]\nkind = \"random-kicks\"\n"
                 "strength = 0.1\n[[drive]]\nkind = \"andersen\"\ntemperature = 1.5\nrate = "
                 "0.3\n") +
         kRunPart},
    {"walls",
     std::string("box.packing_fraction = 0.1\nbox.boundary = \"wall\"\nbox.gravity = [0, 0, "
                 "-0.1]\n[[species]]\nname = \"gas\"\ncount = 300\n[[wall]]\nface = "
                 "\"x-low\"\ntemperature = 2\n[[wall]]\nface = \"x-high\"\nrestitution = "
                 "0.9\nvelocity = [0.01, 0, 0]\nend = 4\n[[obstacle]]\nkind = \"ball\"\n"
                 "centre = [3, 3, 3]\nradius = 0.8\n") +
         kRunPart},
    {"series of replicas", std::string("box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\n"
                                       "count = 150\n") +
                               kRunPart + "[series]\nkey = \"run.replicas\"\nvalues = [3, 2]\n"},
    {"steps beside the exact run", kStudy},
    {"long logs", kLongLogs},
    {"parcels",
     std::string("box.packing_fraction = 0.05\n[[species]]\nname = \"nitrogen\"\ncount = "
                 "200\namount = 600.0\nmolecular_mass = 28.0\ninternal_degrees = 2\n"
                 "[[species]]\nname = \"helium\"\ncount = 150\namount = 400.0\n"
                 "molecular_mass = 4.0\n[[window]]\nname = \"fast\"\nspeed_low = 0.3\n"
                 "[[label]]\nname = \"rest\"\n[[label]]\nname = \"fast\"\nwindow = "
                 "\"fast\"\n[[relabel]]\nfrom = \"fast\"\nto = \"rest\"\nrate = 0.01\n") +
         kRunPart}};

/// Disturbs a run at random instants, each time continuing from what is left: a signal that ends it
/// or requests a checkpoint, a full disk, a closed output.
class Harm {
 public:
  Harm(const std::string& study, unsigned seed) : lab_(study), random_(seed) {
    for (const auto& [name, text] : lab_.undisturbed) largest_ = std::max(largest_, text.size());
  }

  void do_once() {
    const int kind = std::uniform_int_distribution<int>(0, 9)(random_);
    const double after = std::uniform_real_distribution<double>(0.01, 0.4)(random_);
    if (kind == 0) {
      const std::size_t blocks =
          std::uniform_int_distribution<std::size_t>(0, largest_)(random_) / 512;
      settle(lab_.run(fmt::format("ulimit -f {}; {} --resume", blocks, kRun)), {1});
    } else if (kind == 1) {
      settle(lab_.run("$CLAUSIUS run gas.toml --no-plots --out run --resume >&-"), {1});
    } else {
      const std::pair<const char*, int> signals[] = {{"KILL", 137}, {"TERM", 143}, {"INT", 130},
                                                     {"HUP", 129},  {"XCPU", 152}, {"USR1", 138}};
      const auto& [signal, killed] = signals[std::uniform_int_distribution<int>(0, 5)(random_)];
      settle(lab_.run(fmt::format("timeout --foreground --preserve-status --signal={} {:.4f} {} "
                                  "--resume",
                                  signal, after, kRun)),
             {killed, 130});
    }
  }
  void finish() {
    const Outcome outcome = lab_.run(std::string(kRun) + " --resume");
    settle(outcome, {});
    CHECK(outcome.code == lab_.verdict);
  }
  [[nodiscard]] int finished() const { return finished_; }

 private:
  // The remaining files: if the run is finished all those of an undisturbed run, and the user's own
  // file.
  void settle(const Outcome& outcome, const std::vector<int>& allowed) {
    INFO("exit code " << outcome.code << ": " << outcome.err);
    const bool expected = std::find(allowed.begin(), allowed.end(), outcome.code) != allowed.end();
    REQUIRE((expected || outcome.code == lab_.verdict));
    const fs::path run = lab_.path() / "run";
    if (is_mine_there_) CHECK(read_file(run / "mine.csv") == "mine");
    if (verdict_in(run)) {
      auto files = files_in(run);
      files.erase("mine.csv");
      CHECK(files.size() == lab_.undisturbed.size());
      for (const auto& [name, content] : lab_.undisturbed) {
        INFO(name);
        CHECK((files.contains(name) && files.at(name) == content));
      }
      ++finished_;
      fs::remove_all(run);  // a finished run is left unchanged: the next one starts again
    }
    is_mine_there_ = fs::exists(run / "study.toml");
    if (is_mine_there_) write_file(run / "mine.csv", "mine");
  }

  Laboratory lab_;
  std::mt19937 random_;
  std::size_t largest_ = 0;  // file
  bool is_mine_there_ = false;
  int finished_ = 0;
};

/// @param times number of disturbances for each kind of run
void harm_every_kind(int times) {
  unsigned seed = 7;
  for (const auto& [name, study] : kKinds) {
    INFO(name);
    Harm harm(study, seed++);
    for (int k = 0; k < times; ++k) harm.do_once();
    harm.finish();
    WARN(name << ": finished " << harm.finished() << " times");
  }
}

}  // namespace

TEST_CASE("a run stopped at any instant, by whatever, goes on to the same result", "[cli][long]") {
  harm_every_kind(1);
}

TEST_CASE("two hundred interruptions, nothing lost", "[cli][slow]") { harm_every_kind(20); }

TEST_CASE("an interrupted run goes on to the same result", "[cli]") {
  const Laboratory lab;
  lab.interrupt();
  CHECK(nlohmann::json::parse(read_file(lab.in_run("summary.json")))["interrupted"] == true);
  CHECK(lab.finish().err.empty());
  CHECK(fs::exists(lab.in_run("checkpoint")));  // from which a longer run can continue
  CHECK_FALSE(fs::exists(lab.in_run("checkpoint.previous")));
}

namespace {

/// The study `text` with checkpoints on request only.
std::string without_checkpoints(std::string text) {
  const std::string often = "checkpoint_every = 0.02\n";
  return text.erase(text.find(often), often.size());
}

/// Starts a run in the background; the shell continues once it has written its start.
std::string begun(const std::string& run) {
  return fmt::format(
      "env --default-signal=INT {} & pid=$!; i=0; until [ -e run/initial.xyz ] || [ "
      "$i = 1000 ]; do sleep 0.01; i=$((i+1)); done; ",
      run);
}
std::string until_there(const char* file) {
  return fmt::format("i=0; until [ -e run/{} ] || [ $i = 1000 ]; do sleep 0.01; i=$((i+1)); done; ",
                     file);
}

}  // namespace

TEST_CASE("a run that is killed again and again writes its long log on", "[cli]") {
  const Laboratory lab(kLongLogs);
  CHECK_FALSE(lab.undisturbed.contains("collisions.csv.part"));
  const std::string& log = lab.undisturbed.at("collisions.csv");
  CHECK(std::count(log.begin(), log.end(), '\n') == 15001);
  int killed = 0;
  for (int k = 0; k < 6; ++k) {
    const Outcome outcome = lab.run(
        fmt::format("timeout --foreground --signal=KILL {} {} --resume", 0.1 + 0.05 * k, kRun));
    killed += outcome.code == 137 ? 1 : 0;
    if (verdict_in(lab.path() / "run")) break;
    // Killed while results were written: complete, or there is none.
    if (fs::exists(lab.in_run("collisions.csv")))
      CHECK((read_file(lab.in_run("collisions.csv")) == log));
  }
  CHECK(killed > 2);
  lab.finish();
}

TEST_CASE("a run leaves a checkpoint on every signal that asks it to end", "[cli][long]") {
  const Laboratory lab(without_checkpoints(kStudy));
  for (const char* signal : {"HUP", "XCPU", "INT", "TERM"}) {
    INFO(signal);
    Outcome outcome;
    for (int attempt = 0; attempt < 5 && outcome.code != 130; ++attempt) {
      fs::remove_all(lab.path() / "run");
      outcome = lab.run(begun(kRun) + fmt::format("kill -{} $pid; wait $pid", signal));
    }
    REQUIRE(outcome.code == 130);
    CHECK(fs::exists(lab.in_run("checkpoint")));
    lab.finish();
  }
  // The system repeats SIGXCPU every second: only a second signal from the keyboard ends a run.
  fs::remove_all(lab.path() / "run");
  CHECK(lab.run(begun(std::string(kRun) + " --set run.measure=1e6") +
                "for i in 1 2 3 4 5; do kill -XCPU $pid; kill -HUP $pid; done; wait $pid")
            .code == 130);
  // Under nohup the closing of a terminal is ignored.
  fs::remove_all(lab.path() / "run");
  CHECK(lab.run(begun(std::string("nohup ") + kRun) + "kill -HUP $pid; wait $pid").code ==
        lab.verdict);
}

TEST_CASE("on SIGUSR1 a run makes a checkpoint and goes on", "[cli][long]") {
  const Laboratory lab(without_checkpoints(kStudy));
  const Outcome outcome =
      lab.run(begun(std::string(kRun) + " --set run.measure=1e6") + "kill -USR1 $pid; " +
              until_there("checkpoint") + "kill -USR1 $pid; " + until_there("checkpoint.previous") +
              "kill -0 $pid && echo runs; ls run; kill -TERM $pid; wait $pid");
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.out, Catch::StartsWith("runs\n") && Catch::Contains("checkpoint\n") &&
                              Catch::Contains("checkpoint.previous\n"));
  fs::remove_all(lab.path() / "run");
  CHECK(lab.run(begun(kRun) + "kill -USR1 $pid; wait $pid").code == lab.verdict);
  for (const auto& [name, content] : lab.undisturbed) {
    INFO(name);
    CHECK((files_in(lab.path() / "run")[name] == content));
  }
}

TEST_CASE("a run with a time limit ends by itself and goes on to the same result", "[cli][long]") {
  const Laboratory lab(without_checkpoints(kStudy));
  int parts = 0;
  double seconds = 0.05;  // more each time, for machines that are busy
  for (Outcome outcome = {130, "", ""}; outcome.code == 130; ++parts, seconds *= 1.5) {
    outcome = lab.run(fmt::format("{} --resume --time-limit {}s", kRun, seconds));
    INFO(outcome.err);
    REQUIRE((outcome.code == 130 || outcome.code == lab.verdict));
    if (outcome.code == 130)
      CHECK_THAT(outcome.err, Catch::StartsWith("time limit reached; to go on: ") &&
                                  Catch::Contains("run gas.toml --out run ") &&
                                  Catch::EndsWith("s --resume\n"));
  }
  CHECK(parts > 1);
  lab.finish();
  WARN("in " << parts << " parts");

  const std::string endless = std::string(kRun) + " --force --set run.measure=1e9 --time-limit ";
  for (const char* limit : {"1", "1s", "0.01m", "0.0002h0.1s"}) {
    INFO(limit);
    CHECK(lab.run(endless + limit).code == 130);
    CHECK(fs::exists(lab.in_run("checkpoint")));
  }
  CHECK(lab.run(std::string(kRun) + " --force --time-limit 1d2h3m4s").code == lab.verdict);
  for (const char* limit :
       {"0", "-1", "1x", "s", "3m2h", "5 m", "1h30", "nan", "inf", "1e999", ""}) {
    INFO(limit);
    const Outcome refused = lab.run(fmt::format("{} --force --time-limit='{}'", kRun, limit));
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::Contains("time-limit"));
  }
}

TEST_CASE("of a damaged checkpoint the one before is used, or the run refused", "[cli]") {
  const Laboratory lab;
  lab.interrupt();
  const std::string last = read_file(lab.in_run("checkpoint"));
  const std::string previous = read_file(lab.in_run("checkpoint.previous"));
  const auto restore = [&] {
    write_file(lab.in_run("checkpoint"), last);
    write_file(lab.in_run("checkpoint.previous"), previous);
  };

  // Cut short, empty, one bit wrong, other content: the previous one is used, the damaged one kept.
  const auto damages = {last.substr(0, last.size() / 2), std::string(),
                        std::string(1, 'x').append(last, 1), std::string("seed = 1\n")};
  for (const std::string& damaged : damages) {
    restore();
    write_file(lab.in_run("checkpoint"), damaged);
    const Outcome outcome = lab.run(std::string(kRun) + " --resume --set run.measure=1");
    CHECK(outcome.code == 2);  // of another study: only looked at
    CHECK_THAT(outcome.err, Catch::StartsWith("run/checkpoint.previous: belongs to another study"));
  }
  restore();
  flip_bit(lab.in_run("checkpoint"), 4 * last.size());
  CHECK(lab.finish().err ==
        "warning: run/checkpoint: is damaged: its checksum differs; going on from "
        "checkpoint.previous\n");

  // Both damaged: refused, and nothing is changed.
  fs::remove_all(lab.path() / "run");
  lab.interrupt();
  flip_bit(lab.in_run("checkpoint"), 4000);
  flip_bit(lab.in_run("checkpoint.previous"), 4001);
  const auto before = files_in(lab.path() / "run");
  const Outcome refused = lab.run(std::string(kRun) + " --resume");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::StartsWith("run/checkpoint: is damaged") &&
                              Catch::Contains("run/checkpoint.previous: is damaged") &&
                              Catch::Contains("--force instead of --resume starts over"));
  CHECK((files_in(lab.path() / "run") == before));
}

namespace {

constexpr const char* kAudited = R"(
[box]
packing_fraction = 0.2
[[species]]
name = "gas"
count = 100
[run]
equilibrate = 0
samples = 10
checkpoint_every = 0.02
)";

/// Checks the summary of a run that failed. @return the failure
std::string check_failed(const nlohmann::json& summary) {
  CHECK(summary["passed"] == false);
  CHECK(summary["interrupted"] == false);
  std::string failure = summary["failed"];
  CHECK(failure.size() > 10);
  return failure;
}

/// Whether the failed run left its results up to the failure.
void check_partial(const fs::path& run, const Outcome& outcome) {
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  for (const char* file : {"study.toml", "initial.xyz", "final.xyz", "history.csv",
                           "observables.csv", "checkpoint", "summary.json"}) {
    INFO(file);
    CHECK(fs::exists(run / file));
  }
  const std::string failure = check_failed(nlohmann::json::parse(read_file(run / "summary.json")));
  CHECK_THAT(outcome.err, Catch::Contains("clausius: " + failure));
}

/// Makes particles faster in the checkpoint of a stopped run, with a correct checksum, as if memory
/// had failed before it was written.
void speed_up(const Laboratory& lab, std::initializer_list<std::size_t> ids) {
  std::ifstream last(lab.in_run("final.xyz"));
  LineFaults faults;
  const XyzFrame frame = read_last_xyz_frame(last, faults);
  REQUIRE(faults.empty());
  Checkpoint checkpoint = read_checkpoint(read_file(lab.in_run("checkpoint")));
  std::string& state = checkpoint.runs.at(0);
  for (const std::size_t id : ids) {
    const Vec<3>& v = frame.velocity.at(id);
    const std::string before = to_bytes(v);
    const std::size_t at = state.find(before);
    REQUIRE(at != std::string::npos);
    state.replace(at, before.size(), to_bytes(Vec<3>(1.5 * v)));
    REQUIRE(state.find(before) == std::string::npos);
  }
  std::ofstream file(lab.in_run("checkpoint"), std::ios::binary);
  write_checkpoint(file, checkpoint);
}

}  // namespace

TEST_CASE("an audit stops a run whose state is damaged", "[cli]") {
  struct Audits {
    int every, measure, expected;
  };
  const int long_enough = kAddressSanitizer ? 3000 : 20000;  // to be interrupted
  for (const Audits audits : {Audits{0, long_enough, 1}, Audits{1, 60, 3001}}) {
    const Laboratory lab(
        fmt::format("{}audit_every = {}\nmeasure = {}\n", kAudited, audits.every, audits.measure));
    CHECK(nlohmann::json::parse(lab.undisturbed.at("summary.json"))["audits"] == audits.expected);
    lab.interrupt();
    // The next collision, after which the queue is correct again, may involve two of them, not all.
    speed_up(lab, {17, 18, 19});
    const Outcome outcome = lab.run(std::string(kRun) + " --resume");
    CHECK(outcome.code == 1);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err,
               Catch::StartsWith("clausius: the audit at time ") &&
                   Catch::Contains("energy differs from what was lost in collisions by ") &&
                   Catch::Contains("momentum has changed by ") &&
                   Catch::EndsWith("; the state is in run/audit.xyz\n"));
    if (audits.every == 1)
      CHECK_THAT(outcome.err,
                 Catch::Matches(R"([\s\S]*\b(particle 1[789]|1[789] and|and 1[789]) [\s\S]*)"));
    // The state reads back.
    std::ifstream dump(lab.in_run("audit.xyz"));
    LineFaults faults;
    const XyzFrame frame = read_last_xyz_frame(dump, faults);
    CHECK(faults.empty());
    CHECK(frame.position.size() == 100);
    CHECK_THAT(outcome.err, Catch::Contains(fmt::format("at time {:.17g},", *frame.time)));
    check_partial(lab.path() / "run", outcome);
    // After a new start, nothing of it is left.
    CHECK(lab.run(std::string(kRun) + " --force").code == lab.verdict);
    CHECK((files_in(lab.path() / "run") == lab.undisturbed));
  }
}

TEST_CASE("a run that fails leaves what it had found by then", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kTwoOnALine);
  const std::string run = "$CLAUSIUS run gas.toml --quiet --no-plots ";
  const Outcome never = run_in(
      scratch.path(), run + "--out never --set initial.particle.1.position='[6.0, 8.0, 5.0]'");
  check_partial(scratch.path() / "never", never);
  CHECK_THAT(never.err, Catch::Contains("no two particles ever collide"));

  // A series has the cases before the failing one, and the results of that up to the failure.
  const Outcome series =
      run_in(scratch.path(), run +
                                 "--out series --set series.key=collisions.restitution --set "
                                 "series.values='[0.999, 0.0, 1.0]'");
  check_partial(scratch.path() / "series", series);
  CHECK_THAT(series.err, Catch::Contains("all particles are at rest"));
  const auto summary = nlohmann::json::parse(read_file(scratch.path() / "series" / "summary.json"));
  CHECK(summary["series"]["cases"].size() == 2);
  CHECK(fs::exists(scratch.path() / "series" / "series.csv"));
}

TEST_CASE("a run that runs out of memory leaves what it had found by then", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", R"(
box.packing_fraction = 0.01
[[species]]
name = "gas"
count = 20000
[run]
equilibrate = 0
measure = 20
samples = 4000
trajectory = 4000
trajectory_format = "h5md"
checkpoint_every = 0.01
)");
  const std::string limited = "ulimit -v 800000; ";
  if (run_in(scratch.path(), limited + "$CLAUSIUS list").code != 0) {
    WARN("the program does not run with limited memory here: not tested");
    return;
  }
  const Outcome outcome =
      run_in(scratch.path(), limited + "$CLAUSIUS run gas.toml --quiet --no-plots --out run");
  check_partial(scratch.path() / "run", outcome);
  CHECK_THAT(outcome.err, Catch::EndsWith("clausius: out of memory\n"));
  CHECK(fs::exists(scratch.path() / "run" / "trajectory.h5"));
}

TEST_CASE("a run whose working folder is deleted makes it again", "[cli]") {
  const Laboratory lab(without_checkpoints(kStudy));
  for (const bool all : {false, true}) {
    INFO(all);
    const Outcome outcome =
        lab.run("mkdir below; cd below; cp ../gas.toml .; " +
                begun(std::string(kRun) + " --set run.measure=1e6") +
                (all ? "cd ..; rm -r below; " : "rm -r run; ") + "kill -TERM $pid; wait $pid");
    INFO(outcome.err);
    CHECK(outcome.code == 130);
    const fs::path run = lab.path() / "below" / "run";
    for (const char* file : {"checkpoint", "summary.json", "history.csv"})
      CHECK(fs::exists(run / file));
    fs::remove_all(lab.path() / "below");
  }
}

TEST_CASE("a run goes on for longer as if it had been that long from the start", "[cli][long]") {
  struct Longer {
    std::string study, always, first, longer, whole;  // the study, and options of its runs
  };
  const std::string gas =
      "[box]\npacking_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 300\n[run]\n";
  const std::vector<Longer> runs{
      {kStudy, "", "", "--set run.measure=120",
       "--set run.measure=120 --set run.samples=100 --set run.trajectory=39 --set "
       "run.equilibrate_samples=50"},
      {kBodies, "", " --time-limit 0.3", "--set run.samples=30",
       "--set run.samples=30 --set run.measure=150 --set run.trajectory=31 --set "
       "run.equilibrate_samples=20"},
      {gas + "equilibrate = 0\nduration = 50\nsamples = 40\ntrajectory = 5\n",
       "--set run.transport=true", "", "--set run.duration=75",
       "--set run.duration=75 --set run.samples=60 --set run.trajectory=7"},
      {gas + "measure = 20\nsamples = 40\ntrajectory = 41\nreplicas = 3\n",
       "--set run.collision_statistics=true", "",
       "--set run.measure=50 --set title=longer --set run.checkpoint_every=77",
       "--set run.measure=50 --set run.samples=100 --set run.trajectory=101 --set title=longer "
       "--set run.checkpoint_every=77 --set run.equilibrate_samples=40"}};
  for (const Longer& one : runs) {
    INFO(one.whole);
    const ScratchFolder scratch;
    write_file(scratch.path() / "gas.toml", one.study);
    const auto run = [&](const std::string& options) {
      const Outcome outcome = run_in(
          scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots " + one.always + options);
      INFO(outcome.err);
      REQUIRE((outcome.code == 0 || outcome.code == 3 || outcome.code == 130));
      return outcome.code;
    };
    run(" --out run" + one.first);  // to its end, or stopped before
    const int verdict = run(" --out run --resume " + one.longer);
    CHECK(run(" --out run --resume " + one.longer) == verdict);  // the same command again
    CHECK(run(" --out whole " + one.whole) == verdict);
    const auto expected = files_in(scratch.path() / "whole");
    const auto files = files_in(scratch.path() / "run");
    CHECK(files.size() == expected.size());
    for (const auto& [name, content] : expected) {
      INFO(name);
      CHECK((files.contains(name) && files.at(name) == content));
    }
  }
}

TEST_CASE("a run that cannot become longer is refused and kept", "[cli]") {
  const Laboratory lab(kBodies);
  REQUIRE(lab.run(kRun).code == lab.verdict);
  for (const auto& [options, reason] : std::vector<std::pair<std::string, std::string>>{
           {"--set run.measure=50", "run.measure = 50.0 is less than the 100.0 there"},
           {"--set run.measure=101.3", "whole multiples of 5.0, such as 200.0 with 40"},
           {"--set run.measure=200 --set run.samples=41", "changes the interval between samples"},
           {"--set run.measure=105 --set run.trajectory=50", "changes the interval between frames"},
           {"--set run.trajectory=40", "'trajectory = 21' there, 'trajectory = 40' here"},
           {"--set run.duration=50", "belongs to another study"},
           {"--set run.measure=200 --set run.audit_every=7", "'audit_every = 500' there"}}) {
    const Outcome refused = lab.run(std::string(kRun) + " --resume " + options);
    INFO(options << ": " << refused.err);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::StartsWith("run/checkpoint: belongs to another study: ") &&
                                Catch::Contains(reason));
    CHECK((files_in(lab.path() / "run") == lab.undisturbed));
  }
}

TEST_CASE("a checkpoint of another study, seed or start is refused and kept", "[cli]") {
  const Laboratory lab;
  lab.interrupt();
  const auto before = files_in(lab.path() / "run");
  for (const auto& [option, message] : std::vector<std::pair<std::string, std::string>>{
           {"--seed 6",
            "run/checkpoint: belongs to another study: 'seed = 5' there, 'seed = 6' here"},
           {"--set species.0.count=300", "'count = 200' there, 'count = 300' here"}}) {
    const Outcome refused = lab.run(std::string(kRun) + " --resume " + option);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::Contains(message));
    CHECK((files_in(lab.path() / "run") == before));
  }
  CHECK(lab.run(std::string(kRun) + " --resume --force").code == 2);

  // The start file of a run is changed while it is stopped.
  fs::copy_file(lab.in_run("initial.xyz"), lab.path() / "start.xyz");
  const std::string command =
      "$CLAUSIUS run gas.toml --quiet --no-plots --set run.measure=1e5 --set "
      "initial.placement=file --set initial.file=start.xyz --out from_file";
  (void)lab.interrupt(command, "from_file",
                      "sed -i '3s/[1-9] \\([^ ]* [^ ]*\\)$/0 \\1/' start.xyz");
  const Outcome refused = lab.run(command + " --resume");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::StartsWith("from_file/checkpoint: belongs to another start"));
  CHECK(fs::exists(lab.path() / "from_file" / "checkpoint"));
}

TEST_CASE("a full disk loses nothing", "[cli]") {
  // `ulimit -f` counts 512 bytes: a file that would be longer can't be written, as on a full disk.
  const Laboratory lab;
  const auto limited = [&](std::size_t bytes) {
    return lab.run(fmt::format("ulimit -f {}; {} --resume", bytes / 512, kRun));
  };
  // While the start is written, the checkpoint, a trajectory that is longer than the checkpoint.
  const std::size_t study = fs::file_size(lab.path() / "run-undisturbed" / "study.toml");
  const Outcome start = limited(study + 512);
  CHECK(start.code == 1);
  CHECK(start.err == "clausius: run/initial.xyz: cannot be written: File too large\n");

  const std::size_t trajectory = fs::file_size(lab.path() / "run-undisturbed" / "trajectory.xyz");
  const Outcome checkpoint = limited(trajectory / 2);
  CHECK(checkpoint.code == 1);
  CHECK_THAT(checkpoint.err,
             Catch::StartsWith("warning: run/checkpoint: cannot be written: File too large\n") &&
                 Catch::EndsWith("clausius: run/trajectory.xyz: cannot be written: File too "
                                 "large\n"));
  CHECK_FALSE(fs::exists(lab.in_run("summary.json")));
  lab.finish();

  // Where only the later checkpoints do not fit, the run goes on to its end.
  fs::remove_all(lab.path() / "run");
  std::size_t largest = 0;
  for (const auto& [name, content] : lab.undisturbed) largest = std::max(largest, content.size());
  const Outcome late = limited(largest + 10000);
  INFO(late.err);
  CHECK(late.code == lab.verdict);
  CHECK_THAT(late.err, Catch::StartsWith("warning: run/checkpoint: cannot be written: File too"));
  CHECK((files_in(lab.path() / "run") == lab.undisturbed));
}

namespace {

/// Executes `commands` with `folder` as a separate file system; does nothing if that is not
/// permitted.
std::optional<Outcome> on_file_system(const Laboratory& lab, const std::string& options,
                                      const std::string& commands) {
  fs::create_directories(lab.path() / "disk");
  const std::string mount = fmt::format("mount -t tmpfs -o {} tmpfs disk", options);
  const std::string own = "unshare --map-root-user --mount sh -e -c '";
  if (lab.run(own + mount + "'").code != 0) {
    WARN("no file system can be mounted here: not tested");
    return std::nullopt;
  }
  return lab.run(own + mount + "; " + commands + "'");
}

}  // namespace

namespace {

/// Runs `study` on a file system that is too small, then on one with room.
/// @return how often a checkpoint did not fit; nothing if no file system can be mounted
std::optional<int> fill_file_system(const char* study) {
  const Laboratory lab(study);
  std::size_t whole = 0;
  for (const auto& [name, content] : lab.undisturbed) whole += content.size();
  // Full at once, during checkpoints, during the trajectory and while the results are written.
  const std::string run = "$CLAUSIUS run gas.toml --quiet --no-plots --out disk/run --resume";
  int full = 0;
  const fs::path partial = lab.path() / "partial.json";
  for (const double part : {0.02, 0.15, 0.4, 0.7, 0.9}) {
    INFO(part << " of " << whole);
    fs::remove_all(lab.path() / "run");
    fs::remove(partial);
    const auto outcome = on_file_system(
        lab, fmt::format("size={}k", static_cast<int>(part * static_cast<double>(whole) / 1024)),
        fmt::format("code=0; {0} || code=$?; echo $code; "
                    "if test -e disk/run/summary.json; then cp disk/run/summary.json {1}; fi; "
                    "mount -o remount,size=100m disk; code=0; {0} || code=$?; echo $code; "
                    "cp -r disk/run .",
                    run, partial.filename().string()));
    if (!outcome) return std::nullopt;
    INFO(outcome->err);
    REQUIRE(outcome->code == 0);
    // Where there was room for the results until then, they say that they are not all.
    if (fs::exists(partial)) check_failed(nlohmann::json::parse(read_file(partial)));
    CHECK(outcome->out == fmt::format("1\n{}\n", lab.verdict));
    CHECK_THAT(outcome->err, Catch::Contains("cannot be written: No space left on device\n"));
    CHECK((files_in(lab.path() / "run") == lab.undisturbed));
    full += outcome->err.find("warning: disk/run/checkpoint: cannot be written") == 0 ? 1 : 0;
  }
  return full;
}

}  // namespace

TEST_CASE("a full file system loses nothing", "[cli]") {
  const std::optional<int> full = fill_file_system(kStudy);
  if (full) CHECK(*full > 0);
  fill_file_system(kLongLogs);
}

TEST_CASE("a read-only file system is refused", "[cli]") {
  const Laboratory lab;
  const auto made = on_file_system(
      lab, "ro", "code=0; $CLAUSIUS run gas.toml --quiet --out disk/run || code=$?; echo $code");
  if (!made) return;
  CHECK(made->out == "2\n");
  CHECK(made->err == "disk/run: cannot make this folder: Read-only file system\n");
  // A run that is there already.
  const auto there = on_file_system(
      lab, "size=100m",
      "cp -r run-undisturbed disk/run; mount -o remount,ro disk; for how in --resume --force; do "
      "code=0; $CLAUSIUS run gas.toml --quiet --out disk/run $how || code=$?; echo $code; done; "
      "cp -r disk/run .");
  CHECK(there->out == "2\n2\n");
  CHECK(there->err ==
        "disk/run: cannot write here: Read-only file system\n"
        "disk/run: cannot write here: Read-only file system\n");
  CHECK((files_in(lab.path() / "run") == lab.undisturbed));
}

TEST_CASE("results that can't be written keep the checkpoint", "[cli]") {
  const Laboratory lab;
  const Outcome outcome =
      lab.run(fmt::format("{} --resume & pid=$!; i=0; until [ -e run/checkpoint ] || [ $i = 500 ]; "
                          "do sleep 0.01; i=$((i+1)); done; mkdir run/final.xyz.part; wait $pid",
                          kRun));
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err, Catch::StartsWith("clausius: run/final.xyz: cannot be written"));
  CHECK(fs::exists(lab.in_run("checkpoint")));
  fs::remove(lab.in_run("final.xyz.part"));
  lab.finish();
}

TEST_CASE("where nothing can be written a run is refused", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  for (const char* out : {"/proc/run", "/sys/kernel/run", "gas.toml/run"}) {
    const Outcome refused =
        run_in(scratch.path(), std::string("$CLAUSIUS run gas.toml --quiet --out ") + out);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::StartsWith(std::string(out) + ": cannot make this folder: "));
  }
  CHECK(holds_only(scratch.path(), "gas.toml"));
}

TEST_CASE("of two runs into one folder the second is refused", "[cli]") {
  const Laboratory lab;
  const Outcome outcome =
      lab.interrupt(std::string(kRun) + " --set run.measure=1e5", "run",
                    fmt::format("{0} --resume; resume=$?; {0} --force; echo $resume $?", kRun));
  CHECK(outcome.out == "2 2\n");
  std::istringstream lines(outcome.err);
  std::string line;
  for (int k = 0; k < 2; ++k) {
    std::getline(lines, line);
    CHECK(line == "run: another run is writing here; wait for its end, or give another --out");
  }
}

TEST_CASE("no text of a study is a command or a path", "[cli][long]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", R"(
title = """`touch hacked`"; system('touch hacked'); $(touch hacked) %{x} \\"
set output '../hacked.png' # @hacked
!touch hacked"""
[box]
packing_fraction = 0.1
[[species]]
name = "a.._-+"
count = 100
[[species]]
name = "b"
count = 100
[run]
equilibrate = 1
measure = 5
[series]
key = "title"
values = ["../../hacked", "`touch hacked`", "'; touch hacked; '", "!touch hacked"]
)");
  const Outcome outcome = run_in(scratch.path(),
                                 "mkdir below && cd below && $CLAUSIUS run ../gas.toml --out run "
                                 "&& $CLAUSIUS plot run --format svg");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  std::size_t figures = 0, cases = 0;
  for (const auto& entry : fs::recursive_directory_iterator(scratch.path())) {
    INFO(entry.path());
    const std::string name = entry.path().filename();
    if (entry.path().parent_path().filename() == "cases")
      ++cases;
    else
      CHECK(name.find("hacked") == std::string::npos);
    figures += entry.path().extension() == ".png" ? 1 : 0;
  }
  CHECK(cases == 4);
  CHECK(figures > 5);
  CHECK(holds_only(scratch.path() / "below", "run"));
}

TEST_CASE("without --out the last run of the name goes on", "[cli][long]") {
  const Laboratory lab;
  const std::string command = "$CLAUSIUS run gas.toml --quiet --no-plots";
  REQUIRE(lab.run(command + " --set run.measure=1 --set run.keep_checkpoint=false").code != 2);
  CHECK_FALSE(fs::exists(lab.path() / "runs" / "gas" / "checkpoint"));
  (void)lab.interrupt(command + " --set run.measure=1e5", "runs/gas-2");
  const Outcome refused = lab.run(command + " --resume");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::StartsWith("runs/gas-2/checkpoint: belongs to another study"));
  fs::remove_all(lab.path() / "runs" / "gas-2");
  // None there: starts over, in a new folder.
  CHECK(lab.run(command + " --resume").code == lab.verdict);
  CHECK(fs::exists(lab.path() / "runs" / "gas-2" / "summary.json"));
}
