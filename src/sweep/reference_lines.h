#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// A textbook law that is drawn beside results, whether or not it holds for the gas.
struct ReferenceLine {
  std::string name;                      ///< "ideal_gas"
  std::string words;                     ///< for the legend
  std::vector<std::string> observables;  ///< that it says something about
};

const std::vector<ReferenceLine>& reference_lines();

/// The law of this name.
/// @throws InputError, naming the option --reference, if it says nothing about `observable`
const ReferenceLine& reference_line(const std::string& name, const std::string& observable);

/// The value of `observable` by a law, for the gas of `study` at the temperature of its start:
/// of one species of spheres, or disks, where diameters matter; otherwise, and where the law
/// diverges, none.
std::optional<double> reference_value(const ReferenceLine& line, const std::string& observable,
                                      const StudyConfig& study);

}  // namespace clausius
