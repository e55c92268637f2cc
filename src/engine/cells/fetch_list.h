#pragma once

#include <vector>

#include "engine/records.h"

namespace clausius {

/// Particles whose records coming searches will read. They are prefetched a few at a time, wherever
/// there is arithmetic to overlap with: the processor can have only a limited number of cache lines
/// in flight, and further requests wait.
class FetchList {
 public:
  /// Adds the ids that `gather(ids, end)` writes to `ids` from place `end` on.
  /// @param gather returns the place behind the last
  template <class Gather>
  void add(const Gather& gather) {
    end_ = gather(ids_, end_);
  }

  /// Prefetches the next few records, unless fewer are left.
  template <class Record>
  void fetch_some(const Record* records) {
    if (fetched_ + kAtOnce > end_) return;
    for (std::size_t k = 0; k < kAtOnce; ++k) prefetch(&records[ids_[fetched_ + k]]);
    fetched_ += kAtOnce;
  }

  /// Prefetches all records that are left and starts again.
  template <class Record>
  void fetch_rest(const Record* records) {
    for (; fetched_ < end_; ++fetched_) prefetch(&records[ids_[fetched_]]);
    fetched_ = end_ = 0;
  }

 private:
  static constexpr std::size_t kAtOnce = 8;

  std::vector<Id> ids_;
  std::size_t fetched_ = 0;
  std::size_t end_ = 0;  // place behind the last id; the vector may have room for more
};

}  // namespace clausius
