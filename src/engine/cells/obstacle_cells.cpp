#include "engine/cells/obstacle_cells.h"

#include "core/elementary.h"

namespace clausius {

namespace {

// Number of obstacles from which cells are faster than a loop over all.
constexpr std::size_t kWorthCells = 8;
// Largest number of cells per obstacle.
constexpr double kMostCells = 64;
// In box edges: more than the rounding of positions and of times of contact.
constexpr double kMargin = 1e-9;

}  // namespace

template <int Dim>
ObstacleCells<Dim>::ObstacleCells(const Gas<Dim>& gas)
    : reach_(0.5 * kWider * largest_diameter(gas) + kMargin * gas.box.size.maxCoeff()),
      periodic_(gas.box.periodic) {
  const auto& obstacles = gas.boundary.obstacles;
  if (obstacles.size() < kWorthCells) return;
  extents_.reserve(obstacles.size());
  for (const Obstacle<Dim>& one : obstacles) {
    const auto [low, high] = extent(one.shape);
    extents_.emplace_back(low.array() - reach_, high.array() + reach_);
  }
  begin_.assign(divide(gas.box.size) + 1, 0);
  for (std::size_t i = 0; i < obstacles.size(); ++i)
    for_each_cell_of(i, [&](const Place& place) { ++begin_[index_of(place) + 1]; });
  for (std::size_t cell = 1; cell < begin_.size(); ++cell) begin_[cell] += begin_[cell - 1];
  entries_.resize(begin_.back());
  std::vector<std::uint32_t> end(begin_.begin(), begin_.end() - 1);
  for (std::size_t i = 0; i < obstacles.size(); ++i)
    for_each_cell_of(i, [&](const Place& place) {
      Entry& entry = entries_[end[index_of(place)]++];
      entry.obstacle = static_cast<std::uint32_t>(i);
      for (int k = 0; k < Dim; ++k) entry.boxes[k] = static_cast<std::int32_t>(-place.boxes[k]);
    });
}

// Cells are about as wide as the distance between obstacles, but not much narrower than these.
// @return their number
template <int Dim>
std::size_t ObstacleCells<Dim>::divide(const Vec<Dim>& box) {
  const auto number = static_cast<double>(extents_.size());
  Vec<Dim> first = box, last = Vec<Dim>::Zero(), width = Vec<Dim>::Zero();
  for (const auto& [low, high] : extents_) {
    first = first.cwiseMin(low);
    last = last.cwiseMax(high);
    width += (high - low) / number;
  }
  const Vec<Dim> room = (last - first).cwiseMin(box);
  const double most = kMostCells * number;
  double distance = portable::pow(room.prod() / number, 1.0 / Dim), cells = kNever;
  for (; cells > most; distance *= 1.25) {
    cells = 1;
    for (int k = 0; k < Dim; ++k) {
      const double along = box[k] / std::max(distance, 0.5 * width[k]);
      count_[k] = static_cast<std::int64_t>(std::clamp(along, 1.0, most));
      edge_[k] = box[k] / static_cast<double>(count_[k]);
      cells *= static_cast<double>(count_[k]);
    }
  }
  return static_cast<std::size_t>(cells);
}

// Calls take(place) for the cells within reach of an obstacle.
template <int Dim>
template <class Take>
void ObstacleCells<Dim>::for_each_cell_of(std::size_t obstacle, const Take& take) const {
  const auto& [low, high] = extents_[obstacle];
  std::array<std::int64_t, Dim> first, last, cell;
  for (int k = 0; k < Dim; ++k) {
    const auto cell_at = [&](double x) {
      const auto unbounded = static_cast<std::int64_t>(std::floor(x / edge_[k]));
      return periodic_[k] ? unbounded : std::clamp<std::int64_t>(unbounded, 0, count_[k] - 1);
    };
    first[k] = cell_at(low[k]);
    last[k] = cell_at(high[k]);
  }
  cell = first;
  for (int k = 0; k < Dim;) {
    take(place_at(cell));
    for (k = 0; k < Dim && ++cell[k] > last[k]; ++k) cell[k] = first[k];
  }
}

template class ObstacleCells<2>;
template class ObstacleCells<3>;

}  // namespace clausius
