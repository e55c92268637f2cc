#include "memory_reserve.h"

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>

namespace clausius::app {

namespace {

// Failures that are provided for, and the bytes freed by each: addresses, as they are never
// touched.
constexpr std::size_t kFailures = 8, kBytes = std::size_t{1} << 20;

std::array<std::unique_ptr<std::byte[]>, kFailures> parts;
std::mutex mutex;

void free_a_part() {
  {
    const std::lock_guard lock(mutex);
    for (auto& part : parts)
      if (part) {
        part.reset();
        break;
      }
  }
  throw std::bad_alloc();
}

}  // namespace

void keep_memory_for_errors() {
  for (auto& part : parts) part = std::make_unique_for_overwrite<std::byte[]>(kBytes);
  std::set_new_handler(free_a_part);
}

}  // namespace clausius::app
