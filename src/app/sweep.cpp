#include "sweep/sweep.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "command.h"
#include "core/text.h"
#include "ranks.h"
#include "report/terminal.h"
#include "signals.h"
#include "study_argument.h"
#include "sweep/curves.h"
#include "sweep/emit.h"
#include "sweep/estimate.h"
#include "sweep/plan.h"
#include "sweep/points_text.h"
#include "sweep/vary_option.h"

namespace clausius::app {

namespace {

constexpr const char* kSweepsFolder = "sweeps";
constexpr double kLongCost = 1e8;  ///< cost in collisions from which a trial is worth its second

struct SweepCommand {
  StudyArgument study;
  std::vector<std::string> vary;
  std::optional<std::string> seeds, sample, until, refine, budget, seed, out, shard, emit;
  std::int64_t jobs = 0;  ///< 0: not given
  bool zip = false, retry = false, quiet = false, no_plots = false;
};

/// The part in "2/5".
std::optional<Shard> shard_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view digits) {
    std::size_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    return error == std::errc() && stop == end ? value : 0;
  };
  const std::size_t index = number(text.substr(0, slash)), count = number(text.substr(slash + 1));
  if (index < 1 || index > count) return std::nullopt;
  return Shard{index - 1, count};
}

std::string shard_fault(const std::string& text) {
  if (shard_of(text)) return {};
  return fmt::format("{} is not a part; allowed: 1/N, 2/N, ... N/N", text);
}

/// The options as keys of the study.
std::vector<Override> overrides(const SweepCommand& command) {
  std::vector<Override> all = command.study.overrides();
  const auto add = [&all](const char* key, const std::optional<std::string>& value,
                          const std::string& option) {
    if (value) all.push_back({key, *value, fmt::format("{} {}", option, *value)});
  };
  add("seed", command.seed, "--seed");
  for (Override& one : vary_overrides(command.vary)) all.push_back(std::move(one));
  add("sweep.seeds", command.seeds, "--seeds");
  add("sweep.sample", command.sample, "--sample");
  if (command.zip) all.push_back({"sweep.zip", "true", "--zip"});
  add("sweep.until", command.until, "--until");
  add("sweep.refine", command.refine, "--refine");
  add("sweep.budget", command.budget, "--budget");
  return all;
}

StudyConfig load(const SweepCommand& command) {
  StudyConfig study = command.study.load(overrides(command));
  if (!study.is_sweep())
    throw InputError(study.problem_at("sweep",
                                      "varies nothing; allowed: a [sweep] in the study, "
                                      "--vary KEY=FROM:TO:STEP, or --seeds N"));
  return study;
}

/// Names cases without a result, or with a warning: the first for each reason, and how many have
/// the same.
void name_cases(const std::vector<CaseFault>& faults, const std::string& what) {
  std::map<std::string, std::size_t> cases_of;
  for (const CaseFault& one : faults) ++cases_of[one.reason];
  for (const CaseFault& one : faults) {
    const auto found = cases_of.find(one.reason);
    if (found == cases_of.end()) continue;  // named already
    std::cerr << fmt::format("{} {}: {}\n", what, printable(one.name), printable(one.reason, "\n"));
    if (found->second > 1)
      std::cerr << fmt::format("and {} more for this reason\n", found->second - 1);
    cases_of.erase(found);
  }
}

/// Reports the outcome of the sweep in words; returns the exit code.
/// @param drawing exit code of the drawing
int conclude(const SweepOutcome& outcome, const std::filesystem::path& out, bool is_quiet,
             ExitCode drawing) {
  if (!is_quiet) {
    std::cout << fmt::format("{} of {} cases done", outcome.done, outcome.cases);
    if (outcome.unpassed > 0)
      std::cout << fmt::format(", in {} of them a check failed", outcome.unpassed);
    if (outcome.failed > 0)
      std::cout << fmt::format(", {} failed (--retry runs them anew)", outcome.failed);
    if (outcome.stopped > 0)
      std::cout << fmt::format(", {} stopped and still open (the same command goes on)",
                               outcome.stopped);
    if (outcome.elsewhere > 0)
      std::cout << fmt::format(", {} left to other shards", outcome.elsewhere);
    std::cout << '\n';
    if (outcome.collected) std::cout << "results: " << (out / "results.csv").string() << '\n';
    std::cout << std::flush;
  }
  if (outcome.interrupted || drawing == kInterrupted) {
    std::cerr << "interrupted; the same command goes on\n";
    return kInterrupted;
  }
  if (outcome.failed > 0 || outcome.stopped > 0 || drawing != kOk) return kSimulationFailed;
  for (const std::string& point : outcome.inexact)
    std::cerr << "sweep.until: " << printable(point) << '\n';
  return outcome.unpassed > 0 || !outcome.inexact.empty() ? kCheckFailed : kOk;
}

/// Draws the main figures of the sweep; returns the exit code.
ExitCode draw(const std::filesystem::path& out) {
  ExitCode code = kOk;
  for (const CurveChoice& one : main_curves(out)) {
    const Figure figure = draw_curves(out, one, FigureFormat::png, FigureStyle::slide,
                                      [] { return interrupted.load(); });
    if (figure.problem.empty()) continue;
    if (figure.fault == FigureFault::stopped) return kInterrupted;
    if (figure.fault == FigureFault::other) code = kSimulationFailed;
    warn(fmt::format("figure {} was not drawn: {}", figure.name, figure.problem));
  }
  return code;
}

/// Writes a script or workflow that runs the sweep, and prints how to start it.
int emit(const SweepCommand& command, const SweepPlan& plan, const std::filesystem::path& out) {
  constexpr std::size_t kMostParts = 100;
  const std::size_t cases = plan.cases().size();
  const std::size_t parts =
      std::min(cases, command.jobs > 0 ? static_cast<std::size_t>(command.jobs) : kMostParts);
  const Emitted emitted = emit_sweep(plan, out, scheduling_of(*command.emit).value(), parts,
                                     std::filesystem::read_symlink("/proc/self/exe"));
  std::cout << fmt::format("{} cases in {} parts: {}\nto start them: {}\n", cases, parts,
                           emitted.file.string(), emitted.command);
  return kOk;
}

int execute(const SweepCommand& command) {
  const std::unique_ptr<Ranks> ranks = mpi_ranks();
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t jobs = command.jobs > 0 ? static_cast<std::size_t>(command.jobs)
                           : ranks          ? 1
                                            : cores;
  if (ranks && !ranks->is_first()) {
    watch_signals();  // the first signal prints what to do next
    ranks->serve(jobs);
    return kOk;
  }
  const std::unique_ptr<Workers> workers = ranks ? ranks->workers(jobs) : local_workers(jobs);
  SweepPlan plan(load(command));
  const std::filesystem::path out =
      command.out ? std::filesystem::path(*command.out)
                  : std::filesystem::path(kSweepsFolder) / file_name(plan.study().name);
  if (command.emit) return emit(command, plan, out);
  watch_signals();
  ProgressLine line(std::cerr, is_terminal(STDERR_FILENO) && !command.quiet,
                    terminal_width(STDERR_FILENO));
  SweepOptions options;
  options.out = out;
  options.retry = command.retry;
  if (command.shard) options.shard = shard_of(*command.shard);
  options.interrupt = &interrupted;
  if (is_terminal(STDERR_FILENO) && !command.quiet) {
    if (cost_of_all(plan) > kLongCost) {
      line.show("trying what a case costs");
      options.seconds_per_cost = seconds_per_cost(plan);
    }
    options.progress = [&line](const SweepProgress& progress) { line.show(text_of(progress)); };
  }
  const SweepOutcome outcome = run_sweep(plan, *workers, options);
  line.erase();
  name_cases(outcome.faults, "case");
  name_cases(outcome.warnings, "warning: case");
  if (outcome.collected && outcome.done > 0 && !command.quiet)
    std::cout << points_text(PointTable(out), wants_colour(STDOUT_FILENO)) << '\n';
  const bool draws =
      outcome.collected && outcome.done > 0 && !outcome.interrupted && !command.no_plots;
  return conclude(outcome, out, command.quiet, draws ? draw(out) : kOk);
}

}  // namespace

Command sweep_command() {
  const auto options = std::make_shared<SweepCommand>();
  std::vector<Argument> arguments = options->study.arguments();
  const std::vector<Argument> more{
      {"--vary", &options->vary,
       "KEY=FROM:TO:STEP or KEY=VALUE,VALUE,...: a key and its values; repeatable"},
      {"--seeds", &options->seeds, "Number of seeds at each point, from that of the study up"},
      {.name = "--zip",
       .target = &options->zip,
       .help = "Take the values of all keys side by side, not all combinations",
       .excludes = "--sample"},
      {"--sample", &options->sample, "Number of points of a Latin hypercube in the ranges"},
      {"--until", &options->until,
       "\"NAME within NUMBER %\": add seeds, in rounds, where this error is larger"},
      {"--refine", &options->refine,
       "Add points, in rounds, where the curve of this observable bends most"},
      {"--budget", &options->budget, "Number of cases that --until and --refine may come to"},
      {"--seed", &options->seed, "First seed, in place of the file's"},
      {"--out", &options->out, "Folder of the sweep; default sweeps/NAME"},
      {.name = "--jobs",
       .target = &options->jobs,
       .help = "Cases that run at once; default as many as there are cores",
       .allowed = Between{1, 10000}},
      {.name = "--shard",
       .target = &options->shard,
       .help = "I/N: run part I of N of the cases; the last part to end collects the results",
       .allowed = Check(shard_fault)},
      {.name = "--emit",
       .target = &options->emit,
       .help =
           "Run nothing: write a script or workflow that hands out as many parts as --jobs says "
           "(default: a part for each case, 100 at most)",
       .allowed = OneOf{scheduling_words()},
       .excludes = "--shard"},
      {"--retry", &options->retry, "Run the cases that failed anew"},
      {"--no-plots", &options->no_plots, "Draw no figures"},
      {"--quiet", &options->quiet, "No progress, no counts"}};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {"sweep",
          "Run a study at many points and with many seeds, each case with a run folder of its own",
          std::move(arguments),
          [options] { return execute(*options); },
          {{"clausius sweep pressure --vary box.packing_fraction=0.05:0.45:0.05 --seeds 5",
            "The pressure at nine densities, with five seeds each, into sweeps/pressure."},
           {"clausius sweep my_gas.toml --out sweep --shard 2/10",
            "The second of ten parts of the [sweep] in a study, as a job of its own."}}};
}

}  // namespace clausius::app
