#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "statistics/blocked_sums.h"

namespace clausius {

/// Distances of the pairs of two species, in bins of one width.
struct DistanceBins {
  std::size_t first, second;  ///< species, `first` ≤ `second`
  double from;                ///< lower edge of the first bin, which also has all that is closer
  double width;
  std::size_t bins;
  std::size_t begin = 0;  ///< place of the first bin among those of all pairs

  /// Lower edge of a bin, or upper edge of the one before.
  [[nodiscard]] double edge(std::size_t bin) const {
    return from + width * static_cast<double>(bin);
  }
  [[nodiscard]] double end() const { return edge(bins); }
};

/// Numbers of pairs of spheres or disks in a periodic box by species and distance, relative to
/// those of equally many randomly placed particles. Pairs are found through cells.
template <int Dim>
class PairCounts {
 public:
  /// @param centres  number of particles whose neighbours a sample counts; empty: all
  PairCounts(const Box<Dim>& box, const std::vector<double>& count, std::vector<DistanceBins> pairs,
             std::optional<std::size_t> centres = {});

  /// Takes an equal-time sample. @return number of pairs examined, as a measure of cost
  std::int64_t sample(const State<Dim>& state);

  [[nodiscard]] const std::vector<DistanceBins>& pairs() const { return pairs_; }
  /// Whether the species have a pair of particles and bins, and there is a sample.
  [[nodiscard]] bool is_counted(const DistanceBins& pair) const;
  /// Factor that converts the mean number of pairs in a bin to g.
  [[nodiscard]] double weight(const DistanceBins& pair, std::size_t bin) const;
  /// Σ weights · g of the first bins, as many as there are weights. @pre is_counted()
  [[nodiscard]] BlockedSums::Estimate sum(const DistanceBins& pair,
                                          const std::vector<double>& weights) const;
  /// g in a bin. Where no pair was found, one might have been: the error of one.
  [[nodiscard]] BlockedSums::Estimate mean(const DistanceBins& pair, std::size_t bin) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(sums_, samples_);
  }

 private:
  void count(std::uint8_t first, std::uint8_t second, double distance_sq);
  std::int64_t count_in_cells(const State<Dim>& state);
  std::int64_t count_all(const State<Dim>& state);
  std::int64_t count_from_centres(const State<Dim>& state);

  Box<Dim> box_;
  std::vector<double> count_;         // particles of each species
  std::vector<std::size_t> centres_;  // particles of each species whose neighbours are counted
  bool from_centres_;                 // rather than each pair once
  double reach_ = 0;                  // the largest distance
  std::vector<DistanceBins> pairs_;
  std::vector<std::size_t> pair_of_;  // species × species
  std::vector<double> counts_;        // scratch: counts of the current sample
  BlockedSums sums_;                  // counts of all bins; one block per sample
  std::uint64_t samples_ = 0;         // so far, by which centres are chosen in turn
};

}  // namespace clausius
