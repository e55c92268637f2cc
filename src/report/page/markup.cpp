#include "report/page/markup.h"

#include <algorithm>

#include "core/text.h"

namespace clausius {

Markup::Markup(std::string_view plain) {
  for (const char c : printable(plain, "\n")) {
    switch (c) {
      case '&':
        text_ += "&amp;";
        break;
      case '<':
        text_ += "&lt;";
        break;
      case '>':
        text_ += "&gt;";
        break;
      case '"':
        text_ += "&quot;";
        break;
      case '\'':
        text_ += "&#39;";
        break;
      default:
        text_ += c;
    }
  }
}

Markup Markup::verbatim(std::string markup) {
  Markup result;
  result.text_ = std::move(markup);
  return result;
}

Markup void_element(std::string_view name, const Attributes& attributes) {
  std::string text = "<" + std::string(name);
  for (const auto& [key, value] : attributes)
    text.append(" ").append(key).append("=\"").append(Markup(value).text()).append("\"");
  return Markup::verbatim(text + ">");
}

Markup element(std::string_view name, const Attributes& attributes, const Markup& content) {
  return void_element(name, attributes) + content +
         Markup::verbatim("</" + std::string(name) + ">");
}

Markup element(std::string_view name, const Markup& content) { return element(name, {}, content); }

HtmlTable::HtmlTable(std::string_view caption, std::vector<Column> columns)
    : caption_(caption), columns_(std::move(columns)) {}

void HtmlTable::add(const std::vector<Markup>& cells) { rows_.push_back(cells); }

Markup HtmlTable::markup(const Attributes& attributes) const {
  if (empty()) return {};
  const auto with_class = [](Attributes all, const Column& column) {
    if (column.is_number) all.emplace_back("class", "number");
    return all;
  };
  Markup head;
  std::vector<Markup> rows(rows_.size());
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    if (std::all_of(rows_.begin(), rows_.end(), [k](const auto& row) { return row[k].empty(); }))
      continue;
    head += element("th", with_class({{"scope", "col"}}, column), column.heading);
    for (std::size_t row = 0; row < rows.size(); ++row)
      rows[row] += k == 0 ? element("th", with_class({{"scope", "row"}}, column), rows_[row][k])
                          : element("td", with_class({}, column), rows_[row][k]);
  }
  Markup body;
  for (const Markup& row : rows) body += element("tr", row) + Markup::verbatim("\n");
  // Wide tables scroll by themselves, with the keyboard, too.
  return element(
      "div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", caption_}},
      element("table", attributes,
              element("caption", caption_) + element("thead", element("tr", head)) +
                  element("tbody", body)));
}

}  // namespace clausius
