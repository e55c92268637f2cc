#pragma once

#include <string_view>

#include "clausius/study/config.h"

namespace clausius {

class Faults;

/// The key that determines the size of the box.
std::string_view given_size(const StudyConfig& study);

/// Whether shapes and numbers of the particles are known.
bool has_known_particles(const Faults& faults);

/// Total volume (area) of all particles.
double filled_volume(const StudyConfig& study);

/// Determines the size of the box if a density is given, and the regions that are the whole box by
/// default. Edges are infinite if they cannot be determined.
void resolve_size(StudyConfig& study, Faults& faults);

}  // namespace clausius
