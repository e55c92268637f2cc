#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "paths.h"
#include "theory/references.h"

using clausius::Reference;
using clausius::references;
using clausius::references_in;

TEST_CASE("References are found in the sources that name them, each once", "[theory]") {
  const auto found = references_in({"Enskog, contact value from Kolafa & Rottner (2006)",
                                    "Haff (1983), van Noije & Ernst (1998)", "Haff (1983)", ""});
  REQUIRE(found.size() == 4);
  CHECK(found[0].cited == "Enskog");
  CHECK(found[1].cited == "Haff (1983)");
  CHECK(found[2].cited == "Kolafa & Rottner (2006)");
  CHECK(found[3].cited == "van Noije & Ernst (1998)");
  CHECK(references_in({}).empty());
}

TEST_CASE("Every publication that a text of the program names has a reference", "[theory]") {
  // "Boublik (1970)" or "(Garzo & Dufty 1999)" between the quotes of a source.
  const std::regex literal("\"[^\"\\n]*\"");
  const std::regex cited(
      "((?:van |Lopez de )?[A-Z][A-Za-z]+(?:(?:, | & )(?:[A-Z][A-Za-z]+|Lopez de Haro))*) "
      "(?:\\(([12][0-9]{3})\\)|([12][0-9]{3})\\))");
  std::size_t seen = 0;
  for (const char* folder : {"theory", "measure", "study"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(project_folder() / "src" / folder)) {
      if (entry.path().extension() != ".cpp" || entry.path().stem() == "references") continue;
      std::ifstream file(entry.path());
      std::stringstream text;
      text << file.rdbuf();
      const std::string code = text.str();
      for (std::sregex_iterator quoted(code.begin(), code.end(), literal), none; quoted != none;
           ++quoted) {
        const std::string words = quoted->str();
        for (std::sregex_iterator one(words.begin(), words.end(), cited); one != none; ++one) {
          INFO(entry.path() << ": " << one->str());
          ++seen;
          CHECK_FALSE(references_in({one->str()}).empty());
        }
      }
    }
  CHECK(seen > 20);
}

TEST_CASE("Every reference is an entry of BibTeX with author, title and year", "[theory]") {
  std::string before;
  for (const Reference& one : references()) {
    INFO(one.cited);
    const std::string entry(one.bibtex);
    CHECK_THAT(entry,
               Catch::Matches("@(article|book|incollection)\\{[a-z]+[0-9]{4}[a-z]*,\\n(  [a-z]+ = "
                              "\\{.*\\},\\n)+\\}\\n"));
    for (const char* field : {"  author = {", "  title = {", "  year = {"})
      CHECK_THAT(entry, Catch::Contains(field));
    CHECK(std::count(entry.begin(), entry.end(), '{') ==
          std::count(entry.begin(), entry.end(), '}'));
    CHECK(before < one.cited);
    before = one.cited;
  }
}
