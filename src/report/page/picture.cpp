#include "report/page/picture.h"

#include <algorithm>
#include <array>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace clausius {

namespace {

using Tree = boost::property_tree::ptree;

constexpr std::array<std::string_view, 14> kElements{
    "svg",  "g",     "defs",     "path",    "circle",   "rect", "line",
    "text", "tspan", "polyline", "polygon", "clipPath", "use",  "image"};
constexpr std::array<std::string_view, 38> kAttributes{"x",           "y",
                                                       "x1",          "y1",
                                                       "x2",          "y2",
                                                       "cx",          "cy",
                                                       "r",           "d",
                                                       "points",      "width",
                                                       "height",      "transform",
                                                       "fill",        "fill-opacity",
                                                       "fill-rule",   "stroke",
                                                       "color",       "stroke-width",
                                                       "opacity",     "stroke-opacity",
                                                       "dx",          "stroke-linecap",
                                                       "dy",          "stroke-linejoin",
                                                       "text-anchor", "stroke-dasharray",
                                                       "font-size",   "font-weight",
                                                       "font-style",  "font-family",
                                                       "clip-path",   "baseline-shift",
                                                       "id",          "xlink:href",
                                                       "rx",          "preserveAspectRatio"};

template <class List>
bool is_in(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::string attribute_of(const Tree& node, const std::string& name) {
  return node.get<std::string>(Tree::path_type("<xmlattr>|" + name, '|'), "");
}

/// All text in an element.
std::string text_in(const Tree& node) {
  std::string text;
  for (const auto& [name, child] : node)
    if (name == "<xmltext>")
      text += child.data();
    else if (name != "<xmlattr>")
      text += text_in(child);
  return text;
}

class PictureReader {
 public:
  explicit PictureReader(std::string prefix) : prefix_(std::move(prefix)) {}

  Markup children(const Tree& node, bool in_text) {
    Markup content;
    for (const auto& [name, child] : node) {
      if (name == "<xmltext>" && in_text)
        content += child.data();
      else if (is_in(kElements, name) && !is_background(name, child))
        content += drawn(name, child);
    }
    return content;
  }

 private:
  Markup drawn(const std::string& name, const Tree& node) {
    const Markup content = children(node, name == "text" || name == "tspan");
    const bool holds = name == "g" || name == "text" || name == "defs" || name == "clipPath";
    if (holds && content.empty()) return {};
    return element(name, attributes(node), content) + Markup::verbatim(name == "g" ? "\n" : "");
  }

  [[nodiscard]] Attributes attributes(const Tree& node) const {
    Attributes kept;
    const auto given = node.find("<xmlattr>");
    if (given == node.not_found()) return kept;
    for (const auto& [key, child] : given->second) {
      const auto* const known = std::find(kAttributes.begin(), kAttributes.end(), key);
      if (known == kAttributes.end()) continue;
      const std::string value = local(key, child.data());
      if (!value.empty()) kept.emplace_back(key == "xlink:href" ? "href" : *known, value);
    }
    return kept;
  }

  /// The value with names of parts made those of this page; empty if it leads elsewhere.
  [[nodiscard]] std::string local(const std::string& key, const std::string& value) const {
    constexpr std::string_view kImage = "data:image/png;base64,", kUrl = "url(#";
    if (key == "id") return prefix_ + value;
    if (key == "xlink:href")
      return value.starts_with('#')      ? '#' + prefix_ + value.substr(1)
             : value.starts_with(kImage) ? value
                                         : "";
    if (value.starts_with(kUrl)) return std::string(kUrl) + prefix_ + value.substr(kUrl.size());
    return value.find("url(") == std::string::npos ? value : "";
  }

  static bool is_background(const std::string& name, const Tree& node) {
    return name == "rect" && attribute_of(node, "x") == "0" && attribute_of(node, "y") == "0" &&
           attribute_of(node, "fill") == "#ffffff";
  }

  std::string prefix_;
};

/// The largest type, and the text in it.
struct Heading {
  double size = 0;
  std::string text;
};
void find_heading(const Tree& node, Heading& heading) {
  const double size = std::atof(attribute_of(node, "font-size").c_str());
  if (const std::string text = size > 0 ? text_in(node) : ""; !is_blank(text)) {
    if (size > heading.size) heading = {size, ""};
    if (size == heading.size) heading.text += (heading.text.empty() ? "" : " ") + text;
  }
  for (const auto& [name, child] : node)
    if (name != "<xmlattr>" && name != "<xmltext>") find_heading(child, heading);
}

/// Without blanks at its ends, with single ones inside.
std::string tidy(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

}  // namespace

InlinePicture inline_picture(const std::string& file, const std::string& prefix,
                             const std::string& meaning) {
  Tree tree;
  try {
    std::istringstream stream(file);
    boost::property_tree::read_xml(stream, tree, boost::property_tree::xml_parser::no_concat_text);
  } catch (const boost::property_tree::xml_parser_error&) {
    return {};
  }
  const auto root = tree.find("svg");
  if (root == tree.not_found()) return {};
  const Tree& svg = root->second;
  Heading heading;
  find_heading(svg, heading);
  const std::string name = tidy(heading.text);
  return {element("svg",
                  {{"viewBox", attribute_of(svg, "viewBox")},
                   {"role", "img"},
                   {"aria-label", name + (name.empty() ? "" : ". ") + meaning}},
                  PictureReader(prefix).children(svg, false)),
          name};
}

}  // namespace clausius
