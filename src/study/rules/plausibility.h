#pragma once

#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// Warnings of what no particles in SI units can be: denser or thinner than any matter, lighter
/// than any atom, or nearly as fast as light. Mistaken units are their common reason.
std::vector<std::string> implausible_particles(const StudyConfig& study);

}  // namespace clausius
