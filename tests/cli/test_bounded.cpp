#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/program.h"

// Inputs that are large or odd: what is said of them, and what they cost, stays in bounds.

namespace {

namespace fs = std::filesystem;

constexpr const char* kBoundedGas =
    "box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 20\n[run]\nequilibrate = "
    "1\nmeasure = 5\nsamples = 10\n";

struct BoundedLab {
  BoundedLab() { write(kBoundedGas); }
  void write(const std::string& text) const { write_file(scratch.path() / "s.toml", text); }
  [[nodiscard]] Outcome run(const std::string& command) const {
    return run_in(scratch.path(), "$CLAUSIUS " + command);
  }
  ScratchFolder scratch;
};

}  // namespace

TEST_CASE("of very many faults of a study the first ten are named, and the rest counted", "[cli]") {
  const BoundedLab lab;
  std::string many = kBoundedGas;
  for (int k = 0; k < 2000; ++k) many += fmt::format("unknown_{:04} = 1\n", k);
  lab.write(many);
  for (const char* command : {"check s.toml", "run s.toml", "sweep s.toml --seeds 2"}) {
    const Outcome outcome = lab.run(command);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.size() < 10000);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 11);
    CHECK_THAT(outcome.err, Catch::Contains("run.unknown_0000: unknown key") &&
                                Catch::Contains("run.unknown_0009: ") &&
                                Catch::EndsWith("\nand 1990 more\n"));
  }
}

TEST_CASE("texts of any length are shortened where they are at fault", "[cli]") {
  const BoundedLab lab;
  const std::string name(100000, 'x');
  const std::string gas = kBoundedGas;
  const std::string initial = "[initial]\nplacement = \"listed\"\nparticle = [{ species = \"" +
                              name + "\", position = [1, 1, 1], velocity = [1, 0, 0] }]\n";
  for (const std::string& text :
       {gas + initial, gas + name + " = 1\n", gas + "mode = \"" + name + "\"\n",
        gas + "[[check]]\nobservable = \"" + name + "\"\n", gas + "[" + name + "]\na = 1\n",
        gas + "[series]\nkey = \"" + name + "\"\nvalues = [1]\n",
        gas + "[series]\nkey = \"collisions.restitution\"\nvalues = [\"" + name + "\"]\n",
        gas + "until = \"" + name + " within 1 %\"\n", gas + name + "\n",
        gas + "[[sweep.vary]]\nkey = \"collisions.restitution\"\nrange = \"" + name + "\"\n"}) {
    INFO(text.substr(gas.size(), 60));
    lab.write(text);
    const Outcome outcome = lab.run("check s.toml");
    CHECK(outcome.code == 2);
    CHECK(outcome.err.size() < 5000);
    CHECK_THAT(outcome.err, Catch::Contains("; allowed: ") && Catch::Contains("s.toml:"));
  }
  lab.write(kBoundedGas);
  for (const std::string& options : {"--set " + name + "=1", "--set run.mode=" + name,
                                     "--set run.measure=" + name, "--seed " + name}) {
    INFO(options.substr(0, 30));
    const Outcome outcome = lab.run("check s.toml " + options);
    CHECK(outcome.code == 2);
    CHECK(outcome.err.size() < 5000);
    CHECK_THAT(outcome.err, Catch::Contains("…"));
  }
}

TEST_CASE("a range of too many values is said to be that", "[cli]") {
  const BoundedLab lab;
  for (const auto& [range, reason] : std::vector<std::pair<const char*, const char*>>{
           {"1:1e18:1", "is a range of 1e+18 values, more than 100000"},
           {"1:2:1e-20", "is a range of 1e+20 values, more than 100000"},
           {"1:5:-1", "is a range whose steps lead away from its end"},
           {"1:5:0", "is a range with a step of 0"},
           {"1:1e400:1", "is no range"}}) {
    const Outcome outcome = lab.run(fmt::format("sweep s.toml --vary run.measure={}", range));
    INFO(outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::StartsWith(fmt::format("--vary run.measure={}: ", range)) &&
                                Catch::Contains(fmt::format("\"{}\" {}", range, reason)));
  }
}

TEST_CASE("a start file may begin with a byte-order mark", "[cli]") {
  const BoundedLab lab;
  REQUIRE(lab.run("run s.toml --quiet --no-plots --out a").code != 2);
  const std::string start = read_file(lab.scratch.path() / "a" / "initial.xyz");
  write_file(lab.scratch.path() / "start.xyz", "\xEF\xBB\xBF" + start);
  const std::string from = " s.toml --set initial.placement=file --set initial.file=start.xyz";
  CHECK(lab.run("run --quiet --no-plots --out b" + from).code != 2);
  CHECK(read_file(lab.scratch.path() / "b" / "final.xyz") ==
        read_file(lab.scratch.path() / "a" / "final.xyz"));
  // Only there.
  write_file(lab.scratch.path() / "start.xyz", start + "\xEF\xBB\xBF" + start);
  CHECK(lab.run("run --quiet --no-plots --out c" + from).code == 2);
  lab.write("\xEF\xBB\xBF" + std::string(kBoundedGas));
  CHECK(lab.run("check s.toml").code == 0);
}

TEST_CASE("a duration is refused as so many collisions would be", "[cli]") {
  const BoundedLab lab;
  for (const char* key : {"run.measure", "run.duration", "run.equilibrate"}) {
    const Outcome outcome = lab.run(fmt::format("check s.toml --set {}=1e50", key));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err,
               Catch::StartsWith(fmt::format("--set {0}=1e50: {0}: 1e+50 makes ", key)) &&
                   Catch::Contains("collisions; allowed: at most "));
  }
  CHECK(lab.run("check s.toml --set run.duration=1e12").code == 0);
}
