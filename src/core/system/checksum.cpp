#include "core/system/checksum.h"

#include <lzma.h>

#include <string>

namespace clausius {

namespace {

/// CRC-64 of `bytes`, continued from the value before, which is initially 0.
std::uint64_t continued(std::uint64_t before, std::string_view bytes) {
  return lzma_crc64(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), before);
}

}  // namespace

std::uint64_t checksum(std::string_view bytes) { return continued(0, bytes); }

std::uint64_t checksum(std::istream& stream) {
  std::uint64_t sum = 0;
  std::string block(1 << 20, '\0');
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    sum = continued(sum, {block.data(), static_cast<std::size_t>(stream.gcount())});
  }
  return sum;
}

}  // namespace clausius
