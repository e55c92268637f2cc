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
#include "clausius/measure/keys.h"
#include "clausius/measure/windows_and_labels.h"

/// \file One struct for each section of a study file. Names, ranges and full meanings of the keys
/// are documented in studies/reference/study.md and declared in src/study/sections. Members without
/// an initialiser are empty, which means: not given.

namespace clausius {

/// How trajectories are written.
enum class TrajectoryFormat { xyz, h5md };
enum class Placement { lattice, random, file, listed };
enum class Velocities { maxwell, equal_speed, beam, rest };
enum class AngularVelocities { maxwell, rest };
enum class DiameterDistribution { uniform, normal, lognormal, file };
enum class ShapeKind { sphere, capsule, clump };
enum class CollisionLaw { constant, viscoelastic, delta };
enum class Substeps { none, automatic };
enum class Comparison { none, event_driven };
enum class ObstacleKind { ball, block, plate, polygon };
enum class DriveType { random_kicks, andersen, rescale, reversal };

/// The keys above all sections.
struct HeadConfig {
  std::string title;       ///< title of results and figures; default: the name of the study
  std::uint64_t seed = 1;  ///< seed of all random numbers, below 2^63
};

/// `[units]`
struct UnitsConfig {
  bool si_units = false;  ///< m, kg, s and K; otherwise reduced units, in which k_B = 1
};

/// `[box]`: one of given_packing_fraction, given_number_density, given_pressure and size is given.
struct BoxConfig {
  int dimensions = 3;                            ///< 2 or 3
  std::vector<double> size;                      ///< length along each axis
  std::optional<double> given_packing_fraction;  ///< packing fraction of a cubic (square) box
  std::optional<double> given_number_density;    ///< number density of a cubic (square) box
  /// Pressure that sizes a cubic (square) box by the equation of state.
  std::optional<double> given_pressure;
  /// Edges that a box sized by one of these three shall have, one per axis; those of 0 follow, and
  /// are equal. Empty: all follow.
  std::vector<double> edges;
  /// For each axis whether it is periodic, otherwise it has walls; default: all periodic.
  std::vector<bool> periodic;
  std::vector<double> gravity;  ///< acceleration, one component per axis
  double shear_rate = 0;        ///< shear rate dv_x/dy of Lees–Edwards boundaries
};

/// One `[[species]]` table.
struct SpeciesConfig {
  std::string name;
  std::int64_t count = 0;  ///< number of particles; 0: as many as a start file or list has
  /// Name or symbol of a gas in SI units, from which mass and diameter follow where they are not
  /// given; empty: none.
  std::string gas{};
  ShapeKind shape_kind = ShapeKind::sphere;
  double diameter = 1;  ///< of a sphere or a capsule
  /// Distribution of the diameters of a polydisperse species, whose mean is `diameter`.
  std::optional<DiameterDistribution> diameter_distribution{};
  double diameter_spread = 0.1;  ///< its standard deviation, in units of the mean
  double shaft = 1;              ///< length of a capsule's cylinder
  /// Members of a clump: the centre (a number for each axis) and the radius of each.
  std::vector<std::vector<double>> spheres{};
  double mass = 1;
  std::optional<double> density{};  ///< instead of mass: mass per volume (area) of a particle
  /// Restitution at walls; unset: that of all species.
  std::optional<double> wall_restitution{};
  std::optional<double> amount{};  ///< amount of gas that all parcels represent, in molecules
  std::optional<double> molecular_mass{};        ///< instead of mass: mass per amount
  std::int64_t internal_degrees = 0;             ///< degrees of freedom of a parcel's reservoir
  std::optional<double> internal_temperature{};  ///< initial temperature of reservoirs
  MassRule mass_rule{};                          ///< how the mass of a clump is counted
  double temperature = 1;                        ///< initial temperature
  Velocities velocities = Velocities::maxwell;   ///< initial velocities
  /// Initial angular velocities.
  AngularVelocities angular_velocities = AngularVelocities::maxwell;
  double inertia = 0;  ///< reduced inertia 4I/(m·diameter²) of a rough sphere; 0: a uniform sphere
  /// Corners of the part of the box in which spheres are placed, a number for each axis; empty: the
  /// whole box.
  std::vector<double> region_low{}, region_high{};
  /// Bitmap laid over x and y of that part: spheres are placed in its dark pixels only.
  Bitmap bitmap{};

  /// Amount of gas that one particle represents; 1 unless it is a parcel.
  [[nodiscard]] double molecules() const {
    return amount && count > 0 ? *amount / static_cast<double>(count) : 1;
  }
  /// Initial temperature of the particles: that of the molecules times molecules().
  [[nodiscard]] double particle_temperature() const { return molecules() * temperature; }
  [[nodiscard]] bool is_polydisperse() const { return diameter_distribution.has_value(); }
  [[nodiscard]] bool is_sphere() const { return shape_kind == ShapeKind::sphere; }
  /// Whether a placed particle gets a velocity.
  [[nodiscard]] bool moves() const { return velocities != Velocities::rest && temperature > 0; }
};

/// `[collisions]`; see Gas, and StudyConfig::restitution for the pairs.
struct CollisionsConfig {
  double general_restitution = 1;  ///< normal restitution of pairs without a value of their own
  /// Tangential restitution of pairs without a value of their own.
  double general_tangential_restitution = -1;
  double wall_tangential_restitution = -1;
  /// Coefficient of friction of pairs without one of their own; unset: tangential impulses have no
  /// limit, 0: all is smooth.
  std::optional<double> general_friction{};
  std::optional<double> wall_friction{};  ///< at surfaces, with the same meaning
  CollisionLaw law = CollisionLaw::constant;
  double viscosity = 0;  ///< coefficient A of viscoelastic restitution
  double delta = 0;      ///< speed that each hit adds, see Gas::added_speed
  double wall_restitution = 1;
  double internal_exchange = 1;            ///< exchange probability of parcels with reservoirs
  std::optional<double> contact_duration;  ///< unset: chosen from the collision rate; 0: off
};

/// One `[[collisions.pair]]` table.
struct PairConfig {
  std::vector<std::string> species;                ///< names of the two species
  std::optional<double> restitution{};             ///< unset: the value of all pairs
  std::optional<double> tangential_restitution{};  ///< unset: the value of all pairs
  std::optional<double> friction{};                ///< unset: the value of all pairs
  /// Contact distance of two unlike species; unset: half the sum of their diameters.
  std::optional<double> diameter{};
  std::vector<std::vector<double>> steps{};  ///< [range, energy] of each, see Gas::pair_steps
};

/// One `[[initial.particle]]` table (placement = "listed").
struct ListedParticle {
  std::string species;             ///< its name
  std::vector<double> position{};  ///< position of the centre of mass, a number for each axis
  std::vector<double> velocity{};  ///< a number for each axis
  std::vector<double> orientation{0, 0, 0, 1};  ///< unit quaternion x, y, z, w of a body
  /// Angular velocity of a body or a rough sphere, in space.
  std::vector<double> angular_velocity{0, 0, 0};
};

/// `[initial]`
struct InitialConfig {
  Placement placement = Placement::random;
  std::filesystem::path start_file;  ///< with Placement::file
  bool continues =
      true;  ///< whether what counts its time goes on as the file says; see Surroundings
  std::vector<ListedParticle> listed;  ///< with Placement::listed
};

/// `[run] until`: the run ends when the standard error of an observable is small enough.
struct UntilConfig {
  std::string observable;
  double error = 0;
  bool relative = false;  ///< whether `error` is in per cent of the value; otherwise absolute
  /// The condition as a study writes it, without quotes.
  [[nodiscard]] std::string text() const;
};

/// `[run]`
struct RunConfig : MeasuredConfig {
  EngineOptions engine;  ///< engine options, except time_step, which is given below
  /// Time step; in an event-driven run, contacts that such steps would miss are counted.
  std::optional<double> time_step;
  Substeps substeps = Substeps::none;
  /// Mode of a second run from the same start for comparison.
  Comparison comparison = Comparison::none;
  double equilibrate = 20;           ///< mean collisions per particle, not measured
  std::optional<double> measure;     ///< measured mean collisions per particle, …
  std::optional<double> duration;    ///< … or measured simulated time instead
  std::optional<UntilConfig> until;  ///< condition that may end the run earlier
  std::int64_t replicas = 1;         ///< number of independent runs, with seeds of their own
  std::int64_t samples = 200;        ///< number of equal-time samples of the measured part
  /// Samples of equilibration; unset: as many as `samples`.
  std::optional<std::int64_t> equilibrate_samples;
  std::int64_t trajectory = 0;  ///< number of frames
  TrajectoryFormat trajectory_format = TrajectoryFormat::xyz;
  bool trajectory_images = false;  ///< whether frames count the crossings of periodic edges
  double checkpoint_every = 300;   ///< checkpoint interval in seconds of wall time
  /// Whether a finished run keeps its checkpoint; unset: if it is not large.
  std::optional<bool> keep_checkpoint;
  std::int64_t audit_every = 0;  ///< audit interval in collisions; 0: only at the end
};

/// Reflection law of a wall or an obstacle; see WallLaw.
struct SurfaceConfig {
  std::optional<double> restitution{};  ///< for all species, instead of wall_restitution
  std::optional<double> friction{};     ///< for all species, instead of wall_friction
  std::optional<double> temperature{};  ///< makes the surface thermal
  double accommodation = 1;  ///< fraction of a thermal surface's reflections that are diffuse
  /// Instead of it, the coefficients of CercignaniLampis; if only one is given the other is 1.
  std::optional<double> normal_accommodation{}, tangential_accommodation{};
};

/// One `[[wall]]` table: the wall of one face of the box, if it is more than hard; see WallPath.
struct WallConfig : SurfaceConfig {
  std::size_t face = 0;  ///< 2·axis + (0 at the origin, 1 at the far end)
  /// Velocity, a number for each axis: along its axis the wall moves, otherwise it slides.
  std::vector<double> velocity;
  double amplitude = 0;         ///< amplitude of an oscillation along its axis
  double frequency = 0;         ///< of the oscillation, cycles per time
  double begin = 0;             ///< begin of the motion, counted from the start of the run
  std::optional<double> end{};  ///< end of the motion; unset: never

  /// Motion of the wall along the axis of its face.
  [[nodiscard]] WallPath path() const;
};

/// One `[[obstacle]]` table; only what its kind needs is set. Lists have a number for each axis
/// unless stated otherwise.
struct ObstacleConfig : SurfaceConfig {
  ObstacleKind kind = ObstacleKind::ball;
  std::vector<double> centre;                 ///< centre of a ball
  double radius = 0;                          ///< radius of a ball
  std::vector<double> low, high;              ///< corners of a block
  std::vector<std::vector<double>> vertices;  ///< vertices of a polygon, in order
  std::size_t axis = 0;                   ///< axis across which a plate stands, from wall to wall
  double position = 0;                    ///< position of the middle of a plate on that axis
  double thickness = 0;                   ///< thickness of a plate
  std::vector<std::vector<double>> hole;  ///< hole in a plate: two corners on the other axes
  std::vector<double> hole_centre;        ///< centre of a round hole, on the other axes
  double hole_radius = 0;                 ///< radius of a round hole; 0: none
  double opens = 0;                       ///< time until which the hole is closed
  std::optional<double> door_speed{};     ///< speed of a Door in the hole
  std::optional<double> until{};          ///< time at which the obstacle is removed

  /// Whether there is a hole that is not round.
  [[nodiscard]] bool has_angular_hole() const { return hole.size() == 2; }
  /// @pre has_angular_hole()
  [[nodiscard]] const std::vector<double>& hole_low() const { return hole[0]; }
  [[nodiscard]] const std::vector<double>& hole_high() const { return hole[1]; }
  [[nodiscard]] bool has_hole() const { return has_angular_hole() || hole_radius > 0; }
  [[nodiscard]] bool has_door() const { return door_speed.has_value(); }
  /// @pre has_door()
  [[nodiscard]] Door door() const { return {static_cast<int>(axis), *door_speed}; }
};

/// One `[[drive]]` table: a process that changes the velocities of all particles; only what its
/// kind needs is set.
struct DriveConfig {
  DriveType kind = DriveType::random_kicks;
  double strength = 0;     ///< strength of random kicks: growth of ⟨v_x²⟩ per time
  double temperature = 0;  ///< temperature of a thermostat
  double rate = 0;         ///< rate of Andersen's thermostat: new velocities per particle and time
  double time = 0;         ///< time of a reversal, counted from the start of the run
  /// Interval between actions; unset: a tenth of the mean free time.
  std::optional<double> interval{};
};

/// One `[[check]]` table: a value that the study must have. Without `expected` the value is
/// compared with theory; without a tolerance 4 standard errors are allowed (for p-values: p ≥ 1e-3
/// after correction).
struct CheckConfig {
  /// Name of an observable, or "energy_balance", "momentum_drift", "overlap".
  std::string observable;
  std::optional<double> expected{};
  std::optional<double> tolerance{};           ///< absolute
  std::optional<double> relative_tolerance{};  ///< relative to the expected value
};

/// One `[[series.fit]]` table: prefactor·value^order is fitted to an observable of the cases and to
/// its theory.
struct FitConfig {
  std::string observable;
  std::optional<double> order_tolerance{};  ///< absolute; unset: reported, not checked
  /// Relative to the prefactor of theory; unset: not checked.
  std::optional<double> prefactor_tolerance{};
};

/// `[series]`: the study runs again for each value of one key.
struct SeriesConfig {
  std::string key;                    ///< dotted, e.g. "collisions.restitution"; empty: no series
  std::vector<std::string> values{};  ///< as TOML literals
  std::vector<FitConfig> fits{};
  /// Observables drawn over the key; empty: chosen by what the key changes.
  std::vector<std::string> show{};
};

/// One `[[sweep.vary]]` table: a key of the study that a sweep varies, and its values.
struct VariationConfig {
  std::string key;                     ///< dotted, e.g. "box.packing_fraction"
  std::vector<std::string> values{};   ///< as TOML literals
  std::optional<std::string> range{};  ///< instead of values: "FROM:TO:STEP" or, sampled, "FROM:TO"
};

/// `[sweep]`: the study runs at many points, at each with several seeds.
struct SweepConfig {
  /// Number of seeds at each point, counted up from the seed of the study; 0: not given, one.
  std::int64_t seeds = 0;
  std::optional<bool> zip;  ///< whether the values of the keys are paired instead of combined
  std::int64_t sample = 0;  ///< number of points of a Latin hypercube; 0: a grid
  std::optional<UntilConfig> until;   ///< accuracy up to which seeds are added at every point
  std::optional<std::string> refine;  ///< observable at whose bends points are added
  std::int64_t budget = 0;  ///< largest number of cases, if any are added; 0: ten times the first
  std::vector<VariationConfig> variations{};
};

/// All sections of a study but its species.
struct SectionsBesideSpecies : HeadConfig,
                               UnitsConfig,
                               BoxConfig,
                               CollisionsConfig,
                               InitialConfig,
                               RunConfig {
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

/// All sections of a study file, as given; only what differs from the defaults need be set.
/// make_study() makes a study of it, with the checks and refusals of a file.
struct StudySections : SectionsBesideSpecies {
  std::vector<SpeciesConfig> species;  ///< `[[species]]`
};

}  // namespace clausius
