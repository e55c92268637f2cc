#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clausius {

/// The range of a varied key, "FROM:TO:STEP" or "FROM:TO". Where all its numbers are written as
/// whole ones, its values are whole numbers, too.
struct SweepRange {
  double from = 0, to = 0;
  std::optional<double> step;
  bool is_whole = false;

  /// Nothing where `text` is no such range of at most kMostValues values.
  static std::optional<SweepRange> parse(std::string_view text);
  /// From one end to the other by steps, as TOML literals. @pre step
  [[nodiscard]] std::vector<std::string> values() const;
  /// The value at `part` of the way, rounded to a millionth of it, as TOML literal.
  [[nodiscard]] std::string at(double part) const;

  static constexpr std::size_t kMostValues = 100000;

 private:
  [[nodiscard]] std::size_t count() const;
  /// `value` without what rounding has added to it, which is much less than `unit`.
  [[nodiscard]] std::string literal(double value, double unit) const;
};

}  // namespace clausius
