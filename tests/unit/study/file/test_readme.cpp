#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "paths.h"
#include "study/file/catalogue.h"

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(project_folder() / path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("studies/README.md shows every study, and no other, with its picture") {
  const std::string text = text_of("studies/README.md");
  std::size_t shown = 0;
  for (std::size_t at = text.find("| <img src="); at != std::string::npos;
       at = text.find("| <img src=", at + 1))
    ++shown;
  CHECK(shown == clausius::built_in_studies().size());
  for (const clausius::BuiltInStudy& study : clausius::built_in_studies()) {
    const std::string picture = fmt::format("plots/gallery/{}.png", study.name);
    INFO(study.name);
    const std::size_t row =
        text.find(fmt::format("| <img src=\"../{}\" width=\"180\" alt=\"{}\"> | `{}` | ", picture,
                              study.name, study.name));
    REQUIRE(row != std::string::npos);
    // It stands under its topic, where `clausius list` shows it too.
    const std::size_t heading = text.rfind("\n### ", row);
    CHECK(text.substr(heading, text.find('\n', heading + 1) - heading) == "\n### " + study.topic);
    const std::vector<std::string>& topics = clausius::study_topics();
    CHECK(std::find(topics.begin(), topics.end(), study.topic) != topics.end());
    CHECK(std::filesystem::exists(project_folder() / picture));
  }
}

TEST_CASE("include/README.md shows the programs that are built, and names every header") {
  const std::string text = text_of("include/README.md");
  for (const char* program : {"free_path", "own_measurement", "series"}) {
    INFO(program);
    const std::string code = text_of(fmt::format("tests/consumer/{}.cpp", program));
    CHECK(text.find("```cpp\n" + code + "```\n") != std::string::npos);
  }
  const std::filesystem::path folder = project_folder() / "include/clausius";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".h") continue;
    INFO(entry.path());
    CHECK(text.find('`' + std::filesystem::relative(entry.path(), folder).string() + '`') !=
          std::string::npos);
  }
}

TEST_CASE("src/README.md names files that are there") {
  const std::string text = text_of("src/README.md");
  const std::filesystem::path folders[] = {project_folder() / "src",
                                           project_folder() / "include/clausius", project_folder()};
  std::size_t named = 0;
  for (std::size_t at = text.find('`'); at != std::string::npos; at = text.find('`', at + 1)) {
    const std::size_t end = text.find('`', at + 1);
    const std::string word = text.substr(at + 1, end - at - 1);
    at = end;
    const auto extension = std::filesystem::path(word).extension();
    if ((extension != ".h" && extension != ".cpp") || word.find('/') == std::string::npos) continue;
    INFO(word);
    CHECK(std::any_of(std::begin(folders), std::end(folders),
                      [&](const auto& folder) { return std::filesystem::exists(folder / word); }));
    ++named;
  }
  CHECK(named > 20);
}

TEST_CASE("the README can be read in one sitting") {
  const std::string text = text_of("README.md");
  CHECK(std::count(text.begin(), text.end(), '\n') <= 150);
}

TEST_CASE("links of all pages lead to files that are there") {
  namespace fs = std::filesystem;
  const std::regex link(R"(\]\(([^)#]+)(#[^)]*)?\)|<img src="([^"]+)\")");
  std::size_t links = 0;
  for (const char* folder :
       {"", "src", "include", "studies", "studies/reference", "plots", "tests", "tests/bench"})
    for (const auto& entry : fs::directory_iterator(project_folder() / folder)) {
      if (entry.path().extension() != ".md") continue;
      const std::string text = text_of(fs::relative(entry.path(), project_folder()).string());
      for (std::sregex_iterator found(text.begin(), text.end(), link), none; found != none;
           ++found) {
        const std::string target = (*found)[1].matched ? (*found)[1] : (*found)[3];
        if (target.starts_with("http")) continue;
        INFO(entry.path() << ": " << target);
        CHECK(fs::exists(entry.path().parent_path() / target));
        ++links;
      }
    }
  CHECK(links > 60);
}
