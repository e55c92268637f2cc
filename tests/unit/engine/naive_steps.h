#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "unit/engine/naive/images.h"
#include "unit/engine/naive/particles.h"

namespace clausius::testing {

/// The slow, independent reference for the time-step mode: after every step, and again after every
/// correction of an overlap, all pairs are tested, and the earliest contact is undone by the
/// textbook formula.
template <int Dim>
class NaiveSteps {
 public:
  NaiveSteps(const Gas<Dim>& gas, const State<Dim>& start, double dt)
      : gas_(gas), particles_(naive_particles(gas, start)), dt_(dt), since_(start.size()) {}

  void step() {
    // Positions are those of the end of the step, since_ when the present flight began.
    for (Particle& one : particles_) one.r = naive_wrap<Dim>(gas_.box, one.r + dt_ * one.v);
    std::fill(since_.begin(), since_.end(), 0.0);
    while (const auto overlap = earliest()) overlap->time < 0 ? push(*overlap) : rewind(*overlap);
  }

  [[nodiscard]] const std::vector<NaiveParticle<Dim>>& particles() const { return particles_; }
  int collisions = 0, wall_collisions = 0, pushed_apart = 0;

 private:
  using Particle = NaiveParticle<Dim>;
  struct Overlap {
    double time;  // since the begin of the step; negative: there is no contact to go back to
    std::size_t i, j;
    int face;
    Vec<Dim> r;  // at the end of the step
  };

  [[nodiscard]] std::optional<Overlap> earliest() const {
    std::optional<Overlap> contact, push;
    const auto take = [&](const Overlap& one) {
      std::optional<Overlap>& best = one.time < 0 ? push : contact;
      if (!best || one.time < best->time) best = one;
    };
    for (std::size_t i = 0; i < particles_.size(); ++i) {
      const Particle& one = particles_[i];
      for (std::size_t j = i + 1; j < particles_.size(); ++j) {
        const Vec<Dim> r = nearest_image<Dim>(gas_.box, particles_[j].r - one.r);
        const double sigma = naive_contact(gas_, one, particles_[j]);
        if (r.norm() > sigma * (1 - 1e-10)) continue;
        const Vec<Dim> v = particles_[j].v - one.v;
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
          const double depth = one.radius - (side == 0 ? one.r[k] : gas_.box.size[k] - one.r[k]);
          if (depth < 1e-10) continue;
          const double speed = one.v[k] * (side == 0 ? -1 : 1);
          const double back = std::min(depth / speed, dt_ - since_[i]);
          take({speed > 0 ? dt_ - back : -1, i, 0, 2 * k + side, Vec<Dim>::Zero()});
        }
      }
    }
    return contact ? contact : push;
  }

  void turn(std::size_t i, double time, const Vec<Dim>& velocity) {
    Particle& one = particles_[i];
    one.r = naive_wrap<Dim>(gas_.box, one.r + (dt_ - time) * (velocity - one.v));
    one.v = velocity;
    since_[i] = time;
  }

  void rewind(const Overlap& o) {
    const Particle& first = particles_[o.i];
    Vec<Dim> v_i = first.v;
    if (o.face >= 0) {
      v_i[o.face / 2] *= -gas_.wall_restitution[first.species];
      ++wall_collisions;
      return turn(o.i, o.time, v_i);
    }
    const Particle& second = particles_[o.j];
    Vec<Dim> v_j = second.v;
    const Vec<Dim> n = (o.r - (v_j - v_i) * (dt_ - o.time)).normalized();
    const double e = gas_.restitution(first.species, second.species);
    const double mu = first.mass * second.mass / (first.mass + second.mass);
    const double impulse = mu * (gas_.added_speed - (1 + e) * n.dot(v_j - v_i));
    v_i -= impulse / first.mass * n;
    v_j += impulse / second.mass * n;
    turn(o.i, o.time, v_i);
    turn(o.j, o.time, v_j);
    ++collisions;
  }

  void push(const Overlap& o) {
    Particle& first = particles_[o.i];
    ++pushed_apart;
    since_[o.i] = dt_;
    if (o.face >= 0) {
      const int k = o.face / 2;
      first.r[k] = o.face % 2 == 0 ? first.radius : gas_.box.size[k] - first.radius;
      return;
    }
    Particle& second = particles_[o.j];
    since_[o.j] = dt_;
    const double depth = naive_contact(gas_, first, second) - o.r.norm();
    const Vec<Dim> half = 0.5 * depth * o.r.normalized();
    first.r = naive_wrap<Dim>(gas_.box, first.r - half);
    second.r = naive_wrap<Dim>(gas_.box, second.r + half);
  }

  Gas<Dim> gas_;
  std::vector<Particle> particles_;
  double dt_;
  std::vector<double> since_;
};

}  // namespace clausius::testing
