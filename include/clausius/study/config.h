#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/engine/engine.h"
#include "clausius/geometry/bitmap.h"
#include "clausius/geometry/mass_properties.h"
#include "clausius/geometry/shape.h"
#include "clausius/measure/declaration.h"
#include "clausius/measure/labels.h"

namespace clausius {

enum class Placement { lattice, random, file, listed };
enum class Velocities { maxwell, equal_speed, beam, rest };
enum class AngularVelocities { maxwell, rest };
enum class Substeps { none, automatic };
enum class Comparison { none, event_driven };

/// One `[[species]]` table.
struct SpeciesConfig {
  std::string name;
  std::int64_t count = 0;  ///< from the start file where the study doesn't say; 0 if it has none
  Shape shape = Sphere{};
  double diameter = 1;              ///< of a sphere or a capsule; of a clump's largest member
  double mass = 1;                  ///< resolved from `density` where that was given
  std::optional<double> density{};  ///< as given: mass per volume (area) of a particle
  MassRule mass_rule{};             ///< of a clump
  MassProperties properties{};      ///< of the shape, with `mass`
  double temperature = 1;           ///< 0 where neither translation nor rotation is set going
  Velocities velocities = Velocities::maxwell;
  AngularVelocities angular_velocities = AngularVelocities::maxwell;  ///< of what turns
  /// Of parcels: the amount of gas that the species stands for, in molecules or any other unit.
  std::optional<double> amount{};
  std::optional<double> molecular_mass{};  ///< as given: mass per that amount
  std::int64_t internal_degrees = 0;       ///< see SphereSpecies
  double internal_temperature = 1;         ///< of reservoirs at the start
  bool rough = false;                      ///< a sphere in a gas of rough spheres
  double inertia = 0;                      ///< of a rough sphere, 4I/(m·diameter²)
  /// Corners of the part of the box in which a sphere is placed, `dimensions` numbers each; empty:
  /// anywhere.
  std::vector<double> region_low{}, region_high{};
  Bitmap bitmap{};  ///< laid over x and y of that part: only in its dark pixels; or none

  /// What one particle stands for.
  [[nodiscard]] double molecules() const {
    return amount && count > 0 ? *amount / static_cast<double>(count) : 1;
  }
  /// Of the particles at the start: that of the molecules times what each stands for.
  [[nodiscard]] double particle_temperature() const { return molecules() * temperature; }
  [[nodiscard]] bool is_sphere() const { return std::holds_alternative<Sphere>(shape); }
  /// Whether a placed particle gets a velocity, and an angular velocity.
  [[nodiscard]] bool moves() const { return velocities != Velocities::rest && temperature > 0; }
  [[nodiscard]] bool spins() const {
    return (!is_sphere() || rough) && angular_velocities != AngularVelocities::rest &&
           temperature > 0;
  }
};

/// One `[[collisions.pair]]` table.
struct PairConfig {
  std::string first, second;  ///< names of the species
  double restitution = 1;
  double tangential_restitution = -1;
};

enum class DriveType { random_kicks, andersen, rescale, reversal };

/// One `[[drive]]` table; only what its kind needs is set.
struct DriveConfig {
  DriveType kind = DriveType::random_kicks;
  double strength = 0;               ///< of random kicks, see RandomKicks
  double temperature = 0;            ///< of a thermostat
  double rate = 0;                   ///< of Andersen's
  double time = 0;                   ///< of a reversal, since the start of the run
  std::optional<double> interval{};  ///< between actions; unset = from the collision rate
};

/// One `[[initial.particle]]` table (placement = "listed").
struct ListedParticle {
  std::string species;
  std::vector<double> position;  ///< `dimensions` numbers
  std::vector<double> velocity;
  // As in start files, of a capsule or a clump; of a rough sphere the latter.
  std::vector<double> orientation{0, 0, 0, 1};    ///< unit quaternion x, y, z, w
  std::vector<double> angular_velocity{0, 0, 0};  ///< in space
};

/// One `[[wall]]` table: what the wall of one face of the box is beyond hard.
struct WallConfig {
  std::size_t face = 0;                 ///< 2·axis + (0 at the origin, 1 at the far end)
  std::optional<double> restitution{};  ///< for all species, instead of collisions.wall_restitution
  std::optional<double> temperature{};  ///< of a thermal wall
  double accommodation = 1;             ///< fraction of diffuse reflections at a thermal wall
  std::vector<double> velocity;         ///< `dimensions` numbers: the wall moves and slides
  double amplitude = 0;                 ///< of a swing along its axis
  double frequency = 0;                 ///< of that, in cycles per time
  double begin = 0;                     ///< of its motion, since the start of the run
  std::optional<double> end{};          ///< of its motion

  /// Along the axis of its face.
  [[nodiscard]] WallPath path() const;
};

enum class ObstacleKind { ball, block, plate, polygon };

/// One `[[obstacle]]` table; only what its kind needs is set. Lists have `dimensions` numbers.
struct ObstacleConfig {
  ObstacleKind kind = ObstacleKind::ball;
  std::vector<double> centre;                 ///< of a ball
  double radius = 0;                          ///< of a ball
  std::vector<double> low, high;              ///< corners of a block
  std::vector<std::vector<double>> vertices;  ///< of a polygon, counter-clockwise
  std::size_t axis = 0;                       ///< across a plate
  double position = 0, thickness = 0;         ///< of a plate, on that axis
  std::vector<double> hole_low, hole_high;    ///< of a plate, on the other axes; empty: none
  std::vector<double> hole_centre;            ///< of a round one instead
  double hole_radius = 0;                     ///< of it; 0: none
  double opens = 0;                           ///< until then the hole of a plate is closed
  std::optional<double> door_speed{};         ///< the hole of a plate has a door, see Door
  std::optional<double> restitution{};
  std::optional<double> temperature{};
  double accommodation = 1;
  std::optional<double> until{};  ///< when it is taken away

  [[nodiscard]] bool has_hole() const { return !hole_low.empty() || hole_radius > 0; }
};

/// One `[[check]]` table: what the study stands for. Without `expected` the theory's value is
/// meant; without tolerances 4 standard errors (p-values: p ≥ 1e-3 after correction).
struct CheckConfig {
  /// An observable's name, or "energy_balance", "momentum_drift", "overlap".
  std::string observable;
  std::optional<double> expected;
  std::optional<double> tolerance;           ///< absolute
  std::optional<double> relative_tolerance;  ///< of the expected value
};

/// One `[[series.fit]]` table: prefactor·value^order is fitted to an observable of the cases and,
/// likewise, to its theory.
struct FitConfig {
  std::string observable;
  std::optional<double> order_tolerance;      ///< absolute; unset: reported, not checked
  std::optional<double> prefactor_tolerance;  ///< in parts of that of the theory; likewise
};

/// `[series]`: the study run again for each value of one key.
struct SeriesConfig {
  std::string key;                  ///< dotted, e.g. "collisions.restitution"; empty = no series
  std::vector<std::string> values;  ///< as TOML literals
  std::vector<FitConfig> fits{};
};

/// `[run] until`: measure until an observable's standard error is so small.
struct UntilConfig {
  std::string observable;
  double error = 0;
  bool relative = false;                   ///< of the value; else absolute
  [[nodiscard]] std::string text() const;  ///< as in a study, without quotes
};

/// Where the value of a key stands: in the study file (both numbers from 1), or on the command
/// line.
struct KeyPosition {
  int line = 0;
  int column = 0;
  std::string option;  ///< e.g. "--set run.samples=10"; empty: in the file
};

/// A validated study: every default filled in, nothing changed afterwards.
struct StudyConfig {
  std::string name;              ///< file name without extension; names the run folder
  std::filesystem::path source;  ///< the study file, for messages
  std::string title;
  std::uint64_t seed = 1;

  int dimensions = 3;
  std::vector<double> size;  ///< resolved from packing_fraction or number_density
  std::optional<double> given_packing_fraction;  ///< as given; at most one of these two,
  std::optional<double> given_number_density;    ///< neither where the size was given
  std::vector<bool> periodic;                    ///< per axis
  double boltzmann = 1;                          ///< k_B: 1, or J/K with [units] system = "SI"
  bool si_units = false;

  std::vector<SpeciesConfig> species;

  double general_restitution = 1;              ///< of pairs without one of their own
  double general_tangential_restitution = -1;  ///< likewise, see Gas::tangential
  double wall_tangential_restitution = -1;
  std::vector<PairConfig> pairs;           ///< as given
  Eigen::MatrixXd restitution;             ///< species × species, resolved from the two
  Eigen::MatrixXd tangential_restitution;  ///< likewise; empty where all are smooth
  /// A of viscoelastic_restitution(), the law of all pairs instead; 0: restitution is constant.
  double viscosity = 0;
  double wall_restitution = 1;
  double internal_exchange = 1;  ///< see Gas, of parcels
  /// Unset = chosen from the collision rate when any e < 1.
  std::optional<double> contact_duration;

  Placement placement = Placement::random;
  std::filesystem::path start_file;  ///< absolute (placement = "file")
  std::vector<ListedParticle> listed;

  EngineOptions engine;  ///< its time_step apart, see choose_time_step()
  /// As given. In the event-driven mode the contacts that such steps would miss are counted.
  std::optional<double> time_step;
  Substeps substeps = Substeps::none;
  Comparison comparison = Comparison::none;  ///< with a run from the same start in that mode
  double equilibrate = 20;                   ///< mean collisions per particle, not measured
  std::optional<double> measure;             ///< mean collisions per particle, measured …
  std::optional<double> duration;    ///< … or simulated time; exactly one of the two is set
  std::optional<UntilConfig> until;  ///< a reason to end before that
  std::int64_t replicas = 1;         ///< independent runs, with seeds of their own
  std::int64_t samples = 200;
  /// While equilibrating; unset: as many as `samples`.
  std::optional<std::int64_t> equilibrate_samples;
  std::int64_t trajectory = 0;          ///< frames
  double checkpoint_every = 300;        ///< seconds of wall time
  std::optional<bool> keep_checkpoint;  ///< of a finished run; unset: if it is not large
  std::int64_t audit_every = 0;         ///< collisions; 0 = only at the end
  std::int64_t trace = 0;               ///< collisions of the first particle, see Trace
  std::int64_t collision_log = 0;     ///< number of collisions written one by one to collisions.csv
  bool collision_statistics = false;  ///< free flights and impacts, see CollisionStatistics
  bool transport = false;             ///< see SelfDiffusion and HelfandMoments
  bool relaxation_spectrum = false;   ///< see SonineRelaxation
  bool structure = false;             ///< see Structure

  std::vector<DriveConfig> drives;
  std::vector<WallConfig> walls;
  std::vector<ObstacleConfig> obstacles;
  std::vector<double> gravity;  ///< acceleration, `dimensions` numbers
  double shear_rate = 0;        ///< of Lees–Edwards boundaries, dv_x/dy

  std::vector<PhaseWindow> windows;  ///< of the `[[window]]` tables
  std::vector<LabelStart> labels;    ///< of the `[[label]]` tables
  std::vector<LabelRule> relabels;   ///< of the `[[relabel]]` tables

  std::vector<CheckConfig> checks;
  SeriesConfig series;

  /// What its run measures beside all that the program measures.
  std::vector<MeasurementKind> also_measured;

  /// The resolved study as TOML text with every default written out; parses back to the same
  /// configuration.
  std::string resolved_toml;

  /// By dotted key, list elements by index ("species[0].count"), as in Problem::key. Keys that
  /// nobody gave (defaults) are absent.
  std::map<std::string, KeyPosition> key_positions;

  /// A fault located at `key`, for what shows only after the file was validated.
  [[nodiscard]] Problem problem_at(const std::string& key, std::string message) const {
    const auto found = key_positions.find(key);
    const KeyPosition at = found == key_positions.end() ? KeyPosition{} : found->second;
    return {at.option.empty() ? source.string() : at.option, at.line, at.column, key,
            std::move(message)};
  }

  /// Whether every species is a plain sphere; if not, all are rigid bodies to the engine.
  [[nodiscard]] bool spheres_only() const;
  /// Whether it is a gas of rough spheres.
  [[nodiscard]] bool is_rough() const { return tangential_restitution.size() > 0; }
  /// Whether it is a gas of parcels with reservoirs.
  [[nodiscard]] bool has_reservoirs() const;
  /// Whether no collision between particles changes the energy.
  [[nodiscard]] bool pairs_are_elastic() const;
  [[nodiscard]] std::int64_t particles() const;
  /// Memory a run takes at most, in bytes (records, cells, queue, neighbours, snapshots).
  [[nodiscard]] double bytes_per_particle() const { return spheres_only() ? 300 : 3000; }
  [[nodiscard]] double packing_fraction() const;
  [[nodiscard]] double volume() const;
  [[nodiscard]] bool has_gravity() const;
  /// Whether positions are kept to see if the gas comes back to them after its reversal.
  [[nodiscard]] bool watches_echo() const;
  /// Whether all walls are just hard, and there is no gravity and no shear.
  [[nodiscard]] bool has_plain_boundary() const {
    return walls.empty() && obstacles.empty() && !has_gravity() && shear_rate == 0;
  }
};

/// A `--set KEY=VALUE` (or `--seed N`) of the command line, applied before validation. It also
/// takes the place of its alternatives in the file (`run.duration` that of `run.measure`).
struct Override {
  std::string key;    ///< dotted; elements by index from 0: "species.0.count", "species[0].count"
  std::string value;  ///< a TOML literal; a bare word that is none is taken as a string
  std::string option = "--set " + key + "=" + value;  ///< how messages name it
};

/// Reads and validates a study file.
/// @throws InputError with every problem of the file at once.
/// @param also_measured what the run of it will measure beside all that the program measures (see
///        RunHooks::measurements): its checks and run.until may name these observables
StudyConfig load_study(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const std::vector<MeasurementKind>& also_measured = {});

/// The same for TOML text; `source` names it in messages, and files are sought beside it.
StudyConfig parse_study(const std::string& text, const std::filesystem::path& source,
                        const std::vector<Override>& overrides,
                        const std::vector<MeasurementKind>& also_measured = {});

/// The case of `study`'s series in which its key has `value`: named "KEY=VALUE", without a series.
StudyConfig series_case(const StudyConfig& study, const std::string& value);

/// The study with the seed of its replica `index`, which follows from that of the study (of replica
/// 0 it is the same); of others without trajectory and log of collisions.
StudyConfig replica_of(const StudyConfig& study, std::int64_t index);

/// An orientation given is a quaternion of length 1 to so much: one written with ten digits is
/// accepted, a matrix's row or an angle taken for one is not.
inline constexpr double kUnitQuaternion = 1e-9;

/// Magnitudes of the numbers of a study: sixth powers of speeds and energies of many particles are
/// still numbers. SI units of molecules and of planets lie well inside.
inline constexpr double kLeastMagnitude = 1e-50, kLargestMagnitude = 1e50;
inline bool is_tractable(double x) {
  return x == 0 || (std::abs(x) >= kLeastMagnitude && std::abs(x) <= kLargestMagnitude);
}

/// Room for the motion of a particle between walls, as a part of its width: with less it would hit
/// them a million times on the way of its own width, so it must not move across.
inline constexpr double kLeastRoom = 1e-6;

inline constexpr double kDefaultMeasure = 100;  ///< where neither measure nor duration is given

}  // namespace clausius
