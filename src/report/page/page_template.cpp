#include "report/page/page_template.h"

#include <fmt/format.h>

#include <stdexcept>

#include "core/system/embedded_files.h"
#include "report/page/encoded.h"

namespace clausius {

namespace {

constexpr const char *kTemplate = "report/page.html", *kStyle = "report/style.css",
                     *kScript = "report/script.js", *kPlayer = "report/player.js";

/// "'sha256-…'" of an embedded file, whose digest the build computes.
std::string source_hash(const std::string& name) {
  const std::string& hexadecimal = embedded_files().at(name + ".sha256");
  std::string digest;
  for (std::size_t at = 0; at + 1 < hexadecimal.size(); at += 2)
    digest += static_cast<char>(std::stoi(hexadecimal.substr(at, 2), nullptr, 16));
  return fmt::format("'sha256-{}'", base64(digest));
}

}  // namespace

std::string filled_template(std::map<std::string, Markup> parts) {
  parts["policy"] = fmt::format(
      "default-src 'none'; style-src {}; script-src {} {}; img-src data:; base-uri 'none'; "
      "form-action 'none'",
      source_hash(kStyle), source_hash(kScript), source_hash(kPlayer));
  for (const auto& [part, file] :
       {std::pair("style", kStyle), {"script", kScript}, {"player", kPlayer}})
    parts[part] = Markup::verbatim(embedded_files().at(file));
  const std::string& page = embedded_files().at(kTemplate);
  std::string filled;
  std::size_t at = 0;
  while (true) {
    const std::size_t begin = page.find("{{", at);
    filled.append(page, at, begin - at);
    if (begin == std::string::npos) return filled;
    const std::size_t end = page.find("}}", begin);
    if (end == std::string::npos) throw std::logic_error("an open {{ in the template of the page");
    std::string name = page.substr(begin + 2, end - begin - 2);
    at = end + 2;
    const char mark = name.front();
    if (mark == '#' || mark == '/') name.erase(0, 1);
    const auto part = parts.find(name);
    if (part == parts.end())
      throw std::logic_error("the template of the page names no part " + name);
    if (mark == '/') continue;
    if (mark != '#')
      filled += part->second.text();
    else if (part->second.empty())
      at = page.find(fmt::format("{{{{/{}}}}}", name), at);
  }
}

}  // namespace clausius
