#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

class Faults;

/// Refuses each feature of the study that excludes another of its features.
void check_compatibility(const StudyConfig& study, Faults& faults);

/// Two features that exclude each other, for the reference page.
struct Exclusion {
  std::string_view refused, beside, reason;
};
std::vector<Exclusion> all_exclusions();

}  // namespace clausius
