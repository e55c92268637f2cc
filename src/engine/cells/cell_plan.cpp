#include "engine/cells/cell_plan.h"

#include <numbers>
#include <optional>

#include "engine/hits/kinds.h"

namespace clausius {

namespace {

// Edge of cells that hold this many particles on average.
template <int Dim>
double edge_for(double per_cell, const Gas<Dim>& gas, std::size_t particles) {
  const auto count = static_cast<double>(std::max<std::size_t>(particles, 1));
  return portable::pow(per_cell * gas.box.volume() / count, 1.0 / Dim);
}

// Cell edge for the density. Dense gas: as small as possible, because searches dominate the cost.
// Dilute gas: crossings dominate (0.675/(n σ² L) per collision), so about one particle per cell.
// Measured; the optimum is flat.
template <int Dim>
double automatic_edge(const Gas<Dim>& gas, std::size_t particles) {
  return edge_for(Dim == 3 ? 0.5 : 1.0, gas, particles);
}

// Edge of overlapping cells; 0 if the overlap would be so large a part of the edge that they would
// not pay (measured), or if they were so few that the nearest image need not be the one that is
// hit.
template <int Dim>
double overlapping_edge(const Gas<Dim>& gas, std::size_t particles) {
  constexpr double kPerCell = 3.5;  // including those in the overlap
  constexpr double kLeastDiameters = Dim == 3 ? 2 : 3.2;
  const double largest = largest_contact_distance(gas);
  const double edge = edge_for(kPerCell, gas, particles) - largest;
  if (edge < kLeastDiameters * largest) return 0;
  for (int k = 0; k < Dim; ++k)
    if (gas.box.periodic[k] && gas.box.size[k] < kLeastCells * edge) return 0;
  return edge;
}

// Particles of nearly one size.
struct SizeClass {
  double particles = 0;
  double largest = 0;       // in cells of at least this edge they find their partners
  double diameter = 0;      // mean
  double inverse_mass = 0;  // mean
  double speed = 0;         // mean magnitude of a component, kT = 1
  double rate = 0;          // of collisions, kT = 1
};

// The particles of a gas in equilibrium by size, in classes whose diameters differ by a few per
// cent.
template <int Dim>
std::vector<SizeClass> size_classes(const Gas<Dim>& gas, const State<Dim>& start, double excess) {
  constexpr double kClasses = 40;
  double least = largest_diameter(gas), most = 0, filled = 0;
  for (std::size_t id = 0; id < start.size(); ++id) {
    const double diameter = diameter_of(gas, start, id);
    least = std::min(least, diameter), most = std::max(most, diameter);
    filled += portable::pow(diameter, Dim);
  }
  const double width = portable::log(most / least) / kClasses;
  std::vector<SizeClass> all(static_cast<std::size_t>(kClasses) + 1);
  const double furthest = largest_contact_distance(gas);
  for (std::size_t id = 0; id < start.size(); ++id) {
    const double diameter = diameter_of(gas, start, id);
    const double place = width > 0 ? portable::log(diameter / least) / width : 0;
    SizeClass& its = all[static_cast<std::size_t>(std::clamp(place, 0.0, kClasses))];
    its.largest = std::max(its.largest, std::min(diameter + excess, furthest));
    its.particles += 1;
    its.diameter += (diameter - its.diameter) / its.particles;
    its.inverse_mass += (1 / mass_of(gas, start, id) - its.inverse_mass) / its.particles;
  }
  std::erase_if(all, [](const SizeClass& one) { return one.particles == 0; });
  // Contact values of a fluid of one size (Carnahan & Starling, Henderson) are good enough.
  const double ball = Dim == 3 ? std::numbers::pi / 6 : std::numbers::pi / 4;
  const double phi = std::min(0.6, ball * filled / gas.box.volume());
  const double contact_value = Dim == 3 ? (1 - phi / 2) / portable::pow(1 - phi, 3)
                                        : (1 - 7 * phi / 16) / portable::pow(1 - phi, 2);
  const double target = (Dim == 3 ? std::numbers::pi : 2.0) * contact_value / gas.box.volume();
  for (SizeClass& one : all) {
    one.speed = std::sqrt(2 / std::numbers::pi * one.inverse_mass);
    for (const SizeClass& other : all) {
      const double speed = std::sqrt((Dim == 3 ? 8 / std::numbers::pi : std::numbers::pi / 2) *
                                     (one.inverse_mass + other.inverse_mass));
      one.rate += other.particles * target * speed *
                  portable::pow((one.diameter + other.diameter) / 2, Dim - 1);
    }
  }
  return all;
}

// Estimates the cost of the searches of a gas for any division into cells.
template <int Dim>
class SearchCost {
 public:
  SearchCost(const Gas<Dim>& gas, const State<Dim>& start, double excess)
      : box_(gas.box), particles_(start.size()), classes_(size_classes(gas, start, excess)) {}

  // Nanoseconds per unit of time: measured for 4000 polydisperse spheres in 36 divisions, of which
  // it orders the fast ones correctly.
  [[nodiscard]] double of(const std::vector<double>& least_edges) const {
    constexpr double kCandidate = 3.6, kCell = 3, kCellWithMany = 22, kCrossing = 100;
    // Where the nearest image may be another than that in the cells, each is tested.
    constexpr double kAllImages = 6;
    const std::size_t levels = least_edges.size();
    const auto count = cells_of_levels(box_, least_edges, particles_);
    std::vector<double> cells(levels, 1), edge(levels), filed(levels, 0);
    for (std::size_t level = 0; level < levels; ++level) {
      for (int k = 0; k < Dim; ++k) cells[level] *= count[level][k];
      edge[level] = portable::pow(box_.volume() / cells[level], 1.0 / Dim);
    }
    CellPlan plan;
    plan.least_edges = least_edges;
    for (const SizeClass& one : classes_) filed[plan.level_of(one.largest)] += one.particles;
    double cost = 0;
    for (const SizeClass& one : classes_) {
      const std::size_t own = plan.level_of(one.largest);
      const double crossings = Dim * one.speed / edge[own];
      double each = kCrossing * crossings;
      for (std::size_t level = 0; level < levels; ++level) {
        // A collision searches three cells along each axis, those of the coarser of two levels; a
        // crossing one layer of them, if the particle changes its cell there.
        const double around = portable::pow(3, Dim) * std::max(1.0, cells[level] / cells[own]);
        const double layers = crossings * std::min(1.0, edge[own] / edge[level]);
        const double mean = filed[level] / cells[level];
        const double with_many = 1 - portable::exp(-mean) * (1 + mean * (1 + mean / 2));
        each += (one.rate + layers / 3) * around *
                (kCandidate * mean + kCell + kCellWithMany * with_many);
      }
      cost += one.particles * each;
    }
    return nearest_image_holds<Dim>(box_, count.back()) ? cost : kAllImages * cost;
  }

 private:
  Box<Dim> box_;
  std::size_t particles_;
  std::vector<SizeClass> classes_;
};

// Division into one or more levels; tries coarsest cells of up to twice the edge that the largest
// particle needs, and halves or thirds of it for the smaller.
template <int Dim>
std::vector<double> cheapest_edges(const SearchCost<Dim>& cost, double largest, double smallest) {
  constexpr double kWidest = 2, kStep = 0.05;
  constexpr std::size_t kMostLevels = 8;
  std::vector<double> best;
  double least = 0;
  const auto take = [&](const std::vector<double>& edges) {
    const double its = cost.of(edges);
    if (best.empty() || its < least) best = edges, least = its;
    return its;
  };
  for (double width = 1; width <= kWidest; width += kStep) {
    // Level by level, each as it costs least.
    std::vector<double> edges{kWider * largest * width};
    double so_far = take(edges);
    while (edges.size() < kMostLevels && edges.front() > 2 * smallest) {
      std::optional<std::vector<double>> finer;
      for (const double parts : {2, 3}) {
        std::vector<double> more = edges;
        more.insert(more.begin(), edges.front() / parts);
        if (const double its = take(more); its < so_far) finer = more, so_far = its;
      }
      if (!finer) break;
      edges = *finer;
    }
  }
  return best;
}

}  // namespace

template <int Dim>
double cell_edge(const Gas<Dim>& gas, std::size_t particles, double requested) {
  const double largest = largest_contact_distance(gas);
  const double wanted = requested > 0 ? requested * largest : automatic_edge(gas, particles);
  return std::max(wanted, kWider * largest);
}

template <int Dim>
CellPlan plan_cells(const Gas<Dim>& gas, const State<Dim>& start, double requested) {
  CellPlan plan{{cell_edge(gas, start.size(), requested)}};
  if (requested > 0 || gas.boundary.is_sheared()) return plan;
  plan.excess = largest_excess(gas);
  const double largest = largest_contact_distance(gas);
  double smallest = largest;
  for (const SphereSpecies& one : gas.species)
    smallest = std::min(smallest, one.least_diameter() + plan.excess);
  if (smallest < largest) {
    const std::vector<double> edges =
        cheapest_edges(SearchCost<Dim>(gas, start, plan.excess), largest, smallest);
    if (edges.size() > 1) {
      plan.least_edges = edges;
      return plan;
    }
  }
  // Few particles have smaller cells than their density asks for, so that the image in them is the
  // nearest.
  double shortest = kLeastCells * plan.least_edges[0];
  for (int k = 0; k < Dim; ++k)
    if (gas.box.periodic[k]) shortest = std::min(shortest, gas.box.size[k] * (1 - 1e-9));
  if (shortest >= kLeastCells * kWider * largest) plan.least_edges[0] = shortest / kLeastCells;
  plan.diameter = largest;
  plan.overlapping_edge = overlapping_edge(gas, start.size());
  return plan;
}

template double cell_edge(const Gas<2>&, std::size_t, double);
template double cell_edge(const Gas<3>&, std::size_t, double);
template CellPlan plan_cells(const Gas<2>&, const State<2>&, double);
template CellPlan plan_cells(const Gas<3>&, const State<3>&, double);

}  // namespace clausius
