#pragma once

#include <variant>
#include <vector>

#include "clausius/core/vec.h"

namespace clausius {

/// A ball; in two dimensions a disk, centre.z = 0.
struct Ball {
  Vec<3> centre = Vec<3>::Zero();
  double radius = 0.5;
};

/// A sphere; a disk in two dimensions.
struct Sphere {
  double radius = 0.5;
};

/// All points within `radius` of a segment of length `shaft` along the local x axis, centred at the
/// origin: a cylinder with hemispherical ends; in two dimensions a stadium.
struct Capsule {
  double radius = 0.5;
  double shaft = 1;
};

/// A rigid set of balls that may overlap, touch or stand apart. @pre at least one
struct Clump {
  std::vector<Ball> members;
};

/// What a species is, in the frame in which it is written. Shapes of two dimensions lie in the
/// plane z = 0.
using Shape = std::variant<Sphere, Capsule, Clump>;

}  // namespace clausius
