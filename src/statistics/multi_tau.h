#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace clausius {

/// Pairs each sample of a series with earlier ones, over lags from one step to a thousand, in
/// constant memory: level k keeps the last kPoints samples of every 2^k-th step (the multiple-tau
/// scheme; Ramírez, Sukumaran, Vorselaars & Likhtman, J. Chem. Phys. 133 (2010) 154103; here
/// without averaging, so that each pair is exact). Cost: about 1.5 kPoints pairs per sample.
///
/// @tparam kSpacing a power of two: only samples whose number is a multiple of it are paired with
/// earlier ones. With 16 there are 1.75 pairs per sample; lags of more than 64 steps lose none.
template <class Sample, std::uint64_t kSpacing = 1>
class MultiTau {
 public:
  static constexpr std::size_t kPoints = 8, kLevels = 8;
  /// Number of lags: 1 … 8, then four on each level, with doubled spacing.
  static constexpr std::size_t kLags = kPoints + (kLevels - 1) * kPoints / 2;

  MultiTau() = default;
  /// @param none value of a sample that is not there yet, for types whose default has none, such as
  /// Eigen's vectors: checkpoints hold it
  explicit MultiTau(const Sample& none) {
    for (auto& level : kept_) level.fill(none);
  }

  /// In steps; increasing.
  static constexpr std::int64_t lag(std::size_t index) {
    if (index < kPoints) return static_cast<std::int64_t>(index) + 1;
    const std::size_t level = (index - kPoints) / (kPoints / 2) + 1;
    const std::size_t point = (index - kPoints) % (kPoints / 2) + kPoints / 2 + 1;
    return static_cast<std::int64_t>(point << level);
  }

  /// Adds the next sample: calls `pair(index of the lag, earlier sample, sample)` for each
  /// available lag, if it is to be paired.
  template <class Pair>
  void push(const Sample& sample, Pair pair) {
    const bool pairs = samples_ % kSpacing == 0;
    std::size_t first = 1, index = 0;  // least lag of the level, in its own steps, and its index
    for (std::size_t level = 0; level < kLevels; ++level) {
      if (samples_ & ((std::uint64_t{1} << level) - 1)) break;
      const std::uint64_t before = samples_ >> level;
      for (std::size_t point = first; pairs && point <= kPoints && point <= before; ++point)
        pair(index + point - first, kept_[level][(before - point) % kPoints], sample);
      kept_[level][before % kPoints] = sample;
      index += kPoints + 1 - first;
      first = kPoints / 2 + 1;
    }
    ++samples_;
  }
  /// Number of steps so far.
  [[nodiscard]] std::uint64_t samples() const { return samples_; }

  /// Whether `test(sample)` holds for all samples that are kept.
  template <class Test>
  [[nodiscard]] bool all_kept(const Test& test) const {
    for (std::size_t level = 0; level < kLevels; ++level) {
      const std::uint64_t steps = (samples_ + (std::uint64_t{1} << level) - 1) >> level;
      for (std::uint64_t point = 0; point < std::min<std::uint64_t>(steps, kPoints); ++point)
        if (!test(kept_[level][point])) return false;
    }
    return true;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(samples_, kept_);
  }

 private:
  std::uint64_t samples_ = 0;
  std::array<std::array<Sample, kPoints>, kLevels> kept_{};
};

}  // namespace clausius
