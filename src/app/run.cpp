#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "clausius/study/runner.h"
#include "command.h"
#include "core/system/files.h"
#include "core/text.h"
#include "report/checkpoints.h"
#include "report/figures/figures.h"
#include "report/live_panel.h"
#include "report/page/report.h"
#include "report/provenance.h"
#include "report/recorded_run.h"
#include "report/terminal.h"
#include "signals.h"
#include "study/results/series.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"
#include "study_argument.h"

namespace clausius::app {

namespace {

using Clock = std::chrono::steady_clock;

struct RunOptions {
  StudyArgument study;
  std::optional<std::string> out;
  std::optional<std::string> seed;
  std::int64_t threads = 0;  ///< 0: as the study says
  bool force = false;
  bool json = false;
  bool quiet = false;
  bool no_plots = false;
  bool report = false;
  bool no_series = false;
  bool resume = false;
  bool live = false;
  std::optional<std::string> live_for;
  std::optional<std::string> time_limit;
  Clock::time_point begin = Clock::now();  // beginning of the command
};

constexpr const char* kRunsFolder = "runs";

std::atomic<int> checkpoint_requests{0};
static_assert(std::atomic<int>::is_always_lock_free, "set by signal handlers");

extern "C" void request_checkpoint(int /*signal*/) { ++checkpoint_requests; }

constexpr double kLongestLimit = 3e9;  ///< seconds, a hundred years

/// Seconds in "3h50m", "90s", "1d12h" or plain "5400"; nothing if `text` is no time between 0
/// (excluded) and kLongestLimit.
std::optional<double> seconds_in(std::string_view text) {
  constexpr std::array<std::pair<char, double>, 4> kUnits{
      {{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}}};
  const char* at = text.data();
  const char* const end = at + text.size();
  double sum = 0;
  for (auto unit = kUnits.begin(); at != end; ++unit) {
    double number = 0;
    const std::from_chars_result read = std::from_chars(at, end, number, std::chars_format::fixed);
    const char* const after = read.ptr;
    if (read.ec != std::errc() || number < 0) return std::nullopt;
    const bool plain = at == text.data() && after == end;
    unit = std::find_if(unit, kUnits.end(), [&](const auto& one) {
      return after != end ? one.first == *after : plain && one.second == 1;
    });
    if (unit == kUnits.end()) return std::nullopt;
    sum += number * unit->second;
    at = after + (plain ? 0 : 1);
  }
  if (!(sum > 0 && sum <= kLongestLimit)) return std::nullopt;
  return sum;
}

/// Error in the value of --time-limit or --live-for; empty if there is none.
std::string time_fault(const std::string& text) {
  if (seconds_in(text)) return {};
  return fmt::format("{} is not a time; allowed: 90s, 30m, 3h50m, 1d or plain seconds, above 0",
                     text);
}

/// Time at which the run must stop so that its results are written within the time limit.
/// @param writing time for writing the study and its initial state
std::optional<Clock::time_point> deadline(const RunOptions& options, const StudyConfig& study,
                                          std::chrono::duration<double> writing) {
  if (!options.time_limit) return std::nullopt;
  // In seconds; initial and final, as text, tables.
  constexpr double kOtherResults = 0.3, kStates = 6;
  const double limit = *seconds_in(*options.time_limit);
  const double results = (kStates + static_cast<double>(study.trajectory)) *
                         static_cast<double>(1 + study.series.values.size()) * writing.count();
  return options.begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                             std::max(limit - kOtherResults - results, 0.5 * limit)));
}

std::vector<Override> overrides(const RunOptions& options) {
  std::vector<Override> result = options.study.overrides();
  if (options.seed) result.push_back({"seed", *options.seed, "--seed " + *options.seed});
  return result;
}

/// The verdict of the run in a folder that is to be resumed, if it is finished and of the same
/// study. Refuses the run of another study or start.
std::optional<bool> verdict_on(const std::filesystem::path& folder, const StudyConfig& study) {
  const auto refuse = [](const std::filesystem::path& file, const std::string& why) {
    throw InputError(file.string(),
                     why +
                         "; allowed: the same study, or --force instead of --resume to start "
                         "over");
  };
  const std::filesystem::path file = folder / "study.toml";
  const bool is_there = std::filesystem::exists(file);
  std::optional<std::string> other;
  if (is_there) other = study_difference(read_regular_file(file), study.resolved_toml);
  // Other runs with a checkpoint are handled by find_checkpoint().
  if (holds_checkpoint(folder) && (other || !is_there)) return std::nullopt;
  if (other) refuse(file, *other);
  const std::optional<bool> verdict = verdict_in(folder);
  if (!is_there || !verdict || study.placement != Placement::file) return verdict;
  std::ostringstream start;
  write_xyz(start, make_initial_state(study));
  if (read_regular_file(folder / "initial.xyz") != start.str())
    refuse(folder / "initial.xyz", "belongs to another start: initial.file has changed since");
  return verdict;
}

/// Which of the figures of a run have been drawn.
struct Drawn {
  bool any = false, stopped = false;
  bool failed = false;  ///< whether one could not be drawn though the program that draws is there
};

/// Whether figures must not be drawn any longer: after a signal, or at the end of the time limit.
StopDrawing stop_drawing(const RunOptions& options) {
  constexpr double kLastList = 0.1;  // seconds, for listing the files
  std::optional<Clock::time_point> end;
  if (options.time_limit)
    end = options.begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                              *seconds_in(*options.time_limit) - kLastList));
  return [end] { return interrupted || (end && Clock::now() > *end); };
}

/// Reports figures that were not drawn, and lists all files anew.
Drawn note_figures(const RunFolder& folder, const std::vector<Figure>& figures) {
  Drawn drawn;
  for (const Figure& figure : figures) {
    const bool is_there = figure.problem.empty();
    const bool is_stopped = !is_there && figure.fault == FigureFault::stopped;
    drawn.any = drawn.any || is_there;
    drawn.stopped = drawn.stopped || is_stopped;
    drawn.failed = drawn.failed || (!is_there && figure.fault == FigureFault::other);
    if (!is_there && !is_stopped)
      warn(fmt::format("figure {} was not drawn: {}", figure.name, figure.problem));
  }
  update_provenance(folder);
  return drawn;
}

/// The exit code of a run whose results are written, and whose figures are as `drawn` says.
int exit_code(bool passed, const Drawn& drawn) {
  if (drawn.stopped) return kInterrupted;
  if (drawn.failed) return kSimulationFailed;
  return passed ? kOk : kCheckFailed;
}

/// The shell command that continues an interrupted run.
std::string command_to_go_on(const RunOptions& options, const std::filesystem::path& folder) {
  std::string study = shell_word(options.study.file);
  for (const std::string& change : options.study.set) study += " --set " + shell_word(change);
  if (options.seed) study += " --seed " + shell_word(*options.seed);
  // Input through a pipe is gone, and a name that a terminal cannot show cannot be pasted; the
  // resolved study is equivalent.
  if (!std::filesystem::is_regular_file(options.study.file) ||
      options.study.file.starts_with("/dev/") || options.study.file.starts_with("/proc/") ||
      printable(study) != study)
    study = shell_word((folder / "study.toml").string());
  std::string command = fmt::format("{} run {} --out {}", shell_word(program_invocation_name),
                                    study, shell_word(folder.string()));
  if (options.threads > 0) command += fmt::format(" --threads {}", options.threads);
  for (const auto& [name, given] : {std::pair("--json", options.json),
                                    {"--quiet", options.quiet},
                                    {"--no-plots", options.no_plots},
                                    {"--report", options.report},
                                    {"--no-series", options.no_series},
                                    {"--live", options.live}})
    if (given) command += std::string(" ") + name;
  if (options.live_for) command += " --live-for " + shell_word(*options.live_for);
  if (options.time_limit) command += " --time-limit " + shell_word(*options.time_limit);
  return command + " --resume";
}

/// Says why a run ended before its end, and how to go on.
void advise(const RunOptions& options, const std::filesystem::path& folder,
            const std::string& meanwhile) {
  std::cerr << fmt::format("{}{}; to go on: {}\n",
                           interrupted ? "interrupted" : "time limit reached", meanwhile,
                           command_to_go_on(options, folder));
}
constexpr const char* kWhileDrawing = " while figures were drawn";

/// Writes the report of a run that has ended, and says where it is.
void report_on(const RunFolder& folder, const RunOptions& options) {
  if (!write_report(folder, stop_drawing(options))) return;
  if (!options.quiet && !options.json)
    std::cout << "report: " << (folder.path() / kReportFile).string() << std::endl;
}

/// The results of a finished run are left unchanged: draws the figures that it lacks because it was
/// ended meanwhile, prints its results and returns its verdict.
int finished_before(const RunOptions& options, const std::filesystem::path& path, bool passed) {
  Drawn drawn;
  if (!options.no_plots) {
    watch_signals();
    const RunFolder folder = RunFolder::resume(path);
    const auto figures =
        draw_missing_figures(folder.location(), FigureFormat::png, stop_drawing(options));
    if (!figures.empty()) drawn = note_figures(folder, figures);
  }
  if (options.report && !drawn.stopped) report_on(RunFolder::resume(path), options);
  if (options.json) std::cout << read_regular_file(path / "summary.json");
  if (!options.quiet)
    std::cerr << fmt::format(
        "{}: this study has run to its end already; {}\n", path.string(),
        drawn.any ? "figures that were missing have been drawn" : "nothing was changed");
  if (drawn.stopped) advise(options, path, kWhileDrawing);
  return exit_code(passed, drawn);
}

RunFolder run_folder(const StudyConfig& study, const RunOptions& options) {
  if (options.out && options.resume) return RunFolder::resume(*options.out);
  if (options.out) return RunFolder::create(*options.out, options.force);
  if (options.resume) return RunFolder::resume_numbered(kRunsFolder, study.name, holds_checkpoint);
  return RunFolder::create_numbered(kRunsFolder, study.name);
}

/// Writes the results, and draws them unless the run was stopped before its end.
Drawn write_all(const RunFolder& folder, const StudyResult& result, const RunOptions& options) {
  write_results(folder, result);
  if (options.no_plots || result.interrupted) return {};
  return note_figures(folder, draw_figures(folder.location(), FigureFormat::png, FigureStyle::slide,
                                           ParticleColours::automatic, "", stop_drawing(options)));
}

/// Waits until this number of seconds has passed, or a signal comes.
void wait_until(Clock::time_point begin, double seconds) {
  constexpr std::chrono::milliseconds kNap{20};
  while (std::chrono::duration<double>(Clock::now() - begin).count() < seconds && !interrupted)
    std::this_thread::sleep_for(kNap);
}

StudyResult run(const StudyConfig& study, const Snapshot& initial, const RunFolder& folder,
                const RunOptions& options, ProgressLine& line) {
  watch_signals();
  RecordedRun how;
  RunHooks& hooks = how.hooks;
  hooks.interrupt = &interrupted;
  hooks.checkpoint_requests = &checkpoint_requests;
  const bool live = (options.live || options.live_for) && is_terminal(STDERR_FILENO);
  const std::optional<double> live_for =
      live && options.live_for ? seconds_in(*options.live_for) : std::optional<double>();
  hooks.progress = [&line, live_for, begin = Clock::now()](const Progress& progress) {
    line.update(progress);
    if (live_for) wait_until(begin, *live_for * progress.fraction);
  };
  LivePanel panel(std::cerr, terminal_width(STDERR_FILENO), wants_colour(STDERR_FILENO));
  if (live)
    hooks.live = [&](const LiveView& view) {
      line.erase();
      panel.update(view);
    };
  // Enough views for a smooth impression.
  if (live_for) hooks.live_views = static_cast<std::int64_t>(std::ceil(*live_for / 0.1));
  how.resumes = options.resume;
  how.deadline = [&](std::chrono::duration<double> writing) {
    return deadline(options, study, writing);
  };
  how.warn = [&line](const std::string& message) {
    line.erase();
    warn(message);
  };
  how.write = [&](const StudyResult& result) {
    line.erase();
    (void)write_all(folder, result, options);
  };
  return run_study_into(folder, study, initial, std::move(how));
}

int execute(const RunOptions& options) {
  std::signal(SIGUSR1, request_checkpoint);  // also while particles are placed
  const StudyConfig given = options.study.load(overrides(options));
  StudyConfig study = options.no_series ? without_series(given) : given;
  if (options.threads > 0) study.engine.threads = options.threads;
  require_single_run(study);
  if (options.out) {
    RunFolder::check(*options.out, options.force || options.resume, study.start_file);
    if (options.resume)
      if (const auto passed = verdict_on(*options.out, study))
        return finished_before(options, *options.out, *passed);
  }
  ProgressLine line(std::cerr, is_terminal(STDERR_FILENO) && !options.quiet,
                    terminal_width(STDERR_FILENO));
  line.say("placing");
  const Snapshot initial = make_initial_state(study);
  line.erase();
  const RunFolder folder = run_folder(study, options);
  const StudyResult result = run(study, initial, folder, options, line);
  line.erase();
  line.say("writing results and drawing figures");
  const Drawn drawn = write_all(folder, result, options);
  line.erase();
  if (!result.interrupted) remove_checkpoints(folder, result.extendable);
  for (const std::string& warning : result.warnings) warn(warning);

  if (options.json)
    std::cout << read_regular_file(folder.location() / "summary.json") << std::flush;
  else if (!options.quiet)
    std::cout << result_table(result, wants_colour(STDOUT_FILENO))
              << "\nrun folder: " << folder.path().string() << std::endl;
  if (options.report && !result.interrupted && !drawn.stopped) report_on(folder, options);
  if (result.interrupted || drawn.stopped)
    advise(options, folder.path(), result.interrupted ? "" : kWhileDrawing);
  return result.interrupted ? kInterrupted : exit_code(result.passed(), drawn);
}

}  // namespace

Command run_command() {
  const auto options = std::make_shared<RunOptions>();
  std::vector<Argument> arguments = options->study.arguments();
  const std::vector<Argument> more{
      {"--out", &options->out, "Run folder; default runs/NAME, NAME-2, ..."},
      {"--force", &options->force, "Replace the run in an existing --out"},
      {"--seed", &options->seed, "In place of the file's"},
      {.name = "--threads",
       .target = &options->threads,
       .help = "That share the gas, in place of the file's: not a part of the study",
       .allowed = Between{1, 64}},
      {"--json", &options->json, "Print summary.json and nothing else"},
      {"--quiet", &options->quiet, "No progress, no tables"},
      {.name = "--live",
       .target = &options->live,
       .help = "On a terminal, draw the distribution of speeds and the temperatures meanwhile",
       .excludes = "--quiet"},
      {.name = "--live-for",
       .target = &options->live_for,
       .help = "As --live, and slow the run down so that it takes at least this time (20s, 1m)",
       .allowed = Check(time_fault),
       .excludes = "--quiet"},
      {"--no-plots", &options->no_plots, "Draw no figures"},
      {"--report", &options->report, "Write the run as one page for a browser, report.html, too"},
      {"--no-series", &options->no_series, "Run the study without the cases of its [series]"},
      {.name = "--time-limit",
       .target = &options->time_limit,
       .help = "End in this time (90s, 30m, 3h50m, 1d, or seconds) with a checkpoint",
       .allowed = Check(time_fault)},
      {.name = "--resume",
       .target = &options->resume,
       .help = "Go on from the checkpoint in --out (default: in the last run folder of this "
               "name); without one, start over",
       .excludes = "--force"}};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {"run",
          "Run a study, write its run folder, print the results with theory",
          std::move(arguments),
          [options] { return execute(*options); },
          {{"clausius run relaxation", "Run a built-in study into the folder runs/relaxation."},
           {"clausius run my_gas.toml --set collisions.restitution=0.9 --out cooling",
            "Run a study with another restitution into the folder cooling."}}};
}

}  // namespace clausius::app
