#pragma once

#include <cstdint>
#include <vector>

#include "engine/spheres/search.h"

namespace clausius {

/// The search for particles with a potential of steps: a contact is whatever a pair comes to next,
/// a step from either side or contact.
template <int Dim>
class ShellSearch : public SearchOneByOne<Dim, ShellSearch<Dim>> {
  friend class SearchOneByOne<Dim, ShellSearch>;

  void begin(const SearchContext<Dim>& context, Id i) {
    shell_with_.resize(context.records.size());
    for (const Shells::Near& one : context.shells.near(i))
      shell_with_[one.partner] = static_cast<std::uint8_t>(one.shell);
  }
  void end(const SearchContext<Dim>& context, Id i) {
    for (const Shells::Near& one : context.shells.near(i)) shell_with_[one.partner] = 0;
  }
  double time_of_pair(const SearchContext<Dim>& context, const RelativeMotion<Dim, double>& motion,
                      Id i, Id j) {
    const Ladder& ladder = context.shells.ladder(context.records[i].kind, context.records[j].kind);
    return next_step(motion, ladder, shell_with_[j]).time;
  }

  std::vector<std::uint8_t> shell_with_;  // of the particle searched, by id; 0 in between
};

}  // namespace clausius
