#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/audit.h"
#include "engine/bodies/bodies.h"

namespace clausius {

/// Examines the bodies of an event loop, their events and where they are filed.
template <int Dim, class Neighbourhood>
class BodyAudit {
 public:
  BodyAudit(const Bodies<Dim>& bodies, const Neighbourhood& neighbourhood)
      : bodies_(bodies), neighbourhood_(neighbourhood), slack_(audit_slack(bodies.gas)) {}

  /// @param queued by id, whether its event is scheduled
  std::vector<AuditFault> faults(const std::vector<bool>& queued, std::int64_t most_pairs,
                                 std::int64_t turn) {
    const std::size_t count = bodies_.motions.size();
    if (const std::size_t filed = neighbourhood_.filed(); filed != count)
      found_.add(fmt::format("{} of {} bodies are filed in cells", filed, count), {});
    for (Id id = 0; id < count; ++id) audit_one(id, queued[id]);
    for_audited_pairs(count, most_pairs, turn, [&](Id i, Id j) { audit_pair(i, j); });
    return found_.take();
  }

 private:
  void audit_one(Id id, bool queued) {
    const EventRecord<Dim>& event = bodies_.events[id];
    if (!neighbourhood_.is_filed(id)) found_.add("is not filed in its cell", {id});
    if (!queued && event.time != kNever)
      found_.add(fmt::format("its event at time {:.17g} is not queued", absolute(event.time)),
                 {id});
    if ((bodies_.now() - event.time) * bodies_.speed(id, bodies_.motions[id].start()) > slack_)
      found_.add(fmt::format("its event at time {:.17g} is overdue", absolute(event.time)), {id});
    const double next = std::min(event.time, bodies_.clock.epoch());
    for (const double time : {bodies_.now(), next})
      if (const double outside = neighbourhood_.outside(id, bodies_.motions[id], time);
          !(outside <= slack_))
        found_.add(fmt::format("is {:.3g} outside where it is filed at time {:.17g}", outside,
                               absolute(time)),
                   {id});
    for (int face = 0; face < kFaces<Dim>; ++face)
      if (bodies_.gas.boundary.is_open(face))
        audit_passage(id, face, next);
      else if (!bodies_.gas.box.periodic[axis_of(face)])
        audit_contact(next, acceleration(id), {id}, [&](double from) {
          return first_contact(bodies_.motions[id], bodies_.wall_at(face), from, next);
        });
    if (!bodies_.surfaces.empty()) audit_obstacles(id, next);
  }

  // Looks at all obstacles, not at those that a search finds.
  void audit_obstacles(Id id, double next) {
    const auto [low, high] = bodies_.flight_from(id, bodies_.now()).range(next - bodies_.now());
    bodies_.gas.boundary.for_obstacles(
        bodies_.gas.box, absolute(next), low, high, kWider * bodies_.body(id).bounding_radius,
        [&](const Obstacle<Dim>&, std::size_t index, const Vec<Dim>& shift) {
          audit_contact(next, acceleration(id), {id}, [&](double from) {
            return bodies_.search_obstacle(id, surface_of_obstacle<Dim>(index),
                                           bodies_.image_at(shift), from, next);
          });
        });
  }

  void audit_passage(Id id, int face, double time) {
    const double y = bodies_.position_at(id, time)[Bodies<Dim>::kGradient];
    const double outside = is_high(face) ? y - bodies_.gas.box.size[Bodies<Dim>::kGradient] : -y;
    if (outside > slack_)
      found_.add(fmt::format("is {:.3g} outside the box at time {:.17g}", outside, absolute(time)),
                 {id});
  }

  // Whether the two touch before the next event of either.
  void audit_pair(Id i, Id j) {
    const double until =
        std::min({bodies_.events[i].time, bodies_.events[j].time, bodies_.clock.epoch()});
    if (until <= bodies_.now()) return;
    const double reach = bodies_.body(i).bounding_radius + bodies_.body(j).bounding_radius;
    const int most = bodies_.gas.boundary.is_sheared() ? 1 : 0;
    for (int side = -most; side <= most; ++side) {
      Image<Dim> beyond{};
      beyond[Bodies<Dim>::kGradient] = side;
      const Vec<Dim> r = bodies_.position_at(j, bodies_.now()) -
                         bodies_.position_at(i, bodies_.now()) +
                         bodies_.way_to_image(j, beyond, bodies_.now()).template head<Dim>();
      const Vec<Dim> v = (bodies_.motions[j].start().v + bodies_.speed_of_image(beyond) -
                          bodies_.motions[i].start().v)
                             .template head<Dim>();
      for_images_within(reach, r, v, until - bodies_.now(), bodies_.gas.box, [&](Image<Dim> boxes) {
        boxes[Bodies<Dim>::kGradient] += side;
        const FreeMotion other = bodies_.image_of(j, boxes);
        const Vec<3> here = Vec<3>::Zero();
        if (!bounding_window(bodies_.motions[i], other, here, bodies_.now())) return;
        audit_contact(until, bodies_.bending(i) + bodies_.bending(j), {i, j}, [&](double from) {
          return first_contact(bodies_.motions[i], other, here, from, until);
        });
      });
    }
  }

  // Bound of the acceleration of any point of a body relative to what does not fall.
  [[nodiscard]] double acceleration(Id id) const {
    return bodies_.bending(id) + bodies_.gas.boundary.gravity.norm();
  }

  // Whether ask(from) finds a contact from now on after which the two overlap by more than the
  // slack before `until`. @param acceleration that may press them together
  template <class Ask>
  void audit_contact(double until, double acceleration, const std::vector<Id>& ids,
                     const Ask& ask) {
    for (double from = bodies_.now(); from < until;) {
      const ContactSearch search = ask(from);
      if (const auto* later = std::get_if<Recheck>(&search)) {
        from = later->time;
        continue;
      }
      const auto* contact = std::get_if<RigidContact>(&search);
      const double late = contact ? until - contact->time : 0;
      if (late > 0 && late * (0.5 * acceleration * late - contact->points[0].rate) > slack_)
        found_.add(fmt::format("{} at time {:.17g}, before its next event, at {:.17g}",
                               ids.size() == 1 ? "touches a wall" : "touch",
                               absolute(contact->time), absolute(until)),
                   ids);
      return;
    }
  }
  [[nodiscard]] double absolute(double time) const { return bodies_.clock.absolute(time); }

  const Bodies<Dim>& bodies_;
  const Neighbourhood& neighbourhood_;
  double slack_;
  AuditFindings found_;
};

}  // namespace clausius
