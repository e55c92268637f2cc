#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/program.h"
#include "paths.h"
#include "sanitized.h"
#include "unit/report/scratch_folder.h"

namespace {

struct Block {
  std::string language, text;
};

/// The blocks of code of a page, up to the line `end`.
std::vector<Block> blocks_of(const std::filesystem::path& page, const std::string& end) {
  std::istringstream lines(read_file(page));
  std::vector<Block> blocks;
  bool inside = false;
  for (std::string line; std::getline(lines, line) && line != end;) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + '\n';
    }
  }
  return blocks;
}

}  // namespace

TEST_CASE("the tutorial does what it says", "[cli]") {
  if (kAddressSanitizer) return;  // what it runs is tested elsewhere
  const ScratchFolder scratch;
  std::size_t commands = 0;
  for (const Block& block : blocks_of(project_folder() / "studies/README.md", "## All studies")) {
    if (block.language == "toml")
      std::ofstream(scratch.path() / "gas.toml", std::ios::app) << block.text << '\n';
    if (block.language != "sh") continue;
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("clausius ")) continue;
      INFO(line);
      const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS" + line.substr(line.find(' ')));
      CHECK(outcome.code == 0);
      CHECK(outcome.err.find("warning") == std::string::npos);
      ++commands;
    }
  }
  CHECK(commands == 6);
  for (const char* file :
       {"runs/gas/figures/speed_distribution.png", "cooling/figures/cooling.png",
        "sweep/series.csv", "sweep/figures/series.png", "sweep/cases", "dense/summary.json"}) {
    INFO(file);
    CHECK(std::filesystem::exists(scratch.path() / file));
  }
}

TEST_CASE("the README shows what its study prints", "[cli]") {
  const ScratchFolder scratch;
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS run relaxation --no-plots --quiet");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS run relaxation --no-plots");
  CHECK(outcome.code == 0);
  const std::string& printed = outcome.out;
  std::size_t shown = 0;
  for (const Block& block :
       blocks_of(project_folder() / "README.md", "## Which study answers my question?")) {
    if (!block.language.empty()) continue;
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      if (line == "  …") continue;
      INFO(line);
      CHECK(printed.find(line + '\n') != std::string::npos);
      ++shown;
    }
  }
  CHECK(shown > 5);
}
