#include "study/run/drive_interval.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "engine/drive.h"
#include "engine/hits/restitution.h"
#include "measure/gas_theory/facts.h"
#include "measure/velocities/species_law.h"
#include "study/run/setup.h"
#include "theory/transport/mixture_transport.h"

namespace clausius {

namespace {

constexpr double kChangeBetweenScalings = 0.01, kChangeByKicks = 0.05;

/// Whether collisions of a known restitution and the shear are all that changes the energy.
template <int Dim>
bool is_known(const Gas<Dim>& gas, const State<Dim>& start) {
  Boundary<Dim> without_shear = gas.boundary;
  without_shear.shear_rate = 0;
  const bool loses_at_walls = !gas.box.all_periodic() &&
                              std::any_of(gas.wall_restitution.begin(), gas.wall_restitution.end(),
                                          [](double e) { return e < 1; });
  return gas.bodies.empty() && !gas.is_rough() && !restitution_varies(gas) &&
         start.internal_energy.empty() && !gas.has_steps() && without_shear.is_plain() &&
         !loses_at_walls;
}

}  // namespace

template <int Dim>
double usual_drive_interval(const DriveConfig& drive, const Gas<Dim>& gas, const State<Dim>& start,
                            double kt) {
  const double rate = enskog_rate(gas, start, kt), flight = 1 / rate;
  if (drive.kind == DriveType::andersen || !is_known(gas, start)) return kUsualDriveInterval / rate;
  // A hit dissipates (1 − e²) k_BT on average, half of which is each particle's.
  const double least = gas.restitution.minCoeff();
  const double lost = (1 - least * least) / Dim;  // of the temperature, in a mean free time
  if (drive.kind == DriveType::rescale) {
    const Mixture mixture = mixture_of(gas, counts_of(gas, start));
    const double shear = gas.boundary.shear_rate;
    const double heating = shear == 0 ? 0
                                      : 2 * shear_viscosity(mixture, kt).value * shear * shear /
                                            (Dim * mixture.number_density() * kt);
    return std::min(flight, kChangeBetweenScalings / (lost / flight + heating));
  }
  double heaviest = 0;
  for (const SphereSpecies& species : gas.species) heaviest = std::max(heaviest, species.mass);
  const double heating = heaviest * drive.strength;  // k_BT that a particle gains in a time
  // Where the gas is heated until it loses as much, m·strength = lost·k_BT/flight, it is hotter.
  const double steady = lost > 0 ? kt * portable::pow(heating * flight / (lost * kt), 2.0 / 3) : kt;
  const double reference = std::max(kt, steady);
  const double flight_then = flight * std::sqrt(kt / reference);
  return std::min(flight_then, kChangeByKicks / std::max(heating / reference, lost / flight_then));
}

template double usual_drive_interval(const DriveConfig&, const Gas<2>&, const State<2>&, double);
template double usual_drive_interval(const DriveConfig&, const Gas<3>&, const State<3>&, double);

}  // namespace clausius
