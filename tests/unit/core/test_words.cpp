#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "paths.h"

namespace fs = std::filesystem;

namespace {

/// Calls `visit` with the file, number and text of every line of the files below `folder` that have
/// one of these extensions.
template <class Visit>
void for_each_line(const char* folder, const std::vector<std::string>& extensions,
                   const Visit& visit) {
  for (const auto& entry : fs::recursive_directory_iterator(project_folder() / folder)) {
    if (std::find(extensions.begin(), extensions.end(), entry.path().extension()) ==
        extensions.end())
      continue;
    std::ifstream file(entry.path());
    int number = 0;
    for (std::string line; std::getline(file, line);) visit(entry.path(), ++number, line);
  }
}

}  // namespace

TEST_CASE("No comment leans on the line before it", "[words]") {
  // A search shows one line, which must be understandable.
  const std::regex leaning("(///?<?|#) (Of|The same|Those|That|Likewise)\\b.*");
  std::size_t comments = 0;
  std::string before;
  for (const char* folder : {"src", "include", "tests"})
    for_each_line(
        folder, {".cpp", ".h"}, [&](const fs::path& file, int number, const std::string& line) {
          const std::size_t begin = line.find("//");
          const bool is_first = before.find("//") == std::string::npos || before.ends_with('.');
          before = line;
          if (begin == std::string::npos || !is_first) return;
          ++comments;
          INFO(file.string() << ':' << number << ": " << line);
          CHECK_FALSE(std::regex_match(line.substr(begin), leaning));
        });
  CHECK(comments > 3000);
}

TEST_CASE("Particles are not spoken of as persons where users read", "[words]") {
  const std::regex person(".*\\b([Nn]obody|[Ww]hoever|[Ee]veryone|[Ee]verybody|[Ss]omebody)\\b.*");
  const std::regex literal("\"[^\"]*\"");
  std::size_t read = 0;
  const auto look = [&](const fs::path& file, int number, const std::string& text) {
    INFO(file.string() << ':' << number << ": " << text);
    ++read;
    CHECK_FALSE(std::regex_match(text, person));
  };
  for (const char* folder : {"studies", "plots"})
    for_each_line(folder, {".toml", ".md", ".gp"}, look);
  for (const char* folder : {"src", "include"})
    for_each_line(folder, {".cpp", ".h"},
                  [&](const fs::path& file, int number, const std::string& line) {
                    for (std::sregex_iterator one(line.begin(), line.end(), literal), none;
                         one != none; ++one)
                      look(file, number, one->str());
                  });
  CHECK(read > 5000);
}

TEST_CASE("Comments and messages are free of words that only this project would use", "[words]") {
  // Persons for particles, archaic words, and phrases for which the field or plain English has one:
  // "except for" (but for), "almost" (all but), "transferred" (handed over), "decays" (forgets) …
  const std::regex dialect(
      "\\b([Ww]hoever|[Nn]obody|[Ee]verybody|[Ee]veryone|[Ss]omebody|[Aa]nybody|[Tt]hose who|"
      "[Ww]hence|[Ll]est|[Hh]itherto|[Aa]slant|[Ll]ikewise|[Rr]eckon(s|ed|ing)?|[Ss]ought|"
      "hangs? on|for ever|ever so|[Nn]ow and then|[Bb]ut for|all but|of no use|held against|"
      "hand(s|ed|ing)? over|com(e|es|ing) to nothing|[Ff]orgets?|[Rr]emembers?|is no number|"
      "turn(s|ed|ing)? round|stands? beside|as those seen|of its like|goes on too long|tells? of)"
      "\\b");
  const std::regex literal("\"[^\"]*\"");
  std::size_t read = 0;
  const auto look = [&](const fs::path& file, int number, const std::string& text) {
    INFO(file.string() << ':' << number << ": " << text);
    ++read;
    CHECK_FALSE(std::regex_search(text, dialect));
  };
  for (const char* folder : {"src", "include", "tests"})
    for_each_line(folder, {".cpp", ".h"},
                  [&](const fs::path& file, int number, const std::string& line) {
                    if (file.filename() == "test_words.cpp") return;
                    const std::size_t comment = line.find("//");
                    if (comment != std::string::npos)
                      return look(file, number, line.substr(comment));
                    if (std::string_view(folder) == "tests")
                      return;  // names of studies and the like
                    for (std::sregex_iterator one(line.begin(), line.end(), literal), none;
                         one != none; ++one)
                      look(file, number, one->str());
                  });
  for_each_line("studies", {".toml"},
                [&](const fs::path& file, int number, const std::string& line) {
                  if (const std::size_t comment = line.find('#'); comment != std::string::npos)
                    look(file, number, line.substr(comment));
                });
  CHECK(read > 10000);
}
