#pragma once

#include <string>

#include "clausius/study/config.h"

namespace clausius {

/// `study` as TOML text: every key with its value and its meaning; keys that are not set are
/// comments. Parses back to the same study.
std::string study_text(const StudyConfig& study);

/// The keys of a `study` made in code whose values differ from the defaults, as TOML text.
std::string given_text(const StudyConfig& study);

}  // namespace clausius
