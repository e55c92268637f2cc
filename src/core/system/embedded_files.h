#pragma once

#include <functional>
#include <map>
#include <string>

namespace clausius {

/// The studies (`NAME.toml`), figure scripts (`NAME.gp`) and parts of these (`parts/NAME.gp`) built
/// into the program, by file name.
const std::map<std::string, std::string, std::less<>>& embedded_files();

}  // namespace clausius
