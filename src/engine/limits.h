#pragma once

#include <cstddef>
#include <cstdint>

namespace clausius {

inline constexpr std::int64_t kMostParticles = 0x7fffffff;  ///< two ids and a kind make 64 bits
inline constexpr std::size_t kMostSpecies = 255;            ///< the index of a species is one byte
inline constexpr int kMostDegrees = 1000;  ///< of freedom of the reservoir of a parcel

}  // namespace clausius
