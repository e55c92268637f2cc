#pragma once

#include <span>
#include <vector>

#include "clausius/theory/equation_of_state.h"

namespace clausius {

/// A few diameters and their weights that stand for many.
struct Quadrature {
  std::vector<double> nodes, weights;  ///< weights add up to 1
};

/// The Gauss quadrature of a list of numbers: n nodes (fewer if there are fewer different numbers)
/// whose moments up to the order 2n − 1 are those of the list (Golub & Welsch, Math. Comp. 23
/// (1969) 221, with the recurrence by Stieltjes' procedure).
[[nodiscard]] Quadrature gauss_quadrature(std::span<const double> numbers, int n);

/// Components that stand for the particles of a species of these diameters, with mass proportional
/// to the volume: all sums of powers of diameters that the theory of fluids needs are those of the
/// particles. The species itself if there are no diameters.
/// @param species with the mass of a particle of its diameter
[[nodiscard]] std::vector<MixtureComponent> components_of_sizes(const MixtureComponent& species,
                                                                std::span<const double> diameters,
                                                                int dimensions);

}  // namespace clausius
