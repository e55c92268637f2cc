#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "engine/queues/wheel.h"
#include "engine/records.h"

namespace clausius {

/// Default look-ahead that does nothing, see CalendarQueue::next.
struct NoLookAhead {
  [[nodiscard]] static bool wanted() { return false; }
  [[nodiscard]] static bool wants_next_page() { return false; }
  void far(Id /*id*/) {}
  void middle(Id /*id*/) {}
  void near(Id /*id*/) {}
  void nearest(Id /*id*/) {}
  void fetch_some() {}
  void fetch_rest() {}
  void taken(Id /*id*/) {}
};

/// All particles of a gas.
struct AllParticles {
  [[nodiscard]] static bool has(Id /*id*/) { return true; }
  [[nodiscard]] static std::size_t count(std::size_t all) { return all; }
};

/// The bounded calendar (Paul 2007, J. Comput. Phys. 221, 615): a ring of bins so fine that most
/// hold no event or one; behind it two coarser wheels, and behind these one far list. Events move
/// from far to fine as their time nears. Bins are opened sixteen at a time (a page, one cache
/// line), which gives the next few events in order without comparing them: comparisons cannot be
/// predicted, and mispredictions cost more than everything else in a queue. Nothing is ever
/// deleted: an entry is valid if the particle's event still has the time for which the entry was
/// made.
/// kCrossings: if false, crossings are not queued here.
/// Members: which particles are queued here; only of these the event is ever looked at.
template <int Dim, bool kCrossings, class Members = AllParticles>
class Calendar {
 public:
  explicit Calendar(const HugeVector<EventRecord<Dim>>& events) : events_(events) {}

  /// Changes the particles that are queued here; then call reset().
  void take_members(const Members& members) { members_ = members; }

  /// Empties the queue and adds the events of all particles; the width of the bins follows the
  /// present rate of events.
  void reset(double now) {
    choose_width(now);
    file_all(now);
  }

  /// Takes in that the event of `id` has changed. Filing it is postponed until the page is done: it
  /// depends on the event's time, which is known only after the particle's search, and mispredicted
  /// branches would stop the processor from overlapping the two.
  void schedule(Id id) {
    if (bin_of(events_[id].time) / kPage <= current_page_) [[unlikely]]
      return add_late(id);
    if (waiting_ == scheduled_.size()) [[unlikely]]
      scheduled_.resize(2 * waiting_ + kPage);
    scheduled_[waiting_++] = id;
  }

  /// The particle with the next event if its time is at most `until`. The event must be processed:
  /// it is no longer queued.
  /// `look_ahead` receives the coming events at decreasing distance (see EventLoop::LookAhead), so
  /// that it can prefetch their data.
  /// Always inlined: a call would assemble the answer from two stores and read it back as one word,
  /// for which the processor waits until all earlier work is done.
  template <class LookAhead>
  [[gnu::always_inline]] std::optional<Id> next(double until, LookAhead&& look_ahead) {
    while (true) {
      while (left_ > 0 || !late_.empty()) {
        const bool late = !late_.empty() && (left_ == 0 || is_before_current(late_.front()));
        const Entry first =
            late ? Entry{late_.front().time, late_.front().id} : current_[left_ - 1];
        if (first.time > until) return std::nullopt;
        if (late) [[unlikely]] {
          std::pop_heap(late_.begin(), late_.end(), std::greater<>{});
          late_.pop_back();
        } else {
          --left_;
        }
        if (first.time == time_of(first.id)) {
          ++in_window_;
          if (look_ahead.wanted()) look_ahead.fetch_some();
          return first.id;
        }
      }
      if (!open_next_page(until, look_ahead)) return std::nullopt;
      if (look_ahead.wanted())
        announce_all(look_ahead);
      else if (look_ahead.wants_next_page())
        announce(1, [&](Id id, std::int64_t /*bin*/) { look_ahead.far(id); });
    }
  }

  /// Whether no particle has any event. Examines every particle.
  [[nodiscard]] bool empty() const {
    return std::all_of(events_.begin(), events_.end(),
                       [](const auto& event) { return event.time == kNever; });
  }

  /// Particles whose event is queued where next() will find it, by id.
  [[nodiscard]] std::vector<bool> queued() const {
    std::vector<bool> queued(events_.size());
    for (std::size_t k = 0; k < left_; ++k)
      if (current_[k].time == time_of(current_[k].id)) queued[current_[k].id] = true;
    for (const EventKey& key : late_)
      if (key.time == time_of(key.id)) queued[key.id] = true;
    for (std::int64_t page = current_page_ + 1; page < fine_end_; ++page)
      for (int k = 0; k < kPage; ++k) {
        const std::uint32_t entry = pages_[slot(page)].entry[k];
        if (entry == kNone) continue;
        for_each_in(entry, [&](Id id) {
          if (bin_of(time_of(id)) == page * kPage + k) queued[id] = true;
        });
      }
    for (const Wheel* const wheel : {&near_, &coarse_})
      wheel->for_each([&](const QueuedEvent& event) {
        if (bin_of(time_of(event.id)) == bin_of(event)) queued[event.id] = true;
      });
    for (const Id id : far_)
      if (members_.has(id) && bin_of(events_[id].time) / kPage >= near_.end()) queued[id] = true;
    for (std::size_t k = 0; k < waiting_; ++k) queued[scheduled_[k]] = true;
    return queued;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return near_.memory_bytes() + coarse_.memory_bytes() + bytes_of(pages_) + bytes_of(nodes_) +
           bytes_of(far_) + bytes_of(current_) + bytes_of(late_) + bytes_of(scheduled_) +
           bytes_of(moved_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kNode = 0x80000000;  // flag of an entry that is a node's index
  static constexpr int kPage = 16;                    // bins
  static constexpr double kBinsPerEvent = 4;
  static constexpr int kBlocks = 8;  // of the ring; a list of the near wheel covers one block
  static constexpr int kNearLists = 128;
  static constexpr int kNearPerCoarse = kNearLists / kBlocks;
  // Number of events ahead, per particle, that the ring and the wheels cover. The ring, in which
  // events are added at random places, is no larger than the cache; the wheels, whose lists grow at
  // their ends, have so few lists that all ends fit the cache, too.
  static constexpr double kRingEvents = 2;
  static constexpr double kMostRingEvents = 8192;
  static constexpr double kCoarseEvents = 8;
  static constexpr double kMostBins = 1 << 29;  // for bin_of(QueuedEvent)

  // Numbers of pages ahead at which an event is passed to the look-ahead. The farthest is about two
  // dozen events away: enough for two consecutive waits for memory.
  static constexpr int kFar = 7;
  static constexpr int kMiddle = 5;
  static constexpr int kNear = 4;
  static constexpr int kNearest = 3;

  // A bin is empty, an id, or the index of a node: one of several ids, linked to the next.
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

  // floor(t / width); monotonic in t, so bins are ordered in time. Clamped: a far event needs no
  // exact bin.
  [[nodiscard]] std::int64_t bin_of(double time) const {
    return static_cast<std::int64_t>(std::min(time * inv_width_, kLastBin));
  }
  static constexpr double kLastBin = 4e18;

  [[nodiscard]] std::size_t slot(std::int64_t page) const {
    return static_cast<std::size_t>(page) & (pages_.size() - 1);
  }

  // No entry is 2³¹ bins or more ahead.
  [[nodiscard]] std::int64_t bin_of(const QueuedEvent& event) const {
    const std::int64_t base = current_page_ * kPage;
    return base + static_cast<std::int32_t>(event.bin - static_cast<std::uint32_t>(base));
  }

  [[nodiscard]] std::size_t count() const { return members_.count(events_.size()); }
  // Time of the event, if the particle is queued here.
  [[nodiscard]] double time_of(Id id) const { return members_.has(id) ? events_[id].time : kNever; }
  [[nodiscard]] bool takes(Id id) const {
    return kCrossings || events_[id].kind != EventKind::crossing;
  }

  void add_late(Id id) {
    late_.push_back(key_of(id, events_[id]));
    std::push_heap(late_.begin(), late_.end(), std::greater<>{});
  }

  [[gnu::always_inline]] void file(Id id) {
    const double time = time_of(id);
    if (time == kNever || !takes(id)) return;
    const std::int64_t bin = bin_of(time);
    if (bin / kPage <= current_page_) [[unlikely]] {
      add_late(id);
    } else if (bin / kPage < coarse_.end()) [[likely]] {
      file_in(bin, id);
    } else {
      far_.push_back(id);
    }
  }

  // Files an event in the ring or a wheel.
  [[gnu::always_inline]] void file_in(std::int64_t bin, Id id) {
    const std::int64_t page = bin / kPage;
    const QueuedEvent event{id, static_cast<std::uint32_t>(bin)};
    if (page < fine_end_)
      append(pages_[slot(page)].entry[bin % kPage], id);
    else if (page < near_.end())
      near_.add(page, event);
    else
      coarse_.add(page, event);
  }

  [[gnu::always_inline]] void append(std::uint32_t& entry, Id id) {
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

  // All ids of a bin that is not empty.
  template <class Visit>
  void for_each_in(std::uint32_t entry, const Visit& visit) const {
    for (; entry & kNode; entry = nodes_[entry & ~kNode].next) visit(nodes_[entry & ~kNode].id);
    visit(entry);
  }

  // Out of line: in small gases, which use no look-ahead, next() is faster without this code.
  template <class LookAhead>
  [[gnu::noinline]] void announce_all(LookAhead&& look_ahead) const {
    look_ahead.fetch_rest();
    announce(kFar, [&](Id id, std::int64_t /*bin*/) { look_ahead.far(id); });
    announce(kMiddle, [&](Id id, std::int64_t bin) {
      if (bin_of(time_of(id)) == bin) look_ahead.middle(id);
    });
    announce(kNear, [&](Id id, std::int64_t bin) {
      if (bin_of(time_of(id)) == bin) look_ahead.near(id);
    });
    announce(kNearest, [&](Id id, std::int64_t bin) {
      if (bin_of(time_of(id)) == bin) look_ahead.nearest(id);
    });
  }

  template <class Visit>
  void announce(int pages_ahead, const Visit& visit) const {
    const std::int64_t page = current_page_ + pages_ahead;
    const std::uint32_t* const entries = pages_[slot(page)].entry;
    for (std::uint32_t full = places_other_than(entries, kNone); full != 0; full &= full - 1) {
      const int k = std::countr_zero(full);
      const std::int64_t bin = page * kPage + k;
      for_each_in(entries[k], [&](Id id) { visit(id, bin); });
    }
  }

  // Opens the next page; false if all pages that begin before `until` are done.
  template <class LookAhead>
  [[gnu::noinline]] bool open_next_page(double until, LookAhead&& look_ahead) {
    if (current_page_ >= bin_of(until) / kPage) return false;
    for (std::size_t k = 0; k < waiting_; ++k) file(scheduled_[k]);
    filed_ += waiting_;
    waiting_ = 0;
    ++current_page_;
    if ((current_page_ & (block_ - 1)) == 0) refill();
    take(pages_[slot(current_page_)].entry, look_ahead);
    // After many empty pages: the event rate differs from the one that the width was made for.
    empty_pages_ = left_ == 0 ? empty_pages_ + 1 : 0;
    if (empty_pages_ > 4 * static_cast<std::int64_t>(pages_.size())) {
      const double earliest = earliest_time();
      if (earliest > until) return false;
      reset(earliest);
    } else if (in_window_ > kLeastWindow + count()) {
      follow_rate();
    }
    return true;
  }

  // Empties the queue and adds all events with the present width.
  void file_all(double now) {
    const auto events = std::min(kRingEvents * static_cast<double>(count()), kMostRingEvents);
    const auto wanted = static_cast<std::size_t>(events * kBinsPerEvent / kPage);
    const std::size_t pages = std::bit_ceil(std::max<std::size_t>(wanted, 2 * kBlocks));
    pages_.assign(pages, Page{});
    block_ = static_cast<std::int64_t>(pages / kBlocks);
    nodes_.clear();
    free_node_ = kNone;
    far_.clear();
    left_ = 0;
    current_.resize(8 * kPage);
    late_.clear();
    waiting_ = 0;
    empty_pages_ = 0;
    lists_since_far_ = 0;
    current_page_ = bin_of(now) / kPage;
    begin_window();
    fine_end_ = (current_page_ / block_) * block_ + static_cast<std::int64_t>(pages);
    const std::int64_t span = kNearPerCoarse * block_;
    near_.reset(kNearLists, block_, fine_end_ / span * span + kNearLists * block_);
    const double covered =
        std::min(kCoarseEvents * static_cast<double>(count()) * kBinsPerEvent, kMostBins);
    const std::size_t lists =
        std::bit_ceil(static_cast<std::size_t>(covered / static_cast<double>(span * kPage)) + 2);
    coarse_.reset(lists, span, near_.end() + static_cast<std::int64_t>(lists) * span);
    for (Id id = 0; id < events_.size(); ++id) file(id);
  }

  // Checks the rate from time to time: if it differs much from the one that the bins were made for,
  // as in a gas that melts, cools or is heated, the width is changed.
  void follow_rate() {
    const auto pages = static_cast<double>(current_page_ - window_begin_);
    const double excess = static_cast<double>(in_window_) * kBinsPerEvent / (kPage * pages);
    if (excess > 1 / kTolerance && excess < kTolerance) return begin_window();
    const double now = static_cast<double>(current_page_ * kPage) / inv_width_;
    inv_width_ *= excess;
    file_all(now);
  }
  void begin_window() {
    weeds_ = static_cast<double>(filed_) >= kMany * static_cast<double>(in_window_);
    window_begin_ = current_page_;
    in_window_ = 0;
    filed_ = 0;
  }
  // Number of entries per processed event; the others are overtaken. Removing them requires reading
  // the event of every entry.
  static constexpr double kMany = 1.4;
  static constexpr std::size_t kLeastWindow = 256;
  static constexpr double kTolerance = 1.4;  // within a factor of two, width hardly matters

  // The valid entries of the page, from the last bin to the first: `current_` ends with the
  // earliest. They are written in place: copies would cause the same wait as a call of next().
  template <class LookAhead>
  void take(std::uint32_t* entries, LookAhead&& look_ahead) {
    std::uint32_t full = places_other_than(entries, kNone);
    std::size_t size = 0;
    while (full != 0) {
      const int k = std::bit_width(full) - 1;
      full ^= std::uint32_t{1} << k;
      const std::int64_t bin = current_page_ * kPage + k;
      if (entries[k] & kNode) [[unlikely]] {
        left_ = size;
        take_chain(entries[k], bin);
        size = left_;
      } else {
        const Id id = entries[k];
        if (members_.has(id)) look_ahead.taken(id);
        const double time = time_of(id);
        current_[size].time = time;
        current_[size].id = id;
        size += static_cast<std::size_t>((bin_of(time) == bin) & takes(id));
      }
    }
    left_ = size;
    std::fill(entries, entries + kPage, kNone);
  }

  // All entries of one bin, which must be sorted. There is room for another page behind them.
  void take_chain(std::uint32_t entry, std::int64_t bin) {
    const std::size_t begin = left_;
    const auto take_one = [&](Id id) {
      if (bin_of(time_of(id)) != bin || !takes(id)) return;
      if (current_.size() <= left_ + kPage) current_.resize(2 * current_.size());
      current_[left_++] = {events_[id].time, id};
    };
    while (entry & kNode) {
      const std::uint32_t freed = entry & ~kNode;
      take_one(nodes_[freed].id);
      entry = nodes_[freed].next;
      nodes_[freed].next = free_node_;
      free_node_ = freed;
    }
    take_one(entry);
    std::sort(&current_[begin], &current_[left_],
              [this](const Entry& a, const Entry& b) { return later(a, b); });
  }

  // Order of `current_`: latest first.
  [[nodiscard]] bool later(const Entry& a, const Entry& b) const {
    if (a.time != b.time) return a.time > b.time;
    return key_of(a.id, events_[a.id]) > key_of(b.id, events_[b.id]);
  }
  [[nodiscard]] bool is_before_current(const EventKey& key) const {
    const Entry& first = current_[left_ - 1];
    if (key.time != first.time) return key.time < first.time;
    // Removes an entry that is no longer valid first, because others of the same time may follow
    // it.
    return time_of(first.id) == first.time && key < key_of(first.id, events_[first.id]);
  }

  // Called when the clock enters a new block: the ring gains one block at its end, filled from the
  // nearest list of the near wheel, and so on outwards.
  void refill() {
    std::int64_t first = fine_end_;
    fine_end_ += block_;
    if (weeds_) {
      near_.empty(
          first,
          [this](const QueuedEvent& event) {
            // Otherwise the event was overtaken, and its replacement has an entry of its own.
            const std::int64_t bin = bin_of(event);
            if (bin_of(time_of(event.id)) == bin) file_in(bin, event.id);
          },
          [this](const QueuedEvent& event) { prefetch(&events_[event.id]); });
    } else {
      move_from(near_, first);
    }
    if (fine_end_ % coarse_.span() != 0) return;
    first = near_.end();
    near_.turn(kNearPerCoarse);
    move_from(coarse_, first);
    coarse_.turn(1);
    // The far list is searched once per half turn of the coarse wheel, not at every list.
    if (++lists_since_far_ < coarse_.size() / 2) return;
    lists_since_far_ = 0;
    moved_.swap(far_);
    for (const Id id : moved_)
      if (bin_of(time_of(id)) / kPage >= first) file(id);
    moved_.clear();
  }

  void move_from(Wheel& wheel, std::int64_t page) {
    wheel.empty(
        page, [this](const QueuedEvent& event) { file_in(bin_of(event), event.id); },
        [](const QueuedEvent& /*event*/) {});
  }

  [[nodiscard]] double earliest_time() const {
    double earliest = kNever;
    for (Id id = 0; id < events_.size(); ++id)
      if (takes(id)) earliest = std::min(earliest, time_of(id));
    return earliest;
  }

  // Half of the n particles that have an event have it before the median m, so the event rate is n
  // ln2 / m.
  void choose_width(double now) {
    const Delays delays =
        delays_of(events_, now, [this](Id id) { return members_.has(id) && takes(id); });
    if (delays.sample.empty()) {
      inv_width_ = 1;
      return;
    }
    double median = delays.median();
    if (!(median > 0)) median = *std::max_element(delays.sample.begin(), delays.sample.end());
    if (!(median > 0)) median = 1;
    const auto scheduled = static_cast<double>(delays.sample.size() * delays.stride);
    inv_width_ = scheduled * std::numbers::ln2 / median * kBinsPerEvent;
  }

  const HugeVector<EventRecord<Dim>>& events_;
  [[no_unique_address]] Members members_;
  double inv_width_ = 1;
  std::int64_t block_ = 1;  // pages
  std::int64_t current_page_ = 0;
  std::int64_t fine_end_ = 0;  // first page behind the ring
  std::size_t lists_since_far_ = 0;
  std::int64_t empty_pages_ = 0;  // consecutive empty pages
  // First page of the window of events in which the rate is measured.
  std::int64_t window_begin_ = 0;
  std::size_t in_window_ = 0;  // events in the window …
  std::size_t filed_ = 0;      // … and entries made in it
  bool weeds_ = true;          // whether overtaken entries are left out of the ring
  HugeVector<Page> pages_;
  std::vector<Node> nodes_;
  std::uint32_t free_node_ = kNone;
  Wheel near_, coarse_;
  std::vector<Id> far_, moved_;
  std::vector<Id> scheduled_;  // scheduled since the page was opened, filed when it is done; …
  std::size_t waiting_ = 0;    // … their number: a plain count, so that adding one needs no call
  // Entries of the opened page, latest first; behind them room for more.
  std::vector<Entry> current_;
  std::size_t left_ = 0;  // entries of `current_` left
  // Heap of entries scheduled for the opened page since, which are rare.
  std::vector<EventKey> late_;
};

template <int Dim>
using CalendarQueue = Calendar<Dim, true>;
/// The queue of a loop that makes crossings ahead of time, see CrossingBatches.
template <int Dim>
using CollisionQueue = Calendar<Dim, false>;

}  // namespace clausius
