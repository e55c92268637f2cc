#pragma once

#include <cstddef>
#include <vector>

namespace clausius {

/// The weights of `bins` equal bins (means of a function over them) in its value at the lower edge
/// of the first, by least squares of a polynomial of this degree.
/// @pre bins > degree
std::vector<double> extrapolation_weights(std::size_t bins, int degree);

}  // namespace clausius
