#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "clausius/core/random.h"
#include "core/lanes.h"

using namespace clausius;

TEST_CASE("Words of a cell are renewed as they would be one by one", "[core]") {
  RandomStream random(3, Stream::test);
  const auto word = [](std::uint64_t high, std::uint64_t low) {
    return static_cast<std::int64_t>(high << 32 | low);
  };
  int full = 0, replaced = 0;
  for (int round = 0; round < 20000; ++round) {
    alignas(64) std::int64_t eight[8];
    const std::uint64_t fill = random() % 8;
    for (std::uint64_t k = 0; k < 8; ++k) eight[k] = k < fill ? word(random() % 9, k) : -1;
    const std::int64_t least = word(random() % 4, 0);
    const std::int64_t own = word(5 + random() % 4, random() % 10);
    std::vector<std::int64_t> kept;
    for (const std::int64_t one : eight) {
      const bool same = one != -1 && static_cast<std::uint32_t>(one) == own % (1LL << 32);
      replaced += same ? 1 : 0;
      if (one >= least && !same) kept.push_back(one);
    }
    const std::vector<std::int64_t> before(eight, eight + 8);
    std::uint32_t others[8];
    const int count = renew_words(eight, least, own, others);
    REQUIRE(count == static_cast<int>(kept.size()));
    if (count == 7) {
      ++full;
      REQUIRE(before == std::vector<std::int64_t>(eight, eight + 8));
      continue;
    }
    for (int k = 0; k < count; ++k)
      REQUIRE(others[k] == static_cast<std::uint32_t>(kept[static_cast<std::size_t>(k)]));
    kept.push_back(own);
    kept.resize(8, -1);
    REQUIRE(kept == std::vector<std::int64_t>(eight, eight + 8));
  }
  CHECK(full > 100);
  CHECK(replaced > 1000);
}

TEST_CASE("a·b + c is rounded once, of one number and of a vector", "[core]") {
  // Rounded twice it would be 0.
  const double a = 1 + 0x1p-30, c = -(1 + 0x1p-29);
  CHECK(multiply_add(a, a, c) == 0x1p-60);
  const Lanes all = multiply_add(broadcast<Lanes>(a), broadcast<Lanes>(a), broadcast<Lanes>(c));
  for (int lane = 0; lane < kLanes; ++lane) CHECK(all[lane] == 0x1p-60);
}
