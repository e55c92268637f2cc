#include "report/summary.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/report/run_folder.h"
#include "core/memory.h"
#include "core/system/version.h"
#include "study/file/keys.h"

namespace clausius {

namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

/// Whether a quantity is steady and, if it changes, its first and last values, as members of an
/// object that describes it.
void add_trend(const std::optional<Trend>& trend, Json& json) {
  json["steady"] = trend ? Json(trend->steady) : Json(nullptr);
  if (!changes(trend)) return;
  const auto stretch = [](const StretchValue& one) {
    return Json{{"value", one.value}, {"error", or_null(one.error)}};
  };
  json["first"] = stretch(trend->first);
  json["last"] = stretch(trend->last);
}

Json observables_json(const StudyResult& result) {
  Json json = Json::object();
  for (const Observable& o : result.observables)
    json[o.name] = {{"value", o.value},
                    {"error", or_null(o.error)},
                    {"theory", or_null(o.theory)},
                    {"theory_uncertainty", o.theory ? Json(o.theory_uncertainty) : Json(nullptr)},
                    {"z", or_null(o.z())},
                    {"correlation_time", or_null(o.correlation_time)},
                    {"unit", o.unit},
                    {"source", o.source.empty() ? Json(nullptr) : Json(o.source)}};
  for (const Observable& o : result.observables) {
    add_trend(o.trend, json[o.name]);
    if (o.has_few_events()) json[o.name]["independent_events"] = *o.independent_events;
    if (o.error_degrees) json[o.name]["error_degrees_of_freedom"] = *o.error_degrees;
    if (o.error_of_mean) json[o.name]["error_of_mean"] = *o.error_of_mean;
    if (o.error_beside_theory) json[o.name]["error_beside_theory"] = *o.error_beside_theory;
    if (!o.theory_outside.empty()) json[o.name]["theory_outside"] = o.theory_outside;
    if (!o.theory_doubt.empty()) json[o.name]["theory_doubt"] = o.theory_doubt;
  }
  return json;
}

Json drives_json(const StudyResult& result) {
  Json json = Json::array();
  for (const DriveResult& d : result.drives)
    json.push_back(
        {{"kind", word_for(kDriveWords, d.kind)}, {"actions", d.actions}, {"work", d.work}});
  return json;
}

Json checks_json(const StudyResult& result) {
  Json json = Json::array();
  for (const CheckResult& c : result.checks) {
    json.push_back({{"name", c.name},
                    {"passed", c.not_checked.empty() ? Json(c.passed) : Json(nullptr)},
                    {"value", c.value},
                    {"expected", or_null(c.expected)},
                    {"error", or_null(c.error)},
                    {"z", or_null(c.z)},
                    {"tolerance", or_null(c.tolerance)}});
    if (!c.not_checked.empty())
      for (const char* const key : {"reason", "not_checked"}) json.back()[key] = c.not_checked;
  }
  return json;
}

Json species_json(const StudyResult& result) {
  Json json = Json::array();
  for (const SpeciesResult& s : result.species) {
    json.push_back(
        {{"name", s.name},
         {"count", s.count},
         {"mass", s.mass},
         {"temperature", {{"value", s.temperature}, {"error", or_null(s.temperature_error)}}},
         {"translational_temperature", s.translational_temperature},
         {"rotational_temperature", or_null(s.rotational_temperature)}});
    add_trend(s.trend, json.back()["temperature"]);
    add_trend(s.translational_trend, json.back()["translation"]);
    if (s.rotational_temperature) add_trend(s.rotational_trend, json.back()["rotation"]);
  }
  return json;
}

/// A TOML literal as JSON; types that JSON does not have remain text, without quotes.
Json literal_json(const std::string& literal) {
  Json value = Json::parse(literal, nullptr, false);
  if (!value.is_discarded()) return value;
  const bool in_quotes = literal.size() >= 2 && literal.front() == '\'' && literal.back() == '\'';
  return in_quotes ? literal.substr(1, literal.size() - 2) : literal;
}

// At most four, because a page has room for four.
constexpr std::size_t kMostShown = 4;

/// Difference between the cases of a series in an observable, in units of its error; 0 if it is not
/// known.
double difference_of_cases(const StudyResult& result, const std::string& name) {
  std::vector<double> values;
  double squares = 0;
  for (const SeriesCase& one : result.series) {
    const Observable* found = find_observable(one.result.observables, name);
    if (found == nullptr || !found->error || found->is_p_value) return 0;
    values.push_back(found->value);
    squares += *found->error * *found->error;
  }
  if (values.size() < 2 || squares <= 0) return 0;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return (*most - *least) / std::sqrt(squares / static_cast<double>(values.size()));
}

Json series_json(const StudyResult& result) {
  Json cases = Json::array();
  const std::vector<std::string> names = case_names(result.config.series);
  for (const auto& [value, one] : result.series)
    cases.push_back({{"value", literal_json(value)},
                     {"folder", "cases/" + names.at(cases.size())},
                     {"passed", one.passed()},
                     {"observables", observables_json(one)},
                     {"checks", checks_json(one)}});
  return {{"key", result.config.series.key}, {"show", shown_observables(result)}, {"cases", cases}};
}

std::optional<double> number_or_none(const Json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::string text_or_empty(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::string() : found->get<std::string>();
}

Observable observable_of(const std::string& name, const Json& json) {
  Observable one;
  one.name = name;
  one.value = number_or_none(json.at("value")).value_or(kNaN);
  one.error = number_or_none(json.at("error"));
  one.theory = number_or_none(json.at("theory"));
  one.theory_uncertainty = number_or_none(json.at("theory_uncertainty")).value_or(0);
  one.unit = json.at("unit").get<std::string>();
  one.source = text_or_empty(json, "source");
  one.theory_outside = text_or_empty(json, "theory_outside");
  one.theory_doubt = text_or_empty(json, "theory_doubt");
  const auto number = [&json](const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? std::nullopt : number_or_none(*found);
  };
  one.independent_events = number("independent_events");
  one.error_degrees = number("error_degrees_of_freedom");
  one.error_of_mean = number("error_of_mean");
  one.error_beside_theory = number("error_beside_theory");
  if (const auto steady = json.find("steady"); steady != json.end() && steady->is_boolean()) {
    one.trend = Trend{steady->get<bool>(), {}, {}};
    const auto stretch = [&json](const char* key) {
      const Json& at = json.at(key);
      return StretchValue{number_or_none(at.at("value")).value_or(kNaN),
                          number_or_none(at.at("error"))};
    };
    if (one.changes()) {
      one.trend->first = stretch("first");
      one.trend->last = stretch("last");
    }
  }
  return one;
}

/// The parts of a run that depend on the machine: everything else is the same whenever the same
/// study runs.
constexpr std::array kOfTheMachine{"cpu_seconds", "wall_seconds", "collisions_per_second",
                                   "peak_memory_bytes"};

std::vector<Observable> observables_of(const Json& json) {
  std::vector<Observable> observables;
  for (const auto& [name, one] : json.items()) observables.push_back(observable_of(name, one));
  return observables;
}

std::vector<CheckResult> checks_of(const Json& json) {
  std::vector<CheckResult> checks;
  for (const Json& one : json) {
    CheckResult check;
    check.name = one.at("name").get<std::string>();
    check.passed = one.at("passed").is_boolean() && one.at("passed").get<bool>();
    check.value = number_or_none(one.at("value")).value_or(kNaN);
    check.expected = number_or_none(one.at("expected"));
    check.error = number_or_none(one.at("error"));
    check.z = number_or_none(one.at("z"));
    check.tolerance = number_or_none(one.at("tolerance"));
    check.not_checked = text_or_empty(one, "not_checked");
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace

std::vector<std::string> shown_observables(const StudyResult& result) {
  const SeriesConfig& series = result.config.series;
  const auto is_found = [&](const std::string& name, bool beside_theory) {
    return std::any_of(result.series.begin(), result.series.end(), [&](const SeriesCase& one) {
      const Observable* found = find_observable(one.result.observables, name);
      return found != nullptr && (!beside_theory || (found->theory && !found->is_p_value));
    });
  };
  std::vector<std::string> shown;
  for (const std::string& name : series.show)
    if (is_found(name, false)) shown.push_back(name);
  if (!shown.empty()) return shown;
  std::vector<std::string> wanted;
  if (series.key.ends_with("packing_fraction") || series.key.ends_with("number_density"))
    wanted = {"compressibility_factor", "mean_free_path"};
  if (series.key.ends_with("restitution"))
    wanted = {"cooling_rate_reduced", "energy_lost_fraction", "kurtosis_a2", "mean_free_path"};
  for (const CheckResult& check : result.checks) wanted.push_back(check.name);
  for (const std::string& name : wanted)
    if (shown.size() < kMostShown && is_found(name, true) &&
        std::find(shown.begin(), shown.end(), name) == shown.end())
      shown.push_back(name);
  if (!shown.empty() || result.series.empty()) return shown;
  std::vector<std::pair<double, std::string>> different;
  constexpr double kSeen = 5;
  for (const Observable& one : result.series.front().result.observables)
    if (const double difference = difference_of_cases(result, one.name); difference > kSeen)
      different.emplace_back(difference, one.name);
  std::stable_sort(different.begin(), different.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [difference, name] : different)
    if (shown.size() < kMostShown) shown.push_back(name);
  return shown;
}

FinishedRun read_summary(const std::string& text) {
  constexpr std::size_t kBytesOfLetter = 50;
  require_memory(kBytesOfLetter * text.size());
  try {
    const Json json = Json::parse(text);
    FinishedRun run;
    run.passed = json.at("passed").get<bool>();
    run.interrupted = json.at("interrupted").get<bool>();
    run.failure = text_or_empty(json, "failed");
    run.cpu_seconds = number_or_none(json.at("cpu_seconds")).value_or(0);
    run.simulated_time = number_or_none(json.at("simulated_time")).value_or(0);
    run.collisions = number_or_none(json.at("collisions")).value_or(0);
    run.title = text_or_empty(json, "title");
    run.seed = json.value("seed", run.seed);
    run.observables = observables_of(json.at("observables"));
    run.checks = checks_of(json.value("checks", Json::array()));
    run.warnings = json.value("warnings", run.warnings);
    const auto series = json.find("series");
    if (series == json.end()) return run;
    run.series_key = text_or_empty(*series, "key");
    for (const Json& one : series->at("cases"))
      run.cases.push_back({one.at("value").dump(), text_or_empty(one, "folder"),
                           observables_of(one.at("observables")),
                           checks_of(one.value("checks", Json::array()))});
    return run;
  } catch (const Json::exception& fault) {
    throw std::runtime_error(std::string("is not a summary of a run: ") + fault.what());
  }
}

std::string reproducible_part(const std::string& summary) {
  std::istringstream lines(summary);
  std::string result;
  for (std::string line; std::getline(lines, line);)
    if (std::none_of(kOfTheMachine.begin(), kOfTheMachine.end(), [&](const std::string& key) {
          return line.find('"' + key + "\":") != std::string::npos;
        }))
      result += line + '\n';
  return result;
}

std::size_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

double collisions_per_second(const StudyResult& result) {
  return static_cast<double>(result.counters.collisions) / result.cpu_seconds;
}

std::string summary_json(const StudyResult& result) {
  constexpr std::size_t kBytesOfRun = 4000000;
  require_memory(kBytesOfRun * (1 + result.series.size() / 4));
  const StudyConfig& config = result.config;
  const EngineCounters& counters = result.counters;
  const PhaseResult& equilibration = result.equilibration;
  const PhaseResult& measurement = result.measurement;

  Json json;
  json["program"] = {
      {"name", "clausius"}, {"version", version()}, {"commit", commit()}, {"compiler", compiler()}};
  json["seed"] = config.seed;
  json["title"] = config.title;
  json["passed"] = result.passed();
  json["interrupted"] = result.interrupted;
  if (!result.failure.empty()) json["failed"] = result.failure;
  json["particles"] = config.particles();
  json["dimensions"] = config.dimensions;
  json["packing_fraction"] = config.packing_fraction();
  json["simulated_time"] = measurement.simulated_time;
  json["collisions"] = measurement.collisions;
  json["wall_collisions"] = measurement.wall_collisions;
  json["elastic_by_duration_rule"] = measurement.elastic_by_duration_rule;
  json["equilibration"] = {{"simulated_time", equilibration.simulated_time},
                           {"collisions", equilibration.collisions},
                           {"wall_collisions", equilibration.wall_collisions},
                           {"elastic_by_duration_rule", equilibration.elastic_by_duration_rule}};
  json["cpu_seconds"] = result.cpu_seconds;
  json["wall_seconds"] = result.wall_seconds;
  json["collisions_per_second"] = collisions_per_second(result);
  json["peak_memory_bytes"] = peak_memory_bytes();
  json["engine"] = {{"bytes", result.engine_bytes},
                    {"cell_crossings", counters.cell_crossings},
                    {"stale", counters.stale},
                    {"pair_tests", counters.pair_tests}};
  if (const auto& steps = result.steps)
    json["time_step"] = {{"step", steps->step},
                         {"substeps", steps->substeps},
                         {"steps", steps->steps},
                         {"collisions_found", counters.collisions},
                         {"pushed_apart", steps->pushed_apart},
                         {"overlaps_left", steps->overlaps_left}};
  json["energy"] = {{"initial", result.energy_initial},
                    {"final", result.energy_final},
                    {"work", result.work},
                    {"dissipated", result.dissipated},
                    {"predicted_dissipation", result.predicted_dissipation},
                    {"balance_error", result.energy_balance_error}};
  if (const auto& loss = result.tangential_loss)
    json["energy"]["tangential_loss"] = {{"sliding", loss->sliding}, {"sticking", loss->sticking}};
  if (result.flow_energy) json["energy"]["flow"] = *result.flow_energy;
  if (!result.drives.empty()) json["energy"]["drives"] = drives_json(result);
  for (const WallResult& wall : result.walls)
    json["energy"]["walls"].push_back(
        {{"face", wall.face}, {"work", wall.work}, {"heat", wall.heat}});
  for (const WallConfig& wall : config.walls)
    for (Json& one : json["energy"]["walls"])
      if (wall.temperature && one["face"] == word_for(kFaceWords, wall.face))
        one["temperature"] = *wall.temperature;
  if (result.momentum_drift) json["momentum"] = {{"drift", *result.momentum_drift}};
  if (result.angular_momentum_drift)
    json["angular_momentum"] = {{"drift", *result.angular_momentum_drift}};
  json["overlap"] = {{"max_depth", result.overlap_max_depth}};
  json["audits"] = result.audits;
  json["species"] = species_json(result);
  json["observables"] = observables_json(result);
  json["checks"] = checks_json(result);
  if (!result.series.empty()) json["series"] = series_json(result);
  json["warnings"] = result.warnings;

  // Names of files need not be UTF-8, but JSON must be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace clausius
