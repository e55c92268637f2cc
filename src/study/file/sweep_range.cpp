#include "study/file/sweep_range.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/numbers.h"

namespace clausius {

namespace {

/// The numbers between colons; none if any part is not a number of a study.
std::vector<double> numbers_between_colons(std::string_view text, bool& are_whole) {
  std::vector<double> numbers;
  are_whole = true;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    const char *const first = text.data() + begin, *const last = text.data() + end;
    double number = 0;
    const auto [stop, error] = std::from_chars(first, last, number);
    if (error != std::errc() || stop != last || !std::isfinite(number) || !is_tractable(number))
      return {};
    std::int64_t whole = 0;
    const auto [whole_stop, no_whole] = std::from_chars(first, last, whole);
    are_whole = are_whole && no_whole == std::errc() && whole_stop == last;
    numbers.push_back(number);
    begin = end + 1;
  }
  return numbers;
}

}  // namespace

bool SweepRange::is_written(std::string_view text) {
  int numbers = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++numbers) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, number);
    const bool ends = stop == text.data() + end || *stop == ' ' ||
                      std::isalpha(static_cast<unsigned char>(*stop)) != 0;
    if (error == std::errc::invalid_argument || !ends) return false;
    begin = end + 1;
  }
  return numbers == 2 || numbers == 3;
}

std::string SweepRange::fault(std::string_view text) {
  bool are_whole = false;
  const std::vector<double> numbers = numbers_between_colons(text, are_whole);
  if (numbers.size() != 3 || numbers[0] == numbers[1]) return "no range";
  const double steps = (numbers[1] - numbers[0]) / numbers[2];
  if (std::isnan(steps) || std::isinf(steps)) return "a range with a step of 0";
  if (steps < 0) return "a range whose steps lead away from its end";
  return fmt::format("a range of {:.3g} values, more than {}", steps + 1, kMostValues);
}

std::optional<SweepRange> SweepRange::parse(std::string_view text) {
  SweepRange range;
  const std::vector<double> numbers = numbers_between_colons(text, range.is_whole);
  if (numbers.size() < 2 || numbers.size() > 3 || numbers[0] == numbers[1]) return std::nullopt;
  range.from = numbers[0];
  range.to = numbers[1];
  if (numbers.size() == 2) return range;
  range.step = numbers[2];
  const double steps = (range.to - range.from) / numbers[2];
  if (!(steps > 0 && steps < static_cast<double>(kMostValues))) return std::nullopt;
  return range;
}

std::size_t SweepRange::count() const {
  constexpr double kRounding = 1e-9;  // relative to a step
  return static_cast<std::size_t>((to - from) / *step + kRounding) + 1;
}

std::string SweepRange::literal(double value, double unit) const {
  if (is_whole) return std::to_string(std::llround(value));
  constexpr double kRounding = 1e-9;
  if (std::abs(value) < kRounding * std::abs(unit)) return exact_text(0);
  const std::string text = fmt::format("{:.12g}", value);
  double rounded = value;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return exact_text(rounded);
}

std::vector<std::string> SweepRange::values() const {
  std::vector<std::string> all(count());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = literal(from + static_cast<double>(i) * *step, *step);
  return all;
}

std::string SweepRange::at(double part) const {
  constexpr double kParts = 1e6;
  return literal(from + std::round(kParts * part) / kParts * (to - from), to - from);
}

}  // namespace clausius
