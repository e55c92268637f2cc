#pragma once

#include <sys/mman.h>

#include <cstdlib>
#include <new>
#include <vector>

namespace clausius {

/// Allocates large arrays on large pages if the system offers them: beyond the second-level cache
/// address translation with small pages costs up to half the time. Small arrays are aligned to
/// cache lines.
template <class T>
struct HugePageAllocator {
  using value_type = T;
  static constexpr std::size_t kHugePage = std::size_t{1} << 21;
  static constexpr std::size_t kCacheLine = 64;

  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>& /*other*/) {}  // NOLINT: converting by design

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    const std::size_t alignment = bytes >= kHugePage ? kHugePage : kCacheLine;
    const std::size_t size = (bytes + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, size);
    if (memory == nullptr) throw std::bad_alloc();
    if (bytes >= kHugePage) {
      // Memory that was used before keeps its small pages, so these are given back first. This is
      // advice: failure does no harm.
      madvise(memory, size, MADV_DONTNEED);
      madvise(memory, size, MADV_HUGEPAGE);
    }
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) { std::free(memory); }

  template <class U>
  bool operator==(const HugePageAllocator<U>& /*other*/) const {
    return true;
  }
};

template <class T>
using HugeVector = std::vector<T, HugePageAllocator<T>>;

/// Prefetches the cache line at `address` into the cache of a level: to the second level twice as
/// many lines may be in flight as to the first. The empty asm is there because GCC 12 takes a
/// function that only prefetches for one without effect and removes the call.
template <int kLevel = 2>
inline void prefetch(const void* address) {
  static_assert(kLevel == 1 || kLevel == 2);
  __builtin_prefetch(address, 0, 4 - kLevel);
  asm volatile("" : : "r"(address));
}

template <class Vector>
std::size_t bytes_of(const Vector& vector) {
  return vector.capacity() * sizeof(typename Vector::value_type);
}

}  // namespace clausius
