#include "clausius/core/archive.h"

#include <cstring>

namespace clausius {

// Defined here because the header would compile them anew for each number in a checkpoint.
void SaveArchive::write(const void* data, std::size_t size) {
  bytes_.append(static_cast<const char*>(data), size);
}

void LoadArchive::read(void* data, std::size_t size) {
  if (size > bytes_.size()) throw ArchiveError("ends too early");
  if (size == 0) return;  // there may be no memory to read into
  std::memcpy(data, bytes_.data(), size);
  bytes_.remove_prefix(size);
}

}  // namespace clausius
