#include "study/file/codec.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "core/numbers.h"
#include "core/text.h"
#include "study/file/bitmap_file.h"

namespace clausius {

namespace {

std::string listed(const std::vector<std::string>& elements) {
  return fmt::format("[{}]", fmt::join(elements, ", "));
}

std::string listed(const std::vector<double>& numbers) {
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  for (const double number : numbers) texts.push_back(exact_text(number));
  return listed(texts);
}

NumberRule rule_of(const Range& range, const StudyConfig& study) {
  const auto read_text = [range, si_units = study.si_units,
                          dimensions = study.dimensions](std::string_view text) -> ReadQuantity {
    if (range.quantity == Quantity::none) return {0, "a string", ""};
    if (si_units) return read_quantity(text, range.quantity, dimensions);
    return {0, "a string, and the study is in reduced units",
            "; texts with a unit beside units.system = \"SI\""};
  };
  return {[range](double x) { return range.accepts(x); }, range.allowed(study), read_text};
}

/// The names that a key may refer to.
std::pair<std::vector<std::string>, std::string_view> names(Named named, const StudyConfig& study) {
  std::vector<std::string> all;
  const auto add = [&](const auto& tables) {
    for (const auto& one : tables) all.push_back(one.name);
  };
  switch (named) {
    case Named::species:
      add(study.species);
      return {all, "species"};
    case Named::window:
      add(study.windows);
      return {all, "window"};
    case Named::label:
      add(study.labels);
      return {all, "label"};
    case Named::nothing:
      break;
  }
  return {all, ""};
}

/// The index of the name `text` at `node`.
std::optional<std::size_t> index_of_name(const TableReader& table, const toml::node& node,
                                         const std::string& path, const std::string& text,
                                         const Range& range, const StudyConfig& study) {
  const auto [all, what] = names(range.named, study);
  const auto found = std::find(all.begin(), all.end(), text);
  if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
  table.fault_of(node, path, fmt::format("not a {}", what),
                 Range{.named = range.named}.allowed(study));
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_+-.").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::size_t Range::size(int dimensions) const {
  const auto axes = static_cast<std::size_t>(dimensions);
  switch (length) {
    case Length::per_axis:
      return axes;
    case Length::per_other_axis:
      return axes - 1;
    case Length::per_axis_and_one:
      return axes + 1;
    case Length::two:
      return 2;
    case Length::three:
      return 3;
    case Length::four:
      return 4;
    case Length::none:
      break;
  }
  return 0;
}

std::string Range::allowed(const StudyConfig& study) const {
  if (!words.empty()) return fmt::format(fmt::runtime(words), size(study.dimensions));
  std::vector<std::string> all;
  for (const Word& one : choice) all.push_back(toml_string(one.word));
  if (named != Named::nothing) {
    const auto [given, what] = names(named, study);
    if (given.empty()) return fmt::format("the name of a [[{}]] table", what);
    for (const std::string& name : given) all.push_back(toml_string(name));
  }
  return all.empty() ? fmt::format("a whole number from {} to {}", least, most)
                     : fmt::format("{}", fmt::join(all, ", "));
}

std::string_view Range::word_for(std::int64_t value) const {
  for (const Word& one : choice)
    if (one.value == value) return one.word;
  return {};
}

bool is_read_later(const toml::node& node, const Range& range, const StudyConfig& study) {
  const auto* text = node.as_string();
  return is_of_observable(range.quantity) && study.si_units && text &&
         begins_with_number(text->get());
}

std::optional<double> Codec<double>::read(const TableReader& table, std::string_view key,
                                          const Range& range, const StudyConfig& study) {
  if (table.has(key) && is_read_later(*table.node(key), range, study)) return std::nullopt;
  return table.number(key, rule_of(range, study));
}

std::string Codec<double>::write(double value, const Range&, const StudyConfig&) {
  return exact_text(value);
}

std::optional<std::int64_t> Codec<std::int64_t>::read(const TableReader& table,
                                                      std::string_view key, const Range& range,
                                                      const StudyConfig& study) {
  if (range.choice.empty() && range.named == Named::nothing)
    return table.integer(key, range.least, range.most, range.allowed(study));
  const auto text = table.text(key, range.allowed(study));
  if (!text) return std::nullopt;
  if (range.named != Named::nothing) {
    const auto index = index_of_name(table, *table.node(key), table.path(key), *text, range, study);
    return index ? std::optional(static_cast<std::int64_t>(*index)) : std::nullopt;
  }
  for (const Word& one : range.choice)
    if (one.word == *text) return one.value;
  table.fault_of(*table.node(key), table.path(key), "unknown", range.allowed(study));
  return std::nullopt;
}

std::string Codec<std::int64_t>::write(std::int64_t value, const Range& range,
                                       const StudyConfig& study) {
  if (!range.choice.empty()) return toml_string(range.word_for(value));
  if (range.named == Named::nothing) return std::to_string(value);
  const std::vector<std::string> all = names(range.named, study).first;
  const auto index = static_cast<std::size_t>(value);
  // A study made in code may contain empty references; no name begins so.
  return toml_string(index < all.size() ? all[index] : fmt::format("#{}", value));
}

std::optional<bool> Codec<bool>::read(const TableReader& table, std::string_view key,
                                      const Range& range, const StudyConfig& study) {
  if (range.choice.empty()) return table.flag(key);
  const auto value = Codec<std::int64_t>::read(table, key, range, study);
  return value ? std::optional(*value != 0) : std::nullopt;
}

std::string Codec<bool>::write(bool value, const Range& range, const StudyConfig&) {
  if (range.choice.empty()) return value ? "true" : "false";
  return toml_string(range.word_for(value ? 1 : 0));
}

std::optional<std::string> Codec<std::string>::read(const TableReader& table, std::string_view key,
                                                    const Range& range, const StudyConfig& study) {
  auto text = table.text(key, range.allowed(study));
  if (!text) return std::nullopt;
  if (range.named != Named::nothing)
    index_of_name(table, *table.node(key), table.path(key), *text, range, study);
  if (!range.choice.empty() && std::none_of(range.choice.begin(), range.choice.end(),
                                            [&](const Word& one) { return one.word == *text; }))
    table.fault_of(*table.node(key), table.path(key), "unknown", range.allowed(study));
  if (range.is_name && !is_name(*text))
    table.fault_of(*table.node(key), table.path(key), "not a name", range.allowed(study));
  return text;
}

std::string Codec<std::string>::write(const std::string& value, const Range&, const StudyConfig&) {
  return toml_string(value);
}

std::optional<std::filesystem::path> Codec<std::filesystem::path>::read(const TableReader& table,
                                                                        std::string_view key,
                                                                        const Range& range,
                                                                        const StudyConfig& study) {
  const std::string allowed = range.allowed(study);
  const auto file = table.text(key, allowed);
  if (!file) return std::nullopt;
  std::filesystem::path path =
      std::filesystem::absolute(study.source.parent_path() / *file).lexically_normal();
  std::error_code error;
  const auto fault = [&](const std::string& wrong) {
    table.fault(key, fmt::format("{} {}; allowed: {}", toml_string(*file), wrong, allowed));
  };
  if (!std::filesystem::is_regular_file(path, error))
    fault(fmt::format("is not a file ({})", path.string()));
  else if (access(path.c_str(), R_OK) != 0)
    fault(fmt::format("cannot be read: {}", std::generic_category().message(errno)));
  else if (first_invalid_utf8(path.native()) < path.native().size())
    fault(fmt::format("is in a folder whose name is not UTF-8 ({}), which no study can name",
                      path.string()));
  else
    return path;
  return std::nullopt;
}

std::string Codec<std::filesystem::path>::write(const std::filesystem::path& value, const Range&,
                                                const StudyConfig&) {
  return toml_string(value.string());
}

std::optional<Bitmap> Codec<Bitmap>::read(const TableReader& table, std::string_view key,
                                          const Range& range, const StudyConfig& study) {
  const std::string allowed = range.allowed(study);
  const auto text = table.text(key, allowed);
  if (!text) return std::nullopt;
  try {
    const bool is_drawn = text->find('\n') != std::string::npos;
    Bitmap bitmap =
        is_drawn ? Bitmap::from_text(*text) : read_bitmap(study.source.parent_path() / *text);
    if (bitmap.dark_fraction() == 0) throw std::invalid_argument("nothing in it is dark");
    return bitmap;
  } catch (const std::exception& error) {
    table.fault(key, fmt::format("{}; allowed: {}", error.what(), allowed));
    return std::nullopt;
  }
}

std::string Codec<Bitmap>::write(const Bitmap& value, const Range&, const StudyConfig&) {
  return "\"\"\"\n" + value.text() + "\"\"\"";  // lines of letters that need no escapes
}

std::optional<std::vector<double>> Codec<std::vector<double>>::read(const TableReader& table,
                                                                    std::string_view key,
                                                                    const Range& range,
                                                                    const StudyConfig& study) {
  return table.numbers(key, range.size(study.dimensions), rule_of(range, study));
}

std::string Codec<std::vector<double>>::write(const std::vector<double>& value, const Range&,
                                              const StudyConfig&) {
  return listed(value);
}

bool Codec<std::vector<double>>::is_set(const std::vector<double>& value, const Range& range) {
  return !value.empty() && !(range.zero_is_none && std::all_of(value.begin(), value.end(),
                                                               [](double x) { return x == 0; }));
}

std::optional<std::vector<std::vector<double>>> Codec<std::vector<std::vector<double>>>::read(
    const TableReader& table, std::string_view key, const Range& range, const StudyConfig& study) {
  const std::string allowed = range.allowed(study), path = table.path(key);
  const toml::node& node = *table.node(key);
  const toml::array* list = node.as_array();
  std::vector<std::vector<double>> points;
  const auto fault = [&](std::string_view wrong) { table.fault_of(node, path, wrong, allowed); };
  if (!list)
    fault(type_name(node));
  else if (list->empty())
    fault("empty");
  else if (range.points > 0 && list->size() != range.points)
    fault("a list of another length");
  else
    for (std::size_t i = 0; i < list->size(); ++i)
      if (auto point = table.numbers_at(*list->get(i), fmt::format("{}[{}]", path, i),
                                        range.size(study.dimensions), rule_of(range, study)))
        points.push_back(std::move(*point));
  if (!list || points.empty() || points.size() != list->size()) return std::nullopt;
  return points;
}

std::string Codec<std::vector<std::vector<double>>>::write(
    const std::vector<std::vector<double>>& value, const Range&, const StudyConfig&) {
  std::vector<std::string> points;
  points.reserve(value.size());
  for (const std::vector<double>& point : value) points.push_back(listed(point));
  return listed(points);
}

std::optional<std::vector<std::string>> Codec<std::vector<std::string>>::read(
    const TableReader& table, std::string_view key, const Range& range, const StudyConfig& study) {
  const std::string allowed = range.allowed(study);
  if (!range.is_literal) {
    // Names come in pairs; other texts in lists of any length.
    const toml::array* given = table.node(key)->as_array();
    const std::size_t size =
        range.named == Named::nothing && given != nullptr ? given->size() : std::size_t{2};
    auto texts = table.texts(key, size, allowed);
    if (range.named == Named::nothing) return texts;
    for (std::size_t i = 0; texts && i < texts->size(); ++i)
      index_of_name(table, *table.node(key)->as_array()->get(i),
                    fmt::format("{}[{}]", table.path(key), i), (*texts)[i], range, study);
    return texts;
  }
  const toml::node& node = *table.node(key);
  const toml::array* list = node.as_array();
  if (!list || list->empty()) {
    table.fault_of(node, table.path(key), list ? "empty" : type_name(node), allowed);
    return std::nullopt;
  }
  std::vector<std::string> literals;
  for (const toml::node& value : *list) {
    std::string text = literal(value);
    if (std::find(literals.begin(), literals.end(), text) != literals.end())
      table.fault_of(value, fmt::format("{}[{}]", table.path(key), literals.size()), "there twice",
                     allowed);
    literals.push_back(std::move(text));
  }
  return literals;
}

std::string Codec<std::vector<std::string>>::write(const std::vector<std::string>& value,
                                                   const Range& range, const StudyConfig&) {
  if (range.is_literal) return listed(value);
  std::vector<std::string> texts;
  texts.reserve(value.size());
  for (const std::string& text : value) texts.push_back(toml_string(text));
  return listed(texts);
}

namespace {

constexpr std::string_view kPeriodic = "periodic", kWall = "wall";

}  // namespace

std::optional<std::vector<bool>> Codec<std::vector<bool>>::read(const TableReader& table,
                                                                std::string_view key, const Range&,
                                                                const StudyConfig& study) {
  const auto axes = static_cast<std::size_t>(study.dimensions);
  const std::string allowed =
      fmt::format("\"periodic\", \"wall\", or a list of {} of them", study.dimensions);
  const toml::node& node = *table.node(key);
  const toml::array* list = node.as_array();
  std::vector<std::string> words;
  if (list)
    words = table.texts(key, axes, allowed).value_or(std::vector<std::string>());
  else if (const auto word = table.text(key, allowed))
    words.assign(axes, *word);
  if (words.empty()) return std::nullopt;
  std::vector<bool> periodic(axes, true);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    if (words[axis] != kPeriodic && words[axis] != kWall)
      table.fault_of(list ? *list->get(axis) : node,
                     list ? fmt::format("{}[{}]", table.path(key), axis) : table.path(key),
                     "unknown", allowed);
    periodic[axis] = words[axis] != kWall;
  }
  return periodic;
}

std::string Codec<std::vector<bool>>::write(const std::vector<bool>& value, const Range&,
                                            const StudyConfig&) {
  const auto word = [](bool periodic) { return toml_string(periodic ? kPeriodic : kWall); };
  if (std::find(value.begin(), value.end(), !value.front()) == value.end())
    return word(value.front());
  std::vector<std::string> words;
  words.reserve(value.size());
  for (const bool periodic : value) words.push_back(word(periodic));
  return listed(words);
}

WrittenUntil WrittenUntil::split(const std::string& text) {
  std::istringstream words(text);
  WrittenUntil parts;
  words >> parts.observable >> parts.within;
  std::getline(words, parts.limit);
  std::string_view limit = trimmed(parts.limit);
  parts.is_relative = limit.ends_with('%');
  if (parts.is_relative) limit = trimmed(limit.substr(0, limit.size() - 1));
  parts.limit = std::string(limit);
  return parts;
}

std::optional<UntilConfig> Codec<UntilConfig>::read(const TableReader& table, std::string_view key,
                                                    const Range& range, const StudyConfig& study) {
  const std::string allowed = range.allowed(study);
  const auto text = table.text(key, allowed);
  if (!text) return std::nullopt;
  const auto fault = [&](const std::string& wrong) {
    table.fault_of(*table.node(key), table.path(key), wrong, allowed);
    return std::nullopt;
  };
  const auto [name, within, limit, is_relative] = WrittenUntil::split(*text);
  if (within != "within") return fault("no such limit");
  UntilConfig until{name, 0, is_relative};
  const char* const last = limit.data() + limit.size();
  const auto [end, problem] = std::from_chars(limit.data(), last, until.error);
  const std::string_view unit = trimmed({end, last});
  const bool is_number = problem == std::errc() && std::isnormal(until.error) && until.error > 0;
  if (is_number && (unit.starts_with('%') || (is_relative && !unit.empty())))
    return fault("no such limit");
  if (!is_number) {
    fault(fmt::format("not a number above 0 (\"{}\")", limit));
    until.error = 0;
  } else if (!unit.empty()) {
    if (!study.si_units) return fault("a limit with a unit, and the study is in reduced units");
    until.error = 0;
  }
  return until;
}

std::string Codec<UntilConfig>::write(const UntilConfig& value, const Range&, const StudyConfig&) {
  return toml_string(value.text());
}

}  // namespace clausius
