#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/study/config.h"

namespace clausius {

/// The results at the points of a sweep (`summary.csv`), or of the cases of a series
/// (`series.csv`): a row for each, with the values of the keys.
class PointTable {
 public:
  /// @throws InputError if `folder` is not that of a sweep or of a series with results
  explicit PointTable(const std::filesystem::path& folder);

  [[nodiscard]] const StudyConfig& study() const { return study_; }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] std::size_t rows() const;

  /// The keys whose values the rows have, and short, unique names of them.
  [[nodiscard]] const std::vector<std::string>& keys() const { return keys_; }
  [[nodiscard]] const std::vector<std::string>& short_names() const { return shorts_; }
  /// The key named `name`, in full or in short.
  /// @throws InputError, naming `option`, if there is no such key
  [[nodiscard]] std::string key(const std::string& option, const std::string& name) const;
  /// Whether the values of a key are numbers.
  [[nodiscard]] bool has_numbers(const std::string& key) const;
  /// The value of a key in a row: for reading, and as a TOML literal.
  [[nodiscard]] std::string text_of(const std::string& key, std::size_t row) const;
  [[nodiscard]] std::string literal_of(const std::string& key, std::size_t row) const;

  /// The observables, in the order of the table.
  [[nodiscard]] std::vector<std::string> observables() const;
  /// The column of an observable.
  /// @throws InputError, naming the option --y, if it was not measured
  [[nodiscard]] const Table::Column& observable(const std::string& name) const;
  /// Whether an observable has a theory at any point.
  [[nodiscard]] bool has_theory(const std::string& name) const;

  /// The study at a point, with these keys changed.
  [[nodiscard]] StudyConfig study_at(const std::vector<Override>& changes) const;

 private:
  [[nodiscard]] const Table::Column* column(const std::string& name) const;

  StudyConfig study_;
  std::filesystem::path file_;
  std::vector<std::string> keys_, shorts_;
  Table table_;
};

/// A value of a key as a TOML literal; a whole number may be that of a key that takes no others.
std::string key_literal(double value);

/// The numbers of a column; none if it is missing or holds texts.
std::vector<double> numbers_in(const Table::Column* column);

}  // namespace clausius
