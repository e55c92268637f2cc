#pragma once

#include <cstdint>

namespace clausius {

/// Collisions of a log, and particles of all frames together, up to which they are kept in memory;
/// longer ones go to files in the course of the run.
inline constexpr std::int64_t kCollisionsInMemory = 10000;
inline constexpr double kParticlesInMemory = 100000;

}  // namespace clausius
