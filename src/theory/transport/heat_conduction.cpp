#include "theory/transport/heat_conduction.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "theory/transport/transport.h"

namespace clausius {

namespace {

constexpr std::size_t kPoints = 65;
constexpr int kRounds = 80;           // by then pressure and jumps no longer change
constexpr double kJump = 2.127;       // mean free paths
constexpr double kLargestJump = 0.2;  // relative to the difference between the walls

double packing(double density, double diameter) {
  return kPi / 6 * density * diameter * diameter * diameter;
}

double factor(double density, double diameter) {
  return compressibility_factor(3, packing(density, diameter)).value;
}

// The density at which n k_BT Z(n) is the pressure.
double density_at(double pressure, double kt, double diameter) {
  double low = 0, high = pressure / kt;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (low + high);
    (middle * kt * factor(middle, diameter) < pressure ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double free_path(double density, double diameter) {
  const double phi = packing(density, diameter);
  const double contact = (factor(density, diameter) - 1) / (4 * phi);
  return 1 / (std::sqrt(2.0) * kPi * diameter * diameter * density * contact);
}

}  // namespace

HeatConduction::HeatConduction(double per_area, double diameter, double mass, double width,
                               double low, double high)
    : place_(kPoints), kt_(kPoints), density_(kPoints) {
  double first = low, last = high;  // k_BT of the gas before the walls
  double pressure = per_area / width * 0.5 * (low + high);
  std::vector<double> conductivity(kPoints);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t k = 0; k < kPoints; ++k) {
      kt_[k] = first + (last - first) * static_cast<double>(k) / (kPoints - 1);
      density_[k] = density_at(pressure, kt_[k], diameter);
      conductivity[k] =
          correlated_thermal_conductivity({density_[k], diameter, mass, kt_[k], 3}).value;
    }
    // ∫ κ d(k_BT) up to each point, which is flux times position.
    double content = 0;
    place_[0] = 0;
    for (std::size_t k = 1; k < kPoints; ++k) {
      const double step = 0.5 * (conductivity[k - 1] + conductivity[k]) * (kt_[k - 1] - kt_[k]);
      place_[k] = place_[k - 1] + step;
      content += 0.5 * (density_[k - 1] + density_[k]) * step;
    }
    flux_ = place_.back() / width;
    for (double& place : place_) place /= flux_;
    pressure *= per_area / (content / flux_);
    first = low - kJump * free_path(density_.front(), diameter) * flux_ / conductivity.front();
    last = high + kJump * free_path(density_.back(), diameter) * flux_ / conductivity.back();
    // A jump larger than the difference itself is no solution.
    is_valid_ = std::abs(first - low) + std::abs(last - high) < kLargestJump * std::abs(high - low);
    if (!is_valid_ && round > 3) return;
    const double middle = 0.5 * (low + high);
    first = low > high ? std::max(first, middle + 0.1 * (low - middle))
                       : std::min(first, middle + 0.1 * (low - middle));
    last = low > high ? std::min(last, middle + 0.1 * (high - middle))
                      : std::max(last, middle + 0.1 * (high - middle));
  }
}

double HeatConduction::at(const std::vector<double>& values, double x) const {
  const auto above = std::upper_bound(place_.begin() + 1, place_.end() - 1, x);
  const auto k = static_cast<std::size_t>(above - place_.begin());
  const double part = (x - place_[k - 1]) / (place_[k] - place_[k - 1]);
  return values[k - 1] + std::clamp(part, 0.0, 1.0) * (values[k] - values[k - 1]);
}

double HeatConduction::kt(double x) const { return at(kt_, x); }

double HeatConduction::density(double x) const { return at(density_, x); }

}  // namespace clausius
