#include <cstdint>
#include <string_view>

#include "clausius/core/archive.h"
#include "clausius/engine/engine.h"
#include "clausius/measure/gas_measurement.h"
#include "clausius/study/checkpoint.h"
#include "clausius/study/initial.h"
#include "clausius/study/time_step.h"

namespace {

using namespace clausius;

/// A small gas, and what is loaded in the course of resuming it.
struct Laboratory {
  explicit Laboratory(const std::vector<Override>& overrides)
      : study(parse_study("[box]\nsize = [6.0, 6.0, 6.0]\n[[species]]\nname = \"a\"\ncount = "
                          "9\n[collisions]\nrestitution = 0.9\n",
                          "study.toml", overrides)),
        start(to_state<3>(make_initial_state(study), study)) {}

  void load(std::string_view bytes) const {
    const Gas<3> gas = make_gas<3>(study);
    MeasurementOptions options;
    options.species_names = {"a"};
    options.collision_log = 5;
    GasMeasurement<3> measurement(gas, start, options);
    const auto engine = make_engine(gas, start, engine_options(study));
    LoadArchive archive(bytes);
    archive(measurement);
    engine->load_from(archive);
  }

  StudyConfig study;
  State<3> start;
};

}  // namespace

/// Any bytes are a checkpoint file or refused; and any bytes are a state of engine and observers,
/// or refused. (In a file these are behind a checksum, which a fuzzer does not get past.)
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
  try {
    read_checkpoint(bytes);
  } catch (const ArchiveError&) {  // refused
  }
  if (bytes.empty()) return 0;
  try {
    laboratories[static_cast<std::size_t>(data[0]) % laboratories.size()].load(bytes.substr(1));
  } catch (const ArchiveError&) {  // refused
  }
  return 0;
}
