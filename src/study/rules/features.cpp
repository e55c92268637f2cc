#include <fmt/format.h>

#include <algorithm>

#include "clausius/study/config.h"
#include "study/file/sections/surface.h"
#include "study/run/setup.h"

namespace clausius {

namespace {

using Study = const StudyConfig&;

template <class Tables, class Test>
bool any_of(const Tables& tables, const Test& test) {
  return std::any_of(tables.begin(), tables.end(), test);
}

/// Key of the first element of `all` for which `test` holds: "species[0]".
template <class All, class Test>
std::string first_of(std::string_view table, const All& all, const Test& test) {
  const auto found = std::find_if(all.begin(), all.end(), test);
  return fmt::format("{}[{}]", table, found - all.begin());
}

bool has_sizes(const StudySpecies& one) { return one.is_polydisperse(); }
bool has_reservoir(const StudySpecies& one) { return one.internal_degrees > 0; }
bool has_door(const ObstacleConfig& one) { return one.has_door(); }
bool has_restitution(const PairConfig& one) { return one.restitution.has_value(); }
bool has_diameter(const PairConfig& one) { return one.diameter.has_value(); }
bool has_steps(const PairConfig& one) { return !one.steps.empty(); }
bool is_rough(const PairConfig& one) { return one.tangential_restitution.value_or(-1) > -1; }
template <class Table>
bool is_frictional(const Table& one) {
  return one.friction.value_or(0) > 0;
}

/// Key of a coefficient of friction; empty if there is none.
std::string friction_key(Study s) {
  if (s.general_friction.value_or(0) > 0) return "collisions.friction";
  if (any_of(s.pairs, is_frictional<PairConfig>))
    return first_of("collisions.pair", s.pairs, is_frictional<PairConfig>) + ".friction";
  if (!s.has_walls() && s.obstacles.empty()) return "";
  if (s.wall_friction.value_or(0) > 0) return "collisions.wall_friction";
  if (any_of(s.walls, is_frictional<WallConfig>))
    return first_of("wall", s.walls, is_frictional<WallConfig>) + ".friction";
  if (any_of(s.obstacles, is_frictional<ObstacleConfig>))
    return first_of("obstacle", s.obstacles, is_frictional<ObstacleConfig>) + ".friction";
  return "";
}

std::string rough_key(Study s) {
  if (std::string key = friction_key(s); !key.empty()) return key;
  if (s.general_tangential_restitution > -1) return "collisions.tangential_restitution";
  if (any_of(s.pairs, is_rough))
    return first_of("collisions.pair", s.pairs, is_rough) + ".tangential_restitution";
  return "collisions.wall_tangential_restitution";
}

/// Whether a gas loses energy in collisions with particles or plain walls, and nothing replaces it.
bool cools(Study s) {
  const bool loses = !s.pairs_are_elastic() || (s.has_walls() && !s.walls_are_elastic());
  return loses && s.drives.empty() && s.delta == 0;
}

bool is_cube(Study s) {
  return std::all_of(s.size.begin(), s.size.end(), [&](double edge) { return edge == s.size[0]; });
}

/// Whether `test` holds for a wall at this face.
template <class Test>
bool is_at(Study s, std::size_t face, const Test& test) {
  return any_of(s.walls, [&](const WallConfig& wall) { return wall.face == face && test(wall); });
}

bool is_thermal(const WallConfig& wall) { return wall.temperature.has_value(); }
bool moves(const WallConfig& wall) { return wall.path().moves(); }
bool slides(const WallConfig& wall) {
  for (std::size_t axis = 0; axis < wall.velocity.size(); ++axis)
    if (axis != wall.face / 2 && wall.velocity[axis] != 0) return true;
  return false;
}
bool is_between_thermal_walls(Study s, std::size_t axis) {
  return is_at(s, 2 * axis, is_thermal) && is_at(s, 2 * axis + 1, is_thermal);
}

}  // namespace

constinit const Feature Feature::nothing{"", [](Study) { return true; }};

constinit const Feature Feature::several_species{
    "more species", [](Study s) { return s.species.size() > 1; }, "more than one species"};
constinit const Feature Feature::polydisperse{
    "diameter_distribution",
    [](Study s) { return s.is_polydisperse(); },
    "a species with diameter_distribution",
    "species.diameter_distribution",
    [](Study s) { return first_of("species", s.species, has_sizes) + ".diameter_distribution"; },
    "none"};
constinit const Feature Feature::nonadditive{
    "diameter of a [[collisions.pair]]",
    [](Study s) { return any_of(s.pairs, has_diameter); },
    "a [[collisions.pair]] with a diameter",
    "collisions.pair.diameter",
    [](Study s) { return first_of("collisions.pair", s.pairs, has_diameter) + ".diameter"; },
    "none"};
constinit const Feature Feature::potential{
    "steps of a [[collisions.pair]]",
    [](Study s) { return s.has_steps(); },
    "a [[collisions.pair]] with steps",
    "collisions.pair.steps",
    [](Study s) { return first_of("collisions.pair", s.pairs, has_steps) + ".steps"; },
    "none"};
constinit const Feature Feature::bodies{"other shapes", [](Study s) { return !s.spheres_only(); },
                                        "a species of capsules or clumps"};
constinit const Feature Feature::parcels{
    "parcels",
    [](Study s) {
      return s.has_reservoirs() || any_of(s.species, [](auto& one) { return one.amount; });
    },
    "species.amount or species.internal_degrees"};
constinit const Feature Feature::reservoirs{
    "internal_degrees",
    [](Study s) { return s.has_reservoirs(); },
    "species.internal_degrees",
    "species.internal_degrees",
    [](Study s) { return first_of("species", s.species, has_reservoir) + ".internal_degrees"; },
    "0"};
constinit const Feature Feature::friction{
    "friction",         [](Study s) { return !friction_key(s).empty(); },
    "friction above 0", "collisions.friction",
    friction_key,       "none"};
constinit const Feature Feature::friction_of_equal_spheres{
    "friction of equal spheres",
    [](Study s) {
      return s.species.size() == 1 && s.spheres_only() && s.law == CollisionLaw::constant &&
             s.pairs_have_friction();
    },
    "one species of spheres with collisions.friction above 0 and a constant restitution"};
constinit const Feature Feature::rough{
    "rough particles (tangential_restitution above -1, friction)",
    [](Study s) { return s.is_rough(); },
    {},
    "collisions.tangential_restitution",
    rough_key,
    "-1 (smooth)"};
constinit const Feature Feature::rough_spheres{
    "rough spheres", [](Study s) { return s.has_rough_spheres(); },
    "rough spheres (tangential_restitution above -1, friction)"};
constinit const Feature Feature::rotation{
    "rotation", [](Study s) { return bodies.is_on(s) || rough.is_on(s) || reservoirs.is_on(s); },
    "capsules, clumps, rough spheres or species.internal_degrees"};

constinit const Feature Feature::lossy_pairs{"a restitution below 1",
                                             [](Study s) { return !s.pairs_are_elastic(); }};
constinit const Feature Feature::inelastic{
    "inelastic spheres",
    [](Study s) { return lossy_pairs.is_on(s) && s.spheres_only() && s.delta == 0; },
    "spheres whose collisions lose energy (a restitution below 1), and none by law = \"delta\""};
constinit const Feature Feature::pair_restitution{
    "restitution of a [[collisions.pair]]",
    [](Study s) { return any_of(s.pairs, has_restitution); },
    {},
    "collisions.pair.restitution",
    [](Study s) { return first_of("collisions.pair", s.pairs, has_restitution) + ".restitution"; },
    "none"};
constinit const Feature Feature::viscoelastic{
    "law = \"viscoelastic\"",
    [](Study s) { return s.law == CollisionLaw::viscoelastic; },
    {},
    "collisions.law",
    nullptr,
    "\"constant\""};
constinit const Feature Feature::added_speed{
    "law = \"delta\"", [](Study s) { return s.delta > 0; }, {}, "collisions.law", nullptr,
    "\"constant\""};
constinit const Feature Feature::contact_duration{
    "contact_duration above 0", [](Study s) { return s.contact_duration.value_or(0) > 0; }};
constinit const Feature Feature::lossy_walls{"wall_restitution below 1",
                                             [](Study s) { return !s.walls_are_elastic(); }};
constinit const Feature Feature::dissipation{
    "dissipation",
    [](Study s) {
      return s.delta == 0 && (lossy_pairs.is_on(s) || lossy_walls.is_on(s) ||
                              !s.has_plain_boundary() || drive.is_on(s));
    },
    "collisions that lose energy (a restitution below 1), and no [[drive]] or law = \"delta\""};

constinit const Feature Feature::walls{"walls", [](Study s) { return s.has_walls(); },
                                       "walls (box.boundary)"};
constinit const Feature Feature::walls_across_x{"walls across x",
                                                [](Study s) { return !s.periodic[0]; }};
constinit const Feature Feature::walls_across_y{"walls across y",
                                                [](Study s) { return !s.periodic[1]; }};
constinit const Feature Feature::active_wall{"a [[wall]]",
                                             [](Study s) { return !s.walls.empty(); }};
constinit const Feature Feature::thermal_wall{
    .name = "a [[wall]] with a temperature",
    .is_on = [](Study s) { return any_of(s.walls, is_thermal); },
    .is_on_at = [](Study s, std::size_t face) { return is_at(s, face, is_thermal); }};
constinit const Feature Feature::two_thermal_walls{
    .name = "a [[wall]] with a temperature at both ends of an axis",
    .is_on =
        [](Study s) {
          return any_of(s.walls,
                        [&](auto& one) { return is_between_thermal_walls(s, one.face / 2); });
        },
    .is_on_at = is_between_thermal_walls};
constinit const Feature Feature::moving_wall{
    .name = "a [[wall]] that moves",
    .is_on = [](Study s) { return any_of(s.walls, moves); },
    .is_on_at = [](Study s, std::size_t face) { return is_at(s, face, moves); }};
constinit const Feature Feature::sliding_wall{
    .name = "a sliding [[wall]]",
    .is_on = [](Study s) { return any_of(s.walls, slides); },
    .words = "a thermal or rough [[wall]] with a velocity along itself",
    // Both walls across an axis feel the flow that one of them causes.
    .is_on_at =
        [](Study s, std::size_t face) {
          return is_at(s, face, slides) || is_at(s, face ^ 1, slides);
        }};
constinit const Feature Feature::partial_wall{
    "normal_accommodation or tangential_accommodation",
    [](Study s) { return any_of(s.walls, adapts_in_part) || any_of(s.obstacles, adapts_in_part); },
    {},
    {},
    [](Study s) {
      const std::string table = any_of(s.walls, adapts_in_part)
                                    ? first_of("wall", s.walls, adapts_in_part)
                                    : first_of("obstacle", s.obstacles, adapts_in_part);
      return table + ".normal_accommodation";
    },
    "accommodation"};
constinit const Feature Feature::active_walls{
    .name = "walls that are more than hard",
    .is_on = [](Study s) { return s.has_walls() && !s.has_plain_boundary(); },
    .words = "walls (box.boundary) with a [[wall]], box.gravity or an [[obstacle]]",
    .is_on_at = [](Study s, std::size_t face) { return !s.periodic.at(face / 2); }};
constinit const Feature Feature::obstacles{"an [[obstacle]]",
                                           [](Study s) { return !s.obstacles.empty(); }};
constinit const Feature Feature::door_speed{
    "door_speed",
    [](Study s) { return any_of(s.obstacles, has_door); },
    {},
    "obstacle.door_speed",
    [](Study s) { return first_of("obstacle", s.obstacles, has_door) + ".door_speed"; },
    "no door_speed"};
constinit const Feature Feature::hole{
    "a hole between two halves", [](Study s) { return watched_hole(s).has_value(); },
    "a plate with a hole as the only [[obstacle]], across an axis with walls, and spheres without "
    "gravity"};
constinit const Feature Feature::door{
    "a door between two halves",
    [](Study s) { return hole.is_on(s) && door_speed.is_on(s) && !several_species.is_on(s); },
    "such a plate with obstacle.door_speed, and one species"};
constinit const Feature Feature::gravity{"box.gravity", [](Study s) { return s.has_gravity(); }};
constinit const Feature Feature::shear{"box.shear_rate",
                                       [](Study s) { return s.shear_rate != 0; },
                                       {},
                                       "box.shear_rate",
                                       nullptr,
                                       "none"};

constinit const Feature Feature::drive{"a [[drive]]", [](Study s) { return !s.drives.empty(); }};
constinit const Feature Feature::reversal{
    "a reversal",
    [](Study s) {
      return any_of(s.drives, [](auto& one) { return one.kind == DriveType::reversal; });
    },
    "a [[drive]] with kind = \"reversal\""};

constinit const Feature Feature::file{"placement = \"file\"",
                                      [](Study s) { return s.placement == Placement::file; }};
constinit const Feature Feature::listed{"placement = \"listed\"",
                                        [](Study s) { return s.placement == Placement::listed; }};
constinit const Feature Feature::equal_speed_start{
    "equal speeds at the start",
    [](Study s) {
      return any_of(s.species, [](auto& one) { return one.velocities == Velocities::equal_speed; });
    },
    "a species with velocities = \"equal-speed\""};
constinit const Feature Feature::uneven_start{
    "a start out of equilibrium",
    [](Study s) {
      return !s.is_placed() || any_of(s.species, [&](auto& one) {
        return one.velocities != Velocities::maxwell || s.spins(one) ||
               one.temperature != s.species.front().temperature;
      });
    },
    "a start out of equilibrium (velocities other than \"maxwell\", or species of different "
    "temperatures)"};

constinit const Feature Feature::steps{"mode = \"time-step\"",
                                       [](Study s) { return s.engine.mode == Mode::time_step; },
                                       {},
                                       "run.mode",
                                       nullptr,
                                       "\"event-driven\""};
constinit const Feature Feature::events{"mode = \"event-driven\"",
                                        [](Study s) { return !steps.is_on(s); }};
constinit const Feature Feature::counted_steps{
    "time_step in the event-driven mode",
    [](Study s) { return events.is_on(s) && s.time_step.has_value(); },
    {},
    "run.time_step",
    nullptr,
    "no time_step"};
constinit const Feature Feature::time_step{
    "steps or contacts that they miss",
    [](Study s) { return steps.is_on(s) || counted_steps.is_on(s); },
    "run.time_step or run.mode = \"time-step\""};
constinit const Feature Feature::substeps{"substeps = \"auto\"",
                                          [](Study s) { return s.substeps != Substeps::none; },
                                          {},
                                          "run.substeps",
                                          nullptr,
                                          "\"none\""};
constinit const Feature Feature::comparison{
    "compare = \"event-driven\"",
    [](Study s) { return s.comparison != Comparison::none; },
    "run.compare = \"event-driven\"",
    "run.compare",
    nullptr,
    "\"none\""};
constinit const Feature Feature::replicas{"replicas above 1",
                                          [](Study s) { return s.replicas > 1; },
                                          "run.replicas above 1",
                                          "run.replicas",
                                          nullptr,
                                          "1"};
constinit const Feature Feature::series{"[series]",
                                        [](Study s) { return !s.series.values.empty(); }};
constinit const Feature Feature::trajectory{"trajectory", [](Study s) { return s.trajectory > 0; },
                                            "run.trajectory above 0"};

constinit const Feature Feature::labels{"a [[label]]", [](Study s) { return !s.labels.empty(); }};
constinit const Feature Feature::labels_at_a_place{
    "labels at a place",
    [](Study s) {
      return s.relabels.empty() && any_of(s.labels, [](auto& one) { return one.window; });
    },
    "a [[label]] with the window of a part of the box, and no [[relabel]]"};
constinit const Feature Feature::windows{"a [[window]]",
                                         [](Study s) { return !s.windows.empty(); }};
constinit const Feature Feature::collision_log{
    "collision_log", [](Study s) { return s.collision_log > 0; }, "run.collision_log above 0"};
constinit const Feature Feature::trace{"trace", [](Study s) { return s.trace > 0; },
                                       "run.trace above 0"};
constinit const Feature Feature::statistics{"collision_statistics",
                                            [](Study s) { return s.collision_statistics; },
                                            "run.collision_statistics = true",
                                            "run.collision_statistics",
                                            nullptr,
                                            "false"};
constinit const Feature& Feature::collision_statistics = Feature::statistics;
constinit const Feature Feature::collision_statistics_of_elastic{
    "statistics of elastic collisions",
    [](Study s) { return statistics.is_on(s) && !lossy_pairs.is_on(s); },
    "run.collision_statistics = true and collisions that lose no energy"};
constinit const Feature Feature::collision_statistics_of_steady{
    "statistics of collisions at a steady temperature",
    [](Study s) { return statistics.is_on(s) && !cools(s); },
    "run.collision_statistics = true in a gas that keeps its temperature; one that cools has "
    "mean_collision_energy_reduced"};
constinit const Feature Feature::collision_statistics_of_cooling{
    "statistics of collisions while the gas cools",
    [](Study s) { return statistics.is_on(s) && cools(s); },
    "run.collision_statistics = true in a gas that cools: collisions that lose energy (a "
    "restitution below 1), and no [[drive]]"};
constinit const Feature Feature::transport{"transport",
                                           [](Study s) { return s.transport; },
                                           "run.transport = true",
                                           "run.transport",
                                           nullptr,
                                           "false"};
constinit const Feature Feature::stress{
    "stress", [](Study s) { return s.stress; }, "run.stress = true", "run.stress", nullptr,
    "false"};
constinit const Feature Feature::stress_across{
    "stress across the box",
    [](Study s) { return stress.is_on(s) && (walls.is_on(s) || shear.is_on(s)); },
    "run.stress = true, and walls (box.boundary) or box.shear_rate"};
constinit const Feature Feature::transport_of_elastic{
    "transport of elastic gases",
    [](Study s) { return transport.is_on(s) && !lossy_pairs.is_on(s) && !drive.is_on(s); },
    "run.transport = true, collisions that lose no energy, and no [[drive]]"};
constinit const Feature Feature::transport_of_steady{
    "transport at a steady temperature", [](Study s) { return transport.is_on(s) && !cools(s); },
    "run.transport = true in a gas that keeps its temperature; one that cools has "
    "diffusion_coefficient_reduced"};
constinit const Feature Feature::transport_of_cooling{
    "transport while the gas cools", [](Study s) { return transport.is_on(s) && cools(s); },
    "run.transport = true in a gas that cools: collisions that lose energy (a restitution below "
    "1), and no [[drive]]"};
constinit const Feature Feature::structure{"structure",
                                           [](Study s) { return s.structure; },
                                           "run.structure = true",
                                           "run.structure",
                                           nullptr,
                                           "false"};
constinit const Feature Feature::structure_between_walls{
    "structure between walls", [](Study s) { return structure.is_on(s) && walls.is_on(s); },
    "run.structure = true and walls (box.boundary)"};
constinit const Feature Feature::structure_of_cooling{
    "structure while the gas cools",
    [](Study s) {
      return structure.is_on(s) && cools(s) && !s.has_walls() && s.has_plain_boundary() &&
             is_cube(s);
    },
    "run.structure = true in a periodic cube (square), collisions that lose energy (a restitution "
    "below 1), and no [[drive]]"};
constinit const Feature Feature::relaxation_spectrum{"relaxation_spectrum",
                                                     [](Study s) { return s.relaxation_spectrum; },
                                                     "run.relaxation_spectrum = true",
                                                     "run.relaxation_spectrum",
                                                     nullptr,
                                                     "false"};

}  // namespace clausius
