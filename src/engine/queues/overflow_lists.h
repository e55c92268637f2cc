#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/memory.h"

namespace clausius {

/// Lists for the few cells of a grid that hold more than fits in place. A list that is no longer
/// needed is reused for the next cell. Threads may take lists and give them back at once; a list
/// itself is used by one thread at a time.
template <class Entry>
class OverflowLists {
 public:
  /// @return the place of an empty list
  std::uint32_t take() {
    const std::scoped_lock lock(*mutex_);
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(size_));
      auto& chunk = chunks_[chunk_of(size_)];
      if (chunk.empty()) chunk.resize(begin_of(chunk_of(size_) + 1) - begin_of(chunk_of(size_)));
      ++size_;
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    return place;
  }
  void give_back(std::size_t place) {
    (*this)[place].clear();
    const std::scoped_lock lock(*mutex_);
    free_.push_back(static_cast<std::uint32_t>(place));
  }
  void clear() { set({}, {}); }

  [[nodiscard]] std::vector<Entry>& operator[](std::size_t place) {
    const std::size_t chunk = chunk_of(place);
    return chunks_[chunk][place - begin_of(chunk)];
  }
  [[nodiscard]] const std::vector<Entry>& operator[](std::size_t place) const {
    const std::size_t chunk = chunk_of(place);
    return chunks_[chunk][place - begin_of(chunk)];
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Whether the free list indices are valid, after loading.
  [[nodiscard]] bool are_possible() const {
    return std::all_of(free_.begin(), free_.end(),
                       [this](std::uint32_t place) { return place < size_; });
  }
  template <class Archive>
  void serialize(Archive& archive) {
    std::vector<std::vector<Entry>> lists;
    for (std::size_t place = 0; place < size_; ++place) lists.push_back((*this)[place]);
    std::vector<std::uint32_t> free = free_;
    archive(lists, free);
    set(std::move(lists), std::move(free));
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(free_);
    for (const auto& chunk : chunks_) {
      bytes += bytes_of(chunk);
      for (const auto& list : chunk) bytes += bytes_of(list);
    }
    return bytes;
  }

 private:
  // Each chunk is as long as all before it, and never moves: other threads may use its lists.
  static constexpr std::size_t kFirst = 64;
  static std::size_t chunk_of(std::size_t place) { return std::bit_width(place / kFirst); }
  static std::size_t begin_of(std::size_t chunk) { return chunk == 0 ? 0 : kFirst << (chunk - 1); }

  void set(std::vector<std::vector<Entry>> lists, std::vector<std::uint32_t> free) {
    for (auto& chunk : chunks_) chunk.clear();
    size_ = 0;
    free_.clear();
    for (auto& list : lists) (*this)[take()] = std::move(list);
    free_ = std::move(free);
  }

  std::array<std::vector<std::vector<Entry>>, 32> chunks_;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> free_;  // places
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace clausius
