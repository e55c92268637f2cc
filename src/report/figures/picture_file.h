#pragma once

#include <filesystem>
#include <string_view>

namespace clausius {

/// Whether the file of a picture has the end that its format demands. Programs that draw do not
/// notice, or do not tell, that a disk is full.
/// @param extension "png", "svg", "pdf", "gif", "mp4", or "txt" for a page of text
/// @param lines     of a page of text
bool is_whole_picture(const std::filesystem::path& file, std::string_view extension, double lines);

}  // namespace clausius
