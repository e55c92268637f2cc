#pragma once

#include <cstdint>
#include <istream>
#include <string_view>

namespace clausius {

/// CRC-64 (of ECMA-182, as in XZ) of the bytes. Detects every error burst of up to 64 bits, and all
/// other errors except one in 2⁶⁴.
std::uint64_t checksum(std::string_view bytes);

/// CRC-64 of the rest of `stream`.
std::uint64_t checksum(std::istream& stream);

}  // namespace clausius
