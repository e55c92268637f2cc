#include "report/terminal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "clausius/measure/results.h"
#include "core/elementary.h"
#include "core/numbers.h"
#include "core/text.h"
#include "report/readable_unit.h"
#include "report/summary.h"
#include "report/text_table.h"
#include "study/file/keys.h"
#include "study/file/study_values.h"

namespace clausius {

namespace {

using Align = TextTable::Align;

/// A table whose first row is its heading.
TextTable headed_table(std::vector<std::string> heading, std::vector<Align> align) {
  TextTable table(std::move(align));
  table.add(std::move(heading));
  return table;
}

constexpr double kConserved = 1e-9;  // relative; smaller changes are called unchanged
constexpr double kRounding = 1e-12;  // relative; smaller differences are attributed to rounding

/// Whether there is an error that is larger than rounding.
bool is_error(double value, std::optional<double> error) {
  constexpr double kNone = 1e-14;  // relative
  return error && std::isfinite(*error) && std::isfinite(value) && *error > 0 &&
         *error >= kNone * std::abs(value);
}

/// Number of decimals that show two digits of an error; nothing without an error, or if they would
/// be many.
std::optional<int> decimals_of(double value, std::optional<double> error) {
  constexpr double kMostPlain = 1e7;
  constexpr int kMostDecimals = 9;
  if (!is_error(value, error)) return std::nullopt;
  const int decimals = 1 - static_cast<int>(std::floor(portable::log10(*error)));
  if (std::abs(value) >= kMostPlain || decimals > kMostDecimals || decimals < 0)
    return std::nullopt;
  return decimals;
}

/// A value of a short stretch of a run: with its error unless that is negligible.
std::string stretch_text(const StretchValue& one, double factor) {
  constexpr double kNegligible = 1e-4;  // relative
  constexpr int kDigits = 4;
  if (one.error && *one.error > kNegligible * std::abs(one.value))
    return text_with_error(one.value * factor, *one.error * std::abs(factor));
  return fmt::format("{:#.{}g}", one.value * factor, kDigits);
}

/// "1.000 → 2.049", for a quantity that changes.
std::string trend_text(const Trend& trend, double factor = 1) {
  return stretch_text(trend.first, factor) + " → " + stretch_text(trend.last, factor);
}

bool has_units(const std::vector<Observable>& observables) {
  return std::any_of(observables.begin(), observables.end(),
                     [](const Observable& o) { return !unit_text(o.unit).empty(); });
}

std::string heading(const StudyResult& result, const Paint& paint) {
  const StudyConfig& config = result.config;
  const PhaseResult& measured = result.measurement;
  std::string text =
      paint.bold(printable(config.title.empty() ? config.name : config.title)) + '\n';
  text += fmt::format("{} {} in {} dimensions, packing fraction {}, seed {}\n", config.particles(),
                      config.particles() == 1 ? "particle" : "particles", config.dimensions,
                      short_text(config.packing_fraction()), config.seed);
  const UnitNames units = unit_names(config.si_units, config.dimensions);
  text += fmt::format("measured over time {}: {} collisions",
                      text_with_unit(measured.simulated_time, units.time), measured.collisions);
  if (measured.wall_collisions > 0)
    text += fmt::format(", {} with walls", measured.wall_collisions);
  if (measured.elastic_by_duration_rule > 0)
    text += fmt::format(", {} made elastic by the contact-duration rule",
                        measured.elastic_by_duration_rule);
  const double rate = collisions_per_second(result);
  if (std::isfinite(rate))
    text += fmt::format(" ({} s of processor time, {} collisions a second)",
                        short_text(result.cpu_seconds, 3), short_text(rate, 3));
  if (const auto& steps = result.steps)
    text += fmt::format(
        "\n{} steps of {}{}: {} collisions found, {} overlaps pushed apart, {} overlaps left",
        steps->steps, short_text(steps->step / steps->substeps),
        steps->substeps > 1 ? fmt::format(" ({} substeps)", steps->substeps) : "",
        result.counters.collisions, steps->pushed_apart, steps->overlaps_left);
  return text + '\n';
}

/// Table of the observables with their theory; the sources of the theory are numbered below it.
std::string observables_grid(const StudyResult& result, const Paint& paint) {
  std::vector<std::string> sources;
  const auto number_of = [&](const std::string& source) -> std::string {
    if (source.empty()) return "";
    auto found = std::find(sources.begin(), sources.end(), source);
    if (found == sources.end()) found = sources.insert(sources.end(), source);
    return fmt::format("[{}]", found - sources.begin() + 1);
  };
  TextTable grid = headed_table(
      {"observable", "measured", "theory", "", "z", has_units(result.observables) ? "unit" : ""},
      {Align::left, Align::right, Align::right, Align::left, Align::right, Align::left});
  for (const Observable& o : result.observables) {
    const ReadableUnit unit = readable_unit(o.value, o.unit);
    grid.add({o.name, value_text(o, unit.factor), theory_text(o, unit.factor), number_of(o.source),
              z_text(o.z()), unit_text(unit.name)});
  }
  std::string text = with_faint_heading(grid, paint);
  for (std::size_t k = 0; k < sources.size(); ++k)
    text += paint.dim(fmt::format("  [{}] {}", k + 1, sources[k])) + '\n';
  if (std::any_of(result.observables.begin(), result.observables.end(),
                  [](const Observable& o) { return o.changes() && o.theory; }))
    text +=
        paint.dim(
            "  a → b: not steady, first and last value; theory and z are those of the mean over "
            "the measured part") +
        '\n';
  std::vector<std::string> without_z;
  for (const Observable& o : result.observables)
    if (o.theory && o.has_few_events()) without_z.push_back(o.name);
  if (!without_z.empty())
    text +=
        paint.dim(fmt::format("  no z, because the error is based on fewer than {:.0f} independent "
                              "events: {}",
                              Observable::kFewestEvents, fmt::join(without_z, ", "))) +
        '\n';
  return text;
}

std::string species_grid(const StudyResult& result, const Paint& paint) {
  const bool rotation = std::any_of(result.species.begin(), result.species.end(),
                                    [](const auto& s) { return s.rotational_temperature; });
  const bool si = result.config.si_units;
  std::vector<std::string> heads{"species", "count", si ? "mass (kg)" : "mass",
                                 si ? "temperature (K)" : "temperature"};
  if (rotation) heads.insert(heads.end(), {"translational", "rotational"});
  std::vector<Align> sides(heads.size(), Align::right);
  sides.front() = Align::left;
  TextTable grid = headed_table(heads, sides);
  for (const SpeciesResult& s : result.species) {
    const auto text_of = [](const std::optional<Trend>& trend, double value,
                            const std::optional<double>& error = {}) {
      return changes(trend) ? trend_text(*trend) : measured_text(value, error);
    };
    std::vector<std::string> row{s.name, std::to_string(s.count), short_text(s.mass),
                                 text_of(s.trend, s.temperature, s.temperature_error)};
    if (rotation) {
      row.push_back(text_of(s.translational_trend, s.translational_temperature));
      row.push_back(
          s.rotational_temperature ? text_of(s.rotational_trend, *s.rotational_temperature) : "");
    }
    grid.add(row);
  }
  return with_faint_heading(grid, paint);
}

/// "momentum unchanged (2e-17)", or its drift relative to the sum of magnitudes.
std::string drift_text(std::string_view what, double drift) {
  return fmt::format("{} {} ({})", what, drift <= kConserved ? "unchanged" : "drifted",
                     short_text(drift, 2));
}

std::string ledger_line(const StudyResult& result) {
  const std::string unit = unit_names(result.config.si_units, result.config.dimensions).energy;
  const auto energy = [&unit](double value) { return text_with_unit(value, unit); };
  const std::string balance = short_text(result.energy_balance_error, 2);
  std::vector<std::string> given;
  for (const DriveResult& drive : result.drives)
    given.push_back(
        fmt::format("{} gave {}", word_for(kDriveWords, drive.kind), energy(drive.work)));
  for (const WallResult& wall : result.walls)
    if (wall.work != 0 || wall.heat != 0)
      given.push_back(fmt::format("{} gave {}", wall.face, energy(wall.work + wall.heat)));
  std::string text = "energy " + energy(result.energy_initial);
  if (given.empty() && result.predicted_dissipation == 0 &&
      std::abs(result.dissipated) <= kConserved * std::abs(result.energy_initial)) {
    text += fmt::format(", unchanged ({})", balance);
  } else {
    given.push_back(fmt::format("collisions took {}", energy(result.predicted_dissipation + 0.0)));
    if (const auto& loss = result.tangential_loss)
      given.back() += fmt::format(" (tangential impulses {} sliding, {} sticking)",
                                  energy(loss->sliding), energy(loss->sticking));
    text += fmt::format(" → {}: {}; unaccounted for: {}", energy(result.energy_final),
                        fmt::join(given, ", "), balance);
  }
  if (result.flow_energy)
    text += fmt::format("; {} of it in the flow, beside which temperatures are measured",
                        energy(*result.flow_energy));
  if (result.momentum_drift) text += "; " + drift_text("momentum", *result.momentum_drift);
  if (result.angular_momentum_drift)
    text += "; " + drift_text("angular momentum", *result.angular_momentum_drift);
  return text + (result.overlap_max_depth > 0 ? fmt::format("; deepest overlap {} diameters\n",
                                                            short_text(result.overlap_max_depth, 2))
                                              : "; no overlap\n");
}

/// All numbers of the logged collisions, one column per collision, as far as they fit.
std::string collisions_grid(const StudyResult& result, const Paint& paint) {
  constexpr std::size_t kMost = 4;
  const auto table = std::find_if(result.tables.begin(), result.tables.end(),
                                  [](const Table& one) { return one.name == "collisions"; });
  if (table == result.tables.end()) return "";
  const std::size_t count =
      std::visit([](const auto& values) { return values.size(); }, table->columns.front().values);
  if (count == 0 || count > kMost) return "";
  std::vector<std::string> head{"collision"};
  for (std::size_t k = 1; k <= count; ++k) head.push_back(std::to_string(k));
  head.emplace_back("unit");
  std::vector<Align> align(head.size(), Align::right);
  align.front() = align.back() = Align::left;
  TextTable grid = headed_table(std::move(head), std::move(align));
  for (const Table::Column& column : table->columns) {
    std::vector<std::string> row{column.name};
    const auto add = [&](const auto& values) {
      for (const auto& value : values)
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
          row.push_back(short_text(static_cast<double>(value)));
        else
          row.push_back(value);
    };
    std::visit(add, column.values);
    row.push_back(unit_text(column.unit));
    grid.add(std::move(row));
  }
  return '\n' + with_faint_heading(grid, paint);
}

/// @param observables with the units of what is checked
std::string checks_grid(const std::vector<CheckResult>& checks,
                        const std::vector<Observable>& observables, const Paint& paint) {
  const bool si = has_units(observables);
  TextTable grid =
      headed_table({"check", "verdict", "value", "expected", "z", "tolerance", si ? "unit" : ""},
                   {Align::left, Align::left, Align::right, Align::right, Align::right,
                    Align::right, Align::left});
  std::string reasons;
  for (const CheckResult& c : checks) {
    const CheckTexts texts = check_texts(c, observables);
    grid.add({c.name, c.failed() ? "FAILED" : texts.verdict, texts.value, texts.expected,
              z_text(c.z), texts.tolerance, si ? texts.unit : ""});
    if (!c.not_checked.empty())
      reasons += fmt::format("  {}: not checked: {}\n", c.name, c.not_checked);
  }
  return grid.text([&](std::size_t row, const std::string& line) {
    if (row == 0 || !checks[row - 1].not_checked.empty()) return paint.dim(line);
    return paint.verdict(checks[row - 1].passed, line);
  }) + reasons;
}

/// The observables in the table of a series: those that are checked, then those of its figure.
std::vector<std::string> tabled_observables(const StudyResult& result) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto& [value, one] : result.series)
    for (const CheckResult& check : one.checks)
      if (find_observable(one.observables, check.name) != nullptr) add(check.name);
  for (const std::string& name : shown_observables(result)) add(name);
  return names;
}

/// The unit in which the values of an observable of all cases are easy to read.
ReadableUnit unit_of_cases(const StudyResult& result, const std::string& name) {
  ReadableUnit unit{1, "1"};
  double largest = 0;
  for (const auto& [value, one] : result.series)
    if (const Observable* found = find_observable(one.observables, name);
        found != nullptr && std::abs(found->value) > largest) {
      largest = std::abs(found->value);
      unit = readable_unit(largest, found->unit);
    }
  return unit;
}

/// One row per case: what is checked or shown, each with its theory.
std::string series_grid(const StudyResult& result, const Paint& paint) {
  const std::vector<std::string> names = tabled_observables(result);
  const bool are_checked = std::any_of(result.series.begin(), result.series.end(),
                                       [](const auto& one) { return !one.result.checks.empty(); });
  std::vector<std::string> head{result.config.series.key};
  std::vector<Align> align{Align::left};
  std::vector<double> factors;
  for (const std::string& name : names) {
    const ReadableUnit unit = unit_of_cases(result, name);
    const std::string in_unit = unit_text(unit.name);
    factors.push_back(unit.factor);
    head.insert(head.end(),
                {in_unit.empty() ? name : fmt::format("{} ({})", name, in_unit), "theory", "z"});
    align.insert(align.end(), 3, Align::right);
  }
  head.emplace_back(are_checked ? "verdict" : "");
  align.push_back(Align::left);
  TextTable grid = headed_table(head, align);
  for (const auto& [value, one] : result.series) {
    std::vector<std::string> row{value};
    for (std::size_t k = 0; k < names.size(); ++k) {
      const Observable* o = find_observable(one.observables, names[k]);
      if (o == nullptr)
        row.insert(row.end(), 3, "");
      else
        row.insert(row.end(),
                   {value_text(*o, factors[k]), theory_text(*o, factors[k]), z_text(o->z())});
    }
    row.emplace_back(!are_checked ? "" : one.passed() ? "passed" : "FAILED");
    grid.add(std::move(row));
  }
  return grid.text([&](std::size_t row, const std::string& line) {
    if (row == 0) return paint.dim(line);
    return are_checked ? paint.verdict(result.series[row - 1].result.passed(), line) : line;
  });
}

/// Which case the results above the table of a series belong to.
std::string case_of_study(const StudyResult& result) {
  const SeriesConfig& series = result.config.series;
  if (series.key.empty()) return "";
  const std::string value =
      value_of(study_values(result.config.resolved_toml, "study"), series.key);
  return fmt::format("the study itself{}; the {} cases of its series are below\n",
                     value.empty() ? "" : fmt::format(", {} = {}", series.key, value),
                     series.values.size());
}

std::string verdict_line(const StudyResult& result, const Paint& paint) {
  std::size_t checks = 0, failed = 0, skipped = 0;
  const auto count = [&](const StudyResult& one) {
    checks += one.checks.size();
    for (const CheckResult& check : one.checks) {
      failed += check.failed() ? 1 : 0;
      skipped += check.not_checked.empty() ? 0 : 1;
    }
  };
  count(result);
  for (const auto& [value, one] : result.series) count(one);
  std::string text;
  if (result.interrupted) text += paint.verdict(false, "INTERRUPTED: partial results") + '\n';
  if (checks == 0) return text + "This study states no checks.\n";
  if (failed > 0)
    text += paint.verdict(false, fmt::format("FAILED: {} of {} checks", failed, checks));
  else if (const std::string reason = result.why_not_judged(); !reason.empty())
    text += paint.verdict(false, "NOT JUDGED: " + reason);
  else if (skipped > 0)
    text += paint.verdict(true, fmt::format("PASSED: {} checks, {} more were not checked",
                                            checks - skipped, skipped));
  else
    text += paint.verdict(true, fmt::format("PASSED: all {} checks", checks));
  return text + '\n';
}

}  // namespace

std::string value_text(const Observable& o, double factor) {
  if (o.is_p_value) return short_text(o.value, 2);
  if (o.changes()) return trend_text(*o.trend, factor);
  // A value that must equal its theory is shown as the theory if it differs by rounding alone.
  const double scale = o.unit == "1" ? std::max(1.0, std::abs(o.value)) : std::abs(o.value);
  if (!o.error && o.theory && std::abs(o.value - *o.theory) <= kRounding * scale)
    return short_text(*o.theory * factor);
  std::optional<double> error = o.error;
  if (error) *error *= factor;
  return measured_text(o.value * factor, error);
}

std::string theory_text(const Observable& o, double factor) {
  if (!o.theory) return o.theory_outside.empty() ? "" : "–";
  std::optional<double> error = o.error;
  if (error) *error *= factor;
  return (o.theory_uncertainty > 0
              ? text_with_error(*o.theory * factor, o.theory_uncertainty * factor)
              : text_beside(*o.theory * factor, o.value * factor, error)) +
         (o.theory_doubt.empty() ? "" : " ?");
}

CheckTexts check_texts(const CheckResult& c, const std::vector<Observable>& observables) {
  const Observable* const checked = find_observable(observables, c.name);
  const ReadableUnit unit = readable_unit(c.value, checked != nullptr ? checked->unit : "1");
  const bool is_p_value = checked != nullptr && checked->is_p_value;
  const auto scaled = [&unit](std::optional<double> value) {
    if (value) *value *= unit.factor;
    return value;
  };
  const double value = c.value * unit.factor;
  const std::optional<double> error = scaled(c.error), expected = scaled(c.expected);
  const std::string tolerance = c.tolerance ? short_text(*c.tolerance * unit.factor, 2) : "";
  // If nothing or only chance is expected, the deviation is a matter of digits.
  const bool is_small = is_p_value || (!error && expected == 0.0);
  return {!c.not_checked.empty() ? "not checked"
          : c.passed             ? "passed"
                                 : "failed",
          !std::isfinite(value) ? "–"
          : is_small            ? short_text(value, 2)
                                : measured_text(value, error),
          is_p_value && c.tolerance ? "above " + tolerance
          : expected                ? text_beside(*expected, value, error)
                                    : "",
          is_p_value ? "" : tolerance, unit_text(unit.name)};
}

std::string z_text(const std::optional<double>& z) {
  return z ? fmt::format("{:+.1f} σ", *z) : std::string();
}

std::string unit_text(const std::string& unit) {
  return unit == "1" || unit == "reduced" ? std::string() : unit;
}

std::string text_beside(double value, double measured, std::optional<double> error) {
  const std::optional<int> decimals = decimals_of(measured, error);
  if (!decimals) return short_text(value);
  std::string text = fmt::format("{:.{}f}", value, *decimals + 1);
  return text.find_first_not_of("-0.") == std::string::npos ? "0" : text;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

bool wants_colour(int descriptor) {
  // https://no-color.org: set and not empty, whatever its value.
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return is_terminal(descriptor) && (no_colour == nullptr || *no_colour == '\0') &&
         terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::size_t terminal_width(int descriptor) {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

std::string in_columns(std::string_view text, std::size_t width) {
  return cut(printable(text), width);
}

std::string measured_text(double value, std::optional<double> error) {
  value += 0.0;  // converts "-0" to "0"
  return is_error(value, error) ? text_plus_minus(value, *error) : short_text(value);
}

std::string result_table(const StudyResult& result, bool colour) {
  const Paint paint(colour);
  std::string text = heading(result, paint) + printable(case_of_study(result), "\n");
  if (!result.observables.empty()) text += '\n' + observables_grid(result, paint);
  if (!result.species.empty()) text += '\n' + species_grid(result, paint);
  text += collisions_grid(result, paint);
  text += '\n' + ledger_line(result);
  if (!result.checks.empty()) text += '\n' + checks_grid(result.checks, result.observables, paint);
  if (!result.series.empty()) text += '\n' + series_grid(result, paint);
  for (const auto& [value, one] : result.series)
    for (const CheckResult& check : one.checks)
      if (!check.passed)
        text += '\n' + paint.bold(printable(result.config.series.key + " = " + value)) + '\n' +
                checks_grid({check}, one.observables, paint);
  return text + '\n' + verdict_line(result, paint);
}

ProgressLine::ProgressLine(std::ostream& stream, bool enabled, std::size_t width, Clock clock)
    : stream_(stream),
      enabled_(enabled),
      width_(width),
      clock_(std::move(clock)),
      start_(clock_()) {}

ProgressLine::~ProgressLine() { erase(); }

ProgressLine::Clock ProgressLine::steady_clock() {
  return [] { return std::chrono::steady_clock::now().time_since_epoch(); };
}

void ProgressLine::update(const Progress& progress) {
  if (!enabled_) return;
  const double fraction = std::clamp(progress.fraction, 0.0, 1.0);
  std::string line = fmt::format("{}  {:3.0f} %", progress.phase, 100 * fraction);
  if (progress.collisions_per_second > 0)
    line += fmt::format("  {} collisions/s", short_text(progress.collisions_per_second, 3));
  if (fraction > 0)
    line += fmt::format("  {} left",
                        duration_text((clock_() - start_).count() * (1 - fraction) / fraction));
  show(line);
}

void ProgressLine::say(const std::string& what) { show(what + " …"); }

void ProgressLine::show(std::string_view text) {
  if (!enabled_) return;
  // A line as wide as the terminal would wrap, and could not be erased.
  stream_ << "\r\x1b[K" << cut(text, width_ - 1) << std::flush;
  shown_ = true;
}

void ProgressLine::erase() {
  if (!shown_) return;
  stream_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace clausius
