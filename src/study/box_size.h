#pragma once

#include <string_view>

#include "clausius/study/config.h"

namespace clausius {

class Faults;

/// The key that says how large the box is.
std::string_view given_size(const StudyConfig& study);

/// Whether shapes and numbers of the particles are known.
bool has_known_particles(const Faults& faults);

/// Volume (area) of all particles together.
double filled_volume(const StudyConfig& study);

/// Finds the size of the box where a density is given, and the regions that are the whole box by
/// default. Edges are infinite where they cannot be known.
void resolve_size(StudyConfig& study, Faults& faults);

}  // namespace clausius
