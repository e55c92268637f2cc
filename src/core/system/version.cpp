#include "core/system/version.h"

namespace clausius {

std::string_view version() { return CLAUSIUS_VERSION; }

std::string_view compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string_view build() {
#if defined(CLAUSIUS_LEVEL)
  return CLAUSIUS_LEVEL " library";
#else
  return CLAUSIUS_BUILD;
#endif
}

}  // namespace clausius
