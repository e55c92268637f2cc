#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "clausius/measure/measurement.h"
#include "clausius/study/config.h"
#include "core/system/growing_file.h"
#include "measure/kept_in_memory.h"
#include "study/results/memory.h"
#include "study/run/run_parts.h"
#include "study/start/frames.h"
#include "study/start/xyz.h"

namespace clausius {

/// The frames of a run. Many are written to a file in its course: memory holds the last ones, of
/// which it is not known yet whether they are kept, and an even selection for pictures.
template <int Dim>
class Trajectory {
 public:
  using ToSnapshot = std::function<Snapshot(const Frame<Dim>&)>;

  /// @param study must outlive this object
  Trajectory(const StudyConfig& study, ToSnapshot to_snapshot)
      : study_(study), to_snapshot_(std::move(to_snapshot)) {}

  /// Lets the frames go to files if they are many.
  void write_to(const OpenFile& open) {
    if (!writes_frames_to_file(study_)) return;
    file_ = &open("trajectory.xyz");
    if (!study_.spheres_only()) members_ = &open("members.xyz");
  }

  /// Sets the instants of the frames in a run of given collisions.
  void begin(FrameTimes times) { times_ = times; }
  [[nodiscard]] const FrameTimes& times() const { return times_; }

  void add(Frame<Dim> frame) {
    frames_.push_back(std::move(frame));
    if (study_.duration) write(settled());
  }
  /// Adds the frame that was due at this time, after so many collisions.
  void add(Frame<Dim> frame, std::int64_t collisions, const FrameTimes::TimeOf& time_of) {
    const double now = frame.state.time;
    frames_.push_back(std::move(frame));
    const auto [from, to] = times_.pass(now, collisions, time_of);
    const auto at = [this](std::size_t number) {
      return frames_.begin() + static_cast<std::ptrdiff_t>(number - written_);
    };
    if (to > from) frames_.erase(at(from), at(to));
    write(settled());
  }

  /// Leaves the frames that go before the `last` one, and adds that; unset if the run has not come
  /// to its end.
  void end(const std::optional<Frame<Dim>>& last) {
    keep(last ? std::optional(last->state.time) : std::nullopt);
    if (last && study_.trajectory > 0) frames_.push_back(*last);
    write(written_ + frames_.size());
  }
  /// Leaves as many frames in memory as can be reported where memory has ended.
  void lose_some() {
    frames_.resize(frames_.size() / 3);
    shown_.resize(shown_.size() / 3);
  }

  [[nodiscard]] std::int64_t size() const {
    return static_cast<std::int64_t>(written_ + frames_.size());
  }
  [[nodiscard]] std::size_t in_memory() const { return frames_.size() + shown_.size(); }
  /// All frames; if they are in a file, those for pictures.
  [[nodiscard]] std::vector<Snapshot> snapshots() const {
    std::vector<Snapshot> all;
    for (const auto* frames : {&shown_, &frames_})
      for (const Frame<Dim>& frame : *frames) all.push_back(to_snapshot_(frame));
    return all;
  }

  /// Whether loaded frames can be of the gas that has the state `now`.
  [[nodiscard]] bool is_possible(const State<Dim>& now) const {
    const auto is_of_gas = [&](const Frame<Dim>& one) { return one.is_possible(now); };
    return std::all_of(frames_.begin(), frames_.end(), is_of_gas) &&
           std::all_of(shown_.begin(), shown_.end(), is_of_gas) && every_ >= 1 &&
           times_.is_possible(written_ + frames_.size()) &&
           written_ <= (file_ != nullptr ? settled() : 0);
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(times_, frames_, written_, shown_, every_);
  }

 private:
  /// Number of frames that are kept however the run goes on, and not needed to choose others.
  [[nodiscard]] std::size_t settled() const {
    if (frames_.empty()) return written_;
    // The last frame, at the end of the run, takes the place of one at that time.
    std::size_t before_last = frames_.size() - 1;
    while (before_last > 0 && frames_[before_last - 1].state.time == frames_.back().state.time)
      --before_last;
    return study_.duration ? written_ + frames_.size() - 1
                           : times_.settled(written_ + before_last, study_.trajectory);
  }

  void keep(std::optional<double> end) {
    if (study_.duration) {
      // In a continued, longer run the last frame is among these.
      if (end && study_.trajectory > 0)
        frames_.resize(
            std::min(frames_.size(), static_cast<std::size_t>(study_.trajectory) - 1 - written_));
      return;
    }
    std::vector<double> times;
    times.reserve(frames_.size());
    for (const Frame<Dim>& one : frames_) times.push_back(one.state.time);
    std::size_t kept = 0;
    for (const std::size_t k : times_.kept(times, written_, end, study_.trajectory)) {
      if (k - written_ != kept) frames_[kept] = std::move(frames_[k - written_]);
      ++kept;
    }
    frames_.resize(kept);
  }

  /// Writes the frames before number `end` to the file, if there is one.
  void write(std::size_t end) {
    while (file_ != nullptr && written_ < end) {
      // Where memory ends the frame is either written in whole or kept.
      const Snapshot frame = to_snapshot_(frames_.front());
      std::ostringstream text, of_members;
      write_xyz(text, frame);
      if (members_ != nullptr) write_members_xyz(of_members, frame, study_);
      file_->append(text.view());
      if (members_ != nullptr) members_->append(of_members.view());
      ++written_;
      Frame<Dim> gone = std::move(frames_.front());
      frames_.erase(frames_.begin());
      show(std::move(gone));
    }
  }

  /// Keeps every so many frames for pictures.
  void show(Frame<Dim> frame) {
    const double most = kParticlesInMemory / static_cast<double>(study_.particles());
    if (most < 4 || (written_ - 1) % every_ != 0) return;
    shown_.push_back(std::move(frame));
    if (static_cast<double>(shown_.size()) <= most) return;
    every_ *= 2;
    for (std::size_t k = 1; 2 * k < shown_.size(); ++k) shown_[k] = std::move(shown_[2 * k]);
    shown_.resize((shown_.size() + 1) / 2);
  }

  const StudyConfig& study_;
  ToSnapshot to_snapshot_;
  FrameTimes times_;  // for a run of given collisions
  std::vector<Frame<Dim>> frames_;
  std::size_t written_ = 0;  // frames that went before these, to the file
  std::vector<Frame<Dim>> shown_;
  std::size_t every_ = 1;  // of the written frames one is shown
  GrowingFile *file_ = nullptr, *members_ = nullptr;
};

}  // namespace clausius
