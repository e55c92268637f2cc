#include "study/results/memory.h"

#include <algorithm>

#include "measure/kept_in_memory.h"
#include "study/results/observables.h"

namespace clausius {

bool writes_frames_to_file(const StudyConfig& study) {
  return study.trajectory_format == TrajectoryFormat::xyz &&
         static_cast<double>(study.trajectory) * static_cast<double>(study.particles()) >
             kParticlesInMemory;
}

std::vector<std::string> growing_files(const StudyConfig& study) {
  std::vector<std::string> names;
  const auto add = [&names](const StudyConfig& one) {
    const auto add_name = [&names](const char* name) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
    };
    if (one.collision_log > kCollisionsInMemory) add_name("collisions.csv");
    if (!writes_frames_to_file(one)) return;
    add_name("trajectory.xyz");
    if (!one.spheres_only()) add_name("members.xyz");
  };
  add(study);
  for (const std::string& value : study.series.values) add(series_case(study, value));
  return names;
}

RunText text_of(const StudyConfig& study) {
  constexpr double kNumber = 18;  // bytes, with what follows it
  const bool rotates = !study.spheres_only() || study.is_rough();
  const double d = study.dimensions;
  const double vectors = 2 * d, spins = rotates ? 2 * d - 3 : 0;
  RunText text;
  text.frame = static_cast<double>(study.particles()) * kNumber * (vectors + (rotates ? 8 : 0) + 1);
  text.collision = kNumber * (7 * d + 5 + 4 * spins);
  return text;
}

RunMemory memory_of(const StudyConfig& study) {
  // Bytes per particle, in a state and in a snapshot.
  constexpr double kState = 50, kStateOfBody = 110;
  constexpr double kSnapshot = 80, kSnapshotOfBody = 140;
  const bool spheres = study.spheres_only();
  const double particles = std::max(1.0, static_cast<double>(study.particles()));
  RunMemory memory;
  memory.snapshot = particles * (spheres ? kSnapshot : kSnapshotOfBody);
  memory.frame = memory.snapshot + particles * (spheres ? kState : kStateOfBody);
  constexpr double kImage = 12;
  if (study.trajectory_images) memory.frame += 2 * kImage * particles;
  const auto species = static_cast<double>(study.species.size());
  const auto add = [&](const MeasurementKind& kind) {
    const KeptBytes& kept = kind.kept;
    if (!kept.need.is_on(study)) return;
    memory.first_sample += kept.first_sample;
    memory.sample += kept.sample + kept.sample_of_pair * 0.5 * species * (species + 1);
    memory.collision += kept.collision;
    memory.traced += kept.traced;
  };
  for (const MeasurementKind& kind : measurement_kinds()) add(kind);
  for (const MeasurementKind& kind : study.also_measured) add(kind);
  return memory;
}

}  // namespace clausius
