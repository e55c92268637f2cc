#include "report/page/encoded.h"

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/zlib.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <cstdint>
#include <sstream>

namespace clausius {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (at + k < bytes.size() ? static_cast<unsigned char>(bytes[at + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += at + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::string deflated(std::string_view bytes) {
  namespace io = boost::iostreams;
  std::ostringstream compressed;
  io::filtering_ostream stream;
  stream.push(io::zlib_compressor());
  stream.push(compressed);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  io::close(stream);
  return base64(compressed.str());
}

}  // namespace clausius
