#pragma once

#include <string>
#include <string_view>

#include "study/file/quantity.h"

namespace clausius {

/// A dotted key without the numbers of tables: "species.count" of "species.0.count".
std::string without_numbers(std::string_view key);

/// Name of a quantity in figures.
struct QuantityWords {
  std::string words;                   ///< for an axis: "packing fraction"
  std::string symbol;                  ///< for a title: "φ"; if there is none, the words
  Quantity quantity = Quantity::none;  ///< what it measures; none: a pure number, or unknown

  /// The unit of its numbers; "1" of pure numbers, and if they are not in SI units.
  [[nodiscard]] std::string unit(bool si, int dimensions) const;
};

/// Name of a study's key in figures; for a key without a symbol of its own, its last part in words:
/// "species.0.count" is the "number of particles", N.
QuantityWords words_of_key(std::string_view key);

/// A value of a key for reading, with its unit: "T = 300 K".
/// @param literal a TOML literal
std::string value_in_words(std::string_view key, const std::string& literal, bool si,
                           int dimensions);

/// Name of an observable in words: "compressibility factor Z". It contains neither underscores nor
/// dots.
std::string words_of_observable(std::string_view name);

}  // namespace clausius
