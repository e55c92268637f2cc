#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/engine.h"

namespace clausius::testing {

/// The slow, independent reference for the time-step mode: after every step, and again after every
/// correction of an overlap, all pairs are tested, and the earliest contact is undone by the
/// textbook formula.
template <int Dim>
class NaiveSteps {
 public:
  NaiveSteps(const Gas<Dim>& gas, const State<Dim>& start, double dt)
      : gas_(gas), state_(start), dt_(dt), since_(start.size()) {}

  void step() {
    // state_.position is that of the end of the step, since_ when the present flight began.
    for (std::size_t i = 0; i < state_.size(); ++i) {
      state_.position[i] = gas_.box.wrap(state_.position[i] + dt_ * state_.velocity[i]);
      since_[i] = 0;
    }
    while (const auto overlap = earliest()) overlap->time < 0 ? push(*overlap) : rewind(*overlap);
  }

  [[nodiscard]] const State<Dim>& state() const { return state_; }
  int collisions = 0, wall_collisions = 0, pushed_apart = 0;

 private:
  struct Overlap {
    double time;  // since the begin of the step; negative: there is no contact to go back to
    std::size_t i, j;
    int face;
    Vec<Dim> r;  // at the end of the step
  };

  [[nodiscard]] double radius(std::size_t i) const { return 0.5 * diameter_of(gas_, state_, i); }
  [[nodiscard]] double touching(std::size_t i, std::size_t j) const {
    if (gas_.contact_distances.size() == 0) return radius(i) + radius(j);
    return gas_.contact_distances(state_.species[i], state_.species[j]);
  }
  [[nodiscard]] double mass(std::size_t i) const { return mass_of(gas_, state_, i); }

  [[nodiscard]] std::optional<Overlap> earliest() const {
    std::optional<Overlap> contact, push;
    const auto take = [&](const Overlap& one) {
      std::optional<Overlap>& best = one.time < 0 ? push : contact;
      if (!best || one.time < best->time) best = one;
    };
    for (std::size_t i = 0; i < state_.size(); ++i) {
      for (std::size_t j = i + 1; j < state_.size(); ++j) {
        const Vec<Dim> r = gas_.box.minimum_image(state_.position[j] - state_.position[i]);
        const double sigma = touching(i, j);
        if (r.norm() > sigma * (1 - 1e-10)) continue;
        const Vec<Dim> v = state_.velocity[j] - state_.velocity[i];
        // Back from the end of the step to where |r − v s| = σ, not beyond the present flights.
        const double b = r.dot(v), a = v.squaredNorm(), c = r.squaredNorm() - sigma * sigma;
        const double flight = dt_ - std::max(since_[i], since_[j]);
        double back = a > 0 ? (b + std::sqrt(b * b - a * c)) / a : 0;
        if (back > flight) {  // they overlapped when the flight began: now, if they approached then
          const bool approached = (r - v * flight).dot(v) < 0;
          back = approached ? flight : 0;
        }
        take({back > 0 || (flight == 0 && b < 0) ? dt_ - back : -1, i, j, -1, r});
      }
      for (int k = 0; k < Dim; ++k) {
        if (gas_.box.periodic[k]) continue;
        for (const int side : {0, 1}) {
          const double x = state_.position[i][k];
          const double depth = radius(i) - (side == 0 ? x : gas_.box.size[k] - x);
          if (depth < 1e-10) continue;
          const double speed = state_.velocity[i][k] * (side == 0 ? -1 : 1);
          const double back = std::min(depth / speed, dt_ - since_[i]);
          take({speed > 0 ? dt_ - back : -1, i, 0, 2 * k + side, Vec<Dim>::Zero()});
        }
      }
    }
    return contact ? contact : push;
  }

  void turn(std::size_t i, double time, const Vec<Dim>& velocity) {
    const double rest = dt_ - time;
    state_.position[i] += rest * (velocity - state_.velocity[i]);
    state_.position[i] = gas_.box.wrap(state_.position[i]);
    state_.velocity[i] = velocity;
    since_[i] = time;
  }

  void rewind(const Overlap& o) {
    Vec<Dim> v_i = state_.velocity[o.i];
    if (o.face >= 0) {
      v_i[o.face / 2] *= -gas_.wall_restitution[state_.species[o.i]];
      ++wall_collisions;
      return turn(o.i, o.time, v_i);
    }
    Vec<Dim> v_j = state_.velocity[o.j];
    const Vec<Dim> n = (o.r - (v_j - v_i) * (dt_ - o.time)).normalized();
    const double e = gas_.restitution(state_.species[o.i], state_.species[o.j]);
    const double mu = mass(o.i) * mass(o.j) / (mass(o.i) + mass(o.j));
    const double impulse = -(1 + e) * mu * n.dot(v_j - v_i);
    v_i -= impulse / mass(o.i) * n;
    v_j += impulse / mass(o.j) * n;
    turn(o.i, o.time, v_i);
    turn(o.j, o.time, v_j);
    ++collisions;
  }

  void push(const Overlap& o) {
    ++pushed_apart;
    since_[o.i] = dt_;
    if (o.face >= 0) {
      state_.position[o.i][o.face / 2] =
          o.face % 2 == 0 ? radius(o.i) : gas_.box.size[o.face / 2] - radius(o.i);
      return;
    }
    since_[o.j] = dt_;
    const Vec<Dim> half = 0.5 * (touching(o.i, o.j) - o.r.norm()) * o.r.normalized();
    state_.position[o.i] = gas_.box.wrap(state_.position[o.i] - half);
    state_.position[o.j] = gas_.box.wrap(state_.position[o.j] + half);
  }

  Gas<Dim> gas_;
  State<Dim> state_;
  double dt_;
  std::vector<double> since_;
};

}  // namespace clausius::testing
