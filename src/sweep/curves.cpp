#include "sweep/curves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/numbers.h"
#include "core/text.h"
#include "report/csv.h"
#include "report/words.h"
#include "study/observable_columns.h"
#include "study/theory_curves.h"
#include "sweep/plan.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSummaryTable = "summary.csv";

/// Results of a sweep.
class SweepSummary {
 public:
  explicit SweepSummary(const fs::path& folder)
      : study_(load_study(RunFolder::open(folder).path() / "study.toml", {})),
        file_(folder / kSummaryTable) {
    if (!study_.is_sweep())
      throw InputError(folder.string(), "is the folder of a single run; allowed: that of a sweep");
    try {
      table_ = read_csv(file_);
    } catch (const std::runtime_error& fault) {
      throw InputError(folder.string(), fmt::format("has no results: {}", fault.what()));
    }
  }

  [[nodiscard]] const StudyConfig& study() const { return study_; }

  /// The varied key named `name`.
  [[nodiscard]] std::string key(const std::string& option, const std::string& name) const {
    const std::vector<std::string> shorts = short_names(study_);
    std::vector<std::string> known;
    for (std::size_t k = 0; k < shorts.size(); ++k) {
      known.push_back(study_.sweep.variations[k].key);
      if (name == shorts[k] || name == known.back()) return known.back();
    }
    throw InputError(option + ' ' + name,
                     fmt::format("is not varied; allowed: {}", fmt::join(known, ", ")));
  }

  [[nodiscard]] const Table::Column* column(const std::string& name) const {
    return find_column(table_, name);
  }

  /// The observables of the table.
  [[nodiscard]] std::vector<std::string> observables() const {
    std::vector<std::string> names;
    for (const Table::Column& one : table_.columns)
      if (column(one.name + "_theory") != nullptr) names.push_back(one.name);
    return names;
  }

  /// The column of an observable in the table.
  [[nodiscard]] const Table::Column& observable(const std::string& name) const {
    const std::vector<std::string> known = observables();
    if (std::find(known.begin(), known.end(), name) != known.end()) return *column(name);
    throw InputError("--y " + name,
                     fmt::format("was not measured, did you mean {}?; allowed: an observable of {}",
                                 alternatives(nearest_words(name, {known.begin(), known.end()}, 3)),
                                 file_.string()));
  }

 private:
  StudyConfig study_;
  fs::path file_;
  Table table_;
};

/// The numbers of a column; none if it holds texts.
std::vector<double> numbers_in(const Table::Column* column) {
  if (column == nullptr) return {};
  if (const auto* numbers = std::get_if<std::vector<double>>(&column->values)) return *numbers;
  if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&column->values))
    return {whole->begin(), whole->end()};
  return {};
}

/// The cells of a column for reading, numbers as written by `text_of`.
std::vector<std::string> texts_in(const Table::Column& column,
                                  const std::function<std::string(double)>& text_of) {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.values)) return *texts;
  std::vector<std::string> texts;
  for (const double number : numbers_in(&column)) texts.push_back(text_of(number));
  return texts;
}

/// Name of the curve to which each row of the table belongs.
std::vector<std::string> curve_names(const SweepSummary& summary,
                                     const std::vector<std::string>& keys, std::size_t rows) {
  std::vector<std::string> names(rows);
  for (const std::string& key : keys) {
    const std::vector<std::string> texts =
        texts_in(*summary.column(key), [](double x) { return short_text(x); });
    for (std::size_t i = 0; i < rows; ++i)
      names[i] += fmt::format("{}{} = {}", names[i].empty() ? "" : ", ", words_of_key(key).symbol,
                              texts[i]);
  }
  return names;
}

struct Row {
  std::size_t curve = 0;
  double x = 0, value = 0, error = 0, theory = 0, z = 0;
};

Table table_of(std::string name, const std::vector<Row>& rows) {
  Table table{std::move(name), {}};
  std::vector<std::int64_t> curves;
  curves.reserve(rows.size());
  for (const Row& row : rows) curves.push_back(static_cast<std::int64_t>(row.curve) + 1);
  table.columns.push_back({"curve", "1", std::move(curves)});
  for (const auto& [column, member] : {std::pair("x", &Row::x),
                                       {"value", &Row::value},
                                       {"error", &Row::error},
                                       {"theory", &Row::theory},
                                       {"z", &Row::z}}) {
    std::vector<double> values;
    values.reserve(rows.size());
    for (const Row& row : rows) values.push_back(row.*member);
    table.columns.push_back({column, "1", std::move(values)});
  }
  return table;
}

/// A value of a key as a TOML literal; a whole number may be that of a key that takes no others.
std::string key_literal(double value) {
  constexpr double kFits = 1e15;
  const bool is_whole = value == std::round(value) && std::abs(value) < kFits;
  return is_whole ? fmt::format("{:.0f}", value) : exact_text(value);
}

/// Adds the curve of the theory of `y` over the varied key `x_key`, if that depends on the study
/// alone; the other keys as in a row of the summary.
void add_theory(const SweepSummary& summary, const std::string& x_key, const std::string& y,
                std::size_t summary_row, std::size_t curve, const std::vector<Row>& rows,
                std::vector<Row>& smooth) {
  std::vector<Override> changes;
  for (const VariationConfig& one : summary.study().sweep.variations)
    if (one.key != x_key)
      changes.push_back({one.key, texts_in(*summary.column(one.key), key_literal).at(summary_row)});
  std::vector<double> values, theories;
  for (const Row& row : rows) {
    if (row.curve != curve) continue;
    values.push_back(row.x);
    theories.push_back(row.theory);
  }
  const TheoryCurves curves(values, [&](const std::string& value) {
    std::vector<Override> all = changes;
    all.push_back({x_key, value});
    return sweep_point(summary.study(), all);
  });
  const std::vector<double>* theory = curves.curve(y, values, theories);
  for (std::size_t i = 0; theory != nullptr && i < theory->size(); ++i)
    smooth.push_back({curve, curves.x()[i], kNaN, kNaN, (*theory)[i], kNaN});
}

}  // namespace

Figure draw_curves(const fs::path& folder, const CurveChoice& choice, FigureFormat format,
                   FigureStyle style, const StopDrawing& stop) {
  const SweepSummary summary(folder);
  const std::string x_key = summary.key("--x", choice.x);
  std::vector<std::string> by;
  if (choice.by)
    by.push_back(summary.key("--by", *choice.by));
  else
    for (const VariationConfig& one : summary.study().sweep.variations)
      if (one.key != x_key) by.push_back(one.key);
  const Table::Column& y = summary.observable(choice.y);
  const std::vector<double> x = numbers_in(summary.column(x_key)), values = numbers_in(&y),
                            errors = numbers_in(summary.column(choice.y + "_error")),
                            theories = numbers_in(summary.column(choice.y + "_theory")),
                            zs = numbers_in(summary.column(choice.y + "_z"));
  if (x.empty())
    throw InputError("--x " + choice.x, "has values that are not numbers; allowed: another key");

  std::vector<std::string> names;      // names of the curves, in the order of the table
  std::vector<std::size_t> first_row;  // first row of each curve in the table
  std::vector<Row> rows;
  for (const std::string& name : curve_names(summary, by, x.size())) {
    const auto found = std::find(names.begin(), names.end(), name);
    const auto curve = static_cast<std::size_t>(found - names.begin());
    const std::size_t i = rows.size();
    if (found == names.end()) {
      names.push_back(name);
      first_row.push_back(i);
    }
    rows.push_back(
        {curve, x[i], values[i], std::isnan(errors[i]) ? 0 : errors[i], theories[i], zs[i]});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::pair(a.curve, a.x) < std::pair(b.curve, b.x);
  });

  const std::string name = file_name(fmt::format("{}_over_{}", choice.y, choice.x));
  const Table table = table_of(name, rows);
  std::vector<Row> smooth;
  for (std::size_t curve = 0; curve < names.size(); ++curve)
    add_theory(summary, x_key, choice.y, first_row[curve], curve, rows, smooth);
  const RunFolder files = RunFolder::open(folder);
  const auto write = [&](const Table& one) {
    files.write(fs::path("figures") / (one.name + ".csv"),
                [&](std::ostream& stream) { write_csv(stream, one); });
  };
  write(table);
  if (!smooth.empty()) write(table_of(name + "_theory", smooth));
  std::string about = fmt::format(
      "run_title = {}\nx_name = {}\ny_name = {}\ny_unit = {}\ncurves = {}\ntheory_curves = "
      "{}\nhas_theory = {}\n",
      gnuplot_string(summary.study().title), gnuplot_string(words_of_key(x_key).words),
      gnuplot_string(words_of_observable(choice.y)), gnuplot_string(y.unit),
      gnuplot_string(name + ".csv"), gnuplot_string(smooth.empty() ? "" : name + "_theory.csv"),
      std::any_of(theories.begin(), theories.end(), [](double t) { return std::isfinite(t); }) ? 1
                                                                                               : 0);
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    about += fmt::format("curves_{} = {}\n", table.columns[k].name, k + 1);
  about += gnuplot_list("curve", names);
  return draw_figure(files, name, "sweep.gp", about, format, style, stop);
}

std::vector<CurveChoice> main_curves(const fs::path& folder) {
  constexpr std::size_t kMostUnasked = 3;
  const SweepSummary summary(folder);
  const SweepConfig& sweep = summary.study().sweep;
  const std::vector<std::string> shorts = short_names(summary.study());
  std::string x;
  for (std::size_t k = sweep.variations.size(); k-- > 0;)
    if (!numbers_in(summary.column(sweep.variations[k].key)).empty()) x = shorts[k];
  std::vector<std::string> asked, known = summary.observables();
  for (const CheckConfig& check : summary.study().checks) asked.push_back(check.observable);
  if (sweep.until) asked.push_back(sweep.until->observable);
  if (sweep.refine) asked.push_back(*sweep.refine);
  std::vector<CurveChoice> choices;
  if (x.empty()) return choices;
  const auto add = [&](const std::string& name) {
    const auto same = [&](const CurveChoice& one) { return one.y == name; };
    if (std::none_of(choices.begin(), choices.end(), same)) choices.push_back({x, name, {}});
  };
  for (const std::string& name : known)
    if (std::find(asked.begin(), asked.end(), name) != asked.end()) add(name);
  for (const std::string& name : known) {
    const std::vector<double> theories = numbers_in(summary.column(name + "_theory"));
    if (asked.empty() && choices.size() < kMostUnasked &&
        std::any_of(theories.begin(), theories.end(), [](double t) { return std::isfinite(t); }))
      add(name);
  }
  return choices;
}

}  // namespace clausius
