#include "clausius/core/checksum.h"

#include <boost/crc.hpp>
#include <string>

namespace clausius {

namespace {

using Crc64 =
    boost::crc_optimal<64, 0x42F0E1EBA9EA3693, ~std::uint64_t{0}, ~std::uint64_t{0}, true, true>;

}  // namespace

std::uint64_t checksum(std::string_view bytes) {
  Crc64 crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

std::uint64_t checksum(std::istream& stream) {
  Crc64 crc;
  std::string block(1 << 20, '\0');
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    crc.process_bytes(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return crc.checksum();
}

}  // namespace clausius
