#include "measure/bond_order.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace clausius {
namespace {

// Limit of the neighbour distance, in diameters: between the first and second shell of a crystal.
template <int Dim>
constexpr double kNeighbour = Dim == 2 ? 1.5 : 1.4;
constexpr std::size_t kMostCentres = 500, kMostBonds = 500;

// Unit vectors from evenly chosen particles to their neighbours.
template <int Dim>
std::vector<Vec<Dim>> bonds_of(const Gas<Dim>& gas, const State<Dim>& state) {
  const double reach = kNeighbour<Dim> * gas.species[0].diameter;
  const std::size_t step = (state.size() + kMostCentres - 1) / kMostCentres;
  std::vector<Vec<Dim>> bonds;
  bonds.reserve(kMostCentres);
  for (std::size_t i = 0; i < state.size(); i += step)
    for (std::size_t j = 0; j < state.size(); ++j) {
      const Vec<Dim> r = gas.box.minimum_image(state.position[j] - state.position[i]);
      if (const double distance = r.norm(); j != i && distance < reach)
        bonds.push_back(r / distance);
    }
  return bonds;
}

double sixth_legendre(double x) {
  const double y = x * x;
  return (((231 * y - 315) * y + 105) * y - 5) / 16;
}

}  // namespace

template <int Dim>
double bond_order(const Gas<Dim>& gas, const State<Dim>& state) {
  const std::vector<Vec<Dim>> bonds = bonds_of(gas, state);
  if (bonds.empty()) return 0;
  if constexpr (Dim == 2) {
    std::complex<double> sum{};
    for (const Vec<Dim>& bond : bonds) {
      const std::complex<double> once(bond[0], bond[1]), thrice = once * once * once;
      sum += thrice * thrice;
    }
    return std::sqrt(std::norm(sum)) / static_cast<double>(bonds.size());
  } else {
    const std::size_t step = (bonds.size() + kMostBonds - 1) / kMostBonds;
    double sum = 0, pairs = 0;
    for (std::size_t i = 0; i < bonds.size(); i += step)
      for (std::size_t j = 0; j < i; j += step) {
        sum += sixth_legendre(bonds[i].dot(bonds[j]));
        ++pairs;
      }
    return pairs > 0 ? std::sqrt(std::max(0.0, sum / pairs)) : 0;
  }
}

template double bond_order<2>(const Gas<2>&, const State<2>&);
template double bond_order<3>(const Gas<3>&, const State<3>&);

}  // namespace clausius
