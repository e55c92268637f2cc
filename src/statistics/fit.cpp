#include "statistics/fit.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/elementary.h"
#include "core/sum.h"

namespace clausius {
namespace {

std::vector<double> logarithms(std::span<const double> values) {
  std::vector<double> logs;
  logs.reserve(values.size());
  for (double value : values) {
    if (!(value > 0)) throw std::invalid_argument("a power law needs positive x and y");
    logs.push_back(portable::log(value));
  }
  return logs;
}

PowerLawFit power_law(const LineFit& line) {
  const double prefactor = portable::exp(line.intercept);
  return {prefactor, prefactor * line.intercept_error, line.slope, line.slope_error};
}

}  // namespace

LineFit fit_line(std::span<const double> x, std::span<const double> y,
                 std::span<const double> y_errors) {
  if (x.size() != y.size() || x.size() != y_errors.size())
    throw std::invalid_argument("a line fit needs as many x as y and errors");
  if (std::any_of(y_errors.begin(), y_errors.end(), [](double e) { return !(e > 0); }))
    throw std::invalid_argument("a line fit needs positive errors");
  const auto weight = [&](std::size_t i) { return 1 / (y_errors[i] * y_errors[i]); };

  // Centred on the weighted means, so that intercept and slope are found without cancellation.
  CompensatedSum sum_w, sum_wx, sum_wy;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum_w += weight(i);
    sum_wx += weight(i) * x[i];
    sum_wy += weight(i) * y[i];
  }
  const double mean_x = sum_wx.value() / sum_w.value();
  const double mean_y = sum_wy.value() / sum_w.value();
  CompensatedSum sum_xx, sum_xy;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum_xx += weight(i) * (x[i] - mean_x) * (x[i] - mean_x);
    sum_xy += weight(i) * (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (!(sum_xx.value() > 0))
    throw std::invalid_argument("a line fit needs at least two different x");

  LineFit fit;
  fit.slope = sum_xy.value() / sum_xx.value();
  fit.intercept = mean_y - fit.slope * mean_x;
  fit.slope_error = 1 / std::sqrt(sum_xx.value());
  fit.intercept_error = std::sqrt(1 / sum_w.value() + mean_x * mean_x / sum_xx.value());
  fit.degrees_of_freedom = static_cast<double>(x.size()) - 2;
  CompensatedSum chi_square;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = y[i] - fit.intercept - fit.slope * x[i];
    chi_square += weight(i) * residual * residual;
  }
  fit.chi_square = chi_square.value();
  return fit;
}

LineFit fit_line(std::span<const double> x, std::span<const double> y) {
  if (x.size() < 3) throw std::invalid_argument("a line fit without errors needs three points");
  const std::vector<double> ones(x.size(), 1);
  LineFit fit = fit_line(x, y, ones);
  const double scatter = std::sqrt(fit.chi_square / fit.degrees_of_freedom);
  fit.slope_error *= scatter;
  fit.intercept_error *= scatter;
  return fit;
}

PowerLawFit fit_power_law(std::span<const double> x, std::span<const double> y,
                          std::span<const double> y_errors) {
  if (y.size() != y_errors.size())
    throw std::invalid_argument("a line fit needs as many x as y and errors");
  std::vector<double> log_errors;
  log_errors.reserve(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) log_errors.push_back(y_errors[i] / y[i]);
  return power_law(fit_line(logarithms(x), logarithms(y), log_errors));
}

PowerLawFit fit_power_law(std::span<const double> x, std::span<const double> y) {
  return power_law(fit_line(logarithms(x), logarithms(y)));
}

}  // namespace clausius
