#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/report/run_folder.h"
#include "command.h"
#include "print_figures.h"
#include "report/figures/figures.h"
#include "report/words.h"
#include "sweep/curves.h"
#include "sweep/points.h"
#include "sweep/reference_lines.h"

namespace clausius::app {

namespace {

struct SweepPlotOptions {
  std::string folder, x, format = "png", style = "slide", log = "auto";
  std::optional<std::string> y, by;
  std::vector<std::string> references;
};

/// Lists the observables that can be drawn, those with theory first.
int list_observables(const PointTable& points) {
  std::vector<std::string> names = points.observables();
  std::stable_partition(names.begin(), names.end(),
                        [&](const std::string& name) { return points.has_theory(name); });
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  std::cout << "--y may be:\n";
  for (const std::string& name : names)
    std::cout << "  " << name << std::string(width - name.size(), ' ')
              << (points.has_theory(name) ? "  with theory" : "") << '\n';
  return kOk;
}

int execute(const SweepPlotOptions& options) {
  const FigureFormat format = figure_format(options.format).value();
  const RunFolder held = RunFolder::open_alone(options.folder);
  if (!options.y) return list_observables(PointTable(options.folder));
  const Figure figure = draw_curves(
      options.folder, {options.x, *options.y, options.by, options.references, options.log}, format,
      figure_style(options.style).value());
  return print_figures({figure}, format);
}

/// What is wrong with the name of a law.
std::string reference_fault(const std::string& name) {
  std::string known;
  for (const ReferenceLine& line : reference_lines()) {
    if (line.name == name) return {};
    known += (known.empty() ? "" : ", ") + line.name;
  }
  return name + " is not known; allowed: " + known;
}

}  // namespace

Command sweep_plot_command() {
  const auto options = std::make_shared<SweepPlotOptions>();
  return {
      "sweep-plot",
      "Draw an observable of a sweep or series over one of its keys, with theory",
      {{.name = "DIR",
        .target = &options->folder,
        .help = "Folder of the sweep, or of a run with a series",
        .required = true},
       {"--x", &options->x,
        "A varied key, or its last part, along the horizontal axis; needed where several are "
        "varied"},
       {"--y", &options->y, "An observable; without it those that can be drawn are listed"},
       {"--by", &options->by,
        "Another varied key, a curve for each of its values; default: all others together"},
       {.name = "--reference",
        .target = &options->references,
        .help = "Draw a textbook law, too, whether or not it holds: ideal_gas, van_der_waals "
                "(excluded volume without attraction), carnahan_starling, or mean_free_path of a "
                "dilute gas; repeatable",
        .allowed = Check(reference_fault)},
       {.name = "--log",
        .target = &options->log,
        .help = "Logarithmic axes; auto (default): those with most points at the lower end of a "
                "wide range",
        .allowed = OneOf{{"auto", "x", "y", "xy", "none"}}},
       {.name = "--format",
        .target = &options->format,
        .help = "png (default), svg, pdf, or dumb: as text",
        .allowed = OneOf{{"png", "svg", "pdf", "dumb"}}},
       {.name = "--style",
        .target = &options->style,
        .help = "slide (default): 16:9 with large type; paper: one column of a journal",
        .allowed = OneOf{{"slide", "paper"}}}},
      [options] { return execute(*options); },
      {{"clausius sweep-plot sweeps/pressure --y compressibility_factor --reference ideal_gas "
        "--reference van_der_waals",
        "The equation of state that a sweep has found, beside two simpler ones."},
       {"clausius sweep-plot sweeps/equation_of_state --x packing_fraction --y "
        "compressibility_factor --by count --style paper --format pdf",
        "A curve for each number of particles, for a paper."}}};
}

}  // namespace clausius::app
