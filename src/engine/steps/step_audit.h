#pragma once

#include <fmt/format.h>

#include <vector>

#include "engine/audit.h"
#include "engine/steps/stepped_spheres.h"

namespace clausius {

/// Examines the particles after a step. Cells are filled again every step: they hold no data to be
/// audited.
/// @param time absolute time
template <int Dim>
std::vector<AuditFault> audit_steps(const SteppedSpheres<Dim>& spheres, double time,
                                    std::int64_t most_pairs, std::int64_t turn) {
  AuditFindings found;
  const double slack = audit_slack(spheres.gas);
  std::vector<int> seen(spheres.bodies.size());
  for (std::uint32_t slot = 0; slot < spheres.bodies.size(); ++slot) {
    const auto& body = spheres.bodies[slot];
    const auto& tag = spheres.tags[slot];
    ++seen.at(tag.id);
    if (body.radius != 0.5 * spheres.kinds.diameter(spheres.kind_of(tag)))
      found.add(fmt::format("has the radius {}, which is not its own", body.radius), {tag.id});
    if (!(body.time <= spheres.now))
      found.add(fmt::format("is ahead of the clock, at time {:.17g}", spheres.absolute(body.time)),
                {tag.id});
    const Vec<Dim> r = spheres.gas.box.wrap(spheres.position_of(body, spheres.now));
    for (int face = 0; face < kFaces<Dim>; ++face)
      if (const double gap = -spheres.depth_in_wall(face, r, body.radius, spheres.now);
          spheres.has_wall(face) && !(gap >= -slack))
        found.add(fmt::format("has a gap of {:.3g} to a wall across axis {}", gap, axis_of(face)),
                  {tag.id});
    spheres.gas.boundary.for_obstacles(
        spheres.gas.box, time, r, r, body.radius,
        [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
          const double depth = depth_in<Dim>(obstacle.shape, r - shift, body.radius);
          if (!obstacle.door && !(depth <= slack))
            found.add(fmt::format("reaches {:.3g} into obstacle {}", depth, index), {tag.id});
        });
  }
  for (Id id = 0; id < seen.size(); ++id)
    if (seen[id] != 1) found.add(fmt::format("is there {} times", seen[id]), {id});
  for_audited_pairs(spheres.bodies.size(), most_pairs, turn, [&](std::uint32_t i, std::uint32_t j) {
    Vec<Dim> r =
        spheres.bodies[j].position_at(spheres.now) - spheres.bodies[i].position_at(spheres.now);
    if (Vec<Dim> v = r; spheres.gas.boundary.is_sheared())
      spheres.gas.boundary.to_sheared_image(spheres.gas.box, time, r, v);
    r = spheres.gas.box.minimum_image(r);
    const double gap = r.norm() - spheres.contact_distance(i, j);
    if (!(gap >= -slack))
      found.add(fmt::format("overlap by {:.3g}", -gap), {spheres.tags[i].id, spheres.tags[j].id});
  });
  return found.take();
}

}  // namespace clausius
