#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clausius {

/// Text of an HTML page. Plain text becomes markup by being escaped, so that nothing in a title, a
/// name or a number can become an element, an attribute or a script.
class Markup {
 public:
  Markup() = default;
  /// Escapes the text; control characters, and bytes that are no UTF-8, are replaced.
  Markup(std::string_view plain);  // NOLINT(google-explicit-*)
  Markup(const std::string& plain)
      : Markup(std::string_view(plain)) {}                        // NOLINT(google-explicit-*)
  Markup(const char* plain) : Markup(std::string_view(plain)) {}  // NOLINT(google-explicit-*)
  /// Takes the text as it is. @pre it is markup that this program made
  static Markup verbatim(std::string markup);

  Markup& operator+=(const Markup& other) {
    text_ += other.text_;
    return *this;
  }
  friend Markup operator+(Markup left, const Markup& right) { return left += right; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

/// `<name attributes>content</name>`, the values of the attributes escaped.
Markup element(std::string_view name, const Attributes& attributes, const Markup& content = {});
Markup element(std::string_view name, const Markup& content);
/// `<name attributes>`, of an element that has no content: "br", "meta".
Markup void_element(std::string_view name, const Attributes& attributes);

/// A table whose first column heads its rows. Columns without any content are left out.
class HtmlTable {
 public:
  struct Column {
    std::string_view heading;
    bool is_number = false;  ///< aligned right
  };
  /// @param caption what the table shows, for screen readers
  HtmlTable(std::string_view caption, std::vector<Column> columns);
  void add(const std::vector<Markup>& cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Nothing without rows. @param attributes of the table
  [[nodiscard]] Markup markup(const Attributes& attributes = {}) const;

 private:
  std::string caption_;
  std::vector<Column> columns_;
  std::vector<std::vector<Markup>> rows_;
};

}  // namespace clausius
