#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/program.h"
#include "sanitized.h"

namespace {

constexpr const char* kStudy =
    "title = \"A small gas\"\nseed = 3\nbox.packing_fraction = 0.1\n"
    "[[species]]\nname = \"gas\"\ncount = 100\n[run]\nequilibrate = 2\nmeasure = 10\nsamples = "
    "20\n";

const char* const kVolatile[] = {"cpu_seconds", "wall_seconds", "collisions_per_second",
                                 "peak_memory_bytes"};

}  // namespace

TEST_CASE("a run that cannot be judged has not passed", "[cli]") {
  const ScratchFolder scratch;
  // Inelastic collapse: all collisions happen at one instant.
  write_file(scratch.path() / "collapse.toml",
             "box.packing_fraction = 0.05\n[[species]]\nname = \"a\"\ncount = 1000\n"
             "[collisions]\nrestitution = 0.001\ncontact_duration = 0\n[run]\nequilibrate = 1\n");
  const Outcome collapse = run_in(scratch.path(), "$CLAUSIUS run collapse.toml --no-plots");
  CHECK(collapse.code == 3);
  CHECK_THAT(collapse.out, Catch::Contains("NOT JUDGED: no simulated time passed"));

  // A gas of disks that is denser than any fluid: there is no theory for its rate.
  write_file(scratch.path() / "dense.toml",
             "[box]\ndimensions = 2\npacking_fraction = 0.74\n[[species]]\nname = \"a\"\n"
             "count = 100\n[initial]\nplacement = \"lattice\"\n[run]\nequilibrate = 5\n"
             "measure = 20\n[[check]]\nobservable = \"collision_rate\"\n");
  const Outcome dense = run_in(scratch.path(), "$CLAUSIUS run dense.toml --no-plots");
  CHECK(dense.code == 3);
  CHECK_THAT(dense.out, Catch::Contains("not checked: outside the range of its theory: packing "
                                        "fractions below 0.7, where disks begin to freeze"));
  const auto summary =
      nlohmann::json::parse(read_file(scratch.path() / "runs" / "dense" / "summary.json"));
  CHECK(summary["passed"] == false);
  CHECK(summary["observables"]["collision_rate"]["theory"].is_null());
  CHECK(summary["observables"]["collision_rate"]["z"].is_null());
}

TEST_CASE("a run leaves its folder and prints its summary", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS run gas.toml --json --no-plots");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const auto folder = scratch.path() / "runs" / "gas";
  CHECK(outcome.out == read_file(folder / "summary.json"));
  for (const char* file : {"study.toml", "initial.xyz", "final.xyz", "observables.csv",
                           "history.csv", "speed_distribution.csv"})
    CHECK(std::filesystem::exists(folder / file));
  auto summary = nlohmann::json::parse(outcome.out);
  CHECK(summary["title"] == "A small gas");
  CHECK(summary["seed"] == 3);
  CHECK(summary["particles"] == 100);
  CHECK(summary["collisions"].get<double>() == Approx(500).margin(2));

  // A check may name every number that is measured.
  for (const auto& [name, value] : summary["observables"].items()) {
    write_file(scratch.path() / "checked.toml",
               std::string(kStudy) + "[[check]]\nobservable = \"" + name + "\"\n");
    INFO(name);
    CHECK(run_in(scratch.path(), "$CLAUSIUS check checked.toml").code == 0);
  }

  // The next run goes into another folder and gives the same results, from the resolved study too.
  const Outcome again =
      run_in(scratch.path(), "$CLAUSIUS run runs/gas/study.toml --json --no-plots --out again");
  REQUIRE(again.code == 0);
  auto repeated = nlohmann::json::parse(again.out);
  for (const char* key : kVolatile) {
    summary.erase(key);
    repeated.erase(key);
  }
  CHECK(summary == repeated);
  CHECK(read_file(folder / "final.xyz") == read_file(scratch.path() / "again" / "final.xyz"));
  CHECK(read_file(folder / "study.toml") == read_file(scratch.path() / "again" / "study.toml"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots").code == 0);
  CHECK(std::filesystem::exists(scratch.path() / "runs" / "gas-2" / "summary.json"));
}

TEST_CASE("quiet runs print nothing, others a table", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  const Outcome quiet = run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots");
  CHECK(quiet.code == 0);
  CHECK(quiet.out.empty());
  const Outcome table = run_in(scratch.path(), "$CLAUSIUS run gas.toml --no-plots");
  CHECK_THAT(table.out, Catch::Contains("collision_rate"));
  CHECK_THAT(table.out, Catch::Contains("run folder: runs/gas-2\n"));
  CHECK_THAT(table.out, !Catch::Contains("\033"));
}

TEST_CASE("an existing folder is kept unless told otherwise", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  std::filesystem::create_directory(scratch.path() / "mine");
  write_file(scratch.path() / "mine" / "letter.txt", "precious");
  const std::string run = "$CLAUSIUS run gas.toml --quiet --no-plots --out ";
  for (const char* option : {"", " --force", " --resume"}) {
    const Outcome refused = run_in(scratch.path(), run + "mine" + option);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::StartsWith("mine: "));
    CHECK(holds_only(scratch.path() / "mine", "letter.txt"));
  }
  REQUIRE(run_in(scratch.path(), run + "new").code == 0);
  const std::string first = read_file(scratch.path() / "new" / "final.xyz");
  CHECK(run_in(scratch.path(), run + "new --seed 4").code == 2);
  CHECK(read_file(scratch.path() / "new" / "final.xyz") == first);
  CHECK(run_in(scratch.path(), run + "new --seed 4 --force").code == 0);
  CHECK(read_file(scratch.path() / "new" / "final.xyz") != first);
  // A finished run of another study is not replaced, nor is an interrupted one.
  const std::string second = read_file(scratch.path() / "new" / "final.xyz");
  const Outcome other = run_in(scratch.path(), run + "new --seed 3 --resume");
  CHECK(other.code == 2);
  CHECK_THAT(other.err,
             Catch::StartsWith("new/checkpoint: belongs to another study: 'seed = 4' there, "
                               "'seed = 3' here; allowed: "));
  CHECK(read_file(scratch.path() / "new" / "final.xyz") == second);
  const Outcome nowhere = run_in(scratch.path(), run + "gas.toml/below");
  CHECK(nowhere.code == 2);
  CHECK_THAT(nowhere.err, Catch::StartsWith("gas.toml/below: "));
}

TEST_CASE("a check that fails is exit 3", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml",
             std::string(kStudy) +
                 "[[check]]\nobservable = \"temperature\"\nexpected = 2\ntolerance = 0.1\n");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS run gas.toml --json --no-plots");
  CHECK(outcome.code == 3);
  CHECK(nlohmann::json::parse(outcome.out)["passed"] == false);
}

TEST_CASE("an interrupted run leaves what it has and is exit 130", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  for (const char* signal : {"INT", "TERM"}) {
    const std::string folder = std::string("out") + signal;
    // The shell would make background jobs ignore SIGINT; `env` restores the default.
    const Outcome outcome =
        run_in(scratch.path(),
               fmt::format("env --default-signal=INT $CLAUSIUS run gas.toml --quiet --no-plots "
                           "--set run.measure=1e9 --out {0} & pid=$!; i=0; "
                           "until [ -e {0}/initial.xyz ] || [ $i = 500 ]; do sleep 0.02; "
                           "i=$((i+1)); done; sleep 0.3; kill -{1} $pid; wait $pid",
                           folder, signal));
    INFO(outcome.err);
    CHECK(outcome.code == 130);
    CHECK(std::filesystem::exists(scratch.path() / folder / "summary.json"));
  }
}

TEST_CASE("plot draws a finished run again", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots --out run").code == 0);
  const Outcome text = run_in(scratch.path(), "$CLAUSIUS plot run --format dumb");
  INFO(text.err);
  CHECK(text.code == 0);
  CHECK(text.out.size() > 1000);
  const Outcome none = run_in(scratch.path(), "$CLAUSIUS plot gas.toml");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Catch::StartsWith("gas.toml: "));
}

namespace {

/// The number of pictures of an animated GIF, each of which has a graphic control block before it.
int pictures_in(const std::filesystem::path& file) {
  const std::string gif = read_file(file);
  CHECK(gif.substr(0, 6) == "GIF89a");
  const std::string control("\x21\xf9\x04", 3);
  int pictures = 0;
  for (std::size_t at = gif.find(control); at != std::string::npos; at = gif.find(control, at + 1))
    ++pictures;
  return pictures;
}

}  // namespace

TEST_CASE("gases with moving walls, of capsules and of clumps have animations", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "bodies.toml", R"(
box.packing_fraction = 0.1
[[species]]
name = "capsules"
count = 20
shape = "capsule"
diameter = 1
shaft = 2
[[species]]
name = "clumps"
count = 20
shape = "clump"
spheres = [[0.0, 0.0, 0.0, 0.5], [0.8, 0.0, 0.0, 0.5], [0.0, 0.8, 0.0, 0.5]]
[run]
equilibrate = 1
measure = 3
)");
  for (const auto& [study, changes, panels] :
       {std::tuple("piston", "--set species.0.count=100 --set run.duration=40 --set run.samples=20",
                   "mean free path temperature"),
        {"vibrated_bed",
         "--set species.0.count=50 --set run.duration=20 --set run.equilibrate=0 --set "
         "run.samples=20",
         "mean free path temperature"},
        {"bodies.toml", "", "pressure mean free path"}}) {
    INFO(study);
    const std::string out = std::string(study) + "_run";
    const Outcome run = run_in(scratch.path(), "$CLAUSIUS run " + std::string(study) +
                                                   " --quiet --no-plots --out " + out +
                                                   " --set run.trajectory=3 " + changes);
    REQUIRE((run.code == 0 || run.code == 3));
    const Outcome drawn = run_in(scratch.path(), "$CLAUSIUS plot " + out + " --format gif");
    CHECK(drawn.err.empty());
    CHECK(drawn.code == 0);
    const std::filesystem::path figures = scratch.path() / out / "figures";
    REQUIRE(std::filesystem::exists(figures / "animation.gif"));
    CHECK(pictures_in(figures / "animation.gif") >= 3);
    // What its panels show is told by its script.
    const Outcome shown =
        run_in(figures,
               "{ cat animation.gp; echo 'set print \"-\"; do for [k=1:shown_count] { print "
               "shown_name[k] }'; } >shown.gp; gnuplot --default-settings -e 'image = "
               "\"/dev/null\"' shown.gp 2>/dev/null | tr '\\n' ' '");
    CHECK(shown.out == std::string(panels) + ' ');
  }
}

TEST_CASE("the figure of a fit over any key is drawn", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "fit.toml", std::string(kStudy) + R"(
[series]
key = "box.packing_fraction"
values = [0.05, 0.1, 0.2]
[[series.fit]]
observable = "mean_free_path"
)");
  const Outcome run = run_in(scratch.path(), "$CLAUSIUS run fit.toml --quiet --no-plots --out run");
  INFO(run.err);
  REQUIRE((run.code == 0 || run.code == 3));
  const Outcome drawn = run_in(scratch.path(), "$CLAUSIUS plot run --only series_fit --format svg");
  INFO(drawn.err);
  CHECK(drawn.code == 0);
  CHECK_THAT(read_file(scratch.path() / "run/figures/series_fit.svg"),
             Catch::Contains("mean free path") && !Catch::Contains("fraction</text>"));
}

TEST_CASE("a run with a trajectory has an animation with a picture for each frame", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots --out still").code ==
          0);
  const Outcome none = run_in(scratch.path(), "$CLAUSIUS plot still --format gif");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Catch::Contains("no frames to animate; allowed: "));
  REQUIRE(run_in(scratch.path(),
                 "$CLAUSIUS run gas.toml --quiet --no-plots --out run --set run.trajectory=5")
              .code == 0);
  const Outcome drawn = run_in(scratch.path(), "$CLAUSIUS plot run --format gif");
  INFO(drawn.err);
  CHECK(drawn.code == 0);
  CHECK(drawn.out == "run/figures/animation.gif\n");
  // The start, and the frames.
  CHECK(pictures_in(scratch.path() / "run" / "figures" / "animation.gif") == 6);
  // A film of it needs ffmpeg, which may not be installed.
  const Outcome film = run_in(scratch.path(), "$CLAUSIUS plot run --format mp4");
  const bool has_ffmpeg = run_in(scratch.path(), "command -v ffmpeg").code == 0;
  INFO(film.out + film.err);
  CHECK(film.code == (has_ffmpeg ? 0 : 1));
  if (has_ffmpeg)
    CHECK(read_file(scratch.path() / "run" / "figures" / "animation.mp4").substr(4, 4) == "ftyp");
  else
    CHECK_THAT(film.err,
               Catch::Contains("animation was not drawn: an mp4 is made by ffmpeg, which is not "
                               "installed; allowed: --format gif"));
  // Requested colours.
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS plot run --colour speed").code == 0);
  CHECK_THAT(read_file(scratch.path() / "run" / "figures" / "snapshot.gp"),
             Catch::Contains("particle_colours = \"speed\""));
}

TEST_CASE("a run can be watched on a terminal, and only there", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kStudy);
  const Outcome piped = run_in(scratch.path(), "$CLAUSIUS run gas.toml --live --no-plots --out a");
  CHECK(piped.code == 0);
  CHECK(piped.err.empty());
  const Outcome shown =
      run_in(scratch.path(),
             "TERM=xterm script -qec \"$CLAUSIUS run gas.toml --live --no-plots --out b\" log");
  INFO(shown.out);
  CHECK(shown.code == 0);
  CHECK_THAT(shown.out, Catch::Contains("temperature") && Catch::Contains("•"));
  CHECK(read_file(scratch.path() / "a" / "final.xyz") ==
        read_file(scratch.path() / "b" / "final.xyz"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS run gas.toml --live --quiet").code == 2);

  // A quick run is slowed down, and shown all the time.
  const auto begin = std::chrono::steady_clock::now();
  const Outcome slow = run_in(
      scratch.path(),
      "TERM=xterm script -qec \"$CLAUSIUS run gas.toml --live-for 2s --no-plots --out c\" log");
  CHECK(slow.code == 0);
  CHECK(std::chrono::steady_clock::now() - begin > std::chrono::seconds(2));
  std::size_t views = 0;
  for (std::size_t at = slow.out.find("Maxwell"); at != std::string::npos;
       at = slow.out.find("Maxwell", at + 1))
    ++views;
  CHECK(views > 15);
  CHECK(read_file(scratch.path() / "a" / "final.xyz") ==
        read_file(scratch.path() / "c" / "final.xyz"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS run gas.toml --live-for never").code == 2);
}

TEST_CASE("a series runs every case into a folder of its own", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml",
             std::string(kStudy) +
                 "[[check]]\nobservable = \"cooling_rate_reduced\"\ntolerance = 0.1\n"
                 "[series]\nkey = \"collisions.restitution\"\nvalues = [1.0, 0.8]\n");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  const auto cooling_rate = [&](const std::string& value) {
    const auto summary = nlohmann::json::parse(read_file(
        scratch.path() / "runs/gas/cases" / ("collisions.restitution=" + value) / "summary.json"));
    return summary["observables"]["cooling_rate_reduced"]["value"].get<double>();
  };
  CHECK(cooling_rate("1.0") == Approx(0).margin(1e-12));
  CHECK(cooling_rate("0.8") > 0.05);
}

TEST_CASE("a run ends in the same state whichever functions the C library chooses", "[cli][long]") {
  const char* const commands[] = {
      kAddressSanitizer ? "vibrated_bed.toml --set run.equilibrate=0 --set run.duration=8"
                        : "vibrated_bed.toml --set run.equilibrate=0 --set run.duration=40",
      kAddressSanitizer ? "heat_flow.toml --set run.equilibrate=0 --set run.measure=40"
                        : "heat_flow.toml --set run.equilibrate=0 --set run.measure=200",
      "capsule_gas.toml --set run.equilibrate=0 --set run.measure=5 --set species.0.count=200",
      "viscoelastic.toml --set run.measure=10 --set species.0.count=1000",
  };
  for (const char* command : commands) {
    const ScratchFolder scratch;
    const std::string run =
        fmt::format("$CLAUSIUS run {}/studies/{} --set run.samples=10 --quiet --no-plots --out ",
                    project_folder().string(), command);
    INFO(command);
    // Checks are not required to pass, because the runs are short.
    const Outcome newest = run_in(scratch.path(), run + "newest");
    const Outcome oldest =
        run_in(scratch.path(),
               "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX512F " + run + "oldest");
    INFO(newest.err << oldest.err);
    const std::string last = read_file(scratch.path() / "newest" / "final.xyz");
    CHECK(last.size() > 1000);
    CHECK(read_file(scratch.path() / "oldest" / "final.xyz") == last);
  }
}

namespace {

/// Times of the frames of a trajectory.
std::vector<double> times_of_frames(const std::filesystem::path& file) {
  std::vector<double> times;
  std::istringstream lines(read_file(file));
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t at = line.find(" Time="); at != std::string::npos)
      times.push_back(std::stod(line.substr(at + 6)));
  return times;
}

/// Times and collisions per particle at the beginning of the measured part and of its samples. What
/// is left at its end after the last whole interval is no sample of its own.
struct MeasuredSamples {
  std::vector<double> times, collisions;
  double end = 0;

  MeasuredSamples(const std::filesystem::path& history, double begin, double begin_collisions)
      : times{begin}, collisions{begin_collisions} {
    std::istringstream lines(read_file(history));
    std::string line;
    std::getline(lines, line);
    REQUIRE(line.rfind("time,collisions_per_particle,measured,", 0) == 0);
    while (std::getline(lines, line)) {
      double time = 0, count = 0, measured = 0;
      char comma = 0;
      std::istringstream(line) >> time >> comma >> count >> comma >> measured;
      CHECK((time > begin) == (measured == 1));
      if (measured == 0) continue;
      times.push_back(time);
      collisions.push_back(count);
    }
    end = times.back();
    const std::size_t last = times.size() - 1;
    if (last > 1 && times[last] - times[last - 1] < 0.5 * (times[last - 1] - times[last - 2])) {
      times.pop_back();
      collisions.pop_back();
    }
  }
};

bool is_about(std::size_t number, int wanted) {
  return std::abs(static_cast<double>(number) - wanted) <= 0.02 * wanted;
}

/// Checks that the intervals of `values` differ from their mean by at most the fraction `most`.
void check_even(const std::vector<double>& values, double most) {
  const double mean = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
  double largest = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    largest = std::max(largest, std::abs((values[i] - values[i - 1]) / mean - 1));
  CHECK(largest <= most);
}

}  // namespace

TEST_CASE("Runs with replicas and series have as many frames and samples as asked, evenly",
          "[cli][long]") {
  const ScratchFolder scratch;
  constexpr int kEquilibrated = 5;
  struct Case {
    int count, frames, samples, measure;
  };
  for (const Case& one : {Case{30, 2, 2, 100}, Case{30, 10, 10, 100}, Case{30, 200, 200, 100},
                          Case{30, 5000, 5000, 100}, Case{4000, 2, 2, 30}, Case{4000, 20, 50, 30},
                          Case{4000, 5, 5000, 30}})
    for (const bool is_time : {false, true}) {
      const std::string length =
          is_time ? "duration = 30.0" : fmt::format("measure = {}", one.measure);
      write_file(scratch.path() / "gas.toml",
                 fmt::format("box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = {}\n"
                             "[run]\nequilibrate = {}\n{}\ntrajectory = {}\nsamples = {}\n"
                             "replicas = 2\n[series]\nkey = \"collisions.restitution\"\n"
                             "values = [0.9]\n",
                             one.count, kEquilibrated, length, one.frames, one.samples));
      const Outcome run = run_in(scratch.path(), "$CLAUSIUS run gas.toml --no-plots --out out");
      REQUIRE(run.code == 0);
      for (const char* folder : {"out", "out/cases/collisions.restitution=0.9"}) {
        INFO(one.count << " particles, " << length << ", " << one.frames << " frames, "
                       << one.samples << " samples, " << folder);
        const bool is_cooling = folder != std::string("out");
        const std::vector<double> frames =
            times_of_frames(scratch.path() / folder / "trajectory.xyz");
        REQUIRE(is_about(frames.size(), one.frames));
        const MeasuredSamples samples(scratch.path() / folder / "history.csv", frames.front(),
                                      kEquilibrated);
        CHECK(samples.end == frames.back());
        CHECK(is_about(samples.times.size() - 1, one.samples));
        if (is_time) {
          CHECK(frames.back() - frames.front() == Approx(30));
          check_even(frames, 1e-6);
          check_even(samples.times, 1e-6);
        } else if (one.count > 1000) {  // a small gas is uneven by chance
          constexpr double kUneven = 0.1;
          if (!is_cooling) check_even(frames, kUneven);
          constexpr int kMany = 50;
          if (!is_cooling && one.samples <= kMany) check_even(samples.times, kUneven);
          if (is_cooling && one.samples <= kMany) check_even(samples.collisions, kUneven);
        }
      }
      std::filesystem::remove_all(scratch.path() / "out");
    }
}
