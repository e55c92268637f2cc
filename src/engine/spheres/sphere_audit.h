#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/audit.h"
#include "engine/spheres/sheared_images.h"
#include "engine/spheres/spheres.h"

namespace clausius {

/// Examines the spheres of an event loop, their events and where they are filed.
template <int Dim, class Grid, class Surroundings>
class SphereAudit {
 public:
  SphereAudit(const Spheres<Dim, Grid>& spheres, const Surroundings& surroundings)
      : spheres_(spheres), surroundings_(surroundings), slack_(audit_slack(spheres.gas)) {}

  /// @param queued by id, whether its event is scheduled
  std::vector<AuditFault> faults(const std::vector<bool>& queued, std::int64_t most_pairs,
                                 std::int64_t turn) {
    const std::size_t spheres = spheres_.records.size();
    if (const std::size_t filed = spheres_.grid.filed(); filed != spheres)
      found_.add(fmt::format("{} of {} particles are filed in cells", filed, spheres), {});
    for (Id id = 0; id < spheres; ++id) audit_one(id, queued[id]);
    for_audited_pairs(spheres, most_pairs, turn, [&](Id i, Id j) {
      if (spheres_.shells.any()) audit_shell(i, j);
      if (!are_far(i, j)) audit_pair(i, j);
    });
    return found_.take();
  }

 private:
  void audit_one(Id id, bool queued) {
    const ParticleRecord<Dim>& record = spheres_.records[id];
    const EventRecord<Dim>& event = spheres_.events[id];
    EventRecord<Dim> as_filed = event;
    const Filed<Dim> filed = spheres_.context.filed(id, as_filed, now());
    if (!spheres_.grid.is_filed(filed)) found_.add("is not filed in its cell", {id});
    if (!queued && event.time != kNever)
      found_.add(fmt::format("its event at time {:.17g} is not queued", absolute(event.time)),
                 {id});
    const double speed = surroundings_.velocity_of(record, now()).norm();
    if ((now() - event.time) * speed > slack_)
      found_.add(fmt::format("its event at time {:.17g} is overdue", absolute(event.time)), {id});
    const double next = std::min(event.time, spheres_.clock.epoch());
    for (const double time : {now(), next})
      if (const double outside =
              spheres_.grid.outside(filed, surroundings_.position_of(record, time), time);
          !(outside <= slack_))
        found_.add(
            fmt::format("is {:.3g} outside its cell at time {:.17g}", outside, absolute(time)),
            {id});
    audit_walls(id, next);
    if (!spheres_.gas.boundary.obstacles.empty()) audit_obstacles(id, next);
    if (event.kind == EventKind::collision && event.contacts.first.partner < kFirstSurface &&
        event.time == next && !spheres_.is_stale(event.contacts.first))
      audit_contact(id, event.contacts.first.partner, event.time);
  }

  void audit_walls(Id id, double next) {
    const ParticleRecord<Dim>& record = spheres_.records[id];
    const EventRecord<Dim>& event = spheres_.events[id];
    const Boundary<Dim>& boundary = spheres_.gas.boundary;
    const Box<Dim>& box = spheres_.gas.box;
    for (int k = 0; k < Dim; ++k) {
      if (box.periodic[k]) continue;
      const double x = surroundings_.position_of(record, next)[k];
      const double low = boundary.position(box, 2 * k, absolute(next));
      const double high = boundary.position(box, 2 * k + 1, absolute(next));
      const double reach = boundary.is_open(2 * k) ? 0 : spheres_.radius_of(record);
      const double gap = std::min(x - low, high - x) - reach;
      const Id wall = event.contacts.first.partner;
      const bool touches = event.kind == EventKind::collision && is_surface(wall) &&
                           axis_of(surface_number(wall)) == k && event.time == next;
      if (!(gap >= -slack_) || (touches && gap > slack_))
        found_.add(fmt::format("has a gap of {:.3g} to a wall across axis {} at time {:.17g}, "
                               "that of its next event",
                               gap, k, absolute(next)),
                   {id});
    }
  }

  // Looks at all obstacles, not at those that a search finds.
  void audit_obstacles(Id id, double next) {
    const ParticleRecord<Dim>& record = spheres_.records[id];
    const double radius = spheres_.radius_of(record);
    const Vec<Dim> r = spheres_.gas.box.wrap(surroundings_.position_of(record, next));
    spheres_.gas.boundary.for_obstacles(
        spheres_.gas.box, absolute(next), r, r, radius,
        [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
          if (obstacle.door) return;
          const double depth = depth_in<Dim>(obstacle.shape, r - shift, radius);
          if (!(depth <= slack_))
            found_.add(fmt::format("reaches {:.3g} into obstacle {} at time {:.17g}, that of its "
                                   "next event",
                                   depth, index, absolute(next)),
                       {id});
        });
  }

  // Whether the two of a predicted contact touch at its time.
  void audit_contact(Id id, Id partner, double time) {
    Vec<Dim> r =
        spheres_.records[partner].position_at(time) - spheres_.records[id].position_at(time);
    Vec<Dim> v = r;
    if (spheres_.gas.boundary.is_sheared())
      spheres_.gas.boundary.to_sheared_image(spheres_.gas.box, absolute(time), r, v);
    r = spheres_.gas.box.minimum_image(r);
    const double gap = r.norm() - distance_of_next(id, partner);
    if (!(std::abs(gap) <= slack_))
      found_.add(
          fmt::format("are to collide at time {:.17g} with a gap of {:.3g}", absolute(time), gap),
          {id, partner});
  }

  [[nodiscard]] double distance_of_next(Id i, Id j) const {
    return spheres_.next_of_pair(i, j, spheres_.nearest_motion(i, j)).distance;
  }

  // Whether the two are too far apart to touch before the next event of either, as most are.
  [[nodiscard]] bool are_far(Id i, Id j) const {
    if (spheres_.gas.boundary.is_sheared()) return false;
    const ParticleRecord<Dim>& first = spheres_.records[i];
    const ParticleRecord<Dim>& second = spheres_.records[j];
    const double ahead = next_of(i, j) - now();
    const double sigma = range(i, j);
    const Vec<Dim> way = ahead * (second.v() - first.v());
    const Vec<Dim> r = second.position_at(now()) - first.position_at(now());
    // (σ + x)² ≤ 2(σ² + x²)
    return spheres_.nearest_image(r).squaredNorm() > 2 * (sigma * sigma + way.squaredNorm());
  }

  // Whether they touch before that.
  void audit_pair(Id i, Id j) {
    const double until = next_of(i, j);
    if (until <= now()) return;
    const RelativeMotion<Dim, double> motion = spheres_.relative_motion(i, j);
    Vec<Dim> r, v;
    for (int k = 0; k < Dim; ++k) {
      v[k] = motion.v[k];
      r[k] = motion.r[k] + v[k] * (now() - motion.time);
    }
    const double sigma = range(i, j);
    const auto check = [&](const RelativeMotion<Dim, double>& image) {
      const double contact = spheres_.next_of_pair(i, j, image).time;
      if ((until - contact) * v.norm() > slack_)
        found_.add(fmt::format("touch at time {:.17g}, before the next event of either, at {:.17g}",
                               absolute(contact), absolute(until)),
                   {i, j});
    };
    // Only the nearest images of two within the range of a potential act on each other.
    if (spheres_.shells.any() && spheres_.shells.of(i, j) > 0)
      return check(spheres_.nearest_motion(i, j));
    if constexpr (Surroundings::kSheared)
      if (spheres_.gas.boundary.is_sheared())
        for (const int side : {-1, 1})
          ShearedImages<Dim>::for_each(spheres_, i, j, side, sigma, check);
    for_images_within(sigma, r, v, until - now(), spheres_.gas.box,
                      [&](const auto& boxes) { check(spheres_.to_image(motion, boxes)); });
  }

  // Whether the distance of the two is one in their shell.
  void audit_shell(Id i, Id j) {
    const Vec<Dim> r =
        spheres_.records[j].position_at(now()) - spheres_.records[i].position_at(now());
    const double distance = spheres_.nearest_image(r).norm();
    const std::size_t shell = spheres_.shells.of(i, j);
    if (const double by = spheres_.ladder(i, j).outside(distance, shell); by > slack_)
      found_.add(fmt::format("are {:.3g} outside shell {} of their potential", by, shell), {i, j});
  }

  // Distance within which the two act on each other.
  [[nodiscard]] double range(Id i, Id j) const {
    return spheres_.shells.any() ? spheres_.ladder(i, j).edge.front()
                                 : spheres_.context.contact_distance(i, j);
  }
  // Time of the next event of either, in this epoch.
  [[nodiscard]] double next_of(Id i, Id j) const {
    return std::min({spheres_.events[i].time, spheres_.events[j].time, spheres_.clock.epoch()});
  }
  [[nodiscard]] double now() const { return spheres_.now(); }
  [[nodiscard]] double absolute(double time) const { return spheres_.clock.absolute(time); }

  const Spheres<Dim, Grid>& spheres_;
  const Surroundings& surroundings_;
  double slack_;
  AuditFindings found_;
};

}  // namespace clausius
