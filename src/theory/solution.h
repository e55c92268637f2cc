#pragma once

#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <functional>
#include <span>
#include <vector>

namespace clausius {

/// Error allowed for each number of a solution per step; the larger of the two applies.
struct Tolerance {
  double absolute;
  double relative;
};

/// f of dx/dt = f(x, t), called as derivative(x, by, t): resizes `by` like x and sets its values.
using Derivative =
    std::function<void(const std::vector<double>& x, std::vector<double>& by, double t)>;

/// The solution of dx/dt = f(x, t) that begins at t = 0 with `start`, at each of `times`: by the
/// method of Dormand & Prince (J. Comput. Appl. Math. 6 (1980) 19), of fifth order, whose steps are
/// as long as the tolerance allows; between their ends it is interpolated in fourth order.
/// @param first_step shorter than the fastest change; later steps are adapted
/// @throws std::invalid_argument unless the times increase from 0 on
std::vector<std::vector<double>> solution_at(std::span<const double> times,
                                             const std::vector<double>& start, Tolerance tolerance,
                                             double first_step, const Derivative& derivative);

}  // namespace clausius
