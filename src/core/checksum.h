#pragma once

#include <cstdint>
#include <istream>
#include <string_view>

namespace clausius {

/// CRC-64 (of ECMA-182, as in XZ) of the bytes. Finds every error of up to 64
/// bits in a row, and of all others all but 1 in 2⁶⁴.
std::uint64_t checksum(std::string_view bytes);

/// CRC-64 of what is left to read in `stream`.
std::uint64_t checksum(std::istream& stream);

}  // namespace clausius
