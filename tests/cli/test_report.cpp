#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "program.h"

namespace fs = std::filesystem;
using Catch::Contains;

namespace {

/// How often `part` occurs in `text`.
std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++count;
  return count;
}

}  // namespace

TEST_CASE("a report shows the results, every figure and the origin of a run") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml",
             kShortRun + std::string("[[check]]\n"
                                     "observable = \"collision_rate\"\n"
                                     "tolerance = 1e-9\n"));
  // Its check fails: nothing is that near to theory.
  CHECK(run_in(scratch.path(), "$CLAUSIUS run gas.toml --out run --quiet").code == 3);
  const Outcome reported = run_in(scratch.path(), "$CLAUSIUS report run");
  CHECK(reported.code == 0);
  CHECK(reported.out == "run/report.html\n");
  CHECK(reported.err.empty());
  const std::string page = read_file(scratch.path() / "run/report.html");
  CHECK_THAT(page, Contains("1 of 4 checks failed: collision_rate."));
  CHECK_THAT(page, Contains("✗ failed") && Contains("<code class=\"name\">pressure_virial</code>"));
  CHECK_THAT(page, Contains("clausius run gas.toml --out run --quiet"));
  CHECK_THAT(page, Contains("doi:10.1039/b402792f") || Contains("doi:10."));
  std::size_t figures = 0;
  for (const auto& entry : fs::directory_iterator(scratch.path() / "run/figures"))
    figures += entry.path().extension() == ".png" ? 1 : 0;
  CHECK(figures >= 2);
  CHECK(occurrences(page, "<figure ") == figures);
  CHECK(occurrences(page, "class=\"problem\"") == 0);
  // Every name of a part of a picture, and of the page, is unique.
  const std::regex id(" id=\"([^\"]*)\"");
  std::set<std::string> ids;
  for (std::sregex_iterator at(page.begin(), page.end(), id), end; at != end; ++at)
    CHECK(ids.insert((*at)[1]).second);
  CHECK_THAT(page, !Contains(" style=") && !Contains("http://") && !Contains(" onclick="));
}

TEST_CASE("a report belongs to the run folder") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kShortRun);
  const std::string run = "$CLAUSIUS run gas.toml --out run --no-plots ";
  const Outcome first = run_in(scratch.path(), run + "--report");
  CHECK(first.code == 0);
  CHECK_THAT(first.out, Catch::EndsWith("report: run/report.html\n"));
  const fs::path page = scratch.path() / "run/report.html";
  std::string text = read_file(page);
  // Its figures are drawn though no others are, and leave nothing behind.
  CHECK(occurrences(text, "<figure ") >= 2);
  CHECK(!fs::exists(scratch.path() / "run/figures"));
  CHECK_THAT(read_file(scratch.path() / "run/ro-crate-metadata.json"), Contains("report.html"));
  CHECK_THAT(read_file(scratch.path() / "run/clausius-manifest.txt"), Contains("report.html"));
  // A run gives one page, however often. (Its own command ended when its page was written.)
  CHECK(run_in(scratch.path(), "$CLAUSIUS report run").code == 0);
  text = read_file(page);
  CHECK(run_in(scratch.path(), "$CLAUSIUS report run").code == 0);
  CHECK((read_file(page) == text));
  // --force removes it, but not one that was changed.
  CHECK(run_in(scratch.path(), run + "--force").code == 0);
  CHECK(!fs::exists(page));
  CHECK(run_in(scratch.path(), run + "--force --report").code == 0);
  write_file(page, "mine");
  const Outcome refused = run_in(scratch.path(), run + "--force");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("report.html: was changed since this program wrote it"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS report run").code != 0);
  CHECK(read_file(page) == "mine");
  // A run that has ended gets the report that it lacks.
  fs::remove(page);
  CHECK(run_in(scratch.path(), run + "--resume --report").code == 0);
  CHECK(occurrences(read_file(page), "<figure ") >= 2);
}

TEST_CASE("a report shows what a study says as text, whatever it says") {
  const ScratchFolder scratch;
  const std::string title =
      "</title><script>alert('a')</script> \" onload=\"alert(1) <!-- ]]> & {{data}} </script>";
  write_file(scratch.path() / "gas.toml", "title = '''" + title + "'''\n" + kShortRun);
  const Outcome ran =
      run_in(scratch.path(), "$CLAUSIUS run gas.toml --out '<svg onload=alert(2)>' --quiet");
  REQUIRE(ran.code == 0);
  const std::string report = "cd '<svg onload=alert(2)>' && $CLAUSIUS report .";
  CHECK(run_in(scratch.path(), report).code == 0);
  const fs::path file = scratch.path() / "<svg onload=alert(2)>/report.html";
  CHECK(occurrences(read_file(file), "<figure ") >= 2);
  CHECK(occurrences(read_file(file), "class=\"problem\"") == 0);
  // Names of species are words in a study, but not in a summary from elsewhere.
  const std::string change =
      "sed -i 's/\"name\": \"gas\"/\"name\": \"<img src=x onerror=alert(3)>\"/; "
      "s/\"reduced\"/\"<b>\"/' */summary.json; ";
  CHECK(run_in(scratch.path(), change + report).code == 0);
  const std::string page = read_file(file);
  for (const char* markup :
       {"<script>alert", "<img", "<svg onload", "<b>", "onload=\"alert", "<!--", "onerror=\""})
    CHECK_THAT(page, !Contains(markup));
  CHECK(occurrences(page, "<script") == 2);
  CHECK(occurrences(page, "</script>") == 2);
  CHECK_THAT(page, Contains("<h1>&lt;/title&gt;&lt;script&gt;alert(&#39;a&#39;)&lt;/script&gt; "
                            "&quot; onload=&quot;alert(1) &lt;!-- ]]&gt; &amp; {{data}} "
                            "&lt;/script&gt;</h1>"));
  CHECK_THAT(page, Contains("&lt;img src=x onerror=alert(3)&gt;"));
}

TEST_CASE("the report of a series links to those of its cases") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml",
             kShortRun + std::string("[series]\nkey = \"collisions.restitution\"\n"
                                     "values = [1.0, 0.9]\nshow = [\"collision_rate\"]\n"));
  CHECK(
      run_in(scratch.path(), "$CLAUSIUS run gas.toml --out run --quiet --no-plots --report").code ==
      0);
  const std::string page = read_file(scratch.path() / "run/report.html");
  CHECK_THAT(page, Contains("id=\"figure-series_collision_rate\""));
  for (const std::string value : {"1.0", "0.9"}) {
    const std::string link = "cases/collisions.restitution=" + value + "/report.html";
    CHECK_THAT(page, Contains("<a href=\"" + link + "\">" + value + "</a>"));
    CHECK(occurrences(read_file(scratch.path() / "run" / link), "<figure ") >= 2);
  }
}

TEST_CASE("a folder without a finished run has no report") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kShortRun);
  const Outcome none = run_in(scratch.path(), "mkdir empty; $CLAUSIUS report empty");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("is not a run folder"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS run gas.toml --out run --quiet --no-plots").code == 0);
  fs::remove(scratch.path() / "run/summary.json");
  const Outcome unfinished = run_in(scratch.path(), "$CLAUSIUS report run");
  CHECK(unfinished.code == 2);
  CHECK_THAT(unfinished.err, Contains("only a run that has ended has a report"));
}
