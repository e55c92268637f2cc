#include "report/page/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/system/embedded_files.h"
#include "core/text.h"
#include "report/csv.h"
#include "report/page/encoded.h"
#include "report/page/frames.h"
#include "report/page/page_template.h"
#include "report/page/picture.h"
#include "report/page/reported_run.h"
#include "report/provenance.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

Markup figure_part(const FigureText& figure, std::size_t number) {
  const Markup picture =
      figure.png.empty()
          ? inline_picture(figure.svg, fmt::format("f{}-", number), figure.about).svg
          : void_element("img", {{"src", "data:image/png;base64," + base64(figure.png)},
                                 {"alt", figure.about}});
  if (picture.empty())
    return element("p", {{"class", "problem"}},
                   fmt::format("The figure {} was not drawn: {}", figure.name,
                               figure.problem.empty() ? "it is damaged" : figure.problem));
  const std::string id = "figure-" + figure.name;
  return element(
      "figure", {{"id", id}},
      picture + element("figcaption", element("p", figure.about) +
                                          element("button",
                                                  {{"type", "button"},
                                                   {"class", "enlarge"},
                                                   {"aria-pressed", "false"},
                                                   {"data-figure", id},
                                                   {"aria-label", "Enlarge " + figure.name}},
                                                  "enlarge")));
}

/// The figure that shows what the study asks: of the first observable that is checked, or that its
/// series shows; without any, the distribution of speeds.
std::size_t answering(const std::vector<FigureText>& figures, const ReportedRun& run) {
  const auto showing = [&figures](const std::string& observable) {
    return std::find_if(figures.begin(), figures.end(), [&](const FigureText& figure) {
      return figure.problem.empty() &&
             std::any_of(figure.shows.begin(), figure.shows.end(), [&](const std::string& name) {
               return observable == name || observable.starts_with(name + '_');
             });
    });
  };
  std::vector<std::string> wanted;
  for (const FinishedRun::Case& one : run.run.cases)
    for (const CheckResult& check : one.checks) wanted.push_back(check.name);
  for (const CheckResult& check : run.run.checks)
    if (check.name != "energy_balance") wanted.push_back(check.name);
  wanted.insert(wanted.end(), {"speed_chi2_p", "energy_balance"});
  for (const std::string& name : wanted)
    if (const auto found = showing(name); found != figures.end())
      return static_cast<std::size_t>(found - figures.begin());
  return 0;
}

/// JSON that can stand in a script element.
std::string as_island(const nlohmann::json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
    text.append(c == '<' ? "\\u003c" : std::string(1, c));
  return text;
}

/// The frames of a run with all that the player draws; nothing if it has none.
std::optional<nlohmann::json> frames_of(const ReportedRun& run) {
  const fs::path table = run.folder / "snapshot.csv";
  if (!fs::exists(table)) return std::nullopt;
  try {
    auto frames = packed_frames(read_csv(table), run.summary.at("dimensions").get<int>());
    if (!frames || frames->at("time").size() < 2) return std::nullopt;
    (*frames)["boundary"] = value_of(run.values, "box.boundary");
    if (const fs::path outlines = run.folder / "outlines.csv"; fs::exists(outlines))
      for (const Table::Column& column : read_csv(outlines).columns)
        std::visit([&](const auto& values) { (*frames)["outlines"][column.name] = values; },
                   column.values);
    for (int label = 0;; ++label) {
      const std::string name = value_of(run.values, fmt::format("label.{}.name", label));
      if (name.empty()) break;
      (*frames)["labels"].push_back(name.substr(1, name.size() - 2));
    }
    return frames;
  } catch (const std::runtime_error&) {
    return std::nullopt;  // A damaged table: the page does without the player.
  }
}

}  // namespace

std::string report_page(const fs::path& folder, const StopDrawing& stop) {
  const ReportedRun run = read_reported_run(folder);
  const HeldFiles files = held_files(run);
  nlohmann::json island;
  for (const auto& [name, text] : files) island["files"][name] = deflated(text);
  Markup gas;
  if (auto frames = frames_of(run)) {
    gas = fmt::format("{} frames from time {:.4g} to {:.4g}.", frames->at("time").size(),
                      frames->at("time").front().get<double>(),
                      frames->at("time").back().get<double>());
    island["frames"] = std::move(*frames);
  }
  const std::vector<FigureText> figures = figures_as_svg(folder, stop);
  const std::size_t answer = answering(figures, run);
  Markup first, others;
  for (std::size_t k = 0; k < figures.size(); ++k)
    (k == answer ? first : others) += figure_part(figures[k], k + 1);
  const std::string& title = run.run.title;
  return filled_template({{"title", title.empty() ? "A run of clausius" : title},
                          {"verdict", verdict_part(run)},
                          {"question", question_part(run)},
                          {"facts", facts_part(run)},
                          {"answer", first},
                          {"gas", gas},
                          {"warnings", warnings_part(run)},
                          {"cases", cases_part(run)},
                          {"observables", observables_part(run)},
                          {"checks", checks_part(run)},
                          {"species", species_part(run)},
                          {"figures", others},
                          {"ledger", ledger_part(run)},
                          {"parameters", parameters_part(run)},
                          {"defaults", defaults_part(run)},
                          {"provenance", provenance_part(run)},
                          {"downloads", downloads_part(files)},
                          {"references", references_part(run)},
                          {"data", Markup::verbatim(as_island(island))}});
}

bool write_report(const RunFolder& folder, const StopDrawing& stop) {
  for (const FinishedRun::Case& one : read_reported_run(folder.location()).run.cases)
    if (!write_report(RunFolder::open(folder.location() / one.folder), stop)) return false;
  const std::string page = report_page(folder.location(), stop);
  if (stop && stop()) return false;
  folder.write(kReportFile, page);
  update_provenance(folder);
  return true;
}

}  // namespace clausius
