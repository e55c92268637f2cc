#pragma once

#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// The [[sweep.vary]] tables that `--vary KEY=FROM:TO:STEP` and `--vary KEY=VALUE,VALUE,…` say, in
/// place of those of the study.
/// @throws InputError naming each that is neither
std::vector<Override> vary_overrides(const std::vector<std::string>& options);

}  // namespace clausius
