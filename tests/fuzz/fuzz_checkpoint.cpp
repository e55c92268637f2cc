#include <cstdint>
#include <string>
#include <string_view>

#include "clausius/core/archive.h"
#include "engine/engine.h"
#include "measure/run_recorder.h"
#include "study/results/step_length.h"
#include "study/run/checkpoint.h"
#include "study/start/initial.h"

namespace {

using namespace clausius;

/// A small gas, and the objects that are loaded when it is resumed.
struct Laboratory {
  explicit Laboratory(const std::vector<Override>& overrides)
      : study(parse_study("[box]\nsize = [6.0, 6.0, 6.0]\n[[species]]\nname = \"a\"\ncount = "
                          "9\n[collisions]\nrestitution = 0.9\n",
                          "study.toml", overrides)),
        start(to_state<3>(make_initial_state(study), study)),
        gas(make_gas<3>(study)) {
    options.species_names = {"a"};
    options.collision_log = 5;
    RunRecorder<3> recorder(gas, start, options);
    const auto engine = make_engine(gas, start, engine_options(study));
    recorder.begin(engine->state());
    engine->advance(Engine<3>::kForever, 30, &recorder);
    recorder.sample(engine->state());
    SaveArchive archive;
    archive(recorder);
    engine->save_to(archive);
    saved = archive.take();
    load(saved);
  }

  /// @throws ArchiveError
  void load(std::string_view bytes) const {
    RunRecorder<3> recorder(gas, start, options);
    const auto engine = make_engine(gas, start, engine_options(study));
    LoadArchive archive(bytes);
    archive(recorder);
    engine->load_from(archive);
  }

  /// The saved bytes, with some of them changed: each three of `changes` are a position and a
  /// value.
  [[nodiscard]] std::string changed(std::string_view changes) const {
    std::string bytes = saved;
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(changes[k]); };
    for (std::size_t k = 0; k + 2 < changes.size(); k += 3)
      bytes[(std::size_t{byte(k)} << 8 | byte(k + 1)) % bytes.size()] = changes[k + 2];
    return bytes;
  }

  StudyConfig study;
  State<3> start;
  Gas<3> gas;
  MeasurementOptions options;
  std::string saved;
};

/// Executes it, or it is refused.
template <class Load>
void try_to(const Load& load) {
  try {
    load();
  } catch (const ArchiveError&) {  // refused
  }
}

}  // namespace

/// Any bytes are either a checkpoint file or refused; and any bytes are either a state of engine
/// and observers or refused, including saved ones with a few changes. (In a file these are
/// protected by a checksum, which a fuzzer does not pass.)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<Laboratory> laboratories = [] {
    std::vector<Laboratory> all;
    for (const char* shape : {"sphere", "capsule"})
      for (const char* scheduler : {"calendar", "heap"})
        all.emplace_back(
            std::vector<Override>{{"species.0.shape", shape}, {"run.scheduler", scheduler}});
    all.emplace_back(std::vector<Override>{{"run.mode", "time-step"}});
    return all;
  }();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try_to([&] { read_checkpoint(bytes); });
  if (bytes.empty()) return 0;
  const Laboratory& laboratory = laboratories[std::size_t{data[0]} % laboratories.size()];
  try_to([&] { laboratory.load(bytes.substr(1)); });
  try_to([&] { laboratory.load(laboratory.changed(bytes.substr(1))); });
  return 0;
}
