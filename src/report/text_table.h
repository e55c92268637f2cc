#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace clausius {

/// Columns that `text` takes on a terminal: the number of its UTF-8 characters.
std::size_t columns(std::string_view text);

/// The beginning of `text`, at most `width` columns of it.
std::string cut(std::string_view text, std::size_t width);

/// Colours of ANSI terminals, or none.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  [[nodiscard]] std::string bold(const std::string& text) const { return in("1", text); }
  [[nodiscard]] std::string dim(const std::string& text) const { return in("2", text); }
  [[nodiscard]] std::string verdict(bool good, const std::string& text) const {
    return in(good ? "32" : "1;31", text);
  }

 private:
  [[nodiscard]] std::string in(const char* code, const std::string& text) const;
  bool on_;
};

/// Rows of cells in columns separated by two spaces, each line with a newline. Unprintable
/// characters of cells are replaced.
class TextTable {
 public:
  enum class Align { left, right };
  /// @param align alignment of each column
  explicit TextTable(std::vector<Align> align) : align_(std::move(align)) {}

  /// @param row at most as many cells as there are columns
  void add(std::vector<std::string> row);

  [[nodiscard]] std::string text() const;
  /// @param paint receives the index of a row and its complete line, returns the coloured line
  [[nodiscard]] std::string text(
      const std::function<std::string(std::size_t, const std::string&)>& paint) const;

 private:
  std::vector<Align> align_;
  std::vector<std::vector<std::string>> rows_;
};

/// The lines of a table with a faint heading.
std::string with_faint_heading(const TextTable& table, const Paint& paint);

}  // namespace clausius
