#include "clausius/geometry/rigid_body.h"

#include <algorithm>

namespace clausius {

RigidBody make_rigid_body(const Shape& shape, const MassProperties& properties, int dimensions) {
  // Rounding of coordinates; a member really so near to the axis would turn the body as slowly.
  constexpr double kOnAxis = 1e-12;
  RigidBody body;
  body.mass = properties.mass;
  body.volume = properties.volume;
  body.moments = properties.moments;
  body.inv_moments = properties.moments.cwiseInverse();
  body.bounding_radius = properties.bounding_radius;
  body.to_written = Eigen::Quaterniond(properties.axes);
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    body.members.push_back({Vec<3>::Zero(), 0, sphere->radius});
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    body.members.push_back({Vec<3>::Zero(), 0.5 * capsule->shaft, capsule->radius});
  } else {
    for (const Ball& ball : std::get<Clump>(shape).members)
      body.members.push_back(
          {properties.axes.transpose() * (ball.centre - properties.centre), 0, ball.radius});
  }

  bool concentric = true;
  for (Member& member : body.members) {
    for (int k = 0; k < 3; ++k)
      if (std::abs(member.centre[k]) <= kOnAxis * body.bounding_radius) member.centre[k] = 0;
    concentric = concentric && member.reach() == 0;
    body.collinear = body.collinear && member.centre.tail<2>().isZero(0);
  }
  body.collinear = body.collinear && body.moments[1] == body.moments[2];
  body.rotational_degrees = concentric ? 0 : dimensions == 2 ? 1 : body.collinear ? 2 : 3;
  return body;
}

}  // namespace clausius
