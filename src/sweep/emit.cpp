#include "sweep/emit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "clausius/core/errors.h"
#include "core/text.h"
#include "sweep/sweep_folder.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

struct Script {
  std::string_view word, file, command;
};

constexpr Script kScripts[] = {
    {"slurm", "sweep.sbatch", "sbatch {}"},
    {"snakemake", "Snakefile", "snakemake --snakefile {} --cores all --keep-going"},
    {"parallel", "sweep.sh", "sh {}"}};

/// A job array with one job per part. The log of each part is in the folder of the sweep.
std::string slurm_script(const std::string& name, const std::string& folder,
                         const std::string& sweep, std::size_t shards) {
  return fmt::format(
      R"(#!/bin/sh
#SBATCH --job-name={}
#SBATCH --array=1-{}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --output={}/slurm-%a.log
# A part whose time is over leaves checkpoints: the same script, submitted again, goes on with them.
# The last part to end writes results.csv.
exec {} --jobs 1 --shard "$SLURM_ARRAY_TASK_ID/{}"
)",
      name, shards, folder, sweep, shards);
}

/// Nothing in it depends on a cluster: `snakemake --profile` or `--executor` selects where it runs.
std::string snakefile(const std::string& folder, const std::string& sweep, std::size_t shards) {
  // Exit code 3 means that checks have failed: the results exist.
  std::string shell = fmt::format("{} --quiet", sweep);
  for (std::size_t at = 0; (at = shell.find_first_of("{}", at)) != std::string::npos; at += 2)
    shell.insert(at, 1, shell[at]);
  const auto python = [](const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text)
      quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return quoted + '"';
  };
  return fmt::format(
      R"(workdir: {}

PARTS = range(1, {} + 1)

rule results:
    input: expand("parts/{{part}}", part=PARTS)
    output: "results.csv", "summary.csv"
    shell: {}

rule part:
    output: touch("parts/{{part}}")
    shell: {}
)",
      python(folder), shards, python(shell + " || [ $? -eq 3 ]"),
      python(
          fmt::format("{} --jobs 1 --shard {{wildcards.part}}/{} || [ $? -eq 3 ]", shell, shards)));
}

std::string parallel_script(const std::string& sweep, std::size_t shards) {
  return fmt::format(R"(#!/bin/sh
# With --sshlogin or --sshloginfile, GNU parallel runs the parts on other machines that share this
# folder.
seq {} | parallel "$@" {} --quiet --jobs 1 --shard '{{}}/{}'
exec {}
)",
                     shards, shell_word(sweep), shards, sweep);
}

}  // namespace

std::vector<std::string> scheduling_words() {
  std::vector<std::string> words;
  for (const Script& one : kScripts) words.emplace_back(one.word);
  return words;
}

std::optional<Scheduling> scheduling_of(std::string_view word) {
  for (const Script& one : kScripts)
    if (one.word == word) return static_cast<Scheduling>(&one - kScripts);
  return std::nullopt;
}

Emitted emit_sweep(const SweepPlan& plan, const fs::path& out, Scheduling scheduling,
                   std::size_t shards, const fs::path& program) {
  const SweepConfig& sweep = plan.study().sweep;
  if (is_adaptive(sweep))
    throw InputError(
        plan.study().problem_at(sweep.until ? "sweep.until" : "sweep.refine",
                                "adds cases that depend on the results of others, which a list of "
                                "jobs cannot; allowed: clausius sweep with "
                                "--jobs, or under mpirun"));
  const SweepFolder folder(out, plan.study(), false);
  const std::string where = folder.files().location().lexically_normal().string();
  const std::string command = fmt::format("{} sweep {} --out {}", shell_word(program.string()),
                                          shell_word(where + "/study.toml"), shell_word(where));
  const Script& script = kScripts[static_cast<std::size_t>(scheduling)];
  std::string text;
  switch (scheduling) {
    case Scheduling::slurm:
      text = slurm_script(file_name(plan.study().name), where, command, shards);
      break;
    case Scheduling::snakemake:
      text = snakefile(where, command, shards);
      break;
    case Scheduling::parallel:
      text = parallel_script(command, shards);
      break;
  }
  folder.files().write(script.file, text);
  const fs::path file = folder.files().path() / script.file;
  return {file, fmt::format(fmt::runtime(script.command), shell_word(file.string()))};
}

}  // namespace clausius
