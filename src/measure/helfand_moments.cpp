#include "clausius/measure/helfand_moments.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace clausius {

namespace {

enum Quantity : std::size_t { kViscosity, kConductivity };

// Lags of 80 and 160 steps.
constexpr std::size_t kFrom = 20, kTo = 24;
static_assert(MultiTau<int>::lag(kFrom) == 80);
static_assert(MultiTau<int>::lag(kTo) == 160);

}  // namespace

// shear · u u without its trace, in components of equal mean square, and what heat flows.
template <int Dim>
auto HelfandMoments<Dim>::moments(double shear, const Vec<Dim>& u, const Vec<Dim>& heat)
    -> Moments {
  Moments all;
  all[0] = u[0] * u[1];
  all[1] = 0.5 * (u[0] * u[0] - u[1] * u[1]);
  if constexpr (Dim == 3) {
    all[2] = u[0] * u[2];
    all[3] = u[1] * u[2];
    all[4] = (2 * u[2] * u[2] - u[0] * u[0] - u[1] * u[1]) / (2 * std::numbers::sqrt3);
  }
  all *= shear;
  all.template tail<Dim>() = heat;
  return all;
}

template <int Dim>
auto HelfandMoments<Dim>::flux(std::size_t species, const Vec<Dim>& v) const -> Moments {
  const double mass = species_[species].mass;
  return moments(mass, v, 0.5 * mass * v.squaredNorm() * v);
}

template <int Dim>
void HelfandMoments<Dim>::begin(const State<Dim>& state, double step) {
  step_ = step;
  start_ = time_ = state.time;
  for (std::size_t i = 0; i < state.size(); ++i) flux_ += flux(state.species[i], state.velocity[i]);
}

template <int Dim>
void HelfandMoments<Dim>::advance(double time) {
  if (step_ <= 0) return;
  while (true) {
    const double next = start_ + step_ * static_cast<double>(steps_.samples());
    if (next > time) break;
    steps_.push(moments_ + (next - time_) * flux_,
                [this](std::size_t lag, const Moments& earlier, const Moments& later) {
                  const Moments growth = later - earlier;
                  sums_.add(lag, std::array{growth.template head<kShear>().squaredNorm() / kShear,
                                            growth.template tail<Dim>().squaredNorm() / Dim});
                });
  }
  moments_ += (time - time_) * flux_;
  time_ = time;
}

template <int Dim>
void HelfandMoments<Dim>::add(const CollisionRecord<Dim>& collision) {
  if (collision.second == CollisionRecord<Dim>::kWall) return;
  advance(collision.time);
  const double energy =
      0.5 * species_[collision.second_species].mass *
      (collision.second_after.squaredNorm() - collision.second_before.squaredNorm());
  moments_ += moments(collision.impulse * collision.separation, collision.normal,
                      energy * collision.separation * collision.normal);
  flux_ += flux(collision.first_species, collision.first_after) -
           flux(collision.first_species, collision.first_before) +
           flux(collision.second_species, collision.second_after) -
           flux(collision.second_species, collision.second_before);
}

template <int Dim>
void HelfandMoments<Dim>::end_interval(double time) {
  advance(time);
  sums_.end_block();
}

template <int Dim>
std::optional<BlockedSums::Estimate> HelfandMoments<Dim>::slope(
    std::size_t from, std::size_t to, std::size_t quantity, const Conditions& conditions) const {
  const auto steps = static_cast<double>(MultiTau<Moments>::lag(to) - MultiTau<Moments>::lag(from));
  double weight = 1 / (2 * conditions.volume * conditions.kt * steps * step_);
  if (quantity == kConductivity) weight *= conditions.boltzmann / conditions.kt;
  return sums_.estimate(
      std::vector<BlockedSums::Term>{{to, quantity, weight}, {from, quantity, -weight}});
}

template <int Dim>
std::vector<Observable> HelfandMoments<Dim>::observables(const UnitNames& units,
                                                         const Conditions& conditions) const {
  std::vector<Observable> all;
  const auto add = [&](const std::string& name, std::size_t quantity, const std::string& unit,
                       const std::optional<TheoryValue>& theory) {
    const auto estimate = slope(kFrom, kTo, quantity, conditions);
    if (estimate) all.push_back(observable(name, estimate->value, estimate->error, theory, unit));
  };
  add("shear_viscosity", kViscosity, units.viscosity, conditions.viscosity);
  if (conditions.conducts)
    add("thermal_conductivity", kConductivity, units.conductivity, conditions.conductivity);
  return all;
}

template <int Dim>
Table HelfandMoments<Dim>::table(const UnitNames& units, const Conditions& conditions) const {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  struct Columns {
    std::string name, unit;
    std::optional<TheoryValue> theory;
    std::vector<double> value, error;
  };
  std::vector<Columns> columns{{"viscosity", units.viscosity, conditions.viscosity, {}, {}}};
  if (conditions.conducts)
    columns.push_back({"conductivity", units.conductivity, conditions.conductivity, {}, {}});
  std::vector<double> times;
  for (std::size_t lag = 1; lag < MultiTau<Moments>::kLags; ++lag) {
    if (!slope(lag - 1, lag, kViscosity, conditions)) continue;
    times.push_back(
        0.5 * step_ *
        static_cast<double>(MultiTau<Moments>::lag(lag - 1) + MultiTau<Moments>::lag(lag)));
    for (std::size_t q = 0; q < columns.size(); ++q) {
      const auto estimate = slope(lag - 1, lag, q, conditions);
      columns[q].value.push_back(estimate->value);
      columns[q].error.push_back(estimate->error.value_or(kNaN));
    }
  }
  Table table{"helfand_moments", {}};
  table.columns = {{"time", units.time, times}};
  for (const Columns& one : columns) {
    const std::vector<double> theory(times.size(), one.theory ? one.theory->value : kNaN);
    table.columns.push_back({one.name, one.unit, one.value});
    table.columns.push_back({one.name + "_error", one.unit, one.error});
    table.columns.push_back({one.name + "_theory", one.unit, theory});
  }
  return table;
}

template class HelfandMoments<2>;
template class HelfandMoments<3>;

}  // namespace clausius
