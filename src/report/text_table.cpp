#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"

namespace clausius {

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string cut(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++end)
    if ((text[end] & 0xC0) != 0x80 && count++ == width) break;
  return std::string(text.substr(0, end));
}

std::string Paint::in(const char* code, const std::string& text) const {
  return on_ && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

void TextTable::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = printable(cell);
  rows_.push_back(std::move(row));
}

std::string TextTable::text() const {
  return text([](std::size_t, const std::string& line) { return line; });
}

std::string TextTable::text(
    const std::function<std::string(std::size_t, const std::string&)>& paint) const {
  std::vector<std::size_t> width(align_.size(), 0);
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], columns(row[k]));
  std::string result;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::string line;
    for (std::size_t k = 0; k < rows_[i].size(); ++k) {
      const std::string gap(width[k] - columns(rows_[i][k]), ' ');
      line += "  " + (align_[k] == Align::right ? gap + rows_[i][k] : rows_[i][k] + gap);
    }
    line.resize(line.find_last_not_of(' ') + 1);
    result += paint(i, line) + '\n';
  }
  return result;
}

std::string with_faint_heading(const TextTable& table, const Paint& paint) {
  return table.text(
      [&](std::size_t row, const std::string& line) { return row == 0 ? paint.dim(line) : line; });
}

}  // namespace clausius
