#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace clausius {

/// Sums over a series in a limited number of blocks of equal length: when there are too many,
/// neighbours are joined in pairs. A `Block` is a vector of sums, or has merge().
template <class Block>
class JoinedBlocks {
 public:
  /// @param most largest number of blocks, even
  explicit JoinedBlocks(std::size_t most) : most_(most) {}

  /// Adds the sums of the next element of the series.
  void add(const Block& next) {
    if (!blocks_.empty() && in_last_ < length_) {
      join(blocks_.back(), next);
      ++in_last_;
      return;
    }
    if (blocks_.size() == most_) {
      for (std::size_t b = 0; b < most_ / 2; ++b) {
        if (b > 0) blocks_[b] = std::move(blocks_[2 * b]);
        join(blocks_[b], blocks_[2 * b + 1]);
      }
      blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(most_ / 2), blocks_.end());
      length_ *= 2;
    }
    blocks_.push_back(next);
    in_last_ = 1;
  }

  [[nodiscard]] std::span<const Block> all() const { return blocks_; }
  /// All blocks except an incomplete last one.
  [[nodiscard]] std::span<const Block> whole() const {
    return all().first(blocks_.size() - (in_last_ < length_ ? 1 : 0));
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(blocks_, length_, in_last_);
  }

 private:
  static void join(Block& sums, const Block& more) {
    if constexpr (requires { sums.merge(more); })
      sums.merge(more);
    else
      std::transform(sums.begin(), sums.end(), more.begin(), sums.begin(), std::plus<>());
  }

  std::size_t most_;
  std::vector<Block> blocks_;
  std::size_t length_ = 1, in_last_ = 1;  // number of elements in each block; in the last one
};

}  // namespace clausius
