#include "sweep/compare/comparison_figures.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "clausius/core/errors.h"
#include "report/figures/figure_script.h"
#include "sweep/curves.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

/// What single runs have in common, with each of them as a case.
RunFacts facts_of(const std::vector<ComparedRun>& runs) {
  RunFacts all;
  for (const ComparedRun& run : runs) {
    const RunFacts one = read_facts(RunFolder::open(run.folder));
    const bool is_first = &run == &runs.front();
    all.title = is_first || all.title == one.title ? one.title : "";
    all.dimensions = is_first ? one.dimensions : all.dimensions;
    all.has_mixed_speeds =
        all.has_mixed_speeds || (!is_first && one.loses_energy != all.loses_energy);
    all.loses_energy = all.loses_energy || one.loses_energy;
    for (const std::string& species : one.species)
      if (std::find(all.species.begin(), all.species.end(), species) == all.species.end())
        all.species.push_back(species);
    all.cases.push_back({fs::absolute(run.folder).string(), run.label});
  }
  return all;
}

/// The curves that all sweeps and series have: over a key that each of them varies.
std::vector<CurveChoice> common_curves(const std::vector<ComparedRun>& runs) {
  std::vector<CurveChoice> choices = main_curves(runs.front().folder);
  for (const ComparedRun& run : runs) {
    const PointTable points(run.folder);
    std::erase_if(choices, [&](const CurveChoice& one) {
      const std::vector<std::string> known = points.observables();
      const auto& keys = points.short_names();
      return std::find(known.begin(), known.end(), one.y) == known.end() ||
             std::find(keys.begin(), keys.end(), one.x) == keys.end();
    });
  }
  return choices;
}

/// Calls `draw` for figures; what is wrong with the input of one is the problem of that figure.
template <class Draw>
void attempt(std::vector<Figure>& figures, const std::string& name, const Draw& draw) {
  try {
    draw();
  } catch (const InputError& fault) {
    figures.push_back({name, {}, fault.what()});
  }
}

}  // namespace

std::vector<Figure> draw_comparison(const RunComparison& comparison, const RunFolder& folder,
                                    FigureFormat format, FigureStyle style,
                                    const StopDrawing& stop) {
  std::vector<Figure> figures;
  const std::vector<ComparedRun>& runs = comparison.runs;
  const auto is_sweep = [](const ComparedRun& run) { return run.is_sweep; };
  if (std::none_of(runs.begin(), runs.end(), is_sweep))
    attempt(figures, "of runs",
            [&] { figures = draw_over_each_other(folder, facts_of(runs), format, style, stop); });
  if (!std::all_of(runs.begin(), runs.end(), [](const ComparedRun& run) { return run.has_points; }))
    return figures;
  attempt(figures, "of points", [&] {
    std::vector<CurveSource> sources;
    sources.reserve(runs.size());
    for (const ComparedRun& run : runs) sources.push_back({run.folder, run.label});
    for (const CurveChoice& choice : common_curves(runs))
      figures.push_back(draw_curves(folder, sources, choice, format, style, stop));
  });
  return figures;
}

}  // namespace clausius
