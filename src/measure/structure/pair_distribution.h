#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/structure/pair_counts.h"

namespace clausius {

/// The radial distribution functions g_ij(r) of spheres or disks in a periodic box, for each pair
/// of species from contact on: number of pairs found relative to that of equally many randomly
/// placed particles. Up to two diameters (of the smaller species) beyond contact all pairs are
/// counted, in bins of 0.04 diameters; from there up to the range of the structure in wider bins,
/// and around some of the particles only, since there are many more pairs.
template <int Dim>
class PairDistribution {
 public:
  /// The largest distance of g(r) that is measured if none is given: half of the shortest edge, or
  /// ten of the largest contact distances if that is less.
  static double usual_range(const Gas<Dim>& gas);

  PairDistribution(const Gas<Dim>& gas, const std::vector<double>& count, double range);
  /// Pairs within one species near contact, in a given number of bins of a given width.
  PairDistribution(const Box<Dim>& box, const SphereSpecies& species, double count, double width,
                   std::size_t bins);

  /// Takes an equal-time sample of the pairs near contact, or of those far from it.
  /// @return number of pairs examined, as a measure of cost
  std::int64_t sample(const State<Dim>& state) { return near_.sample(state); }
  std::int64_t sample_far(const State<Dim>& state) { return far_.sample(state); }

  /// g of the two species at a distance; empty: not known.
  using Theory = std::function<std::optional<double>(std::size_t, std::size_t, double)>;

  /// `contact_value_extrapolated` of each pair: the value at contact of a cubic fitted to the bins
  /// within a third of a diameter from contact.
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
    archive(near_, far_);
  }

 private:
  PairDistribution(const Box<Dim>& box, const std::vector<double>& count,
                   std::vector<DistanceBins> near, std::vector<DistanceBins> far);
  /// Calls `use(counts, pair, bin)` for each row of table().
  template <class Use>
  void for_each_row(const Use& use) const;

  PairCounts<Dim> near_, far_;
};

}  // namespace clausius
