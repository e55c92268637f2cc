#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "measure/structure/bond_order.h"

using clausius::bond_order;
using clausius::BondOrder;
using clausius::Box;
using clausius::kCrystalOrder;
using clausius::State;
using clausius::Vec;

namespace {

template <int Dim>
State<Dim> state_of(const std::vector<Vec<Dim>>& positions) {
  State<Dim> state;
  state.position = positions;
  state.velocity.assign(positions.size(), Vec<Dim>::Zero());
  state.species.assign(positions.size(), 0);
  return state;
}

/// Cells of a crystal with these places in each, in units of their edges.
template <int Dim>
std::pair<Box<Dim>, State<Dim>> crystal(const Vec<Dim>& cell, const std::vector<Vec<Dim>>& places,
                                        int along) {
  Box<Dim> box;
  box.size = cell * along;
  std::vector<Vec<Dim>> positions;
  int total = 1;
  for (int k = 0; k < Dim; ++k) total *= along;
  for (int n = 0; n < total; ++n)
    for (const Vec<Dim>& place : places) {
      Vec<Dim> r = place;
      for (int k = 0, rest = n; k < Dim; ++k, rest /= along) r[k] += rest % along;
      positions.push_back(r.cwiseProduct(cell));
    }
  return {box, state_of<Dim>(positions)};
}

double sixth_legendre(double x) {
  return (231 * std::pow(x, 6) - 315 * std::pow(x, 4) + 105 * x * x - 5) / 16;
}

/// Order of bonds from its definition by pairs of bonds.
template <int Dim>
double order_of(const std::vector<Vec<Dim>>& bonds) {
  double sum = 0;
  for (const Vec<Dim>& a : bonds)
    for (const Vec<Dim>& b : bonds) {
      const double cosine = std::clamp(a.dot(b), -1.0, 1.0);
      sum += Dim == 2 ? std::cos(6 * std::acos(cosine)) : sixth_legendre(cosine);
    }
  return std::sqrt(std::max(0.0, sum)) / static_cast<double>(bonds.size());
}

/// The order from all pairs of particles and images.
template <int Dim>
BondOrder by_all_pairs(const Box<Dim>& box, const State<Dim>& state) {
  const double density = static_cast<double>(state.size()) / box.volume();
  const double nearest = Dim == 2 ? std::sqrt(2 / (std::sqrt(3.0) * density))
                                  : std::pow(std::numbers::sqrt2 / density, 1.0 / 3);
  const double limit =
      nearest * (Dim == 2 ? (1 + std::numbers::sqrt3) / 2 : (1 + std::numbers::sqrt2) / 2);
  std::vector<Vec<Dim>> all;
  double local = 0, bound = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::vector<Vec<Dim>> bonds;
    for (std::size_t j = 0; j < state.size(); ++j)
      for (int n = 0; n < (Dim == 2 ? 9 : 27); ++n) {
        Vec<Dim> r = state.position[j] - state.position[i];
        bool is_there = i != j;
        for (int k = 0, rest = n; k < Dim; ++k, rest /= 3) {
          r[k] += (rest % 3 - 1) * box.size[k];
          is_there = is_there && (box.periodic[k] || rest % 3 == 1);
        }
        if (is_there && r.norm() < limit) bonds.push_back(r.normalized());
      }
    if (bonds.empty()) continue;
    local += order_of<Dim>(bonds);
    ++bound;
    all.insert(all.end(), bonds.begin(), bonds.end());
  }
  const auto ends = static_cast<double>(all.size());
  return {order_of<Dim>(all), local / bound, ends / static_cast<double>(state.size()), ends / 2};
}

template <int Dim>
State<Dim> random_state(const Box<Dim>& box, int particles, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Vec<Dim>> positions;
  for (int i = 0; i < particles; ++i) {
    Vec<Dim> r;
    for (int k = 0; k < Dim; ++k) r[k] = uniform(random) * box.size[k];
    positions.push_back(r);
  }
  return state_of<Dim>(positions);
}

template <int Dim>
void check_against_pairs() {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Box<Dim> box;
    for (int k = 0; k < Dim; ++k) {
      box.size[k] = 3 + k;
      box.periodic[k] = (seed >> k) % 2 == 0;
    }
    const State<Dim> state = random_state(box, 10 + 13 * static_cast<int>(seed), seed);
    const BondOrder found = bond_order(box, state), expected = by_all_pairs(box, state);
    INFO(Dim << " dimensions, seed " << seed);
    CHECK(found.bonds == expected.bonds);
    CHECK(found.neighbours == Approx(expected.neighbours).epsilon(1e-13));
    CHECK(found.global == Approx(expected.global).margin(1e-9));
    CHECK(found.local == Approx(expected.local).epsilon(1e-9));
  }
}

}  // namespace

TEST_CASE("bond order is that of all pairs of bonds", "[structure]") {
  check_against_pairs<2>();
  check_against_pairs<3>();
}

TEST_CASE("bond order of crystals", "[structure]") {
  const auto [plane, triangular] =
      crystal<2>({1.3, 1.3 * std::numbers::sqrt3}, {{0.1, 0.2}, {0.6, 0.7}}, 6);
  const BondOrder disks = bond_order(plane, triangular);
  CHECK(disks.neighbours == 6);
  CHECK(disks.global == Approx(1).epsilon(1e-12));
  CHECK(disks.local == Approx(1).epsilon(1e-12));
  CHECK(kCrystalOrder<2> == 1);

  const std::vector<Vec<3>> corners{
      {0.1, 0.1, 0.1}, {0.6, 0.6, 0.1}, {0.6, 0.1, 0.6}, {0.1, 0.6, 0.6}};
  const auto [space, cubic] = crystal<3>({1.5, 1.5, 1.5}, corners, 4);
  const BondOrder spheres = bond_order(space, cubic);
  CHECK(spheres.neighbours == 12);
  CHECK(spheres.global == Approx(13 / (16 * std::numbers::sqrt2)).epsilon(1e-12));
  CHECK(spheres.local == Approx(kCrystalOrder<3>).epsilon(1e-8));

  // Hexagonal close packing: layers above each other at √(2/3), every second one shifted.
  const double height = 2 * std::sqrt(2.0 / 3);
  const auto [hexagonal, packed] = crystal<3>(
      {1, std::numbers::sqrt3, height},
      {{0.1, 0.1, 0.1}, {0.6, 0.6, 0.1}, {0.6, 0.1 + 1.0 / 6, 0.6}, {0.1, 0.6 + 1.0 / 6, 0.6}}, 4);
  const BondOrder layers = bond_order(hexagonal, packed);
  CHECK(layers.neighbours == 12);
  CHECK(layers.global == Approx(0.48476).epsilon(1e-5));
}

TEST_CASE("bonds between points at random have the order of random directions", "[structure]") {
  // ⟨order²⟩ = 1/bonds for independent directions; of 40 gases its mean is known to 1/√40.
  double disks = 0, spheres = 0;
  constexpr int kGases = 40;
  for (unsigned seed = 0; seed < kGases; ++seed) {
    Box<2> plane;
    plane.size = {20, 20};
    const BondOrder in_plane = bond_order(plane, random_state(plane, 400, seed));
    disks += in_plane.global * in_plane.global * in_plane.bonds / kGases;
    Box<3> space;
    space.size = {8, 8, 8};
    const BondOrder in_space = bond_order(space, random_state(space, 400, seed));
    spheres += in_space.global * in_space.global * in_space.bonds / kGases;
  }
  // Triangles of neighbours are correlated a little.
  CHECK(disks == Approx(1).margin(4 / std::sqrt(40.0)));
  CHECK(spheres == Approx(1).margin(4 / std::sqrt(13 * 40.0) + 0.1));
}
