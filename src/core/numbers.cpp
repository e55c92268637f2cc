#include "core/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "core/elementary.h"

namespace clausius {

char* put_exact(char* at, double value) {
  constexpr std::size_t kLongest = 38;
  char* end = std::to_chars(at, at + kLongest, value).ptr;
  // Without the mark of a fraction, TOML would read an integer, which need not fit 64 bits.
  if (std::all_of(at, end, [](char c) { return c == '-' || (c >= '0' && c <= '9'); })) {
    *end++ = '.';
    *end++ = '0';
  }
  return end;
}

std::string exact_text(double value) {
  std::array<char, 40> text;
  return {text.data(), put_exact(text.data(), value)};
}

std::string short_text(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

namespace {

constexpr double kMostPlain = 1e7;  // larger numbers have an exponent

/// "13890 ± 710", with `digits` digits of an error that is 10 or more.
std::string text_with_large_error(double value, double error, int digits) {
  // Exponent of the last digit that is shown.
  const int last =
      std::stoi(fmt::format("{:.{}e}", error, digits - 1).substr(digits > 1 ? digits + 2 : 2)) -
      (digits - 1);
  if (std::max(std::abs(value), error) < kMostPlain) {
    const double unit = portable::pow(10.0, last);
    return fmt::format("{:.0f} ± {:.0f}", std::round(value / unit) * unit,
                       std::round(error / unit) * unit);
  }
  const int first =
      value == 0 ? last : static_cast<int>(std::floor(portable::log10(std::abs(value))));
  return fmt::format("{:.{}e} ± {:.{}e}", value, std::max(0, first - last), error, digits - 1);
}

}  // namespace

std::string text_plus_minus(double value, double error) {
  constexpr int kMostDecimals = 9;
  const int decimals = 1 - static_cast<int>(std::floor(portable::log10(error)));
  if (decimals < 0) return text_with_large_error(value, error, 2);
  if (std::abs(value) >= kMostPlain || decimals > kMostDecimals)
    return fmt::format("{} ± {}", short_text(value), short_text(error, 2));
  return fmt::format("{:.{}f} ± {:.{}f}", value, decimals, error, decimals);
}

std::string text_with_error(double value, double error) {
  if (!(error > 0) || !std::isfinite(error) || !std::isfinite(value)) return short_text(value);
  constexpr int kMostDecimals = 9;
  // The exponent of the error when rounded to one digit.
  const int exponent = std::stoi(fmt::format("{:.0e}", error).substr(2));
  if (-exponent > kMostDecimals) return short_text(value, 10);
  if (exponent > 0) return text_with_large_error(value, error, 1);
  return fmt::format("{:.{}f}({:.0f})", value, -exponent, error * portable::pow(10.0, -exponent));
}

}  // namespace clausius
