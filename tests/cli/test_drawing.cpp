#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "cli/program.h"

// Programs that draw fail, hang, or are cut off: no picture is lost or damaged without a word.

namespace {

namespace fs = std::filesystem;

/// A study, and a folder for programs that the program finds before those of the system.
struct DrawingLab {
  DrawingLab() {
    write_file(path() / "gas.toml", kShortRun);
    write_file(path() / "series.toml", std::string(kShortRun) + kShortSeries);
    gnuplot = run_in(path(), "command -v gnuplot").out;
    if (!gnuplot.empty()) gnuplot.pop_back();
  }
  [[nodiscard]] const fs::path& path() const { return scratch.path(); }
  /// Puts a shell script in the place of gnuplot.
  void replace_gnuplot(const std::string& script) const {
    fs::create_directory(path() / "bin");
    write_file(path() / "bin/gnuplot", "#!/bin/sh\n" + script + "\n");
    ::chmod((path() / "bin/gnuplot").c_str(), 0755);
  }
  void restore_gnuplot() const { fs::remove_all(path() / "bin"); }
  [[nodiscard]] Outcome run(const std::string& command) const {
    return run_in(path(), fmt::format("PATH='{}':$PATH; {}", (path() / "bin").string(), command));
  }
  /// The names of the pictures of the run and of its case.
  [[nodiscard]] std::set<std::string> pictures(const std::string& folder) const {
    std::set<std::string> names;
    for (const auto& [name, text] : texts_in(path() / folder))
      if (name.ends_with(".png")) names.insert(name);
    return names;
  }
  ScratchFolder scratch;
  std::string gnuplot;  ///< the real one; empty: none
};

/// A gnuplot that leaves its number in the file `pid` and neither draws nor heeds requests to end.
constexpr const char* kHangs =
    "trap '' INT TERM HUP\necho $$ >../../pid\nwhile :; do sleep 0.1; done";
constexpr const char* kWaitForPid =
    "i=0; until [ -s pid ] || [ $i = 2000 ]; do sleep 0.01; i=$((i+1)); done; ";

/// Whether the process whose number the file `pid` holds is gone, at the latest after ten seconds.
bool is_gone(const DrawingLab& lab) {
  // Where no other process waits for its end, it stays a zombie.
  return lab.run(
                "i=0; until ! kill -0 $(cat pid) || grep -q '^State:.Z' /proc/$(cat pid)/status; "
                "do [ $i -lt 1000 ] || exit 1; sleep 0.01; i=$((i+1)); done 2>/dev/null")
             .code == 0;
}

}  // namespace

TEST_CASE("a picture of which only a part was written has no name, and is drawn by --resume",
          "[cli]") {
  const DrawingLab lab;
  if (lab.gnuplot.empty()) return;
  const std::string command = "$CLAUSIUS run gas.toml --quiet --out ";
  const int verdict = lab.run(command + "whole").code;
  REQUIRE((verdict == 0 || verdict == 3));
  const std::set<std::string> whole = lab.pictures("whole");
  REQUIRE(whole.size() > 1);
  for (const int size : {0, 1000}) {
    INFO(size);
    lab.replace_gnuplot(
        fmt::format("{} \"$@\"; code=$?; for part in *.part; do [ ! -e \"$part\" ] "
                    "|| truncate -s {} \"$part\"; done; exit $code",
                    lab.gnuplot, size));
    const std::string out = fmt::format("cut_{}", size);
    const Outcome cut = lab.run(command + out);
    CHECK(cut.code == 1);
    CHECK_THAT(cut.err, Catch::StartsWith("warning: figure ") &&
                            Catch::Contains(" was not drawn: only a part of the picture was "
                                            "written; the disk may be full\n"));
    CHECK(lab.pictures(out).empty());
    for (const std::string format : {"svg", "pdf", "dumb"}) {
      const Outcome plot = lab.run(fmt::format("$CLAUSIUS plot {} --format {}", out, format));
      CHECK(plot.code == 1);
      CHECK(plot.out.empty());
    }
    lab.restore_gnuplot();
    CHECK(lab.run(command + out + " --resume").code == verdict);
    CHECK(lab.pictures(out) == whole);
  }
}

TEST_CASE("the terminal that a user prefers hinders no picture", "[cli]") {
  const DrawingLab lab;
  if (lab.gnuplot.empty()) return;
  REQUIRE(lab.run("$CLAUSIUS run gas.toml --quiet --no-plots --out run").code != 1);
  const Outcome plot = lab.run("GNUTERM=qt $CLAUSIUS plot run");
  CHECK(plot.code == 0);
  CHECK(plot.err.empty());
  CHECK(lab.pictures("run").size() > 1);
}

TEST_CASE("a gnuplot that hangs is ended by a signal, the time limit, and the program's end",
          "[cli]") {
  const DrawingLab lab;
  if (lab.gnuplot.empty()) return;
  for (const auto& [name, limit, signal, code] : {std::tuple("term", "", "kill -TERM $run", 130),
                                                  {"limit", "--time-limit 3s", "true", 130},
                                                  {"kill", "", "kill -KILL $run", 137}}) {
    INFO(name);
    lab.replace_gnuplot(kHangs);
    fs::remove(lab.path() / "pid");
    // A second program ends the first if that does not end.
    const Outcome outcome = lab.run(fmt::format(
        "$CLAUSIUS run gas.toml --out {} {} & run=$!; {} {}; (sleep 30; kill -KILL $run) & "
        "guard=$!; wait $run; code=$?; kill $guard; exit $code",
        name, limit, kWaitForPid, signal));
    INFO(outcome.err);
    CHECK(outcome.code == code);
    CHECK(is_gone(lab));
    if (code == 130) {
      CHECK_THAT(outcome.err,
                 Catch::Contains(std::string(name == std::string("term") ? "interrupted"
                                                                         : "time limit reached") +
                                 " while figures were drawn; to go on: "));
      CHECK_THAT(outcome.out, Catch::Contains("run folder: "));
    }
    CHECK(lab.pictures(name).empty());
    lab.restore_gnuplot();
    const Outcome resumed = lab.run(fmt::format("$CLAUSIUS run gas.toml --out {} --resume", name));
    CHECK((resumed.code == 0 || resumed.code == 3));
    CHECK(resumed.err == fmt::format("{}: this study has run to its end already; figures that "
                                     "were missing have been drawn\n",
                                     name));
    CHECK(lab.pictures(name).size() > 1);
  }
}

TEST_CASE("plot waits for no run that draws: it is refused, also of a case", "[cli]") {
  const DrawingLab lab;
  if (lab.gnuplot.empty()) return;
  lab.replace_gnuplot(fmt::format(
      "echo $$ >{0}/pid; i=0; until [ -e {0}/go ] || [ $i = 2000 ]; do sleep 0.01; i=$((i+1)); "
      "done; exec {1} \"$@\"",
      lab.path().string(), lab.gnuplot));
  const Outcome outcome = lab.run(
      std::string("$CLAUSIUS run series.toml --quiet --out run & run=$!; ") + kWaitForPid +
      "for folder in run run/cases/*/; do $CLAUSIUS plot $folder --format svg; echo $? >>codes; "
      "done; touch go; wait $run");
  INFO(outcome.err);
  CHECK((outcome.code == 0 || outcome.code == 3));
  CHECK(outcome.err ==
        "run: another run is writing here; wait for its end\n"
        "run: another run is writing here; wait for its end\n");
  CHECK(read_file(lab.path() / "codes") == "2\n2\n");
  CHECK(lab.run("$CLAUSIUS plot run/cases/collisions.restitution=0.95/").code == 0);
  CHECK(lab.run("$CLAUSIUS run series.toml --quiet --out run --force").code == outcome.code);
}

TEST_CASE("run --force keeps the results if the folder of the figures cannot be written", "[cli]") {
  const DrawingLab lab;
  const std::string command = "$CLAUSIUS run series.toml --quiet --no-plots --out run";
  REQUIRE(lab.run(command).code != 1);
  fs::remove_all(lab.path() / "run/figures");
  write_file(lab.path() / "run/figures", "mine");
  auto before = texts_in(lab.path() / "run");
  const Outcome file = lab.run(command + " --force");
  CHECK(file.code == 2);
  CHECK(file.err == "run/figures: is not a folder\n");
  CHECK((texts_in(lab.path() / "run") == before));

  fs::remove(lab.path() / "run/figures");
  fs::create_directory(lab.path() / "run/figures");
  before = texts_in(lab.path() / "run");
  // The permissions of folders do not bind root.
  const std::string user =
      ::geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
  (void)lab.run("chmod -R a+rwX .; chmod a-w run/figures run/cases/*");
  if (lab.run(user + "$CLAUSIUS list && [ -w run ]").code != 0) {
    WARN("no other user can run the program here: not tested");
    return;
  }
  for (const char* folder : {"run/cases/collisions.restitution=0.95", "run/figures"}) {
    const Outcome refused = lab.run(user + command + " --force");
    CHECK(refused.code == 2);
    CHECK(refused.err == std::string(folder) + ": cannot write here: Permission denied\n");
    CHECK((texts_in(lab.path() / "run") == before));
    (void)lab.run(std::string("chmod a+w ") + folder);
  }
  CHECK(lab.run(user + command + " --force").code != 2);
}
