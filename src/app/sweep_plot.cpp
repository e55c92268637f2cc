#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/report/run_folder.h"
#include "command.h"
#include "print_figures.h"
#include "report/figures.h"
#include "sweep/curves.h"

namespace clausius::app {

namespace {

struct SweepPlotOptions {
  std::string folder, x, y, format = "png", style = "slide";
  std::optional<std::string> by;
};

int execute(const SweepPlotOptions& options) {
  const FigureFormat format = figure_format(options.format).value();
  const RunFolder held = RunFolder::open_alone(options.folder);
  const Figure figure = draw_curves(options.folder, {options.x, options.y, options.by}, format,
                                    figure_style(options.style).value());
  return print_figures({figure}, format);
}

}  // namespace

Command sweep_plot_command() {
  const auto options = std::make_shared<SweepPlotOptions>();
  return {
      "sweep-plot",
      "Draw an observable of a sweep over one of its keys, with theory",
      {{.name = "DIR", .target = &options->folder, .help = "Folder of the sweep", .required = true},
       {.name = "--x",
        .target = &options->x,
        .help = "A varied key, or its last part, along the horizontal axis",
        .required = true},
       {.name = "--y", .target = &options->y, .help = "An observable", .required = true},
       {"--by", &options->by,
        "Another varied key, a curve for each of its values; default: all others together"},
       {.name = "--format",
        .target = &options->format,
        .help = "png (default), svg, pdf, or dumb: as text",
        .allowed = OneOf{{"png", "svg", "pdf", "dumb"}}},
       {.name = "--style",
        .target = &options->style,
        .help = "slide (default): 16:9 with large type; paper: one column of a journal",
        .allowed = OneOf{{"slide", "paper"}}}},
      [options] { return execute(*options); },
      {{"clausius sweep-plot sweeps/pressure --x packing_fraction --y compressibility_factor",
        "The equation of state that a sweep has found."},
       {"clausius sweep-plot sweeps/equation_of_state --x packing_fraction --y "
        "compressibility_factor --by count --style paper --format pdf",
        "A curve for each number of particles, for a paper."}}};
}

}  // namespace clausius::app
