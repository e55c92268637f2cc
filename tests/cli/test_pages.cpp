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

/// The blocks of code of a page from the line `begin` to the line `end`.
std::vector<Block> blocks_between(const std::filesystem::path& page, const std::string& begin,
                                  const std::string& end) {
  std::vector<Block> blocks = blocks_of(page, end);
  const auto before = static_cast<std::ptrdiff_t>(blocks_of(page, begin).size());
  blocks.erase(blocks.begin(), blocks.begin() + before);
  return blocks;
}

/// Adds blocks of TOML to `study` and runs the commands of others, in `folder`: none may fail or
/// warn. Returns the number of commands.
int run_blocks(const std::vector<Block>& blocks, const char* study,
               const std::filesystem::path& folder) {
  int commands = 0;
  for (const Block& block : blocks) {
    if (block.language == "toml")
      std::ofstream(folder / study, std::ios::app) << block.text << '\n';
    if (block.language != "sh") continue;
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("clausius ")) continue;
      INFO(line);
      const Outcome outcome = run_in(folder, "$CLAUSIUS" + line.substr(line.find(' ')));
      INFO(outcome.err);
      CHECK(outcome.code == 0);
      CHECK(outcome.err.find("warning") == std::string::npos);
      ++commands;
    }
  }
  return commands;
}

}  // namespace

TEST_CASE("the tutorial does what it says", "[cli]") {
  if (kAddressSanitizer) return;  // the commands are tested elsewhere
  const ScratchFolder scratch;
  const std::vector<Block> blocks =
      blocks_of(project_folder() / "studies/README.md", "## Three temperatures in one figure");
  CHECK(run_blocks(blocks, "gas.toml", scratch.path()) == 5);
  for (const char* file :
       {"runs/gas/figures/speed_distribution.png", "cooling/figures/cooling.png",
        "sweep/series.csv", "sweep/figures/series.png", "sweep/cases", "dense/summary.json"}) {
    INFO(file);
    CHECK(std::filesystem::exists(scratch.path() / file));
  }
}

TEST_CASE("three temperatures come into one figure as the page says", "[cli]") {
  if (kAddressSanitizer) return;
  const ScratchFolder scratch;
  const std::vector<Block> blocks = blocks_between(
      project_folder() / "studies/README.md", "## Three temperatures in one figure", "## A piston");
  CHECK(run_blocks(blocks, "argon.toml", scratch.path()) == 4);
  CHECK(std::filesystem::exists(scratch.path() / "three/figures/speed_distribution.png"));
}

TEST_CASE("the piston does what its page says", "[cli]") {
  if (kAddressSanitizer) return;
  const ScratchFolder scratch;
  const std::vector<Block> blocks = blocks_between(project_folder() / "studies/README.md",
                                                   "## A piston", "## An engineer's hour with air");
  CHECK(run_blocks(blocks, "", scratch.path()) == 4);
  CHECK(std::filesystem::exists(scratch.path() / "slow/figures/compression.png"));
  CHECK(std::filesystem::exists(scratch.path() / "pistons/figures/compression.png"));
}

TEST_CASE("the hour with air does what it says", "[cli]") {
  if (kAddressSanitizer) return;
  const ScratchFolder scratch;
  const std::vector<Block> blocks = blocks_between(
      project_folder() / "studies/README.md", "## An engineer's hour with air", "## All studies");
  CHECK(run_blocks(blocks, "air.toml", scratch.path()) == 6);
  for (const char* file : {"cold/summary.json", "channel/summary.json", "sweeps/air/summary.csv"}) {
    INFO(file);
    CHECK(std::filesystem::exists(scratch.path() / file));
  }
}

TEST_CASE("the README shows what its study prints", "[cli]") {
  const ScratchFolder scratch;
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS run relaxation --no-plots");
  CHECK(outcome.code == 0);
  std::size_t shown = 0;
  for (const Block& block :
       blocks_of(project_folder() / "README.md", "## Which study answers my question?")) {
    if (!block.language.empty()) continue;
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      if (line == "  …") continue;
      INFO(line);
      CHECK(outcome.out.find(line + '\n') != std::string::npos);
      ++shown;
    }
  }
  CHECK(shown > 5);
}

TEST_CASE("the manual page has every command and option", "[cli]") {
  const ScratchFolder scratch;
  const Outcome manual = run_in(scratch.path(), "$CLAUSIUS manual");
  CHECK(manual.code == 0);
  for (const char* command : {"run", "check", "plot", "list", "explain", "new", "body", "bench",
                              "theory", "cite", "manual", "completion", "sweep"}) {
    INFO(command);
    CHECK_THAT(manual.out, Catch::Contains(std::string(".SS clausius ") + command + '\n'));
  }
  CHECK_THAT(manual.out, Catch::Contains(".SS clausius sweep\\-plot\n"));
  CHECK_THAT(manual.out, Catch::Contains(".TP\n\\fB\\-\\-time\\-limit\\fR \\fITIME_LIMIT\\fR\n"));
  CHECK_THAT(manual.out, Catch::Contains(".SH EXIT STATUS\n.TP\n0\nAll is well."));
}

TEST_CASE("the help of every command has two examples", "[cli]") {
  const ScratchFolder scratch;
  std::istringstream completion(run_in(scratch.path(), "$CLAUSIUS completion fish").out);
  int commands = 0;
  for (std::string line; std::getline(completion, line);) {
    const std::string before = "complete -c clausius -n __fish_use_subcommand -a ";
    if (!line.starts_with(before)) continue;
    const std::string command = line.substr(before.size(), line.find(" -d ") - before.size());
    INFO(command);
    ++commands;
    std::istringstream help(run_in(scratch.path(), "$CLAUSIUS " + command + " --help").out);
    int examples = 0;
    for (std::string text; std::getline(help, text);)
      // `source <(clausius completion bash)` is one, too.
      if (text.starts_with("  ") && !text.starts_with("   ") &&
          text.find("clausius " + command) != std::string::npos)
        ++examples;
    CHECK(examples >= 2);
  }
  CHECK(commands >= 14);
}

TEST_CASE("bash completes commands, options, words and names of studies", "[cli][long]") {
  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "mine.toml") << "";
  // The completions that bash offers for the last word of the line.
  const auto offered = [&](const std::string& words, int count) {
    return run_in(scratch.path(),
                  "bash -c 'source <($CLAUSIUS completion bash); COMP_WORDS=(clausius " + words +
                      "); COMP_CWORD=" + std::to_string(count) +
                      "; _clausius; echo \"${COMPREPLY[*]}\"'")
        .out;
  };
  CHECK(offered("ch", 1) == "check\n");
  CHECK(offered("run --no", 2) == "--no-plots --no-series\n");
  CHECK(offered("plot --format s", 3) == "svg\n");
  CHECK(offered("run restit", 2) == "restitution\n");
  CHECK(offered("run mi", 2) == "mine.toml mixing mixture\n");
  CHECK(offered("new pressure_", 2) == "pressure_fluctuations\n");
  for (const char* shell : {"zsh", "fish"}) {
    const Outcome script = run_in(scratch.path(), std::string("$CLAUSIUS completion ") + shell);
    CHECK(script.code == 0);
    CHECK_THAT(script.out, Catch::Contains("no-plots") && Catch::Contains("argon_helium"));
  }
  CHECK(run_in(scratch.path(), "$CLAUSIUS completion tcsh").code == 2);
}
