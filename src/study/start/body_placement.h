#pragma once

#include <Eigen/Geometry>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "clausius/core/random.h"
#include "clausius/engine/state.h"

namespace clausius {

/// Positions and orientations of rigid bodies, by id.
template <int Dim>
struct Arrangement {
  std::vector<Vec<Dim>> position;
  std::vector<Eigen::Quaterniond> orientation{};  ///< from the principal frame to space
};

/// Uniform over all rotations (in two dimensions, over all rotations about z).
template <int Dim>
Eigen::Quaterniond random_rotation(RandomStream& random);

/// Random sequential insertion without overlap of rigid bodies `scale` times the size of those of
/// `gas`, the longest species first; positions and rotations uniform.
/// @param species species of each particle
/// @param attempt number of the arrangement, for others with the same seed
/// @return nothing after a hundred attempts per particle
template <int Dim>
std::optional<Arrangement<Dim>> insert_bodies(const Gas<Dim>& gas,
                                              const std::vector<std::uint8_t>& species,
                                              double scale, std::uint64_t seed,
                                              std::uint64_t attempt = 0);

/// A random arrangement without overlap: by insertion where that is fast, otherwise of smaller
/// bodies that grow in steps. After each step random moves and rotations that do not increase a
/// body's overlaps are made until no overlap is left. Where they jam shortly before they have
/// grown, as few bodies may by chance, another start is tried, a few times.
/// @return nothing if the bodies jam before they have grown
/// @throws Interrupted if the flag `interrupt` is raised while bodies grow
template <int Dim>
std::optional<Arrangement<Dim>> place_bodies(const Gas<Dim>& gas,
                                             const std::vector<std::uint8_t>& species,
                                             std::uint64_t seed,
                                             const std::atomic<bool>* interrupt = nullptr);

}  // namespace clausius
