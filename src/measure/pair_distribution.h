#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "statistics/blocked_sums.h"

namespace clausius {

/// The radial distribution functions g_ij(r) of spheres or disks in a periodic box, for each pair
/// of species from contact up to two of the largest diameters beyond (or half the box): number of
/// pairs found relative to that of equally many randomly placed particles. Pairs are found through
/// cells.
template <int Dim>
class PairDistribution {
 public:
  PairDistribution(const Box<Dim>& box, std::vector<SphereSpecies> species,
                   std::vector<double> count);
  /// Pairs within one species, in a given number of bins of a given width.
  PairDistribution(const Box<Dim>& box, const SphereSpecies& species, double count, double width,
                   std::size_t bins);

  /// Takes an equal-time sample. @return number of pairs examined, as a measure of cost
  std::int64_t sample(const State<Dim>& state);

  /// g of the two species at a distance; empty: not known.
  using Theory = std::function<std::optional<double>(std::size_t, std::size_t, double)>;

  /// `contact_value_extrapolated` of each pair: the value at contact of a cubic fitted to the bins
  /// within a third of the largest diameter from contact.
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const Theory& theory,
                                                    const std::string& source) const;
  /// `pair_distribution`
  [[nodiscard]] Table table(const std::vector<std::string>& names, const UnitNames& units,
                            const Theory& theory) const;
  /// The mean over the first bins of the first pair, and its theory with its relative uncertainty.
  [[nodiscard]] std::optional<Observable> mean_of(std::size_t bins, const std::string& name,
                                                  const Theory& theory, const std::string& source,
                                                  double uncertainty) const;
  /// A theoretical column "g_NAME", with a row for each row of table().
  [[nodiscard]] Table::Column column(const std::string& name, const Theory& theory) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(sums_);
  }

 private:
  struct Pair {
    std::size_t first, second;
    double contact;          // σ_ij
    std::size_t begin, end;  // range of its bins
  };
  void set_bins(std::size_t most);
  /// The bin of a distance; `none` beyond the last.
  void count(std::uint8_t first, std::uint8_t second, double distance_sq);
  [[nodiscard]] double edge(const Pair& pair, std::size_t bin) const;
  /// Whether the pair has two particles, and there is a sample.
  [[nodiscard]] bool is_counted(const Pair& pair) const;
  /// Factor that converts the mean count of a bin to g.
  [[nodiscard]] double weight(const Pair& pair, std::size_t bin) const;
  /// The mean of `theory` over a bin's shell, by Simpson's rule.
  [[nodiscard]] double mean_over(const Pair& pair, std::size_t bin, const Theory& theory) const;
  std::int64_t count_in_cells(const State<Dim>& state);
  std::int64_t count_all(const State<Dim>& state);

  Box<Dim> box_;
  std::vector<SphereSpecies> species_;
  std::vector<double> count_;
  double width_, reach_ = 0;  // width of a bin; the largest distance
  std::vector<Pair> pairs_;
  std::vector<std::size_t> pair_of_;  // species × species
  std::vector<double> counts_;        // scratch: counts of the current sample
  BlockedSums sums_;                  // counts of all bins; one block per sample
};

}  // namespace clausius
