#pragma once

#include <string>
#include <string_view>

#include "clausius/measure/results.h"

namespace clausius {

/// A quantity as figures name it.
struct QuantityWords {
  std::string words;                       ///< for an axis: "packing fraction"
  std::string symbol;                      ///< for a title: "φ"; where there is none the words
  std::string UnitNames::*unit = nullptr;  ///< null: a pure number, or not known
};

/// What a key of a study says, as figures name it; of a key without a symbol of its own its last
/// part in words: "species.0.count" is the "number of particles", N.
QuantityWords words_of_key(std::string_view key);

/// The name of an observable in words: "compressibility factor Z". Neither underscores nor dots are
/// left.
std::string words_of_observable(std::string_view name);

}  // namespace clausius
