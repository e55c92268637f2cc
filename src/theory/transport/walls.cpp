#include "theory/transport/walls.h"

#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"

namespace clausius {

namespace {

// In diameters; density oscillations at a wall extend over about half of it.
constexpr double kLeastGap = 5;

// γ beyond its third order in density, and the tension of edges (corners of a square) beyond
// superposition: least squares to collision rates and pressures of this program, 63 runs of 2·10⁷
// collisions each of 50 to 1000 particles in slits, squares and cubes, φ = 0.02 … 0.6 in two
// dimensions (χ² = 56 for 54 values) and 0.02 … 0.43 in three (13 for 38), with 2·10⁻⁴ for what no
// coefficient describes. The third order in two dimensions is that of the cluster integrals,
// −0.6166(2) ρ³: Monte Carlo over the extent, perpendicular to the wall, of three connected disks.
// (In three dimensions the same integral gives the third order of Henderson & Plischke's formula.)
constexpr std::array kDiskFaces{1.0, 0.3553, 0.072, -0.160};
constexpr std::array kSphereFaces{1.0, 44.0 / 35, -0.295, -0.963};
constexpr std::array kDiskCorners{-0.0086, 0.0122};
constexpr std::array kSphereEdges{1.078, -0.197};

// Uncertainties: of γ, of the effect of a fixed number, and of what the densest fluids before
// freezing do between walls, relative to the pressure and per diameter of the distance between
// them.
constexpr double kOfFaces = 0.005, kOfNumber = 0.1;
constexpr double before_freezing(int d) { return d == 3 ? 0.13 : 0.6; }

template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double x) {
  double sum = 0;
  for (std::size_t k = N; k-- > 0;) sum = sum * x + coefficients[k];
  return sum;
}

double packing(int d, double density) { return density * kPi / (d == 3 ? 6 : 4); }

double bulk_pressure(int d, double density) {
  return density * compressibility_factor(d, packing(d, density)).value;
}

// Coefficients per face, edge and corner of the accessible volume, with σ = k_BT = 1.
double face_tension(int d, double density) {
  const double phi = packing(d, density);
  if (d == 2) return -density * density / 3 * polynomial(kDiskFaces, phi) / ((1 - phi) * (1 - phi));
  return -9 / (2 * kPi) * phi * phi * polynomial(kSphereFaces, phi) / portable::pow(1 - phi, 3);
}

template <typename Function>
double derivative(Function f, double x, double step = 1e-5) {
  const double h = step * x;
  return (f(x + h) - f(x - h)) / (2 * h);
}

double pressure_slope(int d, double density) {
  return derivative([d](double r) { return bulk_pressure(d, r); }, density);
}

// −(1/ρ) ∂γ/∂μ, ∂/∂μ = ρ/P′ ∂/∂ρ.
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
  const double pairs = density * density / 8 * (d == 3 ? 8.0 / 15 : 0.5);
  const double phi = packing(d, density), multiplied = superposition(d, density, 2);
  if (d == 3) return pairs + multiplied * polynomial(kSphereEdges, phi);
  const double x = phi / (1 - phi);
  return pairs + multiplied + portable::pow(x, 5) * polynomial(kDiskCorners, x);
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
  [[nodiscard]] Accessible with_edge(std::size_t k, double length) const {
    Accessible other = *this;
    other.edges_[k] = length;
    return other;
  }
  [[nodiscard]] Accessible without_walls() const {
    return {edges_, std::vector<bool>(axes(), false)};
  }

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

// The part of ½ ln ∂N/∂μ, which a fixed number adds to the free energy: −∂/∂a_k at fixed N.
double force_of_fixed_number(int d, double density, const Accessible& box, std::size_t k) {
  constexpr double kStep = 1e-3;  // the functions are derivatives themselves
  const auto number = [d](double r, const Accessible& b) { return particles_at(d, r, b); };
  const auto spread = [&](double r, const Accessible& b) {
    const double slope = derivative([&](double x) { return number(x, b); }, r, kStep);
    return 0.5 * portable::log(r / pressure_slope(d, r) * slope);
  };
  const auto along = [&](const auto& function) {
    return derivative([&](double a) { return function(density, box.with_edge(k, a)); }, box.edge(k),
                      kStep);
  };
  const auto with_density = [&](const auto& function, double step) {
    return derivative([&](double r) { return function(r, box); }, density, step);
  };
  const double density_slope = -along(number) / with_density(number, kStep);
  return -along(spread) - density_slope * with_density(spread, 10 * kStep);
}

// The part of it that is due to the walls.
double force_of_fixed_number_at_walls(int d, double density, const Accessible& box, std::size_t k) {
  if (box.faces() == 0) return 0;
  return force_of_fixed_number(d, density, box, k) -
         force_of_fixed_number(d, density, box.without_walls(), k);
}

double uncertainty_before_freezing(int d, double density, const Accessible& box) {
  double walls = 0;  // Σ 1/a over the axes between walls
  if (box.volume() > 0) walls = 0.5 * box.faces() / box.volume();
  const double part = packing(d, density) / freezing_packing_fraction(d);
  return before_freezing(d) * walls * portable::pow(part, d == 3 ? 20 : 30);
}

}  // namespace

double wall_shift(int d, double density) { return face_shift(d, density); }

std::string WalledFluid::source() {
  return "bulk fluid with the surface tension of hard walls, Henderson & Plischke (1987), amended";
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
  const double pressure = bulk_pressure(d, density);
  const double dense = uncertainty_before_freezing(d, density, box);
  for (std::size_t k = 0; k < box.axes(); ++k) {
    const double of_volume = pressure * box.volume(k),
                 of_faces = face_tension(d, density) * box.faces(k);
    const double at_walls = force_of_fixed_number_at_walls(d, density, box, k);
    const double force =
        of_volume * finite - of_faces - edge_tension(d, density) * box.edges(k) + at_walls;
    fluid.force.push_back(force / diameter);
    const double of_number =
        box.faces() > 0 ? std::abs((1 - finite) * of_volume) + std::abs(at_walls) : 0;
    const double uncertainty = portable::hypot(
        dense * of_volume, portable::hypot(kOfFaces * of_faces, kOfNumber * of_number));
    fluid.force_uncertainty.push_back(uncertainty / diameter);
    fluid.virial_uncertainty += uncertainty * box.edge(k);
    // Along each axis 2 · kinetic energy + virial of the collisions = F_k a_k.
    fluid.collision_virial += force * box.edge(k);
  }
  return fluid;
}

}  // namespace clausius
