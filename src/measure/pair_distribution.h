#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "statistics/blocked_sums.h"

namespace clausius {

/// The radial distribution functions g_ij(r) of spheres or disks in a periodic box, of each pair of
/// species from contact up to two of the largest diameters farther (or half the box): pairs found
/// over those of as many particles placed at random. Pairs are found through cells.
template <int Dim>
class PairDistribution {
 public:
  PairDistribution(const Box<Dim>& box, std::vector<SphereSpecies> species,
                   std::vector<double> count);
  /// Pairs of one species, in so many bins of a width of one's own.
  PairDistribution(const Box<Dim>& box, const SphereSpecies& species, double count, double width,
                   std::size_t bins);

  /// An equal-time sample. @return how many pairs it looked at, the cost
  std::int64_t sample(const State<Dim>& state);

  /// g of the two species at a distance; empty: not known.
  using Theory = std::function<std::optional<double>(std::size_t, std::size_t, double)>;

  /// `contact_value_extrapolated` of each pair: the cubic through the bins within a third of the
  /// largest diameter of contact, there.
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const Theory& theory,
                                                    const std::string& source) const;
  /// `pair_distribution`
  [[nodiscard]] Table table(const std::vector<std::string>& names, const UnitNames& units,
                            const Theory& theory) const;
  /// The mean over the first bins of the first pair, and its theory.
  [[nodiscard]] std::optional<Observable> mean_of(std::size_t bins, const std::string& name,
                                                  const Theory& theory,
                                                  const std::string& source) const;
  /// A column "g_NAME" of what a theory says, a row for each of table().
  [[nodiscard]] Table::Column column(const std::string& name, const Theory& theory) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(sums_);
  }

 private:
  struct Pair {
    std::size_t first, second;
    double contact;          // σ_ij
    std::size_t begin, end;  // of its bins
  };
  void set_bins(std::size_t most);
  /// The bin of a distance; `none` beyond the last.
  void count(std::uint8_t first, std::uint8_t second, double distance_sq);
  [[nodiscard]] double edge(const Pair& pair, std::size_t bin) const;
  /// Whether there are two of them, and a sample.
  [[nodiscard]] bool is_counted(const Pair& pair) const;
  /// What turns the mean count of a bin into g.
  [[nodiscard]] double weight(const Pair& pair, std::size_t bin) const;
  /// The mean over a bin's shell of what `theory` says, by Simpson's rule.
  [[nodiscard]] double mean_over(const Pair& pair, std::size_t bin, const Theory& theory) const;
  std::int64_t count_in_cells(const State<Dim>& state);
  std::int64_t count_all(const State<Dim>& state);

  Box<Dim> box_;
  std::vector<SphereSpecies> species_;
  std::vector<double> count_;
  double width_, reach_ = 0;  // of a bin; the largest distance
  std::vector<Pair> pairs_;
  std::vector<std::size_t> pair_of_;  // species × species
  std::vector<double> counts_;        // of the sample under way, scratch
  BlockedSums sums_;                  // of the counts of all bins; a block a sample
};

}  // namespace clausius
