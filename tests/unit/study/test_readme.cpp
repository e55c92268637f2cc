#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "paths.h"
#include "study/catalogue.h"

namespace {

std::string readme() {
  std::ifstream file(project_folder() / "README.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("The README shows every study, and no other, with its picture") {
  const std::string text = readme();
  std::size_t shown = 0;
  for (std::size_t at = text.find("| <img src="); at != std::string::npos;
       at = text.find("| <img src=", at + 1))
    ++shown;
  CHECK(shown == clausius::built_in_studies().size());
  for (const clausius::BuiltInStudy& study : clausius::built_in_studies()) {
    const std::string picture = fmt::format("plots/gallery/{}.png", study.name);
    INFO(study.name);
    CHECK(text.find(fmt::format("| <img src=\"{}\" width=\"180\" alt=\"{}\"> | `{}` | ", picture,
                                study.name, study.name)) != std::string::npos);
    CHECK(std::filesystem::exists(project_folder() / picture));
  }
}
