#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <memory>

#include "clausius/report/figures.h"
#include "commands.h"

namespace clausius::app {

namespace {

struct Options {
  std::string folder;
  FigureFormat format = FigureFormat::png;
  ParticleColours colours = ParticleColours::automatic;
};

int execute(const Options& options) {
  int code = kOk;
  const std::vector<Figure> figures = draw_figures(options.folder, options.format, options.colours);
  if (figures.empty() &&
      (options.format == FigureFormat::gif || options.format == FigureFormat::mp4)) {
    std::cerr << "no frames to animate; allowed: a run of spheres or disks, 5000 at most, with "
                 "run.trajectory\n";
    return kBadInput;
  }
  for (const Figure& figure : figures) {
    if (!figure.problem.empty()) {
      std::cerr << fmt::format("figure {} was not drawn: {}\n", figure.name, figure.problem);
      code = kSimulationFailed;
    } else if (options.format == FigureFormat::dumb) {
      std::cout << std::ifstream(figure.image).rdbuf() << '\n';
    } else {
      std::cout << figure.image.string() << '\n';
    }
  }
  return code;
}

}  // namespace

Command add_plot(CLI::App& program) {
  CLI::App* parser = program.add_subcommand("plot", "Draw the figures of a finished run again");
  const auto options = std::make_shared<Options>();
  parser->add_option("DIR", options->folder, "Run folder")->required();
  const std::map<std::string, FigureFormat> formats{
      {"png", FigureFormat::png},   {"svg", FigureFormat::svg}, {"pdf", FigureFormat::pdf},
      {"dumb", FigureFormat::dumb}, {"gif", FigureFormat::gif}, {"mp4", FigureFormat::mp4}};
  parser
      ->add_option(
          "--format", options->format,
          "png (default), svg, pdf, dumb: as text, or gif or mp4 (by ffmpeg): the animation of a "
          "run with a trajectory")
      ->transform(CLI::CheckedTransformer(formats));
  const std::map<std::string, ParticleColours> colours{{"auto", ParticleColours::automatic},
                                                       {"label", ParticleColours::label},
                                                       {"species", ParticleColours::species},
                                                       {"speed", ParticleColours::speed}};
  parser
      ->add_option("--colour", options->colours,
                   "What the colours of particles in pictures stand for: label, species or speed; "
                   "auto (default): the first of these that tells them apart")
      ->transform(CLI::CheckedTransformer(colours));
  return {parser, [options] { return execute(*options); }};
}

}  // namespace clausius::app
