#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "collision/obstacle.h"
#include "collision/rigid/first_contact.h"
#include "collision/rigid/impulse.h"
#include "engine/bodies/rigid_states.h"
#include "engine/engine.h"
#include "unit/collision/naive_friction.h"
#include "unit/collision/random_bodies.h"
#include "unit/engine/naive/images.h"

namespace clausius::testing {

/// The walls of a box, by face.
template <int Dim, class Visit>
void for_walls(const Box<Dim>& box, const Visit& visit) {
  for (int k = 0; k < Dim; ++k) {
    if (box.periodic[k]) continue;
    visit(2 * k, Wall{-Vec<3>::Unit(k), 0});
    visit(2 * k + 1, Wall{Vec<3>::Unit(k), box.size[k]});
  }
}

/// A gas of rigid bodies for tests: `count` of the given shapes in turn, placed at random without
/// overlap; velocities and angular velocities Gaussian. Seeded. `dress(gas)` gives it a boundary;
/// the bounding spheres of bodies do not overlap obstacles.
template <int Dim>
struct BodyGas {
  Gas<Dim> gas;
  State<Dim> start;

  BodyGas(const std::vector<Shape>& shapes, std::size_t count, Vec<Dim> size, unsigned seed,
          const std::array<bool, Dim>& periodic = Box<Dim>{}.periodic,
          const std::function<void(Gas<Dim>&)>& dress = {}) {
    gas.box.size = size;
    gas.box.periodic = periodic;
    RandomBodies random(seed);
    for (const Shape& shape : shapes) {
      gas.bodies.push_back(random.body(shape, random.uniform(0.5, 2), Dim));
      gas.species.push_back({2 * gas.bodies.back().bounding_radius, gas.bodies.back().mass});
    }
    const auto kinds = static_cast<Eigen::Index>(shapes.size());
    gas.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
    gas.wall_restitution.assign(shapes.size(), 1);
    if (dress) dress(gas);
    while (start.size() < count) try_to_add(random);
  }

 private:
  void try_to_add(RandomBodies& random) {
    const auto kind = static_cast<std::uint8_t>(start.size() % gas.bodies.size());
    const RigidBody& body = gas.bodies[kind];
    RigidState state = random.state(body, 1, 1);
    state.time = 0;
    for (int k = 0; k < 3; ++k) state.r[k] = k < Dim ? random.uniform(0, gas.box.size[k]) : 0;
    if (Dim == 2) {
      state.v[2] = 0;
      state.orientation = Eigen::AngleAxisd(random.uniform(0, 6.3), Vec<3>::UnitZ());
      state.angular_momentum = Vec<3>(0, 0, state.angular_momentum[2]);
    }
    if (body.rotational_degrees == 0) state.angular_momentum.setZero();
    const FreeMotion motion(body, state);
    bool free = true;
    for (std::size_t j = 0; j < start.size(); ++j) {
      const FreeMotion other(gas.bodies[start.species[j]], rigid_state(start, j));
      for_images(gas.box, 1, [&](const Vec<3>& shift) {
        free = free && gap_between(motion, other, shift, 0) > 0;
      });
    }
    for_walls(gas.box, [&](int /*face*/, const Wall& wall) {
      free = free && gap_between(motion, wall, 0) > 0;
    });
    for (const auto& obstacle : gas.boundary.obstacles)
      for_images(gas.box, 1, [&](const Vec<3>& shift) {
        free = free && depth_in<Dim>(obstacle.shape, (state.r + shift).template head<Dim>(),
                                     body.bounding_radius) < 0;
      });
    if (!free) return;
    start.species.push_back(kind);
    start.position.emplace_back(state.r.head<Dim>());
    start.velocity.emplace_back(state.v.head<Dim>());
    start.orientation.push_back(state.orientation);
    start.angular_momentum.push_back(state.angular_momentum);
  }
};

/// The slow, independent reference for the loop of bodies: no cells, no queue, no contact
/// candidates. Before every event the contacts of all pairs in all nearby images are computed; then
/// all bodies are moved.
template <int Dim>
class NaiveBodies {
 public:
  struct Event {
    double time = Engine<Dim>::kForever;
    std::uint32_t first = 0, second = 0;
    int face = -1;
  };

  NaiveBodies(const Gas<Dim>& gas, const State<Dim>& start) : gas_(gas) {
    for (std::size_t id = 0; id < start.size(); ++id) {
      species_.push_back(start.species[id]);
      states_.push_back(rigid_state(start, id));
    }
  }

  /// Carries out the next collision.
  Event step() {
    while (true)
      if (const Event event = within_reach(); event.time < Engine<Dim>::kForever) return event;
  }

 private:
  const RigidBody& body(std::size_t id) const { return gas_.bodies[species_[id]]; }

  // The next collision, or none and a flight over a stretch free of collisions.
  Event within_reach() {
    constexpr int kReach = 2;
    std::vector<FreeMotion> motions;
    double fastest = 0;
    for (std::size_t id = 0; id < states_.size(); ++id) {
      motions.emplace_back(body(id), states_[id]);
      fastest = std::max(fastest, states_[id].v.norm());
    }
    const double now = states_[0].time;
    const Boundary<Dim>& boundary = gas_.boundary;
    fastest = 2 * fastest + 4 * std::abs(boundary.shear_rate * gas_.box.size[1]);
    const double farthest = now + gas_.box.size.minCoeff() * (kReach - 1) / fastest;
    Event next;
    RigidContact touching;
    // Relative velocity of the image of the second body that is hit.
    Vec<3> faster = Vec<3>::Zero();
    const auto consider = [&](const auto& ask, std::uint32_t i, std::uint32_t j, int face,
                              const Vec<3>& speed) {
      ContactSearch found = Recheck{now};
      while (const auto* later = std::get_if<Recheck>(&found)) {
        if (later->time > std::min(farthest, next.time)) return;
        found = ask(later->time);
      }
      const auto* contact = std::get_if<RigidContact>(&found);
      if (!contact || contact->time >= std::min(farthest, next.time)) return;
      next = {contact->time, i, j, face};
      touching = *contact;
      faster = speed;
    };
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      for (std::uint32_t j = i + 1; j < states_.size(); ++j)
        for_images(gas_.box, kReach, [&](const Vec<3>& shift) {
          Vec<3> way = shift, speed = Vec<3>::Zero();
          shear_image(gas_, now, shift[1] / gas_.box.size[1], way, speed);
          const FreeMotion image = motions[j].displaced(way, speed);
          consider(
              [&](double from) {
                return first_contact(motions[i], image, Vec<3>::Zero(), from, farthest);
              },
              i, j, -1, speed);
        });
      for_walls(gas_.box, [&](int face, const Wall& wall) {
        consider([&](double from) { return first_contact(motions[i], wall, from, farthest); }, i,
                 CollisionRecord<Dim>::kWall, face, Vec<3>::Zero());
      });
    }
    const double then = std::min(next.time, farthest);
    for (std::size_t id = 0; id < states_.size(); ++id) states_[id] = motions[id].state_at(then);
    if (next.face < 0 && next.time <= farthest) states_[next.second].v += faster;
    if (next.face >= 0)
      rub(next, touching,
          collide(body(next.first), states_[next.first], touching,
                  gas_.wall_restitution[species_[next.first]]));
    else if (next.time <= farthest)
      rub(next, touching,
          collide(body(next.first), states_[next.first], body(next.second), states_[next.second],
                  touching, gas_.restitution(species_[next.first], species_[next.second])));
    if (next.face < 0 && next.time <= farthest) states_[next.second].v -= faster;
    for (RigidState& state : states_) {
      if (boundary.shear_rate != 0)
        shear_image(gas_, then, -std::floor(state.r[1] / gas_.box.size[1]), state.r, state.v);
      state.r.template head<Dim>() = naive_wrap<Dim>(gas_.box, state.r.template head<Dim>());
    }
    return next;
  }

  void rub(const Event& event, const RigidContact& contact, const RigidImpulse& smooth) {
    if (gas_.tangential.size() == 0) return;
    const std::size_t s = species_[event.first];
    const bool at_wall = event.face >= 0;
    const Vec<3> sliding =
        at_wall ? in_space<Dim>(gas_.boundary.faces[event.face].sliding) : Vec<3>(Vec<3>::Zero());
    const std::size_t other = at_wall ? event.first : event.second;
    const TangentialLaw law =
        at_wall
            ? TangentialLaw{gas_.wall_tangential[s], gas_.wall_friction[s]}
            : TangentialLaw{gas_.tangential(s, species_[other]), gas_.friction(s, species_[other])};
    states_[event.first].v -= sliding;
    for (std::size_t i = 0; i < contact.points.size(); ++i) {
      if (smooth.impulse[i] <= 0) continue;
      NaiveContact naive(body(event.first), states_[event.first], at_wall ? nullptr : &body(other),
                         at_wall ? nullptr : &states_[other], contact.points[i]);
      naive.strike(naive.impulse(0, law, smooth.impulse[i]) - smooth.impulse[i] * naive.normal());
    }
    states_[event.first].v += sliding;
  }

  const Gas<Dim>& gas_;
  std::vector<std::uint8_t> species_;
  std::vector<RigidState> states_;
};

}  // namespace clausius::testing
