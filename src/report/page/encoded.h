#pragma once

#include <string>
#include <string_view>

namespace clausius {

/// Base64 (RFC 4648) of the bytes.
std::string base64(std::string_view bytes);

/// The bytes deflated (zlib, RFC 1950), in base64: what a browser's DecompressionStream("deflate")
/// reads.
std::string deflated(std::string_view bytes);

}  // namespace clausius
