#pragma once

namespace clausius {

/// Least room for the motion of a particle between walls, relative to its width: with less it would
/// hit them a million times per width travelled, so it must not move across.
inline constexpr double kLeastRoom = 1e-6;

/// Default length of the measured part, in collisions per particle, if neither run.measure nor
/// run.duration is given.
inline constexpr double kDefaultMeasure = 100;

}  // namespace clausius
