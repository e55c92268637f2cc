#include "core/version.h"

namespace clausius {

std::string_view version() { return CLAUSIUS_VERSION; }

std::string_view compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace clausius
