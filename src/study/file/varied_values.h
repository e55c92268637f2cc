#pragma once

#include <string>
#include <string_view>

#include "clausius/study/config.h"
#include "study/file/quantity.h"

// Values of a key that a series or a sweep varies, where they are written with units.

namespace clausius {

/// `literal`, a value of the dotted `key`, with numbers in SI units in place of texts with units.
/// What is no such text, or a faulty one, stays as it is.
std::string literal_in_si(const std::string& literal, std::string_view key,
                          const StudyConfig& study);

/// A range with numbers in SI units.
struct RangeInSi {
  std::string text;   ///< as given where nothing in it has a unit
  ReadQuantity read;  ///< with what is wrong in the first faulty part
};

/// `range`, "FROM:TO:STEP" or "FROM:TO" of values of the dotted `key`, in SI units. Each part has
/// its unit, or the last one has the unit of all.
RangeInSi range_in_si(const std::string& range, std::string_view key, const StudyConfig& study);

}  // namespace clausius
