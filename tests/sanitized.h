#pragma once

#include <cstdint>

/// Whether this program runs under AddressSanitizer, which keeps freed memory and makes building
/// and evaluating many times slower, so that predictions of memory and time are not valid.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#else
inline constexpr bool kAddressSanitizer = false;
#endif

/// `count` repetitions, of which a fifth will do under the sanitizers: a fault of memory is in
/// each. Runs that are compared with theory are as much shorter there, and their errors larger.
constexpr std::int64_t fewer_if_sanitized(std::int64_t count) {
  return kAddressSanitizer ? count / 5 : count;
}
