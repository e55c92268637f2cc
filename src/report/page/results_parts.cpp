#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/numbers.h"
#include "report/page/report.h"
#include "report/page/reported_run.h"
#include "report/readable_unit.h"
#include "report/terminal.h"
#include "report/words.h"

namespace clausius {

namespace {

using PageJson = nlohmann::ordered_json;

/// An observable in words, with its name in the tables below.
Markup named(const std::string& name) {
  return element("span", {{"class", "words"}}, words_of_observable(name)) +
         element("code", {{"class", "name"}}, name);
}

/// Sources of theory, numbered as they are first named.
class Sources {
 public:
  Markup mark(const std::string& source) {
    if (source.empty()) return {};
    auto found = std::find(names_.begin(), names_.end(), source);
    if (found == names_.end()) found = names_.insert(names_.end(), source);
    const auto number = found - names_.begin() + 1;
    return element("a",
                   {{"href", fmt::format("#source-{}", number)},
                    {"aria-label", fmt::format("source {}", number)}},
                   fmt::format("[{}]", number));
  }
  [[nodiscard]] Markup list() const {
    Markup items;
    for (std::size_t k = 0; k < names_.size(); ++k)
      items += element("li", {{"id", fmt::format("source-{}", k + 1)}}, names_[k]);
    return items.empty() ? items : element("ol", {{"class", "sources"}}, items);
  }

 private:
  std::vector<std::string> names_;
};

/// Value and theory with their standard errors, drawn to scale: the theory is the vertical line in
/// the middle, its uncertainty a band, and the value a point with its error bar.
Markup deviation_bar(const Observable& o) {
  const std::optional<double> total = o.total_error();
  if (!o.theory || !total || *total <= 0 || !std::isfinite(o.value)) return {};
  constexpr double kHalf = 60, kMiddle = 10, kSigmas = 4, kRoom = 1.15;
  const double deviation = o.value - *o.theory;
  const double reach = std::max(kSigmas * *total, kRoom * (std::abs(deviation) + *total));
  const double scale = kHalf / reach;
  const auto text = [](double x) { return fmt::format("{:.2f}", x); };
  const auto line = [&](std::string_view kind, double x1, double y1, double x2, double y2) {
    return element("line", {{"class", std::string(kind)},
                            {"x1", text(x1)},
                            {"y1", text(y1)},
                            {"x2", text(x2)},
                            {"y2", text(y2)}});
  };
  constexpr double kCap = 3;
  const double at = kHalf + scale * deviation;
  const double half = scale * o.error_beside_theory.value_or(o.error.value_or(0));
  const double band = scale * o.theory_uncertainty;
  Markup drawing = element("rect", {{"class", "band"},
                                    {"x", text(kHalf - band)},
                                    {"y", "2"},
                                    {"width", text(2 * band)},
                                    {"height", "16"}});
  drawing += line("axis", 0, kMiddle, 2 * kHalf, kMiddle) + line("theory", kHalf, 1, kHalf, 19);
  drawing += line("error", at - half, kMiddle, at + half, kMiddle);
  for (const double end : {at - half, at + half})
    drawing += line("error", end, kMiddle - kCap, end, kMiddle + kCap);
  drawing += element("circle",
                     {{"class", "value"}, {"cx", text(at)}, {"cy", text(kMiddle)}, {"r", "3.2"}});
  const std::string words =
      fmt::format("{} theory by {:.2g} standard errors", deviation < 0 ? "below" : "above",
                  std::abs(deviation) / *total);
  return element(
      "svg", {{"class", "bar"}, {"viewBox", "0 0 120 20"}, {"role", "img"}, {"aria-label", words}},
      drawing);
}

/// Why the values of some observables are not judged by their theory.
Markup notes_on(const std::vector<Observable>& observables) {
  Markup notes;
  const auto note = [&notes](const Observable& o, const std::string& text) {
    notes += element("li", element("code", o.name) + ": " + text);
  };
  for (const Observable& o : observables) {
    if (!o.theory_doubt.empty()) note(o, "not judged by its theory (?): " + o.theory_doubt);
    if (!o.theory_outside.empty()) note(o, "outside the range of its theory, " + o.theory_outside);
    if (o.theory && o.has_few_events())
      note(o,
           fmt::format("no z, because its error is based on fewer than {:.0f} independent events",
                       Observable::kFewestEvents));
    if (o.changes())
      note(o, "not steady: first → last value; theory and z are those of the mean over the run");
  }
  return notes.empty() ? notes : element("ul", {{"class", "notes"}}, notes);
}

double number_at(const PageJson& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

}  // namespace

Markup observables_part(const ReportedRun& reported) {
  Sources sources;
  HtmlTable table("Observables beside theory", {{"observable"},
                                                {"measured", true},
                                                {"theory", true},
                                                {"unit"},
                                                {"deviation"},
                                                {"z", true},
                                                {"source"}});
  for (const Observable& o : reported.run.observables) {
    const ReadableUnit unit = readable_unit(o.value, o.unit);
    table.add({named(o.name), value_text(o, unit.factor), theory_text(o, unit.factor),
               unit_text(unit.name), deviation_bar(o), z_text(o.z()), sources.mark(o.source)});
  }
  return table.markup({{"class", "observables"}}) + notes_on(reported.run.observables) +
         sources.list();
}

Markup checks_part(const ReportedRun& reported) {
  HtmlTable table("Checks", {{"check"},
                             {"verdict"},
                             {"value", true},
                             {"expected", true},
                             {"z", true},
                             {"tolerance", true},
                             {"unit"}});
  Markup reasons;
  for (const CheckResult& one : reported.run.checks) {
    const CheckTexts texts = check_texts(one, reported.run.observables);
    const char* const sign = !one.not_checked.empty() ? "– " : one.passed ? "✓ " : "✗ ";
    const char* const kind = !one.not_checked.empty() ? "open" : one.passed ? "good" : "bad";
    Markup name = named(one.name);
    if (const auto found = reported.declared.find(one.name); found != reported.declared.end())
      name += element("span", {{"class", "meaning"}}, found->second.meaning);
    table.add({name, element("span", {{"class", kind}}, sign + texts.verdict), texts.value,
               texts.expected, z_text(one.z), texts.tolerance, texts.unit});
    if (!one.not_checked.empty())
      reasons += element("li", element("code", one.name) + ": " + one.not_checked);
  }
  return table.markup() +
         (reasons.empty() ? reasons : element("ul", {{"class", "notes"}}, reasons));
}

Markup cases_part(const ReportedRun& reported) {
  const FinishedRun& run = reported.run;
  if (run.cases.empty()) return {};
  const PageJson& series = reported.summary.at("series");
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : series.value("show", std::vector<std::string>())) add(name);
  for (const FinishedRun::Case& one : run.cases)
    for (const CheckResult& check : one.checks)
      if (find_observable(one.observables, check.name) != nullptr) add(check.name);
  std::vector<HtmlTable::Column> columns{{run.series_key}};
  for (const std::string& name : names)
    columns.insert(columns.end(), {{name, true}, {"theory", true}, {"z", true}});
  columns.push_back({"verdict"});
  HtmlTable table("Cases of the series", columns);
  for (const FinishedRun::Case& one : run.cases) {
    std::vector<Markup> cells{element("a", {{"href", one.folder + '/' + kReportFile}}, one.value)};
    for (const std::string& name : names) {
      const Observable* const found = find_observable(one.observables, name);
      if (found == nullptr)
        cells.insert(cells.end(), 3, Markup());
      else
        cells.insert(cells.end(), {value_text(*found), theory_text(*found), z_text(found->z())});
    }
    const auto failed = std::count_if(one.checks.begin(), one.checks.end(),
                                      [](const CheckResult& check) { return check.failed(); });
    cells.push_back(one.checks.empty() ? Markup()
                    : failed == 0
                        ? element("span", {{"class", "good"}}, "✓ passed")
                        : element("span", {{"class", "bad"}}, fmt::format("✗ {} failed", failed)));
    table.add(cells);
  }
  return table.markup({{"class", "sortable"}});
}

Markup species_part(const ReportedRun& reported) {
  HtmlTable table("Species", {{"species"},
                              {"particles", true},
                              {"mass", true},
                              {"temperature", true},
                              {"of translation", true},
                              {"of rotation", true}});
  const PageJson& species = reported.summary.at("species");
  for (const PageJson& one : species) {
    const PageJson& temperature = one.at("temperature");
    const PageJson& error = temperature.at("error");
    table.add({one.at("name").get<std::string>(), one.at("count").dump(),
               short_text(number_at(one, "mass")),
               measured_text(number_at(temperature, "value"),
                             error.is_number() ? std::optional(error.get<double>()) : std::nullopt),
               short_text(number_at(one, "translational_temperature")),
               one.at("rotational_temperature").is_number()
                   ? short_text(number_at(one, "rotational_temperature"))
                   : "–"});
  }
  return table.markup();
}

Markup ledger_part(const ReportedRun& reported) {
  const PageJson& energy = reported.summary.at("energy");
  const std::string unit = reported.is_si ? "J" : "reduced";
  HtmlTable table("Energy ledger", {{"entry"}, {"energy", true}});
  const auto entry = [&](const std::string& name, double value) {
    table.add({name, text_with_unit(value, unit)});
  };
  entry("at the start", number_at(energy, "initial"));
  for (const PageJson& drive : energy.value("drives", PageJson::array()))
    entry("+ given by " + drive.at("kind").get<std::string>(), number_at(drive, "work"));
  for (const PageJson& wall : energy.value("walls", PageJson::array()))
    entry("+ work and heat of " + wall.at("face").get<std::string>(),
          number_at(wall, "work") + number_at(wall, "heat"));
  entry("− lost in collisions, collision by collision", number_at(energy, "predicted_dissipation"));
  entry("= at the end, as measured", number_at(energy, "final"));
  table.add({"unaccounted for, relative", short_text(number_at(energy, "balance_error"), 2)});
  for (const auto& [key, words] : {std::pair("momentum", "drift of the momentum, relative"),
                                   {"angular_momentum", "drift of the angular momentum, relative"}})
    if (const auto found = reported.summary.find(key); found != reported.summary.end())
      table.add({words, short_text(number_at(*found, "drift"), 2)});
  table.add({"deepest overlap at the end, in diameters",
             short_text(number_at(reported.summary.at("overlap"), "max_depth"), 2)});
  return table.markup({{"class", "ledger"}});
}

}  // namespace clausius
