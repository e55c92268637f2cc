#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "clausius/core/errors.h"
#include "clausius/report/checkpoints.h"
#include "clausius/report/csv.h"
#include "clausius/report/run_folder.h"
#include "sample_result.h"
#include "scratch_folder.h"

namespace fs = std::filesystem;
using clausius::InputError;
using clausius::OutputError;
using clausius::RunFolder;

namespace {

std::string content_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

}  // namespace

TEST_CASE("run folders are numbered past those that exist", "[report]") {
  const ScratchFolder scratch;
  const fs::path runs = scratch.path() / "a" / "runs";
  CHECK(RunFolder::create_numbered(runs, "gas").path() == runs / "gas");
  CHECK(RunFolder::create_numbered(runs, "gas").path() == runs / "gas-2");
  CHECK(RunFolder::create_numbered(runs, "gas").path() == runs / "gas-3");
  CHECK(names_in(runs) == std::set<std::string>{"gas", "gas-2", "gas-3"});
}

TEST_CASE("no name leads out of its folder", "[report]") {
  CHECK(clausius::file_name("collisions.restitution=0.9") == "collisions.restitution=0.9");
  CHECK(clausius::file_name("../../etc") == "_._.._etc");
  CHECK(clausius::file_name("a b\n\"$(x)'") == "a_b____x__");
  CHECK(clausius::file_name("") == "_");
  CHECK(clausius::file_name(".") == "_");
  CHECK(clausius::file_name("grün") == "grün");
}

TEST_CASE("a folder that exists is refused and left as it is", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = scratch.path() / "run";
  CHECK(RunFolder::create(run, false).path() == run);
  CHECK_THROWS_WITH(RunFolder::create(run, false), Catch::Contains("exists already") &&
                                                       Catch::Contains("--force") &&
                                                       Catch::Contains(run.string()));
  CHECK_THROWS_AS(RunFolder::create(run.string() + "/", false), InputError);

  std::ofstream(scratch.path() / "file") << "x";
  CHECK_THROWS_AS(RunFolder::create(scratch.path() / "file", true), InputError);
  CHECK_THROWS_AS(RunFolder::create(scratch.path() / "file" / "run", false), InputError);
  CHECK_THROWS_AS(RunFolder::create_numbered(scratch.path() / "file", "run"), InputError);
  CHECK(content_of(scratch.path() / "file") == "x");
}

TEST_CASE("replacing removes the results of a run and nothing else", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = scratch.path() / "run";
  {
    const RunFolder folder = RunFolder::create(run, false);
    write_results(folder, sample_series());
    folder.write("figures/speed.png", "x");
    folder.write("notes.md", "mine");
    write_checkpoint(folder, {});
    std::ofstream(run / "final.xyz.part") << "half";
    // Two runs into one folder: the second is refused, and nothing happens to the first.
    const auto before = names_in(run);
    CHECK_THROWS_WITH(RunFolder::create(run, true), Catch::Contains("another run is writing"));
    CHECK_THROWS_WITH(RunFolder::resume(run), Catch::Contains("another run is writing"));
    CHECK(names_in(run) == before);
    CHECK(RunFolder::open(run).path() == run);  // to read it is allowed
  }
  CHECK(RunFolder::resume(run).path() == run);
  RunFolder::create(run, true);
  CHECK(names_in(run) == std::set<std::string>{"notes.md"});

  // What is no run folder is not touched, whatever the user says.
  CHECK_THROWS_WITH(RunFolder::create(run, true), Catch::Contains("no run folder"));
  CHECK(content_of(run / "notes.md") == "mine");
}

TEST_CASE("a file appears whole or not at all", "[report]") {
  const ScratchFolder scratch;
  const RunFolder folder = RunFolder::create(scratch.path() / "run", false);
  folder.write("deep/er/a.csv", "old");
  folder.write("deep/er/a.csv", [&](std::ostream& stream) {
    stream << "new" << std::flush;
    CHECK(content_of(folder.path() / "deep/er/a.csv") == "old");
  });
  CHECK(content_of(folder.path() / "deep/er/a.csv") == "new");
  CHECK(names_in(folder.path() / "deep/er") == std::set<std::string>{"a.csv"});

  // A full disk, as /dev/full plays it, under the name that the file is written to first.
  fs::create_symlink("/dev/full", folder.path() / "deep/er/a.csv.part");
  CHECK_THROWS_WITH(folder.write("deep/er/a.csv", "newer"),
                    Catch::Contains("a.csv: cannot be written: No space left on device"));
  CHECK(content_of(folder.path() / "deep/er/a.csv") == "new");
  CHECK(names_in(folder.path() / "deep/er") == std::set<std::string>{"a.csv"});

  fs::create_directory(folder.path() / "taken");
  CHECK_THROWS_AS(folder.write("taken", "x"), OutputError);
  CHECK_FALSE(fs::exists(folder.path() / "taken.part"));
}

TEST_CASE("a finished run leaves everything behind", "[report]") {
  const ScratchFolder scratch;
  clausius::StudyResult result = sample_series();
  result.trajectory = {result.initial, result.final};
  const RunFolder folder = RunFolder::create(scratch.path() / "run", false);
  write_results(folder, result);
  CHECK(names_in(folder.path()) == std::set<std::string>{"study.toml", "summary.json",
                                                         "history.csv", "observables.csv",
                                                         "initial.xyz", "final.xyz", "snapshot.csv",
                                                         "trajectory.xyz", "cases"});
  CHECK(names_in(folder.path() / "cases") ==
        std::set<std::string>{"collisions.restitution=0.9", "collisions.restitution=0.8"});
  CHECK(names_in(folder.path() / "cases" / "collisions.restitution=0.8") ==
        std::set<std::string>{"study.toml", "summary.json", "history.csv", "observables.csv",
                              "initial.xyz", "final.xyz"});
  CHECK(content_of(folder.path() / "study.toml") == "title = \"sample\"\n");
  CHECK(content_of(folder.path() / "trajectory.xyz") ==
        content_of(folder.path() / "initial.xyz") + content_of(folder.path() / "final.xyz"));
  CHECK(clausius::read_csv(folder.path() / "observables.csv").columns.at(1).name == "value");
  CHECK(RunFolder::open(folder.path()).path() == folder.path());
  CHECK_THROWS_AS(RunFolder::open(scratch.path()), InputError);
  CHECK_THROWS_AS(RunFolder::open(scratch.path() / "none"), InputError);
}
