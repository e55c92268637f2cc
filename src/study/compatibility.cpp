#include "study/compatibility.h"

#include <algorithm>

#include "study/toml_reader.h"

namespace clausius {

namespace {

/// A feature that a study may have.
struct Feature {
  std::string_view name;
  bool (*is_on)(const StudyConfig&);
  std::string_view key{};      ///< key that is at fault
  std::string_view instead{};  ///< value of the key without the feature
  /// The key if it depends on the study.
  std::string (*find_key)(const StudyConfig&) = nullptr;
};

/// Key of the first element of `all` for which `test` holds: "species[0]".
template <class All, class Test>
std::string first_of(std::string_view table, const All& all, const Test& test) {
  const auto found = std::find_if(all.begin(), all.end(), test);
  return fmt::format("{}[{}]", table, found - all.begin());
}

bool has_sizes(const SpeciesConfig& one) { return one.is_polydisperse(); }
bool has_reservoir(const SpeciesConfig& one) { return one.internal_degrees > 0; }
bool has_door(const ObstacleConfig& one) { return one.has_door(); }
bool is_reversal(const DriveConfig& one) { return one.kind == DriveType::reversal; }
bool has_restitution(const PairConfig& one) { return one.restitution.has_value(); }
bool has_diameter(const PairConfig& one) { return one.diameter.has_value(); }
bool is_rough(const PairConfig& one) { return one.tangential_restitution.value_or(-1) > -1; }

std::string rough_key(const StudyConfig& study) {
  if (study.general_tangential_restitution > -1) return "collisions.tangential_restitution";
  if (std::any_of(study.pairs.begin(), study.pairs.end(), is_rough))
    return first_of("collisions.pair", study.pairs, is_rough) + ".tangential_restitution";
  return "collisions.wall_tangential_restitution";
}

using Study = const StudyConfig&;

constexpr Feature kBodies{"other shapes", [](Study s) { return !s.spheres_only(); }};
constexpr Feature kSeveralSpecies{"more species", [](Study s) { return s.species.size() > 1; }};
constexpr Feature kReservoirs{
    "internal_degrees", [](Study s) { return s.has_reservoirs(); }, "species.internal_degrees", "0",
    [](Study s) { return first_of("species", s.species, has_reservoir) + ".internal_degrees"; }};
constexpr Feature kSizes{
    "diameter_distribution", [](Study s) { return s.is_polydisperse(); },
    "species.diameter_distribution", "none",
    [](Study s) { return first_of("species", s.species, has_sizes) + ".diameter_distribution"; }};
constexpr Feature kRough{"rough spheres (tangential_restitution above -1)",
                         [](Study s) { return s.is_rough(); }, "collisions.tangential_restitution",
                         "-1 (smooth)", rough_key};
constexpr Feature kInelastic{"a restitution below 1",
                             [](Study s) { return !s.pairs_are_elastic(); }};
constexpr Feature kViscoelastic{"law = \"viscoelastic\"", [](Study s) { return s.viscoelastic; },
                                "collisions.law", "\"constant\""};
constexpr Feature kPairs{
    "restitution of a [[collisions.pair]]",
    [](Study s) { return std::any_of(s.pairs.begin(), s.pairs.end(), has_restitution); },
    "collisions.pair.restitution", "none",
    [](Study s) { return first_of("collisions.pair", s.pairs, has_restitution) + ".restitution"; }};
constexpr Feature kNonadditive{
    "diameter of a [[collisions.pair]]",
    [](Study s) { return std::any_of(s.pairs.begin(), s.pairs.end(), has_diameter); },
    "collisions.pair.diameter", "none",
    [](Study s) { return first_of("collisions.pair", s.pairs, has_diameter) + ".diameter"; }};
constexpr Feature kContactDuration{"contact_duration above 0",
                                   [](Study s) { return s.contact_duration.value_or(0) > 0; }};
constexpr Feature kLossyWalls{"wall_restitution below 1",
                              [](Study s) { return !s.walls_are_elastic(); }};
constexpr Feature kWalls{"walls", [](Study s) { return s.has_walls(); }};
constexpr Feature kWallsAcrossX{"walls across x", [](Study s) { return !s.periodic[0]; }};
constexpr Feature kWallsAcrossY{"walls across y", [](Study s) { return !s.periodic[1]; }};
constexpr Feature kActiveWall{"a [[wall]]", [](Study s) { return !s.walls.empty(); }};
constexpr Feature kObstacle{"an [[obstacle]]", [](Study s) { return !s.obstacles.empty(); }};
constexpr Feature kDoor{
    "door_speed",
    [](Study s) { return std::any_of(s.obstacles.begin(), s.obstacles.end(), has_door); },
    "obstacle.door_speed", "no door_speed",
    [](Study s) { return first_of("obstacle", s.obstacles, has_door) + ".door_speed"; }};
constexpr Feature kGravity{"box.gravity", [](Study s) { return s.has_gravity(); }};
constexpr Feature kShear{"box.shear_rate", [](Study s) { return s.shear_rate != 0; },
                         "box.shear_rate", "none"};
constexpr Feature kDrive{"a [[drive]]", [](Study s) { return !s.drives.empty(); }};
constexpr Feature kReversal{"a reversal", [](Study s) {
                              return std::any_of(s.drives.begin(), s.drives.end(), is_reversal);
                            }};
constexpr Feature kFile{"placement = \"file\"",
                        [](Study s) { return s.placement == Placement::file; }};
constexpr Feature kListed{"placement = \"listed\"",
                          [](Study s) { return s.placement == Placement::listed; }};
constexpr Feature kReplicas{"replicas above 1", [](Study s) { return s.replicas > 1; },
                            "run.replicas", "1"};
constexpr Feature kSteps{"mode = \"time-step\"",
                         [](Study s) { return s.engine.mode == Mode::time_step; }, "run.mode",
                         "\"event-driven\""};
constexpr Feature kEvents{"mode = \"event-driven\"",
                          [](Study s) { return s.engine.mode == Mode::event_driven; }};
constexpr Feature kCountedSteps{
    "time_step in the event-driven mode",
    [](Study s) { return s.engine.mode == Mode::event_driven && s.time_step.has_value(); },
    "run.time_step", "no time_step"};
constexpr Feature kSubsteps{"substeps = \"auto\"",
                            [](Study s) { return s.substeps != Substeps::none; }, "run.substeps",
                            "\"none\""};
constexpr Feature kComparison{"compare = \"event-driven\"",
                              [](Study s) { return s.comparison != Comparison::none; },
                              "run.compare", "\"none\""};
constexpr Feature kStatistics{"collision_statistics",
                              [](Study s) { return s.collision_statistics; },
                              "run.collision_statistics", "false"};
constexpr Feature kTransport{"transport", [](Study s) { return s.transport; }, "run.transport",
                             "false"};
constexpr Feature kSpectrum{"relaxation_spectrum", [](Study s) { return s.relaxation_spectrum; },
                            "run.relaxation_spectrum", "false"};
constexpr Feature kStructure{"structure", [](Study s) { return s.structure; }, "run.structure",
                             "false"};

/// `refused` is at fault if the study also has `beside`.
struct Row {
  const Feature* refused;
  const Feature* beside;
  std::string_view reason;
  std::string_view allowed{};  ///< allowed value, unless it is `refused->instead` with `beside`
};

constexpr std::string_view kOfSpheres = "applies to spheres and disks only";
constexpr std::string_view kOfPlainReservoirs =
    "reservoirs require elastic smooth spheres or disks in plain boxes, event-driven";
constexpr std::string_view kOfSmoothFlights = "requires smooth spheres or disks";
constexpr std::string_view kOfPlaneFlights =
    "requires straight flights between collisions, which beside a flow are curved";
constexpr std::string_view kOfOneDirection =
    "requires a gas whose motion goes on; a reversal takes it back";
constexpr std::string_view kOfPeriodicFluid =
    "requires smooth spheres or disks in a periodic box, event-driven";
constexpr std::string_view kOfFluid =
    "requires elastic spheres or disks in a periodic box, event-driven";
constexpr std::string_view kOfSmooth = "polydisperse species are of smooth spheres or disks";
constexpr std::string_view kOfOneSize = "requires one diameter and mass for each species";
constexpr std::string_view kOfPlainWalls = "requires plain walls or none";
constexpr std::string_view kOnlySteps = "only with mode = \"time-step\"";
constexpr std::string_view kPeriodicThere = "none, or a box that is periodic there";
constexpr std::string_view kOfFreeGas = "requires a gas without boundary effects";
constexpr std::string_view kSameStart = "a start that is given is the same for all";

constexpr Row kRows[] = {
    {&kRough, &kBodies, "rough surfaces are possible for spheres and disks only"},
    {&kViscoelastic, &kBodies, kOfSpheres},
    {&kPairs, &kViscoelastic, "given beside law = \"viscoelastic\"", "viscosity alone"},

    {&kNonadditive, &kBodies, "pairs of spheres and disks only have a diameter"},
    {&kNonadditive, &kRough, "the lever arms at contact follow from the diameters of the species"},
    {&kNonadditive, &kSizes, "pairs of species of one diameter only have a diameter"},

    {&kSizes, &kRough, kOfSmooth},
    {&kSizes, &kReservoirs, kOfSmooth},
    {&kSizes, &kListed, "listed particles have the diameter of their species"},
    {&kStatistics, &kSizes, kOfOneSize},
    {&kTransport, &kSizes, kOfOneSize},
    {&kSpectrum, &kSizes, kOfOneSize},
    {&kStructure, &kSizes, kOfOneSize},

    {&kReservoirs, &kBodies, kOfPlainReservoirs},
    {&kReservoirs, &kRough, kOfPlainReservoirs},
    {&kReservoirs, &kInelastic, kOfPlainReservoirs},
    {&kReservoirs, &kSteps, kOfPlainReservoirs},
    {&kReservoirs, &kActiveWall, kOfPlainReservoirs},
    {&kReservoirs, &kObstacle, kOfPlainReservoirs},
    {&kReservoirs, &kGravity, kOfPlainReservoirs},
    {&kReservoirs, &kShear, kOfPlainReservoirs},
    {&kReservoirs, &kDrive, kOfPlainReservoirs},
    {&kReservoirs, &kContactDuration, kOfPlainReservoirs},
    {&kReservoirs, &kLossyWalls, kOfPlainReservoirs},
    {&kReservoirs, &kStatistics, kOfPlainReservoirs},
    {&kReservoirs, &kListed, kOfPlainReservoirs},

    {&kShear, &kWallsAcrossX, "along x across y, with walls across x", kPeriodicThere},
    {&kShear, &kWallsAcrossY, "along x across y, with walls across y", kPeriodicThere},
    {&kShear, &kObstacle, kOfFreeGas},
    {&kShear, &kGravity, kOfFreeGas},
    {&kShear, &kReversal, "is not reversed with the velocities"},
    {&kDoor, &kGravity, "not possible where speeds change in flight"},

    {&kSteps, &kBodies, "time steps support spheres only"},
    {&kSteps, &kShear, "time steps support no sheared boxes"},
    {&kCountedSteps, &kBodies, "missed contacts are known for spheres only"},
    {&kSubsteps, &kEvents, "has no effect here", kOnlySteps},
    {&kComparison, &kEvents, "has no effect here", kOnlySteps},
    {&kReplicas, &kFile, kSameStart},
    {&kReplicas, &kListed, kSameStart},

    {&kStatistics, &kBodies, kOfSmoothFlights},
    {&kStatistics, &kRough, kOfSmoothFlights},
    {&kStatistics, &kReversal, kOfOneDirection},
    {&kStatistics, &kActiveWall, kOfPlainWalls},
    {&kStatistics, &kObstacle, kOfPlainWalls},
    {&kStatistics, &kGravity, kOfPlainWalls},
    {&kStatistics, &kShear, kOfPlaneFlights},

    {&kTransport, &kBodies, kOfPeriodicFluid},
    {&kTransport, &kRough, kOfPeriodicFluid},
    {&kTransport, &kReservoirs, kOfPeriodicFluid},
    {&kTransport, &kWalls, kOfPeriodicFluid},
    {&kTransport, &kObstacle, kOfPeriodicFluid},
    {&kTransport, &kShear, kOfPlaneFlights},
    {&kTransport, &kReversal, kOfOneDirection},
    {&kTransport, &kSteps, kOfPeriodicFluid},

    {&kSpectrum, &kBodies, kOfFluid},
    {&kSpectrum, &kRough, kOfFluid},
    {&kSpectrum, &kReservoirs, kOfFluid},
    {&kSpectrum, &kInelastic, kOfFluid},
    {&kSpectrum, &kWalls, kOfFluid},
    {&kSpectrum, &kObstacle, kOfFluid},
    {&kSpectrum, &kShear, kOfFluid},
    {&kSpectrum, &kDrive, kOfFluid},
    {&kSpectrum, &kSteps, kOfFluid},
    {&kSpectrum, &kSeveralSpecies, "is of one species"},

    {&kStructure, &kBodies, kOfSpheres},
    {&kStructure, &kActiveWall, kOfPlainWalls},
    {&kStructure, &kObstacle, kOfPlainWalls},
    {&kStructure, &kGravity, kOfPlainWalls},
    {&kStructure, &kShear, kOfPlainWalls},
};

}  // namespace

void check_compatibility(const StudyConfig& study, Faults& faults) {
  for (const Row& row : kRows) {
    const Feature& refused = *row.refused;
    if (!refused.is_on(study) || !row.beside->is_on(study)) continue;
    const std::string allowed = row.allowed.empty()
                                    ? fmt::format("{} with {}", refused.instead, row.beside->name)
                                    : std::string(row.allowed);
    faults.at(refused.find_key ? refused.find_key(study) : std::string(refused.key),
              fmt::format("{}; allowed: {}", row.reason, allowed));
  }
}

std::vector<Exclusion> all_exclusions() {
  std::vector<Exclusion> all;
  all.reserve(std::size(kRows));
  for (const Row& row : kRows) all.push_back({row.refused->name, row.beside->name, row.reason});
  return all;
}

}  // namespace clausius
