#pragma once

#include <vector>

#include "clausius/study/config.h"

namespace clausius {

class Faults;

/// The diameters of a polydisperse species that the program places, ascending: those below which
/// the distribution has the parts ½/N, 3/2/N, … of its particles. So the packing fraction, and
/// nearly all moments, are those of the distribution for any seed and number.
/// @pre a distribution with a formula; count above 0
[[nodiscard]] std::vector<double> placed_diameters(const StudySpecies& species);

/// Sets the diameters of polydisperse species, unless they are those of a start file, and the mean
/// volumes of their particles.
void resolve_diameters(StudyConfig& study, Faults& faults);

}  // namespace clausius
