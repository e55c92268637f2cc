#pragma once

#include <string_view>

namespace clausius {

/// What the program is, in one line; the packages say the same.
inline constexpr std::string_view kSlogan =
    "event-driven simulation of hard-particle gases, compared with kinetic theory";

std::string_view version();  ///< version of the project, e.g. "1.0.0"
/// Commit of the sources (abbreviated, "-dirty" if changed), or "unknown".
std::string_view commit();
std::string_view compiler();  ///< name and version of the compiler that built the library
/// The processors that the library was built for: "native build" (the machine of the build),
/// "portable build", or, of packages, the level that the loader chose: "x86-64-v3 library".
std::string_view build();

}  // namespace clausius
