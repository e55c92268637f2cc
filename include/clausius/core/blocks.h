#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace clausius {

/// Calls `use` with value(0), … value(count − 1), so few at a time that they stay in the nearest
/// cache and push nothing else out of it.
template <class Value, class Use>
void in_blocks(std::size_t count, Value value, Use use) {
  std::array<double, 256> block;
  for (std::size_t begin = 0; begin < count; begin += block.size()) {
    const std::size_t size = std::min(block.size(), count - begin);
    for (std::size_t i = 0; i < size; ++i) block[i] = value(begin + i);
    use(std::span<const double>(block).first(size));
  }
}

}  // namespace clausius
