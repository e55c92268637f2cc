#include "core/numbers.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "core/elementary.h"

namespace clausius {

std::string exact_text(double value) {
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  // Without the mark of a fraction, TOML would read an integer, which need not fit 64 bits.
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string short_text(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

std::string text_with_error(double value, double error) {
  if (!(error > 0) || !std::isfinite(error) || !std::isfinite(value)) return short_text(value);
  constexpr int kMostDecimals = 9;
  // The exponent of the error when rounded to one digit.
  const int exponent = std::stoi(fmt::format("{:.0e}", error).substr(2));
  if (-exponent > kMostDecimals) return short_text(value, 10);
  if (exponent > 0) return fmt::format("{} ± {}", short_text(value), short_text(error, 2));
  return fmt::format("{:.{}f}({:.0f})", value, -exponent, error * portable::pow(10.0, -exponent));
}

}  // namespace clausius
