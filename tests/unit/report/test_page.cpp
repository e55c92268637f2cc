#include <algorithm>
#include <boost/iostreams/filter/zlib.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <sstream>
#include <string>

#include "core/system/embedded_files.h"
#include "report/page/encoded.h"
#include "report/page/frames.h"
#include "report/page/markup.h"
#include "report/page/page_template.h"
#include "report/page/picture.h"
#include "study/results/observables.h"

using namespace clausius;
using Catch::Contains;

TEST_CASE("text becomes markup only escaped") {
  const std::string hostile = "</td><script>alert(\"1\")</script> & 'x' \x1b[31m \xff";
  const std::string escaped =
      "&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;  [31m ?";
  CHECK(Markup(hostile).text() == escaped);
  CHECK(element("td", {{"title", hostile}}, hostile).text() ==
        "<td title=\"" + escaped + "\">" + escaped + "</td>");
  HtmlTable table("all", {{"name"}, {"number", true}});
  CHECK(table.markup().empty());
  table.add({"<b>", "1"});
  CHECK_THAT(table.markup().text(),
             Contains("<th scope=\"row\">&lt;b&gt;</th><td class=\"number\">1</td>"));
}

TEST_CASE("base64 is that of RFC 4648") {
  const std::vector<std::pair<std::string, std::string>> vectors{{"", ""},
                                                                 {"f", "Zg=="},
                                                                 {"fo", "Zm8="},
                                                                 {"foo", "Zm9v"},
                                                                 {"foob", "Zm9vYg=="},
                                                                 {"fooba", "Zm9vYmE="},
                                                                 {"foobar", "Zm9vYmFy"},
                                                                 {"\xff\xfe", "//4="}};
  for (const auto& [bytes, text] : vectors) CHECK(base64(bytes) == text);
}

namespace {

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bits, bytes;
  for (const char c : text)
    for (int bit = 5; c != '=' && bit >= 0; --bit)
      bits += (digits.find(c) >> bit & 1) != 0 ? '1' : '0';
  for (std::size_t at = 0; at + 8 <= bits.size(); at += 8)
    bytes += static_cast<char>(std::stoi(bits.substr(at, 8), nullptr, 2));
  return bytes;
}

std::string inflated(const std::string& text) {
  boost::iostreams::filtering_istream stream;
  stream.push(boost::iostreams::zlib_decompressor());
  std::istringstream packed(from_base64(text));
  stream.push(packed);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

}  // namespace

TEST_CASE("what is deflated for the page is inflated to the same bytes") {
  std::string bytes;
  for (int k = 0; k < 5000; ++k) bytes += static_cast<char>(k * k % 251);
  CHECK(inflated(deflated(bytes)) == bytes);
  CHECK(deflated(bytes).size() < bytes.size() / 4);
}

TEST_CASE("a picture keeps what draws, and nothing that could act or lead elsewhere") {
  const std::string svg = R"svg(<?xml version="1.0" encoding="utf-8" standalone="no"?>
<svg width="100" height="50" viewBox="0 0 100 50" xmlns="http://www.w3.org/2000/svg"
 xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)">
<title>Gnuplot</title><style>* { fill: red }</style><script>alert(2)</script>
<rect x="0" y="0" width="100" height="50" fill="#ffffff"/>
<defs><circle id='gpDot' r='0.5'/></defs>
<g fill="none" stroke="currentColor"> </g>
<g style="fill:red" onclick="alert(3)" fill="none"><path d="M0,0 h2" style="x"/></g>
<use xlink:href='#gpDot' x='1'/><use xlink:href='http://elsewhere/x.svg#a'/>
<a xlink:href="javascript:alert(4)"><path d="M9,9"/></a>
<image xlink:href="data:image/png;base64,AAAA"/><image xlink:href="data:image/svg+xml,x"/>
<g font-size="10"><text>small</text></g>
<g font-size="20" fill="url(#gpDot)" clip-path="url(http://elsewhere)"><text>large &lt;b&gt;</text></g>
</svg>)svg";
  const InlinePicture picture = inline_picture(svg, "f7-", "It shows \"x\".");
  CHECK(picture.heading == "large <b>");
  const std::string& text = picture.svg.text();
  CHECK_THAT(text, Contains("<svg viewBox=\"0 0 100 50\" role=\"img\" "
                            "aria-label=\"large &lt;b&gt;. It shows &quot;x&quot;.\">"));
  for (const char* kept : {"id=\"f7-gpDot\"", "href=\"#f7-gpDot\"", "M0,0 h2", "url(#f7-gpDot)",
                           "data:image/png;base64,AAAA", ">large &lt;b&gt;<"})
    CHECK_THAT(text, Contains(kept));
  for (const char* dropped : {"alert", "style", "onload", "onclick", "elsewhere", "javascript",
                              "svg+xml", "Gnuplot", "#ffffff", "currentColor", "M9,9"})
    CHECK_THAT(text, !Contains(dropped));
  CHECK(inline_picture("<svg><g></svg>", "", "").svg.empty());
  CHECK(inline_picture("no picture", "", "").svg.empty());
}

TEST_CASE("figures say that they show observables which exist") {
  std::set<std::string> names;
  for (const MeasurementKind& kind : study_kinds())
    for (const DeclaredObservable& one : kind.observables) names.insert(std::string(one.name));
  constexpr std::string_view kShows = "# shows: ";
  std::size_t count = 0;
  for (const auto& [file, script] : embedded_files()) {
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line) && line.starts_with("# ");) {
      if (!line.starts_with(kShows)) continue;
      std::istringstream words(line.substr(kShows.size()));
      for (std::string word; words >> word; ++count) {
        INFO(file << ": " << word);
        // One for each face of the box is declared without it.
        if (word.size() > 2 && word[word.size() - 2] == '_') word.resize(word.size() - 2);
        CHECK(std::any_of(names.begin(), names.end(),
                          [&](const std::string& name) { return name.starts_with(word); }));
      }
    }
  }
  CHECK(count > 40);
}

TEST_CASE("frames are packed to 16 bits, particle by particle") {
  // Two frames of two particles, of which the second has two balls; rows in another order.
  const Table table{"snapshot",
                    {{"frame", "1", std::vector<std::int64_t>{1, 1, 1, 2, 2, 2}},
                     {"time", "reduced", std::vector<double>{0, 0, 0, 2.5, 2.5, 2.5}},
                     {"id", "1", std::vector<std::int64_t>{7, 7, 3, 3, 7, 7}},
                     {"species", "", std::vector<std::string>{"b", "b", "a", "a", "b", "b"}},
                     {"label", "1", std::vector<std::int64_t>{2, 2, 0, 1, 2, 2}},
                     {"x", "reduced", std::vector<double>{1, 2, 8, 7.5, 0, 4}},
                     {"y", "reduced", std::vector<double>{0, 0, 5, 10, 3, 3}},
                     {"speed", "reduced", std::vector<double>{1, 1, 2, 4, 3, 3}},
                     {"radius", "reduced", std::vector<double>{0.5, 0.4, 1, 1, 0.5, 0.4}},
                     {"box_x", "reduced", std::vector<double>(6, 10)},
                     {"box_y", "reduced", std::vector<double>(6, 10)},
                     {"edge", "1", std::vector<std::int64_t>{1, 0, 0, 0, 1, 0}},
                     {"wall_x_low", "reduced", std::vector<double>{0, 0, 0, 0.5, 0.5, 0.5}}}};
  const auto json = packed_frames(table, 2);
  REQUIRE(json);
  CHECK(json->at("time") == nlohmann::json({0, 2.5}));
  CHECK(json->at("id") == nlohmann::json({3, 7}));
  CHECK(json->at("names") == nlohmann::json({"a", "b"}));
  CHECK(json->at("species") == nlohmann::json({0, 1}));
  CHECK(json->at("particle") == nlohmann::json({0, 1, 1}));
  CHECK(json->at("edge") == nlohmann::json({0, 1, 0}));
  CHECK(json->at("radius") == nlohmann::json({1, 0.5, 0.4}));
  CHECK(json->at("low") == nlohmann::json({0, 0}));
  CHECK(json->at("high") == nlohmann::json({8, 10}));
  CHECK(json->at("walls").at("wall_x_low") == nlohmann::json({0, 0.5}));
  const std::string bytes = inflated(json->at("data"));
  REQUIRE(bytes.size() == 2 * (2 * 3 * 2 + 2 + 2));
  const auto place = [&](std::size_t n, double length) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    return (byte(2 * n) + 256 * byte(2 * n + 1) + 0.5) / 65536 * length;
  };
  const std::vector<double> places{8, 1, 2, 5, 0, 0, 7.5, 0, 4, 10, 3, 3};
  for (std::size_t n = 0; n < places.size(); ++n) {
    const double length = n % 6 < 3 ? 8 : 10;
    CHECK(std::abs(place(n, length) - places[n]) <= 0.5001 * length / 65536);
  }
  CHECK(bytes.substr(24) == std::string("\x80\x40\xff\xbf\0\2\1\2", 8));
  Table other = table;
  std::get<std::vector<std::int64_t>>(other.columns[2].values)[4] = 3;
  CHECK(!packed_frames(other, 2));
  other.columns.resize(3);
  CHECK(!packed_frames(other, 2));
  CHECK(!packed_frames({"snapshot", {}}, 2));
}

TEST_CASE("the page allows its own style and script, and nothing else") {
  std::map<std::string, Markup> parts;
  for (const char* part :
       {"title", "verdict", "question", "facts", "answer", "gas", "cases", "warnings",
        "observables", "checks", "species", "figures", "ledger", "parameters", "defaults",
        "provenance", "downloads", "references", "data"})
    parts[part] = Markup();
  parts["title"] = "{{data}} <b>";
  parts["checks"] = "passed";
  const std::string page = filled_template(parts);
  CHECK_THAT(page, Contains("<h1>{{data}} &lt;b&gt;</h1>"));
  CHECK_THAT(page, Contains("content=\"default-src &#39;none&#39;; style-src &#39;sha256-"));
  CHECK_THAT(page, Contains("<style>" + embedded_files().at("report/style.css") + "</style>"));
  CHECK_THAT(page, Contains("<h2 id=\"checks\">") && !Contains("<h2 id=\"observables\">"));
  // Neither may end its element early.
  for (const char* file : {"report/style.css", "report/script.js", "report/player.js"})
    CHECK_THAT(embedded_files().at(file), !Contains("</") && !Contains("<!--") && !Contains("\r"));
  parts.erase("species");
  CHECK_THROWS_AS(filled_template(parts), std::logic_error);
}
