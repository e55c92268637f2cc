#include "engine/cells/cell_plan.h"

#include <limits>
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

  // Nanoseconds per unit of time.
  [[nodiscard]] double of(const std::vector<double>& least_edges) const {
    // Where the nearest image may be another than that in the cells, each is tested.
    constexpr double kAllImages = 6;
    const double cost = of_nearest(least_edges);
    const auto count = cells_along_axes(box_, least_edges.back(), particles_);
    return nearest_image_holds<Dim>(box_, count) ? cost : kAllImages * cost;
  }

  // Nanoseconds per unit of time where only nearest images are tested: measured for 4000
  // polydisperse spheres in 36 divisions, of which it orders the fast ones correctly.
  [[nodiscard]] double of_nearest(const std::vector<double>& least_edges) const {
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
        each += (one.rate + layers / 3) * around * in_cell(mean);
      }
      cost += one.particles * each;
    }
    return cost;
  }

  // As of_nearest(), with the classes from `first_wide` on as wide particles, in an additive gas;
  // infinite where the nearest image would not hold.
  [[nodiscard]] double with_wide(double least_edge, std::size_t first_wide) const {
    constexpr double kMark = 30;
    const double widest_other = classes_[first_wide - 1].largest;
    const auto count = cells_along_axes(box_, least_edge, particles_);
    double cells = 1;
    for (int k = 0; k < Dim; ++k) cells *= count[k];
    const double edge = portable::pow(box_.volume() / cells, 1.0 / Dim);
    double wide = 0, others = 0, covered = 0, cost = 0;
    for (std::size_t k = 0; k < classes_.size(); ++k)
      (k < first_wide ? others : wide) += classes_[k].particles;
    for (std::size_t k = first_wide; k < classes_.size(); ++k) {
      const SizeClass& one = classes_[k];
      const double reach = 0.5 * (one.largest + widest_other);
      if (!can_be_wide(count, reach, wide > 1 ? classes_.back().largest : 0))
        return std::numeric_limits<double>::infinity();
      const double across = reach / edge + 1.5,
                   ball = Dim == 3 ? 4 * std::numbers::pi / 3 : std::numbers::pi;
      const double halo = ball * portable::pow(across, Dim);
      const double front = std::numbers::pi * portable::pow(across, Dim - 1);
      const double free = halo - ball * portable::pow(reach / edge, Dim);
      const double crossings = Dim * one.speed / edge;
      covered += one.particles * halo / cells;
      cost += one.particles *
              (one.rate * (kCell * halo + kCandidate * (wide + free * others / cells)) +
               crossings * (kCrossing + kCandidate * wide + front * (kCell + 2 * kMark)));
    }
    const double mean = others / cells, around = portable::pow(3, Dim);
    for (std::size_t k = 0; k < first_wide; ++k) {
      const SizeClass& one = classes_[k];
      const double crossings = Dim * one.speed / edge;
      cost += one.particles *
              (kCrossing * crossings + (one.rate + crossings / 3) * around * in_cell(mean) +
               (one.rate + crossings) * (kCell + kCandidate * covered));
    }
    return cost;
  }
  [[nodiscard]] const std::vector<SizeClass>& classes() const { return classes_; }

 private:
  // Nanoseconds: of each candidate, of each cell, in addition of one with many, of a crossing.
  static constexpr double kCandidate = 3.6, kCell = 3, kCellWithMany = 22, kCrossing = 100;

  // Time to gather and test a cell that holds `mean` particles on average.
  static double in_cell(double mean) {
    const double with_many = 1 - portable::exp(-mean) * (1 + mean * (1 + mean / 2));
    return kCandidate * mean + kCell + kCellWithMany * with_many;
  }

  // @param contact of wide particles with each other; 0: there is only one
  [[nodiscard]] bool can_be_wide(const std::array<std::uint32_t, Dim>& count, double reach,
                                 double contact) const {
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < Dim; ++k) least = std::min(least, box_.size[k] / count[k]);
    for (int k = 0; k < Dim; ++k) {
      const double edge = box_.size[k] / count[k];
      // Halos may reach a quarter of a cell further.
      const std::int64_t around = cells_within(kWider * reach + 0.25 * least, edge);
      if (2 * around + 3 > count[k]) return false;
      if (box_.periodic[k] && kWider * contact + 2 * edge >= 0.5 * box_.size[k]) return false;
    }
    return true;
  }

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

// Takes the widest particles out of the cells where that costs far less than levels with the edges
// `levels`: the estimates for wide particles are rough.
// @return whether it does
template <int Dim>
bool plan_wide(const Gas<Dim>& gas, const State<Dim>& start, const SearchCost<Dim>& cost,
               const std::vector<double>& levels, CellPlan& plan) {
  constexpr double kMostWide = 64, kWidest = 2, kStep = 0.05, kFarLess = 0.5;
  const std::vector<SizeClass>& classes = cost.classes();
  double least = kFarLess * cost.of_nearest(levels), wide = 0, widest_other = 0, least_edge = 0;
  for (std::size_t first = classes.size() - 1; first > 0; --first) {
    wide += classes[first].particles;
    if (wide > kMostWide) break;
    for (double width = 1; width <= kWidest; width += kStep) {
      const double edge = kWider * classes[first - 1].largest * width;
      const double its = cost.with_wide(edge, first);
      if (its >= least) continue;
      least = its, least_edge = edge, widest_other = classes[first - 1].largest;
    }
  }
  if (least_edge == 0) return false;
  plan.least_edges = {least_edge};
  plan.widest_other = widest_other;
  for (std::size_t id = 0; id < start.size(); ++id)
    if (const double its = diameter_of(gas, start, id); its > widest_other)
      plan.wide.push_back({static_cast<std::uint32_t>(id), 0.5 * (its + widest_other)});
  return true;
}

// The division of a gas of several sizes that costs least: levels, or one with wide particles.
template <int Dim>
void plan_levels(const Gas<Dim>& gas, const State<Dim>& start, double largest, double smallest,
                 CellPlan& plan) {
  const SearchCost<Dim> cost(gas, start, plan.excess);
  const std::vector<double> edges = cheapest_edges(cost, largest, smallest);
  if (plan.excess == 0 && plan_wide(gas, start, cost, edges, plan)) return;
  if (edges.size() > 1) plan.least_edges = edges;
}

}  // namespace

template <int Dim>
double cell_edge(const Gas<Dim>& gas, std::size_t particles, double requested) {
  const double largest = largest_range(gas);
  const double wanted = requested > 0 ? requested * largest : automatic_edge(gas, particles);
  return std::max(wanted, kWider * largest);
}

namespace {

// So small cells that the image in them is the nearest, where they may be as small.
// @param largest distance within which partners are searched
template <int Dim>
double edge_for_nearest(const Box<Dim>& box, double edge, double largest) {
  double shortest = kLeastCells * edge;
  for (int k = 0; k < Dim; ++k)
    if (box.periodic[k]) shortest = std::min(shortest, box.size[k] * (1 - 1e-9));
  return shortest >= kLeastCells * kWider * largest ? shortest / kLeastCells : edge;
}

// All particles are candidates of each other.
CellPlan plan_for_all(std::size_t particles, double largest) {
  CellPlan plan{{largest}};
  plan.diameter = largest;
  for (std::size_t id = 0; id < particles; ++id)
    plan.wide.push_back({static_cast<std::uint32_t>(id), 0});
  return plan;
}

// Only the nearest images of two particles with a potential act on each other.
template <int Dim>
CellPlan plan_for_steps(const Gas<Dim>& gas, std::size_t particles, double edge) {
  const double range = largest_range(gas);
  CellPlan plan{{edge_for_nearest(gas.box, edge, range)}};
  return nearest_image_holds(gas.box, plan, particles) ? plan : plan_for_all(particles, range);
}

}  // namespace

template <int Dim>
CellPlan plan_cells(const Gas<Dim>& gas, const State<Dim>& start, double requested) {
  // So few are tested one and all, rather than each image of those around.
  constexpr std::size_t kFew = 160;
  CellPlan plan{{cell_edge(gas, start.size(), requested)}};
  if (gas.has_steps()) return plan_for_steps(gas, start.size(), plan.least_edges[0]);
  if (requested > 0 || gas.boundary.is_sheared()) return plan;
  plan.excess = largest_excess(gas);
  const double largest = largest_contact_distance(gas);
  double smallest = largest;
  for (const SphereSpecies& one : gas.species)
    smallest = std::min(smallest, one.least_diameter() + plan.excess);
  if (smallest < largest) plan_levels(gas, start, largest, smallest, plan);
  const bool is_level = plan.least_edges.size() == 1 && plan.wide.empty();
  if (is_level) {
    // Few particles have smaller cells than their density asks for.
    plan.least_edges[0] = edge_for_nearest(gas.box, plan.least_edges[0], largest);
    plan.diameter = largest;
    plan.overlapping_edge = overlapping_edge(gas, start.size());
  }
  if (start.size() <= kFew && !nearest_image_holds(gas.box, plan, start.size()) &&
      cells_for_wide(gas.box, largest))
    return plan_for_all(start.size(), largest);
  return plan;
}

template double cell_edge(const Gas<2>&, std::size_t, double);
template double cell_edge(const Gas<3>&, std::size_t, double);
template CellPlan plan_cells(const Gas<2>&, const State<2>&, double);
template CellPlan plan_cells(const Gas<3>&, const State<3>&, double);

}  // namespace clausius
