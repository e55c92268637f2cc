#pragma once

#include <vector>

#include "engine/records.h"

namespace clausius {

/// Whose records searches to come will read. They are fetched from memory a few at a time, wherever
/// there is arithmetic to hide that behind: the processor can have only so many lines on their way
/// at once, and who asks for more waits.
class FetchList {
 public:
  /// Takes in the ids that `gather(ids, end)` writes to `ids` from place `end` on.
  /// @param gather returns the place behind the last
  template <class Gather>
  void add(const Gather& gather) {
    end_ = gather(ids_, end_);
  }

  /// Has the next few records fetched, unless fewer are left.
  template <class Record>
  void fetch_some(const Record* records) {
    if (fetched_ + kAtOnce > end_) return;
    for (std::size_t k = 0; k < kAtOnce; ++k) prefetch(&records[ids_[fetched_ + k]]);
    fetched_ += kAtOnce;
  }

  /// Has all fetched that are left, and begins anew.
  template <class Record>
  void fetch_rest(const Record* records) {
    for (; fetched_ < end_; ++fetched_) prefetch(&records[ids_[fetched_]]);
    fetched_ = end_ = 0;
  }

 private:
  static constexpr std::size_t kAtOnce = 8;

  std::vector<Id> ids_;
  std::size_t fetched_ = 0;
  std::size_t end_ = 0;  // behind the last id; what else the vector has room for is no matter
};

}  // namespace clausius
