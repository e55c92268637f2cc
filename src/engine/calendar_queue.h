#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "engine/records.h"

namespace clausius {

/// Nothing is done about the events to come, see CalendarQueue::next.
struct NoLookAhead {
  [[nodiscard]] static bool wanted() { return false; }
  void far(Id /*id*/) {}
  void middle(Id /*id*/) {}
  void near(Id /*id*/) {}
};

/// Lists of ids, which grow at their ends in any order and are emptied as a whole. They lie in
/// chunks of one pool: what a list no longer needs serves the others.
class Buckets {
 public:
  /// Empties them. @param count of lists
  void reset(std::size_t count) {
    lists_.assign(count, {});
    chunks_.clear();
    free_ = kNone;
  }

  [[nodiscard]] std::size_t size() const { return lists_.size(); }

  void add(std::size_t list, Id id) {
    List& to = lists_[list];
    if (to.fill == kChunk) [[unlikely]] {
      const std::uint32_t chunk = take_chunk();
      chunks_[chunk].next = to.last;
      to = {chunk, 0};
    }
    chunks_[to.last].ids[to.fill++] = id;
  }

  template <class Visit>
  void for_each(std::size_t list, const Visit& visit) const {
    std::uint32_t fill = lists_[list].fill;
    for (std::uint32_t chunk = lists_[list].last; chunk != kNone; chunk = chunks_[chunk].next) {
      for (std::uint32_t k = 0; k < fill; ++k) visit(chunks_[chunk].ids[k]);
      fill = kChunk;
    }
  }

  /// Empties the list; its ids come behind those in `ids`.
  void move_to(std::vector<Id>& ids, std::size_t list) {
    List& from = lists_[list];
    while (from.last != kNone) {
      Chunk& chunk = chunks_[from.last];
      if (chunk.next != kNone) clausius::prefetch(&chunks_[chunk.next]);
      ids.insert(ids.end(), chunk.ids, chunk.ids + from.fill);
      const std::uint32_t next = std::exchange(chunk.next, free_);
      free_ = std::exchange(from.last, next);
      from.fill = kChunk;
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const { return bytes_of(lists_) + bytes_of(chunks_); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kChunk = 63;  // ids, and the index of the chunk before
  struct alignas(64) Chunk {
    Id ids[kChunk];
    std::uint32_t next;
  };
  struct List {
    std::uint32_t last = kNone;
    std::uint32_t fill = kChunk;  // of the last chunk; the others are full
  };

  std::uint32_t take_chunk() {
    if (free_ != kNone) return std::exchange(free_, chunks_[free_].next);
    chunks_.emplace_back();
    return static_cast<std::uint32_t>(chunks_.size() - 1);
  }

  HugeVector<List> lists_;
  HugeVector<Chunk> chunks_;
  std::uint32_t free_ = kNone;
};

/// The bounded calendar (Paul 2007, J. Comput. Phys. 221, 615): a ring of bins so fine that most
/// hold no event or one, behind it coarse buckets, behind them one far list; events move from far
/// to fine as their time nears. Bins are opened sixteen at a time (a page, one cache line), which
/// gives the next few events in their order without comparing them: comparisons can't be predicted,
/// and the processor's wrong guesses cost more than all else a queue does. Nothing is ever deleted:
/// an entry is valid if the particle's event still has the time the entry was made for.
template <int Dim>
class CalendarQueue {
 public:
  explicit CalendarQueue(const HugeVector<EventRecord<Dim>>& events) : events_(events) {}

  /// Empties the queue and takes in the events of all particles anew; the width of the bins
  /// follows the rate of events at this moment.
  void reset(double now) {
    choose_width(now);
    file_all(now);
  }

  /// Takes in that the event of `id` has changed.
  void schedule(Id id) {
    const double time = events_[id].time;
    if (time == kNever) return;
    const std::int64_t bin = bin_of(time);
    const std::int64_t page = bin / kPage;
    if (page <= current_page_) {
      late_.push_back(key_of(id, events_[id]));
      std::push_heap(late_.begin(), late_.end(), std::greater<>{});
    } else if (page < fine_end_) {
      append(pages_[slot(page)].entry[bin % kPage], id);
    } else if (page < fine_end_ + static_cast<std::int64_t>(coarse_.size()) * block_) {
      coarse_.add(bucket_of(page), id);
    } else {
      far_.push_back(id);
    }
  }

  /// The particle with the next event if its time is at most `until`. The event must be processed:
  /// it is no longer queued.
  /// `look_ahead` is shown the events to come, nearer and nearer (see EventLoop::LookAhead), so
  /// that it can have their data fetched from memory in time.
  template <class LookAhead>
  std::optional<Id> next(double until, LookAhead&& look_ahead) {
    while (true) {
      while (!current_.empty() || !late_.empty()) {
        const bool late = !late_.empty() && (current_.empty() || is_before_current(late_.front()));
        const Entry first = late ? Entry{late_.front().time, late_.front().id} : current_.back();
        if (first.time > until) return std::nullopt;
        if (late) [[unlikely]] {
          std::pop_heap(late_.begin(), late_.end(), std::greater<>{});
          late_.pop_back();
        } else {
          current_.pop_back();
        }
        if (first.time == events_[first.id].time) {
          ++in_window_;
          return first.id;
        }
      }
      if (!open_next_page(until)) return std::nullopt;
      if (look_ahead.wanted()) show_all(look_ahead);
    }
  }

  /// Whether no particle has an event at all. Looks at every particle.
  [[nodiscard]] bool empty() const { return earliest_time() == kNever; }

  /// Whose event is queued where next() will find it, by id.
  [[nodiscard]] std::vector<bool> queued() const {
    std::vector<bool> queued(events_.size());
    const auto page_of = [this](Id id) { return bin_of(events_[id].time) / kPage; };
    for (const Entry& entry : current_)
      if (entry.time == events_[entry.id].time) queued[entry.id] = true;
    for (const EventKey& key : late_)
      if (key.time == events_[key.id].time) queued[key.id] = true;
    for (std::int64_t page = current_page_ + 1; page < fine_end_; ++page)
      for (int k = 0; k < kPage; ++k) {
        std::uint32_t entry = pages_[slot(page)].entry[k];
        const auto note = [&](Id id) {
          if (bin_of(events_[id].time) == page * kPage + k) queued[id] = true;
        };
        for (; entry != kNone && (entry & kNode); entry = nodes_[entry & ~kNode].next)
          note(nodes_[entry & ~kNode].id);
        if (entry != kNone) note(entry);
      }
    const auto blocks = static_cast<std::int64_t>(coarse_.size());
    for (std::int64_t first = fine_end_; first < fine_end_ + blocks * block_; first += block_)
      coarse_.for_each(bucket_of(first), [&](Id id) {
        if (page_of(id) >= first && page_of(id) < first + block_) queued[id] = true;
      });
    for (const Id id : far_)
      if (page_of(id) >= fine_end_) queued[id] = true;
    return queued;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return coarse_.memory_bytes() + bytes_of(pages_) + bytes_of(nodes_) + bytes_of(far_) +
           bytes_of(current_) + bytes_of(late_) + bytes_of(moved_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kNode = 0x80000000;  // flag of an entry that is a node's index
  static constexpr int kPage = 16;                    // bins
  static constexpr double kBinsPerEvent = 4;
  static constexpr int kBlocks = 8;  // of the ring; a coarse bucket covers one block
  // Events ahead, per particle, that the ring holds and the coarse buckets cover; but the ring is
  // no larger than the cache, for events are added to it at any place, to buckets at their ends.
  static constexpr double kRingEvents = 2;
  static constexpr double kMostRingEvents = 8192;
  static constexpr double kCoarseEvents = 8;

  // Pages ahead at which an event is shown to the look-ahead. The farthest is some two dozen events
  // away: enough for two waits for memory, one after the other.
  static constexpr int kFar = 6;
  static constexpr int kMiddle = 4;
  static constexpr int kNear = 2;

  // A bin is none, an id, or the index of a node: one of several ids, followed by the next.
  struct alignas(64) Page {
    std::uint32_t entry[kPage];
    Page() { std::fill(entry, entry + kPage, kNone); }
  };
  struct Node {
    Id id;
    std::uint32_t next;
  };
  struct Entry {
    double time;
    Id id;
  };

  // floor(t / width); monotonic in t, so bins follow each other in time. Clamped: a far event
  // needs no exact bin.
  [[nodiscard]] std::int64_t bin_of(double time) const {
    return static_cast<std::int64_t>(std::min(time * inv_width_, kLastBin));
  }
  static constexpr double kLastBin = 4e18;

  [[nodiscard]] std::size_t slot(std::int64_t page) const {
    return static_cast<std::size_t>(page) & (pages_.size() - 1);
  }

  [[nodiscard]] std::size_t bucket_of(std::int64_t page) const {
    return static_cast<std::size_t>(page / block_) & (coarse_.size() - 1);
  }

  void append(std::uint32_t& entry, Id id) {
    if (entry == kNone) [[likely]] {
      entry = id;
      return;
    }
    std::uint32_t index = free_node_;
    if (index == kNone) {
      index = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({id, entry});
    } else {
      free_node_ = nodes_[index].next;
      nodes_[index] = {id, entry};
    }
    entry = kNode | index;
  }

  // Out of line: in small gases, which have no look-ahead, next() is quicker without its code.
  template <class LookAhead>
  [[gnu::noinline]] void show_all(LookAhead&& look_ahead) const {
    show(kFar, [&](Id id, std::int64_t /*bin*/) { look_ahead.far(id); });
    show(kMiddle, [&](Id id, std::int64_t bin) {
      if (bin_of(events_[id].time) == bin) look_ahead.middle(id);
    });
    show(kNear, [&](Id id, std::int64_t bin) {
      if (bin_of(events_[id].time) == bin) look_ahead.near(id);
    });
  }

  template <class Visit>
  void show(int pages_ahead, const Visit& visit) const {
    const std::int64_t page = current_page_ + pages_ahead;
    const std::uint32_t* const entries = pages_[slot(page)].entry;
    for (std::uint32_t full = places_other_than(entries, kNone); full != 0; full &= full - 1) {
      const int k = std::countr_zero(full);
      const std::uint32_t entry = entries[k];
      visit(entry & kNode ? nodes_[entry & ~kNode].id : entry, page * kPage + k);
    }
  }

  // False if all pages that begin before `until` are done.
  bool open_next_page(double until) {
    if (current_page_ >= bin_of(until) / kPage) return false;
    ++current_page_;
    if (current_page_ % block_ == 0) refill();
    take(pages_[slot(current_page_)].entry);
    // No event for long: they have moved from what the width was made for.
    empty_pages_ = current_.empty() ? empty_pages_ + 1 : 0;
    if (empty_pages_ > 4 * static_cast<std::int64_t>(pages_.size())) {
      const double earliest = earliest_time();
      if (earliest > until) return false;
      reset(earliest);
    } else if (in_window_ > kLeastWindow + events_.size()) {
      follow_rate();
    }
    return true;
  }

  // Empties the queue and takes in all events with the width as it is.
  void file_all(double now) {
    const auto events =
        std::min(kRingEvents * static_cast<double>(events_.size()), kMostRingEvents);
    const auto wanted = static_cast<std::size_t>(events * kBinsPerEvent / kPage);
    const std::size_t pages = std::bit_ceil(std::max<std::size_t>(wanted, 2 * kBlocks));
    pages_.assign(pages, Page{});
    block_ = static_cast<std::int64_t>(pages / kBlocks);
    nodes_.clear();
    free_node_ = kNone;
    const double covered = kCoarseEvents * static_cast<double>(events_.size()) * kBinsPerEvent;
    const auto blocks = static_cast<std::size_t>(covered / static_cast<double>(block_ * kPage));
    coarse_.reset(std::bit_ceil(blocks + 1));
    far_.clear();
    current_.clear();
    late_.clear();
    empty_pages_ = 0;
    blocks_since_far_ = 0;
    current_page_ = bin_of(now) / kPage;
    begin_window();
    fine_end_ = (current_page_ / block_) * block_ + static_cast<std::int64_t>(pages);
    for (Id id = 0; id < events_.size(); ++id) schedule(id);
  }

  // Now and then: if events come at quite another rate than the bins were made for, as in a gas
  // that melts, cools or is heated, they get another width.
  void follow_rate() {
    const auto pages = static_cast<double>(current_page_ - window_begin_);
    const double excess = static_cast<double>(in_window_) * kBinsPerEvent / (kPage * pages);
    if (excess > 1 / kTolerance && excess < kTolerance) return begin_window();
    const double now = static_cast<double>(current_page_ * kPage) / inv_width_;
    inv_width_ *= excess;
    file_all(now);
  }
  void begin_window() {
    window_begin_ = current_page_;
    in_window_ = 0;
  }
  static constexpr std::size_t kLeastWindow = 256;
  static constexpr double kTolerance = 1.4;  // within a factor of two, width hardly matters

  // The page's valid entries, from the last bin to the first: `current_` ends with the earliest.
  void take(std::uint32_t* entries) {
    std::uint32_t full = places_other_than(entries, kNone);
    Entry first[kPage];
    std::size_t size = 0;
    while (full != 0) {
      const int k = std::bit_width(full) - 1;
      full ^= std::uint32_t{1} << k;
      const std::int64_t bin = current_page_ * kPage + k;
      if (entries[k] & kNode) [[unlikely]] {
        current_.insert(current_.end(), first, first + size);
        size = 0;
        take_chain(entries[k], bin);
      } else {
        const Id id = entries[k];
        const double time = events_[id].time;
        first[size] = {time, id};
        size += static_cast<std::size_t>(bin_of(time) == bin);
      }
    }
    current_.insert(current_.end(), first, first + size);
    std::fill(entries, entries + kPage, kNone);
  }

  // All of one bin's entries, which have to be sorted.
  void take_chain(std::uint32_t entry, std::int64_t bin) {
    const auto begin = static_cast<std::ptrdiff_t>(current_.size());
    const auto take_one = [&](Id id) {
      if (bin_of(events_[id].time) == bin) current_.push_back({events_[id].time, id});
    };
    while (entry & kNode) {
      const std::uint32_t freed = entry & ~kNode;
      take_one(nodes_[freed].id);
      entry = nodes_[freed].next;
      nodes_[freed].next = free_node_;
      free_node_ = freed;
    }
    take_one(entry);
    std::sort(current_.begin() + begin, current_.end(),
              [this](const Entry& a, const Entry& b) { return later(a, b); });
  }

  // The order of `current_`: latest first.
  [[nodiscard]] bool later(const Entry& a, const Entry& b) const {
    if (a.time != b.time) return a.time > b.time;
    return key_of(a.id, events_[a.id]) > key_of(b.id, events_[b.id]);
  }
  [[nodiscard]] bool is_before_current(const EventKey& key) const {
    const Entry& first = current_.back();
    if (key.time != first.time) return key.time < first.time;
    // An entry that is no longer valid goes first: others of the same time may stand behind it.
    return events_[first.id].time == first.time && key < key_of(first.id, events_[first.id]);
  }

  // The clock has entered a new block: the ring gains one block at its end, filled from the nearest
  // coarse bucket; and the coarse buckets gain one, filled from the far list.
  void refill() {
    const std::int64_t first = fine_end_;
    fine_end_ += block_;
    coarse_.move_to(moved_, bucket_of(first));
    redistribute(first, fine_end_);
    // The far list is searched once per half turn of the coarse buckets, not at every block.
    if (++blocks_since_far_ >= coarse_.size() / 2) {
      blocks_since_far_ = 0;
      moved_.swap(far_);
      redistribute(fine_end_, std::numeric_limits<std::int64_t>::max());
    }
  }

  // An entry whose particle's event has left the pages [first, last) was overtaken: the event that
  // took its place has an entry of its own.
  void redistribute(std::int64_t first, std::int64_t last) {
    constexpr std::size_t kAhead = 16;
    for (std::size_t k = 0; k < moved_.size(); ++k) {
      prefetch(&events_[moved_[std::min(k + kAhead, moved_.size() - 1)]]);
      const Id id = moved_[k];
      const double time = events_[id].time;
      if (time == kNever) continue;
      const std::int64_t page = bin_of(time) / kPage;
      if (page >= first && page < last) schedule(id);
    }
    moved_.clear();
  }

  [[nodiscard]] double earliest_time() const {
    double earliest = kNever;
    for (const auto& event : events_) earliest = std::min(earliest, event.time);
    return earliest;
  }

  // Half of the n particles that have an event have it before the median m, so events come at
  // the rate n ln2 / m.
  void choose_width(double now) {
    std::vector<double> delays;
    const std::size_t stride = std::max<std::size_t>(1, events_.size() / 10000);
    for (std::size_t id = 0; id < events_.size(); id += stride)
      if (events_[id].time != kNever) delays.push_back(events_[id].time - now);
    if (delays.empty()) {
      inv_width_ = 1;
      return;
    }
    auto middle = delays.begin() + static_cast<std::ptrdiff_t>(delays.size() / 2);
    std::nth_element(delays.begin(), middle, delays.end());
    double median = *middle;
    if (!(median > 0)) median = *std::max_element(delays.begin(), delays.end());
    if (!(median > 0)) median = 1;
    const auto scheduled = static_cast<double>(delays.size() * stride);
    inv_width_ = scheduled * std::numbers::ln2 / median * kBinsPerEvent;
  }

  const HugeVector<EventRecord<Dim>>& events_;
  double inv_width_ = 1;
  std::int64_t block_ = 1;  // pages
  std::int64_t current_page_ = 0;
  std::int64_t fine_end_ = 0;  // first page behind the ring
  std::size_t blocks_since_far_ = 0;
  std::int64_t empty_pages_ = 0;   // in a row
  std::int64_t window_begin_ = 0;  // its first page: of so many events the rate is watched
  std::size_t in_window_ = 0;      // events in it
  HugeVector<Page> pages_;
  std::vector<Node> nodes_;
  std::uint32_t free_node_ = kNone;
  Buckets coarse_;  // a power of two of them
  std::vector<Id> far_, moved_;
  std::vector<Entry> current_;  // of the opened page, latest first …
  std::vector<EventKey> late_;  // … and what was scheduled for it since, which is rare: a heap
};

}  // namespace clausius
