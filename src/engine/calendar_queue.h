#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include "engine/records.h"

namespace clausius {

/// The bounded calendar (Paul 2007, J. Comput. Phys. 221, 615): a ring of fine bins of about two
/// events each, behind it coarse buckets, behind them one far list. Only the bin whose time has
/// come is ordered. Nothing is ever deleted: an entry is valid if the particle's event still has
/// the time the entry was made for; events move from far to fine as their time nears.
template <int Dim>
class CalendarQueue {
 public:
  explicit CalendarQueue(const HugeVector<EventRecord<Dim>>& events) : events_(events) {}

  /// Empties the queue and takes in the events of all particles anew; the width of the bins
  /// follows the rate of events at this moment.
  void reset(double now) {
    choose_width(now);
    const std::size_t wanted = std::max<std::size_t>(events_.size() / 2, kBlocks * 2);
    std::size_t bins = 1;
    while (bins < wanted) bins *= 2;
    bins_.assign(bins, Bin{});
    block_ = bins / kBlocks;
    spill_.clear();
    free_spill_ = kNone;
    for (auto& bucket : coarse_) bucket.clear();
    far_.clear();
    current_.clear();
    empty_bins_ = 0;
    blocks_since_far_ = 0;
    current_bin_ = bin_of(now);
    fine_end_ = (current_bin_ / block_) * block_ + static_cast<std::int64_t>(bins);
    for (Id id = 0; id < events_.size(); ++id) schedule(id);
  }

  /// Takes in that the event of `id` has changed.
  void schedule(Id id) {
    const double time = events_[id].time;
    if (time == kNever) return;
    const std::int64_t bin = bin_of(time);
    if (bin <= current_bin_) {
      current_.push_back(key_of(id, events_[id]));
      std::push_heap(current_.begin(), current_.end(), std::greater<>{});
    } else if (bin < fine_end_) {
      append(bins_[slot(bin)], id);
    } else if (bin < fine_end_ + kCoarse * block_) {
      coarse_[static_cast<std::size_t>(bin / block_) % kCoarse].push_back(id);
    } else {
      far_.push_back(id);
    }
  }

  /// The next event if its time is at most `until`; it stays queued until scheduled anew.
  /// `look_ahead` is shown the events to come, nearer and nearer (see EventLoop::LookAhead), so
  /// that it can have their data fetched from memory in time.
  template <class LookAhead>
  const EventKey* next(double until, LookAhead&& look_ahead) {
    const std::int64_t last_bin = bin_of(until);
    while (true) {
      while (!current_.empty()) {
        const EventKey& top = current_.front();
        if (top.time == events_[top.id].time) return top.time <= until ? &top : nullptr;
        std::pop_heap(current_.begin(), current_.end(), std::greater<>{});
        current_.pop_back();
      }
      if (current_bin_ >= last_bin) return nullptr;
      open_next_bin();
      if (look_ahead.wanted()) {
        show(kFar, [&](Id id) { look_ahead.far(id); });
        show(kMiddle, [&](Id id) {
          if (is_current(id, kMiddle)) look_ahead.middle(id);
        });
        show(kNear, [&](Id id) {
          if (is_current(id, kNear)) look_ahead.near(id);
        });
      }
      // A long row of empty bins: the events have moved far from what the width was made for.
      empty_bins_ = current_.empty() ? empty_bins_ + 1 : 0;
      if (empty_bins_ > 4 * static_cast<std::int64_t>(bins_.size())) {
        const double earliest = earliest_time();
        if (earliest > until) return nullptr;
        reset(earliest);
      }
    }
  }

  /// Whether no particle has an event at all. Looks at every particle.
  [[nodiscard]] bool empty() const { return earliest_time() == kNever; }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(bins_) + bytes_of(spill_) + bytes_of(far_) + bytes_of(current_);
    for (const auto& bucket : coarse_) bytes += bytes_of(bucket);
    return bytes;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr int kBlocks = 8;   // of bins in the ring; a coarse bucket covers one block
  static constexpr int kCoarse = 64;  // buckets: eight rings ahead
  static constexpr double kEventsPerBin = 2;

  // Bins ahead at which an event is shown to the look-ahead. Bins hold about two events, so the
  // farthest is some two dozen events away: enough for two waits for memory, one after the other.
  static constexpr int kFar = 12;
  static constexpr int kMiddle = 8;
  static constexpr int kNear = 4;

  struct alignas(64) Bin {
    std::uint32_t count = 0;
    std::uint32_t overflow = kNone;  // index of a full bin's earlier content
    Id ids[14];
  };

  // floor(t / width); monotonic in t, so bins follow each other in time. Clamped: a far event
  // needs no exact bin.
  [[nodiscard]] std::int64_t bin_of(double time) const {
    return static_cast<std::int64_t>(std::min(time * inv_width_, kLastBin));
  }
  static constexpr double kLastBin = 4e18;

  [[nodiscard]] std::size_t slot(std::int64_t bin) const {
    return static_cast<std::size_t>(bin) & (bins_.size() - 1);
  }

  void append(Bin& bin, Id id) {
    if (bin.count == 14) {
      std::uint32_t index = free_spill_;
      if (index == kNone) {
        index = static_cast<std::uint32_t>(spill_.size());
        spill_.push_back(bin);
      } else {
        free_spill_ = spill_[index].overflow;
        spill_[index] = bin;
      }
      bin.overflow = index;
      bin.count = 0;
    }
    bin.ids[bin.count++] = id;
  }

  template <class Visit>
  void show(int bins_ahead, const Visit& visit) const {
    const Bin& bin = bins_[slot(current_bin_ + bins_ahead)];
    for (std::uint32_t k = 0; k < bin.count; ++k) visit(bin.ids[k]);
  }
  [[nodiscard]] bool is_current(Id id, int bins_ahead) const {
    return bin_of(events_[id].time) == current_bin_ + bins_ahead;
  }

  void open_next_bin() {
    ++current_bin_;
    if (current_bin_ % block_ == 0) refill();
    Bin& bin = bins_[slot(current_bin_)];
    take(bin);
    while (bin.overflow != kNone) {
      const std::uint32_t index = bin.overflow;
      take(spill_[index]);
      bin.overflow = spill_[index].overflow;
      spill_[index].overflow = free_spill_;
      free_spill_ = index;
    }
    if (current_.size() > 1) std::make_heap(current_.begin(), current_.end(), std::greater<>{});
  }

  void take(Bin& bin) {
    for (std::uint32_t k = 0; k < bin.count; ++k) {
      const Id id = bin.ids[k];
      if (bin_of(events_[id].time) == current_bin_) current_.push_back(key_of(id, events_[id]));
    }
    bin.count = 0;
  }

  // The clock has entered a new block of bins: the ring gains one block at its end, filled from
  // the nearest coarse bucket; and the coarse buckets gain one, filled from the far list.
  void refill() {
    const std::int64_t first = fine_end_;
    fine_end_ += block_;
    auto& bucket = coarse_[static_cast<std::size_t>(first / block_) % kCoarse];
    moved_.swap(bucket);
    bucket.clear();
    redistribute(first, fine_end_);
    // The far list is searched once per half turn of the coarse buckets, not at every block.
    if (++blocks_since_far_ >= kCoarse / 2) {
      blocks_since_far_ = 0;
      moved_.swap(far_);
      far_.clear();
      redistribute(fine_end_, std::numeric_limits<std::int64_t>::max());
    }
  }

  // An entry whose particle's event has left the bins [first, last) was overtaken: the event that
  // took its place has an entry of its own.
  void redistribute(std::int64_t first, std::int64_t last) {
    for (const Id id : moved_) {
      const double time = events_[id].time;
      if (time == kNever) continue;
      const std::int64_t bin = bin_of(time);
      if (bin >= first && bin < last) schedule(id);
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
    inv_width_ = scheduled * std::numbers::ln2 / (median * kEventsPerBin);
  }

  const HugeVector<EventRecord<Dim>>& events_;
  double inv_width_ = 1;
  std::int64_t block_ = 1;
  std::int64_t current_bin_ = 0;
  std::int64_t fine_end_ = 0;  // first bin behind the ring
  int blocks_since_far_ = 0;
  std::int64_t empty_bins_ = 0;  // in a row
  HugeVector<Bin> bins_;
  HugeVector<Bin> spill_;
  std::uint32_t free_spill_ = kNone;
  std::array<std::vector<Id>, kCoarse> coarse_;
  std::vector<Id> far_, moved_;
  std::vector<EventKey> current_;  // a heap, earliest first
};

}  // namespace clausius
