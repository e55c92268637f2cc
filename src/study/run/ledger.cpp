#include "study/run/ledger.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/sum.h"
#include "engine/conserved.h"

namespace clausius {

template <int Dim>
Ledger<Dim>::Ledger(const Setup<Dim>& setup, const Books<Dim>& books)
    : gas_(setup.gas),
      start_(setup.start),
      drives_(setup.drives),
      books_(books),
      mode_(setup.engine.mode) {}

template <int Dim>
Bookkeeping Ledger<Dim>::at(const State<Dim>& state, const EngineCounters& counters,
                            const Overlap& overlap) const {
  Bookkeeping books;
  books.collisions = counters.collisions + counters.wall_collisions;
  books.overlap_max_depth = overlap.depth;
  books.overlap_tolerance = overlap_tolerance(gas_);
  double turned_over = kinetic_energy(gas_, start_) + energy_above_ground();
  for (const Drive<Dim>& drive : drives_) turned_over += drive.turned_over();
  turned_over += books_.turned_over_at_walls();
  if (turned_over > 0) {
    books.energy_balance_error =
        std::abs(dissipated(state) - books_.predicted_dissipation()) / turned_over;
    books.energy_rounding = energy_of_rounding() / turned_over;
  }
  const Conserved<Dim> conserved =
      conserved_quantities(gas_, drives_, mode_, counters.wall_collisions > 0);
  if (conserved.angular_momentum) books.angular_momentum_drift = angular_momentum_drift(state);
  books.momentum_drift = momentum_drift(conserved.momentum, state);
  return books;
}

template <int Dim>
double Ledger<Dim>::dissipated(const State<Dim>& state) const {
  CompensatedSum lost;
  lost += mechanical_energy(gas_, start_);
  for (const Drive<Dim>& drive : drives_) lost += drive.work();
  lost += books_.given_by_walls();
  lost += -mechanical_energy(gas_, state);
  return lost.value();
}

// Change of the momentum along the axes on which it is conserved, relative to Σ m|v|, or to that of
// the velocities drawn by drives (a gas that they leave at rest is so up to rounding); unset if it
// is conserved along no axis.
template <int Dim>
std::optional<double> Ledger<Dim>::momentum_drift(const std::array<bool, Dim>& conserved,
                                                  const State<Dim>& state) const {
  if (std::none_of(conserved.begin(), conserved.end(), [](bool axis) { return axis; }))
    return std::nullopt;
  Vec<Dim> expected = total_momentum(gas_, start_);
  for (const Drive<Dim>& drive : drives_)
    if (drive.has_reversed()) expected = -expected;
  Vec<Dim> drift = total_momentum(gas_, state) - expected;
  for (int axis = 0; axis < Dim; ++axis)
    if (!conserved[axis]) drift[axis] = 0;
  const double scale = std::max({momentum_scale(start_), momentum_scale(state), drawn_momentum()});
  return scale > 0 ? drift.norm() / scale : 0.0;
}

// Change of the angular momentum about the origin, relative to Σ m|r||v| + |L|.
template <int Dim>
double Ledger<Dim>::angular_momentum_drift(const State<Dim>& last) const {
  Vec<3> drift = Vec<3>::Zero();
  double scale = 0;
  const auto add = [&](const State<Dim>& state, double sign) {
    for (std::size_t i = 0; i < state.size(); ++i) {
      const Vec<3> r = in_space<Dim>(state.position[i]);
      const Vec<3> p = mass_of(gas_, state, i) * in_space<Dim>(state.velocity[i]);
      Vec<3> spin = Vec<3>::Zero();
      if (!state.angular_momentum.empty()) spin = state.angular_momentum[i];
      if (gas_.has_rough_spheres()) spin = rotation_of(gas_, state, i).angular_momentum;
      drift += sign * (r.cross(p) + spin);
      if (sign < 0) scale += r.norm() * p.norm() + spin.norm();
    }
  };
  add(start_, -1);
  add(last, 1);
  return scale > 0 ? drift.norm() / scale : 0;
}

// Energy that gravity could give the gas after its start: its potential energy above that in the
// lowest corner of the box.
template <int Dim>
double Ledger<Dim>::energy_above_ground() const {
  if (!gas_.boundary.has_gravity()) return 0;
  const double lowest = gas_.boundary.gravity.cwiseMax(0.0).dot(gas_.box.size);
  CompensatedSum energy;
  energy += potential_energy(gas_, start_);
  for (std::size_t id = 0; id < start_.size(); ++id) energy += mass_of(gas_, start_, id) * lowest;
  return energy.value();
}

// Energy change of a particle at a hit by the rounding of positions under gravity. The engine keeps
// positions in a frame in free fall for the time in which the fastest particle, or one that falls
// through the box, flies four box lengths: the frame then falls by eight of them.
template <int Dim>
double Ledger<Dim>::energy_of_rounding() const {
  constexpr double kBoxLengths = 12;
  double heaviest = 0;
  for (std::size_t id = 0; id < start_.size(); ++id)
    heaviest = std::max(heaviest, mass_of(gas_, start_, id));
  return heaviest * gas_.boundary.gravity.norm() * kBoxLengths * gas_.box.size.maxCoeff() *
         std::numeric_limits<double>::epsilon();
}

template <int Dim>
double Ledger<Dim>::momentum_scale(const State<Dim>& state) const {
  CompensatedSum scale;
  for (std::size_t i = 0; i < state.size(); ++i)
    scale += mass_of(gas_, state, i) * state.velocity[i].norm();
  return scale.value();
}

// Σ m|v| of the velocities that drives draw.
template <int Dim>
double Ledger<Dim>::drawn_momentum() const {
  double scale = 0;
  for (const Drive<Dim>& drive : drives_)
    for (std::size_t id = 0; id < start_.size(); ++id) {
      const double mass = mass_of(gas_, start_, id);
      scale += mass * drive.drawn_speed(mass);
    }
  return scale;
}

template class Ledger<2>;
template class Ledger<3>;

}  // namespace clausius
