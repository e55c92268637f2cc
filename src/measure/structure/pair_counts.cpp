#include "measure/structure/pair_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/elementary.h"
#include "measure/structure/cell_lists.h"
#include "theory/fluid/structure.h"

namespace clausius {

namespace {

// Cells with less than half a particle do not speed up a search.
template <int Dim>
double least_edge(const Box<Dim>& box, std::size_t particles) {
  return portable::pow(2 * box.volume() / static_cast<double>(particles), 1.0 / Dim);
}

}  // namespace

template <int Dim>
PairCounts<Dim>::PairCounts(const Box<Dim>& box, const std::vector<double>& count,
                            std::vector<DistanceBins> pairs, std::optional<std::size_t> centres)
    : box_(box),
      count_(count),
      from_centres_(centres.has_value()),
      pairs_(std::move(pairs)),
      pair_of_(count.size() * count.size()),
      sums_(0, 0) {
  const double particles = std::accumulate(count.begin(), count.end(), 0.0);
  for (const double one : count)
    centres_.push_back(static_cast<std::size_t>(
        centres ? std::min(one, std::ceil(static_cast<double>(*centres) * one / particles)) : one));
  std::size_t bins = 0;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    DistanceBins& pair = pairs_[p];
    pair.begin = bins;
    bins += pair.bins;
    if (pair.bins > 0) reach_ = std::max(reach_, pair.end());
    pair_of_[pair.first * count.size() + pair.second] =
        pair_of_[pair.second * count.size() + pair.first] = p;
  }
  counts_.resize(bins);
  sums_ = BlockedSums(1, bins);
}

template <int Dim>
void PairCounts<Dim>::count(std::uint8_t first, std::uint8_t second, double distance_sq) {
  const DistanceBins& pair = pairs_[pair_of_[first * count_.size() + second]];
  const double place = (std::sqrt(distance_sq) - pair.from) / pair.width;
  if (place < 0 && from_centres_) return;
  const auto bin = static_cast<std::size_t>(std::max(0.0, place));
  if (bin < pair.bins) ++counts_[pair.begin + bin];
}

template <int Dim>
std::int64_t PairCounts<Dim>::sample(const State<Dim>& state) {
  std::fill(counts_.begin(), counts_.end(), 0.0);
  // With fewer cells a pair would be found twice.
  const bool cells = box_.size.minCoeff() >= 3 * reach_;
  const std::int64_t looked_at = from_centres_ ? count_from_centres(state)
                                 : cells       ? count_in_cells(state)
                                               : count_all(state);
  ++samples_;
  sums_.add(0, counts_);
  sums_.end_block();
  return looked_at;
}

template <int Dim>
std::int64_t PairCounts<Dim>::count_all(const State<Dim>& state) {
  for (std::size_t i = 0; i < state.size(); ++i)
    for (std::size_t j = i + 1; j < state.size(); ++j) {
      const double sq = box_.minimum_image(state.position[j] - state.position[i]).squaredNorm();
      if (sq < reach_ * reach_) count(state.species[i], state.species[j], sq);
    }
  const auto n = static_cast<std::int64_t>(state.size());
  return n * (n - 1) / 2;
}

// The cells are at least as wide as the range.
template <int Dim>
std::int64_t PairCounts<Dim>::count_in_cells(const State<Dim>& state) {
  const CellLists<Dim> lists(box_, state, std::max(reach_, least_edge(box_, state.size())), 3);
  std::int64_t looked_at = 0;
  lists.visit_pairs(box_, [&](const auto& point, const Vec<Dim>& image, const auto& others) {
    const Vec<Dim> r = point.r - image;
    for (const auto& other : others) {
      const double sq = (other.r - r).squaredNorm();
      if (sq < reach_ * reach_) count(point.species, other.species, sq);
    }
    looked_at += std::ssize(others);
  });
  return looked_at;
}

// Both orders of a pair count, since each may be that of a centre and its neighbour. The cells have
// half the edge of the range; where it spans an axis, all cells along that axis are looked at.
template <int Dim>
std::int64_t PairCounts<Dim>::count_from_centres(const State<Dim>& state) {
  const CellLists<Dim> lists(box_, state, std::max(0.5 * reach_, least_edge(box_, state.size())),
                             1);
  std::array<int, Dim> low, high;  // offsets of the cells to look at
  for (int k = 0; k < Dim; ++k) {
    const int cells = lists.cells[k];
    const int around = static_cast<int>(std::ceil(reach_ / box_.size[k] * cells));
    const bool all = 2 * around + 1 >= cells;
    low[k] = all ? -(cells / 2) : -around;
    high[k] = all ? low[k] + cells - 1 : around;
  }
  std::vector<std::vector<std::uint32_t>> ids(count_.size());
  for (std::size_t i = 0; i < state.size(); ++i)
    ids[state.species[i]].push_back(static_cast<std::uint32_t>(i));
  std::int64_t looked_at = 0;
  const auto look_around = [&](std::uint32_t id) {
    std::array<int, Dim> offset = low;
    for (;;) {
      const std::size_t cell = lists.at(box_, lists.cell_of[id], offset).cell;
      for (std::uint32_t j = lists.begin[cell]; j < lists.begin[cell + 1]; ++j) {
        if (lists.points[j].id == id) continue;
        const double sq = box_.minimum_image(lists.points[j].r - state.position[id]).squaredNorm();
        if (sq < reach_ * reach_) count(state.species[id], lists.points[j].species, sq);
      }
      looked_at += lists.begin[cell + 1] - lists.begin[cell];
      int k = 0;
      while (k < Dim && offset[k] == high[k]) {
        offset[k] = low[k];
        ++k;
      }
      if (k == Dim) return;
      ++offset[k];
    }
  };
  for (std::size_t s = 0; s < ids.size(); ++s)
    for (std::size_t c = 0; c < centres_[s]; ++c)
      look_around(ids[s][(c * ids[s].size() / centres_[s] + samples_) % ids[s].size()]);
  return looked_at;
}

template <int Dim>
double PairCounts<Dim>::weight(const DistanceBins& pair, std::size_t bin) const {
  const double shell =
      volume_of_ball(Dim, pair.edge(bin + 1)) - volume_of_ball(Dim, pair.edge(bin));
  const auto [i, j] = std::pair{pair.first, pair.second};
  const auto chosen = [&](std::size_t s) { return static_cast<double>(centres_[s]); };
  // Ordered pairs of a centre and another particle.
  const double ordered =
      i == j ? chosen(i) * (count_[i] - 1) : chosen(i) * count_[j] + chosen(j) * count_[i];
  return box_.volume() / ((from_centres_ ? ordered : 0.5 * ordered) * shell);
}

template <int Dim>
bool PairCounts<Dim>::is_counted(const DistanceBins& pair) const {
  return pair.bins > 0 && !std::isinf(weight(pair, 0)) && sums_.samples(0) > 0;
}

template <int Dim>
BlockedSums::Estimate PairCounts<Dim>::sum(const DistanceBins& pair,
                                           const std::vector<double>& weights) const {
  std::vector<BlockedSums::Term> terms;
  terms.reserve(weights.size());
  for (std::size_t b = 0; b < weights.size(); ++b)
    terms.push_back({0, pair.begin + b, weights[b] * weight(pair, b)});
  return sums_.estimate(terms).value();
}

template <int Dim>
BlockedSums::Estimate PairCounts<Dim>::mean(const DistanceBins& pair, std::size_t bin) const {
  const double one = weight(pair, bin);
  BlockedSums::Estimate g = sums_.mean(0, pair.begin + bin, one).value();
  if (g.value <= 0) g.error = StandardError{one / sums_.samples(0)};
  return g;
}

template class PairCounts<2>;
template class PairCounts<3>;

}  // namespace clausius
