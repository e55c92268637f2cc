#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clausius {

/// The range of a varied key, "FROM:TO:STEP" or "FROM:TO". If all its numbers are written as
/// integers, its values are integers, too.
struct SweepRange {
  double from = 0, to = 0;
  std::optional<double> step;
  bool is_whole = false;

  /// Whether `text` is two or three numbers between colons, with or without units, be it a valid
  /// range or not.
  static bool is_written(std::string_view text);
  /// What is wrong with a text that is no valid range.
  static std::string fault(std::string_view text);
  /// Nothing if `text` is not a valid range of at most kMostValues values.
  static std::optional<SweepRange> parse(std::string_view text);
  /// The values from one end to the other, as TOML literals. @pre step
  [[nodiscard]] std::vector<std::string> values() const;
  /// The value at the fraction `part` of the range, rounded to a millionth of the range, as TOML
  /// literal.
  [[nodiscard]] std::string at(double part) const;

  static constexpr std::size_t kMostValues = 100000;

 private:
  [[nodiscard]] std::size_t count() const;
  /// `value` without its rounding error, which is much less than `unit`.
  [[nodiscard]] std::string literal(double value, double unit) const;
};

}  // namespace clausius
