#pragma once

#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// The [[sweep.vary]] tables given by `--vary KEY=FROM:TO:STEP` and `--vary KEY=VALUE,VALUE,…`,
/// which replace those of the study.
/// @throws InputError listing each that is neither
std::vector<Override> vary_overrides(const std::vector<std::string>& options);

}  // namespace clausius
