#include "study/run/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "clausius/core/errors.h"
#include "core/numbers.h"
#include "engine/conserved.h"
#include "measure/velocities/species_law.h"
#include "study/file/sections.h"
#include "study/results/step_length.h"
#include "study/run/drive_interval.h"
#include "study/start/initial.h"
#include "theory/estimates.h"

namespace clausius {

template <int Dim>
double estimated_kt(const Gas<Dim>& gas, const State<Dim>& state) {
  return 2 * kinetic_energy(gas, beside_flow(gas, state)) /
         (Dim * static_cast<double>(state.size()));
}

template <int Dim>
double enskog_rate(const Gas<Dim>& gas, const State<Dim>& state, double kt) {
  if (state.size() < 2) return 0;
  return estimated_collision_rate(mixture_of(gas, counts_of(gas, state)), kt);
}

namespace {

// The contact duration of an inelastic gas, in mean free times: short enough not to affect the
// measurements (Luding & McNamara 1998), long enough to stop a collapse.
constexpr double kContactDuration = 1e-5;
// Rigid bodies may press on each other for a while as they rotate, in a number of small elastic
// hits that this limits. It is a length, in diameters of the smallest member, so that the number
// does not increase in a cold gas.
constexpr double kBodyContactPath = 1e-3;
// Contact duration of a gas under gravity, whose particles come to rest: in times of falling by a
// diameter of the smallest particle or member. Grains of 1 mm touch for this long.
constexpr double kRestingContactDuration = 1e-3;

// Initial k_BT; for a gas that starts at rest, the k_BT to which drives and thermal walls first
// bring it.
template <int Dim>
double kt_at_first(const StudyConfig& config, const Gas<Dim>& gas, const State<Dim>& start) {
  double kt = estimated_kt(gas, start);
  if (kt > 0) return kt;
  for (const DriveConfig& drive : config.drives) {
    kt = std::max(kt, config.boltzmann * drive.temperature);
    for (const SphereSpecies& species : gas.species)
      kt = std::max(kt, species.mass * drive.strength * drive.interval.value_or(0));
  }
  for (const auto& face : gas.boundary.faces) kt = std::max(kt, face.kt);
  for (const auto& obstacle : gas.boundary.obstacles) kt = std::max(kt, obstacle.kt);
  return kt;
}

template <int Dim>
Gas<Dim> gas_of(const StudyConfig& config, const Snapshot& initial, const State<Dim>& start) {
  Gas<Dim> gas = make_gas<Dim>(config);
  set_clock(initial, gas);
  set_ranges(start, gas);
  if (config.contact_duration || is_elastic(gas)) return gas;
  if (gas.boundary.has_gravity())
    gas.contact_duration =
        kRestingContactDuration * std::sqrt(smallest_diameter(gas) / gas.boundary.gravity.norm());
  else if (!gas.bodies.empty())
    gas.contact_path = kBodyContactPath * smallest_diameter(gas);
  else if (const double kt = kt_at_first(config, gas, start); kt > 0)
    if (const double rate = enskog_rate(gas, start, kt); rate > 0)
      gas.contact_duration = kContactDuration / rate;
  return gas;
}

// Effect of walls, gravity, shear, potentials and the law of hits on the energy of the motion.
template <int Dim>
Driving driving_by(const Gas<Dim>& gas) {
  Driving driving;
  const Boundary<Dim>& boundary = gas.boundary;
  driving.changes_energy = boundary.has_gravity() || boundary.moves() || boundary.is_thermal() ||
                           boundary.is_sheared() || gas.has_steps();
  driving.by_hits = gas.added_speed > 0 && !driving.changes_energy;
  driving.changes_energy |= driving.by_hits;
  if (boundary.is_thermal() && is_elastic(gas)) driving.thermostat_kt = boundary.common_kt();
  return driving;
}

}  // namespace

std::optional<WatchedHole> watched_hole(const StudyConfig& config) {
  if (!config.spheres_only() || config.has_gravity() || config.obstacles.size() != 1 ||
      !config.obstacles[0].has_hole() || config.periodic[config.obstacles[0].axis])
    return std::nullopt;
  const ObstacleConfig& plate = config.obstacles[0];
  WatchedHole hole{static_cast<int>(plate.axis), plate.position, plate.thickness, {}, {}};
  if (plate.has_angular_hole()) {
    hole.low = plate.hole_low();
    hole.high = plate.hole_high();
  } else {
    hole.round = true;
    for (const double x : plate.hole_centre) {
      hole.low.push_back(x - plate.hole_radius);
      hole.high.push_back(x + plate.hole_radius);
    }
  }
  const auto axis = static_cast<std::ptrdiff_t>(plate.axis);
  hole.low.insert(hole.low.begin() + axis, 0);
  hole.high.insert(hole.high.begin() + axis, 0);
  if (plate.has_door()) hole.door = plate.door();
  return hole;
}

template <int Dim>
Driving driving_of(const StudyConfig& config, const Gas<Dim>& gas) {
  Driving driving = driving_by(gas);
  if (!config.drives.empty()) driving.thermostat_kt.reset();
  for (const DriveConfig& one : config.drives) {
    if (one.kind == DriveType::reversal) continue;
    driving.changes_energy = true;
    driving.by_hits = false;
    if (config.drives.size() > 1) continue;
    if (one.kind == DriveType::andersen && !driving_by(gas).changes_energy) {
      driving.resampling_rate = one.rate;
      driving.resampling_interval = one.interval;
    }
    driving.rescaled = one.kind == DriveType::rescale && !driving_by(gas).changes_energy;
    if (one.kind == DriveType::random_kicks && gas.added_speed == 0)
      driving.kick_strength = one.strength;
    else if (is_elastic(gas) && !driving_by(gas).changes_energy)
      driving.thermostat_kt = config.boltzmann * one.temperature;
  }
  return driving;
}

namespace {

// Measurements of a gas made in code.
template <int Dim>
MeasurementOptions measurement_options(const Gas<Dim>& gas, const State<Dim>& start,
                                       const EngineOptions& engine,
                                       std::vector<std::string> species_names) {
  MeasurementOptions options;
  options.species_names = std::move(species_names);
  options.dissipates = !is_elastic(gas);
  options.driving = driving_by(gas);
  if (engine.mode == Mode::time_step) options.steps = {engine.time_step, start.time, true};
  if (gas.has_reservoirs()) options.amounts = counts_of(gas, start);
  return options;
}

template <int Dim>
MeasurementOptions measurement_options(const StudyConfig& config, const EngineOptions& engine,
                                       const Gas<Dim>& gas, double start_time) {
  MeasurementOptions options;
  static_cast<MeasuredConfig&>(options) = config;
  for (const StudySpecies& species : config.species) options.species_names.push_back(species.name);
  options.boltzmann = config.boltzmann;
  options.si_units = config.si_units;
  options.relaxes_in = collisions_to_relax(config);
  options.equilibrated = config.equilibrate;
  options.driven = !config.drives.empty();
  options.dissipates = !is_elastic(gas);
  options.ends_at_time = config.duration.has_value();
  options.hole = watched_hole(config);
  options.driving = driving_of(config, gas);
  options.labels = {config.labels, config.relabels, config.seed, config.windows};
  options.windows = config.windows;
  if (std::any_of(config.species.begin(), config.species.end(),
                  [](const StudySpecies& one) { return one.amount || one.internal_degrees > 0; }))
    for (const StudySpecies& one : config.species)
      options.amounts.push_back(one.amount.value_or(static_cast<double>(one.count)));
  const bool by_steps = engine.mode == Mode::time_step;
  if (by_steps || config.time_step)
    options.steps = {by_steps ? engine.time_step : *config.time_step, start_time, by_steps};
  options.relaxation = config.is_placed() &&
                       std::any_of(config.species.begin(), config.species.end(), [](const auto& s) {
                         return s.velocities == Velocities::equal_speed && s.count > 0;
                       });
  return options;
}

// @throws InputError if the gas as a whole moves with more energy than the value to which it is to
// be scaled.
template <int Dim>
VelocityRescale rescale_of(const StudyConfig& config, const Gas<Dim>& gas, const State<Dim>& start,
                           std::size_t index, const VelocityRescale& rescale) {
  const double carried = common_motion(gas, beside_flow(gas, start)).energy;
  if (carried > 0 && carried >= rescale.energy)
    throw InputError(config.problem_at(
        fmt::format("drive[{}].temperature", index),
        fmt::format(
            "the gas as a whole moves with an energy of {}, which a rescaling conserves, but the "
            "temperature corresponds to {}; allowed: a higher temperature, or a gas at rest",
            short_text(carried), short_text(rescale.energy))));
  return rescale;
}

template <int Dim>
std::vector<Drive<Dim>> drives_of(const StudyConfig& config, const Snapshot& initial,
                                  const Gas<Dim>& gas, const State<Dim>& start) {
  const std::vector<double> counts = counts_of(gas, start);
  std::vector<Drive<Dim>> drives;
  // Drives go on as those of the run that wrote the start; others begin now.
  const std::vector<double> before =
      initial.surroundings ? initial.surroundings->drive_intervals : std::vector<double>{};
  for (const DriveConfig& one : config.drives) {
    const double had = before.size() == config.drives.size() ? before[drives.size()] : 0;
    const bool repeats = one.kind != DriveType::reversal;
    const bool goes_on = before.size() == config.drives.size() && repeats == (had > 0) &&
                         one.interval.value_or(had) == had;
    const double since = goes_on ? initial.surroundings->start : start.time;
    double interval = one.interval.value_or(goes_on ? had : 0);
    if (interval == 0 && repeats) {
      const double kt = estimated_kt(gas, start);
      const double rate = kt > 0 ? enskog_rate(gas, start, kt) : 0;
      if (rate <= 0)
        throw InputError(
            config.problem_at(fmt::format("drive[{}].interval", drives.size()),
                              "a gas at rest has no mean free time; allowed: a time above 0"));
      interval = usual_drive_interval(one, gas, start, kt);
    }
    const double kt = config.boltzmann * one.temperature;
    DriveKind kind;
    switch (one.kind) {
      case DriveType::random_kicks:
        kind = RandomKicks{one.strength, interval};
        break;
      case DriveType::andersen:
        kind = AndersenThermostat{kt, one.rate, interval};
        break;
      case DriveType::rescale:
        kind = rescale_of(config, gas, start, drives.size(),
                          {0.5 * kt * degrees_of_freedom(gas, counts), interval});
        break;
      case DriveType::reversal:
        kind = Reversal{since + one.time};
        break;
    }
    drives.emplace_back(kind, config.seed, drives.size(), since, start.time);
  }
  return drives;
}

}  // namespace

template <int Dim>
Setup<Dim>::Setup(const StudyConfig& config, const Snapshot& initial)
    : start(to_state<Dim>(initial, config)),
      gas(gas_of(config, initial, start)),
      engine(engine_options(config)),
      drives(drives_of(config, initial, gas, start)),
      measurements(measurement_options(config, engine, gas, start.time)),
      cools(!is_elastic(gas) && !measurements.driving.changes_energy) {
  if (config.watches_echo() && drives.front().next() < kNever)
    measurements.reversal = drives.front().next();
}

template <int Dim>
std::optional<Surroundings> Setup<Dim>::surroundings_at(double time) const {
  const Boundary<Dim>& boundary = gas.boundary;
  const bool opens = std::any_of(boundary.obstacles.begin(), boundary.obstacles.end(),
                                 [](const auto& one) { return one.until < kNever; });
  if (!boundary.moves() && !opens && !boundary.is_sheared() && drives.empty()) return std::nullopt;
  Surroundings all{.start = boundary.start};
  for (int face = 0; face < 2 * Dim && boundary.moves(); ++face)
    all.walls.push_back(boundary.position(gas.box, face, time));
  if (boundary.is_sheared()) {
    const double edge = gas.box.size[0], shift = boundary.shear_shift(gas.box, time);
    all.shear_offset = shift - edge * std::nearbyint(shift / edge);
  }
  for (const Drive<Dim>& drive : drives) all.drive_intervals.push_back(drive.interval());
  return all;
}

template <int Dim>
Setup<Dim>::Setup(const Gas<Dim>& its_gas, const State<Dim>& its_start,
                  const EngineOptions& options, std::vector<std::string> species_names)
    : start(its_start),
      gas(its_gas),
      engine(options),
      measurements(measurement_options(gas, start, engine, std::move(species_names))),
      cools(!is_elastic(gas) && !measurements.driving.changes_energy) {}

void require_read(const StudyConfig& study) {
  if (!study.written)
    throw InputError({"", 0, 0, "study",
                      "was not read; allowed: what load_study(), parse_study() or make_study() "
                      "return"});
}

template struct Setup<2>;
template struct Setup<3>;
template Driving driving_of(const StudyConfig&, const Gas<2>&);
template Driving driving_of(const StudyConfig&, const Gas<3>&);
template double estimated_kt(const Gas<2>&, const State<2>&);
template double estimated_kt(const Gas<3>&, const State<3>&);
template double enskog_rate(const Gas<2>&, const State<2>&, double);
template double enskog_rate(const Gas<3>&, const State<3>&, double);

}  // namespace clausius
