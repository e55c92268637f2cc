#include "engine/drive.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/elementary.h"
#include "engine/conserved.h"

namespace clausius {

namespace {

constexpr double kNoMore = std::numeric_limits<double>::infinity();
// Energies of the peculiar motion below this fraction of that of the common motion are rounding.
constexpr double kRounding = 1e-13;
// Energies of the common motion below this fraction of that of the peculiar motion are rounding.
constexpr double kNoMotion = 1e-24;

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

/// Sets the velocities of the particles `ids` to `velocity`, minus a common one, so that their
/// total momentum is unchanged.
/// @return the energy that this adds
template <int Dim>
double replace_velocities(const Gas<Dim>& gas, State<Dim>& state,
                          const std::vector<std::size_t>& ids, std::vector<Vec<Dim>> velocity) {
  std::array<CompensatedSum, Dim> momentum;
  CompensatedSum mass;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const double m = mass_of(gas, state, ids[k]);
    mass += m;
    for (int axis = 0; axis < Dim; ++axis)
      momentum[axis] += m * (velocity[k][axis] - state.velocity[ids[k]][axis]);
  }
  Vec<Dim> drift;
  for (int axis = 0; axis < Dim; ++axis) drift[axis] = momentum[axis].value() / mass.value();
  CompensatedSum energy;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    Vec<Dim>& v = state.velocity[ids[k]];
    const Vec<Dim> after = velocity[k] - drift;
    energy += 0.5 * mass_of(gas, state, ids[k]) * (after - v).dot(after + v);
    v = after;
  }
  return energy.value();
}

/// Standard deviation of each component of a kick.
double kick_deviation(const RandomKicks& kicks) {
  return std::sqrt(kicks.strength * kicks.interval);
}

template <int Dim>
Vec<Dim> gaussian(RandomStream& random, double deviation) {
  Vec<Dim> v;
  for (int k = 0; k < Dim; ++k) v[k] = deviation * random.normal();
  return v;
}

}  // namespace

template <int Dim>
Drive<Dim>::Drive(const DriveKind& kind, std::uint64_t seed, std::uint64_t index, double start,
                  std::optional<double> now)
    : kind_(kind), seed_(seed), index_(index), start_(start), next_(start) {
  const double passed = now.value_or(start) - start;
  if (passed > 0 && interval() > 0)
    actions_ = static_cast<std::uint64_t>(std::max(0.0, std::floor(passed / interval()) - 1));
  find_next();
  while (passed > 0 && next_ <= *now) {
    ++actions_;
    find_next();
  }
  begun_ = actions_;
}

template <int Dim>
double Drive<Dim>::interval() const {
  return std::visit(
      [](const auto& one) {
        if constexpr (requires { one.interval; })
          return one.interval;
        else
          return 0.0;
      },
      kind_);
}

// Each action has random numbers of its own, so that no state needs to be saved.
template <int Dim>
RandomStream Drive<Dim>::random(std::uint64_t use) const {
  return {seed_, Stream::drives, (index_ << 48) + 2 * actions_ + use};
}

template <int Dim>
void Drive<Dim>::find_next() {
  const auto at_random = [this](double interval) {
    next_ = start_ + (static_cast<double>(actions_) + random(0).uniform()) * interval;
  };
  std::visit(Overloaded{[&](const RandomKicks& kicks) { at_random(kicks.interval); },
                        [&](const AndersenThermostat& one) { at_random(one.interval); },
                        [&](const VelocityRescale& one) {
                          next_ = start_ + static_cast<double>(actions_ + 1) * one.interval;
                        },
                        [&](const Reversal& one) { next_ = actions_ == 0 ? one.time : kNoMore; }},
             kind_);
}

template <int Dim>
double Drive<Dim>::act(const Gas<Dim>& gas, State<Dim>& state) {
  factor_.reset();
  const double energy =
      gas.boundary.is_sheared() ? change_beside_flow(gas, state) : change(gas, state);
  ++actions_;
  work_ += energy;
  turned_over_ += std::abs(energy);
  find_next();
  return energy;
}

template <int Dim>
double Drive<Dim>::drawn_speed(double mass) const {
  if (actions() == 0) return 0;
  return std::visit(
      Overloaded{[](const RandomKicks& kicks) { return kick_deviation(kicks); },
                 [&](const AndersenThermostat& one) { return std::sqrt(one.kt / mass); },
                 [](const auto& /*draws none*/) { return 0.0; }},
      kind_);
}

template <int Dim>
double Drive<Dim>::change(const Gas<Dim>& gas, State<Dim>& state) {
  RandomStream numbers = random(1);
  return std::visit([&](const auto& one) { return apply(one, gas, state, numbers); }, kind_);
}

// Drives peculiar velocities; returns the energy gained in the laboratory frame.
template <int Dim>
double Drive<Dim>::change_beside_flow(const Gas<Dim>& gas, State<Dim>& state) {
  const std::vector<Vec<Dim>> before = state.velocity;
  add_flow(gas, -1, state);
  const std::vector<Vec<Dim>> beside_flow = state.velocity;
  const double beside = change(gas, state);
  factor_.reset();
  const std::vector<Vec<Dim>> changed = state.velocity;
  add_flow(gas, 1, state);
  CompensatedSum with_flow;
  for (std::size_t id = 0; id < state.size(); ++id) {
    if (changed[id] == beside_flow[id]) state.velocity[id] = before[id];
    const auto gained = [&](const std::vector<Vec<Dim>>& from, const Vec<Dim>& to) {
      return 0.5 * mass_of(gas, state, id) * (to - from[id]).dot(to + from[id]);
    };
    with_flow += gained(before, state.velocity[id]) - gained(beside_flow, changed[id]);
  }
  return beside + with_flow.value();
}

template <int Dim>
double Drive<Dim>::apply(const RandomKicks& kicks, const Gas<Dim>& gas, State<Dim>& state,
                         RandomStream& random) {
  const double deviation = kick_deviation(kicks);
  std::vector<std::size_t> all(state.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<Vec<Dim>> velocity = state.velocity;
  for (Vec<Dim>& v : velocity) v += gaussian<Dim>(random, deviation);
  return replace_velocities(gas, state, all, std::move(velocity));
}

template <int Dim>
double Drive<Dim>::apply(const AndersenThermostat& thermostat, const Gas<Dim>& gas,
                         State<Dim>& state, RandomStream& random) {
  const double chosen = -portable::expm1(-thermostat.rate * thermostat.interval);
  std::vector<std::size_t> ids;
  std::vector<Vec<Dim>> velocity;
  for (std::size_t id = 0; id < state.size(); ++id) {
    if (random.uniform() >= chosen) continue;
    ids.push_back(id);
    velocity.push_back(gaussian<Dim>(random, std::sqrt(thermostat.kt / mass_of(gas, state, id))));
  }
  return ids.empty() ? 0 : replace_velocities(gas, state, ids, std::move(velocity));
}

template <int Dim>
double Drive<Dim>::apply(const VelocityRescale& rescale, const Gas<Dim>& gas, State<Dim>& state,
                         RandomStream& /*random*/) {
  const CommonMotion<Dim> common = common_motion(gas, state);
  const double peculiar = kinetic_energy(gas, state) - common.energy;
  if (peculiar <= kRounding * common.energy) return 0;
  const double factor = std::sqrt(std::max(rescale.energy - common.energy, 0.0) / peculiar);
  const bool keeps = common.energy > kNoMotion * peculiar;
  if (!keeps) factor_ = factor;
  const Vec<Dim> kept = keeps ? common.velocity : Vec<Dim>::Zero();
  for (Vec<Dim>& v : state.velocity) v = kept + factor * (v - common.velocity);
  for (Vec<3>& l : state.angular_momentum) l *= factor;
  for (Vec<3>& spin : state.angular_velocity) spin *= factor;
  return (factor - 1) * (factor + 1) * peculiar;
}

template <int Dim>
double Drive<Dim>::apply(const Reversal& /*reversal*/, const Gas<Dim>& /*gas*/, State<Dim>& state,
                         RandomStream& /*random*/) {
  for (Vec<Dim>& v : state.velocity) v = -v;
  for (Vec<3>& l : state.angular_momentum) l = -l;
  for (Vec<3>& spin : state.angular_velocity) spin = -spin;
  return 0;
}

template class Drive<2>;
template class Drive<3>;

}  // namespace clausius
