#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "clausius/measure/results.h"

namespace clausius {

/// The frames of a run, packed for the player of its page: what stays the same over the run as
/// members of an object, what changes as the text `data`, deflated() and in base64. This holds, as
/// bytes, for each frame the positions of all balls along each axis (`low` + (n + 1/2) (`high` −
/// `low`)/65536 for the 16-bit number n, little end first), then for each frame the speeds of all
/// particles (in units of `fastest`/255), and then, if there are labels, for each frame these.
///
/// A ball is a particle, or a part of one that has a shape; `particle` is its particle, `radius`
/// its radius, and `edge` tells whether it is drawn in ink below the others of its particle.
/// @param snapshot   the table `snapshot` of the run
/// @param dimensions of space: without z in two dimensions
/// @return nothing if the frames have not all the same particles, or the table lacks a column
std::optional<nlohmann::json> packed_frames(const Table& snapshot, int dimensions);

}  // namespace clausius
