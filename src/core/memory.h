#pragma once

#include <cstddef>
#include <memory>

namespace clausius {

/// Fails here if there are not `bytes` of memory, which remain this process'. To be called before
/// what must not fail in its middle: destructors of nlohmann::json take memory themselves, and end
/// the program if there is none.
/// @throws std::bad_alloc
inline void require_memory(std::size_t bytes) {
  (void)std::make_unique_for_overwrite<std::byte[]>(bytes);
}

}  // namespace clausius
