#include "measure/walls/boundary_flows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"
#include "measure/gas_theory/gas_theory.h"
#include "measure/interval_statistics.h"
#include "measure/walls/wall_fluctuation.h"
#include "measure/walls/wall_stores.h"
#include "theory/transport/rarefied_flow.h"
#include "theory/transport/transport.h"
#include "theory/transport/walls.h"

namespace clausius {

namespace {

// Relative error of a product or quotient of independent factors.
std::optional<StandardError> combined(double value, const BlockedSums::Estimate& a,
                                      const BlockedSums::Estimate& b) {
  if (!a.error || !b.error || a.value == 0 || b.value == 0) return std::nullopt;
  return together(*a.error / a.value, *b.error / b.value) * value;
}

// Viscosity of a mixture far from walls, by the theory of the gas in a periodic box.
template <int Dim>
Prediction viscosity_of_mixture(Gas<Dim> gas, const std::vector<double>& counts, double density,
                                double kt) {
  gas.boundary = {};
  gas.box.periodic.fill(true);
  const double particles = std::accumulate(counts.begin(), counts.end(), 0.0);
  gas.box.size.setConstant(portable::pow(particles / density, 1.0 / Dim));
  return GasTheory(gas, counts, true).shear_viscosity(kt);
}

}  // namespace

template <int Dim>
BoundaryFlows<Dim>::BoundaryFlows(const Gas<Dim>& gas, const std::vector<double>& count,
                                  const UnitNames& units, double boltzmann)
    : gas_(gas), count_(count), units_(units), boltzmann_(boltzmann) {
  for (std::size_t s = 0; s < count.size(); ++s) {
    particles_ += count[s];
    mass_ += count[s] * gas.species[s].mass;
  }
  for (int axis = 0; axis < Dim; ++axis) {
    const bool changes =
        !gas.box.periodic[axis] && (!face(2 * axis).is_plain() || !face(2 * axis + 1).is_plain());
    const bool sheared = gas.boundary.is_sheared() && axis == 1;
    if (changes || sheared || gas.boundary.gravity[axis] != 0) profiles_.emplace_back(gas, axis);
  }
}

template <int Dim>
void BoundaryFlows<Dim>::sample(const State<Dim>& state) {
  last_sample_ = state.time;
  for (auto& profile : profiles_) {
    if (advances(profile.axis())) profile = FlowProfile<Dim>(gas_, profile.axis());
    profile.sample(state);
  }
  if (const auto axis = axis_of_gravity()) {
    double sum = 0;
    for (const Vec<Dim>& r : state.position) sum += place_above_floor(r[*axis], *axis);
    heights_.push_back(sum / particles_);
  }
}

template <int Dim>
void BoundaryFlows<Dim>::store(const State<Dim>& in_box) {
  // The end may be the last sample again.
  if (stores_.size() <= totals_.size()) stores_.push_back(wall_stores(gas_, in_box));
}

template <int Dim>
void BoundaryFlows<Dim>::end_interval(const CollisionTotals<Dim>& totals, double duration) {
  durations_.push_back(duration);
  totals_.push_back(totals.faces);
  shear_work_.push_back(totals.shear_work);
}

// The work of the images of a sheared box heats the gas: viscosity times shear rate squared, per
// volume. Newton's law holds for shear rates small compared with the collision rate.
template <int Dim>
std::optional<Observable> BoundaryFlows<Dim>::sheared_viscosity(double kt) const {
  if (!gas_.boundary.is_sheared()) return std::nullopt;
  const double rate = gas_.boundary.shear_rate, per = rate * rate * gas_.box.volume();
  std::vector<double> values;
  double work = 0, whole = 0;
  for (std::size_t i = 0; i < durations_.size(); ++i) {
    values.push_back(shear_work_[i] / (durations_[i] * per));
    work += shear_work_[i];
    whole += durations_[i];
  }
  const auto error = series_error(values);
  Prediction theory;
  if (const auto gas = local_gas(gas_, particles_ / gas_.box.volume(), kt)) {
    constexpr double kSlow = 0.2;  // shear stress over the pressure of an ideal gas
    TheoryValue at_rest = correlated_shear_viscosity(*gas);
    at_rest.source += ", at small shear rates";
    const bool is_slow = at_rest.value * std::abs(rate) < kSlow * gas->density * kt;
    Prediction viscosity = GasTheory::where_it_holds(*gas, std::move(at_rest));
    if (is_slow || !viscosity) theory = std::move(viscosity);
  }
  return with_trend(
      observable("sheared_viscosity", work / (whole * per), error, theory, units_.viscosity),
      times(trend_of(shear_work_, durations_), 1 / per));
}

template <int Dim>
template <class Value>
StoredFlow BoundaryFlows<Dim>::flow_of(const Value& value) const {
  StoredFlow flow{{}, durations_, {}, {}};
  for (const auto& one : totals_) flow.flows.push_back(value(one));
  for (FlowsAtFaces<Dim> one : stores_) {
    FlowsAtFaces<Dim> carried;
    for (std::size_t at = 0; at < one.size(); ++at)
      carried[at].heat = std::exchange(one[at].work, 0.0);
    flow.stores.push_back(value(one));
    flow.carried.push_back(value(carried));
  }
  return flow;
}

template <int Dim>
template <class Value>
auto BoundaryFlows<Dim>::rate_of(const Value& value) const -> Estimate {
  const StoredFlow flow = flow_of(value);
  return {flow.rate(), flow.error()};
}

template <int Dim>
std::optional<int> BoundaryFlows<Dim>::axis_of_gravity() const {
  std::optional<int> one;
  for (int axis = 0; axis < Dim; ++axis) {
    if (gas_.boundary.gravity[axis] == 0) continue;
    if (one) return std::nullopt;  // oblique
    one = axis;
  }
  return one;
}

template <int Dim>
double BoundaryFlows<Dim>::place_above_floor(double x, int axis) const {
  const double radius = gas_.bodies.empty() ? 0.5 * largest_diameter(gas_) : 0;
  return gas_.boundary.gravity[axis] < 0 ? x - radius : gas_.box.size[axis] - radius - x;
}

// Equilibrium at one temperature everywhere: walls at rest that are all alike.
template <int Dim>
std::optional<Atmosphere> BoundaryFlows<Dim>::atmosphere(double kt, bool elastic) const {
  const auto axis = axis_of_gravity();
  if (!axis || !elastic || gas_.species.size() > 1 || !gas_.bodies.empty() || kt <= 0 ||
      !gas_.boundary.common_kt())
    return std::nullopt;
  const double diameter = gas_.species[0].diameter;
  Atmosphere::Column column{particles_, gas_.box.size[*axis] - diameter, 0, particles_};
  for (int k = 0; k < Dim; ++k) {
    if (k == *axis) continue;
    const double edge = gas_.box.size[k] - (gas_.box.periodic[k] ? 0 : diameter);
    column.particles /= edge;
    if (!gas_.box.periodic[k]) column.perimeter += 2 / edge;
  }
  try {
    return Atmosphere(Dim, column, diameter,
                      gas_.species[0].mass * std::abs(gas_.boundary.gravity[*axis]), kt);
  } catch (const std::domain_error&) {
    return std::nullopt;
  }
}

template <int Dim>
std::optional<Vec<Dim>> BoundaryFlows<Dim>::sliding(int axis) const {
  for (const int side : {1, 0})
    if (const Vec<Dim>& u = face(2 * axis + side).sliding; !u.isZero()) return u.normalized();
  return std::nullopt;
}

template <int Dim>
bool BoundaryFlows<Dim>::advances(int axis) const {
  const auto does = [](const WallPath& path) { return path.velocity != 0 && !path.swings(); };
  return !gas_.box.periodic[axis] && (does(face(2 * axis).path) || does(face(2 * axis + 1).path));
}

// The state in the middle of the box at the start.
template <int Dim>
double BoundaryFlows<Dim>::bulk_density() const {
  std::vector<double> edges;
  std::vector<bool> walls;
  for (int k = 0; k < Dim; ++k) {
    edges.push_back(gas_.box.size[k]);
    walls.push_back(!gas_.box.periodic[k]);
  }
  const auto fluid = fluid_between_walls(Dim, particles_, gas_.species[0].diameter, edges, walls);
  return fluid ? fluid->bulk_density : 0;
}

template <int Dim>
auto BoundaryFlows<Dim>::shock(const MeasuredPart& part) const -> std::optional<FromPiston> {
  const Boundary<Dim>& boundary = gas_.boundary;
  if (!part.elastic || boundary.has_gravity() || boundary.is_sheared() || boundary.is_thermal() ||
      !boundary.obstacles.empty() || !local_gas(gas_, 1, part.kt_at_start))
    return std::nullopt;
  std::optional<int> one;
  for (int at = 0; at < 2 * Dim; ++at) {
    if (gas_.box.periodic[at / 2] || !face(at).path.moves()) continue;
    if (one || face(at).path.swings()) return std::nullopt;
    one = at;
  }
  if (!one) return std::nullopt;
  for (int k = 0; k < Dim; ++k)
    if (k != *one / 2 && !gas_.box.periodic[k]) return std::nullopt;
  const WallPath& path = face(*one).path;
  const double speed = *one % 2 == 0 ? path.velocity : -path.velocity;
  if (speed <= 0 || path.begin > 0 || path.end < part.end - boundary.start) return std::nullopt;
  const auto gas = local_gas(gas_, bulk_density(), part.kt_at_start);
  if (!gas) return std::nullopt;
  const auto shock = shock_before_piston(*gas, speed);
  const double way = gas_.box.size[*one / 2] - 2 * gas->diameter;
  if (!shock || shock->speed * (part.end - boundary.start) > way) return std::nullopt;
  return FromPiston{*one, speed, *gas, *shock};
}

template <int Dim>
LocalFlow<Dim> BoundaryFlows<Dim>::shocked_at(const FromPiston& piston, double x) const {
  const int axis = piston.face / 2;
  const bool from_low = piston.face % 2 == 0;
  const double time = last_sample_ - gas_.boundary.start;
  const double way = (from_low ? x : gas_.box.size[axis] - x) - 0.5 * gas_.species[0].diameter;
  LocalFlow<Dim> local;
  if (way < piston.speed * time) return local;
  const bool behind = way < piston.shock.speed * time;
  local.density = behind ? piston.shock.density : piston.before.density;
  local.kt = behind ? piston.shock.kt : piston.before.kt;
  local.velocity.setZero();
  if (behind) local.velocity[axis] = from_low ? piston.speed : -piston.speed;
  return local;
}

// One species of elastic spheres between the thermal walls of this axis only, which may slide.
template <int Dim>
bool BoundaryFlows<Dim>::is_between_thermal_walls(int axis, const MeasuredPart& part) const {
  const Boundary<Dim>& boundary = gas_.boundary;
  if (Dim != 3 || !part.elastic || boundary.has_gravity() || boundary.is_sheared() ||
      !boundary.obstacles.empty() || gas_.box.periodic[axis] ||
      !local_gas(gas_, particles_ / gas_.box.volume(), 1))
    return false;
  for (int at = 0; at < 2 * Dim; ++at) {
    if (gas_.box.periodic[at / 2]) continue;
    const FaceWall<Dim>& wall = face(at);
    const bool diffuse = wall.kt > 0 && wall.is_always_diffuse() && !wall.path.moves();
    if (at / 2 == axis ? !diffuse : !wall.is_plain()) return false;
  }
  return true;
}

template <int Dim>
std::optional<HeatConduction> BoundaryFlows<Dim>::conducts(int axis,
                                                           const MeasuredPart& part) const {
  if (!is_between_thermal_walls(axis, part) || !face(2 * axis).sliding.isZero() ||
      !face(2 * axis + 1).sliding.isZero())
    return std::nullopt;
  const double low = face(2 * axis).kt, high = face(2 * axis + 1).kt;
  if (low == high) return std::nullopt;
  const SphereSpecies& species = gas_.species[0];
  HeatConduction conduction(particles_ / area(axis), species.diameter, species.mass,
                            gas_.box.size[axis] - species.diameter, low, high);
  if (!conduction.is_valid()) return std::nullopt;
  return conduction;
}

template <int Dim>
bool BoundaryFlows<Dim>::is_floor(int at) const {
  const double g = gas_.boundary.gravity[at / 2];
  return at % 2 == 0 ? g < 0 : g > 0;
}

// The difference of the pressures on opposite walls is the weight of the gas, less what walls at
// the sides carry by friction; what obstacles carry is not recorded.
template <int Dim>
Prediction BoundaryFlows<Dim>::pressure_theory(int at,
                                               const std::optional<FromPiston>& piston) const {
  const int axis = at / 2;
  if (piston && piston->face == at) return TheoryValue{piston->shock.pressure, Shock::source()};
  if (!is_floor(at) || !gas_.boundary.obstacles.empty()) return std::nullopt;
  const double g = gas_.boundary.gravity[axis], down = g < 0 ? -1 : 1;
  const auto opposite = static_cast<std::size_t>(at ^ 1);
  const Estimate borne = rate_of([&](const auto& faces) {
    double sum = faces[opposite].impulse;
    for (int side = 0; side < 2 * Dim; ++side)
      if (side / 2 != axis) sum -= down * faces[static_cast<std::size_t>(side)].drag[axis];
    return sum;
  });
  return TheoryValue{(borne.value + mass_ * std::abs(g)) / area(axis),
                     "balance of momentum: the weight, the pressure opposite and what walls at the "
                     "sides carry"};
}

template <int Dim>
Prediction BoundaryFlows<Dim>::collisionless_heat_flux_theory(int at) const {
  constexpr double kCollisionless = 300;  // mean free path in widths of the box
  const int axis = at / 2;
  const auto gas = local_gas(gas_, particles_ / gas_.box.volume(), 1);
  const double width = gas_.box.size[axis] - largest_diameter(gas_);
  if (!gas || gas_.boundary.has_gravity()) return std::nullopt;
  const double cross_section = Dim == 3 ? 3.2 * gas->diameter * gas->diameter : 2 * gas->diameter;
  if (1 / (gas->density * cross_section) < kCollisionless * width) return std::nullopt;
  const FaceWall<Dim>&own = face(at), &other = face(at ^ 1);
  for (const auto* one : {&own, &other})
    if (!one->is_always_diffuse() || one->path.moves() || !one->sliding.isZero())
      return std::nullopt;
  TheoryValue flux =
      collisionless_heat_flux(Dim, particles_ / area(axis), gas->mass, width, own.kt, other.kt);
  return flux;
}

// The gas between two walls, with the mean density and temperature, and the width of the gap.
template <int Dim>
auto BoundaryFlows<Dim>::gap(int axis) const -> Gap {
  const double width = gas_.box.size[axis] - gas_.species[0].diameter;
  const double kt = 0.5 * (face(2 * axis).kt + face(2 * axis + 1).kt);
  return {
      {particles_ / (area(axis) * width), gas_.species[0].diameter, gas_.species[0].mass, kt, Dim},
      width};
}

template <int Dim>
Prediction BoundaryFlows<Dim>::heat_flux_theory(int at, const MeasuredPart& part) const {
  if (Prediction flux = collisionless_heat_flux_theory(at)) return flux;
  const FaceWall<Dim>&own = face(at), &other = face(at ^ 1);
  if (!is_between_thermal_walls(at / 2, part) || !own.sliding.isZero() || !other.sliding.isZero())
    return std::nullopt;
  const auto [gas, width] = gap(at / 2);
  return rarefied_heat_flux(gas, width, own.kt - other.kt);
}

template <int Dim>
Prediction BoundaryFlows<Dim>::shear_stress_theory(int at, const Vec<Dim>& along,
                                                   const MeasuredPart& part) const {
  const FaceWall<Dim>&own = face(at), &other = face(at ^ 1);
  if (!is_between_thermal_walls(at / 2, part) || own.kt != other.kt) return std::nullopt;
  const Vec<Dim> relative = other.sliding - own.sliding;
  const double speed = relative.dot(along);
  if (std::abs(speed) < (1 - 1e-9) * relative.norm()) return std::nullopt;
  const auto [gas, width] = gap(at / 2);
  return rarefied_shear_stress(gas, width, speed);
}

template <int Dim>
void BoundaryFlows<Dim>::add_face(std::vector<Observable>& all, int at, const MeasuredPart& part,
                                  const std::optional<FromPiston>& piston) const {
  const auto index = static_cast<std::size_t>(at);
  const std::string name = face_name(index);
  const FaceWall<Dim>& wall = face(at);
  const auto add = [&](const std::string& what, double per, const std::string& unit,
                       const Prediction& theory, const auto& value) {
    const Estimate rate = rate_of([&](const auto& faces) { return value(faces[index]); });
    std::optional<StandardError> error = rate.error;
    if (error) *error /= per;
    if (what == "pressure")
      error =
          at_least(error, kept_error(gas_, particles_, part.collisions, 1) * (rate.value / per));
    const StoredFlow flow = flow_of([&](const auto& faces) { return value(faces[index]); });
    all.push_back(with_trend(
        observable(fmt::format("{}_{}", what, name), rate.value / per, error, theory, unit),
        times(trend_of(flow.flows, flow.durations), 1 / per)));
    // The theory that is a balance holds except for what the gas holds at the ends of the run.
    if (theory && is_floor(at) && what == "pressure" && error)
      all.back().error_beside_theory = flow.storage_error().value / per;
  };
  const double whole_area = area(at / 2);
  const Prediction pressure = pressure_theory(at, piston);
  add("pressure", whole_area, units_.pressure, pressure,
      [](const auto& one) { return one.impulse; });
  if (wall.kt > 0)
    add("heat_flux", whole_area, units_.heat_flux, heat_flux_theory(at, part),
        [](const auto& one) { return one.heat; });
  if (wall.path.moves()) {
    Prediction power;
    if (piston && piston->face == at)
      power = TheoryValue{piston->shock.pressure * whole_area * piston->speed, Shock::source()};
    add("power", 1, units_.power, power, [](const auto& one) { return one.work; });
  }
  if (const auto along = sliding(at / 2))
    add("shear_stress", whole_area, units_.pressure, shear_stress_theory(at, *along, part),
        [&](const auto& one) { return one.drag.dot(*along); });
}

template <int Dim>
void BoundaryFlows<Dim>::add_middle(std::vector<Observable>& all,
                                    const FlowProfile<Dim>& profile) const {
  const int axis = profile.axis();
  const std::size_t low = 2 * static_cast<std::size_t>(axis), high = low + 1;
  if (face(2 * axis).kt <= 0 || face(2 * axis + 1).kt <= 0) return;
  const auto temperature = profile.temperature();
  const auto density = profile.density();
  if (!temperature || !density) return;
  const auto name = [axis](const char* what) {
    return fmt::format("middle_{}_{}", what, "xyz"[axis]);
  };
  std::optional<StandardError> error = temperature->value.error;
  if (error) *error /= boltzmann_;
  Prediction theory;
  if (collisionless_heat_flux_theory(2 * axis))
    theory = collisionless_kt(face(2 * axis).kt, face(2 * axis + 1).kt);
  if (theory) theory->value /= boltzmann_;
  all.push_back(observable(name("temperature"), temperature->value.value / boltzmann_, error,
                           theory, units_.temperature));
  const auto gas = local_gas(gas_, density->value.value, temperature->value.value);
  // Half the difference between the heat entering at the low wall and leaving at the high one.
  const auto through = [&](const auto& value) {
    Estimate rate =
        rate_of([&](const auto& faces) { return 0.5 * (value(faces[low]) - value(faces[high])); });
    rate.value /= area(axis);
    if (rate.error) *rate.error /= area(axis);
    return rate;
  };
  const auto add_coefficient = [&](const std::string& observable_name, const Estimate& flux,
                                   const Estimate& slope, Prediction expected, double unit,
                                   const std::string& unit_name) {
    // A slope or a flux that is mere noise carries no information.
    constexpr double kSeen = 5;
    if (!slope.error || std::abs(slope.value) < kSeen * slope.error->value) return;
    const double value = -flux.value / slope.value * unit;
    if (expected) {
      *expected *= unit;
      expected->source += ", at the density and temperature of the middle";
    }
    // The error at the theoretical value: at the one measured, too flat a slope would enlarge both.
    std::optional<StandardError> error = combined(value, flux, slope);
    if (expected)
      error = combined(expected->value, flux, {-flux.value / expected->value * unit, slope.error});
    all.push_back(observable(observable_name, value, error, expected, unit_name));
  };
  if (const auto along = sliding(axis)) {
    for (int k = 0; k < Dim; ++k) {
      if ((*along)[k] == 0) continue;
      const auto velocity = profile.velocity(k);
      if (!velocity) continue;
      // The sign is that of momentum from the gas to the walls.
      const Estimate stress = through([k](const auto& one) { return -one.drag[k]; });
      const double n = density->value.value, kt = temperature->value.value;
      add_coefficient(name("viscosity"), stress, velocity->slope,
                      gas ? GasTheory::where_it_holds(*gas, correlated_shear_viscosity(*gas))
                          : viscosity_of_mixture(gas_, count_, n, kt),
                      1, units_.viscosity);
      return;
    }
  } else if (face(2 * axis).kt != face(2 * axis + 1).kt) {
    Prediction expected;
    if (gas) expected = GasTheory::where_it_holds(*gas, correlated_thermal_conductivity(*gas));
    add_coefficient(name("conductivity"), through([](const auto& one) { return one.heat; }),
                    temperature->slope, std::move(expected), boltzmann_, units_.conductivity);
  }
}

template <int Dim>
std::vector<double> BoundaryFlows<Dim>::impulses() const {
  std::vector<double> impulses;
  impulses.reserve(totals_.size());
  for (const auto& faces : totals_) {
    double sum = 0;
    for (const auto& one : faces) sum += one.impulse;
    impulses.push_back(sum);
  }
  return impulses;
}

template <int Dim>
std::vector<Observable> BoundaryFlows<Dim>::observables(const MeasuredPart& part) const {
  std::vector<Observable> all;
  if (durations_.empty()) return all;
  const auto piston = shock(part);
  for (int at = 0; at < 2 * Dim; ++at)
    if (!gas_.box.periodic[at / 2]) add_face(all, at, part, piston);
  for (const auto& profile : profiles_) add_middle(all, profile);
  if (auto fluctuation = pressure_fluctuation(gas_, particles_, part.kt, durations_, impulses()))
    all.push_back(std::move(*fluctuation));
  if (auto viscosity = sheared_viscosity(part.kt)) all.push_back(std::move(*viscosity));
  if (axis_of_gravity() && !heights_.empty()) {
    Prediction theory;
    if (const auto column = atmosphere(part.kt, part.elastic)) theory = column->mean_height();
    const double mean = std::accumulate(heights_.begin(), heights_.end(), 0.0) /
                        static_cast<double>(heights_.size());
    all.push_back(
        with_trend(observable("mean_height", mean, series_error(heights_), theory, units_.length),
                   trend_of(heights_)));
  }
  return all;
}

template <int Dim>
std::vector<Table> BoundaryFlows<Dim>::tables(const MeasuredPart& part) const {
  std::vector<Table> all;
  const auto column = atmosphere(part.kt, part.elastic);
  const auto piston = shock(part);
  for (const auto& profile : profiles_) {
    std::function<LocalFlow<Dim>(double)> theory;
    const int axis = profile.axis();
    if (column && axis == axis_of_gravity())
      theory = [&, axis](double x) {
        const double z = place_above_floor(x, axis);
        const bool reached = z >= 0 && z <= gas_.box.size[axis] - largest_diameter(gas_);
        LocalFlow<Dim> local;
        local.density = reached ? column->density(z) : 0.0;
        return local;
      };
    if (piston && axis == piston->face / 2)
      theory = [&](double x) { return shocked_at(*piston, x); };
    const auto conduction = conducts(axis, part);
    if (conduction)
      theory = [&](double x) {
        LocalFlow<Dim> local;
        const double place = x - 0.5 * gas_.species[0].diameter;
        local.density = conduction->density(place);
        local.kt = conduction->kt(place);
        return local;
      };
    if (gas_.boundary.is_sheared())
      theory = [&, axis](double y) {
        LocalFlow<Dim> local;
        local.density = particles_ / gas_.box.volume();
        local.velocity.setZero();
        local.velocity[0] = gas_.boundary.shear_rate * (y - 0.5 * gas_.box.size[axis]);
        return local;
      };
    Table one = profile.table(units_, boltzmann_, theory);
    if (all.empty()) {
      all.push_back(std::move(one));
      continue;
    }
    for (std::size_t c = 0; c < one.columns.size(); ++c)
      std::visit(
          [&](auto& to) {
            auto& from = std::get<std::decay_t<decltype(to)>>(one.columns[c].values);
            to.insert(to.end(), from.begin(), from.end());
          },
          all.front().columns[c].values);
  }
  return all;
}

template class BoundaryFlows<2>;
template class BoundaryFlows<3>;

}  // namespace clausius
