#pragma once

#include <algorithm>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/engine/state.h"
#include "collision/internal_exchange.h"
#include "engine/local_clock.h"
#include "engine/memory.h"
#include "engine/records.h"

namespace clausius {

/// The internal energies of parcels, and their exchange with the motion of colliding parcels, which
/// is all that changes them. Empty in a gas without reservoirs.
template <int Dim>
class Reservoirs {
 public:
  Reservoirs() = default;
  Reservoirs(const Gas<Dim>& gas, const State<Dim>& start)
      : probability_(gas.internal_exchange), seed_(gas.exchange_seed) {
    if (!gas.has_reservoirs()) return;
    for (const SphereSpecies& one : gas.species) degrees_.push_back(one.internal_degrees);
    set(start);
  }

  [[nodiscard]] bool any() const { return !energies_.empty(); }
  void set(const State<Dim>& state) { energies_ = state.internal_energy; }
  void copy_to(State<Dim>& state) const { state.internal_energy = energies_; }
  void add_to(RecordHash& hash) const {
    for (const double energy : energies_) hash.add(energy);
  }
  [[nodiscard]] std::size_t memory_bytes() const { return bytes_of(energies_); }

  struct Partner {
    Id id;
    std::size_t species;
  };
  /// Exchange at a collision of two parcels with the energy `normal` of their relative motion along
  /// the line of centres.
  /// @param hits hits of the first so far, which identifies the collision
  /// @return the energy `normal` afterwards
  double exchange(Partner first, Partner second, std::uint32_t hits, double normal) {
    const int f = degrees_[first.species], g = degrees_[second.species];
    if (f + g == 0) return normal;
    RandomStream random(seed_, Stream::internal_exchange, std::uint64_t{first.id} << 32 | hits);
    if (probability_ < 1 && random.uniform() >= probability_) return normal;
    const ExchangedEnergies after =
        exchange_energies({normal, energies_[first.id], energies_[second.id]}, f, g, random);
    energies_[first.id] = after.first;
    energies_[second.id] = after.second;
    return after.normal;
  }

  /// @throws ArchiveError
  void check(std::size_t particles) const {
    require(energies_.size() == (degrees_.empty() ? 0 : particles), "belongs to another gas");
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(energies_);
  }

 private:
  std::vector<double> energies_;  // by id
  std::vector<int> degrees_;      // by species
  double probability_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace clausius
