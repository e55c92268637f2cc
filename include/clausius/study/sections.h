#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "clausius/collision/surfaces.h"
#include "clausius/engine/boundary.h"
#include "clausius/engine/options.h"
#include "clausius/geometry/bitmap.h"
#include "clausius/geometry/shape.h"
#include "clausius/measure/windows_and_labels.h"

// One struct for each section of a study file. What their keys are called, allow and mean stands in
// src/study/sections.

namespace clausius {

enum class Placement { lattice, random, file, listed };
enum class Velocities { maxwell, equal_speed, beam, rest };
enum class AngularVelocities { maxwell, rest };
enum class ShapeKind { sphere, capsule, clump };
enum class Substeps { none, automatic };
enum class Comparison { none, event_driven };

/// The keys above all sections.
struct HeadConfig {
  std::string title;
  std::uint64_t seed = 1;
};

/// `[units]`
struct UnitsConfig {
  bool si_units = false;
  double boltzmann = 1;  ///< k_B: 1, or J/K with SI units
};

/// `[box]`
struct BoxConfig {
  int dimensions = 3;
  std::vector<double> size;  ///< resolved from the density or the pressure where one was given
  std::optional<double> given_packing_fraction;  ///< as given; at most one of these three,
  std::optional<double> given_number_density;    ///< none where the size was given
  std::optional<double> given_pressure;
  std::vector<bool> periodic;   ///< per axis
  std::vector<double> gravity;  ///< acceleration, `dimensions` numbers
  double shear_rate = 0;        ///< dv_x/dy of Lees–Edwards boundaries
};

/// One `[[species]]` table.
struct SpeciesConfig {
  std::string name;
  std::int64_t count = 0;  ///< from the start file where the study doesn't say; 0 if it has none
  ShapeKind shape_kind = ShapeKind::sphere;
  double shaft = 1;                            ///< of a capsule
  std::vector<std::vector<double>> spheres{};  ///< of a clump: centre and radius of each
  Shape shape = Sphere{};                      ///< resolved from these and the diameter
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
  std::optional<double> molecular_mass{};        ///< as given: mass per that amount
  std::int64_t internal_degrees = 0;             ///< see SphereSpecies
  std::optional<double> internal_temperature{};  ///< of reservoirs at the start
  bool rough = false;                            ///< a sphere in a gas of rough spheres
  double inertia = 0;                            ///< of a rough sphere, 4I/(m·diameter²)
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

/// `[collisions]`, see also StudyConfig::restitution.
struct CollisionsConfig {
  double general_restitution = 1;              ///< of pairs without one of their own
  double general_tangential_restitution = -1;  ///< likewise, see Gas::tangential
  double wall_tangential_restitution = -1;
  bool viscoelastic = false;
  /// A of viscoelastic_restitution(), the law of all pairs instead; 0: restitution is constant.
  double viscosity = 0;
  double wall_restitution = 1;
  double internal_exchange = 1;  ///< see Gas, of parcels
  bool has_exchange = false;     ///< whether there are some with reservoirs
  /// Unset = chosen from the collision rate when any e < 1.
  std::optional<double> contact_duration;
};

/// One `[[collisions.pair]]` table.
struct PairConfig {
  std::vector<std::string> species;  ///< names of the two
  double restitution = 1;
  std::optional<double> tangential_restitution{};  ///< unset: that of all pairs
};

/// One `[[initial.particle]]` table (placement = "listed").
struct ListedParticle {
  std::string species;
  std::vector<double> position;  ///< `dimensions` numbers
  std::vector<double> velocity;
  // As in start files, of a capsule or a clump; of a rough sphere the latter.
  std::vector<double> orientation{0, 0, 0, 1};    ///< unit quaternion x, y, z, w
  std::vector<double> angular_velocity{0, 0, 0};  ///< in space
  bool is_body = false, is_rough = false;         ///< as its species
};

/// `[initial]`
struct InitialConfig {
  Placement placement = Placement::random;
  std::filesystem::path start_file;  ///< absolute (placement = "file")
  std::vector<ListedParticle> listed;
};

/// `[run] until`: measure until an observable's standard error is so small.
struct UntilConfig {
  std::string observable;
  double error = 0;
  bool relative = false;                   ///< of the value; else absolute
  [[nodiscard]] std::string text() const;  ///< as in a study, without quotes
};

/// `[run]`
struct RunConfig {
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
};

/// What a wall and an obstacle have in common: how they reflect.
struct SurfaceConfig {
  std::optional<double> restitution{};  ///< for all species, instead of collisions.wall_restitution
  std::optional<double> temperature{};  ///< of a thermal surface
  double accommodation = 1;             ///< fraction of its reflections that are diffuse
};

/// One `[[wall]]` table: what the wall of one face of the box is beyond hard.
struct WallConfig : SurfaceConfig {
  std::size_t face = 0;          ///< 2·axis + (0 at the origin, 1 at the far end)
  std::vector<double> velocity;  ///< `dimensions` numbers: the wall moves and slides
  double amplitude = 0;          ///< of a swing along its axis
  double frequency = 0;          ///< of that, in cycles per time
  double begin = 0;              ///< of its motion, since the start of the run
  std::optional<double> end{};   ///< of its motion

  /// Along the axis of its face.
  [[nodiscard]] WallPath path() const;
};

enum class ObstacleKind { ball, block, plate, polygon };

/// One `[[obstacle]]` table; only what its kind needs is set. Lists have `dimensions` numbers.
struct ObstacleConfig : SurfaceConfig {
  ObstacleKind kind = ObstacleKind::ball;
  std::vector<double> centre;                 ///< of a ball
  double radius = 0;                          ///< of a ball
  std::vector<double> low, high;              ///< corners of a block
  std::vector<std::vector<double>> vertices;  ///< of a polygon, counter-clockwise
  std::size_t axis = 0;                       ///< across a plate
  double position = 0, thickness = 0;         ///< of a plate, on that axis
  std::vector<std::vector<double>> hole;      ///< as given: its two corners
  std::vector<double> hole_low, hole_high;    ///< of a plate, on the other axes; empty: none
  std::vector<double> hole_centre;            ///< of a round one instead
  double hole_radius = 0;                     ///< of it; 0: none
  double opens = 0;                           ///< until then the hole of a plate is closed
  std::optional<double> door_speed{};         ///< the hole of a plate has a door, see Door
  std::optional<double> until{};              ///< when it is taken away

  [[nodiscard]] bool has_hole() const { return !hole_low.empty() || hole_radius > 0; }
  [[nodiscard]] bool has_door() const { return door_speed.has_value(); }
  /// @pre has_door()
  [[nodiscard]] Door door() const { return {static_cast<int>(axis), *door_speed}; }
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

/// All that a study file says, section by section; only what differs from the defaults need be set.
/// make_study() makes a study of it, with the checks and refusals of a file. Comments name what is
/// resolved only then: it is not to be set here.
struct StudySections : HeadConfig,
                       UnitsConfig,
                       BoxConfig,
                       CollisionsConfig,
                       InitialConfig,
                       RunConfig {
  std::vector<SpeciesConfig> species;     ///< `[[species]]`
  std::vector<PairConfig> pairs;          ///< `[[collisions.pair]]`
  std::vector<DriveConfig> drives;        ///< `[[drive]]`
  std::vector<WallConfig> walls;          ///< `[[wall]]`
  std::vector<ObstacleConfig> obstacles;  ///< `[[obstacle]]`
  std::vector<PhaseWindow> windows;       ///< `[[window]]`
  std::vector<LabelStart> labels;         ///< `[[label]]`
  std::vector<LabelRule> relabels;        ///< `[[relabel]]`
  std::vector<CheckConfig> checks;        ///< `[[check]]`
  SeriesConfig series;                    ///< `[series]`
};

}  // namespace clausius
