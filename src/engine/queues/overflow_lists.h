#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/memory.h"

namespace clausius {

/// Lists for the few cells of a grid that hold more than fits in place. A list that is no longer
/// needed is reused for the next cell.
template <class Entry>
class OverflowLists {
 public:
  /// @return the place of an empty list
  std::uint32_t take() {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(lists_.size()));
      lists_.emplace_back();
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    return place;
  }
  void give_back(std::size_t place) {
    lists_[place].clear();
    free_.push_back(static_cast<std::uint32_t>(place));
  }
  void clear() {
    lists_.clear();
    free_.clear();
  }

  [[nodiscard]] std::vector<Entry>& operator[](std::size_t place) { return lists_[place]; }
  [[nodiscard]] const std::vector<Entry>& operator[](std::size_t place) const {
    return lists_[place];
  }

  [[nodiscard]] std::size_t size() const { return lists_.size(); }
  /// Whether the free list indices are valid, after loading.
  [[nodiscard]] bool are_possible() const {
    return std::all_of(free_.begin(), free_.end(),
                       [this](std::uint32_t place) { return place < lists_.size(); });
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(lists_, free_);
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(lists_) + bytes_of(free_);
    for (const auto& list : lists_) bytes += bytes_of(list);
    return bytes;
  }

 private:
  std::vector<std::vector<Entry>> lists_;
  std::vector<std::uint32_t> free_;  // places in lists_
};

}  // namespace clausius
