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

/// \file One struct for each section of a study file. The names of their keys, the ranges of their
/// values and their full meaning stand in studies/reference/study.md and, in the code, in
/// src/study/sections. Members without an initialiser are empty, which means: not given.

namespace clausius {

enum class Placement { lattice, random, file, listed };
enum class Velocities { maxwell, equal_speed, beam, rest };
enum class AngularVelocities { maxwell, rest };
enum class ShapeKind { sphere, capsule, clump };
enum class Substeps { none, automatic };
enum class Comparison { none, event_driven };
enum class ObstacleKind { ball, block, plate, polygon };
enum class DriveType { random_kicks, andersen, rescale, reversal };

/// The keys above all sections.
struct HeadConfig {
  std::string title;       ///< of results and figures; by default the name of the study
  std::uint64_t seed = 1;  ///< of all random numbers, below 2^63
};

/// `[units]`
struct UnitsConfig {
  bool si_units = false;  ///< m, kg, s and K; else reduced units, in which k_B = 1
  double boltzmann = 1;   ///< resolved: k_B in these units
};

/// `[box]`: one of given_packing_fraction, given_number_density, given_pressure and size is given.
struct BoxConfig {
  int dimensions = 3;        ///< 2 or 3
  std::vector<double> size;  ///< length along each axis; resolved where another is given
  std::optional<double> given_packing_fraction;  ///< of a cubic (square) box
  std::optional<double> given_number_density;    ///< of a cubic (square) box
  std::optional<double> given_pressure;  ///< of a cubic (square) box, by the equation of state
  std::vector<bool> periodic;            ///< by axis, else it has walls; by default all are
  std::vector<double> gravity;           ///< acceleration, a component for each axis
  double shear_rate = 0;                 ///< dv_x/dy of Lees–Edwards boundaries
};

/// One `[[species]]` table.
struct SpeciesConfig {
  std::string name;
  std::int64_t count = 0;  ///< particles; 0: as many as a start file or list has
  ShapeKind shape_kind = ShapeKind::sphere;
  double diameter = 1;  ///< of a sphere or a capsule; resolved: of a clump's largest member
  double shaft = 1;     ///< of a capsule: length of its cylinder
  /// For a clump: the centre (a number for each axis) and the radius of each member.
  std::vector<std::vector<double>> spheres{};
  double mass = 1;                  ///< resolved where another of the next three is given
  std::optional<double> density{};  ///< instead of mass: mass per volume (area) of a particle
  std::optional<double> amount{};   ///< of parcels: gas for which all of them stand, in molecules
  std::optional<double> molecular_mass{};        ///< instead of mass: mass per amount
  std::int64_t internal_degrees = 0;             ///< of freedom of the reservoir of a parcel
  std::optional<double> internal_temperature{};  ///< of reservoirs at the start
  MassRule mass_rule{};                          ///< of a clump
  double temperature = 1;                        ///< at the start
  Velocities velocities = Velocities::maxwell;   ///< at the start
  AngularVelocities angular_velocities = AngularVelocities::maxwell;  ///< at the start
  double inertia = 0;  ///< of a rough sphere, 4I/(m·diameter²); 0: of a uniform one
  /// Corners of the part of the box in which spheres are placed, a number for each axis; empty:
  /// anywhere.
  std::vector<double> region_low{}, region_high{};
  Bitmap bitmap{};  ///< laid over x and y of that part: spheres are placed in its dark pixels only

  Shape shape = Sphere{};       ///< resolved
  MassProperties properties{};  ///< resolved: of the shape, with `mass`
  bool rough = false;           ///< resolved: a sphere in a gas of rough spheres

  /// Amount of gas for which one particle stands; 1 unless it is a parcel.
  [[nodiscard]] double molecules() const {
    return amount && count > 0 ? *amount / static_cast<double>(count) : 1;
  }
  /// Temperature of the particles at the start: that of the molecules times molecules().
  [[nodiscard]] double particle_temperature() const { return molecules() * temperature; }
  [[nodiscard]] bool is_sphere() const { return std::holds_alternative<Sphere>(shape); }
  /// Whether a placed particle gets a velocity.
  [[nodiscard]] bool moves() const { return velocities != Velocities::rest && temperature > 0; }
  /// Whether a placed particle gets an angular velocity.
  [[nodiscard]] bool spins() const {
    return (!is_sphere() || rough) && angular_velocities != AngularVelocities::rest &&
           temperature > 0;
  }
};

/// `[collisions]`; see Gas, and StudyConfig::restitution for the pairs.
struct CollisionsConfig {
  double general_restitution = 1;              ///< normal, of pairs that have none of their own
  double general_tangential_restitution = -1;  ///< of pairs that have none of their own
  double wall_tangential_restitution = -1;
  bool viscoelastic = false;
  double viscosity = 0;  ///< A of viscoelastic restitution
  double wall_restitution = 1;
  double internal_exchange = 1;            ///< of parcels with reservoirs
  bool has_exchange = false;               ///< resolved: whether there are such parcels
  std::optional<double> contact_duration;  ///< unset: chosen from the collision rate; 0: off
};

/// One `[[collisions.pair]]` table.
struct PairConfig {
  std::vector<std::string> species;  ///< names of the two
  double restitution = 1;
  std::optional<double> tangential_restitution{};  ///< unset: that of all pairs
};

/// One `[[initial.particle]]` table (placement = "listed").
struct ListedParticle {
  std::string species;                            ///< its name
  std::vector<double> position{};                 ///< of the centre of mass, a number for each axis
  std::vector<double> velocity{};                 ///< a number for each axis
  std::vector<double> orientation{0, 0, 0, 1};    ///< of a body: unit quaternion x, y, z, w
  std::vector<double> angular_velocity{0, 0, 0};  ///< of a body or a rough sphere, in space
  bool is_body = false, is_rough = false;         ///< resolved
};

/// `[initial]`
struct InitialConfig {
  Placement placement = Placement::random;
  std::filesystem::path start_file;    ///< with Placement::file; resolved: absolute
  std::vector<ListedParticle> listed;  ///< with Placement::listed
};

/// `[run] until`: the run ends when the standard error of an observable is so small.
struct UntilConfig {
  std::string observable;
  double error = 0;
  bool relative = false;  ///< `error` is in per cent of the value; else absolute
  /// As in a study, without quotes.
  [[nodiscard]] std::string text() const;
};

/// `[run]`
struct RunConfig {
  EngineOptions engine;             ///< but for its time_step, which is given below
  std::optional<double> time_step;  ///< event-driven: the contacts that such steps miss are counted
  Substeps substeps = Substeps::none;
  Comparison comparison = Comparison::none;  ///< beside a run in that mode from the same start
  double equilibrate = 20;                   ///< mean collisions per particle, not measured
  std::optional<double> measure;             ///< mean collisions per particle, measured …
  std::optional<double> duration;            ///< … or simulated time instead
  std::optional<UntilConfig> until;          ///< ends the run before that
  std::int64_t replicas = 1;                 ///< independent runs, with seeds of their own
  std::int64_t samples = 200;                ///< equal-time samples of the measured part
  std::optional<std::int64_t> equilibrate_samples;  ///< before it; unset: as many as `samples`
  std::int64_t trajectory = 0;                      ///< frames
  double checkpoint_every = 300;                    ///< seconds of wall time
  std::optional<bool> keep_checkpoint;       ///< of a finished run; unset: if it is not large
  std::int64_t audit_every = 0;              ///< collisions; 0: only at the end
  std::int64_t trace = 0;                    ///< collisions of one particle that are written out
  std::optional<std::string> trace_species;  ///< of that particle; unset: the first species
  std::int64_t collision_log = 0;            ///< collisions that are written out one by one
  bool collision_statistics = false;         ///< whether free flights and impacts are measured
  bool transport = false;  ///< whether diffusion, viscosities and conductivity are measured
  bool relaxation_spectrum = false;  ///< whether the relaxation of the velocity distribution is
  bool structure = false;            ///< whether g(r), S(k) and density profiles are
};

/// How a wall or an obstacle reflects; see WallLaw.
struct SurfaceConfig {
  std::optional<double> restitution{};  ///< for all species, instead of wall_restitution
  std::optional<double> temperature{};  ///< makes the surface thermal
  double accommodation = 1;  ///< fraction of a thermal surface's reflections that are diffuse
};

/// One `[[wall]]` table: the wall of one face of the box, where it is more than hard; see WallPath.
struct WallConfig : SurfaceConfig {
  std::size_t face = 0;  ///< 2·axis + (0 at the origin, 1 at the far end)
  std::vector<double>
      velocity;                 ///< a number for each axis: along its axis it moves, else it slides
  double amplitude = 0;         ///< of an oscillation along its axis
  double frequency = 0;         ///< of the oscillation, cycles per time
  double begin = 0;             ///< of its motion, counted from the start of the run
  std::optional<double> end{};  ///< of its motion; unset: never

  /// Its motion along the axis of its face.
  [[nodiscard]] WallPath path() const;
};

/// One `[[obstacle]]` table; only what its kind needs is set. Lists have a number for each axis,
/// where nothing else is said.
struct ObstacleConfig : SurfaceConfig {
  ObstacleKind kind = ObstacleKind::ball;
  std::vector<double> centre;                 ///< of a ball
  double radius = 0;                          ///< of a ball
  std::vector<double> low, high;              ///< corners of a block
  std::vector<std::vector<double>> vertices;  ///< of a polygon, in order
  std::size_t axis = 0;                       ///< across which a plate stands, from wall to wall
  double position = 0;                        ///< of the middle of a plate, on that axis
  double thickness = 0;                       ///< of a plate
  std::vector<std::vector<double>> hole;      ///< in a plate: two corners on the other axes
  std::vector<double> hole_low, hole_high;    ///< resolved: the two corners
  std::vector<double> hole_centre;            ///< of a round hole, on the other axes
  double hole_radius = 0;                     ///< of a round hole; 0: none
  double opens = 0;                           ///< time until which the hole is closed
  std::optional<double> door_speed{};         ///< puts a Door with this speed into the hole
  std::optional<double> until{};              ///< time at which the obstacle is taken away

  [[nodiscard]] bool has_hole() const { return !hole_low.empty() || hole_radius > 0; }
  [[nodiscard]] bool has_door() const { return door_speed.has_value(); }
  /// @pre has_door()
  [[nodiscard]] Door door() const { return {static_cast<int>(axis), *door_speed}; }
};

/// One `[[drive]]` table: what changes the velocities of all particles; only what its kind needs is
/// set.
struct DriveConfig {
  DriveType kind = DriveType::random_kicks;
  double strength = 0;     ///< of random kicks: growth of ⟨v_x²⟩ per time
  double temperature = 0;  ///< of a thermostat
  double rate = 0;         ///< of Andersen's thermostat: new velocities per particle and time
  double time = 0;         ///< of a reversal, counted from the start of the run
  std::optional<double> interval{};  ///< between actions; unset: a tenth of the mean free time
};

/// One `[[check]]` table: a value that the study must have. Without `expected` the value of theory
/// is meant; without a tolerance 4 standard errors (of p-values: p ≥ 1e-3 after correction).
struct CheckConfig {
  /// Name of an observable, or "energy_balance", "momentum_drift", "overlap".
  std::string observable;
  std::optional<double> expected{};
  std::optional<double> tolerance{};           ///< absolute
  std::optional<double> relative_tolerance{};  ///< in parts of the expected value
};

/// One `[[series.fit]]` table: prefactor·value^order is fitted to an observable of the cases and to
/// its theory.
struct FitConfig {
  std::string observable;
  std::optional<double> order_tolerance{};      ///< absolute; unset: reported, not checked
  std::optional<double> prefactor_tolerance{};  ///< in parts of that of theory; unset: not checked
};

/// `[series]`: the study runs again for each value of one key.
struct SeriesConfig {
  std::string key;                    ///< dotted, e.g. "collisions.restitution"; empty: no series
  std::vector<std::string> values{};  ///< as TOML literals
  std::vector<FitConfig> fits{};
  /// Observables that are drawn over the key; empty: chosen by what the key changes.
  std::vector<std::string> show{};
};

/// One `[[sweep.vary]]` table: a key of the study that a sweep varies, and its values.
struct VariationConfig {
  std::string key;  ///< dotted, e.g. "box.packing_fraction"
  std::vector<std::string>
      values{};  ///< as TOML literals; resolved where a range with steps is given
  std::optional<std::string> range{};  ///< instead of values: "FROM:TO:STEP" or, sampled, "FROM:TO"
};

/// `[sweep]`: the study runs at many points, at each with several seeds.
struct SweepConfig {
  std::int64_t seeds = 0;   ///< at each point, from that of the study up; 0: not given, one
  std::optional<bool> zip;  ///< whether values of the keys are taken side by side
  std::int64_t sample = 0;  ///< points of a Latin hypercube; 0: a grid
  std::optional<UntilConfig> until;   ///< seeds are added until every point is known so well
  std::optional<std::string> refine;  ///< points are added where this observable's curve bends
  std::int64_t budget = 0;  ///< cases at most, where any are added; 0: ten times the first
  std::vector<VariationConfig> variations{};
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
  SweepConfig sweep;                      ///< `[sweep]`
};

}  // namespace clausius
