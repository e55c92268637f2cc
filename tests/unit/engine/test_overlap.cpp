#include <catch2/catch.hpp>
#include <random>

#include "unit/engine/naive/images.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

// Particles anywhere; @return the depth of the deepest overlap of two, by all pairs and images
template <int Dim>
double scatter(const Gas<Dim>& gas, std::size_t count, std::mt19937_64& random, State<Dim>& state) {
  state = {};
  double smallest = gas.species[0].diameter;
  for (const SphereSpecies& one : gas.species) smallest = std::min(smallest, one.diameter);
  for (std::size_t id = 0; id < count; ++id) {
    // Few of the larger species.
    state.species.push_back(id % 12 == 0 ? 1 : 0);
    Vec<Dim> r;
    for (int k = 0; k < Dim; ++k)
      r[k] = std::uniform_real_distribution<double>(0, gas.box.size[k])(random);
    state.position.push_back(r);
    state.velocity.push_back(Vec<Dim>::Zero());
  }
  double deepest = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      const Vec<Dim> r = nearest_image<Dim>(gas.box, state.position[j] - state.position[i]);
      const double contact = gas.contact_distance(state.species[i], state.species[j]);
      deepest = std::max(deepest, (contact - r.norm()) / smallest);
    }
  return deepest;
}

template <int Dim>
void check_overlaps(double large, const Vec<Dim>& size, std::size_t count, unsigned seed) {
  const SmallGas<Dim> system({{1, 1}, {large, 2}}, 1, size, seed);
  std::mt19937_64 random(seed);
  for (int pass = 0; pass < 200; ++pass) {
    State<Dim> state;
    const double deepest = scatter(system.gas, count, random, state);
    INFO("diameters 1 and " << large << ", pass " << pass);
    CHECK(deepest_overlap(system.gas, state).depth == Approx(deepest).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("The deepest overlap is that of all pairs, whatever the cells", "[engine]") {
  check_overlaps<2>(1, Vec<2>(9, 12), 13, 1);
  check_overlaps<2>(9, Vec<2>(18, 20), 13, 2);
  check_overlaps<2>(9, Vec<2>(31, 47), 25, 3);
  check_overlaps<3>(1.7, Vec<3>(5, 6, 7), 13, 4);
  check_overlaps<3>(6, Vec<3>(12, 13, 19), 40, 5);
  check_overlaps<3>(4, Vec<3>(8, 25, 12.5), 60, 6);
}
