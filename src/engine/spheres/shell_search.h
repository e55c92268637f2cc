#pragma once

#include <cstdint>
#include <vector>

#include "engine/spheres/search.h"

namespace clausius {

/// The search for particles with a potential of steps: a contact is whatever a pair comes to next,
/// a step from either side or contact. Tests candidates one after the other.
template <int Dim>
class ShellSearch {
 public:
  static constexpr bool kBothAtOnce = false;
  using Event = EventRecord<Dim>;
  using Grid = GridLevels<Dim>;

  void all(const SearchContext<Dim>& context, Id i, Event& event, double now) {
    event.contacts = {};
    test(context, i, now, context.grid.enter_all(context.filed(i, event, now), candidates_),
         event.contacts);
  }
  void layer(const SearchContext<Dim>& context, Id i, Event& event, double now) {
    test(context, i, now, context.grid.enter_new(context.filed(i, event, now), candidates_),
         event.contacts);
  }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(pair_tests_);
  }

 private:
  void test(const SearchContext<Dim>& context, Id i, double now, std::size_t count,
            Contacts& known) {
    pair_tests_ += static_cast<std::int64_t>(count);
    shell_with_.resize(context.records.size());
    for (const Shells::Near& one : context.shells.near(i))
      shell_with_[one.partner] = static_cast<std::uint8_t>(one.shell);
    const ParticleRecord<Dim>& record = context.records[i];
    const Flight<Dim, double> flight = record.flight(context.radii.data());
    for (std::size_t k = 0; k < count; ++k) {
      const Id j = candidates_[k];
      if (j == i) continue;
      const ParticleRecord<Dim>& other = context.records[j];
      RelativeMotion<Dim, double> motion(flight, other.flight(context.radii.data()));
      motion.to_nearest_image(now, context.edge, context.inv_edge);
      const Ladder& ladder = context.shells.ladder(record.kind, other.kind);
      known.take({next_step(motion, ladder, shell_with_[j]).time, j, other.hits});
    }
    for (const Shells::Near& one : context.shells.near(i)) shell_with_[one.partner] = 0;
  }

  typename CellGrid<Dim>::Candidates candidates_;
  std::vector<std::uint8_t> shell_with_;  // of the particle searched, by id; 0 in between
  std::int64_t pair_tests_ = 0;
};

}  // namespace clausius
