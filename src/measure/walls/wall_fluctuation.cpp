#include "measure/walls/wall_fluctuation.h"

#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "statistics/moments.h"

namespace clausius {

template <int Dim>
std::optional<SphereGas> local_gas(const Gas<Dim>& gas, double density, double kt) {
  if (gas.species.size() > 1 || !gas.bodies.empty() || gas.is_rough() || density <= 0 || kt <= 0)
    return std::nullopt;
  return SphereGas{density, gas.species[0].diameter, gas.species[0].mass, kt, Dim};
}
template std::optional<SphereGas> local_gas(const Gas<2>&, double, double);
template std::optional<SphereGas> local_gas(const Gas<3>&, double, double);

// In a dilute gas each particle hits the walls independently, ν = n √(k_BT/2πm) times per area and
// time. A hit transfers m (v + v′), where the incoming and outgoing speeds are independent at a
// bath: of mean square (4 + π) m k_BT. In short intervals τ no particle hits twice, except near
// edges: n k_BT τ²/4πm pairs of hits per length of an edge and sense, of mean product 2π m k_BT.
// With the area A of all walls Var P/P² = (4 + π)/√(2π) √(m/k_BT)/(n A τ) + (Σ 8V²/(L_i L_j A²) −
// 1)/N, summed over the pairs of axes with walls across: −1/3N in a cube.
template <int Dim>
std::optional<Observable> pressure_fluctuation(const Gas<Dim>& gas, double particles, double kt,
                                               const std::vector<double>& durations,
                                               const std::vector<double>& impulses) {
  const Box<Dim>& box = gas.box;
  constexpr std::size_t kEnough = 20;
  double walls = 0, edges = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.periodic[axis]) continue;
    walls += 2 * box.volume() / box.size[axis];
    for (int other = 0; other < axis; ++other)
      if (!box.periodic[other]) edges += 8 * box.volume() / (box.size[axis] * box.size[other]);
    for (const int at : {2 * axis, 2 * axis + 1})
      if (gas.boundary.faces[at].kt <= 0 || !gas.boundary.faces[at].is_always_diffuse())
        return std::nullopt;
  }
  if (walls == 0 || impulses.size() < kEnough || gas.boundary.has_gravity() ||
      !gas.boundary.obstacles.empty() || !gas.boundary.common_kt())
    return std::nullopt;
  const double usual = durations.front();
  RunningMoments pressures;
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    if (std::abs(durations[i] - usual) > 0.01 * usual) continue;
    pressures.add(impulses[i] / (walls * durations[i]));
  }
  if (pressures.count() < static_cast<std::int64_t>(kEnough) || pressures.mean() <= 0)
    return std::nullopt;
  const double deviation = std::sqrt(pressures.variance()) / pressures.mean();
  // Squared relative error of a variance: kurtosis − 1 over the number.
  const double error =
      0.5 * deviation *
      std::sqrt((pressures.kurtosis() - 1) / static_cast<double>(pressures.count()));
  Prediction theory;
  constexpr double kShort = 0.03;  // relative to the transit time between walls
  constexpr double kDilute = 0.01;
  const auto fluid = local_gas(gas, particles / box.volume(), kt);
  if (fluid && usual * std::sqrt(kt / fluid->mass) < kShort * box.size.minCoeff() &&
      fluid->density * portable::pow(fluid->diameter, Dim) < kDilute)
    theory =
        TheoryValue{std::sqrt((4 + std::numbers::pi) / std::sqrt(2 * std::numbers::pi) *
                                  std::sqrt(fluid->mass / kt) / (fluid->density * walls * usual) +
                              (edges * box.volume() / (walls * walls) - 1) / particles),
                    "hits of independent particles"};
  return observable("pressure_fluctuation", deviation,
                    StandardError{error, static_cast<double>(pressures.count())}, theory, "1");
}
template std::optional<Observable> pressure_fluctuation(const Gas<2>&, double, double,
                                                        const std::vector<double>&,
                                                        const std::vector<double>&);
template std::optional<Observable> pressure_fluctuation(const Gas<3>&, double, double,
                                                        const std::vector<double>&,
                                                        const std::vector<double>&);

}  // namespace clausius
