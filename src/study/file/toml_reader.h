#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"
#include "study/file/quantity.h"

namespace clausius {

/// The steps of a dotted key: "species[0].count" and "species.0.count" have three.
std::vector<std::string> split_key(std::string_view key);
/// The number in `step`.
std::optional<std::size_t> index_of(std::string_view step);

/// A study file as a TOML table, and the values in it that come from options.
class WrittenStudy {
 public:
  toml::table document;
  std::vector<std::pair<std::string, std::string>> overridden;  ///< canonical key, option
};

/// Collects the faults of one study with their places: in the file or in an override.
class Faults {
 public:
  /// @param written must outlive this object
  Faults(std::string file, const WrittenStudy& written)
      : file_(std::move(file)), written_(written) {}

  /// Reports a fault at `where` in the file. Repeated reports are dropped.
  void add(const std::string& key, const toml::source_region& where, std::string message);
  void add(const std::string& option, const std::string& key, std::string message);
  /// Reports a fault at the value of `key` ("species[0].count"), or at the table in which it is
  /// absent.
  void at(const std::string& key, std::string message);
  /// Reports "VALUE is WRONG; allowed: ALLOWED" at the value of `key`.
  void at_value(const std::string& key, std::string_view wrong, std::string_view allowed);
  /// The place of every value of the study.
  [[nodiscard]] std::map<std::string, KeyPosition> positions() const;
  /// Whether there is a fault at `key` ("species[0]") or at anything above or below it.
  [[nodiscard]] bool has(std::string_view key) const;
  /// Whether a fault concerns one of `keys`, in any table of a list: "species.diameter".
  [[nodiscard]] bool has_any(std::initializer_list<std::string_view> keys) const;
  [[nodiscard]] std::size_t count() const { return problems_.size(); }
  /// @throws InputError with all faults in order of lines, if there are any.
  void throw_if_any();

 private:
  [[nodiscard]] KeyPosition position(const std::string& key,
                                     const toml::source_region& where) const;
  /// The value of `key`, or the table in which it is absent.
  [[nodiscard]] const toml::node& place_of(const std::string& key) const;
  void add(Problem problem);

  std::string file_;
  const WrittenStudy& written_;
  std::vector<Problem> problems_;
  std::set<std::string, std::less<>> at_fault_;  ///< faulty keys
  std::set<std::string> without_indices_;        ///< the same without indices
  std::set<std::pair<std::string, std::string>> reported_;
};

/// `node` as a TOML literal that reads back exactly.
std::string literal(const toml::node& node);
/// `text` as a TOML string in quotes.
std::string toml_string(std::string_view text);
/// "a string", "a whole number", "a list" …
std::string_view type_name(const toml::node& node);

/// Largest number of steps of a key: the longest of a study has four, and nesting is no deeper than
/// that.
inline constexpr std::size_t kMostSteps = 32;
/// Place of the first key in the TOML `text` with more steps than that.
std::optional<toml::source_position> find_deep_key(std::string_view text);

/// The numbers that a key accepts.
struct NumberRule {
  std::function<bool(double)> accepts;
  std::string allowed;  ///< in words
  /// Reads a text, such as "1 atm", which begins with a number.
  std::function<ReadQuantity(std::string_view)> read_text;
};

/// Reads one table of a study. Each getter reports faults of its key and then, as for an absent
/// key, returns nothing.
class TableReader {
 public:
  /// @param schema  the table's name in study_keys()
  /// @param where   place at which absent keys are reported
  TableReader(const toml::table& table, const toml::source_region& where, std::string path,
              std::string_view schema, Faults& faults);

  /// Whether the study has this table.
  [[nodiscard]] bool is_there() const;
  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  [[nodiscard]] const toml::node* node(std::string_view key) const { return table_.get(key); }
  [[nodiscard]] std::string path(std::string_view key) const;
  [[nodiscard]] Faults& faults() const { return faults_; }
  [[nodiscard]] bool is_at_fault(std::string_view key) const { return faults_.has(path(key)); }
  /// Reports the keys that no study has in this table.
  void report_unknown_keys() const;

  /// Reports `message` at the value of `key`, or at the table where the key is absent.
  void fault(std::string_view key, std::string message) const;
  /// Reports "VALUE is WRONG; allowed: ALLOWED" at `node`, which has the path `path`.
  void fault_of(const toml::node& node, const std::string& path, std::string_view wrong,
                std::string_view allowed) const;
  void missing(std::string_view key, std::string_view allowed) const;

  std::optional<double> number(std::string_view key, const NumberRule& rule) const;
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most,
                                      const std::string& allowed) const;
  std::optional<bool> flag(std::string_view key) const;  ///< true or false
  std::optional<std::string> text(std::string_view key, std::string_view allowed) const;
  std::optional<std::vector<double>> numbers(std::string_view key, std::size_t size,
                                             const NumberRule& rule) const;
  /// Reports a fault of `node`, which has the path `path`.
  std::optional<std::vector<double>> numbers_at(const toml::node& node, const std::string& path,
                                                std::size_t size, const NumberRule& rule) const;
  std::optional<std::vector<std::string>> texts(std::string_view key, std::size_t size,
                                                std::string_view allowed) const;

  /// The tables of `[[key]]`, each with a reader.
  [[nodiscard]] std::vector<TableReader> tables(std::string_view key) const;
  /// The table `[key]`; an empty one if it is absent or at fault.
  [[nodiscard]] TableReader table(std::string_view key) const;

 private:
  std::optional<double> number_at(const toml::node& node, const std::string& path,
                                  const NumberRule& rule) const;
  [[nodiscard]] std::string child_schema(std::string_view key) const;
  /// `node` as a list if it has `size` elements.
  const toml::array* list(const toml::node& node, const std::string& path, std::size_t size,
                          std::string_view allowed) const;

  const toml::table& table_;
  toml::source_region where_;
  std::string path_;
  std::string schema_;
  Faults& faults_;
};

}  // namespace clausius
