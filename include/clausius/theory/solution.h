#pragma once

#include <boost/numeric/odeint.hpp>
#include <span>
#include <stdexcept>
#include <vector>

namespace clausius {

/// Of each number of a solution per step, the larger of the two.
struct Tolerance {
  double absolute;
  double relative;
};

/// The solution of dx/dt = f(x, t) that begins at t = 0 with `start`, at each of `times`: by the
/// method of Dormand & Prince (J. Comput. Appl. Math. 6 (1980) 19), of fifth order, whose steps are
/// as long as the tolerance allows; between their ends it is interpolated in fourth order.
/// @param first_step shorter than the fastest change; from there on it is found
/// @param derivative f, called as derivative(x, by, t): is to make `by` as long as x, its values
/// @throws std::invalid_argument unless the times rise from 0 on
template <class Derivative>
std::vector<std::vector<double>> solution_at(std::span<const double> times,
                                             const std::vector<double>& start, Tolerance tolerance,
                                             double first_step, Derivative derivative) {
  namespace odeint = boost::numeric::odeint;
  auto stepper = odeint::make_dense_output(tolerance.absolute, tolerance.relative,
                                           odeint::runge_kutta_dopri5<std::vector<double>>());
  stepper.initialize(start, 0, first_step);
  std::vector<std::vector<double>> result;
  result.reserve(times.size());
  double last = 0;
  for (const double time : times) {
    if (!(time >= last))
      throw std::invalid_argument("a solution is known at times that rise from 0");
    last = time;
    while (stepper.current_time() < time) stepper.do_step(derivative);
    result.push_back(start);
    if (time > 0) stepper.calc_state(time, result.back());
  }
  return result;
}

}  // namespace clausius
