#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "clausius/engine/state.h"
#include "unit/engine/naive/images.h"

namespace clausius::testing {

/// What two particles meet at a distance, or one and a wall.
struct PotentialEvent {
  double time = 0;
  std::uint32_t first = 0, second = 0xffffffff;
  int face = -1;
  double distance = 0;     ///< of contact, or of a step; 0 at a wall
  double energy_gain = 0;  ///< of the motion
};

/// The slow, independent reference for potentials of steps: all pairs are tested before every
/// event, by the plain formula, and all particles are moved. It has no memory of shells: two that
/// are within rounding of a step are on the side to which they move.
template <int Dim>
class NaivePotential {
 public:
  NaivePotential(const Gas<Dim>& gas, const State<Dim>& start) : gas_(gas), state_(start) {}

  PotentialEvent step() {
    while (true) {
      double fastest = 0;
      for (const auto& v : state_.velocity) fastest = std::max(fastest, v.norm());
      // No other image than the nearest comes within range in this time.
      Next next{0.1 * gas_.box.size.minCoeff() / (2 * fastest)};
      for (std::uint32_t i = 0; i < state_.size(); ++i) {
        for (std::uint32_t j = i + 1; j < state_.size(); ++j) look_at(i, j, next);
        look_at_walls(i, next);
      }
      for (std::size_t i = 0; i < state_.size(); ++i)
        state_.position[i] =
            naive_wrap(gas_.box, Vec<Dim>(state_.position[i] + next.delay * state_.velocity[i]));
      state_.time += next.delay;
      if (!next.happens) continue;
      if (next.event.face < 0) {
        meet(next.event);
      } else {
        state_.velocity[next.event.first][next.event.face / 2] *= -1;
      }
      next.event.time = state_.time;
      return next.event;
    }
  }
  [[nodiscard]] const State<Dim>& state() const { return state_; }

  /// Sum over all pairs.
  [[nodiscard]] double potential_energy() const {
    double sum = 0;
    for (std::uint32_t i = 0; i < state_.size(); ++i)
      for (std::uint32_t j = i + 1; j < state_.size(); ++j) {
        const Vec<Dim> r =
            nearest_image(gas_.box, Vec<Dim>(state_.position[j] - state_.position[i]));
        sum += energy_at(i, j, r.norm());
      }
    return sum;
  }

 private:
  struct Next {
    double delay;
    bool happens = false;
    PotentialEvent event{};
  };

  [[nodiscard]] std::vector<PotentialStep> steps(std::uint32_t i, std::uint32_t j) const {
    return gas_.pair_steps[state_.species[i] * gas_.species.size() + state_.species[j]];
  }
  [[nodiscard]] double contact(std::uint32_t i, std::uint32_t j) const {
    const std::uint8_t a = state_.species[i], b = state_.species[j];
    return gas_.contact_distances.size() > 0
               ? gas_.contact_distances(a, b)
               : (gas_.species[a].diameter + gas_.species[b].diameter) / 2;
  }
  [[nodiscard]] double energy_at(std::uint32_t i, std::uint32_t j, double distance) const {
    for (const PotentialStep& one : steps(i, j))
      if (distance < one.range) return one.energy;
    return 0;
  }

  // The first crossing of any of the distances, after the one at which they may be now.
  void look_at(std::uint32_t i, std::uint32_t j, Next& next) const {
    const Vec<Dim> r = nearest_image(gas_.box, Vec<Dim>(state_.position[j] - state_.position[i]));
    const Vec<Dim> v = state_.velocity[j] - state_.velocity[i];
    const double a = v.squaredNorm(), b = r.dot(v), distance = r.norm();
    const auto take = [&](double t, double at) {
      if (t < next.delay) next = {t, true, {0, i, j, -1, at, 0}};
    };
    const auto look = [&](double at) {
      const double c = r.squaredNorm() - at * at, root = std::sqrt(b * b - a * c);
      const bool is_there = std::abs(distance - at) < 1e-11 * at;
      const bool is_inside = is_there ? b < 0 : distance < at;
      if (is_inside)
        take(is_there ? -2 * b / a : (-b + root) / a, at);
      else if (b < 0 && b * b > a * c)
        take((-b - root) / a, at);
    };
    const double sigma = contact(i, j);
    if (!(std::abs(distance - sigma) < 1e-11 * sigma)) look(sigma);
    for (const PotentialStep& one : steps(i, j)) look(one.range);
  }

  void look_at_walls(std::uint32_t i, Next& next) const {
    const double radius = gas_.species[state_.species[i]].diameter / 2;
    for (int k = 0; k < Dim; ++k) {
      if (gas_.box.periodic[k]) continue;
      const double x = state_.position[i][k], v = state_.velocity[i][k];
      const double gap = v < 0 ? x - radius : gas_.box.size[k] - radius - x;
      if (std::max(gap, 0.0) / std::abs(v) < next.delay)
        next = {std::max(gap, 0.0) / std::abs(v), true, {0, i, 0xffffffff, 2 * k + (v > 0)}};
    }
  }

  void meet(PotentialEvent& event) {
    const std::uint32_t i = event.first, j = event.second;
    Vec<Dim>&v_i = state_.velocity[i], &v_j = state_.velocity[j];
    const double m_i = gas_.species[state_.species[i]].mass;
    const double m_j = gas_.species[state_.species[j]].mass, mu = m_i * m_j / (m_i + m_j);
    const Vec<Dim> n =
        nearest_image(gas_.box, Vec<Dim>(state_.position[j] - state_.position[i])).normalized();
    const double before = (v_j - v_i).dot(n);
    double after = -before;
    if (event.distance != contact(i, j)) {
      const double side = before > 0 ? 1 : -1;
      event.energy_gain = energy_at(i, j, event.distance * (1 - side * 1e-9)) -
                          energy_at(i, j, event.distance * (1 + side * 1e-9));
      const double square = before * before + 2 * event.energy_gain / mu;
      if (square > 0)
        after = side * std::sqrt(square);
      else
        event.energy_gain = 0;
    }
    v_i -= mu / m_i * (after - before) * n;
    v_j += mu / m_j * (after - before) * n;
  }

  Gas<Dim> gas_;
  State<Dim> state_;
};

}  // namespace clausius::testing
