#include "measurement_kinds.h"

namespace clausius {

namespace {

MeasurementKind flights_kind() {
  return {
      "Collision rate and free flights",
      {{"collision_rate", "Mean number of collisions that a particle suffers per unit of time.",
        "2 C/(N t) after C collisions of N particles", &UnitNames::rate},
       {"collision_rate",
        "Mean number of collisions that a particle of the species suffers "
        "per unit of time.",
        "collisions of the species/(N_s t)", &UnitNames::rate, Need::several_species, Per::species},
       {"mean_free_path", "Mean length of the path of a particle between two collisions.",
        "integral of the sum of speeds over time/(2 C)", &UnitNames::length},
       {"mean_free_time", "Mean time between two collisions of a particle.", "1/collision_rate",
        &UnitNames::time},
       {"missed_fraction",
        "Fraction of the contacts that a simulation by time steps overlooks: two particles "
        "that overlap and part again between the ends of one step.",
        "counted in an event-driven run, estimated from the relative speeds in a run by steps",
        nullptr, Need::time_step}},
      {{"history",
        "Temperature, energy, moments of the velocity distribution, pressure and "
        "free path at each sample, equilibration included."},
       {"energy_ledger",
        "Energy at each sample beside the energy predicted from the loss of "
        "every single collision and the work of drives and walls."}}};
}

MeasurementKind pressure_kind() {
  return {"Pressure",
          {{"pressure_virial",
            "Pressure from the momentum that collisions carry from particle to "
            "particle, in a box whose walls do not move.",
            "(N k_B T + sum of impulse * separation/(d t))/V", &UnitNames::pressure},
           {"compressibility_factor",
            "Pressure in units of that of the ideal gas, in a box whose "
            "walls do not move.",
            "Z = P V/(N k_B T)"},
           {"pressure_wall",
            "Force per area that the particles exert on the walls of the box, "
            "where these do not move.",
            "sum of impulses on the walls/(area * t)", &UnitNames::pressure, Need::walls}},
          {}};
}

MeasurementKind temperatures_kind() {
  return {"Temperature",
          {{"temperature",
            "Mean temperature of the measured part; of an elastic gas it is fixed "
            "by the conserved energy.",
            "2 E/(k_B * degrees of freedom)", &UnitNames::temperature, Need::nothing, Per::gas,
            Kind::exact},
           {"drive_power",
            "Energy per unit of time that the drive gives to the gas in its steady "
            "state.",
            "work of the drives/t", &UnitNames::power, Need::drive},
           {"temperature", "Mean temperature of a species, translation and rotation together.",
            "2 E_s/(k_B * degrees of freedom of the species)", &UnitNames::temperature,
            Need::several_species, Per::species},
           {"temperature_ratio", "Temperature of the second species over that of the first.",
            "T_2/T_1", nullptr, Need::several_species}},
          {{"drive",
            "Temperature of a driven gas beside the steady one, work of the drives and "
            "loss in collisions.",
            Need::drive}}};
}

MeasurementKind velocities_kind() {
  return {"Velocity distribution",
          {{"kurtosis_a2",
            "Second Sonine coefficient of the velocity distribution: 0 of Maxwell's "
            "law, negative where fast particles are missing.",
            "<v^4>/<v^2>^2 * d/(d + 2) - 1"},
           {"sonine_a3", "Third Sonine coefficient of the velocity distribution.",
            "1 + 3 a_2 - <v^6>/<v^2>^3 * d^2/((d + 2)(d + 4))"},
           {"h_function",
            "Boltzmann's H: the mean logarithm of the velocity distribution, lowest "
            "in equilibrium.",
            "-(d/2)(1 + ln 2 pi) + sum p ln(p/p_M) over bins of the speeds, less its bias (Miller "
            "1955)"},
           {"speed_chi2_p",
            "Probability of speeds at least as far from the exact law of a finite "
            "gas in equilibrium as those seen; of several species the least, corrected for their "
            "number.",
            "chi-square test of the histogram of speeds", nullptr, Need::nothing, Per::gas,
            Kind::p_value},
           {"speed_chi2_p",
            "Probability of speeds of a species at least as far from the exact law "
            "of a finite gas in equilibrium as those seen.",
            "chi-square test of the histogram of speeds", nullptr, Need::several_species,
            Per::species, Kind::p_value},
           {"velocity_ks_p",
            "Probability of velocity components at least as far from the exact "
            "law of a finite gas in equilibrium as those seen; of several species the least, "
            "corrected for their number.",
            "Kolmogorov-Smirnov test of the components", nullptr, Need::nothing, Per::gas,
            Kind::p_value},
           {"velocity_ks_p",
            "Probability of velocity components of a species at least as far from "
            "the exact law of a finite gas in equilibrium as those seen.",
            "Kolmogorov-Smirnov test of the components", nullptr, Need::several_species,
            Per::species, Kind::p_value},
           {"start_memory",
            "What is left of the velocities of the start after about one collision "
            "per particle.",
            "<v(0).v>/<v(0)^2>", nullptr, Need::equal_speed_start}},
          {{"speed_distribution",
            "Histogram of the speeds of each species beside Maxwell's law, "
            "the exact law of a finite gas and the residuals."},
           {"velocity_distribution",
            "Histogram of the velocity components of each species beside "
            "Maxwell's law, the exact law of a finite gas and the residuals."},
           {"velocity_tails",
            "Velocity distribution of a cooling gas of one species in units of "
            "the thermal speed, beside Maxwell's law, the Sonine expansion and the exponential "
            "tail of theory.",
            Need::dissipation},
           {"relaxation",
            "Kurtosis, Sonine coefficients, H and the memory of the start over "
            "collisions per particle, beside the Boltzmann equation.",
            Need::equal_speed_start}}};
}

MeasurementKind rotation_kind() {
  return {
      "Rotation",
      {{"rotational_temperature_ratio",
        "Rotational temperature over translational "
        "temperature, of all bodies together.",
        "T_rot/T_tr", nullptr, Need::rotation},
       {"nematic_order",
        "Alignment of the axes u of capsules or collinear clumps: 0 of random "
        "directions, 1 of parallel ones.",
        "largest eigenvalue of <(3uu - 1)/2> (2D: <2uu - 1>)", nullptr, Need::bodies},
       {"nematic_order",
        "Alignment of the axes u of a species of capsules or collinear "
        "clumps: 0 of random directions, 1 of parallel ones.",
        "largest eigenvalue of <(3uu - 1)/2> (2D: <2uu - 1>)", nullptr, Need::bodies, Per::species},
       {"angular_velocity_chi2_p",
        "Probability of angular velocities at least as far from "
        "Maxwell's law as those seen; the least over axes and species, corrected for their "
        "number.",
        "chi-square test of the histogram about each principal axis", nullptr, Need::rotation,
        Per::gas, Kind::p_value},
       {"angular_velocity_chi2_p",
        "Probability of angular velocities of a species at least as "
        "far from Maxwell's law as those seen; the least over axes, corrected for their "
        "number.",
        "chi-square test of the histogram about each principal axis", nullptr, Need::rotation,
        Per::species, Kind::p_value}},
      {{"equipartition",
        "Translational and rotational temperature of each species over time, "
        "beside theory.",
        Need::rotation},
       {"angular_velocity_distribution",
        "Histogram of the angular velocities about each "
        "principal axis (of rough spheres about each axis of space) beside Maxwell's law.",
        Need::rotation}}};
}

MeasurementKind cooling_kind() {
  return {"Cooling",
          {{"cooling_rate",
            "Rate at which the logarithm of the temperature falls, averaged over "
            "the measured part.",
            "-d ln T/dt", &UnitNames::rate, Need::dissipation},
           {"cooling_rate_reduced",
            "Fall of the logarithm of the temperature per collision of a "
            "particle; 0 of an elastic gas.",
            "-d ln T/dc, c: collisions per particle"}},
          {{"cooling",
            "Temperature over time beside Haff's law (of viscoelastic spheres beside "
            "the solution of the equation of cooling).",
            Need::dissipation}}};
}

MeasurementKind exchange_kind() {
  return {"Exchange of energy between species",
          {{"temperature_exchange_rate",
            "Fall of the logarithm of the difference in temperature "
            "of the two species farthest apart at the start, per collision of a particle.",
            "ln((T_hot - T_cold at the start)/(T_hot - T_cold then))/c", nullptr,
            Need::several_species}},
          {{"temperature_exchange",
            "Temperature of each species of spheres over time beside the "
            "exchange of energy of theory.",
            Need::several_species}}};
}

MeasurementKind trace_kind() {
  return {"Path of one particle",
          {},
          {{"trace", "Position of the first particle at the start and at each of its collisions.",
            Need::trace}}};
}

}  // namespace

std::vector<MeasurementKind> measurement_kinds() {
  return {flights_kind(),         pressure_kind(),
          temperatures_kind(),    velocities_kind(),
          rotation_kind(),        parcels_kind(),
          cooling_kind(),         collision_statistics_kind(),
          structure_kind(),       self_diffusion_kind(),
          helfand_moments_kind(), sonine_relaxation_kind(),
          exchange_kind(),        collision_log_kind(),
          boundary_flows_kind(),  effusion_kind(),
          labels_kind(),          label_spread_kind(),
          labels_in_place_kind(), windows_kind(),
          trace_kind(),           echo_kind()};
}

}  // namespace clausius
