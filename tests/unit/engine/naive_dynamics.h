#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "collision/internal_exchange.h"
#include "collision/moving_wall.h"
#include "collision/obstacle.h"
#include "engine/engine.h"

namespace clausius::testing {

/// The slow, independent reference for the engine: no cells, no queue, no shortcuts. Before every
/// event all pairs are tested in all nearby images, by the textbook formula; then all particles are
/// moved.
template <int Dim>
class NaiveDynamics {
 public:
  NaiveDynamics(const Gas<Dim>& gas, const State<Dim>& start)
      : gas_(gas), state_(start), hits_(start.size()) {}

  /// Carries out the next collision.
  CollisionRecord<Dim> step() {
    while (true)
      if (const auto collision = collide_within_reach()) return *collision;
  }

  [[nodiscard]] const State<Dim>& state() const { return state_; }

 private:
  // The next collision, or none and a flight over a stretch free of collisions.
  std::optional<CollisionRecord<Dim>> collide_within_reach() {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    double least = kNone;
    CollisionRecord<Dim> next;
    Vec<Dim> separation = Vec<Dim>::Zero(), approach = separation;
    for (std::uint32_t i = 0; i < state_.size(); ++i) {
      for (std::uint32_t j = i + 1; j < state_.size(); ++j)
        for_images([&](const Vec<Dim>& shift) {
          Vec<Dim> r = state_.position[j] - state_.position[i] + shift;
          Vec<Dim> v = state_.velocity[j] - state_.velocity[i];
          shear(std::lround(shift[1] / gas_.box.size[1]), r, v);
          const double sigma = contact(i, j);
          const double b = r.dot(v), a = v.squaredNorm(), c = r.squaredNorm() - sigma * sigma;
          if (b >= 0 || b * b - a * c <= 0) return;
          const double t = std::max(0.0, (-b - std::sqrt(b * b - a * c)) / a);
          if (t >= least) return;
          least = t;
          next.first = i;
          next.second = j;
          next.face = -1;
          separation = r + v * t;
          approach = v;
        });
      for (std::size_t o = 0; o < gas_.boundary.obstacles.size(); ++o) {
        const Obstacle<Dim>& obstacle = gas_.boundary.obstacles[o];
        for_images([&](const Vec<Dim>& shift) {
          const double t = delay_to_obstacle<Dim>(
              obstacle.shape,
              {state_.position[i] + shift, state_.velocity[i], gas_.boundary.gravity},
              0.5 * diameter(i), std::min(least, 10.0));
          if (t >= least || state_.time - gas_.boundary.start + t >= obstacle.until) return;
          least = t;
          next.first = i;
          next.second = CollisionRecord<Dim>::kWall;
          next.face = static_cast<int>(2 * Dim + o);
        });
      }
      for (int k = 0; k < Dim; ++k) {
        if (gas_.box.periodic[k]) continue;
        if (!gas_.boundary.is_plain()) {
          for (const int side : {-1, 1}) {
            const int face = 2 * k + (side > 0 ? 1 : 0);
            const double t =
                delay_to_wall(gas_.boundary.faces[face].path, side,
                              {state_.time - gas_.boundary.start,
                               state_.position[i][k] - (side > 0 ? gas_.box.size[k] : 0),
                               state_.velocity[i][k], gas_.boundary.gravity[k]},
                              0.5 * diameter(i), std::min(least, 10.0));
            if (t >= least) continue;
            least = t;
            next.first = i;
            next.second = CollisionRecord<Dim>::kWall;
            next.face = face;
          }
          continue;
        }
        const double v = state_.velocity[i][k], radius = 0.5 * diameter(i);
        const double gap = v > 0 ? gas_.box.size[k] - radius - state_.position[i][k]
                                 : state_.position[i][k] - radius;
        if (v == 0 || gap / std::abs(v) >= least) continue;
        least = std::max(0.0, gap / std::abs(v));
        next.first = i;
        next.second = CollisionRecord<Dim>::kWall;
        next.face = 2 * k + (v > 0 ? 1 : 0);
      }
    }
    double fastest = 0;
    for (const auto& v : state_.velocity) fastest = std::max(fastest, v.norm());
    fastest += std::abs(gas_.boundary.shear_speed(gas_.box));
    const double farthest = gas_.box.size.minCoeff() * (kReach - 1) / (2 * fastest);
    const bool hit = least <= farthest;
    least = std::min(least, farthest);
    next.time = state_.time + least;
    state_.time = next.time;
    for (std::size_t i = 0; i < state_.size(); ++i) {
      Vec<Dim> r = state_.position[i] + state_.velocity[i] * least +
                   0.5 * least * least * gas_.boundary.gravity;
      if (gas_.boundary.is_sheared())
        shear(-std::lround(std::floor(r[1] / gas_.box.size[1])), r, state_.velocity[i]);
      state_.position[i] = gas_.box.wrap(r);
    }
    for (auto& v : state_.velocity) v += least * gas_.boundary.gravity;
    if (!hit) return std::nullopt;
    if (next.face >= 0 && !gas_.boundary.is_plain()) {
      bounce(next.first, next.face);
    } else if (next.face >= 0) {
      state_.velocity[next.first][next.face / 2] *=
          -gas_.wall_restitution[state_.species[next.first]];
      const Vec<3> n = (next.face % 2 == 0 ? -1 : 1) * Vec<3>::Unit(next.face / 2);
      if (gas_.is_rough()) rub_at_wall(next.first, n, Vec<3>::Zero());
    } else {
      const Vec<Dim> n = separation.normalized();
      const double m_1 = mass(next.first), m_2 = mass(next.second);
      const double u = n.dot(approach);
      double e = gas_.restitution(state_.species[next.first], state_.species[next.second]);
      if (gas_.has_reservoirs()) e = -rebound(next.first, next.second, u) / u;
      const double impulse = -(1 + e) * m_1 * m_2 / (m_1 + m_2) * u;
      const Vec<Dim> image = approach - state_.velocity[next.second] + state_.velocity[next.first];
      state_.velocity[next.first] -= impulse / m_1 * n;
      state_.velocity[next.second] += impulse / m_2 * n;
      if (gas_.is_rough()) rub(next.first, next.second, in_space<Dim>(n), image);
      ++hits_[next.second];
    }
    ++hits_[next.first];
    return next;
  }

  // Speed at which two parcels separate, after they have exchanged energy.
  double rebound(std::uint32_t i, std::uint32_t j, double u) {
    const int f = gas_.species[state_.species[i]].internal_degrees;
    const int g = gas_.species[state_.species[j]].internal_degrees;
    RandomStream random(gas_.exchange_seed, Stream::internal_exchange,
                        std::uint64_t{i} << 32 | hits_[i]);
    if (f + g == 0) return -u;
    if (gas_.internal_exchange < 1 && random.uniform() >= gas_.internal_exchange) return -u;
    const double mu = mass(i) * mass(j) / (mass(i) + mass(j));
    double& first = state_.internal_energy[i];
    double& second = state_.internal_energy[j];
    const auto after = exchange_energies({0.5 * mu * u * u, first, second}, f, g, random);
    first = after.first;
    second = after.second;
    return std::sqrt(2 * after.normal / mu);
  }

  // An image this many boxes up along y moves relative to the box.
  void shear(long boxes, Vec<Dim>& r, Vec<Dim>& v) const {
    const double edge = gas_.box.size[0];
    double way = gas_.boundary.shear_shift(gas_.box, state_.time);
    way -= edge * std::nearbyint(way / edge);
    r[0] += static_cast<double>(boxes) * way;
    v[0] += static_cast<double>(boxes) * gas_.boundary.shear_speed(gas_.box);
  }

  // Velocity of the surface of a sphere at the end of `arm` from its centre.
  [[nodiscard]] Vec<3> surface_velocity(std::uint32_t id, const Vec<3>& arm) const {
    return in_space<Dim>(state_.velocity[id]) + state_.angular_velocity[id].cross(arm);
  }
  // 1/m plus the contribution of rotation where a tangential force acts on the surface.
  [[nodiscard]] double mobility(std::uint32_t id) const {
    return 1 / mass(id) + 0.25 * diameter(id) * diameter(id) / moment(id);
  }
  void push(std::uint32_t id, const Vec<3>& arm, const Vec<3>& momentum) {
    state_.velocity[id] += momentum.head<Dim>() / mass(id);
    state_.angular_velocity[id] += arm.cross(momentum) / moment(id);
  }

  // `image`: relative velocity of the image in contact.
  void rub(std::uint32_t i, std::uint32_t j, const Vec<3>& n, const Vec<Dim>& image) {
    const Vec<3> arm_i = 0.5 * diameter(i) * n, arm_j = -0.5 * diameter(j) * n;
    const Vec<3> u = surface_velocity(j, arm_j) + in_space<Dim>(image) - surface_velocity(i, arm_i);
    const double beta = gas_.tangential(state_.species[i], state_.species[j]);
    const Vec<3> momentum = -(1 + beta) * (u - u.dot(n) * n) / (mobility(i) + mobility(j));
    push(i, arm_i, -momentum);
    push(j, arm_j, momentum);
  }
  // `n` into the wall, whose surface moves at `wall`.
  void rub_at_wall(std::uint32_t i, const Vec<3>& n, const Vec<3>& wall) {
    const Vec<3> arm = 0.5 * diameter(i) * n, u = surface_velocity(i, arm) - wall;
    const double beta = gas_.wall_tangential[state_.species[i]];
    push(i, arm, -(1 + beta) * (u - u.dot(n) * n) / mobility(i));
  }

  void bounce(std::uint32_t id, int face) {
    Vec<Dim>& v = state_.velocity[id];
    Vec<Dim> u = Vec<Dim>::Zero(), normal = Vec<Dim>::Zero();
    WallLaw<Dim> law;
    if (face < 2 * Dim) {
      law = gas_.boundary.faces[face];
      normal[face / 2] = face % 2 == 0 ? -1 : 1;
      u[face / 2] = gas_.boundary.faces[face].path.velocity_at(state_.time - gas_.boundary.start);
    } else {
      const auto& obstacle = gas_.boundary.obstacles[static_cast<std::size_t>(face - 2 * Dim)];
      law = obstacle;
      // Among the images up to the distance from where the particle came.
      const Vec<Dim> r = state_.position[id];
      double least = std::numeric_limits<double>::infinity();
      for_images([&](const Vec<Dim>& image) {
        const Vec<Dim> to = nearest_point<Dim>(obstacle.shape, r + image) - (r + image);
        if (to.norm() >= least) return;
        least = to.norm();
        normal = to / least;
      });
    }
    RandomStream random(gas_.boundary.seed, Stream::thermal_walls,
                        std::uint64_t{id} << 32 | hits_[id]);
    if (law.accommodation > 0 && random.uniform() < law.accommodation) {
      const double spread = std::sqrt(law.kt / mass(id));
      Vec<Dim> w;
      for (int k = 0; k < Dim; ++k) w[k] = spread * random.normal();
      w -= (w.dot(normal) + flux_speed(law.kt / mass(id), random)) * normal;
      v = w + u + law.sliding;
      if (!gas_.is_rough()) return;
      for (int k = Dim == 3 ? 0 : 2; k < 3; ++k)
        state_.angular_velocity[id][k] = std::sqrt(law.kt / moment(id)) * random.normal();
    } else {
      const double e = law.restitution.value_or(gas_.wall_restitution[state_.species[id]]);
      v -= (1 + e) * (v - u).dot(normal) * normal;
      if (gas_.is_rough())
        rub_at_wall(id, in_space<Dim>(normal), in_space<Dim>(Vec<Dim>(u + law.sliding)));
    }
  }

  [[nodiscard]] double diameter(std::uint32_t id) const { return diameter_of(gas_, state_, id); }
  [[nodiscard]] double contact(std::uint32_t i, std::uint32_t j) const {
    if (gas_.contact_distances.size() == 0) return 0.5 * (diameter(i) + diameter(j));
    return gas_.contact_distances(state_.species[i], state_.species[j]);
  }
  [[nodiscard]] double mass(std::uint32_t id) const { return mass_of(gas_, state_, id); }
  [[nodiscard]] double moment(std::uint32_t id) const {
    return gas_.species[state_.species[id]].moment;
  }

  // Images up to this many boxes away are tested; no particle flies farther in one step.
  static constexpr int kReach = 3;

  template <class Visit>
  void for_images(const Visit& visit) const {
    std::array<int, Dim> n{};
    n.fill(-kReach);
    while (true) {
      Vec<Dim> shift;
      bool needed = true;
      for (int k = 0; k < Dim; ++k) {
        shift[k] = n[k] * gas_.box.size[k];
        needed = needed && (n[k] == 0 || gas_.box.periodic[k]);
      }
      if (needed) visit(shift);
      int k = 0;
      while (k < Dim && n[k] == kReach) n[k++] = -kReach;
      if (k == Dim) return;
      ++n[k];
    }
  }

  Gas<Dim> gas_;
  State<Dim> state_;
  std::vector<std::uint32_t> hits_;  // hits of each particle
};

}  // namespace clausius::testing
