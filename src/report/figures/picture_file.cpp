#include "report/figures/picture_file.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/system/files.h"

namespace clausius {

namespace {

using namespace std::string_view_literals;

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

/// Whether an mp4 consists of whole boxes, each of which begins with its length (big-endian, 4
/// bytes) and its name; "moov", the index of all frames, is written last.
bool has_whole_boxes(std::string_view file) {
  constexpr std::size_t kHeader = 8;
  bool has_index = false;
  while (file.size() >= kHeader) {
    std::uint64_t length = 0;
    for (std::size_t k = 0; k < 4; ++k) length = length << 8U | static_cast<unsigned char>(file[k]);
    if (length < kHeader || length > file.size()) return false;
    has_index = has_index || file.substr(4, 4) == "moov";
    file.remove_prefix(length);
  }
  return has_index && file.empty();
}

}  // namespace

bool is_whole_picture(const std::filesystem::path& file, std::string_view extension, double lines) {
  std::string content;
  try {
    content = read_regular_file(file);
  } catch (const std::runtime_error&) {
    return false;
  }
  if (extension == "png") return content.ends_with("\0\0\0\0IEND\xae\x42\x60\x82"sv);
  if (extension == "svg") return without_blanks_at_end(content).ends_with("</svg>");
  if (extension == "pdf") return without_blanks_at_end(content).ends_with("%%EOF");
  if (extension == "gif") return content.ends_with("\0;"sv);  // end of a frame, end of the file
  if (extension == "mp4") return has_whole_boxes(content);
  return content.ends_with('\n') &&
         static_cast<double>(std::count(content.begin(), content.end(), '\n')) >= lines;
}

}  // namespace clausius
