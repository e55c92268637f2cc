#include "measure/pair_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "statistics/extrapolation.h"

namespace clausius {

namespace {

constexpr double kShownReach = 2;       // beyond contact, in largest diameters
constexpr std::size_t kBinsShown = 50;  // number of bins over that range
constexpr std::size_t kFittedBins = 8;  // in the extrapolation to contact
constexpr int kFittedDegree = 3;

// Volume of a ball (area of a disk) of this radius.
double ball(int d, double r) { return std::numbers::pi * (d == 3 ? 4.0 / 3 * r * r * r : r * r); }

}  // namespace

template <int Dim>
PairDistribution<Dim>::PairDistribution(const Box<Dim>& box, std::vector<SphereSpecies> species,
                                        std::vector<double> count)
    : box_(box), species_(std::move(species)), count_(std::move(count)), sums_(0, 0) {
  double largest = 0;
  for (const SphereSpecies& one : species_) largest = std::max(largest, one.diameter);
  width_ = kShownReach * largest / static_cast<double>(kBinsShown);
  set_bins(kBinsShown);
}

template <int Dim>
PairDistribution<Dim>::PairDistribution(const Box<Dim>& box, const SphereSpecies& species,
                                        double count, double width, std::size_t bins)
    : box_(box), species_{species}, count_{count}, width_(width), sums_(0, 0) {
  set_bins(bins);
}

template <int Dim>
void PairDistribution<Dim>::set_bins(std::size_t most) {
  const double half = 0.5 * box_.size.minCoeff();
  pair_of_.resize(species_.size() * species_.size());
  std::size_t bins = 0;
  for (std::size_t i = 0; i < species_.size(); ++i)
    for (std::size_t j = i; j < species_.size(); ++j) {
      const double contact = 0.5 * (species_[i].diameter + species_[j].diameter);
      const auto own =
          std::min(most, static_cast<std::size_t>(std::max(0.0, (half - contact) / width_)));
      pair_of_[i * species_.size() + j] = pair_of_[j * species_.size() + i] = pairs_.size();
      pairs_.push_back({i, j, contact, bins, bins + own});
      bins += own;
      reach_ = std::max(reach_, contact + width_ * static_cast<double>(own));
    }
  counts_.resize(bins);
  sums_ = BlockedSums(1, bins);
}

template <int Dim>
void PairDistribution<Dim>::count(std::uint8_t first, std::uint8_t second, double distance_sq) {
  const Pair& pair = pairs_[pair_of_[first * species_.size() + second]];
  const double beyond = std::max(0.0, std::sqrt(distance_sq) - pair.contact);
  const std::size_t bin = pair.begin + static_cast<std::size_t>(beyond / width_);
  if (bin < pair.end) ++counts_[bin];
}

template <int Dim>
std::int64_t PairDistribution<Dim>::sample(const State<Dim>& state) {
  std::fill(counts_.begin(), counts_.end(), 0.0);
  // With fewer cells a pair would be found twice.
  const bool cells = box_.size.minCoeff() >= 3 * reach_;
  const std::int64_t looked_at = cells ? count_in_cells(state) : count_all(state);
  sums_.add(0, counts_);
  sums_.end_block();
  return looked_at;
}

template <int Dim>
std::int64_t PairDistribution<Dim>::count_all(const State<Dim>& state) {
  for (std::size_t i = 0; i < state.size(); ++i)
    for (std::size_t j = i + 1; j < state.size(); ++j) {
      const double sq = box_.minimum_image(state.position[j] - state.position[i]).squaredNorm();
      if (sq < reach_ * reach_) count(state.species[i], state.species[j], sq);
    }
  const auto n = static_cast<std::int64_t>(state.size());
  return n * (n - 1) / 2;
}

// Particles sorted by cells at least as wide as the range, at least three per axis; each cell is
// combined with itself and half of its neighbours.
template <int Dim>
std::int64_t PairDistribution<Dim>::count_in_cells(const State<Dim>& state) {
  struct Point {
    Vec<Dim> r;
    std::uint8_t species;
  };
  // Cells with less than half a particle do not speed up the search.
  const double edge = std::max(
      reach_, portable::pow(2 * box_.volume() / static_cast<double>(state.size()), 1.0 / Dim));
  std::array<int, Dim> cells;
  std::size_t total = 1;
  for (int k = 0; k < Dim; ++k) {
    cells[k] = std::max(3, static_cast<int>(box_.size[k] / edge));
    total *= static_cast<std::size_t>(cells[k]);
  }
  std::vector<std::uint32_t> cell_of(state.size()), begin(total + 1);
  for (std::size_t i = 0; i < state.size(); ++i) {
    std::uint32_t cell = 0;
    for (int k = 0; k < Dim; ++k)
      cell =
          cell * static_cast<std::uint32_t>(cells[k]) +
          static_cast<std::uint32_t>(std::clamp(
              static_cast<int>(state.position[i][k] / box_.size[k] * cells[k]), 0, cells[k] - 1));
    cell_of[i] = cell;
    ++begin[cell + 1];
  }
  for (std::size_t c = 0; c < total; ++c) begin[c + 1] += begin[c];
  std::vector<Point> points(state.size());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < state.size(); ++i)
    points[next[cell_of[i]]++] = {state.position[i], state.species[i]};

  const double reach_sq = reach_ * reach_;
  std::int64_t looked_at = 0;
  const auto compare = [&](const Point& point, const Vec<Dim>& image, std::uint32_t from,
                           std::uint32_t to) {
    const Vec<Dim> r = point.r - image;
    for (std::uint32_t j = from; j < to; ++j) {
      const double sq = (points[j].r - r).squaredNorm();
      if (sq < reach_sq) count(point.species, points[j].species, sq);
    }
    looked_at += to - from;
  };
  constexpr int kNeighbours = Dim == 3 ? 27 : 9;
  for (std::size_t c = 0; c < total; ++c) {
    for (std::uint32_t i = begin[c]; i < begin[c + 1]; ++i)
      compare(points[i], Vec<Dim>::Zero(), i + 1, begin[c + 1]);
    for (int neighbour = kNeighbours / 2 + 1; neighbour < kNeighbours; ++neighbour) {
      std::size_t other = 0, scale = 1;
      Vec<Dim> image = Vec<Dim>::Zero();  // displacement of the neighbour's points
      std::size_t rest = c;
      int code = neighbour;
      for (int k = Dim - 1; k >= 0; --k) {
        const auto along = static_cast<std::size_t>(cells[k]);
        int at = static_cast<int>(rest % along) + code % 3 - 1;
        if (at < 0) image[k] = -box_.size[k];
        if (at >= cells[k]) image[k] = box_.size[k];
        at = (at + cells[k]) % cells[k];
        other += scale * static_cast<std::size_t>(at);
        scale *= along;
        rest /= along;
        code /= 3;
      }
      for (std::uint32_t i = begin[c]; i < begin[c + 1]; ++i)
        compare(points[i], image, begin[other], begin[other + 1]);
    }
  }
  return looked_at;
}

template <int Dim>
double PairDistribution<Dim>::edge(const Pair& pair, std::size_t bin) const {
  return pair.contact + width_ * static_cast<double>(bin - pair.begin);
}

template <int Dim>
double PairDistribution<Dim>::weight(const Pair& pair, std::size_t bin) const {
  const double shell = ball(Dim, edge(pair, bin + 1)) - ball(Dim, edge(pair, bin));
  const double pairs = pair.first == pair.second
                           ? 0.5 * count_[pair.first] * (count_[pair.first] - 1)
                           : count_[pair.first] * count_[pair.second];
  return box_.volume() / (pairs * shell);
}

template <int Dim>
bool PairDistribution<Dim>::is_counted(const Pair& pair) const {
  return pair.end > pair.begin && !std::isinf(weight(pair, pair.begin)) &&
         sums_.mean(0, pair.begin).has_value();
}

template <int Dim>
std::vector<Observable> PairDistribution<Dim>::observables(const std::vector<std::string>& names,
                                                           const Theory& theory,
                                                           const std::string& source) const {
  std::vector<Observable> all;
  const auto weights = extrapolation_weights(kFittedBins, kFittedDegree);
  for (const Pair& pair : pairs_) {
    if (pair.end - pair.begin < kFittedBins || !is_counted(pair)) continue;
    std::vector<BlockedSums::Term> terms;
    terms.reserve(kFittedBins);
    for (std::size_t b = 0; b < kFittedBins; ++b)
      terms.push_back({0, pair.begin + b, weights[b] * weight(pair, pair.begin + b)});
    const auto value = sums_.estimate(terms);
    if (!value) continue;
    Prediction expected;
    if (const auto g = theory(pair.first, pair.second, pair.contact))
      expected = TheoryValue{*g, source};
    all.push_back(observable(names.size() > 1 ? fmt::format("contact_value_extrapolated_{}_{}",
                                                            names[pair.first], names[pair.second])
                                              : "contact_value_extrapolated",
                             value->value, value->error, expected, "1"));
  }
  return all;
}

template <int Dim>
double PairDistribution<Dim>::mean_over(const Pair& pair, std::size_t bin,
                                        const Theory& theory) const {
  const double from = edge(pair, bin), to = edge(pair, bin + 1);
  double sum = 0, weights = 0;
  for (const auto& [r, w] : {std::pair{from, 1.0}, {0.5 * (from + to), 4.0}, {to, 1.0}}) {
    const double shell = w * portable::pow(r, Dim - 1);
    sum += shell * theory(pair.first, pair.second, r).value_or(kNaN);
    weights += shell;
  }
  return sum / weights;
}

template <int Dim>
std::optional<Observable> PairDistribution<Dim>::mean_of(std::size_t bins, const std::string& name,
                                                         const Theory& theory,
                                                         const std::string& source,
                                                         double uncertainty) const {
  const Pair& pair = pairs_.front();
  if (!is_counted(pair)) return std::nullopt;
  const std::size_t end = std::min(pair.begin + bins, pair.end);
  const double all = ball(Dim, edge(pair, end)) - ball(Dim, pair.contact);
  std::vector<BlockedSums::Term> terms;
  double expected = 0;
  for (std::size_t b = pair.begin; b < end; ++b) {
    const double part = (ball(Dim, edge(pair, b + 1)) - ball(Dim, edge(pair, b))) / all;
    terms.push_back({0, b, part * weight(pair, b)});
    expected += part * mean_over(pair, b, theory);
  }
  const auto value = sums_.estimate(terms);
  return observable(name, value->value, value->error,
                    std::isnan(expected)
                        ? std::nullopt
                        : std::optional(TheoryValue{expected, source, uncertainty * expected}),
                    "1");
}

template <int Dim>
Table::Column PairDistribution<Dim>::column(const std::string& name, const Theory& theory) const {
  std::vector<double> values;
  for (const Pair& pair : pairs_)
    for (std::size_t bin = pair.begin; bin < pair.end && is_counted(pair); ++bin)
      values.push_back(mean_over(pair, bin, theory));
  return {"g_" + name, "1", std::move(values)};
}

template <int Dim>
Table PairDistribution<Dim>::table(const std::vector<std::string>& names, const UnitNames& units,
                                   const Theory& theory) const {
  std::vector<std::string> first, second;
  std::vector<double> distance, value, error, expected;
  for (const Pair& pair : pairs_)
    for (std::size_t bin = pair.begin; bin < pair.end && is_counted(pair); ++bin) {
      const auto g = sums_.mean(0, bin, weight(pair, bin));
      first.push_back(names[pair.first]);
      second.push_back(names[pair.second]);
      distance.push_back(0.5 * (edge(pair, bin) + edge(pair, bin + 1)));
      value.push_back(g->value);
      // Where no pair was found, one might have been.
      error.push_back(g->value > 0 ? value_or_nan(g->error) : weight(pair, bin) / sums_.samples(0));
      expected.push_back(mean_over(pair, bin, theory));
    }
  return {"pair_distribution",
          {{"first", "", std::move(first)},
           {"second", "", std::move(second)},
           {"distance", units.length, std::move(distance)},
           {"g", "1", std::move(value)},
           {"g_error", "1", std::move(error)},
           {"g_theory", "1", std::move(expected)}}};
}

template class PairDistribution<2>;
template class PairDistribution<3>;

}  // namespace clausius
