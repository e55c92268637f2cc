#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"
#include "command.h"
#include "core/numbers.h"
#include "core/system/version.h"
#include "engine/engine.h"
#include "report/text_table.h"
#include "study/file/keys.h"
#include "study/start/initial.h"

namespace clausius::app {

namespace {

struct BenchOptions {
  std::string shape = "sphere";
  std::string shaft;  ///< as given
  std::string packing_fraction = "0.3";
  std::string count = "32000";
  std::string dimensions = "3";
  std::string scheduler = "calendar";
  std::int64_t collisions = 2000000;
  int threads = 1;
  bool json = false;
};

/// A gas of one species.
constexpr const char* kStudy = R"(
run.equilibrate = 20
run.measure = 1
[[species]]
name = "gas"
)";

/// Three balls (disks) of diameter 1, each touching the other two.
constexpr const char* kTrimer3 =
    "[[0.0, 0.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.5], [0.5, 0.8660254037844386, 0.0, 0.5]]";
constexpr const char* kTrimer2 =
    "[[0.0, 0.0, 0.5], [1.0, 0.0, 0.5], [0.5, 0.8660254037844386, 0.5]]";

struct Measurement {
  double cpu_seconds = 0;
  double wall_seconds = 0;
  EngineCounters counters;  ///< counters of the measured part
  std::size_t engine_bytes = 0;
  ThreadUse threads;  ///< since the start
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <int Dim>
Measurement measure(const StudyConfig& study, std::int64_t collisions) {
  const auto engine = make_engine<Dim>(
      make_gas<Dim>(study), to_state<Dim>(make_initial_state(study), study), study.engine);
  const auto equilibration =
      static_cast<std::int64_t>(study.equilibrate * static_cast<double>(study.particles()) / 2);
  engine->advance(Engine<Dim>::kForever, equilibration, nullptr);

  const EngineCounters before = engine->counters();
  const double cpu_start = cpu_seconds();
  const double wall_start = wall_seconds();
  engine->advance(Engine<Dim>::kForever, collisions, nullptr);
  Measurement result;
  result.cpu_seconds = cpu_seconds() - cpu_start;
  result.wall_seconds = wall_seconds() - wall_start;
  result.engine_bytes = engine->memory_bytes();
  result.threads = engine->thread_use();
  const EngineCounters after = engine->counters();
  result.counters.collisions = after.collisions - before.collisions;
  result.counters.cell_crossings = after.cell_crossings - before.cell_crossings;
  result.counters.stale = after.stale - before.stale;
  result.counters.pair_tests = after.pair_tests - before.pair_tests;
  return result;
}

/// The time of the operating system.
std::string processor() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

/// A lattice is made quickly. In a gas it melts long before the clock starts, and in a crystal it
/// should stay; in between, up to the freezing density, it would do neither. Bodies have no
/// lattice.
std::string placement_of(const BenchOptions& options) {
  const bool flat = options.dimensions == "2";
  const double fraction = std::strtod(options.packing_fraction.c_str(), nullptr);
  const bool melts = fraction <= (flat ? 0.55 : 0.4), stays = fraction > (flat ? 0.7 : 0.494);
  return options.shape == "sphere" && (melts || stays) ? "lattice" : "random";
}

StudyConfig study_of(const BenchOptions& options) {
  const std::string shape = "--shape " + options.shape;
  std::vector<Override> keys{
      {"box.packing_fraction", options.packing_fraction,
       "--packing-fraction " + options.packing_fraction},
      {"species[0].count", options.count, "--count " + options.count},
      {"box.dimensions", options.dimensions, "--dimensions " + options.dimensions},
      {"run.scheduler", options.scheduler, "--scheduler " + options.scheduler},
      {"species[0].shape", options.shape, shape},
      {"initial.placement", placement_of(options), shape}};
  if (!options.shaft.empty())
    keys.push_back({"species[0].shaft", options.shaft, "--shaft " + options.shaft});
  if (options.shape == "clump")
    keys.push_back({"species[0].spheres", options.dimensions == "2" ? kTrimer2 : kTrimer3, shape});
  StudyConfig study = parse_study(kStudy, "bench", keys);
  study.engine.threads = options.threads;
  return study;
}

int execute(const BenchOptions& options) {
  const StudyConfig study = study_of(options);
  const Measurement result = study.dimensions == 3 ? measure<3>(study, options.collisions)
                                                   : measure<2>(study, options.collisions);

  const auto collisions = static_cast<double>(result.counters.collisions);
  const auto per_collision = [&](std::int64_t events) {
    return static_cast<double>(events) / collisions;
  };
  const nlohmann::ordered_json report{
      {"collisions_per_second", collisions / result.cpu_seconds},
      {"collisions_per_wall_second", collisions / result.wall_seconds},
      {"cpu_seconds", result.cpu_seconds},
      {"wall_seconds", result.wall_seconds},
      {"bytes_per_particle",
       static_cast<double>(result.engine_bytes) / static_cast<double>(study.particles())},
      {"dimensions", study.dimensions},
      {"shape", options.shape},
      {"packing_fraction", study.packing_fraction()},
      {"count", study.particles()},
      {"collisions", result.counters.collisions},
      {"events_per_collision",
       {{"cell_crossings", per_collision(result.counters.cell_crossings)},
        {"stale", per_collision(result.counters.stale)},
        {"pair_tests", per_collision(result.counters.pair_tests)}}},
      {"scheduler", word_for(kSchedulerWords, study.engine.scheduler)},
      {"threads", result.threads.threads},
      {"thread_windows", result.threads.windows},
      {"events_across", result.threads.across},
      {"events_undone", result.threads.undone},
      {"compiler", compiler()},
      {"processor", processor()}};
  if (options.json) {
    std::cout << report.dump(2) << '\n';
    return kOk;
  }
  using Align = TextTable::Align;
  TextTable table({Align::left, Align::left});
  const nlohmann::ordered_json lines = report.flatten();
  for (const auto& [path, value] : lines.items()) {
    std::string name = path.substr(1);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '_' || c == '/'; }, ' ');
    table.add({name, value.is_string()         ? value.get<std::string>()
                     : value.is_number_float() ? short_text(value.get<double>(), 4)
                                               : value.dump()});
  }
  std::cout << table.text();
  return kOk;
}

}  // namespace

Command bench_command() {
  const auto options = std::make_shared<BenchOptions>();
  return {"bench",
          "Measure the speed of the engine, after equilibration",
          {{"--packing-fraction", &options->packing_fraction, "Default 0.3"},
           {"--count", &options->count, "Particles; default 32000"},
           {.name = "--collisions",
            .target = &options->collisions,
            .help = "To be timed; default 2000000",
            .allowed = Between{1, 1e12}},
           {"--dimensions", &options->dimensions, "2 or 3; default 3"},
           {"--shape", &options->shape,
            "sphere (default), capsule, or clump: three touching spheres of diameter 1"},
           {"--shaft", &options->shaft, "Of a capsule, in diameters; default 1"},
           {"--scheduler", &options->scheduler, "calendar (default) or heap"},
           {.name = "--threads",
            .target = &options->threads,
            .help = "Most that share the gas, as far as it has room; default 1",
            .allowed = Between{1, 64}},
           {"--json", &options->json, "Print JSON and nothing else"}},
          [options] { return execute(*options); },
          {{"clausius bench", "Spheres at packing fraction 0.3, 32000 of them."},
           {"clausius bench --dimensions 2 --count 4000 --json", "Disks, as JSON for a script."}}};
}

}  // namespace clausius::app
