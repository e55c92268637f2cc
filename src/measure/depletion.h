#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/pair_distribution.h"
#include "measure/structure_theory.h"

namespace clausius {

/// How the largest particles stand to each other in a bath of small ones, at most half as wide:
/// their radial distribution function up to two of the smallest diameters from contact, ten bins
/// each. They are few and small ones between them matter, so they are counted more often than all.
template <int Dim>
class Depletion {
 public:
  /// @return empty where there is no such bath, or fewer than two in it
  static std::optional<Depletion> of(const Box<Dim>& box, const std::vector<SphereSpecies>& species,
                                     const std::vector<double>& count);

  /// An equal-time sample. @return how many pairs it looked at, the cost
  std::int64_t sample(const State<Dim>& state);

  /// `depletion_well_NAME`: the mean of g from contact to where the smallest fit in between, over
  /// which excluded volumes overlap.
  [[nodiscard]] std::optional<Observable> observable(const std::vector<std::string>& names,
                                                     const StructureTheory& theory) const;
  /// `depletion`: g beside theory, and the first order of that (g_overlap).
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
  PairDistribution<Dim> pairs_;  // of these alone
  State<Dim> seen_;              // scratch
};

}  // namespace clausius
