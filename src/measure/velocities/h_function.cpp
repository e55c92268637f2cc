#include "measure/velocities/h_function.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/elementary.h"
#include "core/special_functions.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

constexpr std::size_t kLeastParticles = 100;
constexpr double kLeastExpected = 25;
constexpr std::size_t kMostEntropyBins = 100;
// Number of cells of the lookup table per unit of v², so narrow that none contains two edges (for
// disks these are 0.02 apart, for spheres 0.04), and the last of them, which contains all higher
// values.
constexpr double kGuideCells = 64;
constexpr double kGuideEnd = 1023;

// Part of the variance of v² between, not within, the bins of equal probability with these upper
// edges (in cells of the lookup table).
double explained(int dimensions, const std::vector<double>& upper_edges) {
  const double shape = 0.5 * dimensions;  // mean and variance of v²/2, which is gamma distributed
  double between = 0, below = 0;
  for (const double edge : upper_edges) {
    const double up_to =
        std::isinf(edge) ? shape : shape * portable::gamma_p(shape + 1, edge / (2 * kGuideCells));
    const double mean = (up_to - below) * static_cast<double>(upper_edges.size());
    between += (mean - shape) * (mean - shape) / static_cast<double>(upper_edges.size());
    below = up_to;
  }
  return between / shape;
}

}  // namespace

HFunction::HFunction(int dimensions, std::size_t particles) : dimensions_(dimensions) {
  if (particles < kLeastParticles) return;
  const auto n = static_cast<double>(particles);
  // Bins of equal probability: v²/2 has a gamma distribution with shape d/2.
  const auto bins = std::min(kMostEntropyBins, static_cast<std::size_t>(n / kLeastExpected));
  const auto count = static_cast<double>(bins);
  for (std::size_t i = 1; i <= bins; ++i) {
    const double quantile = static_cast<double>(i) / count;
    upper_edges_.push_back(i == bins ? std::numeric_limits<double>::infinity()
                                     : kGuideCells * 2 *
                                           portable::gamma_p_inv(0.5 * dimensions, quantile));
  }
  for (double cell = 0; cell <= kGuideEnd; ++cell)
    guide_.push_back(static_cast<std::uint8_t>(
        std::upper_bound(upper_edges_.begin(), upper_edges_.end(), cell) - upper_edges_.begin()));
  // Second order in 1/n: (B − 1)/2n + (Σ 1/p − 1)/12n². Of the B − 1 free counts, the given ⟨v²⟩
  // fixes one, except for the scatter of v² within the bins.
  bias_ = (count - 1 - explained(dimensions, upper_edges_)) / (2 * n) +
          (count * count - 1) / (12 * n * n);
}

std::optional<double> HFunction::operator()(std::span<const double> squared_speeds,
                                            double mean) const {
  if (upper_edges_.empty()) return std::nullopt;
  std::vector<std::int64_t> counts(upper_edges_.size());
  const double in_cells = kGuideCells * dimensions_ / mean;
  for (const double v2 : squared_speeds) {
    const double at = v2 * in_cells;
    const std::size_t first = guide_[static_cast<std::size_t>(std::min(at, kGuideEnd))];
    ++counts[first + static_cast<std::size_t>(at >= upper_edges_[first])];
  }
  double relative_entropy = -bias_;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const double p = static_cast<double>(counts[i]) / static_cast<double>(squared_speeds.size());
    relative_entropy += p * portable::log(p * static_cast<double>(counts.size()));
  }
  return equilibrium(dimensions_) + relative_entropy;
}

double HFunction::equilibrium(int dimensions) { return MaxwellLaw(dimensions, 1, 1).h(); }

}  // namespace clausius
