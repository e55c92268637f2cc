#include <catch2/catch.hpp>
#include <vector>

#include "core/blocks.h"

using namespace clausius;

TEST_CASE("Block by block every number is made and used once, in order") {
  for (const std::size_t count : {0, 1, 255, 256, 257, 1000}) {
    std::vector<double> used;
    in_blocks(
        count, [](std::size_t i) { return 0.5 * static_cast<double>(i); },
        [&](std::span<const double> block) {
          CHECK(!block.empty());
          used.insert(used.end(), block.begin(), block.end());
        });
    REQUIRE(used.size() == count);
    for (std::size_t i = 0; i < count; ++i) CHECK(used[i] == 0.5 * static_cast<double>(i));
  }
}
