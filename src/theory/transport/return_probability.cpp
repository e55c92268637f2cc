#include "theory/transport/return_probability.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"

namespace clausius {

namespace {

/// Waves along an axis, of mean square 1, and their integrals over the pixels, relative to the
/// axis.
struct Waves {
  Eigen::MatrixXd over;  // pixels × waves
  Eigen::VectorXd rate;  // squares of the wave numbers
};

Waves waves_along(const DiffusionAxis& axis, Eigen::Index pixels) {
  // Waves shorter than a quarter of a pixel depend on its corners only.
  constexpr Eigen::Index kPerPixel = 2, kLeast = 128, kMost = 512;
  const Eigen::Index orders = std::clamp(kPerPixel * pixels, kLeast, kMost);
  Waves waves{Eigen::MatrixXd(pixels, 1 + 2 * orders), Eigen::VectorXd(1 + 2 * orders)};
  const double width = (axis.high - axis.low) / static_cast<double>(pixels);
  for (Eigen::Index wave = 0; wave < waves.rate.size(); ++wave) {
    const bool is_sine = axis.periodic && wave % 2 == 1;
    const auto order = static_cast<double>(axis.periodic ? 2 * ((wave + 1) / 2) : wave);
    const double k = order * std::numbers::pi / axis.length;
    waves.rate[wave] = k * k;
    const auto integral = [&](double x) {
      if (wave == 0) return x;
      return std::numbers::sqrt2 * (is_sine ? -portable::cos(k * x) : portable::sin(k * x)) / k;
    };
    for (Eigen::Index pixel = 0; pixel < pixels; ++pixel) {
      const double x = axis.low + static_cast<double>(pixel) * width;
      waves.over(pixel, wave) = (integral(x + width) - integral(x)) / axis.length;
    }
  }
  return waves;
}

}  // namespace

ReturnProbability::ReturnProbability(const std::vector<DiffusionAxis>& axes,
                                     const Eigen::MatrixXd& pixels) {
  const auto add = [&](const Waves& rows, const Waves& columns, const Eigen::MatrixXd& part) {
    Factor factor{(rows.over.transpose() * part * columns.over).cwiseAbs2(), rows.rate,
                  columns.rate};
    // The mean is the fraction of the box, and so is the sum of all squares.
    factor.power /= std::sqrt(factor.power(0, 0));
    factors_.push_back(std::move(factor));
  };
  add(waves_along(axes[0], pixels.rows()), waves_along(axes[1], pixels.cols()), pixels);
  if (axes.size() > 2) {
    const Waves one{Eigen::MatrixXd::Ones(1, 1), Eigen::VectorXd::Zero(1)};
    add(waves_along(axes[2], 1), one, Eigen::MatrixXd::Ones(1, 1));
  }
}

double ReturnProbability::operator()(double half_square) const {
  double probability = 1;
  if (half_square <= 0) return probability;
  for (const Factor& factor : factors_) {
    const Eigen::VectorXd low = (-half_square * factor.rate_low).unaryExpr(&portable::exp);
    const Eigen::VectorXd high = (-half_square * factor.rate_high).unaryExpr(&portable::exp);
    probability *= low.dot(factor.power * high);
  }
  return probability;
}

}  // namespace clausius
