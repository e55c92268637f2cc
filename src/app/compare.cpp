#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "command.h"
#include "core/text.h"
#include "print_figures.h"
#include "report/csv.h"
#include "report/figures/figures.h"
#include "report/terminal.h"
#include "signals.h"
#include "sweep/compare/comparison.h"
#include "sweep/compare/comparison_figures.h"

namespace clausius::app {

namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  std::vector<std::string> folders;
  std::optional<std::string> out;
  std::optional<double> require_equal;
  std::string format = "png", style = "slide";
  bool csv = false, json = false, force = false;
};

/// Refuses the folder of a run for the results, which would replace its own.
void refuse_run(const fs::path& out) {
  if (fs::exists(out / "study.toml"))
    throw InputError(out.string(), "is the folder of a run; allowed: another --out");
}

/// Writes tables and figures of the comparison; returns the exit code.
int write(const RunComparison& comparison, const CompareOptions& options) {
  refuse_run(*options.out);
  const RunFolder folder = RunFolder::create(*options.out, options.force);
  for (const Table& table : {comparison_table(comparison), studies_table(comparison)})
    folder.write(table.name + ".csv", [&](std::ostream& stream) { write_csv(stream, table); });
  folder.write("comparison.json", comparison_json(comparison));
  watch_signals();
  const FigureFormat format = figure_format(options.format).value();
  const std::vector<Figure> figures =
      draw_comparison(comparison, folder, format, figure_style(options.style).value(),
                      [] { return interrupted.load(); });
  if (interrupted) return kInterrupted;
  if (!options.csv && !options.json) return print_figures(figures, format);
  int code = kOk;
  for (const Figure& figure : figures) {
    if (figure.problem.empty()) continue;
    warn(fmt::format("figure {} was not drawn: {}", figure.name, figure.problem));
    code = kSimulationFailed;
  }
  return code;
}

/// Says on standard error whether all values are equal within SIGMA; returns the exit code.
int judge(const RunComparison& comparison, double sigma) {
  if (comparison.judged() == 0) {
    std::cerr << "not judged: no difference has an error\n";
    return kCheckFailed;
  }
  const std::vector<std::string> beyond = comparison.beyond(sigma);
  for (const std::string& one : beyond) std::cerr << "differs: " << printable(one) << '\n';
  return beyond.empty() ? kOk : kCheckFailed;
}

int execute(const CompareOptions& options) {
  const RunComparison comparison =
      compare(read_compared({options.folders.begin(), options.folders.end()}));
  if (options.csv)
    write_csv(std::cout, comparison_table(comparison));
  else if (options.json)
    std::cout << comparison_json(comparison);
  else
    std::cout << comparison_text(comparison, wants_colour(STDOUT_FILENO));
  std::cout << std::flush;
  const int written = options.out ? write(comparison, options) : kOk;
  if (written != kOk || !options.require_equal) return written;
  return judge(comparison, *options.require_equal);
}

}  // namespace

Command compare_command() {
  const auto options = std::make_shared<CompareOptions>();
  return {
      "compare",
      "Lay runs side by side: what they measured, what their studies do not have in common",
      {{.name = "RUN",
        .target = &options->folders,
        .help = "Folders of runs or of sweeps, the first of which the others are compared with; "
                "or one run with a series, whose cases are compared",
        .required = true},
       {"--out", &options->out,
        "Write tables and figures there: what was measured over space, time or a key, laid over "
        "each other"},
       {.name = "--force",
        .target = &options->force,
        .help = "Replace the comparison in an existing --out",
        .needs = "--out"},
       {.name = "--require-equal",
        .target = &options->require_equal,
        .help = "SIGMA: exit code 3 if a value differs from that of the first run by more standard "
                "errors, or none can be judged",
        .allowed = Positive{}},
       {.name = "--csv",
        .target = &options->csv,
        .help = "Print the table as CSV and nothing else",
        .excludes = "--json"},
       {"--json", &options->json, "Print it as JSON and nothing else"},
       {.name = "--format",
        .target = &options->format,
        .help = "Format of the figures: png (default), svg or pdf",
        .allowed = OneOf{{"png", "svg", "pdf"}},
        .needs = "--out"},
       {.name = "--style",
        .target = &options->style,
        .help = "slide (default): 16:9 with large type; paper: one column of a journal",
        .allowed = OneOf{{"slide", "paper"}},
        .needs = "--out"}},
      [options] { return execute(*options); },
      {{"clausius compare runs/gas runs/gas-2 --require-equal 4",
        "Whether two runs agree, with exit code 3 if they do not."},
       {"clausius compare cold warm hot --out three_temperatures",
        "Three runs in one table, and their distributions of speeds in one figure."}}};
}

}  // namespace clausius::app
