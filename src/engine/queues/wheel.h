#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/records.h"

namespace clausius {

/// Delays until the events of every so many-th particle.
struct Delays {
  std::vector<double> sample;
  std::size_t stride;

  /// Median delay; 0 if there are none.
  [[nodiscard]] double median() const {
    if (sample.empty()) return 0;
    std::vector<double> sorted = sample;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
  }
};
/// Samples delays of the scheduled events that `counts` selects.
template <int Dim, class Counts>
Delays delays_of(const HugeVector<EventRecord<Dim>>& events, double now, const Counts& counts) {
  Delays delays{{}, std::max<std::size_t>(1, events.size() / 10000)};
  for (std::size_t id = 0; id < events.size(); id += delays.stride)
    if (counts(static_cast<Id>(id)) && events[id].time != kNever)
      delays.sample.push_back(events[id].time - now);
  return delays;
}

/// An entry of a queue: whose event, and the last 32 bits of the number of its bin.
struct QueuedEvent {
  Id id;
  std::uint32_t bin;
};

/// A timing wheel (Varghese & Lauck 1987): a ring of lists, each for a span of pages, which grow at
/// their ends in any order and are emptied as a whole. They lie in chunks of one pool: chunks that
/// a list no longer needs are reused for others.
class Wheel {
 public:
  /// Empties the wheel. @param lists, span number of lists and pages per list, powers of two
  /// @param end page behind the last list's, a multiple of `span`
  void reset(std::size_t lists, std::int64_t span, std::int64_t end) {
    lists_.assign(lists, {});
    chunks_.clear();
    free_ = kNone;
    log_span_ = std::countr_zero(static_cast<std::uint64_t>(span));
    end_ = end;
  }

  [[nodiscard]] std::int64_t span() const { return std::int64_t{1} << log_span_; }
  [[nodiscard]] std::int64_t end() const { return end_; }
  [[nodiscard]] std::size_t size() const { return lists_.size(); }

  /// @param page before end()
  void add(std::int64_t page, QueuedEvent event) {
    List& to = lists_[list_of(page)];
    if (to.fill == kChunk) [[unlikely]] {
      const std::uint32_t chunk = take_chunk();
      chunks_[chunk].next = to.last;
      to = {chunk, 0};
    }
    chunks_[to.last].events[to.fill++] = event;
  }

  /// Empties the list that begins with `page`, with a last visit to each of its events, from the
  /// one added last to the first, each passed to ahead() some events before.
  template <class Visit, class Ahead>
  void empty(std::int64_t page, const Visit& visit, const Ahead& ahead) {
    List& list = lists_[list_of(page)];
    // Also prefetches the chunk after it, which in a large gas was written long ago.
    const auto prefetch_events = [&](std::uint32_t chunk, std::uint32_t fill) {
      if (chunks_[chunk].next != kNone) prefetch_all(chunks_[chunk].next);
      for (std::uint32_t k = 0; k < fill; ++k) ahead(chunks_[chunk].events[k]);
    };
    if (list.last != kNone) prefetch_events(list.last, list.fill);
    while (list.last != kNone) {
      Chunk& chunk = chunks_[list.last];
      if (chunk.next != kNone) prefetch_events(chunk.next, kChunk);
      for (std::uint32_t k = list.fill; k > 0; --k) visit(chunk.events[k - 1]);
      const std::uint32_t next = std::exchange(chunk.next, free_);
      free_ = std::exchange(list.last, next);
      list.fill = kChunk;
    }
  }

  /// The nearest lists, which have been emptied, are reused behind the last.
  void turn(std::int64_t lists) { end_ += lists * span(); }

  /// Visits all events, those of a list from the one added last to the first.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const List& list : lists_) {
      std::uint32_t fill = list.fill;
      for (std::uint32_t chunk = list.last; chunk != kNone; chunk = chunks_[chunk].next) {
        for (std::uint32_t k = fill; k > 0; --k) visit(chunks_[chunk].events[k - 1]);
        fill = kChunk;
      }
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const { return bytes_of(lists_) + bytes_of(chunks_); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kChunk = 31;  // events, and the index of the chunk before
  struct alignas(64) Chunk {
    QueuedEvent events[kChunk];
    std::uint32_t next;
  };
  struct List {
    std::uint32_t last = kNone;
    std::uint32_t fill = kChunk;  // fill of the last chunk; the others are full
  };

  [[nodiscard]] std::size_t list_of(std::int64_t page) const {
    return static_cast<std::size_t>(page >> log_span_) & (lists_.size() - 1);
  }

  // Prefetches all lines of a chunk.
  void prefetch_all(std::uint32_t chunk) const {
    constexpr std::uint32_t kInLine = 64 / sizeof(QueuedEvent);
    for (std::uint32_t k = 0; k < kChunk; k += kInLine) prefetch(&chunks_[chunk].events[k]);
  }

  std::uint32_t take_chunk() {
    if (free_ == kNone) {
      chunks_.emplace_back();
      return static_cast<std::uint32_t>(chunks_.size() - 1);
    }
    const std::uint32_t chunk = std::exchange(free_, chunks_[free_].next);
    if (free_ != kNone) {
      // Prefetches the parts of the next free chunk that are read and written first.
      prefetch<1>(&chunks_[free_].events[0]);
      prefetch<1>(&chunks_[free_].next);
    }
    return chunk;
  }

  HugeVector<List> lists_;
  HugeVector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
  int log_span_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace clausius
