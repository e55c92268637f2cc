#include "clausius/geometry/bitmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace clausius {

namespace {

constexpr char kDark = '#', kLight = '.';

}  // namespace

Bitmap::Bitmap(std::size_t width, std::vector<bool> dark) : width_(width), dark_(std::move(dark)) {}

Bitmap Bitmap::from_text(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!line.empty() || !lines.empty()) lines.push_back(line);
    begin = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  std::size_t width = 0;
  for (const std::string_view line : lines) width = std::max(width, line.size());
  if (width == 0) throw std::invalid_argument("no pixels");
  std::vector<bool> dark(width * lines.size());
  for (std::size_t row = 0; row < lines.size(); ++row)
    for (std::size_t column = 0; column < lines[row].size(); ++column) {
      const char one = lines[row][column];
      if (one != kDark && one != kLight && one != ' ')
        throw std::invalid_argument(
            fmt::format("character {} of row {} is not a pixel", column + 1, row + 1));
      dark[row * width + column] = one == kDark;
    }
  return {width, std::move(dark)};
}

std::string Bitmap::text() const {
  std::string text;
  for (std::size_t row = 0; row < height(); ++row) {
    for (std::size_t column = 0; column < width_; ++column)
      text += is_dark(column, row) ? kDark : kLight;
    text += '\n';
  }
  return text;
}

bool Bitmap::is_dark_at(double x, double y) const {
  if (empty() || !(x >= 0 && x < 1 && y >= 0 && y < 1)) return false;
  const auto columns = static_cast<double>(width()), rows = static_cast<double>(height());
  const auto column = std::min(static_cast<std::size_t>(x * columns), width() - 1);
  const auto from_bottom = std::min(static_cast<std::size_t>(y * rows), height() - 1);
  return is_dark(column, height() - 1 - from_bottom);
}

double Bitmap::dark_fraction() const {
  if (empty()) return 0;
  return static_cast<double>(std::count(dark_.begin(), dark_.end(), true)) /
         static_cast<double>(dark_.size());
}

}  // namespace clausius
