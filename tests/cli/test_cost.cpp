#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "clausius/study/config.h"
#include "cli/program.h"
#include "sanitized.h"

// Comparison of the cost predicted by `check` with the actual cost.

namespace {

namespace fs = std::filesystem;

/// The number after `name` in the output of check.
double printed(const std::string& text, const std::string& name) {
  const std::size_t at = text.find(name + ' ');
  INFO(text);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + name.size()));
}

/// Processor time of all programs run so far.
double seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Cost {
  double seconds = 0, megabytes = 0;
};

struct Comparison {
  Cost predicted, real;
};

Comparison compare(const fs::path& study) {
  const ScratchFolder scratch;
  const Outcome check = run_in(scratch.path(), "$CLAUSIUS check " + study.string());
  REQUIRE(check.code == 0);
  Comparison cost;
  cost.predicted = {printed(check.out, "time, about"), printed(check.out, "memory, about")};
  const double before = seconds_of_children();
  const Outcome run =
      run_in(scratch.path(), "$CLAUSIUS run " + study.string() + " --out run --json --no-plots");
  INFO(run.err);
  REQUIRE((run.code == 0 || run.code == 3));
  cost.real.seconds = seconds_of_children() - before;
  cost.real.megabytes = nlohmann::json::parse(run.out).at("peak_memory_bytes").get<double>() / 1e6;
  return cost;
}

void check_memory(const Comparison& cost) {
  CHECK(cost.predicted.megabytes < 2 * cost.real.megabytes);
  CHECK(cost.real.megabytes < 2 * cost.predicted.megabytes);
}

/// All kinds of runs: dense, dilute, replicas, large with a trajectory, cooling, driven, by steps,
/// bodies, one alone.
constexpr std::array kStudies{
    R"(box.packing_fraction = 0.2
[[species]]
name = "a"
count = 50000
[run]
equilibrate = 3
measure = 10
replicas = 6
)",
    R"(box.packing_fraction = 0.45
[[species]]
name = "a"
count = 4000
[run]
measure = 500
)",
    R"(box.packing_fraction = 1e-4
[[species]]
name = "a"
count = 4000
)",
    R"(box.packing_fraction = 0.3
[[species]]
name = "a"
count = 200000
[run]
measure = 30
trajectory = 20
)",
    R"(box.packing_fraction = 0.1
[[species]]
name = "a"
count = 2000
[collisions]
restitution = 0.8
[run]
equilibrate = 5
duration = 20000
)",
    R"(box.packing_fraction = 0.1
[[species]]
name = "a"
count = 1000
[collisions]
restitution = 0.8
[[drive]]
kind = "random-kicks"
strength = 0.01
[run]
equilibrate = 5
duration = 500
)",
    R"(box.packing_fraction = 0.05
[[species]]
name = "a"
count = 4000
[run]
mode = "time-step"
)",
    R"(box.packing_fraction = 0.05
box.dimensions = 2
[[species]]
name = "a"
count = 1000
shape = "capsule"
[collisions]
restitution = 0.9
[run]
duration = 500
)",
    R"(box.size = [100, 100, 100]
box.boundary = "wall"
[[species]]
name = "a"
count = 1
[run]
equilibrate = 0
duration = 1e8
)"};

}  // namespace

TEST_CASE("check predicts the memory of a run", "[cli]") {
  if (kAddressSanitizer) return;
  const ScratchFolder scratch;
  for (const char* run : {"trajectory = 0", "trajectory = 100", "collision_log = 20000"}) {
    INFO(run);
    write_file(scratch.path() / "s.toml",
               fmt::format("box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 4000\n"
                           "[run]\nequilibrate = 1\nmeasure = 20\n{}\n",
                           run));
    check_memory(compare(scratch.path() / "s.toml"));
  }
  // Most of it is a checkpoint that is being written.
  write_file(scratch.path() / "s.toml",
             "box.number_density = 0.5\n[[species]]\nname = \"a\"\ncount = 500\n[run]\n"
             "equilibrate = 10\nmeasure = 200\ntransport = true\nreplicas = 4\n");
  check_memory(compare(scratch.path() / "s.toml"));
}

TEST_CASE("check predicts the cost of the flights of a dilute gas", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "s.toml",
             "box.packing_fraction = 1e-20\n[[species]]\nname = \"a\"\ncount = 1000\n");
  const Outcome check = run_in(scratch.path(), "$CLAUSIUS check s.toml");
  CHECK(check.code == 0);
  // 120 mean free paths of 3e11 boxes each for a thousand particles, some tens of nanoseconds a
  // box.
  CHECK(printed(check.out, "time, about") > 1e8);
  CHECK(printed(check.out, "time, about") < 1e13);
}

TEST_CASE(
    "check predicts the time and memory of every built-in study and of others within a "
    "factor of two",
    "[cli][slow]") {
  std::vector<fs::path> studies;
  for (const auto& entry : fs::directory_iterator(project_folder() / "studies"))
    // A sweep is not a single run.
    if (entry.path().extension() == ".toml" && !clausius::load_study(entry.path(), {}).is_sweep())
      studies.push_back(entry.path());
  std::sort(studies.begin(), studies.end());
  const ScratchFolder scratch;
  for (std::size_t k = 0; k < kStudies.size(); ++k) {
    studies.push_back(scratch.path() / fmt::format("other-{}.toml", k));
    write_file(studies.back(), kStudies[k]);
  }
  // As many species as there may be: nearly all of its time goes into their pairs, at the end.
  std::string many = "box.packing_fraction = 0.1\n";
  for (int k = 0; k < 255; ++k)
    many +=
        fmt::format("[[species]]\nname = \"s{}\"\ncount = 4\ndiameter = {}\n", k, 1 + 0.001 * k);
  studies.push_back(scratch.path() / "many-species.toml");
  write_file(studies.back(), many);
  for (const fs::path& study : studies) {
    const Comparison cost = compare(study);
    const std::string line = fmt::format(
        "{:<20} time {:8.3f} s, predicted {:8.3f} s; memory {:6.1f} MB, predicted {:6.1f} MB",
        study.stem().string(), cost.real.seconds, cost.predicted.seconds, cost.real.megabytes,
        cost.predicted.megabytes);
    WARN(line);
    INFO(line);
    constexpr double kStart = 0.05;  // seconds in which a program starts and writes its files
    CHECK(cost.predicted.seconds < 2 * (cost.real.seconds + kStart));
    CHECK(cost.real.seconds < 2 * (cost.predicted.seconds + kStart));
    check_memory(cost);
  }
}
