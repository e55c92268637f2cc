#include "theory/solution.h"

#include <algorithm>
#include <boost/numeric/odeint.hpp>
#include <stdexcept>

#include "core/elementary.h"

namespace clausius {

namespace {

/// Step lengths as odeint chooses them, with powers that have the same bits on every machine.
struct StepAdjuster : boost::numeric::odeint::default_step_adjuster<double, double> {
  [[nodiscard]] static double decrease_step(double step, double error, int order) {
    return step * std::max(0.9 * portable::pow(error, -1.0 / (order - 1)), 0.2);
  }
  [[nodiscard]] static double increase_step(double step, double error, int order) {
    if (error >= 0.5) return step;
    return step * 0.9 * portable::pow(std::max(portable::pow(5.0, -order), error), -1.0 / order);
  }
};

}  // namespace

std::vector<std::vector<double>> solution_at(std::span<const double> times,
                                             const std::vector<double>& start, Tolerance tolerance,
                                             double first_step, const Derivative& derivative) {
  namespace odeint = boost::numeric::odeint;
  using Step = odeint::runge_kutta_dopri5<std::vector<double>>;
  using Checker = odeint::default_error_checker<double, Step::algebra_type, Step::operations_type>;
  odeint::dense_output_runge_kutta<odeint::controlled_runge_kutta<Step, Checker, StepAdjuster>>
      stepper({Checker(tolerance.absolute, tolerance.relative), StepAdjuster{}});
  stepper.initialize(start, 0, first_step);
  std::vector<std::vector<double>> result;
  result.reserve(times.size());
  double last = 0;
  for (const double time : times) {
    if (!(time >= last))
      throw std::invalid_argument("a solution is known at times that rise from 0");
    last = time;
    while (stepper.current_time() < time) stepper.do_step(std::cref(derivative));
    result.push_back(start);
    if (time > 0) stepper.calc_state(time, result.back());
  }
  return result;
}

}  // namespace clausius
