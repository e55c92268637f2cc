#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/hits/surface_hit.h"
#include "engine/steps/stepped_spheres.h"

namespace clausius {

/// In diameters: an overlap that is attributed to rounding (1e-16 of a box up to 10⁵ diameters
/// wide). With a hundredth of it, particles that touch would be pushed endlessly; with a hundred
/// times as much, overlaps would remain that the audit detects.
inline constexpr double kTouching = 1e-10;

template <int Dim>
Vec<Dim> separation_at(double time, const RelativeMotion<Dim, double>& motion) {
  Vec<Dim> r;
  for (int k = 0; k < Dim; ++k) r[k] = motion.r[k] + motion.v[k] * (time - motion.time);
  return r;
}

/// The correction of an overlap at the end of the step.
struct Correction {
  double time;                  // time of the contact; the end of the step for a push
  std::uint64_t order;          // contacts first, then by lower id, higher id
  std::uint32_t first, second;  // or the id of a surface
  std::uint32_t first_changes, second_changes;
  bool is_push;

  friend bool operator<(const Correction& a, const Correction& b) {
    return a.time != b.time ? a.time < b.time : a.order < b.order;
  }
  friend bool operator>(const Correction& a, const Correction& b) { return b < a; }
};

/// Finds the corrections that the particles need at the end of a step. A particle that crosses a
/// sheared edge needs one, too.
template <int Dim>
class CorrectionSearch {
 public:
  using Slot = typename SteppedSpheres<Dim>::Slot;
  using Body = typename SteppedSpheres<Dim>::Body;

  explicit CorrectionSearch(const SteppedSpheres<Dim>& spheres) : spheres_(spheres) {}

  [[nodiscard]] std::optional<Correction> for_pair(Slot i, Slot j) const {
    const RelativeMotion<Dim, double> motion =
        spheres_.relative_motion(spheres_.bodies[i], spheres_.bodies[j]);
    const double sigma = spheres_.contact_distance(i, j);
    const double depth = 1 - separation_at(spheres_.end, motion).norm() / sigma;
    if (depth <= 0) return std::nullopt;
    return correction(motion.contact_time(sigma), depth, i, j);
  }

  /// Calls take(correction) for every wall that the particle, at `r` at the end of the step,
  /// overlaps.
  template <class Take>
  void at_surfaces(Slot i, const Vec<Dim>& r, Take&& take) const {
    if (!spheres_.plain) return at_boundary(i, r, take);
    const Body& body = spheres_.bodies[i];
    for (int k = 0; k < Dim; ++k) {
      if (spheres_.gas.box.periodic[k]) continue;
      const double farthest = spheres_.edge[k] - body.radius;
      const bool high = r[k] > farthest;
      if (!high && r[k] >= body.radius) continue;
      const double gap = high ? farthest - body.r[k] : body.r[k] - body.radius;
      const double speed = high ? body.v[k] : -body.v[k];
      const double contact = speed > 0 ? body.time + std::max(gap / speed, 0.0) : kNever;
      const double depth = high ? r[k] - farthest : body.radius - r[k];
      take(correction(contact, 0.5 * depth / body.radius, i,
                      id_of_surface(2 * k + static_cast<int>(high))));
    }
  }

  [[nodiscard]] bool is_stale(const Correction& correction) const {
    return spheres_.tags[correction.first].changes != correction.first_changes ||
           (!is_surface(correction.second) &&
            spheres_.tags[correction.second].changes != correction.second_changes);
  }

 private:
  // Takes the first contact with anything in the rest of the step and, if there is none, a push for
  // each remaining overlap.
  template <class Take>
  void at_boundary(Slot i, const Vec<Dim>& r, Take&& take) const {
    const Body& body = spheres_.bodies[i];
    const double from = std::max(body.time, spheres_.now);
    const Contact first =
        boundary_contact<Dim>(spheres_.gas, spheres_.obstacles,
                              {spheres_.gas.box.wrap(spheres_.position_of(body, from)),
                               spheres_.velocity_of(body, from), spheres_.gas.boundary.gravity},
                              body.radius, spheres_.absolute(from), spheres_.end - from);
    if (first.time < kNever) return take(correction(from + first.time, 0, i, first.partner));
    for (int face = 0; face < kFaces<Dim>; ++face)
      if (const double depth = spheres_.depth_in_wall(face, r, body.radius, spheres_.end);
          depth > 0 && spheres_.has_wall(face))
        take(correction(kNever, 0.5 * depth / body.radius, i, id_of_surface(face)));
    spheres_.obstacles.for_each_near(
        spheres_.gas, r, spheres_.absolute(spheres_.end),
        [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
          const double depth = depth_in<Dim>(obstacle.shape, r - shift, body.radius);
          if (depth > 0 && !obstacle.door)
            take(correction(kNever, 0.5 * depth / body.radius, i,
                            id_of_surface(surface_of_obstacle<Dim>(index))));
        });
  }

  // @param contact its time, or kNever; @param depth of the overlap, in diameters
  [[nodiscard]] std::optional<Correction> correction(double contact, double depth, Slot first,
                                                     Id second) const {
    const bool is_push = contact == kNever;
    if (is_push && depth <= kTouching) return std::nullopt;
    const bool at_wall = is_surface(second);
    const Id a = spheres_.tags[first].id;
    const Id b = at_wall ? second : spheres_.tags[second].id;
    const std::uint64_t order =
        (std::uint64_t{is_push} << 63) | (std::uint64_t{std::min(a, b)} << 32) | std::max(a, b);
    // Rounding may put the contact slightly outside the step, or before one already carried out.
    return Correction{is_push ? spheres_.end : std::clamp(contact, spheres_.now, spheres_.end),
                      order,
                      first,
                      second,
                      spheres_.tags[first].changes,
                      at_wall ? 0 : spheres_.tags[second].changes,
                      is_push};
  }

  const SteppedSpheres<Dim>& spheres_;
};

}  // namespace clausius
