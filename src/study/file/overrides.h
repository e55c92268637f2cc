#pragma once

#include <string>
#include <vector>

#include "study/file/toml_reader.h"

namespace clausius {

/// The TOML literal of `text` on the command line: the text itself, or a string for a bare word.
std::string literal_of(const std::string& text);

/// Applies `overrides` to the study; values that cannot be applied are reported to `faults`.
void apply_overrides(WrittenStudy& written, const std::vector<Override>& overrides, Faults& faults);

}  // namespace clausius
