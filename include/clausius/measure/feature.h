#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// \file What a study may have: one description of each such feature, for measurements that need it
/// and for features that it excludes.

namespace clausius {

struct StudyConfig;

/// Something that a study has or has not. A program that measures something of its own may describe
/// what that needs in a Feature of its own.
struct Feature {
  /// Name of the feature: "walls".
  std::string_view name;
  /// Whether a study has it. @pre the study is resolved
  bool (*is_on)(const StudyConfig& study);
  /// What a study needs for it, as the end of "it needs …", if the name does not say it.
  std::string_view words{};
  /// Key of a study file that is to blame where the feature is refused.
  std::string_view key{};
  /// The key, if it depends on the study.
  std::string (*find_key)(const StudyConfig& study) = nullptr;
  /// Value of the key without the feature.
  std::string_view instead{};
  /// Whether a study has it at a face of the box, of a feature of faces, or along an axis.
  bool (*is_on_at)(const StudyConfig& study, std::size_t face_or_axis) = nullptr;

  // Described in study/rules/features.cpp, a row each.

  // The particles.
  static const Feature several_species, polydisperse, nonadditive, bodies, parcels, reservoirs,
      rough, rough_spheres, friction, friction_of_equal_spheres, rotation, potential;
  // Their collisions.
  static const Feature lossy_pairs, inelastic, pair_restitution, viscoelastic, added_speed,
      contact_duration, lossy_walls, dissipation;
  // The box, and what acts on the gas.
  static const Feature walls, walls_across_x, walls_across_y, active_wall, thermal_wall,
      two_thermal_walls, moving_wall, sliding_wall, partial_wall, active_walls, obstacles,
      door_speed, hole, door, gravity, shear, drive, reversal;
  // The start.
  static const Feature file, listed, equal_speed_start, uneven_start;
  // The run, and what is measured.
  static const Feature steps, events, counted_steps, time_step, substeps, comparison, replicas,
      series, trajectory, labels, labels_at_a_place, windows, collision_log, trace, statistics,
      collision_statistics_of_elastic, collision_statistics_of_steady,
      collision_statistics_of_cooling, transport, transport_of_elastic, transport_of_steady,
      transport_of_cooling, stress, stress_across, structure, structure_between_walls,
      structure_of_cooling, relaxation_spectrum;
  static const Feature nothing;                ///< every study has it
  static const Feature& collision_statistics;  ///< another name of `statistics`

  friend bool operator==(const Feature& a, const Feature& b) { return a.name == b.name; }
};

/// What a study must have for a measurement to be made.
using Need = Feature;

/// What a study must have for `need` to be met, as the end of "it needs …"; empty for `nothing`.
inline std::string_view words_for(const Need& need) {
  return need.words.empty() ? need.name : need.words;
}

}  // namespace clausius
