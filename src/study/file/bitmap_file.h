#pragma once

#include <cstddef>
#include <filesystem>

#include "clausius/geometry/bitmap.h"

namespace clausius {

/// Longest edge of a picture, in pixels.
inline constexpr std::size_t kMostPixels = 2048;

/// The bitmap in a PBM, PGM, PPM or PNG file: dark where it is darker than half grey and not
/// transparent.
/// @throws std::runtime_error what is wrong with the file
Bitmap read_bitmap(const std::filesystem::path& file);

}  // namespace clausius
