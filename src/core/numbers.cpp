#include "clausius/core/numbers.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace clausius {

std::string exact_text(double value) {
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  // Without a mark of a fraction, TOML would read a whole number, which need not fit 64 bits.
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string short_text(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

}  // namespace clausius
