#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "command.h"
#include "core/system/files.h"
#include "core/text.h"
#include "print_figures.h"
#include "report/figures/figures.h"
#include "study/file/study_values.h"

namespace clausius::app {

namespace {

const std::vector<std::pair<std::string, ParticleColours>> kColours{
    {"auto", ParticleColours::automatic},
    {"label", ParticleColours::label},
    {"species", ParticleColours::species},
    {"speed", ParticleColours::speed}};

struct PlotOptions {
  std::string folder;
  std::string format = "png";
  std::string style = "slide";
  std::string colour = "auto";
  std::string only;
};

/// Refuses a figure that the run does not have.
bool has_figure(const PlotOptions& options, FigureFormat format) {
  if (options.only.empty()) return true;
  const std::vector<std::string> names = figure_names(options.folder, format);
  if (std::find(names.begin(), names.end(), options.only) != names.end()) return true;
  std::cerr << fmt::format("--only: this run has no figure \"{}\"; allowed: {}\n", options.only,
                           fmt::join(names, ", "));
  return false;
}

/// Refuses the folder of a sweep, and says what draws that.
void refuse_sweep(const std::filesystem::path& folder) {
  const std::filesystem::path study = folder / "study.toml";
  for (const auto& [key, value] : study_values(read_regular_file(study), study.string()))
    if (key.starts_with("sweep."))
      throw InputError(folder.string(),
                       fmt::format("is the folder of a sweep; allowed: a run, such as one in its "
                                   "cases/; the sweep is drawn by clausius sweep-plot {}",
                                   shell_word(folder.string())));
}

int execute(const PlotOptions& options) {
  const FigureFormat format = figure_format(options.format).value();
  const RunFolder held = RunFolder::open_alone(options.folder);
  refuse_sweep(options.folder);
  if (!has_figure(options, format)) return kBadInput;
  const auto colour = std::find_if(kColours.begin(), kColours.end(),
                                   [&](const auto& one) { return one.first == options.colour; });
  const std::vector<Figure> figures = draw_figures(
      options.folder, format, figure_style(options.style).value(), colour->second, options.only);
  if (figures.empty() && (format == FigureFormat::gif || format == FigureFormat::mp4)) {
    std::cerr << "no frames to animate; allowed: a run of 5000 particles at most with "
                 "run.trajectory\n";
    return kBadInput;
  }
  return print_figures(figures, format);
}

}  // namespace

Command plot_command() {
  const auto options = std::make_shared<PlotOptions>();
  std::vector<std::string> colours;
  colours.reserve(kColours.size());
  for (const auto& [word, colour] : kColours) colours.push_back(word);
  return {
      "plot",
      "Draw the figures of a finished run again",
      {{.name = "DIR", .target = &options->folder, .help = "Run folder", .required = true},
       {.name = "--format",
        .target = &options->format,
        .help = "png (default), svg, pdf, dumb: as text, or gif or mp4 (by ffmpeg): the "
                "animation of a run with a trajectory",
        .allowed = OneOf{{"png", "svg", "pdf", "dumb", "gif", "mp4"}}},
       {.name = "--style",
        .target = &options->style,
        .help = "slide (default): 16:9 with large type; paper: one column of a journal",
        .allowed = OneOf{{"slide", "paper"}}},
       {.name = "--only",
        .target = &options->only,
        .help = "Draw this figure alone, by the name of its file without the ending"},
       {.name = "--colour",
        .target = &options->colour,
        .help = "What the colours of particles in pictures stand for: label, species or speed; "
                "auto (default): the first of these that distinguishes them",
        .allowed = OneOf{std::move(colours)}}},
      [options] { return execute(*options); },
      {{"clausius plot runs/relaxation --format svg", "Draw the figures of a finished run as SVG."},
       {"clausius plot runs/molecular_chaos --format gif", "Draw its animation."},
       {"clausius plot runs/relaxation --style paper --format pdf --only speed_distribution",
        "Draw one figure for a paper."}}};
}

}  // namespace clausius::app
