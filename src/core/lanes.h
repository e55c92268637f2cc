#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__AVX512F__) || defined(__FMA__)
#include <immintrin.h>
#endif

namespace clausius {

/// `kLanes` doubles processed at once: the widest vector register of the target machine, as a
/// compiler vector type with +, −, ·, /, comparisons and ?: by element.
#if defined(__AVX512F__)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using LaneInts = std::int64_t __attribute__((vector_size(kLanes * sizeof(double))));

/// Four doubles, for the components of a vector in space.
using Quad = double __attribute__((vector_size(32)));
using QuadInts = std::int64_t __attribute__((vector_size(32)));

/// kLanes doubles read from memory of any type; the address must be a multiple of their size.
inline Lanes load_lanes(const double* from) {
  using InMemory = double __attribute__((vector_size(kLanes * sizeof(double)), may_alias));
  return *reinterpret_cast<const InMemory*>(from);
}
inline void store_lanes(double* to, Lanes x) {
  using InMemory = double __attribute__((vector_size(kLanes * sizeof(double)), may_alias));
  *reinterpret_cast<InMemory*>(to) = x;
}

/// Loads integers.
inline LaneInts load_ints(const std::int64_t* from) {
  LaneInts x;
  std::memcpy(&x, from, sizeof(x));
  return x;
}
inline void store_ints(std::int64_t* to, LaneInts x) { std::memcpy(to, &x, sizeof(x)); }
/// Four doubles, from any aligned address of a double.
inline Quad load_quad(const double* from) {
  Quad x;
  std::memcpy(&x, from, sizeof(x));
  return x;
}
/// kLanes integers from as many bytes.
inline LaneInts widen(const std::uint8_t* bytes) {
#if defined(__AVX512F__)
  return std::bit_cast<LaneInts>(
      _mm512_maskz_cvtepu8_epi64(0xff, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes))));
#else
  LaneInts x;
  for (int lane = 0; lane < kLanes; ++lane) x[lane] = bytes[lane];
  return x;
#endif
}

/// Common code for one number and for a vector of them: the same operations in the same order, so
/// that both give the same bits (square root and division are exact to rounding in IEEE 754).
inline double square_root(double x) { return std::sqrt(x); }
inline Lanes square_root(Lanes x) {
#if defined(__AVX512F__)
  // The loop below would become two halves and a detour through memory.
  return _mm512_maskz_sqrt_pd(0xff, x);
#else
  Lanes result;
  for (int lane = 0; lane < kLanes; ++lane) result[lane] = __builtin_sqrt(x[lane]);
  return result;
#endif
}
#if defined(__AVX512F__)  // elsewhere Lanes are the same as Quad
inline Quad square_root(Quad x) { return _mm256_sqrt_pd(x); }
#endif

/// a·b + c, rounded once: if the target machine has no such instruction, the C library computes it
/// exactly.
inline double multiply_add(double a, double b, double c) { return std::fma(a, b, c); }
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_pd(a, b, c);
#else
  Lanes result;
  for (int lane = 0; lane < kLanes; ++lane) result[lane] = std::fma(a[lane], b[lane], c[lane]);
  return result;
#endif
}
#if defined(__AVX512F__)
inline Quad multiply_add(Quad a, Quad b, Quad c) { return _mm256_fmadd_pd(a, b, c); }
#endif

inline double larger(double a, double b) { return a > b ? a : b; }
inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
#if defined(__AVX512F__)
inline Quad larger(Quad a, Quad b) { return a > b ? a : b; }
inline Quad smaller(Quad a, Quad b) { return a < b ? a : b; }
#endif

template <class Real>
Real broadcast(double x) {
  return x - Real{};
}

/// The integer nearest to a·b, for |a·b| < 2⁵¹: adding 1.5·2⁵² leaves no bits for a fraction.
template <class Real>
Real nearest_integer(Real a, Real b) {
  constexpr double kShift = 6755399441055744.0;
  return multiply_add(a, b, broadcast<Real>(kShift)) - kShift;
}

/// table[index[k]] for each lane.
inline Lanes look_up(const double* table, LaneInts index) {
#if defined(__AVX512F__)
  return _mm512_i64gather_pd(std::bit_cast<__m512i>(index), table, 8);
#else
  Lanes result;
  for (int lane = 0; lane < kLanes; ++lane) result[lane] = table[index[lane]];
  return result;
#endif
}
/// Table of kLanes numbers, with faster look-up if it fits one vector.
inline Lanes look_up_few(const double* table, LaneInts index) {
#if defined(__AVX512F__)
  return _mm512_permutexvar_pd(std::bit_cast<__m512i>(index), load_lanes(table));
#else
  return look_up(table, index);
#endif
}

/// The least of kLanes numbers.
inline double least_of(Lanes x) {
#if defined(__AVX512F__)
  x = smaller(x, __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3));
  x = smaller(x, __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5));
  x = smaller(x, __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6));
#else
  x = smaller(x, __builtin_shufflevector(x, x, 2, 3, 0, 1));
  x = smaller(x, __builtin_shufflevector(x, x, 1, 0, 3, 2));
#endif
  return x[0];
}

#if defined(__AVX512F__)
inline double least_of(Quad x) {
  x = smaller(x, __builtin_shufflevector(x, x, 2, 3, 0, 1));
  return smaller(x, __builtin_shufflevector(x, x, 1, 0, 3, 2))[0];
}
#endif

/// Bit k set where the k-th of kLanes numbers equals y.
inline unsigned lanes_equal_to(Lanes x, double y) {
#if defined(__AVX512F__)
  return _mm512_cmp_pd_mask(x, _mm512_set1_pd(y), _CMP_EQ_OQ);
#else
  unsigned bits = 0;
  for (int lane = 0; lane < kLanes; ++lane) bits |= static_cast<unsigned>(x[lane] == y) << lane;
  return bits;
#endif
}

/// Bit k set where the k-th of kLanes comparisons is true.
inline unsigned lanes_where(LaneInts comparisons) {
#if defined(__AVX512DQ__)
  return _mm512_movepi64_mask(std::bit_cast<__m512i>(comparisons));
#else
  unsigned bits = 0;
  for (int lane = 0; lane < kLanes; ++lane)
    bits |= static_cast<unsigned>(comparisons[lane] != 0) << lane;
  return bits;
#endif
}

/// Bit k set where the k-th of sixteen numbers differs from y; the address must be a multiple of
/// 64.
inline std::uint32_t places_other_than(const std::uint32_t* sixteen, std::uint32_t y) {
#if defined(__AVX512F__)
  std::uint32_t bits =
      _mm512_cmpneq_epi32_mask(_mm512_load_si512(sixteen), _mm512_set1_epi32(static_cast<int>(y)));
  // GCC 12 at -O1 fills the upper half with the sixteenth bit, although it assumes that it is
  // clear.
  asm("" : "+r"(bits));
  return bits & 0xffffU;
#else
  std::uint32_t bits = 0;
  for (int k = 0; k < 16; ++k) bits |= static_cast<std::uint32_t>(sixteen[k] != y) << k;
  return bits;
#endif
}

/// Places in a table.
using EightPlaces = std::uint32_t __attribute__((vector_size(32)));

/// Eight of four numbers, those with the given indices; the address must be a multiple of 16.
template <int... kIndices>
EightPlaces pick(const std::uint32_t* four) {
  using Four = std::uint32_t __attribute__((vector_size(16), may_alias));
  const Four from = *reinterpret_cast<const Four*>(four);
  return __builtin_shufflevector(from, from, kIndices...);
}

/// From words of two 32-bit numbers, the first in the low half, takes those whose bit 31 is clear,
/// written one after the other; if the first has the bit set, so has the second. Two places are
/// written to; those behind the last number have no meaning.
/// @return their number
inline int copy_unmarked(std::uint64_t word, std::uint32_t* to) {
  std::memcpy(to, &word, sizeof(word));
  return std::popcount(~word & 0x8000000080000000);
}

struct Unmarked {
  int count;     ///< number of numbers written
  bool flagged;  ///< whether some of the words have the flag
};
/// Takes them from eight words of a table; sixteen places are written to.
inline Unmarked copy_unmarked(const std::uint64_t* table, EightPlaces places, std::uint64_t flag,
                              std::uint32_t* to) {
#if defined(__AVX512DQ__)
  const __m512i words = _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), 0xff,
                                                    std::bit_cast<__m256i>(places), table, 8);
  const unsigned unmarked = 0xffffU ^ _mm512_movepi32_mask(words);
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(unmarked), words));
  const __m512i flags = _mm512_set1_epi64(static_cast<std::int64_t>(flag));
  return {std::popcount(unmarked), _mm512_test_epi64_mask(words, flags) != 0};
#else
  std::uint64_t all = 0;
  const std::uint32_t* const begin = to;
  for (int k = 0; k < 8; ++k) {
    const std::uint64_t word = table[places[k]];
    to += copy_unmarked(word, to);
    all |= word;
  }
  return {static_cast<int>(to - begin), (all & flag) != 0};
#endif
}

/// Seven words in the order of their high halves, and an eighth behind them: those that are at
/// least `least` and differ from `own` in their low halves move to the front, `own` follows them,
/// and −1 fills the rest. If that is eight words, nothing is changed.
/// @param others the low halves of those before `own`; eight places are written to
/// @return their number, 7 if nothing is changed
inline int renew_words(std::int64_t* eight, std::int64_t least, std::int64_t own,
                       std::uint32_t* others) {
#if defined(__AVX512DQ__)
  const __m512i words = _mm512_load_si512(eight);
  const __m512i low_halves = _mm512_set1_epi64(0xffffffff);
  const __mmask8 same =
      _mm512_testn_epi64_mask(_mm512_xor_si512(words, _mm512_set1_epi64(own)), low_halves);
  const __mmask8 kept = static_cast<__mmask8>(
      _mm512_cmpge_epi64_mask(words, _mm512_set1_epi64(least)) & ~same & 0x7f);
  const int count = std::popcount(static_cast<unsigned>(kept));
  if (count == 7) [[unlikely]]
    return count;
  const __m512i packed = _mm512_mask_compress_epi64(_mm512_set1_epi64(-1), kept, words);
  const auto behind = static_cast<__mmask8>(1U << count);
  _mm512_store_si512(eight, _mm512_mask_set1_epi64(packed, behind, own));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(others),
                      _mm512_maskz_cvtepi64_epi32(0xff, packed));
  return count;
#else
  std::int64_t packed[8];
  int count = 0;
  for (int k = 0; k < 7; ++k) {
    packed[count] = eight[k];
    const bool same = static_cast<std::uint32_t>(eight[k]) == static_cast<std::uint32_t>(own);
    count += static_cast<int>((eight[k] >= least) & !same);
  }
  if (count == 7) [[unlikely]]
    return count;
  for (int k = 0; k < 8; ++k) {
    eight[k] = k < count ? packed[k] : (k == count ? own : -1);
    others[k] = static_cast<std::uint32_t>(eight[k]);
  }
  return count;
#endif
}

/// Eight vectors; written out, because arrays of vectors are stored in memory.
struct LaneColumns {
  Lanes c0, c1, c2, c3, c4, c5, c6, c7;
};

/// Transposes kLanes rows of eight doubles; row(k) is the address of the k-th, a multiple of 64.
#if defined(__AVX512F__)
template <class Row>
[[gnu::always_inline]] inline LaneColumns columns_of(const Row& row) {
  const auto even = [](Lanes a, Lanes b) {
    return __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
  };
  const auto odd = [](Lanes a, Lanes b) {
    return __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  };
  const auto even_pairs = [](Lanes a, Lanes b) {
    return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
  };
  const auto odd_pairs = [](Lanes a, Lanes b) {
    return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  };
  const auto low_half = [](Lanes a, Lanes b) {
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
  };
  const auto high_half = [](Lanes a, Lanes b) {
    return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  };
  const Lanes a0 = load_lanes(row(0)), a1 = load_lanes(row(1));
  const Lanes a2 = load_lanes(row(2)), a3 = load_lanes(row(3));
  const Lanes a4 = load_lanes(row(4)), a5 = load_lanes(row(5));
  const Lanes a6 = load_lanes(row(6)), a7 = load_lanes(row(7));
  const Lanes b0 = even(a0, a1), b1 = odd(a0, a1), b2 = even(a2, a3), b3 = odd(a2, a3);
  const Lanes b4 = even(a4, a5), b5 = odd(a4, a5), b6 = even(a6, a7), b7 = odd(a6, a7);
  const Lanes d0 = even_pairs(b0, b2), d1 = even_pairs(b1, b3);
  const Lanes d2 = odd_pairs(b0, b2), d3 = odd_pairs(b1, b3);
  const Lanes d4 = even_pairs(b4, b6), d5 = even_pairs(b5, b7);
  const Lanes d6 = odd_pairs(b4, b6), d7 = odd_pairs(b5, b7);
  return {low_half(d0, d4),  low_half(d1, d5),  low_half(d2, d6),  low_half(d3, d7),
          high_half(d0, d4), high_half(d1, d5), high_half(d2, d6), high_half(d3, d7)};
}
#else
template <class Row>
[[gnu::always_inline]] inline LaneColumns columns_of(const Row& row) {
  const auto even = [](Lanes a, Lanes b) { return __builtin_shufflevector(a, b, 0, 4, 2, 6); };
  const auto odd = [](Lanes a, Lanes b) { return __builtin_shufflevector(a, b, 1, 5, 3, 7); };
  const auto low_half = [](Lanes a, Lanes b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); };
  const auto high_half = [](Lanes a, Lanes b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); };
  const Lanes a0 = load_lanes(row(0)), a1 = load_lanes(row(1));
  const Lanes a2 = load_lanes(row(2)), a3 = load_lanes(row(3));
  const Lanes a4 = load_lanes(row(0) + 4), a5 = load_lanes(row(1) + 4);
  const Lanes a6 = load_lanes(row(2) + 4), a7 = load_lanes(row(3) + 4);
  const Lanes b0 = even(a0, a1), b1 = odd(a0, a1), b2 = even(a2, a3), b3 = odd(a2, a3);
  const Lanes b4 = even(a4, a5), b5 = odd(a4, a5), b6 = even(a6, a7), b7 = odd(a6, a7);
  return {low_half(b0, b2), low_half(b1, b3), high_half(b0, b2), high_half(b1, b3),
          low_half(b4, b6), low_half(b5, b7), high_half(b4, b6), high_half(b5, b7)};
}
#endif

}  // namespace clausius
