#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "clausius/core/archive.h"
#include "engine/memory.h"
#include "engine/spheres/pairs_in_shells.h"

namespace clausius {

/// The shell in which each pair of particles is: a list for each particle of those whose shell is
/// not 0, the outermost. Empty in a gas without steps.
class Shells {
 public:
  struct Near {
    Id partner = 0;
    std::uint32_t shell = 0;

    template <class Archive>
    void serialize(Archive& archive) {
      archive(partner, shell);
    }
  };

  template <int Dim>
  Shells(const Gas<Dim>& gas, const State<Dim>& start) : ladders_(gas) {
    if (!any()) return;
    near_.resize(start.size());
    for_pairs_in_shells(
        gas, start, [this](Id i, Id j, const Ladder&, std::size_t shell) { move(i, j, shell); });
  }

  [[nodiscard]] bool any() const { return ladders_.any(); }
  [[nodiscard]] const Ladder& ladder(std::size_t a, std::size_t b) const {
    return ladders_.of(a, b);
  }
  /// Particles within the range of another.
  [[nodiscard]] const std::vector<Near>& near(Id id) const { return near_[id]; }
  [[nodiscard]] std::size_t of(Id i, Id j) const {
    const std::size_t place = find(near_[i], j);
    return place == near_[i].size() ? 0 : near_[i][place].shell;
  }
  void move(Id i, Id j, std::size_t shell) {
    put(near_[i], j, static_cast<std::uint32_t>(shell));
    put(near_[j], i, static_cast<std::uint32_t>(shell));
  }

  /// After loading. @param kind_of(id) the species of a particle @throws ArchiveError
  template <class KindOf>
  void check(std::size_t particles, const KindOf& kind_of) const {
    require(near_.size() == (any() ? particles : 0), "belongs to another gas");
    for (Id id = 0; id < near_.size(); ++id)
      for (const auto& [partner, shell] : near_[id])
        require(partner < particles && partner != id && shell > 0 &&
                    shell <= ladder(kind_of(id), kind_of(partner)).last() &&
                    of(partner, id) == shell && of(id, partner) == shell,
                "holds an impossible shell");
  }
  /// After loading and check(): whether the distances in a state are those in the shells of pairs.
  /// @param slack what rounding may have done to distances
  template <int Dim>
  [[nodiscard]] bool match(const Gas<Dim>& gas, const State<Dim>& state, double slack) const {
    bool match = true;
    const auto look = [&](Id i, Id j) {
      const double distance = gas.box.minimum_image(state.position[j] - state.position[i]).norm();
      const Ladder& their = ladder(state.species[i], state.species[j]);
      match = match && their.outside(distance, of(i, j)) <= slack;
    };
    for_pairs_in_shells(gas, state, [&](Id i, Id j, const Ladder&, std::size_t) { look(i, j); });
    for (Id i = 0; i < near_.size(); ++i)
      for (const Near& one : near_[i]) look(i, one.partner);
    return match;
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(near_);
    for (const auto& list : near_) bytes += bytes_of(list);
    return bytes;
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(near_);
  }

 private:
  static std::size_t find(const std::vector<Near>& list, Id partner) {
    const auto is_its = [partner](const Near& one) { return one.partner == partner; };
    return static_cast<std::size_t>(std::find_if(list.begin(), list.end(), is_its) - list.begin());
  }
  static void put(std::vector<Near>& list, Id partner, std::uint32_t shell) {
    const std::size_t place = find(list, partner);
    if (place == list.size()) {
      list.push_back({partner, shell});
    } else if (shell > 0) {
      list[place].shell = shell;
    } else {
      list[place] = list.back();
      list.pop_back();
    }
  }

  Ladders ladders_;
  std::vector<std::vector<Near>> near_;
};

}  // namespace clausius
