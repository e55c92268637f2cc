#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/structure/pair_distribution.h"
#include "measure/structure/structure_theory.h"

namespace clausius {

/// Pair distribution of the largest particles in a bath of small ones at most half as wide: up to
/// two of the smallest diameters from contact, ten bins each. They are few, and the small ones
/// between them matter, so they are counted more often than other pairs.
template <int Dim>
class Depletion {
 public:
  /// @return empty if there is no such bath, or there are fewer than two particles in it
  static std::optional<Depletion> of(const Box<Dim>& box, const std::vector<SphereSpecies>& species,
                                     const std::vector<double>& count);

  /// Takes an equal-time sample. @return number of pairs examined, as a measure of cost
  std::int64_t sample(const State<Dim>& state);

  /// `depletion_well_NAME`: the mean of g from contact to the distance at which the smallest
  /// particles fit between, over which excluded volumes overlap.
  [[nodiscard]] std::optional<Observable> observable(const std::vector<std::string>& names,
                                                     const StructureTheory& theory) const;
  /// `depletion`: g with its theory, and the theory's first order (g_overlap).
  [[nodiscard]] Table table(const std::vector<std::string>& names, const UnitNames& units,
                            const StructureTheory& theory) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(pairs_);
  }

 private:
  Depletion(std::size_t largest, PairDistribution<Dim> pairs)
      : largest_(largest), pairs_(std::move(pairs)) {}
  [[nodiscard]] typename PairDistribution<Dim>::Theory theory_of(
      const StructureTheory& theory) const;

  std::size_t largest_;
  PairDistribution<Dim> pairs_;  // pairs of the largest particles only
  State<Dim> seen_;              // scratch
};

}  // namespace clausius
