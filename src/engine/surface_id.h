#pragma once

#include <cstddef>
#include <cstdint>

#include "clausius/core/vec.h"

namespace clausius {

using Id = std::uint32_t;

/// Partners of a particle that are not particles. Surfaces have numbers, as in
/// CollisionRecord::face: first the faces of the box, 2·axis + (0 low, 1 high), then the obstacles.
inline constexpr Id kNoPartner = 0xffffffff;
inline constexpr Id kFirstSurface = 0xffff0000;  ///< ids of particles are below it
inline bool is_surface(Id partner) { return partner >= kFirstSurface && partner != kNoPartner; }
inline Id id_of_surface(int number) { return kFirstSurface + static_cast<Id>(number); }
inline int surface_number(Id surface) { return static_cast<int>(surface - kFirstSurface); }

template <int Dim>
inline constexpr int kFaces = 2 * Dim;
template <int Dim>
bool is_face(int surface) {
  return surface < kFaces<Dim>;
}
template <int Dim>
std::size_t obstacle_index(int surface) {
  return static_cast<std::size_t>(surface - kFaces<Dim>);
}
template <int Dim>
int surface_of_obstacle(std::size_t index) {
  return kFaces<Dim> + static_cast<int>(index);
}

inline int axis_of(int face) { return face / 2; }
inline bool is_high(int face) { return face % 2 == 1; }
/// Direction along the axis in which a face lies seen from the box: −1 or 1.
inline int outward(int face) { return is_high(face) ? 1 : -1; }
template <int Dim>
Vec<Dim> outward_normal(int face) {
  return Vec<Dim>::Unit(axis_of(face)) * outward(face);
}

}  // namespace clausius
