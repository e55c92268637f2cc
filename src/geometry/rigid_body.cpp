#include "clausius/geometry/rigid_body.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace clausius {

namespace {

/// Bodies with more members than this are searched by groups; measured.
constexpr std::size_t kManyMembers = 3;

/// Halves the members across their widest direction, and the halves again.
/// @return index of the group of all `members`, or of the only one
std::size_t group(RigidBody& body, std::span<std::size_t> members) {
  if (members.size() == 1) return members[0];
  Eigen::AlignedBox3d box, centres;
  for (const std::size_t k : members) {
    const Member& member = body.members[k];
    const Vec<3> extent(member.half_shaft + member.radius, member.radius, member.radius);
    box.extend(Vec<3>(member.centre - extent)).extend(Vec<3>(member.centre + extent));
    centres.extend(member.centre);
  }
  Eigen::Index widest = 0;
  centres.sizes().maxCoeff(&widest);
  const std::size_t half = members.size() / 2;
  std::nth_element(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(half),
                   members.end(), [&](std::size_t i, std::size_t j) {
                     const double a = body.members[i].centre[widest];
                     const double b = body.members[j].centre[widest];
                     return a != b ? a < b : i < j;
                   });
  Group all;
  all.centre = box.center();
  for (const std::size_t k : members) {
    const Member& member = body.members[k];
    all.radius = std::max(all.radius,
                          (member.centre - all.centre).norm() + member.half_shaft + member.radius);
  }
  all.radius *= kWider;
  all.parts = {group(body, members.first(half)), group(body, members.subspan(half))};
  body.groups.push_back(all);
  return body.members.size() + body.groups.size() - 1;
}

}  // namespace

RigidBody make_rigid_body(const Shape& shape, const MassProperties& properties, int dimensions) {
  // Rounding of coordinates; a member actually this near to the axis would rotate the body as
  // slowly.
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
  if (body.members.size() > kManyMembers) {
    std::vector<std::size_t> members(body.members.size());
    std::iota(members.begin(), members.end(), std::size_t{0});
    group(body, members);
  }
  body.rotational_degrees = concentric ? 0 : dimensions == 2 ? 1 : body.collinear ? 2 : 3;
  return body;
}

}  // namespace clausius
