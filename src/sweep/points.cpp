#include "sweep/points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <variant>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/numbers.h"
#include "core/text.h"
#include "report/csv.h"
#include "study/results/observable_columns.h"
#include "sweep/plan.h"

namespace clausius {

namespace fs = std::filesystem;

PointTable::PointTable(const fs::path& folder)
    : study_(load_study(RunFolder::open(folder).path() / "study.toml", {})) {
  if (study_.is_sweep()) {
    file_ = folder / "summary.csv";
    for (const VariationConfig& one : study_.sweep.variations) keys_.push_back(one.key);
    shorts_ = clausius::short_names(study_);
  } else if (!study_.series.key.empty()) {
    file_ = folder / "series.csv";
    const std::string& key = study_.series.key;
    keys_ = {key};
    shorts_ = {key.substr(key.rfind('.') + 1)};
  } else {
    throw InputError(folder.string(),
                     "is the folder of a single run; allowed: that of a sweep or of a series");
  }
  try {
    table_ = read_csv(file_);
  } catch (const std::runtime_error& fault) {
    throw InputError(folder.string(), fmt::format("has no results: {}", fault.what()));
  }
}

std::size_t PointTable::rows() const {
  return std::visit([](const auto& values) { return values.size(); },
                    table_.columns.front().values);
}

std::string PointTable::key(const std::string& option, const std::string& name) const {
  for (std::size_t k = 0; k < keys_.size(); ++k)
    if (name == shorts_[k] || name == keys_[k]) return keys_[k];
  throw InputError(option + ' ' + name,
                   fmt::format("is not varied; allowed: {}", fmt::join(keys_, ", ")));
}

bool PointTable::has_numbers(const std::string& key) const {
  return !numbers_in(column(key)).empty();
}

std::string PointTable::text_of(const std::string& key, std::size_t row) const {
  const std::vector<double> numbers = numbers_in(column(key));
  return numbers.empty()
             ? plain_text(std::get<std::vector<std::string>>(column(key)->values).at(row))
             : short_text(numbers.at(row));
}

std::string PointTable::literal_of(const std::string& key, std::size_t row) const {
  const std::vector<double> numbers = numbers_in(column(key));
  return numbers.empty() ? text_of(key, row) : key_literal(numbers.at(row));
}

const Table::Column* PointTable::column(const std::string& name) const {
  return find_column(table_, name);
}

std::vector<std::string> PointTable::observables() const {
  std::vector<std::string> names;
  for (const Table::Column& one : table_.columns)
    if (column(one.name + "_theory") != nullptr) names.push_back(one.name);
  return names;
}

const Table::Column& PointTable::observable(const std::string& name) const {
  const std::vector<std::string> known = observables();
  if (std::find(known.begin(), known.end(), name) != known.end()) return *column(name);
  throw InputError("--y " + name,
                   fmt::format("was not measured, did you mean {}?; allowed: an observable of {}",
                               alternatives(nearest_words(name, {known.begin(), known.end()}, 3)),
                               file_.string()));
}

bool PointTable::has_theory(const std::string& name) const {
  const std::vector<double> theories = numbers_in(column(name + "_theory"));
  return std::any_of(theories.begin(), theories.end(), [](double t) { return std::isfinite(t); });
}

StudyConfig PointTable::study_at(const std::vector<Override>& changes) const {
  if (study_.is_sweep()) return sweep_point(study_, changes);
  return series_case(study_, changes.front().value);
}

std::string key_literal(double value) {
  constexpr double kFits = 1e15;
  const bool is_whole = value == std::round(value) && std::abs(value) < kFits;
  return is_whole ? fmt::format("{:.0f}", value) : exact_text(value);
}

std::vector<double> numbers_in(const Table::Column* column) {
  if (column == nullptr) return {};
  if (const auto* numbers = std::get_if<std::vector<double>>(&column->values)) return *numbers;
  if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&column->values))
    return {whole->begin(), whole->end()};
  return {};
}

}  // namespace clausius
