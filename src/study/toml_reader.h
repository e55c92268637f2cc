#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"
#include "clausius/study/keys.h"

namespace clausius {

/// Collects the faults of one study and knows where each stands: in the file or in an override.
class Faults {
 public:
  explicit Faults(std::string file) : file_(std::move(file)) {}

  /// From now on faults of `key` (canonical: "species[0].count") and below stand in `option`.
  void overridden(std::string key, std::string option);
  void add(const std::string& key, const toml::source_region& where, std::string message);
  void add(const std::string& option, const std::string& key, std::string message);
  /// Where every value of `document` stands.
  [[nodiscard]] std::map<std::string, KeyPosition> positions(const toml::table& document) const;
  [[nodiscard]] std::size_t count() const { return problems_.size(); }
  /// @throws InputError with all of them in order of lines, if there are any.
  void throw_if_any();

 private:
  [[nodiscard]] KeyPosition position(const std::string& key,
                                     const toml::source_region& where) const;

  std::string file_;
  std::vector<std::pair<std::string, std::string>> overridden_;  ///< key, option
  std::vector<Problem> problems_;
};

/// `node` as a TOML literal that reads back exactly.
std::string literal(const toml::node& node);
/// `text` as a TOML string in quotes.
std::string toml_string(std::string_view text);
/// "a string", "a whole number", "a list" …
std::string_view type_name(const toml::node& node);

/// Steps of a key: the longest of a study has four, and what is read is as deep as its longest key.
inline constexpr std::size_t kMostSteps = 32;
/// Where in the TOML `text` the first key of more steps than that is.
std::optional<toml::source_position> find_deep_key(std::string_view text);

/// Reads one table of a study. Each getter reports what is wrong with its key and then, as where
/// the key is absent, returns nothing. Keys no study may have are reported at once.
class TableReader {
 public:
  /// @param schema  the table's name in study_keys()
  /// @param where   where to report absent keys
  TableReader(const toml::table& table, const toml::source_region& where, std::string path,
              std::string_view schema, Faults& faults);

  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  [[nodiscard]] const toml::node* node(std::string_view key) const { return table_.get(key); }
  [[nodiscard]] std::string path(std::string_view key) const;

  /// Reports `message` at the value of `key`, or at the table where the key is absent.
  void fault(std::string_view key, std::string message) const;
  /// "VALUE is WRONG; allowed: ALLOWED" at `node`, which stands at `path`.
  void fault_of(const toml::node& node, const std::string& path, std::string_view wrong,
                std::string_view allowed) const;
  void missing(std::string_view key, std::string_view allowed) const;

  using Accepts = std::function<bool(double)>;
  std::optional<double> number(std::string_view key, const Accepts& accepts,
                               std::string_view allowed) const;
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t least,
                                      std::int64_t most) const;
  std::optional<bool> flag(std::string_view key) const;  ///< true or false
  std::optional<std::string> text(std::string_view key, std::string_view allowed) const;
  std::optional<std::vector<double>> numbers(std::string_view key, std::size_t size,
                                             const Accepts& accepts,
                                             std::string_view allowed) const;
  /// The same for `node`, which stands at `path`.
  std::optional<std::vector<double>> numbers_at(const toml::node& node, const std::string& path,
                                                std::size_t size, const Accepts& accepts,
                                                std::string_view allowed) const;
  std::optional<std::vector<std::string>> texts(std::string_view key, std::size_t size,
                                                std::string_view allowed) const;

  template <class Enum, std::size_t N>
  std::optional<Enum> choice(std::string_view key, const Words<Enum, N>& words) const {
    std::string allowed;
    for (const auto& [word, value] : words)
      allowed += (allowed.empty() ? "" : ", ") + toml_string(word);
    const std::optional<std::string> given = text(key, allowed);
    if (!given) return std::nullopt;
    for (const auto& [word, value] : words)
      if (word == *given) return value;
    fault_of(*node(key), path(key), "unknown", allowed);
    return std::nullopt;
  }

  /// The tables of `[[key]]`, each with a reader.
  [[nodiscard]] std::vector<TableReader> tables(std::string_view key) const;
  /// The table `[key]`; an empty one where it is absent or at fault.
  [[nodiscard]] TableReader table(std::string_view key) const;

 private:
  std::optional<double> number_at(const toml::node& node, const std::string& path,
                                  const Accepts& accepts, std::string_view allowed) const;
  [[nodiscard]] std::string child_schema(std::string_view key) const;
  /// `node` as a list if it has `size` elements.
  const toml::array* list(const toml::node& node, const std::string& path, std::size_t size,
                          std::string_view allowed) const;
  void report_unknown_keys() const;

  const toml::table& table_;
  toml::source_region where_;
  std::string path_;
  std::string schema_;
  Faults& faults_;
};

}  // namespace clausius
