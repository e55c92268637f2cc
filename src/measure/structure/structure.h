#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/collision_tally.h"
#include "measure/gas_theory/gas_theory.h"
#include "measure/structure/density_profile.h"
#include "measure/structure/depletion.h"
#include "measure/structure/pair_distribution.h"
#include "measure/structure/structure_factor.h"

namespace clausius {

/// Structure of a gas of spheres or disks: g(r) and S(k) in a periodic box, and the density along
/// each axis. The number of equal-time samples is chosen so that they cost little compared with the
/// collisions in between, at any density.
template <int Dim>
class Structure {
 public:
  /// @param range  largest distance of g(r); empty: PairDistribution::usual_range()
  Structure(const Gas<Dim>& gas, const std::vector<double>& count, std::optional<double> range);

  /// May take an equal-time sample. @param collisions collisions so far
  void sample(const State<Dim>& state, std::int64_t collisions);
  /// Records the collisions so far, at the beginning of the measured part and at the end of each
  /// interval with its ∫√(k_BT) dt.
  void begin(const CollisionTally<Dim>& tally);
  void end_interval(const CollisionTally<Dim>& tally, double root_kt_time);

  /// `contact_value` of each pair of species, from the rate of collisions between them, and the
  /// observables of PairDistribution, Depletion, StructureFactor and DensityProfile.
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const UnitNames& units,
                                                    const GasTheory& theory) const;
  [[nodiscard]] std::vector<Table> tables(const std::vector<std::string>& names,
                                          const UnitNames& units, const GasTheory& theory) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(next_, suffered_, profile_, contacts_);
    if (pairs_) archive(next_far_, *pairs_, *factor_);
    if (depletion_) archive(next_depletion_, *depletion_);
  }

 private:
  Gas<Dim> gas_;
  std::vector<double> count_;
  std::int64_t next_ = 0;               // number of collisions at which a sample is due
  std::int64_t next_far_ = 0;           // the same for the far part of pairs_
  std::int64_t next_depletion_ = 0;     // the same for depletion_
  std::vector<std::int64_t> suffered_;  // species × species, at the beginning of the interval
  std::optional<PairDistribution<Dim>> pairs_;  // in a periodic box
  std::optional<StructureFactor<Dim>> factor_;  // in a periodic box
  std::optional<Depletion<Dim>> depletion_;     // in a periodic box, for a bath of small particles
  DensityProfile<Dim> profile_;
  BlockedSums contacts_;  // collisions as in suffered_, then ∫√(k_BT) dt; one block per interval
};

}  // namespace clausius
