#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "clausius/report/run_folder.h"
#include "clausius/study/runner.h"
#include "sanitized.h"
#include "study/file/catalogue.h"
#include "study/run/checkpoint.h"
#include "study/start/initial.h"
#include "unit/report/scratch_folder.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// The record of the commands that made a run, with their times.
constexpr const char* kProvenance = "ro-crate-metadata.json";
// Values that may differ between two equal runs, and the line of the manifest about that record.
constexpr const char* kVolatile[] = {"\"cpu_seconds\"", "\"wall_seconds\"",
                                     "\"collisions_per_second\"", "\"peak_memory_bytes\"",
                                     kProvenance};

std::string without_volatile(std::istream& text) {
  std::string kept, line;
  while (std::getline(text, line))
    if (std::none_of(std::begin(kVolatile), std::end(kVolatile),
                     [&](const char* key) { return line.find(key) != std::string::npos; }))
      kept += line + '\n';
  return kept;
}

// All files of a result, by name.
std::map<std::string, std::string> files_of(const StudyResult& result) {
  const ScratchFolder scratch;
  const RunFolder folder = RunFolder::create(scratch.path() / "run", false);
  write_results(folder, result);
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file() && entry.path().filename() != kProvenance) {
      std::ifstream stream(entry.path(), std::ios::binary);
      files[entry.path().lexically_relative(folder.path())] = without_volatile(stream);
    }
  return files;
}

using States = std::vector<std::string>;

// Runs the study and keeps two of its checkpoints: the one before which the fraction `part` of all
// were made, and the last. All of them would not fit the memory.
StudyResult run_with_checkpoints(const StudyConfig& config, const Snapshot& start, double part,
                                 std::vector<States>& kept) {
  States last;
  std::vector<States> some;
  std::size_t count = 0;
  std::atomic<int> requests = 1;
  RunHooks hooks;
  hooks.checkpoint_requests = &requests;
  hooks.checkpoint = [&](const States& states) {
    ++requests;  // between any two stretches
    constexpr std::size_t kKeptOf = 16;
    if (count++ % kKeptOf == 3) some.push_back(states);
    last = states;
  };
  StudyResult result = run_study(config, start, hooks);
  const auto at = static_cast<std::size_t>(part * static_cast<double>(some.size()));
  if (!some.empty()) kept.push_back(some[at]);
  if (count > 0) kept.push_back(last);
  return result;
}

void check_resumed(const std::string& text, const std::vector<Override>& overrides,
                   double part = 0.3) {
  const StudyConfig config = parse_study(text, "test.toml", overrides);
  const Snapshot start = make_initial_state(config);
  std::vector<States> kept;
  const auto uninterrupted = files_of(run_with_checkpoints(config, start, part, kept));
  REQUIRE_FALSE(kept.empty());
  for (const States& states : kept) {
    RunHooks hooks;
    hooks.resume = states;
    const auto resumed = files_of(run_study(config, start, hooks));
    REQUIRE(resumed.size() == uninterrupted.size());
    for (const auto& [name, content] : uninterrupted) {
      INFO(name << " after " << states.size() << " runs");
      CHECK((resumed.at(name) == content));
    }
  }
}

// Short enough for a test, with everything switched on that a run can keep.
const std::vector<Override> kShort{{"run.equilibrate", kAddressSanitizer ? "0.5" : "2"},
                                   {"run.measure", kAddressSanitizer ? "1" : "5"},
                                   {"run.samples", "20"},
                                   {"run.trajectory", "3"},
                                   {"run.trajectory_images", "true"},
                                   {"run.audit_every", "4999"},
                                   {"run.collision_log", "50"}};

const char* const kCheckpointGas = R"(
[box]
packing_fraction = 0.1
[[species]]
name = "gas"
count = 300
[[species]]
name = "large"
count = 30
diameter = 3.0
mass = 5.0
)";

}  // namespace

// In quarters, none of which takes long with sanitizers.
TEMPLATE_TEST_CASE_SIG(
    "every built-in study goes on from a checkpoint as if it had not been stopped", "",
    ((std::size_t quarter), quarter), 0, 1, 2, 3) {
  std::size_t number = 0;
  for (const BuiltInStudy& study : built_in_studies()) {
    const std::size_t which = number++;
    // A third of them will do for the sanitizers.
    if (which % 4 != quarter || (kAddressSanitizer && which % 12 >= 4)) continue;
    INFO(study.name);
    const StudyConfig config = parse_study(study.text, study.name + ".toml", {});
    // One with particles that are listed is short as it is.
    if (config.placement == Placement::listed) {
      check_resumed(study.text, {});
      continue;
    }
    std::vector<Override> overrides = kShort;
    if (config.duration)  // of particles that may never meet
      overrides.push_back(
          {"run.duration", fmt::format("{}", *config.duration / (kAddressSanitizer ? 250 : 50))});
    if (config.equilibrate == 0) overrides.push_back({"run.equilibrate", "0"});
    if (config.si_units)
      for (const Override& count : fewer_particles(config, 1000)) overrides.push_back(count);
    check_resumed(study.text, overrides);
  }
}

TEST_CASE("so does every kind of engine and boundary") {
  const std::vector<std::vector<Override>> kinds{
      {},
      {{"run.scheduler", "heap"}},
      {{"box.dimensions", "2"}},
      {{"box.boundary", "wall"}, {"collisions.wall_restitution", "0.9"}},
      {{"collisions.restitution", "0.7"}, {"collisions.contact_duration", "1e-3"}},
      {{"run.duration", "5.0"}, {"run.equilibrate", "0"}},
      {{"run.mode", "time-step"}, {"run.compare", "event-driven"}},
      {{"run.mode", "time-step"}, {"box.dimensions", "2"}, {"box.boundary", "wall"}},
      {{"run.mode", "time-step"}, {"run.duration", "5.0"}, {"collisions.restitution", "0.7"}},
      {{"species.0.shape", "capsule"}},
      {{"species.0.shape", "capsule"}, {"box.dimensions", "2"}, {"box.boundary", "wall"}},
      {{"run.replicas", "3"}, {"run.until", "\"pressure_virial within 1 %\""}},
      {{"species.0.count", "20"}, {"species.1.count", "1"}, {"box.packing_fraction", "0.05"}}};
  for (const auto& kind : kinds) {
    std::vector<Override> overrides = kShort;
    overrides.push_back({"run.measure", "40"});  // long enough for velocities to decorrelate twice
    std::string name;
    for (const Override& one : kind) {
      overrides.push_back(one);
      name += one.option + ' ';
    }
    INFO(name);
    check_resumed(kCheckpointGas, overrides);
  }
}

TEST_CASE("so does a gas whose pairs have diameters of their own") {
  std::vector<Override> overrides = kShort;
  overrides.push_back({"run.measure", "40"});
  for (const double diameter : {1.2, 2.9}) {
    INFO(diameter);
    const std::string pair = fmt::format(
        "[[collisions.pair]]\nspecies = [\"gas\", \"large\"]\ndiameter = {}\n", diameter);
    check_resumed(kCheckpointGas + pair, overrides);
  }
}

TEST_CASE("so does a series that is interrupted while the particles of a case are placed") {
  // So dense that they are inserted smaller and grow.
  const std::string spheres =
      "[box]\npacking_fraction = 0.5\n[[species]]\nname = \"ball\"\ncount = 1000\n";
  const std::string capsules =
      "[box]\npacking_fraction = 0.35\n[[species]]\nname = \"rod\"\ncount = 40\n"
      "shape = \"capsule\"\nshaft = 1.0\n";
  for (const std::string& gas : {spheres, capsules})
    for (const char* const replicas : {"1", "2"}) {
      INFO(gas << replicas << " replicas");
      std::vector<Override> overrides = kShort;
      overrides.push_back({"run.replicas", replicas});
      const std::string series = "[series]\nkey = \"collisions.restitution\"\nvalues = [1, 0.9]\n";
      const StudyConfig config = parse_study(gas + series, "test.toml", overrides);
      const Snapshot start = make_initial_state(config);
      const auto uninterrupted = files_of(run_study(config, start, {}));

      std::atomic<bool> interrupt = false;
      States kept;
      RunHooks hooks;
      hooks.interrupt = &interrupt;
      hooks.checkpoint = [&](const States& states) { kept = states; };
      hooks.progress = [&](const Progress& progress) {
        interrupt = interrupt || progress.phase == "case 2/2: placing";
      };
      const StudyResult part = run_study(config, start, hooks);
      CHECK(part.interrupted);
      CHECK(part.failure.empty());
      CHECK(part.series.size() == 1);
      // The study itself and the first case are done, and must not be run again.
      const auto done = std::count_if(kept.begin(), kept.end(),
                                      [](const std::string& run) { return !run.empty(); });
      CHECK(done == 2 * std::stoi(replicas));
      RunHooks resumed;
      resumed.resume = kept;
      CHECK((files_of(run_study(config, start, resumed)) == uninterrupted));
    }
}

TEST_CASE("so does a series whose cases differ in the number of their runs") {
  const std::vector<std::pair<std::string, std::string>> keys{
      {"run.replicas", "[3, 1]"}, {"run.compare", "[\"none\", \"event-driven\"]"}};
  for (const auto& [key, values] : keys) {
    INFO(key);
    const std::string series = fmt::format("[series]\nkey = \"{}\"\nvalues = {}\n", key, values);
    for (const double part : {0.3, 0.9}) {
      std::vector<Override> overrides = kShort;
      overrides.push_back({"run.mode", "time-step"});
      overrides.push_back({"run.replicas", "2"});
      check_resumed(kCheckpointGas + series, overrides, part);
    }
  }
}

TEST_CASE("so does a run that ends by its error, at the same end") {
  for (const char* replicas : {"1", "3"}) {
    const std::vector<Override> overrides{{"run.equilibrate", "0"},
                                          {"run.measure", "1000"},
                                          {"run.samples", "1000"},
                                          {"run.until", "\"pressure_virial within 0.2 %\""},
                                          {"run.replicas", replicas}};
    const StudyConfig config = parse_study(kCheckpointGas, "test.toml", overrides);
    const StudyResult result = run_study(config, {});
    CHECK(result.warnings.empty());
    // After several looks at the error, and long before the limit of 165 000.
    CHECK(result.measurement.collisions > 10000 * std::stoi(replicas));
    CHECK(result.measurement.collisions < 100000 * std::stoi(replicas));
    check_resumed(kCheckpointGas, overrides, 0.7);  // between two looks
  }
}

TEST_CASE("so does every kind of drive") {
  const std::string all = std::string(kCheckpointGas) +
                          "[[drive]]\nkind = \"random-kicks\"\nstrength = 0.1\n[[drive]]\nkind = "
                          "\"andersen\"\ntemperature = 1.5\nrate = 0.3\n[[drive]]\nkind = "
                          "\"rescale\"\ntemperature = 2.0\ninterval = 0.7\n[[drive]]\nkind = "
                          "\"reversal\"\ntime = 3.0\n";
  const std::vector<std::vector<Override>> kinds{
      {},
      {{"collisions.restitution", "0.7"}, {"box.dimensions", "2"}, {"box.boundary", "wall"}},
      {{"run.mode", "time-step"}},
      {{"species.0.shape", "capsule"}, {"collisions.restitution", "0.9"}},
      {{"run.replicas", "2"}}};
  for (const auto& kind : kinds) {
    std::vector<Override> overrides = kShort;
    overrides.insert(overrides.end(), kind.begin(), kind.end());
    INFO(kind.size());
    check_resumed(all, overrides);
  }
}

TEST_CASE("so do walls that are more than hard, of rough spheres and by steps too") {
  const std::string all =
      std::string(kCheckpointGas) +
      "[[wall]]\nface = \"x-low\"\ntemperature = 2.0\naccommodation = 0.7\nvelocity = [0, 0.3, "
      "0]\n[[wall]]\nface = \"x-high\"\nrestitution = 0.8\nvelocity = [0.01, 0.1, 0]\nend = "
      "4.0\n[[obstacle]]\nkind = \"ball\"\ncentre = [3, 3, 3]\nradius = 0.8\n";
  for (const char* mode : {"event-driven", "time-step"}) {
    std::vector<Override> overrides = kShort;
    const std::vector<Override> own{{"run.mode", mode},
                                    {"box.boundary", "wall"},
                                    {"box.gravity", "[0.0, 0.0, -0.1]"},
                                    {"collisions.wall_tangential_restitution", "0.5"}};
    overrides.insert(overrides.end(), own.begin(), own.end());
    check_resumed(all, overrides);
  }
}

TEST_CASE("replicas find the same on one core as on several") {
  std::vector<Override> overrides = kShort;
  overrides.push_back({"run.replicas", "4"});
  const StudyConfig config = parse_study(kCheckpointGas, "test.toml", overrides);
  const auto side_by_side = files_of(run_study(config, {}));
  const tbb::global_control one_core(tbb::global_control::max_allowed_parallelism, 1);
  CHECK((files_of(run_study(config, {})) == side_by_side));
  CHECK(side_by_side.contains("replicas.csv"));
}

TEST_CASE("replicas call no two hooks at once") {
  std::vector<Override> overrides = kShort;
  overrides.push_back({"run.replicas", "4"});
  overrides.push_back({"run.checkpoint_every", "1e-9"});
  std::atomic<int> inside = 0, together = 0, calls = 0;
  const auto hook = [&](const auto& /*what it is given*/) {
    if (inside++ > 0) ++together;
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --inside;
  };
  RunHooks hooks;
  hooks.progress = hook;
  hooks.checkpoint = hook;
  run_study(parse_study(kCheckpointGas, "test.toml", overrides), hooks);
  CHECK(calls > 20);
  CHECK(together == 0);
}

TEST_CASE("at most a tenth of the time goes into checkpoints") {
  using Clock = std::chrono::steady_clock;
  const StudyConfig config = parse_study(
      kCheckpointGas, "test.toml", {{"run.measure", "1e9"}, {"run.checkpoint_every", "1e-9"}});
  std::atomic<bool> interrupt = false;
  std::vector<std::pair<Clock::time_point, Clock::time_point>> made;
  RunHooks hooks;
  hooks.interrupt = &interrupt;
  hooks.checkpoint = [&](const States& /*states*/) {
    const auto begin = Clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    made.emplace_back(begin, Clock::now());
    interrupt = made.size() == 4;
  };
  CHECK(run_study(config, hooks).interrupted);
  REQUIRE(made.size() == 5);  // the last one where the run is stopped
  for (std::size_t k = 0; k + 2 < made.size(); ++k)
    CHECK(made[k + 1].first - made[k].second >= 9 * (made[k].second - made[k].first));
}

TEST_CASE("an interrupt makes a checkpoint; another start, or less than the whole, is refused") {
  const StudyConfig config = parse_study(kCheckpointGas, "test.toml", kShort);
  std::atomic<bool> interrupt = true;
  States states;
  RunHooks hooks;
  hooks.interrupt = &interrupt;
  hooks.checkpoint = [&](const States& now) { states = now; };
  Snapshot start = make_initial_state(config);
  CHECK(run_study(config, start, hooks).interrupted);
  REQUIRE(states.size() == 1);

  RunHooks resumed;
  for (const std::size_t length : {std::size_t{1}, states[0].size() / 2, states[0].size() - 1}) {
    resumed.resume = {states[0].substr(0, length)};
    CHECK_THROWS_AS(run_study(config, start, resumed), ArchiveError);
  }
  resumed.resume = {states[0] + 'x'};
  CHECK_THROWS_AS(run_study(config, start, resumed), ArchiveError);
  resumed.resume = states;
  start.velocity[7][1] += 1e-9;
  CHECK_THROWS_WITH(run_study(config, start, resumed), Catch::Contains("another start"));
}

namespace {

/// Resumes a run of the study from `count` of its states in which one, two or three bytes were
/// changed, with a valid checksum; each continues or is refused.
void resume_altered(const std::string& text, int count, std::uint64_t seed) {
  StudyConfig config = parse_study(text, "test.toml", {});
  const Snapshot start = make_initial_state(config);
  config.audit_every = 20;
  std::atomic<bool> interrupt = false;
  States states;
  RunHooks hooks;
  hooks.interrupt = &interrupt;
  hooks.checkpoint = [&](const States& now) { states = now; };
  hooks.progress = [&](const Progress& progress) { interrupt = progress.fraction > 0.2; };
  run_study(config, start, hooks);
  REQUIRE(states.size() == 1);
  std::mt19937_64 random(seed);
  int refused = 0;
  for (int k = 0; k < count; ++k) {
    RunHooks resumed;
    resumed.resume = states;
    for (int change = 0; change <= k % 3; ++change) {
      const std::size_t place = random() % states[0].size();
      resumed.resume[0][place] = static_cast<char>(random());
    }
    // What says that next to nothing is done goes on for long.
    resumed.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    try {
      run_study(config, start, resumed);
    } catch (const std::exception&) {
      ++refused;
    }
  }
  WARN(refused << " of " << count << " states of " << states[0].size() << " bytes were refused");
}

constexpr const char* kFewBox =
    "box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 30\n";
const std::vector<std::string> kAltered{
    std::string(kFewBox) +
        "[run]\ntransport = true\nstructure = true\ntrajectory = 2\ntrajectory_images = true\n"
        "equilibrate = 1\nmeasure = 20\nsamples = 10\n",
    std::string("box.boundary = \"wall\"\nbox.packing_fraction = 0.002\n") +
        (kFewBox + std::string_view("box.packing_fraction = 0.1\n").size()) +
        "[run]\nequilibrate = 1\nmeasure = 20\nsamples = 10\n",
    std::string(kFewBox) +
        "shape = \"capsule\"\n[run]\nequilibrate = 1\nmeasure = 20\nsamples = 10\n",
    std::string(kFewBox) +
        "[run]\nmode = \"time-step\"\nequilibrate = 1\nmeasure = 5\nsamples = 10\n",
    std::string("box.boundary = \"wall\"\n") + kFewBox +
        "[[wall]]\nface = \"x-low\"\ntemperature = 2\n[[label]]\nname = \"l\"\n[[label]]\n"
        "name = \"m\"\ncount = 3\n[[relabel]]\nfrom = \"m\"\nto = \"l\"\nrate = 0.1\n"
        "[[drive]]\nkind = \"andersen\"\ntemperature = 1\nrate = 0.1\n"
        "[run]\nscheduler = \"heap\"\nequilibrate = 1\nmeasure = 20\nsamples = 10\n"};

}  // namespace

TEST_CASE("an altered state goes on or is refused, and does no harm") {
  for (const std::string& study : kAltered) resume_altered(study, 60, 1);
}

TEST_CASE("thousands of altered states go on or are refused", "[slow]") {
  for (std::size_t k = 0; k < kAltered.size(); ++k) DYNAMIC_SECTION("study " << k) {
      resume_altered(kAltered[k], 2000, 2);
    }
}

TEST_CASE("a checkpoint file is read back, and nothing else is taken for one") {
  Checkpoint checkpoint = empty_checkpoint(parse_study(kCheckpointGas, "test.toml", kShort));
  checkpoint.runs = {std::string("one\0two", 7), std::string(1000, 'x')};
  std::ostringstream stream;
  write_checkpoint(stream, checkpoint);
  const std::string bytes = stream.str();
  const Checkpoint back = read_checkpoint(bytes);
  CHECK(back.runs == checkpoint.runs);
  CHECK_FALSE(difference(back, checkpoint));

  CHECK_THROWS_WITH(read_checkpoint("title = \"gas\""), "is not a checkpoint");
  CHECK_THROWS_WITH(read_checkpoint(""), "is not a checkpoint");
  for (std::size_t length = 0; length < bytes.size(); ++length)
    CHECK_THROWS_AS(read_checkpoint(std::string_view(bytes).substr(0, length)), ArchiveError);
  CHECK_THROWS_WITH(read_checkpoint(bytes + 'x'), "is longer than expected");
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 7) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    CHECK_THROWS_AS(read_checkpoint(damaged), ArchiveError);
  }

  std::vector<Override> other = kShort;
  other.push_back({"seed", "2"});
  CHECK(difference(checkpoint, empty_checkpoint(parse_study(kCheckpointGas, "test.toml", other)))
            .value() == "belongs to another study: 'seed = 1' there, 'seed = 2' here");
  Checkpoint foreign = checkpoint;
  foreign.program = "clausius 0.0.1 (commit abc)";
  CHECK_THAT(*difference(foreign, checkpoint),
             Catch::StartsWith("was written by clausius 0.0.1 (commit abc), this is clausius "));
}
