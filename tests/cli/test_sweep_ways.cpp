#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>
#include <string>

#include "cli/program.h"
#include "sanitized.h"

// All ways of running a sweep give the same results; tests of the built-in sweeps.

namespace {

namespace fs = std::filesystem;

constexpr const char* kManyCases =
    "seed = 3\nbox.packing_fraction = 0.1\n"
    "[[species]]\nname = \"gas\"\ncount = 30\n[run]\nequilibrate = 1\nmeasure = 3\nsamples = 10\n"
    "[sweep]\nseeds = 5\n[[sweep.vary]]\nkey = \"box.packing_fraction\"\nrange = \"0.1:0.3:0.1\"\n"
    "[[sweep.vary]]\nkey = \"collisions.restitution\"\nvalues = [0.7, 0.8, 0.9, 1.0]\n";

/// A folder with a study of a sweep of 60 cases, which was run by processes of this machine.
struct Ways {
  Ways() {
    write_file(scratch.path() / "many.toml", kManyCases);
    REQUIRE(run("$CLAUSIUS sweep many.toml --quiet --no-plots --out by_processes").code == 0);
    results = tables("by_processes");
    REQUIRE(std::count(results.begin(), results.end(), '\n') == 61 + 13);
  }
  [[nodiscard]] Outcome run(const std::string& command) const {
    return run_in(scratch.path(), command);
  }
  [[nodiscard]] std::string tables(const std::string& folder) const {
    return read_file(scratch.path() / folder / "results.csv") +
           read_file(scratch.path() / folder / "summary.csv");
  }
  /// Writes a script that runs the sweep into `folder`.
  void emit(const std::string& how, const std::string& folder) const {
    const Outcome emitted =
        run(fmt::format("$CLAUSIUS sweep many.toml --emit {} --jobs 4 --out '{}'", how, folder));
    INFO(emitted.err);
    REQUIRE(emitted.code == 0);
    CHECK_THAT(emitted.out, Catch::StartsWith("60 cases in 4 parts: " + folder + "/"));
  }
  ScratchFolder scratch;
  std::string results;
};

bool is_there(const std::string& program) {
  if (std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0) return true;
  WARN(program << " is not installed: not tested");
  return false;
}

/// The command that the first comment of a built-in sweep gives as its short form.
std::string short_form(const std::string& study) {
  std::istringstream lines(read_file(project_folder() / "studies" / (study + ".toml")));
  std::string comment;
  for (std::string line; std::getline(lines, line) && !line.starts_with("# Topic: ");)
    comment += line.substr(1);
  const std::size_t begin = comment.find("clausius sweep", comment.find("short form"));
  REQUIRE(begin != std::string::npos);
  return comment.substr(begin + std::string("clausius ").size());
}

}  // namespace

TEST_CASE("GNU parallel runs a sweep", "[cli]") {
  if (!is_there("parallel")) return;
  const Ways ways;
  ways.emit("parallel", "by parallel");
  const Outcome outcome = ways.run("sh 'by parallel/sweep.sh'");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(ways.tables("by parallel") == ways.results);
}

TEST_CASE("Snakemake runs a sweep", "[cli]") {
  if (!is_there("snakemake")) return;
  const Ways ways;
  ways.emit("snakemake", "by_snakemake");
  const std::string workflow = read_file(ways.scratch.path() / "by_snakemake" / "Snakefile");
  CHECK_THAT(workflow, !Catch::Contains("cluster") && !Catch::Contains("slurm"));
  const Outcome outcome = ways.run("snakemake --snakefile by_snakemake/Snakefile --cores 2 2>&1");
  INFO(outcome.out);
  CHECK(outcome.code == 0);
  CHECK(ways.tables("by_snakemake") == ways.results);
}

TEST_CASE("the job array for Slurm runs a sweep", "[cli][long]") {
  const Ways ways;
  ways.emit("slurm", "by_slurm");
  const std::string script = read_file(ways.scratch.path() / "by_slurm" / "sweep.sbatch");
  CHECK_THAT(script, Catch::Contains("#SBATCH --array=1-4\n"));
  // As Slurm does: each task of the array with its number.
  const Outcome outcome = ways.run(
      "for i in 3 1 4 2; do SLURM_ARRAY_TASK_ID=$i sh by_slurm/sweep.sbatch >>log || exit 1; done");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(ways.tables("by_slurm") == ways.results);
}

TEST_CASE("mpirun spreads a sweep over ranks", "[cli]") {
  if (kAddressSanitizer || !is_there("mpirun")) return;
  const Ways ways;
  const std::string mpirun =
      "OMPI_MCA_btl_vader_single_copy_mechanism=none mpirun --oversubscribe "
      "--allow-run-as-root -n 3 ";
  const Outcome outcome =
      ways.run(mpirun + "$CLAUSIUS sweep many.toml --quiet --no-plots --out by_mpi");
  if (outcome.err.find("built without MPI") != std::string::npos) {
    WARN("the program was built without MPI: not tested");
    return;
  }
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(ways.tables("by_mpi") == ways.results);
  // If the first rank refuses the sweep, all ranks end.
  CHECK(ways.run(mpirun + "$CLAUSIUS sweep no.toml").code == 2);
}

TEST_CASE("a sweep that adds cases is no list of jobs", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "many.toml", kManyCases);
  const Outcome outcome =
      run_in(scratch.path(),
             "$CLAUSIUS sweep many.toml --until 'collision_rate within 1 %' --emit slurm --out s");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err,
             Catch::Contains("sweep.until: adds cases that depend on the results of others"));
  CHECK_FALSE(fs::exists(scratch.path() / "s"));
}

TEST_CASE("seeds and points are added alike, however the sweep is run", "[cli][long]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "many.toml", kManyCases);
  const std::string sweep =
      "$CLAUSIUS sweep many.toml --quiet --no-plots --vary box.packing_fraction=0.1:0.4:0.1 "
      "--until 'compressibility_factor within 2 %' --refine compressibility_factor --budget 60 ";
  const auto run = [&](const std::string& more) { return run_in(scratch.path(), sweep + more); };
  const auto results = [&](const std::string& folder) {
    return read_file(scratch.path() / folder / "results.csv") +
           read_file(scratch.path() / folder / "summary.csv");
  };
  // The budget does not suffice for all points.
  const Outcome first = run("--out whole");
  CHECK(first.code == 3);
  CHECK_THAT(first.err, Catch::Contains("sweep.until: packing_fraction = ") &&
                            Catch::Contains(": compressibility_factor has an error of "));
  const std::string whole = results("whole");
  CHECK(std::count(whole.begin(), whole.end(), '\n') > 1 + 20 + 1 + 4);
  CHECK(std::count(whole.begin(), whole.end(), '\n') <= 1 + 60 + 1 + 12);
  CHECK(run("--out one --jobs 1").code == 3);
  CHECK(results("one") == whole);
  // Parts, each time all of them: a round at a time.
  for (int round = 0; round < 8; ++round)
    for (const char* part : {"1/2", "2/2"}) {
      const int code = run(fmt::format("--out parts --shard {}", part)).code;
      CHECK((code == 0 || code == 3));
    }
  CHECK(results("parts") == whole);
}

TEST_CASE("the short forms of the built-in sweeps run, and are drawn", "[cli]") {
  if (kAddressSanitizer) return;
  for (const auto& [study, figure] :
       {std::pair("equation_of_state", "compressibility_factor_over_packing_fraction"),
        std::pair("granular_cooling", "collision_rate_over_restitution")}) {
    const ScratchFolder scratch;
    const std::string command = short_form(study);
    INFO(command);
    const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS " + command + " --out s");
    INFO(outcome.err);
    CHECK((outcome.code == 0 || outcome.code == 3));
    const std::string drawn = (scratch.path() / "s" / "figures" / figure).string();
    CHECK(fs::exists(drawn + ".png"));
    // Theory is a curve between the points where it depends on the study alone: the temperature of
    // a cooling gas, and with it the rate of collisions, depends on the run.
    CHECK(fs::exists(drawn + "_theory.csv") == (study == std::string("equation_of_state")));
    CHECK(run_in(scratch.path(),
                 "$CLAUSIUS sweep-plot s --x packing_fraction --y collision_rate --format dumb")
              .code == 0);
  }
}
