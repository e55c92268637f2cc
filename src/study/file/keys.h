#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/file/quantity.h"
#include "study/file/words.h"

namespace clausius {

/// One key of a study file, as its section declares it.
struct StudyKey {
  std::string_view table;  ///< "" at the top, "box", "species", "collisions.pair" …
  std::string_view key;
  std::string_view example;            ///< a valid value, shown if the key is not set
  std::string_view meaning;            ///< in whole sentences
  std::string allowed;                 ///< its values, in words
  std::string standard;                ///< default value, a TOML literal; empty: none
  std::string needs;                   ///< whether it is required, and what else it needs, in words
  Quantity quantity = Quantity::none;  ///< what it measures, from which its SI unit follows
  std::string_view words{};            ///< its name in figures; empty: the key
  std::string_view symbol{};           ///< "φ"; only with words

  /// "species.diameter", as in a study file.
  [[nodiscard]] std::string path() const;
  /// SI unit, with that in two dimensions if it is another one; empty: none.
  [[nodiscard]] std::string unit() const;
  /// Meaning, default and requirements in one line.
  [[nodiscard]] std::string comment() const;
};

/// Every key a study file may have, table by table, in the order in which they are written.
const std::vector<StudyKey>& study_keys();

/// The Markdown reference page of study files: every key, and which features exclude each other.
std::string study_reference();

/// A JSON Schema (draft 4) of study files, for completion and explanation of keys in editors.
std::string study_schema();

}  // namespace clausius
