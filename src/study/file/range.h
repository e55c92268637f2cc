#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "clausius/core/constants.h"
#include "engine/limits.h"
#include "study/file/quantity.h"
#include "study/file/words.h"

namespace clausius {

struct StudyConfig;

/// A word of a study file and what it stands for.
struct Word {
  std::string_view word;
  std::int64_t value = 0;
};

/// The words of `words`, without their values.
template <const auto& words>
inline constexpr auto kErased = [] {
  std::array<Word, words.size()> all{};
  for (std::size_t i = 0; i < words.size(); ++i)
    all[i] = {words[i].first, static_cast<std::int64_t>(words[i].second)};
  return all;
}();

/// The kind of names that a text may be.
enum class Named { nothing, species, window, label };

/// The required number of elements of a list.
enum class Length { none, per_axis, per_other_axis, per_axis_and_one, two, three, four };

/// The allowed values of a key. Members that do not concern its type are left at their defaults.
struct Range {
  std::string_view words{};  ///< description in messages; {} is replaced by the length of a list
  // Numbers.
  double low = -kInfinity, high = kInfinity;
  bool above_low = false;     ///< `low` itself is not allowed
  bool or_zero = false;       ///< 0 is also allowed
  bool or_auto = false;       ///< "auto" is also allowed and leaves the value unset
  bool zero_is_none = false;  ///< 0, a list of zeros or an empty text is not written
  std::int64_t least = 0, most = std::numeric_limits<std::int64_t>::max();  ///< whole numbers
  Quantity quantity = Quantity::none;  ///< what the numbers measure
  Length length = Length::none;        ///< length of a list, or of each point of a list of points
  std::size_t points = 0;  ///< number of points in a list of points; 0: any number from 1 up
  std::span<const Word> choice{};  ///< one of these words is required
  Named named = Named::nothing;    ///< one of these names is required
  bool is_name = false;            ///< the text can be part of an observable's name
  bool is_literal = false;         ///< the texts are TOML values of any type

  [[nodiscard]] constexpr bool accepts(double x) const {
    return (or_zero && x == 0) || Limits{words, low, high, above_low}.accept(x);
  }
  /// Number of elements of a list in `dimensions`; 0 if it is not fixed.
  [[nodiscard]] std::size_t size(int dimensions) const;
  /// The values that are allowed, in words.
  [[nodiscard]] std::string allowed(const StudyConfig& study) const;
  /// The word for `value`.
  [[nodiscard]] std::string_view word_for(std::int64_t value) const;
};

namespace range {

constexpr Range within(const Limits& limits) {
  return {
      .words = limits.words, .low = limits.low, .high = limits.high, .above_low = limits.above_low};
}
inline constexpr Range any = within(kAnyNumber);
inline constexpr Range positive = within(kPositive);
inline constexpr Range not_negative = within(kNotNegative);
inline constexpr Range fraction = within(kFraction);
inline constexpr Range positive_fraction{
    .words = "a number above 0, up to 1", .low = 0, .high = 1, .above_low = true};
inline constexpr Range tangential = within(kTangential);
inline constexpr Range flag{.words = "true or false"};
inline constexpr Range per_axis{.words = "a list of {} numbers", .length = Length::per_axis};

constexpr Range whole(std::int64_t least,
                      std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  return {.low = static_cast<double>(least),
          .high = static_cast<double>(most),
          .least = least,
          .most = most};
}
constexpr Range text(std::string_view words) { return {.words = words}; }
constexpr Range in_words(std::string_view words, Range range) {
  range.words = words;
  return range;
}
constexpr Range of(Quantity quantity, Range range) {
  range.quantity = quantity;
  return range;
}
constexpr Range none_if_zero(Range range) {
  range.zero_is_none = true;
  return range;
}
constexpr Range or_auto(std::string_view words, Range range) {
  range.words = words;
  range.or_auto = true;
  return range;
}
constexpr Range list(std::string_view words, Length length, Range range = {}) {
  range.words = words;
  range.length = length;
  return range;
}
constexpr Range name_of(Named named) { return {.named = named}; }
template <const auto& words>
constexpr Range one_of() {
  return {.choice = kErased<words>};
}

// What is allowed of the values of MeasuredConfig.
constexpr Range of_measurement(bool) { return flag; }
constexpr Range of_measurement(std::int64_t) { return whole(0); }
constexpr Range of_measurement(const std::optional<double>&) {
  return of(Quantity::length, positive);
}
constexpr Range of_measurement(const std::optional<std::string>&) {
  return name_of(Named::species);
}

}  // namespace range

}  // namespace clausius
