#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

namespace clausius {

/// Calls `use` with value(0), … value(count − 1), so few at a time that they stay in the nearest
/// cache and displace nothing else.
template <class Value, class Use>
void in_blocks(std::size_t count, Value value, Use use) {
  using Number = std::invoke_result_t<Value, std::size_t>;
  std::array<Number, 256> block;
  for (std::size_t begin = 0; begin < count; begin += block.size()) {
    const std::size_t size = std::min(block.size(), count - begin);
    for (std::size_t i = 0; i < size; ++i) block[i] = value(begin + i);
    use(std::span<const Number>(block).first(size));
  }
}

}  // namespace clausius
