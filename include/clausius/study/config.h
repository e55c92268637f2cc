#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "clausius/core/potential_step.h"
#include "clausius/measure/declaration.h"
#include "clausius/study/sections.h"

namespace clausius {

class WrittenStudy;

/// Place of a key's value: in the study file (line and column from 1), or on the command line.
struct KeyPosition {
  int line = 0;
  int column = 0;
  std::string option;  ///< e.g. "--set run.samples=10"; empty: in the file
};

/// A species of a study, with what follows from its keys. The diameter of a clump is that of its
/// largest member; the mass is filled in if the density or the molecular mass is given.
struct StudySpecies : SpeciesConfig {
  Shape shape = Sphere{};
  MassProperties properties{};      ///< of the shape, with `mass`
  std::vector<double> diameters{};  ///< of a polydisperse species, ascending; empty for others

  [[nodiscard]] double least_diameter() const {
    return diameters.empty() ? diameter : diameters.front();
  }
  [[nodiscard]] double greatest_diameter() const {
    return diameters.empty() ? diameter : diameters.back();
  }
};

/// A validated study with every default filled in; it never changes afterwards. Made by
/// load_study(), parse_study() or make_study().
struct StudyConfig : SectionsBesideSpecies {
  std::vector<StudySpecies> species;

  double boltzmann = 1;  ///< k_B in the units of the study
  /// Whether the start file has positions only, so that the motion is drawn.
  bool draws_motion = false;

  std::string name;              ///< file name without extension; names the run folder
  std::filesystem::path source;  ///< the study file, for messages; empty for a study made in code

  Eigen::MatrixXd restitution;             ///< species × species, resolved from [collisions]
  Eigen::MatrixXd tangential_restitution;  ///< species × species; empty if all spheres are smooth
  Eigen::MatrixXd friction;  ///< as above; infinite where tangential impulses have no limit
  /// Species × species, as Gas::contact_distances; empty if no pair has a diameter of its own.
  Eigen::MatrixXd contact_distances;
  /// As Gas::pair_steps; empty if no pair has steps.
  std::vector<std::vector<PotentialStep>> pair_steps;

  /// The text as written, for series and other changes; null for a study not read from text.
  std::shared_ptr<const WrittenStudy> written;
  /// Declarations of what its run measures beside the program's own measurements.
  std::vector<MeasurementKind> also_measured;

  /// The resolved study as TOML text with every default written out; parses back to the same
  /// configuration.
  std::string resolved_toml;

  /// Places by dotted key, list elements by index ("species[0].count"), as in Problem::key. Keys
  /// with default values are absent.
  std::map<std::string, KeyPosition> key_positions;

  /// A fault located at `key`, for faults found only after the file was validated.
  [[nodiscard]] Problem problem_at(const std::string& key, std::string message) const {
    const auto found = key_positions.find(key);
    const KeyPosition at = found == key_positions.end() ? KeyPosition{} : found->second;
    return {at.option.empty() ? source.string() : at.option, at.line, at.column, key,
            std::move(message)};
  }

  /// Index of the species of this name.
  [[nodiscard]] std::optional<std::size_t> index_of_species(const std::string& name) const;
  /// Whether every species is a plain sphere; otherwise the engine treats all as rigid bodies.
  [[nodiscard]] bool spheres_only() const;
  /// Whether the study is a gas of rough spheres.
  [[nodiscard]] bool is_rough() const { return tangential_restitution.size() > 0; }
  [[nodiscard]] bool has_rough_spheres() const { return is_rough() && spheres_only(); }
  /// Whether friction limits the tangential impulses of some pairs.
  [[nodiscard]] bool pairs_have_friction() const { return (friction.array() < kInfinity).any(); }
  /// Whether a placed particle of the species gets an angular velocity.
  [[nodiscard]] bool spins(const SpeciesConfig& one) const {
    return (!one.is_sphere() || is_rough()) && one.angular_velocities != AngularVelocities::rest &&
           one.temperature > 0;
  }
  /// Whether all contact distances are half the sum of two diameters.
  [[nodiscard]] bool is_additive() const { return contact_distances.size() == 0; }
  /// Whether pairs have a potential of steps.
  [[nodiscard]] bool has_steps() const { return !pair_steps.empty(); }
  /// Whether the particles of some species have diameters of their own.
  [[nodiscard]] bool is_polydisperse() const;
  /// Whether the study is a gas of parcels with reservoirs.
  [[nodiscard]] bool has_reservoirs() const;
  /// Whether no collision between particles changes the energy.
  [[nodiscard]] bool pairs_are_elastic() const;
  /// Restitution of a species at walls and obstacles that have none of their own.
  [[nodiscard]] double wall_restitution_of(std::size_t s) const {
    return species[s].wall_restitution.value_or(wall_restitution);
  }
  /// Whether no species loses energy at such walls.
  [[nodiscard]] bool walls_are_elastic() const;
  [[nodiscard]] std::int64_t particles() const;
  /// Upper bound of the memory of a run, in bytes (records, cells, queue, neighbours, snapshots).
  [[nodiscard]] double bytes_per_particle() const { return spheres_only() ? 300 : 3000; }
  [[nodiscard]] double packing_fraction() const;
  [[nodiscard]] double volume() const;
  [[nodiscard]] bool has_gravity() const;
  /// Whether the program places the particles; otherwise a file or a list does.
  [[nodiscard]] bool is_placed() const {
    return placement == Placement::lattice || placement == Placement::random;
  }
  /// Whether there are walls across any axis.
  [[nodiscard]] bool has_walls() const;
  /// Whether the study is a sweep over many cases rather than one run.
  [[nodiscard]] bool is_sweep() const { return sweep.seeds > 0 || !sweep.variations.empty(); }
  /// Whether positions are saved to test if the gas returns to them after its reversal.
  [[nodiscard]] bool watches_echo() const;
  /// Whether all walls are just hard, without gravity and shear.
  [[nodiscard]] bool has_plain_boundary() const {
    return walls.empty() && obstacles.empty() && !has_gravity() && shear_rate == 0;
  }
};

/// A `--set KEY=VALUE` (or `--seed N`) of the command line, applied before validation. It also
/// replaces the key's alternatives in the file (`run.duration` replaces `run.measure`).
struct Override {
  std::string key;    ///< dotted; elements by index from 0: "species.0.count", "species[0].count"
  std::string value;  ///< a TOML literal; any other word is taken as a string
  std::string option = "--set " + key + "=" + value;  ///< name of the option in messages
};

/// Reads and validates a study file.
/// @throws InputError with every problem of the file at once.
/// @param also_measured declarations of what the run will measure beside the program's own
/// measurements (see RunHooks::measurements); checks and run.until may name these observables
StudyConfig load_study(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const std::vector<MeasurementKind>& also_measured = {});

/// Reads TOML text; `source` names it in messages, and files are searched for in its folder.
StudyConfig parse_study(const std::string& text, const std::filesystem::path& source,
                        const std::vector<Override>& overrides,
                        const std::vector<MeasurementKind>& also_measured = {});

/// Makes a study of these sections, as if they stood in a study file.
/// @param name name of the study and of its run folder
/// @throws InputError with every problem at once; Problem::key is the key of a study file
StudyConfig make_study(const StudySections& sections, const std::string& name = "study",
                       const std::vector<MeasurementKind>& also_measured = {});

/// Reads the study again as it was written, with some keys changed.
/// @throws InputError as parse_study
StudyConfig changed_study(const StudyConfig& study, const std::vector<Override>& changes);

/// The case of `study`'s series in which its key has `value`: named "KEY=VALUE", without a series.
StudyConfig series_case(const StudyConfig& study, const std::string& value);

/// The study at a point of `study`'s sweep, with these keys changed and without the sweep.
/// @throws InputError as parse_study
StudyConfig sweep_point(const StudyConfig& study, const std::vector<Override>& changes);

/// The study of replica `index`, whose seed follows from the seed of the study (replica 0 has the
/// same seed). Other replicas write no trajectory and no collision log.
StudyConfig replica_of(const StudyConfig& study, std::int64_t index);

}  // namespace clausius
