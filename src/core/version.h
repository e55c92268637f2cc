#pragma once

#include <string_view>

namespace clausius {

std::string_view version();  ///< version of the project, e.g. "0.1.0"
/// Commit of the sources (abbreviated, "-dirty" if changed), or "unknown".
std::string_view commit();
std::string_view compiler();  ///< name and version of the compiler that built the library

}  // namespace clausius
