#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/program.h"

TEST_CASE("help and version", "[cli]") {
  const ScratchFolder scratch;
  const Outcome version = run_in(scratch.path(), "$CLAUSIUS --version");
  CHECK(version.code == 0);
  CHECK_THAT(version.out, Catch::Matches("clausius \\d+\\.\\d+\\.\\d+ \\(commit .*\\)\n"));
  for (const char* command : {"run", "check", "plot", "list", "new", "bench"}) {
    CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS --help").out, Catch::Contains(command));
    const Outcome help = run_in(scratch.path(), std::string("$CLAUSIUS ") + command + " --help");
    CHECK(help.code == 0);
    CHECK(help.err.empty());
    CHECK_THAT(help.out, Catch::Contains(command));
  }
}

TEST_CASE("every built-in study is listed, written with all keys, and good", "[cli]") {
  const ScratchFolder scratch;
  const Outcome list = run_in(scratch.path(), "$CLAUSIUS list");
  CHECK(list.code == 0);
  int studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CLAUSIUS_SOURCE_DIR "/studies")) {
    if (entry.path().extension() != ".toml") continue;
    ++studies;
    const std::string name = entry.path().stem().string();
    INFO(name);
    CHECK_THAT(list.out, Catch::Contains(name));
    const Outcome written = run_in(scratch.path(), "$CLAUSIUS new " + name + " mine.toml");
    CHECK(written.code == 0);
    CHECK(written.out == "mine.toml\n");
    // Written out with every key, it is still the same study.
    const Outcome mine = run_in(scratch.path(), "$CLAUSIUS check mine.toml");
    CHECK(mine.code == 0);
    CHECK(mine.out == run_in(scratch.path(), "$CLAUSIUS check " + entry.path().string()).out);
    CHECK_THAT(read_file(scratch.path() / "mine.toml"), Catch::StartsWith("# "));
    std::filesystem::remove(scratch.path() / "mine.toml");
  }
  CHECK(studies >= 5);
}

TEST_CASE("new overwrites nothing", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "relaxation.toml", "mine");
  const Outcome refused = run_in(scratch.path(), "$CLAUSIUS new relaxation");
  CHECK(refused.code == 2);
  CHECK(refused.err == "relaxation.toml: exists already; allowed: the name of a new file\n");
  CHECK(read_file(scratch.path() / "relaxation.toml") == "mine");
  const Outcome unwritable = run_in(scratch.path(), "$CLAUSIUS new relaxation no/folder.toml");
  CHECK(unwritable.code == 2);
  CHECK_THAT(unwritable.err, Catch::StartsWith("no/folder.toml: cannot be written: "));
  const Outcome unknown = run_in(scratch.path(), "$CLAUSIUS new relaxed");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::StartsWith("relaxed: no built-in study of this name; allowed: "));
  CHECK_THAT(unknown.err, Catch::Contains("relaxation"));
}

TEST_CASE("check prints what follows from a study", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "s.toml",
             "box.packing_fraction = 0.05\n[[species]]\nname = \"gas\"\ncount = 1000\n");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS check s.toml");
  CHECK(outcome.code == 0);
  for (const char* line : {"packing fraction         0.05\n", "collision rate           0.770069",
                           "compressibility factor   1.22749", "collisions, about        6e+04\n"})
    CHECK_THAT(outcome.out, Catch::Contains(line));
  CHECK(holds_only(scratch.path(), "s.toml"));
}
