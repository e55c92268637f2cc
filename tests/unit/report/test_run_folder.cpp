#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/text.h"
#include "report/checkpoints.h"
#include "report/csv.h"
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

/// The files in `folder` and below it.
std::set<std::string> files_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) names.insert(entry.path().lexically_relative(folder));
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
  CHECK(clausius::file_name("a\xff\xc2\x9bz") == "a__z");
}

TEST_CASE("names of files are short, and different for different texts", "[report]") {
  const std::string long_text(300, 'a');
  const std::string name = clausius::file_name(long_text);
  CHECK(name.size() == 100);
  CHECK(clausius::file_name(long_text) == name);
  CHECK(clausius::file_name(long_text + 'b') != name);
  CHECK(clausius::file_name(std::string(100, 'a')) == std::string(100, 'a'));
  // No character is cut in two.
  for (const char* begin : {"", "a"}) {
    std::string text = begin;
    for (int k = 0; k < 100; ++k) text += "ü";
    const std::string cut = clausius::file_name(text);
    CHECK(clausius::first_invalid_utf8(cut) == cut.size());
  }
  CHECK(clausius::case_names({"title", {"\"a b\"", "\"a_b\"", "'a b'"}}) ==
        std::vector<std::string>{"title=_a_b_", "title=_a_b_-2", "title=_a_b_-3"});
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
  const std::vector<fs::path> users{"notes.md",
                                    "mydata.csv",
                                    "old.part",
                                    "figures/mine.gp",
                                    "cases/mine/history.csv",
                                    "cases/collisions.restitution=0.8/mine.csv"};
  {
    const RunFolder folder = RunFolder::create(run, false);
    write_results(folder, sample_series());
    folder.write("figures/speed.png", "x");
    write_checkpoint(folder, {});
    for (const fs::path& file : users) {
      fs::create_directories((run / file).parent_path());
      std::ofstream(run / file) << file.string();
    }
    // Two runs into one folder: the second is refused, and nothing happens to the first.
    const auto before = names_in(run);
    CHECK_THROWS_WITH(RunFolder::create(run, true), Catch::Contains("another run is writing"));
    CHECK_THROWS_WITH(RunFolder::resume(run), Catch::Contains("another run is writing"));
    CHECK(names_in(run) == before);
    CHECK(RunFolder::open(run).path() == run);  // to read it is allowed
  }
  CHECK(RunFolder::resume(run).path() == run);
  RunFolder::create(run, true);
  // The study is there until another takes its place in one step.
  CHECK(files_in(run) == std::set<std::string>{"notes.md", "mydata.csv", "old.part", "study.toml",
                                               "clausius-manifest.txt", "figures/mine.gp",
                                               "cases/mine/history.csv",
                                               "cases/collisions.restitution=0.8/mine.csv"});
  for (const fs::path& file : users) CHECK(content_of(run / file) == file.string());
  // A second run of it writes into the folders that are left.
  {
    const RunFolder folder = RunFolder::create(run, true);
    write_results(folder, sample_series());
  }
  CHECK(names_in(run / "cases") ==
        std::set<std::string>{"mine", "collisions.restitution=0.8", "collisions.restitution=0.9"});
  for (const fs::path& file : users) CHECK(content_of(run / file) == file.string());

  // A folder that is not a run folder is left unchanged, whatever the options.
  fs::remove(run / "clausius-manifest.txt");
  const auto before = files_in(run);
  CHECK_THROWS_WITH(RunFolder::create(run, true), Catch::Contains("not a run folder"));
  CHECK_THROWS_WITH(RunFolder::resume(run), Catch::Contains("not a run folder"));
  CHECK(files_in(run) == before);
}

TEST_CASE("what was changed since it was written is not replaced", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = scratch.path() / "run";
  write_results(RunFolder::create(run, false), sample_series());
  for (const fs::path& changed : {fs::path("study.toml"), fs::path("history.csv"),
                                  "cases" / fs::path("collisions.restitution=0.8") / "final.xyz"}) {
    INFO(changed);
    const std::string whole = content_of(run / changed);
    std::ofstream(run / changed, std::ios::app) << "# mine\n";
    const auto before = files_in(run);
    for (const bool force : {true, false})
      CHECK_THROWS_WITH(force ? RunFolder::create(run, true) : RunFolder::resume(run),
                        Catch::StartsWith((run / changed).string() + ": was changed since") &&
                            Catch::Contains("allowed: "));
    CHECK(files_in(run) == before);
    CHECK(content_of(run / changed) == whole + "# mine\n");
    const RunFolder there = RunFolder::open((run / changed).parent_path());
    CHECK_THROWS_AS(there.write(changed.filename(), "x"), clausius::ForeignFile);
    std::ofstream(run / changed) << whole;
  }
  // What the machine adds to a summary is no change of the user's.
  const std::string summary = content_of(run / "summary.json");
  const std::size_t at = summary.find("\"cpu_seconds\": ");
  REQUIRE(at != std::string::npos);
  std::ofstream(run / "summary.json")
      << summary.substr(0, at) + "\"cpu_seconds\": 12" + summary.substr(summary.find(',', at));
  CHECK(RunFolder::create(run, true).path() == run);
}

TEST_CASE("what the user put where a result would go is kept", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = scratch.path() / "run";
  write_results(RunFolder::create(run, false), sample_result());
  fs::remove(run / "final.xyz");
  RunFolder::create(run, true);
  std::ofstream(run / "final.xyz") << "mine";
  CHECK_THROWS_WITH(RunFolder::create(run, true),
                    Catch::Contains("final.xyz: was not written by this program"));
  fs::rename(run / "final.xyz", run / "temperatures.csv");
  const RunFolder folder = RunFolder::create(run, true);
  CHECK_THROWS_WITH(folder.write("temperatures.csv", "x"),
                    Catch::Contains("temperatures.csv: cannot be written: ") &&
                        Catch::Contains("is not what this program wrote"));
  CHECK(content_of(run / "temperatures.csv") == "mine");
  CHECK_FALSE(fs::exists(run / "temperatures.csv.part"));
  std::ofstream(run / "checkpoint") << "mine";
  CHECK_THROWS_AS(write_checkpoint(folder, {}), OutputError);
  CHECK(content_of(run / "checkpoint") == "mine");
  // A file of the run that is to be read by it.
  fs::remove(run / "checkpoint");
  write_results(folder, sample_result());
  const fs::path other = scratch.path() / "other";
  {
    const RunFolder held = RunFolder::create(other, false);
    write_results(held, sample_result());
  }
  CHECK_THROWS_WITH(RunFolder::check(other, true, other / "final.xyz"),
                    Catch::Contains("final.xyz: is the start file of this study"));
  RunFolder::check(other, true, run / "final.xyz");
}

TEST_CASE("the list of files survives a run that is killed as it writes it", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = scratch.path() / "run", list = run / "clausius-manifest.txt";
  write_results(RunFolder::create(run, false), sample_result());
  const std::string whole = content_of(list);
  // Half of a last line lists nothing; the next line begins anew.
  std::ofstream(list, std::ios::app) << "any               mydata.c";
  std::ofstream(run / "mydata.c") << "mine";
  RunFolder::open(run).write("more.csv", "x");
  RunFolder::create(run, true);
  CHECK(names_in(run) == std::set<std::string>{"study.toml", "mydata.c", "clausius-manifest.txt"});
  // Two runs have the same list, in the order of names; the research object has its date in it.
  const auto list_of = [](const fs::path& folder) {
    std::istringstream lines(content_of(folder / "clausius-manifest.txt"));
    std::string kept;
    for (std::string line; std::getline(lines, line);)
      kept += line.ends_with("ro-crate-metadata.json") ? "dated\n" : line + '\n';
    return kept;
  };
  {
    const RunFolder folder = RunFolder::create(run, true);
    write_results(folder, sample_result());
    remove_checkpoints(folder);
  }
  const std::string again = list_of(run);
  write_results(RunFolder::create(scratch.path() / "two", false), sample_result());
  remove_checkpoints(RunFolder::resume(scratch.path() / "two"));
  CHECK(list_of(scratch.path() / "two") == again);
  // At the very beginning.
  const fs::path young = scratch.path() / "young";
  fs::create_directory(young);
  std::ofstream(young / "clausius-manifest.txt") << whole.substr(0, 10);
  write_results(RunFolder::resume(young), sample_result());
  CHECK(content_of(young / "clausius-manifest.txt").substr(0, 100) == whole.substr(0, 100));
  // A list cannot name what is elsewhere.
  std::ofstream(scratch.path() / "letter.txt") << "precious";
  const std::string here = scratch.path().string();
  std::ofstream(list, std::ios::app) << "any  ../letter.txt\nany  figures/../../letter.txt\nany  " +
                                            here + "/letter.txt\nfolder  ..\nfolder  " + here +
                                            "\n";
  RunFolder::create(run, true);
  CHECK(content_of(scratch.path() / "letter.txt") == "precious");
  CHECK(fs::exists(scratch.path() / "two" / "final.xyz"));
  // A list of another program.
  const fs::path foreign = scratch.path() / "foreign";
  fs::create_directory(foreign);
  std::ofstream(foreign / "clausius-manifest.txt") << "any letter.txt\n";
  std::ofstream(foreign / "letter.txt") << "precious";
  CHECK_THROWS_WITH(RunFolder::create(foreign, true), Catch::Contains("not a run folder"));
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

TEST_CASE("files that are written together appear together, and are listed at once", "[report]") {
  const ScratchFolder scratch;
  const RunFolder folder = RunFolder::create(scratch.path() / "gas", false);
  folder.write("a.csv", "before");
  const auto file = [&](const char* name, const char* text) {
    return folder.file(name, [text](std::ostream& stream) { stream << text; });
  };
  const RunFolder::NewFile failing{"c.csv",
                                   [](const fs::path&) { throw OutputError("no more room"); }};
  CHECK_THROWS_AS(folder.write({file("a.csv", "after"), file("b.csv", "new"), failing}),
                  OutputError);
  CHECK(names_in(folder.path()) == std::set<std::string>{"a.csv", "clausius-manifest.txt"});
  CHECK(content_of(folder.path() / "a.csv") == "before");
  folder.write({file("a.csv", "after"), file("b.csv", "new")});
  CHECK(content_of(folder.path() / "a.csv") == "after");
  CHECK(content_of(folder.path() / "b.csv") == "new");
  const std::string list = content_of(folder.path() / "clausius-manifest.txt");
  CHECK(list.find("  a.csv\n") < list.find("  b.csv\n"));
  // Both are this program's, and may be replaced.
  folder.write({file("b.csv", "newer"), file("a.csv", "later")});
  CHECK(content_of(folder.path() / "b.csv") == "newer");
}

TEST_CASE("a finished run leaves everything behind", "[report]") {
  const ScratchFolder scratch;
  clausius::StudyResult result = sample_series();
  result.trajectory = {result.initial, result.final};
  const RunFolder folder = RunFolder::create(scratch.path() / "run", false);
  write_results(folder, result);
  CHECK(names_in(folder.path()) ==
        std::set<std::string>{"study.toml", "summary.json", "history.csv", "observables.csv",
                              "initial.xyz", "final.xyz", "snapshot.csv", "trajectory.xyz", "cases",
                              "clausius-manifest.txt", "ro-crate-metadata.json"});
  CHECK(names_in(folder.path() / "cases") ==
        std::set<std::string>{"collisions.restitution=0.9", "collisions.restitution=0.8"});
  CHECK(names_in(folder.path() / "cases" / "collisions.restitution=0.8") ==
        std::set<std::string>{"study.toml", "summary.json", "history.csv", "observables.csv",
                              "initial.xyz", "final.xyz", "clausius-manifest.txt",
                              "ro-crate-metadata.json"});
  CHECK(content_of(folder.path() / "study.toml") == "title = \"sample\"\n");
  CHECK(content_of(folder.path() / "trajectory.xyz") ==
        content_of(folder.path() / "initial.xyz") + content_of(folder.path() / "final.xyz"));
  CHECK(clausius::read_csv(folder.path() / "observables.csv").columns.at(1).name == "value");
  CHECK(RunFolder::open(folder.path()).path() == folder.path());
  CHECK_THROWS_AS(RunFolder::open(scratch.path()), InputError);
  CHECK_THROWS_AS(RunFolder::open(scratch.path() / "none"), InputError);
}
