#include "study/rules/compatibility.h"

#include <fmt/format.h>

#include "study/file/toml_reader.h"

namespace clausius {

namespace {

/// `refused` is at fault if the study also has `beside`.
struct Refusal {
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
constexpr std::string_view kOfPotential =
    "a potential of steps requires elastic smooth spheres or disks in plain boxes, event-driven";
constexpr std::string_view kOfStraightFlights =
    "requires straight flights between collisions, which a potential breaks";
constexpr std::string_view kOfSmooth = "polydisperse species are of smooth spheres or disks";
constexpr std::string_view kOfOneSize = "requires one diameter and mass for each species";
constexpr std::string_view kOfPlainWalls = "requires plain walls or none";
constexpr std::string_view kOnlySteps = "only with mode = \"time-step\"";
constexpr std::string_view kPeriodicThere = "none, or a box that is periodic there";
constexpr std::string_view kOfFreeGas = "requires a gas without boundary effects";
constexpr std::string_view kSameStart = "a start that is given is the same for all";

using F = Feature;

constexpr Refusal kRefusals[] = {
    {&F::viscoelastic, &F::bodies, kOfSpheres},
    {&F::added_speed, &F::bodies, kOfSpheres},
    {&F::pair_restitution, &F::viscoelastic, "given beside law = \"viscoelastic\"",
     "viscosity alone"},

    {&F::nonadditive, &F::bodies, "pairs of spheres and disks only have a diameter"},
    {&F::nonadditive, &F::rough,
     "the lever arms at contact follow from the diameters of the species"},
    {&F::nonadditive, &F::polydisperse, "pairs of species of one diameter only have a diameter"},

    {&F::potential, &F::bodies, kOfPotential},
    {&F::potential, &F::rough, kOfPotential},
    {&F::potential, &F::polydisperse, kOfPotential},
    {&F::potential, &F::reservoirs, kOfPotential},
    {&F::potential, &F::lossy_pairs, kOfPotential},
    {&F::potential, &F::active_wall, kOfPotential},
    {&F::potential, &F::obstacles, kOfPotential},
    {&F::potential, &F::gravity, kOfPotential},
    {&F::potential, &F::shear, kOfPotential},
    {&F::potential, &F::steps, kOfPotential},
    {&F::potential, &F::trace, "the trace of a particle goes straight from collision to collision"},
    {&F::potential, &F::labels, "the theory of labels is that of hard particles"},
    {&F::statistics, &F::potential, kOfStraightFlights},
    {&F::transport, &F::potential, "known for hard particles only"},
    {&F::relaxation_spectrum, &F::potential, "known for hard particles only"},
    {&F::stress, &F::potential, "known for hard particles only"},

    {&F::polydisperse, &F::rough, kOfSmooth},
    {&F::polydisperse, &F::reservoirs, kOfSmooth},
    {&F::polydisperse, &F::listed, "listed particles have the diameter of their species"},
    {&F::statistics, &F::polydisperse, kOfOneSize},
    {&F::transport, &F::polydisperse, kOfOneSize},
    {&F::relaxation_spectrum, &F::polydisperse, kOfOneSize},
    {&F::structure, &F::polydisperse, kOfOneSize},

    {&F::reservoirs, &F::bodies, kOfPlainReservoirs},
    {&F::reservoirs, &F::rough, kOfPlainReservoirs},
    {&F::reservoirs, &F::lossy_pairs, kOfPlainReservoirs},
    {&F::reservoirs, &F::steps, kOfPlainReservoirs},
    {&F::reservoirs, &F::active_wall, kOfPlainReservoirs},
    {&F::reservoirs, &F::obstacles, kOfPlainReservoirs},
    {&F::reservoirs, &F::gravity, kOfPlainReservoirs},
    {&F::reservoirs, &F::shear, kOfPlainReservoirs},
    {&F::reservoirs, &F::drive, kOfPlainReservoirs},
    {&F::reservoirs, &F::contact_duration, kOfPlainReservoirs},
    {&F::reservoirs, &F::lossy_walls, kOfPlainReservoirs},
    {&F::reservoirs, &F::statistics, kOfPlainReservoirs},
    {&F::reservoirs, &F::listed, kOfPlainReservoirs},

    {&F::shear, &F::walls_across_x, "along x across y, with walls across x", kPeriodicThere},
    {&F::shear, &F::walls_across_y, "along x across y, with walls across y", kPeriodicThere},
    {&F::shear, &F::obstacles, kOfFreeGas},
    {&F::shear, &F::gravity, kOfFreeGas},
    {&F::shear, &F::reversal, "is not reversed with the velocities"},
    {&F::partial_wall, &F::bodies, "known for smooth spheres and disks only"},
    {&F::partial_wall, &F::rough, "known for smooth spheres and disks only"},
    {&F::door_speed, &F::gravity, "not possible where speeds change in flight"},

    {&F::steps, &F::bodies, "time steps support spheres only"},
    {&F::counted_steps, &F::bodies, "missed contacts are known for spheres only"},
    {&F::substeps, &F::events, "has no effect here", kOnlySteps},
    {&F::comparison, &F::events, "has no effect here", kOnlySteps},
    {&F::replicas, &F::file, kSameStart},
    {&F::replicas, &F::listed, kSameStart},

    {&F::statistics, &F::bodies, kOfSmoothFlights},
    {&F::statistics, &F::rough, kOfSmoothFlights},
    {&F::statistics, &F::reversal, kOfOneDirection},
    {&F::statistics, &F::active_wall, kOfPlainWalls},
    {&F::statistics, &F::obstacles, kOfPlainWalls},
    {&F::statistics, &F::gravity, kOfPlainWalls},
    {&F::statistics, &F::shear, kOfPlaneFlights},

    {&F::transport, &F::bodies, kOfPeriodicFluid},
    {&F::transport, &F::rough, kOfPeriodicFluid},
    {&F::transport, &F::reservoirs, kOfPeriodicFluid},
    {&F::transport, &F::walls, kOfPeriodicFluid},
    {&F::transport, &F::obstacles, kOfPeriodicFluid},
    {&F::transport, &F::shear, kOfPlaneFlights},
    {&F::transport, &F::reversal, kOfOneDirection},
    {&F::transport, &F::steps, kOfPeriodicFluid},

    {&F::relaxation_spectrum, &F::bodies, kOfFluid},
    {&F::relaxation_spectrum, &F::rough, kOfFluid},
    {&F::relaxation_spectrum, &F::reservoirs, kOfFluid},
    {&F::relaxation_spectrum, &F::lossy_pairs, kOfFluid},
    {&F::relaxation_spectrum, &F::walls, kOfFluid},
    {&F::relaxation_spectrum, &F::obstacles, kOfFluid},
    {&F::relaxation_spectrum, &F::shear, kOfFluid},
    {&F::relaxation_spectrum, &F::drive, kOfFluid},
    {&F::relaxation_spectrum, &F::steps, kOfFluid},
    {&F::relaxation_spectrum, &F::several_species, "is of one species"},

    {&F::structure, &F::bodies, kOfSpheres},
    {&F::structure, &F::active_wall, kOfPlainWalls},
    {&F::structure, &F::obstacles, kOfPlainWalls},
    {&F::structure, &F::gravity, kOfPlainWalls},
    {&F::structure, &F::shear, kOfPlainWalls},
};

}  // namespace

void check_compatibility(const StudyConfig& study, Faults& faults) {
  for (const Refusal& row : kRefusals) {
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
  all.reserve(std::size(kRefusals));
  for (const Refusal& row : kRefusals)
    all.push_back({row.refused->name, row.beside->name, row.reason});
  return all;
}

}  // namespace clausius
