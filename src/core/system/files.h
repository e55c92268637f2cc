#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace clausius {

/// Opens a regular file for reading. Others are refused: a pipe or a device could block its reader,
/// or never end.
/// @throws std::runtime_error saying what is wrong, without the name of the file
std::ifstream open_regular_file(const std::filesystem::path& file);

/// The content of a regular file.
/// @throws std::runtime_error as open_regular_file() does
std::string read_regular_file(const std::filesystem::path& file);

}  // namespace clausius
