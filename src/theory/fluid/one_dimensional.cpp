#include "theory/fluid/one_dimensional.h"

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"
#include "theory/transport/walls.h"

namespace clausius {

namespace {

double unit_ball(int dimensions) {
  return dimensions == 3 ? std::numbers::pi / 6 : std::numbers::pi / 4;
}

}  // namespace

// With Ω(μ, g) = A ∫ ω(μ − g z) dz + …, N = −∂Ω/∂μ and N⟨z⟩ = ∂Ω/∂g in units of k_BT, g =
// weight/kt. A wall adds γ and ±g ζ, where −∂γ/∂μ = ρ s and ζ, from the two second-order terms of
// the virial expansion in a density that changes exponentially, is to lowest order kMoment ρ s.
Atmosphere::Atmosphere(int dimensions, const Column& column, double diameter, double weight,
                       double kt) {
  constexpr std::size_t kSteps = 2000;
  const double height = column.height, g = weight / kt;
  step_ = height / kSteps;
  const double volume = unit_ball(dimensions) * portable::pow(diameter, dimensions);
  const double freezing = freezing_packing_fraction(dimensions) / volume;
  const auto adsorbed = [&](double density) {
    return density * diameter *
           wall_shift(dimensions, density * portable::pow(diameter, dimensions));
  };
  const double moment = diameter * (dimensions == 3 ? 2.0 / 15 : 3 * std::numbers::pi / 64);
  const auto compressed = [&](double density) {  // ∂ρ/∂μ
    return density * reduced_compressibility(dimensions, density * volume);
  };
  const auto moment_slope = [&](double density) {
    const double h = 1e-3 * density;
    return moment * (adsorbed(density + h) - adsorbed(density - h)) / (2 * h) * compressed(density);
  };
  // From the floor up by Runge & Kutta's midpoint rule, ln n as a function of z.
  const auto slope = [&](double log_density) {
    return -g * reduced_compressibility(dimensions, portable::exp(log_density) * volume);
  };
  double heights = 0, bulk = 0, sum = 0, changed = 0;
  const auto fill = [&](double floor_density) {
    density_.assign(1, floor_density);
    double log_density = portable::log(floor_density);
    const auto whole = [&](double density) {
      return density + (column.perimeter > 0 ? column.perimeter * adsorbed(density) : 0);
    };
    heights = bulk = sum = 0;
    double below = whole(floor_density);
    for (std::size_t i = 0; i < kSteps; ++i) {
      const double middle = log_density + 0.5 * step_ * slope(log_density);
      log_density += step_ * slope(middle);
      density_.push_back(portable::exp(log_density));
      // Simpson's rule.
      const double half = whole(portable::exp(middle)), above = whole(density_.back());
      const double z = step_ * static_cast<double>(i);
      sum += step_ / 6 * (below + 4 * half + above);
      bulk += step_ / 6 * (density_[i] + 4 * portable::exp(middle) + density_[i + 1]);
      heights += step_ / 6 * (z * below + 4 * (z + 0.5 * step_) * half + (z + step_) * above);
      below = above;
    }
    const double top = density_.back();
    changed = g * (moment_slope(floor_density) - moment_slope(top));
    sum += adsorbed(floor_density) + adsorbed(top) - changed;
    return sum;
  };
  const auto excess = [&](double floor_density) { return fill(floor_density) - column.particles; };
  const double least = 0.5 * column.particles / (height + diameter);
  if (least >= freezing || excess(freezing) < 0)
    throw std::domain_error("the fluid would freeze at the floor");
  std::uintmax_t most = 100;
  const auto root = boost::math::tools::toms748_solve(
      excess, least, freezing, boost::math::tools::eps_tolerance<double>(45), most);
  fill(0.5 * (root.first + root.second));

  const double low = density_.front(), top = density_.back();
  heights += height * adsorbed(top);
  const double layers = moment * (adsorbed(low) - adsorbed(top));
  mean_height_ = {(heights + layers) / sum, source(),
                  std::abs((heights + layers) / sum - heights / (sum + changed))};
  if (column.whole_number <= 0 || low - top < 1e-6 * low) return;
  // What a fixed number adds to the free energy: ½ ln ∂N/∂μ, ∂N/∂μ = A (ρ_floor − ρ_top)/g.
  const double by_g = (bulk - top * height) / (low - top);  // of μ at the floor, if N is kept
  const double spread = compressed(low) * by_g - compressed(top) * (by_g - height);
  const double fixed = (spread / (low - top) - 1 / g) / (2 * column.whole_number);
  mean_height_.value += fixed;
  // What a fixed energy does is of the same order.
  mean_height_.uncertainty = portable::hypot(mean_height_.uncertainty, fixed);
}

double Atmosphere::density(double z) const {
  const double place = std::clamp(z / step_, 0.0, static_cast<double>(density_.size()) - 1.000001);
  const auto below = static_cast<std::size_t>(place);
  const double part = place - static_cast<double>(below);
  return portable::pow(density_[below], 1 - part) * portable::pow(density_[below + 1], part);
}

std::optional<TheoryValue> adiabatic_temperature(int d, double particles, double diameter,
                                                 double dof, double kt,
                                                 const std::vector<double>& from,
                                                 const std::vector<double>& to,
                                                 const std::vector<bool>& walls) {
  bool known = true;
  // d ln T along the straight path from one box to the other.
  const auto slope = [&](double part) {
    std::vector<double> edges(from.size());
    for (std::size_t k = 0; k < edges.size(); ++k) edges[k] = from[k] + part * (to[k] - from[k]);
    const auto fluid = fluid_between_walls(d, particles, diameter, edges, walls);
    known = known && fluid;
    if (!fluid) return 0.0;
    double sum = 0;
    for (std::size_t k = 0; k < edges.size(); ++k)
      if (walls[k]) sum += fluid->force[k] * (to[k] - from[k]);
    return -2 / dof * sum;
  };
  // Two points of Gauss and Legendre are enough for a small change: their error is of fourth order.
  constexpr double kSmall = 0.05, kNode = 0.28867513459481287;  // 1/(2√3)
  double change = 0;
  for (std::size_t k = 0; k < from.size(); ++k)
    change = std::max(change, std::abs(to[k] / from[k] - 1));
  const double integral =
      change == 0 ? 0
      : change < kSmall
          ? (slope(0.5 - kNode) + slope(0.5 + kNode)) / 2
          : boost::math::quadrature::gauss_kronrod<double, 15>::integrate(slope, 0.0, 1.0, 0);
  if (!known) return std::nullopt;
  return TheoryValue{kt * portable::exp(integral),
                     "adiabatic: the work done on the walls; " + WalledFluid::source()};
}

TheoryValue collisionless_kt(double kt, double other_kt) {
  return {std::sqrt(kt * other_kt), "flight from wall to wall without collisions"};
}

TheoryValue collisionless_heat_flux(int dimensions, double per_area, double mass, double width,
                                    double kt, double other_kt) {
  const auto crossing = [&](double t) {
    return width * std::sqrt(std::numbers::pi * mass / (2 * t));
  };
  return {0.5 * (dimensions + 1) * (kt - other_kt) * per_area / (crossing(kt) + crossing(other_kt)),
          "flight from wall to wall without collisions"};
}

std::optional<Shock> shock_before_piston(const SphereGas& gas, double piston) {
  const double volume = unit_ball(gas.dimensions) * portable::pow(gas.diameter, gas.dimensions);
  const auto pressure = [&](double density, double kt) {
    return density * kt * compressibility_factor(gas.dimensions, density * volume).value;
  };
  const double before = pressure(gas.density, gas.kt);
  const auto shock_of = [&](double compression) {
    Shock shock;
    shock.density = compression * gas.density;
    shock.speed = piston * compression / (compression - 1);
    shock.pressure = before + gas.mass * gas.density * shock.speed * piston;
    shock.kt = shock.pressure / pressure(shock.density, 1);
    return shock;
  };
  // Excess of the energy behind over the work of the pressures; larger for a weaker compression.
  const auto surplus = [&](double compression) {
    const Shock shock = shock_of(compression);
    return 0.5 * gas.dimensions * (shock.kt - gas.kt) -
           0.5 * (before + shock.pressure) * (1 / gas.density - 1 / shock.density);
  };
  const double weakest = 1 + 1e-6;
  // An ideal gas is compressed to at most d + 1 times its density by an infinitely strong shock,
  // others less.
  const double strongest = std::min(
      gas.dimensions + 1.5, freezing_packing_fraction(gas.dimensions) / (gas.density * volume));
  if (strongest <= weakest || surplus(weakest) <= 0 || surplus(strongest) >= 0) return std::nullopt;
  std::uintmax_t steps = 100;
  const auto [low, high] = boost::math::tools::toms748_solve(
      surplus, weakest, strongest, boost::math::tools::eps_tolerance<double>(45), steps);
  return shock_of(0.5 * (low + high));
}

}  // namespace clausius
