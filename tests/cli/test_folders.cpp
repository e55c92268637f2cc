#include <fmt/format.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/program.h"

// Effects of the program on folders and streams that are not its own, and the files that it leaves.

namespace {

namespace fs = std::filesystem;

constexpr const char* kSmallStudy =
    "title = \"A small gas\"\nseed = 3\nbox.packing_fraction = 0.1\n"
    "[[species]]\nname = \"gas\"\ncount = 50\n[run]\nequilibrate = 1\nmeasure = 3\nsamples = 10\n";

}  // namespace

TEST_CASE("a finished run is resumed by no other study and left unchanged", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kSmallStudy);
  write_file(scratch.path() / "failing.toml",
             std::string(kSmallStudy) +
                 "[[check]]\nobservable = \"temperature\"\nexpected = 2\ntolerance = 0.1\n");
  const std::string run = "$CLAUSIUS run {} --no-plots --out {} {}";
  for (const auto& [study, other, verdict] :
       {std::tuple("gas.toml", "failing.toml", 0), std::tuple("failing.toml", "gas.toml", 3)}) {
    INFO(study);
    const fs::path folder = scratch.path() / fs::path(study).stem();
    const auto resumed = [&](const std::string& file, const std::string& options) {
      return run_in(scratch.path(),
                    fmt::format(fmt::runtime(run), file, folder.filename().string(), options));
    };
    REQUIRE(resumed(study, "--quiet").code == verdict);
    const auto before = texts_in(folder);

    const Outcome refused = resumed(other, "--resume");
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::Contains(": belongs to another study: "));
    CHECK((texts_in(folder) == before));

    const Outcome again = resumed(study, "--resume");
    CHECK(again.code == verdict);
    CHECK(again.out.empty());
    CHECK(again.err == folder.filename().string() +
                           ": this study has run to its end already; nothing was changed\n");
    const Outcome json = resumed(study, "--resume --json --quiet");
    CHECK(json.code == verdict);
    CHECK(json.err.empty());
    CHECK(json.out == before.at("summary.json"));
    CHECK((texts_in(folder) == before));
  }

  // A run of another study that has not reached a checkpoint, or its end.
  const fs::path folder = scratch.path() / "gas";
  fs::remove(folder / "summary.json");
  const auto before = texts_in(folder);
  CHECK(run_in(scratch.path(), "$CLAUSIUS run failing.toml --quiet --out gas --resume").code == 2);
  CHECK((texts_in(folder) == before));
  CHECK(
      run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots --out gas --resume").code ==
      0);
  CHECK(fs::exists(folder / "summary.json"));

  // A run whose start file has changed since.
  fs::copy_file(folder / "final.xyz", scratch.path() / "start.xyz");
  const std::string from_file =
      "$CLAUSIUS run gas.toml --quiet --no-plots --set initial.placement=file --set "
      "initial.file=start.xyz --out from_file";
  REQUIRE(run_in(scratch.path(), from_file).code == 0);
  CHECK(run_in(scratch.path(), from_file + " --resume").code == 0);
  fs::copy_file(folder / "initial.xyz", scratch.path() / "start.xyz",
                fs::copy_options::overwrite_existing);
  const Outcome other_start = run_in(scratch.path(), from_file + " --resume");
  CHECK(other_start.code == 2);
  CHECK_THAT(
      other_start.err,
      Catch::StartsWith("from_file/initial.xyz: belongs to another start: initial.file has "));
}

TEST_CASE("in a folder of the user's nothing of the user's is touched", "[cli]") {
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  write_file(folder / "study.toml", std::string("# my comment\n") + kSmallStudy);
  write_file(folder / "mydata.csv", "mine");
  for (const char* name : {"figures", "cases"}) {
    fs::create_directory(folder / name);
    write_file(folder / name / "mine.csv", "mine");
  }
  auto before = texts_in(folder);
  for (const char* how : {"--resume", "--force", ""}) {
    const Outcome refused = run_in(folder, std::string("$CLAUSIUS run study.toml --out . ") + how);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Catch::StartsWith(".: "));
    CHECK((texts_in(folder) == before));
  }

  // In a run folder in which the user works, with figures that have files of the user's among them.
  REQUIRE(run_in(folder, "$CLAUSIUS run study.toml --quiet --out run").code == 0);
  const fs::path run = folder / "run";
  const std::vector<fs::path> mine{"mydata.csv", "figures/mine.gp", "cases/mine.csv",
                                   "figures/history.csv.mine", "report.html"};
  fs::create_directory(run / "cases");
  for (const fs::path& name : mine) write_file(run / name, "mine");
  REQUIRE(fs::exists(run / "figures" / "speed_distribution.png"));
  REQUIRE(run_in(run, "$CLAUSIUS run study.toml --quiet --no-plots --out . --force").code == 0);
  for (const fs::path& name : mine) CHECK(read_file(run / name) == "mine");
  CHECK_FALSE(fs::exists(run / "figures" / "speed_distribution.png"));
  CHECK(fs::exists(run / "summary.json"));

  // The study there is read by the run that would replace it with its resolved form.
  write_file(run / "study.toml", "# my comment\n" + read_file(run / "study.toml"));
  before = texts_in(run);
  for (const char* how : {"--resume", "--force"}) {
    const Outcome refused =
        run_in(run, std::string("$CLAUSIUS run study.toml --quiet --out . ") + how);
    CHECK(refused.code == 2);
    CHECK(refused.err ==
          "./study.toml: was changed since this program wrote it; allowed: another --out, or to "
          "move or delete it first\n");
    CHECK((texts_in(run) == before));
  }
}

TEST_CASE("long values of a series have folders with short names", "[cli]") {
  const ScratchFolder scratch;
  const std::string longest(300, 'x');
  write_file(scratch.path() / "gas.toml",
             fmt::format("{}[series]\nkey = \"title\"\nvalues = [\"a\", \"{}y\", \"{}z\", "
                         "\"a/../../b\\u001b\\u009b\"]\n",
                         kSmallStudy, longest, longest));
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS run gas.toml --out run --no-plots");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  std::size_t cases = 0;
  for (const auto& entry : fs::directory_iterator(scratch.path() / "run" / "cases")) {
    const std::string name = entry.path().filename();
    INFO(name);
    ++cases;
    CHECK(name.size() <= 100);
    CHECK(name.find_first_of("/\x1b\x9b ") == std::string::npos);
    CHECK(fs::exists(entry.path() / "summary.json"));
  }
  CHECK(cases == 4);
}

TEST_CASE("output that cannot be written is an error", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kSmallStudy);
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots --out drawn").code ==
          0);
  int number = 0;
  for (const std::string command :
       {"run gas.toml --no-plots --json", "run gas.toml --no-plots", "check gas.toml", "list",
        "theory --packing-fraction 0.1", "theory --packing-fraction 0.1 --json", "body gas.toml",
        "body gas.toml --json", "bench --count 100 --collisions 100",
        "bench --count 100 --collisions 100 --json", "new relaxation", "plot drawn --format dumb",
        "plot drawn --format svg", "--help", "run --help", "--version"}) {
    INFO(command);
    for (const auto& [target, reason] : {std::pair(">/dev/full", "No space left on device"),
                                         std::pair(">&-", "Bad file descriptor")}) {
      const std::string file = command == "new relaxation" ? fmt::format(" {}.toml", ++number) : "";
      const Outcome outcome =
          run_in(scratch.path(), fmt::format("$CLAUSIUS {}{} {}", command, file, target));
      CHECK(outcome.code == 1);
      CHECK(outcome.err ==
            fmt::format("clausius: standard output: cannot be written: {}\n", reason));
    }
  }
  // No file of the run has taken the place of the closed stream.
  for (const char* run : {"runs/gas", "runs/gas-2", "runs/gas-3", "runs/gas-4"})
    for (const auto& [name, text] : texts_in(scratch.path() / run))
      if (name != "clausius-manifest.txt" && name != "summary.json" && name != "checkpoint" &&
          name != "ro-crate-metadata.json")
        CHECK(text == read_file(scratch.path() / "runs" / "gas" / name));
  // What is not printed cannot fail.
  CHECK(run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots >&-").code == 0);
  CHECK(run_in(scratch.path(), "$CLAUSIUS run gas.toml --no-plots 2>&-").code == 0);
  // A reader that closes its pipe early causes no message, and does not stop a run.
  const Outcome head =
      run_in(scratch.path(), "$CLAUSIUS run --help | true; $CLAUSIUS list | head -1");
  CHECK(head.code == 0);
  CHECK(head.err.empty());
  const Outcome gone =
      run_in(scratch.path(),
             "{ $CLAUSIUS run gas.toml --no-plots --out unread; echo $? >code; } 2>&1 | true");
  CHECK(gone.err.empty());
  CHECK(fs::exists(scratch.path() / "unread" / "summary.json"));
}

TEST_CASE("the advice of an interrupted run is a command that works", "[cli][long]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "my 'gas'.toml", kSmallStudy);
  fs::create_directory(scratch.path() / "my bin");
  fs::create_symlink(program_file(), scratch.path() / "my bin" / "clausius");
  const std::string options =
      R"(--set 'title="$HOME `x` it'"'"'s"' --set run.measure=6000 --set run.checkpoint_every=0.02 )"
      "--set species.0.count=100 --seed 9 --no-plots --quiet";
  // As a file, and through a pipe that is gone when the run continues, with names that cannot be
  // pasted.
  for (const char* study : {R"("my 'gas'.toml")", "/dev/stdin < \"my 'gas'.toml\"",
                            "\"my 'gas'.toml\" --set title='\x1b[31m'"}) {
    INFO(study);
    const std::string run =
        fmt::format("env --default-signal=INT 'my bin/clausius' run {} {} --out ", study, options);
    REQUIRE(run_in(scratch.path(), run + "whole").code != 2);
    Outcome stopped;
    for (int attempt = 0; attempt < 5 && stopped.code != 130; ++attempt) {
      fs::remove_all(scratch.path() / "my run");
      stopped = run_in(scratch.path(),
                       run +
                           "'my run' & pid=$!; i=0; until [ -e 'my run/checkpoint.previous' ] || "
                           "[ $i = 1000 ]; do sleep 0.01; i=$((i+1)); done; kill -INT $pid; "
                           "wait $pid");
    }
    INFO(stopped.err);
    REQUIRE(stopped.code == 130);
    const std::string before = "interrupted; to go on: ";
    REQUIRE_THAT(stopped.err,
                 Catch::StartsWith(before) && Catch::EndsWith("\n") && !Catch::Contains("\x1b"));
    const Outcome pasted = run_in(
        scratch.path(), stopped.err.substr(before.size(), stopped.err.size() - before.size() - 1));
    INFO(pasted.err);
    CHECK(pasted.code != 2);
    CHECK(pasted.err.empty());
    for (const char* file : {"final.xyz", "study.toml", "history.csv"})
      CHECK(read_file(scratch.path() / "my run" / file) ==
            read_file(scratch.path() / "whole" / file));
    CHECK_FALSE(fs::exists(scratch.path() / "my run" / "figures"));
    fs::remove_all(scratch.path() / "whole");
  }
}

TEST_CASE("no text of the user does anything to the terminal", "[cli]") {
  const ScratchFolder scratch;
  const std::string title = R"(title = "red \u001b[31m bell \u0007 C1 \u009b31m")";
  write_file(scratch.path() / "gas.toml",
             title + std::string(kSmallStudy).substr(21) +
                 "[series]\nkey = \"title\"\nvalues = [\"\\u001b[1m\\u009b\"]\n");
  write_file(scratch.path() / "bad.toml", std::string(kSmallStudy) + "\"key\\u001b\\u009b\" = 1\n");
  for (const char* command :
       {"check gas.toml", "run gas.toml", "run gas.toml --set run.until='\"\x1b[31m\"'",
        "check bad.toml", "run $'no\\x1bfile.toml'", "run gas.toml $'--\\x1b'",
        "run gas.toml --set $'\\x1bkey=1'"}) {
    INFO(command);
    const Outcome outcome = run_in(
        scratch.path(), fmt::format("bash -c \"$(cat <<'END'\n$CLAUSIUS {}\nEND\n)\"", command));
    CHECK_FALSE((outcome.out + outcome.err).empty());
    CHECK_THAT(outcome.out + outcome.err, !Catch::Contains("\x1b") && !Catch::Contains("\x07") &&
                                              !Catch::Contains("\xc2\x9b"));
  }
}

TEST_CASE("text that is not UTF-8 is refused where it stands", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kSmallStudy);
  write_file(scratch.path() / "bad.toml",
             std::string("seed = 1\ntitle = \"a\xff\"\n") + (kSmallStudy + 22));
  const Outcome file = run_in(scratch.path(), "$CLAUSIUS run bad.toml");
  CHECK(file.code == 2);
  CHECK_THAT(file.err, Catch::StartsWith("bad.toml:2:"));
  for (const std::string value :
       {"title=\xc3z", "species.0.name='\"\xe2\x82\"'", "series.values='[\"\xff\"]'"}) {
    const Outcome option = run_in(scratch.path(), "$CLAUSIUS run gas.toml --set " + value);
    INFO(option.err);
    CHECK(option.code == 2);
    CHECK_THAT(option.err,
               Catch::StartsWith("--set ") && Catch::Contains("is not UTF-8; allowed: "));
  }
  // The folder of a start file stands in the resolved study.
  const fs::path folder = scratch.path() / "f\xff";
  fs::create_directory(folder);
  fs::copy_file(scratch.path() / "gas.toml", folder / "gas.toml");
  write_file(folder / "start.xyz", "");
  const Outcome start = run_in(folder,
                               "$CLAUSIUS run gas.toml --set initial.placement=file --set "
                               "initial.file=start.xyz");
  CHECK(start.code == 2);
  CHECK_THAT(start.err, Catch::Contains("initial.file: ") && Catch::Contains("not UTF-8"));
  CHECK(holds_only(scratch.path(), "gas.toml") == false);
  CHECK_FALSE(fs::exists(scratch.path() / "runs"));
}

TEST_CASE("a pipe in place of a file does not block the program", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kSmallStudy);
  REQUIRE(::mkfifo((scratch.path() / "pipe").c_str(), 0600) == 0);
  for (const char* options :
       {"--set species.0.bitmap=pipe", "--set initial.placement=file --set initial.file=pipe",
        "--set initial.placement=file --set initial.file=pipe --set species.0.count=0"}) {
    const Outcome outcome =
        run_in(scratch.path(), std::string("timeout 20 $CLAUSIUS run gas.toml ") + options);
    INFO(options << outcome.err);
    CHECK(outcome.code == 2);
  }
  const std::string run = "timeout 20 $CLAUSIUS run gas.toml --no-plots --quiet --out run";
  REQUIRE(run_in(scratch.path(), run).code == 0);
  for (const char* name : {"history.csv", "summary.json", "study.toml"}) {
    fs::rename(scratch.path() / "run" / name, scratch.path() / "kept");
    fs::rename(scratch.path() / "pipe", scratch.path() / "run" / name);
    for (const std::string& command : {run + " --resume", run + " --force",
                                       std::string("timeout 20 $CLAUSIUS plot run --format svg")}) {
      const Outcome outcome = run_in(scratch.path(), command);
      INFO(name << ' ' << command << ' ' << outcome.err);
      CHECK((outcome.code == 1 || outcome.code == 2));
    }
    fs::rename(scratch.path() / "run" / name, scratch.path() / "pipe");
    fs::rename(scratch.path() / "kept", scratch.path() / "run" / name);
  }
  // The study itself may come through one.
  CHECK(run_in(scratch.path(), "cat gas.toml | $CLAUSIUS check /dev/stdin").code == 0);
}

TEST_CASE("a start file without particles is refused", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml",
             "box.size = [5, 5, 5]\ninitial.placement = \"file\"\ninitial.file = \"none.xyz\"\n"
             "[[species]]\nname = \"gas\"\n[run]\nequilibrate = 0\nduration = 3\n");
  write_file(scratch.path() / "none.xyz",
             "0\nLattice=\"5 0 0 0 5 0 0 0 5\" Properties=species:S:1:id:I:1:pos:R:3:velo:R:3\n");
  for (const char* command : {"run", "check"}) {
    const Outcome outcome = run_in(scratch.path(), fmt::format("$CLAUSIUS {} gas.toml", command));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::StartsWith("gas.toml:3:") && Catch::Contains("none.xyz") &&
                                Catch::Contains("0 particles; at least one"));
  }
  CHECK_FALSE(fs::exists(scratch.path() / "runs"));
}

TEST_CASE("one damaged table hinders no other figure", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "gas.toml", kSmallStudy);
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS run gas.toml --quiet --no-plots --out run").code == 0);
  write_file(scratch.path() / "run" / "history.csv", "time[reduced],\"temp");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS plot run --format svg");
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.err,
             Catch::Contains("figure temperatures was not drawn: run/history.csv: ends in the "));
  CHECK_THAT(outcome.out, Catch::Contains("run/figures/speed_distribution.svg\n"));
}
