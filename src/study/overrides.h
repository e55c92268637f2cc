#pragma once

#include <string>
#include <vector>

#include "toml_reader.h"

namespace clausius {

/// The TOML literal that `text` stands for on the command line: itself, or the string that a bare
/// word is.
std::string literal_of(const std::string& text);

/// Puts the values of `overrides` into the study; what cannot be put is reported to `faults`.
void apply_overrides(WrittenStudy& written, const std::vector<Override>& overrides, Faults& faults);

}  // namespace clausius
