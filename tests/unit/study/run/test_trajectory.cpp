#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "core/system/files.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"
#include "unit/report/scratch_folder.h"

using namespace clausius;

namespace {

using RunStates = std::vector<std::string>;

const std::string kManySpheres =
    "box.packing_fraction = 0.2\n[[species]]\nname = \"gas\"\ncount = 100\n";

/// So many frames that they go to a file, of runs with every rule for their times: equal times,
/// chosen at once and from many looks, numbers of collisions, momentary rates, a duration, steps.
const std::vector<std::pair<const char*, std::string>> kTrajectories{
    {"equal times", kManySpheres + "[run]\nmeasure = 420\nsamples = 20\ntrajectory = 2100\n"},
    {"equal times of many looks",
     kManySpheres + "[run]\nmeasure = 3400\nsamples = 20\ntrajectory = 2100\n"},
    {"numbers of collisions", kManySpheres +
                                  "[collisions]\nrestitution = 0.999\n[run]\nmeasure = 420\n"
                                  "samples = 20\ntrajectory = 2100\n"},
    {"momentary rates", kManySpheres + "[collisions]\nrestitution = 0.99\n[run]\nmeasure = 80\n"
                                       "samples = 20\ntrajectory = 2100\n"},
    {"a duration", kManySpheres + "[run]\nduration = 40\nsamples = 20\ntrajectory = 2100\n"},
    {"steps", kManySpheres + "[run]\nmode = \"time-step\"\nmeasure = 100\nsamples = 20\n"
                             "trajectory = 2100\n"},
    {"bodies",
     "box.dimensions = 2\nbox.packing_fraction = 0.2\n[[species]]\nname = \"rod\"\ncount = 30\n"
     "shape = \"capsule\"\n[run]\nmeasure = 100\nsamples = 20\ntrajectory = 7000\n"}};

/// The files of a run of `study`, from the state `from` on, in `folder`; its states at a few
/// checkpoints are added to `states`.
StudyResult written(const StudyConfig& study, const Snapshot& start,
                    const std::filesystem::path& folder, const RunStates& from,
                    std::vector<RunStates>& states) {
  std::atomic<int> requests = 0;
  int pauses = 0, next = 300;
  RunHooks hooks;
  hooks.file = [&](std::size_t, const std::string& name) { return folder / name; };
  hooks.resume = from;
  hooks.checkpoint_requests = &requests;
  hooks.progress = [&](const Progress&) {
    if (++pauses < next) return;
    next *= 3;
    ++requests;
  };
  hooks.checkpoint = [&](const RunStates& now) { states.push_back(now); };
  return run_study(study, start, hooks);
}

void check_files(const StudyResult& expected, const std::filesystem::path& folder) {
  std::ostringstream frames, members;
  for (const Snapshot& frame : expected.trajectory) {
    write_xyz(frames, frame);
    if (!expected.config.spheres_only()) write_members_xyz(members, frame, expected.config);
  }
  CHECK((read_regular_file(folder / "trajectory.xyz") == frames.str()));
  if (!expected.config.spheres_only())
    CHECK((read_regular_file(folder / "members.xyz") == members.str()));
}

}  // namespace

TEST_CASE("many frames go to a file as they would be kept in memory") {
  for (const auto& [name, text] : kTrajectories) {
    INFO(name);
    const ScratchFolder folder;
    const StudyConfig study = parse_study(text, "test.toml", {});
    const Snapshot start = make_initial_state(study);
    const StudyResult expected = run_study(study, start, {});
    std::vector<RunStates> states;
    const StudyResult result = written(study, start, folder.path(), {}, states);
    check_files(expected, folder.path());
    CHECK(result.files.front() == (study.spheres_only() ? "trajectory.xyz" : "members.xyz"));
    // Some of them for pictures, evenly from the first on.
    REQUIRE(result.trajectory.size() > 100);
    CHECK(result.trajectory.size() * result.final.species.size() <= 100000);
    const std::size_t every =
        (expected.trajectory.size() + result.trajectory.size() - 1) / result.trajectory.size();
    for (std::size_t k = 0; k < result.trajectory.size(); ++k)
      CHECK(result.trajectory[k].time == expected.trajectory[k * every].time);
    REQUIRE_FALSE(states.empty());
    // A state does not grow with the frames.
    if (study.spheres_only()) CHECK(states.back().front().size() < 20000000);
    std::vector<RunStates> ignored;
    for (const std::size_t at : {std::size_t{0}, states.size() / 2, states.size() - 1}) {
      (void)written(study, start, folder.path(), states[at], ignored);
      check_files(expected, folder.path());
    }
  }
}

TEST_CASE("a run that becomes longer writes its frames on") {
  // The first is kept in memory, the others are in files.
  const auto of_length = [](int parts) {
    return parse_study(kManySpheres + "[run]\nequilibrate = 0\nkeep_checkpoint = true\nmeasure = " +
                           std::to_string(200 * parts) +
                           "\nsamples = " + std::to_string(20 * parts) +
                           "\ntrajectory = " + std::to_string(750 * parts + 1) + "\n",
                       "test.toml", {});
  };
  const ScratchFolder folder;
  const Snapshot start = make_initial_state(of_length(1));
  std::vector<RunStates> states{{}};
  for (const int parts : {1, 2, 4}) {
    const StudyConfig study = of_length(parts);
    const RunStates before = states.back();
    (void)written(study, start, folder.path(), before, states);
    if (parts > 1) check_files(run_study(study, start, {}), folder.path());
  }
}
