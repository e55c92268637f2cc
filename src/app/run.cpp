#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "clausius/core/errors.h"
#include "clausius/core/files.h"
#include "clausius/core/text.h"
#include "clausius/report/checkpoints.h"
#include "clausius/report/figures.h"
#include "clausius/report/live_panel.h"
#include "clausius/report/run_folder.h"
#include "clausius/report/terminal.h"
#include "clausius/study/audit.h"
#include "clausius/study/initial.h"
#include "clausius/study/runner.h"
#include "clausius/study/xyz.h"
#include "command.h"

namespace clausius::app {

namespace {

struct RunOptions {
  std::string file;
  std::optional<std::string> out;
  std::vector<std::string> set;
  std::optional<std::string> seed;
  bool force = false;
  bool json = false;
  bool quiet = false;
  bool no_plots = false;
  bool resume = false;
  bool live = false;
};

constexpr const char* kRunsFolder = "runs";

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

/// The first signal asks for partial results, the second one ends the program as usual.
extern "C" void note_interrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

std::vector<Override> overrides(const RunOptions& options) {
  std::vector<Override> result;
  std::vector<Problem> problems;
  for (const std::string& text : options.set) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      problems.push_back({"--set " + text, 0, 0, "", "has no value; allowed: --set KEY=VALUE"});
    else
      result.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  if (!problems.empty()) throw InputError(problems);
  if (options.seed) result.push_back({"seed", *options.seed, "--seed " + *options.seed});
  return result;
}

void warn(const std::string& text) { std::cerr << "warning: " << printable(text, "\n") << '\n'; }

/// Refuses the run of another study or start in a folder that is to be resumed.
void refuse_other_run(const std::filesystem::path& folder, const StudyConfig& study) {
  const auto refuse = [](const std::filesystem::path& file, const std::string& why) {
    throw InputError({file.string(), 0, 0, "",
                      why + "; allowed: the same study, or --force instead of --resume to start "
                            "over"});
  };
  const std::filesystem::path file = folder / "study.toml";
  if (!std::filesystem::exists(file)) return;
  if (const auto why = study_difference(read_regular_file(file), study.resolved_toml))
    refuse(file, *why);
  if (study.placement != Placement::file || !verdict_in(folder)) return;
  std::ostringstream start;
  write_xyz(start, make_initial_state(study));
  if (read_regular_file(folder / "initial.xyz") != start.str())
    refuse(folder / "initial.xyz", "is of another start: initial.file has changed since");
}

/// A finished run is left as it is: prints what there is to print of it, returns its verdict.
int finished_before(const RunOptions& options, const std::filesystem::path& folder, bool passed) {
  if (options.json) std::cout << read_regular_file(folder / "summary.json");
  if (!options.quiet)
    std::cerr << fmt::format("{}: this study has run to its end already; nothing was changed\n",
                             folder.string());
  return passed ? kOk : kCheckFailed;
}

/// The command that goes on with an interrupted run, for a shell.
std::string command_to_go_on(const RunOptions& options, const std::filesystem::path& folder) {
  std::string study = shell_word(options.file);
  for (const std::string& change : options.set) study += " --set " + shell_word(change);
  if (options.seed) study += " --seed " + shell_word(*options.seed);
  // What came through a pipe or standard input is gone, and what a terminal cannot show cannot be
  // pasted; the resolved study is the same.
  if (!std::filesystem::is_regular_file(options.file) || options.file.starts_with("/dev/") ||
      options.file.starts_with("/proc/") || printable(study) != study)
    study = shell_word((folder / "study.toml").string());
  std::string command = fmt::format("{} run {} --out {}", shell_word(program_invocation_name),
                                    study, shell_word(folder.string()));
  for (const auto& [name, given] : {std::pair("--json", options.json),
                                    {"--quiet", options.quiet},
                                    {"--no-plots", options.no_plots},
                                    {"--live", options.live}})
    if (given) command += std::string(" ") + name;
  return command + " --resume";
}

RunFolder run_folder(const StudyConfig& study, const RunOptions& options) {
  if (options.out && options.resume) return RunFolder::resume(*options.out);
  if (options.out) return RunFolder::create(*options.out, options.force);
  if (options.resume) return RunFolder::resume_numbered(kRunsFolder, study.name, holds_checkpoint);
  return RunFolder::create_numbered(kRunsFolder, study.name);
}

StudyResult run(const StudyConfig& study, const Snapshot& initial, const RunFolder& folder,
                const RunOptions& options) {
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like a full disk
  ProgressLine line(std::cerr, is_terminal(STDERR_FILENO) && !options.quiet,
                    terminal_width(STDERR_FILENO));
  Checkpoint checkpoint = empty_checkpoint(study);
  RunHooks hooks;
  if (options.resume)
    if (auto found = find_checkpoint(folder, checkpoint, warn))
      hooks.resume = std::move(found->runs);
  folder.remove_results();
  write_start(folder, study, initial);
  hooks.interrupt = &interrupted;
  hooks.progress = [&line](const Progress& progress) { line.update(progress); };
  LivePanel panel(std::cerr, terminal_width(STDERR_FILENO), wants_colour(STDERR_FILENO));
  if (options.live && is_terminal(STDERR_FILENO))
    hooks.live = [&](const LiveView& view) {
      line.erase();
      panel.update(view);
    };
  hooks.checkpoint = [&](const std::vector<std::string>& runs) {
    checkpoint.runs = runs;
    try {
      write_checkpoint(folder, checkpoint);
    } catch (const OutputError& error) {
      if (interrupted) throw;  // there won't be another chance
      line.erase();
      warn(error.what());
    }
  };
  try {
    return run_study(study, initial, hooks);
  } catch (const AuditError& error) {
    folder.write("audit.xyz", [&](std::ostream& stream) { write_xyz(stream, error.state()); });
    throw SimulationError(fmt::format("{}; the state is in {}", error.what(),
                                      (folder.path() / "audit.xyz").string()));
  } catch (const ArchiveError& error) {
    Problem problem;
    problem.file = (folder.path() / "checkpoint").string();
    problem.message = std::string(error.what()) + "; --force instead of --resume starts over";
    throw InputError(problem);
  }
}

int execute(const RunOptions& options) {
  const StudyConfig study = load_study(options.file, overrides(options));
  if (options.out) {
    RunFolder::check(*options.out, options.force || options.resume, study.start_file);
    // Of a checkpoint find_checkpoint() knows what it is of.
    if (options.resume && !holds_checkpoint(*options.out)) {
      refuse_other_run(*options.out, study);
      if (const auto passed = verdict_in(*options.out))
        return finished_before(options, *options.out, *passed);
    }
  }
  const Snapshot initial = make_initial_state(study);
  const RunFolder folder = run_folder(study, options);
  const StudyResult result = run(study, initial, folder, options);
  write_results(folder, result);
  if (!result.interrupted) remove_checkpoints(folder);
  if (!options.no_plots)
    for (const Figure& figure : draw_figures(folder.path(), FigureFormat::png))
      if (!figure.problem.empty())
        warn(fmt::format("figure {} was not drawn: {}", figure.name, figure.problem));
  for (const std::string& warning : result.warnings) warn(warning);

  if (options.json)
    std::cout << read_regular_file(folder.path() / "summary.json") << std::flush;
  else if (!options.quiet)
    std::cout << result_table(result, wants_colour(STDOUT_FILENO))
              << "\nrun folder: " << folder.path().string() << std::endl;
  if (result.interrupted) {
    std::cerr << "interrupted; to go on: " << command_to_go_on(options, folder.path()) << '\n';
    return kInterrupted;
  }
  return result.passed() ? kOk : kCheckFailed;
}

}  // namespace

Command run_command() {
  const auto options = std::make_shared<RunOptions>();
  return {
      "run",
      "Run a study, write its run folder, print the results beside theory",
      {{.name = "FILE", .target = &options->file, .help = "Study file (TOML)", .required = true},
       {"--out", &options->out, "Run folder; default runs/NAME, NAME-2, ..."},
       {"--force", &options->force, "Replace the run in an existing --out"},
       {"--set", &options->set, "KEY=VALUE in place of the file's; repeatable"},
       {"--seed", &options->seed, "In place of the file's"},
       {"--json", &options->json, "Print summary.json and nothing else"},
       {"--quiet", &options->quiet, "No progress, no tables"},
       {.name = "--live",
        .target = &options->live,
        .help = "On a terminal, draw the distribution of speeds and the temperatures meanwhile",
        .excludes = "--quiet"},
       {"--no-plots", &options->no_plots, "Draw no figures"},
       {.name = "--resume",
        .target = &options->resume,
        .help = "Go on from the checkpoint in --out (default: in the last run folder of this "
                "name); without one, start over",
        .excludes = "--force"}},
      [options] { return execute(*options); }};
}

}  // namespace clausius::app
