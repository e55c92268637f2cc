#pragma once

#include "clausius/core/vec.h"

namespace clausius {

/// Where a particle is in space without periodic images: it flies straight on from the last instant
/// at which its velocity changed.
template <int Dim>
struct FlightPath {
  double time = 0;                       ///< that instant
  Vec<Dim> position = Vec<Dim>::Zero();  ///< position then
  Vec<Dim> velocity = Vec<Dim>::Zero();  ///< velocity since then

  /// Position at a later time.
  [[nodiscard]] Vec<Dim> at(double later) const { return position + (later - time) * velocity; }
  void fly_to(double later) {
    position = at(later);
    time = later;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, position, velocity);
  }
};

}  // namespace clausius
