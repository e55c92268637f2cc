#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <set>

#include "clausius/core/random.h"

using namespace clausius;

static_assert(std::uniform_random_bit_generator<RandomStream>);

TEST_CASE("A random stream is given by seed, name and index alone") {
  RandomStream one(7, Stream::velocities, 3), same(7, Stream::velocities, 3);
  for (int i = 0; i < 9; ++i) CHECK(one() == same());

  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed : {0, 1, 2})
    for (Stream stream : {Stream::placement, Stream::velocities, Stream::test})
      for (std::uint64_t index : {0, 1, 2}) firsts.insert(RandomStream(seed, stream, index)());
  CHECK(firsts.size() == 27);
}

// Philox4x64-10 of the all-zero key and counter, from the known answers of Random123.
TEST_CASE("The generator is Philox4x64-10") {
  RandomStream zero(0, Stream{0}, 0);
  CHECK(zero() == 0x16554d9eca36314cU);
  CHECK(zero() == 0xdb20fe9d672d0fdcU);
  CHECK(zero() == 0xd7e772cee186176bU);
  CHECK(zero() == 0x7e68b68aec7ba23bU);
}

TEST_CASE("Blocks of a stream do not repeat") {
  RandomStream stream(1, Stream::test);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(stream());
  CHECK(seen.size() == 1000);
}

TEST_CASE("Uniform numbers lie in [0, 1) with the moments of the law") {
  RandomStream stream(1, Stream::test);
  const int n = 200000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    sum += u;
    squares += u * u;
  }
  CHECK(sum / n == Approx(0.5).margin(4 * std::sqrt(1 / 12.0 / n)));
  CHECK(squares / n == Approx(1 / 3.0).margin(4 * std::sqrt(4 / 45.0 / n)));
}

TEST_CASE("Normal numbers have the moments of the law") {
  RandomStream stream(2, Stream::test);
  const int n = 200000;
  std::array<double, 5> powers{};
  for (int i = 0; i < n; ++i) {
    const double x = stream.normal();
    for (std::size_t k = 1; k <= 4; ++k) powers[k] += std::pow(x, static_cast<double>(k)) / n;
  }
  CHECK(powers[1] == Approx(0).margin(4 * std::sqrt(1.0 / n)));
  CHECK(powers[2] == Approx(1).margin(4 * std::sqrt(2.0 / n)));
  CHECK(powers[3] == Approx(0).margin(4 * std::sqrt(15.0 / n)));
  CHECK(powers[4] == Approx(3).margin(4 * std::sqrt(96.0 / n)));
}

TEST_CASE("below(n) reaches every number equally often") {
  RandomStream stream(3, Stream::test);
  const int n = 60000;
  std::array<int, 6> counts{};
  for (int i = 0; i < n; ++i) ++counts.at(stream.below(6));
  for (int count : counts) CHECK(count == Approx(n / 6.0).margin(4 * std::sqrt(n * 5 / 36.0)));
  CHECK(stream.below(1) == 0);
}
