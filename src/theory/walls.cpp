#include "theory/walls.h"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"

namespace clausius {

namespace {

// In diameters; density oscillations at a wall extend over about half of it.
constexpr double kLeastGap = 5;

// Adjusts the third order of γ in two dimensions to the cluster integrals, −0.6166(2) ρ³: Monte
// Carlo over the extent, perpendicular to the wall, of three connected disks. (In three dimensions
// the same integral gives the third order of Henderson & Plischke's formula.)
constexpr double kDiskThirdOrder = 0.3553;

double packing(int d, double density) { return density * kPi / (d == 3 ? 6 : 4); }

double bulk_pressure(int d, double density) {
  return density * compressibility_factor(d, packing(d, density)).value;
}

// Coefficients per face, edge and corner of the accessible volume, with σ = k_BT = 1.
double face_tension(int d, double density) {
  const double phi = packing(d, density);
  if (d == 2) return -density * density / 3 * (1 + kDiskThirdOrder * phi) / ((1 - phi) * (1 - phi));
  return -9 / (2 * kPi) * phi * phi * (1 + 44.0 / 35 * phi - 0.8 * phi * phi) /
         portable::pow(1 - phi, 3);
}

template <typename Function>
double derivative(Function f, double x) {
  const double h = 1e-5 * x;
  return (f(x + h) - f(x - h)) / (2 * h);
}

double pressure_slope(int d, double density) {
  return derivative([d](double r) { return bulk_pressure(d, r); }, density);
}

// Apparent outward shift of a face by adsorption: −(1/ρ) ∂γ/∂μ, ∂/∂μ = ρ/P′ ∂/∂ρ.
double face_shift(int d, double density) {
  return -derivative([d](double r) { return face_tension(d, r); }, density) /
         pressure_slope(d, density);
}

// −∫ shift^power dP: adsorption where faces meet, if the densities before them multiply.
double superposition(int d, double density, int power) {
  return -boost::math::quadrature::gauss<double, 20>::integrate(
      [d, power](double r) {
        return portable::pow(face_shift(d, r), power) * pressure_slope(d, r);
      },
      0.0, density);
}

// Second order: of ½ρ² ∫ Π(a_k − |s_k|) over the unit ball, ∫|s_x s_y| = 8/15 (ball), ½ (disk)
// belongs to the four edges of two axes, −∫|s_x s_y s_z| = −1/6 to the eight corners.
double edge_tension(int d, double density) {
  return density * density / 8 * (d == 3 ? 8.0 / 15 : 0.5) + superposition(d, density, 2);
}
double corner_energy(double density) {
  return -density * density / 96 + superposition(3, density, 3);
}

// Products of the edges of the accessible volume for the complements of sets of axes.
class Accessible {
 public:
  Accessible(std::vector<double> edges, std::vector<bool> walls)
      : edges_(std::move(edges)), walls_(std::move(walls)) {}

  [[nodiscard]] std::size_t axes() const { return edges_.size(); }
  [[nodiscard]] double edge(std::size_t k) const { return edges_[k]; }

  // Measures of the volume, its faces, edges and corners; `without`: per length of that axis, of
  // parts that extend along it.
  [[nodiscard]] double volume(std::optional<std::size_t> without = {}) const {
    return product(without, {}, {});
  }
  [[nodiscard]] double faces(std::optional<std::size_t> without = {}) const {
    double sum = 0;
    for (std::size_t k = 0; k < axes(); ++k)
      if (walls_[k] && k != without) sum += 2 * product(without, k, {});
    return sum;
  }
  [[nodiscard]] double edges(std::optional<std::size_t> without = {}) const {
    double sum = 0;
    for (std::size_t k = 0; k < axes(); ++k)
      for (std::size_t l = 0; l < k; ++l)
        if (walls_[k] && walls_[l] && k != without && l != without)
          sum += 4 * product(without, k, l);
    return sum;
  }
  [[nodiscard]] double corners() const {
    return axes() == 3 && walls_[0] && walls_[1] && walls_[2] ? 8 : 0;
  }

 private:
  using Axis = std::optional<std::size_t>;
  [[nodiscard]] double product(Axis a, Axis b, Axis c) const {
    double result = 1;
    for (std::size_t k = 0; k < axes(); ++k)
      if (k != a && k != b && k != c) result *= edges_[k];
    return result;
  }

  std::vector<double> edges_;
  std::vector<bool> walls_;
};

double particles_at(int d, double density, const Accessible& box) {
  const double edges = derivative([d](double r) { return edge_tension(d, r); }, density);
  const double corners = box.corners() > 0 ? derivative(corner_energy, density) : 0;
  return density * (box.volume() + face_shift(d, density) * box.faces() -
                    (edges * box.edges() + corners * box.corners()) / pressure_slope(d, density));
}

}  // namespace

std::string WalledFluid::source() {
  return "bulk fluid with the surface tension of hard walls by Henderson & Plischke (1987)";
}

std::optional<WalledFluid> fluid_between_walls(int d, double particles, double diameter,
                                               const std::vector<double>& edges,
                                               const std::vector<bool>& walls) {
  std::vector<double> accessible;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const double edge = edges[k] / diameter;
    if (edge < kLeastGap) return std::nullopt;
    accessible.push_back(walls[k] ? edge - 1 : edge);
  }
  const Accessible box(accessible, walls);

  double low = 0;
  double high = freezing_packing_fraction(d) / packing(d, 1);
  if (particles_at(d, high, box) < particles) return std::nullopt;
  while (high - low > 1e-13 * high) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (particles_at(d, middle, box) < particles ? low : high) = middle;
  }
  const double density = 0.5 * (low + high);

  WalledFluid fluid;
  fluid.bulk_density = density / portable::pow(diameter, d);
  const double phi = packing(d, density);
  const double finite =
      finite_compressibility_factor(d, phi, particles).value / compressibility_factor(d, phi).value;
  fluid.collision_virial = -d * particles;
  // The correction for N particles is that of periodic boxes; walls change it by about half of it.
  const double unknown = 0.5 * std::abs(1 - finite) * bulk_pressure(d, density);
  const double edge_uncertainty = 0.5 * std::abs(superposition(d, density, 2));
  for (std::size_t k = 0; k < box.axes(); ++k) {
    const double force = bulk_pressure(d, density) * finite * box.volume(k) -
                         face_tension(d, density) * box.faces(k) -
                         edge_tension(d, density) * box.edges(k);
    fluid.force.push_back(force / diameter);
    const double uncertainty =
        portable::hypot(edge_uncertainty * box.edges(k), unknown * box.volume(k));
    fluid.force_uncertainty.push_back(uncertainty / diameter);
    fluid.virial_uncertainty += uncertainty * box.edge(k);
    // Along each axis 2 · kinetic energy + virial of the collisions = F_k a_k.
    fluid.collision_virial += force * box.edge(k);
  }
  return fluid;
}

}  // namespace clausius
