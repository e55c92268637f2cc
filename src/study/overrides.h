#pragma once

#include <vector>

#include "toml_reader.h"

namespace clausius {

/// Puts the values of `overrides` into `document`; what cannot be put is reported to `faults`.
void apply_overrides(toml::table& document, const std::vector<Override>& overrides, Faults& faults);

}  // namespace clausius
