#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "clausius/engine/observer.h"
#include "unit/engine/naive/images.h"
#include "unit/engine/naive/impulses.h"
#include "unit/engine/naive/particles.h"
#include "unit/engine/naive/surfaces.h"

namespace clausius::testing {

/// The slow, independent reference for the engine: no cells, no queue, no shortcuts, and none of
/// the engine's functions, but the formulas themselves. Before every event all pairs are tested in
/// all nearby images, and all particles with all walls and obstacles; then all particles are moved.
template <int Dim>
class NaiveDynamics {
 public:
  NaiveDynamics(const Gas<Dim>& gas, const State<Dim>& start)
      : gas_(gas), start_(start), time_(start.time), particles_(naive_particles(gas, start)) {}

  /// Carries out the next collision.
  CollisionRecord<Dim> step() {
    while (true) {
      const Contact next = first_contact();
      fly(next.delay);
      if (!next.is_hit) continue;
      next.face < 0 ? collide(next) : reflect(next);
      CollisionRecord<Dim> record;
      record.time = time_;
      record.first = next.first;
      record.second = next.second;
      record.face = next.face;
      return record;
    }
  }

  [[nodiscard]] State<Dim> state() const {
    State<Dim> state = start_;
    state.time = time_;
    for (std::size_t i = 0; i < state.size(); ++i) {
      state.position[i] = particles_[i].r;
      state.velocity[i] = particles_[i].v;
      if (!state.angular_velocity.empty()) state.angular_velocity[i] = particles_[i].spin;
      if (!state.internal_energy.empty()) state.internal_energy[i] = particles_[i].internal_energy;
    }
    return state;
  }

 private:
  static constexpr std::uint32_t kWall = CollisionRecord<Dim>::kWall;
  // Images up to this many boxes away are tested; no particle flies farther in one step.
  static constexpr int kReach = 3;

  struct Contact {
    double delay;
    bool is_hit = false;  // or else the end of a stretch free of collisions
    std::uint32_t first = 0, second = 0;
    int face = -1;
    Vec<Dim> normal = Vec<Dim>::Zero();  // from the first to the second, or into the wall
    // Velocity of the image of the second that is hit, relative to the first; or of the wall.
    Vec<Dim> velocity = Vec<Dim>::Zero();
  };

  [[nodiscard]] Contact first_contact() const {
    double fastest = 0;
    for (const auto& one : particles_) fastest = std::max(fastest, one.v.norm());
    fastest += std::abs(gas_.boundary.shear_rate * gas_.box.size[1]);
    Contact next{gas_.box.size.minCoeff() * (kReach - 1) / (2 * fastest)};
    for (std::uint32_t i = 0; i < particles_.size(); ++i) {
      for (std::uint32_t j = i + 1; j < particles_.size(); ++j) take_earlier_of_pair(i, j, next);
      take_earlier_at_faces(i, next);
      take_earlier_at_obstacles(i, next);
    }
    return next;
  }

  // |r + v t| = σ
  void take_earlier_of_pair(std::uint32_t i, std::uint32_t j, Contact& next) const {
    const NaiveParticle<Dim>&first = particles_[i], &second = particles_[j];
    for_images(gas_.box, kReach, [&](const Vec<3>& shift) {
      Vec<Dim> r = second.r - first.r + shift.head<Dim>(), v = second.v - first.v;
      shear_image(gas_, time_, shift[1] / gas_.box.size[1], r, v);
      const double sigma = naive_contact(gas_, first, second);
      const double b = r.dot(v), a = v.squaredNorm(), c = r.squaredNorm() - sigma * sigma;
      if (b >= 0 || b * b - a * c <= 0) return;
      const double t = std::max(0.0, (-b - std::sqrt(b * b - a * c)) / a);
      if (t < next.delay) next = {t, true, i, j, -1, (r + v * t).normalized(), v};
    });
  }

  [[nodiscard]] Vec<Dim> place_after(std::uint32_t i, double t) const {
    return particles_[i].r + particles_[i].v * t + 0.5 * t * t * gas_.boundary.gravity;
  }
  [[nodiscard]] double fastest_within(std::uint32_t i, double t) const {
    return particles_[i].v.norm() + t * gas_.boundary.gravity.norm();
  }

  void take_earlier_at_faces(std::uint32_t i, Contact& next) const {
    const double now = time_ - gas_.boundary.start;
    for (int face = 0; face < 2 * Dim; ++face) {
      const int k = face / 2, side = face % 2 == 0 ? -1 : 1;
      if (gas_.box.periodic[k]) continue;
      const WallPath& path = gas_.boundary.faces[face].path;
      const double wall = side < 0 ? 0 : gas_.box.size[k];
      const double t = first_touch(
          [&](double after) {
            const double x = place_after(i, after)[k];
            return side * (wall + displacement_of(path, now + after) - x) - particles_[i].radius;
          },
          fastest_within(i, next.delay) + fastest_of(path), next.delay);
      if (t >= next.delay) continue;
      const Vec<Dim> axis = Vec<Dim>::Unit(k);
      next = {t, true, i, kWall, face, side * axis, velocity_of(path, now + t) * axis};
    }
  }

  // Fast particles pass a door up its axis, slow ones down.
  [[nodiscard]] static bool lets_pass(const Door& door, const Vec<Dim>& v) {
    return v.norm() > door.speed ? v[door.axis] > 0 : v[door.axis] < 0;
  }

  void take_earlier_at_obstacles(std::uint32_t i, Contact& next) const {
    const double now = time_ - gas_.boundary.start;
    for (std::size_t o = 0; o < gas_.boundary.obstacles.size(); ++o) {
      const Obstacle<Dim>& obstacle = gas_.boundary.obstacles[o];
      if (obstacle.door && lets_pass(*obstacle.door, particles_[i].v)) continue;
      for_images(gas_.box, kReach, [&](const Vec<3>& shift) {
        const double end = std::min(next.delay, obstacle.until - now);
        if (end <= 0) return;
        const auto way = [&](double after) {
          return way_to<Dim>(obstacle.shape, place_after(i, after) + shift.head<Dim>());
        };
        const double t =
            first_touch([&](double after) { return way(after).norm() - particles_[i].radius; },
                        fastest_within(i, end), end);
        if (t >= end) return;
        const int face = 2 * Dim + static_cast<int>(o);
        next = {t, true, i, kWall, face, way(t).normalized(), Vec<Dim>::Zero()};
      });
    }
  }

  void fly(double delay) {
    time_ += delay;
    for (std::uint32_t i = 0; i < particles_.size(); ++i) {
      NaiveParticle<Dim>& one = particles_[i];
      Vec<Dim> r = place_after(i, delay);
      one.v += delay * gas_.boundary.gravity;
      if (gas_.boundary.shear_rate != 0)
        shear_image(gas_, time_, -std::floor(r[1] / gas_.box.size[1]), r, one.v);
      one.r = naive_wrap(gas_.box, r);
    }
  }

  void collide(const Contact& hit) {
    NaiveParticle<Dim>&first = particles_[hit.first], &second = particles_[hit.second];
    const Vec<3> n = in_space<Dim>(hit.normal);
    const double mu = first.mass * second.mass / (first.mass + second.mass);
    const double approach = -hit.velocity.dot(hit.normal);
    const double normal_blow = mu * (approach + parting_speed(hit, approach));
    Vec<3> momentum = normal_blow * n;
    const Vec<3> first_arm = first.radius * n, second_arm = -second.radius * n;
    if (gas_.tangential.size() > 0) {
      const Vec<3> u =
          in_space<Dim>(hit.velocity) + second.spin.cross(second_arm) - first.spin.cross(first_arm);
      const Vec<3> blow = rub(u, n, gas_.tangential(first.species, second.species),
                              mobility(first) + mobility(second));
      momentum +=
          gas_.friction.size() == 0
              ? blow
              : held_by_friction(blow, gas_.friction(first.species, second.species), normal_blow);
    }
    strike(first, first_arm, -momentum);
    strike(second, second_arm, momentum);
    ++first.hits;
    ++second.hits;
  }

  // Exchanges the energies of parcels, too.
  double parting_speed(const Contact& hit, double approach) {
    NaiveParticle<Dim>&first = particles_[hit.first], &second = particles_[hit.second];
    const int f = gas_.species[first.species].internal_degrees;
    const int g = gas_.species[second.species].internal_degrees;
    RandomStream random(gas_.exchange_seed, Stream::internal_exchange,
                        std::uint64_t{hit.first} << 32 | first.hits);
    if (f + g == 0 || (gas_.internal_exchange < 1 && random.uniform() >= gas_.internal_exchange))
      return gas_.restitution(first.species, second.species) * approach + gas_.added_speed;
    return exchange(first, second, f, g, approach, random);
  }

  [[nodiscard]] const WallLaw<Dim>& law_of(int face) const {
    if (face < 2 * Dim) return gas_.boundary.faces[face];
    return gas_.boundary.obstacles[static_cast<std::size_t>(face - 2 * Dim)];
  }

  void reflect(const Contact& hit) {
    NaiveParticle<Dim>& one = particles_[hit.first];
    const WallLaw<Dim>& law = law_of(hit.face);
    const Vec<Dim> surface = hit.velocity + law.sliding;
    RandomStream random(gas_.boundary.seed, Stream::thermal_walls,
                        std::uint64_t{hit.first} << 32 | one.hits++);
    if (law.accommodation > 0 && random.uniform() < law.accommodation)
      return law.partial ? adapt(one, hit.normal, surface, law.kt, *law.partial, random)
                         : leave_bath(one, hit.normal, surface, law.kt, random);
    const Vec<3> n = in_space<Dim>(hit.normal), arm = one.radius * n;
    const double e = law.restitution.value_or(gas_.wall_restitution[one.species]);
    const double normal_blow = (1 + e) * one.mass * (one.v - hit.velocity).dot(hit.normal);
    Vec<3> momentum = -normal_blow * n;
    if (gas_.tangential.size() > 0) {
      const Vec<3> blow =
          rub(in_space<Dim>(Vec<Dim>(one.v - surface)) + one.spin.cross(arm), n,
              law.tangential ? *law.tangential : gas_.wall_tangential[one.species], mobility(one));
      const double friction = law.friction                 ? *law.friction
                              : gas_.wall_friction.empty() ? HUGE_VAL
                                                           : gas_.wall_friction[one.species];
      momentum += held_by_friction(blow, friction, normal_blow);
    }
    strike(one, arm, momentum);
  }

  Gas<Dim> gas_;
  State<Dim> start_;
  double time_;
  std::vector<NaiveParticle<Dim>> particles_;
};

}  // namespace clausius::testing
