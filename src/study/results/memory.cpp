#include "study/results/memory.h"

#include <algorithm>

#include "study/results/observables.h"

namespace clausius {

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
