#pragma once

namespace clausius {

/// Least room for the motion of a particle between walls, as a part of its width: with less it
/// would hit them a million times on the way of its own width, so it must not move across.
inline constexpr double kLeastRoom = 1e-6;

/// Length of the measured part, in collisions per particle, where neither run.measure nor
/// run.duration is given.
inline constexpr double kDefaultMeasure = 100;

}  // namespace clausius
