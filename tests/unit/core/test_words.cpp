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

/// Checks that texts are free of what it was made of, and counts them.
class Forbidden {
 public:
  explicit Forbidden(const char* words) : words_(words) {}
  void look(const fs::path& file, int number, const std::string& text) {
    INFO(file.string() << ':' << number << ": " << text);
    ++read_;
    CHECK_FALSE(std::regex_search(text, words_));
  }
  /// Looks at the texts in quotes only.
  void look_at_literals(const fs::path& file, int number, const std::string& line) {
    static const std::regex literal("\"[^\"]*\"");
    for (std::sregex_iterator one(line.begin(), line.end(), literal), none; one != none; ++one)
      look(file, number, one->str());
  }
  [[nodiscard]] std::size_t read() const { return read_; }

 private:
  std::regex words_;
  std::size_t read_ = 0;
};

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
  Forbidden persons("\\b([Nn]obody|[Ww]hoever|[Ee]veryone|[Ee]verybody|[Ss]omebody)\\b");
  for (const char* folder : {"studies", "plots"})
    for_each_line(folder, {".toml", ".md", ".gp"},
                  [&](const fs::path& file, int number, const std::string& line) {
                    persons.look(file, number, line);
                  });
  for (const char* folder : {"src", "include"})
    for_each_line(folder, {".cpp", ".h"},
                  [&](const fs::path& file, int number, const std::string& line) {
                    persons.look_at_literals(file, number, line);
                  });
  CHECK(persons.read() > 5000);
}

TEST_CASE("Comments, messages and figures are free of words that only this project would use",
          "[words]") {
  // Persons for particles, archaic words, and phrases for which the field or plain English has one:
  // "except for" (but for), "almost" (all but), "transferred" (handed over), "decays" (forgets) …
  Forbidden dialect(
      "\\b([Ww]hoever|[Nn]obody|[Ee]verybody|[Ee]veryone|[Ss]omebody|[Aa]nybody|[Tt]hose who|"
      "[Ww]hence|[Ll]est|[Hh]itherto|[Aa]slant|[Ll]ikewise|[Rr]eckon(s|ed|ing)?|[Ss]ought|"
      "hangs? on|for ever|ever so|[Nn]ow and then|[Bb]ut for|all but|of no use|held against|"
      "hand(s|ed|ing)? over|com(e|es|ing) to nothing|[Ff]orgets?|[Rr]emembers?|is no number|"
      "[Tt]urn(s|ed|ing)? round|stands? (beside|above|back)|as those seen|of its like|"
      "goes on too long|tells? of|(is|are|have) forgotten|[Ww]hat is left of|come to share the|"
      "as (theory|Maxwell|Boltzmann’s equation) says|brings? about|hit alike|without an end|"
      "all is over|the way there|looked at last|of one speed|as gnuplot likes|there to see)\\b");
  for (const char* folder : {"src", "include", "tests"})
    for_each_line(folder, {".cpp", ".h"},
                  [&](const fs::path& file, int number, const std::string& line) {
                    if (file.filename() == "test_words.cpp") return;
                    const std::size_t comment = line.find("//");
                    if (comment != std::string::npos)
                      return dialect.look(file, number, line.substr(comment));
                    if (std::string_view(folder) == "tests")
                      return;  // names of studies and the like
                    dialect.look_at_literals(file, number, line);
                  });
  for_each_line("studies", {".toml"},
                [&](const fs::path& file, int number, const std::string& line) {
                  if (const std::size_t comment = line.find('#'); comment != std::string::npos)
                    dialect.look(file, number, line.substr(comment));
                });
  // A figure is described by its comments and by texts in either kind of quotes.
  for_each_line("plots", {".gp", ".md"},
                [&](const fs::path& file, int number, const std::string& line) {
                  dialect.look(file, number, line);
                });
  CHECK(dialect.read() > 10000);
}
