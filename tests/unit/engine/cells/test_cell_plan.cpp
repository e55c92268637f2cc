#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "engine/cells/cell_plan.h"

using namespace clausius;

namespace {

struct Sizes {
  Gas<3> gas;
  State<3> start;
};

// Lognormal diameters about 1 in a cube of this packing fraction.
Sizes lognormal(double spread, double packing_fraction, std::size_t count) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal(0, std::sqrt(std::log(1 + spread * spread)));
  Sizes sizes;
  double filled = 0, least = 1, greatest = 1;
  for (std::size_t id = 0; id < count; ++id) {
    const double diameter = std::exp(normal(random));
    sizes.start.diameter.push_back(diameter);
    filled += std::numbers::pi / 6 * std::pow(diameter, 3);
    least = std::min(least, diameter), greatest = std::max(greatest, diameter);
  }
  sizes.start.species.assign(count, 0);
  sizes.start.position.assign(count, Vec<3>::Zero());
  sizes.start.velocity.assign(count, Vec<3>::Zero());
  SphereSpecies species;
  species.least = least, species.greatest = greatest;
  sizes.gas.species = {species};
  sizes.gas.box.size = Vec<3>::Constant(std::cbrt(filled / packing_fraction));
  return sizes;
}

}  // namespace

TEST_CASE("In cells of any plan partners are neighbours, and images nearest where they can be",
          "[engine][cells]") {
  for (const double spread : {0.0, 0.1, 0.2, 0.3, 0.5, 1.0})
    for (const double phi : {1e-4, 0.01, 0.2, 0.45})
      for (const std::size_t count : {2, 40, 1000, 5000}) {
        INFO("lognormal " << spread << ", φ " << phi << ", " << count << " spheres");
        const Sizes sizes = lognormal(spread, phi, count);
        const Gas<3>& gas = sizes.gas;
        const CellPlan plan = plan_cells(gas, sizes.start, 0);
        REQUIRE(std::is_sorted(plan.least_edges.begin(), plan.least_edges.end()));
        const double greatest = gas.species[0].greatest;
        REQUIRE((plan.least_edges.back() >= greatest || !plan.wide.empty()));
        for (std::size_t id = 0; id < count; ++id) {
          const double diameter = sizes.start.diameter[id];
          const bool wide = std::any_of(plan.wide.begin(), plan.wide.end(),
                                        [&](const WideParticle& one) { return one.id == id; });
          const std::uint8_t level = plan.level_of(diameter);
          REQUIRE(wide == (level == plan.least_edges.size()));
          if (!wide) REQUIRE(plan.least_edges[level] >= diameter);
        }
        const double edge = greatest * kWider * (1 + 1e-8);
        CHECK((nearest_image_holds(gas.box, plan, count) ||
               !nearest_image_holds<3>(gas.box, cells_along_axes(gas.box, edge, count))));
      }
}

TEST_CASE("Small spheres have cells of their own where few are large", "[engine][cells]") {
  const auto levels = [](double spread) {
    const Sizes sizes = lognormal(spread, 0.2, 4000);
    return plan_cells(sizes.gas, sizes.start, 0).least_edges;
  };
  CHECK(levels(0.02).size() == 1);
  // One level would cost twice as much.
  const std::vector<double> edges = levels(0.2);
  REQUIRE(edges.size() == 2);
  CHECK(edges[0] > 1.2);
  CHECK(edges[0] < 1.6);
  CHECK(levels(1).size() >= 3);
  // A wish for one edge is followed.
  const Sizes sizes = lognormal(1, 0.2, 4000);
  const std::vector<double> wished = plan_cells(sizes.gas, sizes.start, 1.5).least_edges;
  REQUIRE(wished.size() == 1);
  CHECK(wished[0] == Approx(1.5 * sizes.gas.species[0].greatest));
}
