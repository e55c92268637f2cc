#pragma once

#include <vector>

#include "toml_reader.h"

namespace clausius {

/// Puts the values of `overrides` into the study; what cannot be put is reported to `faults`.
void apply_overrides(WrittenStudy& written, const std::vector<Override>& overrides, Faults& faults);

}  // namespace clausius
