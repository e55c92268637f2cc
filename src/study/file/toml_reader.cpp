#include "study/file/toml_reader.h"

#include <algorithm>
#include <charconv>

#include "core/numbers.h"
#include "core/text.h"
#include "study/file/keys.h"

namespace clausius {

namespace {

/// Whether `key` is `prefix` or below it.
bool is_within(std::string_view key, std::string_view prefix) {
  return key.substr(0, prefix.size()) == prefix &&
         (key.size() == prefix.size() || key[prefix.size()] == '.' || key[prefix.size()] == '[');
}

/// The keys and tables allowed directly in the table `schema`.
std::vector<std::string_view> known_keys(std::string_view schema) {
  std::vector<std::string_view> known;
  for (const StudyKey& key : study_keys()) {
    std::string_view name = key.key;
    if (key.table != schema) {
      std::string_view below = key.table;
      if (!schema.empty()) {
        if (!is_within(below, schema)) continue;
        below.remove_prefix(schema.size() + 1);
      }
      name = below.substr(0, below.find('.'));
    }
    if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  }
  return known;
}

/// The place of the key `name`, if a table other than `schema` has it.
std::string place_of(std::string_view name, std::string_view schema) {
  for (const StudyKey& key : study_keys())
    if (key.key == name && key.table != schema)
      return key.table.empty() ? std::string(name) : fmt::format("{}.{}", key.table, name);
  return {};
}

/// Names of keys in other programs, and their equivalents here.
struct OtherName {
  std::string_view table, name, instead;
};
constexpr OtherName kOtherNames[] = {
    {"species", "radius", "diameter = 2 × radius"},
    {"species", "number", "count"},
    {"species", "n", "count"},
    {"species", "N", "count"},
    {"box", "length", "size, a list with a length per axis"},
    {"box", "volume", "size, a list with a length per axis"},
    {"box", "density", "number_density or packing_fraction"},
    {"box", "phi", "packing_fraction"},
    {"collisions", "e", "restitution"},
    {"run", "time", "duration"},
    {"run", "steps", "duration beside time_step"},
};

bool is_plural_of(std::string_view plural, std::string_view name) {
  if (name.ends_with('y')) return plural == std::string(name.substr(0, name.size() - 1)) + "ies";
  return plural == std::string(name) + 's';
}

/// Suggestion for the key `name`, which the table of `schema` does not have.
std::string suggestion_for(std::string_view name, std::string_view schema,
                           const std::vector<std::string_view>& known) {
  for (const OtherName& one : kOtherNames)
    if (one.table == schema && one.name == name) return fmt::format("write {}", one.instead);
  // A correctly spelt key of another table is misplaced, not misspelt.
  const std::string place = place_of(name, schema);
  const std::string_view nearest = nearest_words(name, known, 1).front();
  return fmt::format("did you mean \"{}\"?",
                     place.empty() || is_plural_of(nearest, name) ? nearest : place);
}

const toml::table kNoTable;

}  // namespace

std::vector<std::string> split_key(std::string_view key) {
  std::vector<std::string> steps(1);
  for (const char c : key) {
    if (c == '.' || c == '[')
      steps.emplace_back();
    else if (c != ']')
      steps.back() += c;
  }
  return steps;
}

std::optional<std::size_t> index_of(std::string_view step) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (error != std::errc() || end != step.data() + step.size()) return std::nullopt;
  return index;
}

KeyPosition Faults::position(const std::string& key, const toml::source_region& where) const {
  const auto& overridden = written_.overridden;
  for (auto last = overridden.rbegin(); last != overridden.rend(); ++last)
    if (is_within(key, last->first)) return {0, 0, last->second};
  return {static_cast<int>(where.begin.line), static_cast<int>(where.begin.column), ""};
}

std::map<std::string, KeyPosition> Faults::positions() const {
  std::map<std::string, KeyPosition> result;
  const std::function<void(const toml::node&, const std::string&)> visit =
      [&](const toml::node& node, const std::string& path) {
        if (!path.empty()) result[path] = position(path, node.source());
        if (const toml::table* table = node.as_table()) {
          for (const auto& [key, value] : *table)
            visit(value,
                  path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str()));
        } else if (const toml::array* list = node.as_array()) {
          for (std::size_t i = 0; i < list->size(); ++i)
            visit(*list->get(i), fmt::format("{}[{}]", path, i));
        }
      };
  visit(written_.document, "");
  return result;
}

void Faults::add(Problem problem) {
  if (!reported_.emplace(problem.key, problem.message).second) return;
  std::string key;
  bool is_index = false;
  for (const char c : problem.key) {
    is_index = is_index ? c != ']' : c == '[';
    if (!is_index && c != ']') key += c;
  }
  without_indices_.insert(std::move(key));
  at_fault_.insert(problem.key);
  problems_.push_back(std::move(problem));
}

void Faults::add(const std::string& key, const toml::source_region& where, std::string message) {
  const KeyPosition at = position(key, where);
  add({at.option.empty() ? file_ : at.option, at.line, at.column, key, std::move(message)});
}

void Faults::add(const std::string& option, const std::string& key, std::string message) {
  add({option, 0, 0, key, std::move(message)});
}

const toml::node& Faults::place_of(const std::string& key) const {
  const toml::node* place = &written_.document;
  for (const std::string& step : split_key(key)) {
    const toml::node* next = nullptr;
    if (const toml::table* table = place->as_table()) {
      next = table->get(step);
    } else if (const toml::array* list = place->as_array()) {
      const auto index = index_of(step);
      if (index && *index < list->size()) next = list->get(*index);
    }
    if (!next) break;
    place = next;
  }
  return *place;
}

void Faults::at(const std::string& key, std::string message) {
  add(key, place_of(key).source(), std::move(message));
}

void Faults::at_value(const std::string& key, std::string_view wrong, std::string_view allowed) {
  at(key, fmt::format("{} is {}; allowed: {}", literal(place_of(key)), wrong, allowed));
}

bool Faults::has(std::string_view key) const {
  // Below it, in alphabetical order, or above it.
  for (auto one = at_fault_.lower_bound(key); one != at_fault_.end() && one->starts_with(key);
       ++one)
    if (is_within(*one, key)) return true;
  for (std::size_t end = key.find_first_of(".["); end != std::string_view::npos;
       end = key.find_first_of(".[", end + 1))
    if (at_fault_.contains(key.substr(0, end))) return true;
  return false;
}

bool Faults::has_any(std::initializer_list<std::string_view> keys) const {
  return std::any_of(without_indices_.begin(), without_indices_.end(), [&](const std::string& one) {
    return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) {
      return is_within(one, key) || is_within(key, one);
    });
  });
}

void Faults::throw_if_any() {
  if (problems_.empty()) return;
  std::stable_sort(problems_.begin(), problems_.end(), [](const Problem& a, const Problem& b) {
    return std::pair(a.line, a.column) < std::pair(b.line, b.column);
  });
  throw InputError(std::move(problems_));
}

std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string literal(const toml::node& node) {
  if (const auto* list = node.as_array()) {
    std::string result;
    for (const toml::node& element : *list)
      result += (result.empty() ? "" : ", ") + literal(element);
    return '[' + result + ']';
  }
  if (const auto* text = node.as_string()) return toml_string(text->get());
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* number = node.as_floating_point()) return exact_text(number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  return std::string(type_name(node));
}

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number with a fraction";
    case toml::node_type::boolean:
      return "a truth value";
    default:
      return "a date or time";
  }
}

std::optional<toml::source_position> find_deep_key(std::string_view text) {
  std::size_t line = 1, line_begin = 0, steps = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {  // a string, of one line or of several
      const std::string_view triple = text.substr(i, 3);
      const bool is_long = triple == std::string(3, c);
      const std::string end(is_long ? 3 : 1, c);
      for (i += end.size(); i < text.size() && text.substr(i, end.size()) != end; ++i) {
        if (text[i] == '\\' && c == '"') ++i;
        if (i < text.size() && text[i] == '\n') {
          ++line;
          line_begin = i + 1;
          if (!is_long) break;
        }
      }
      i += end.size() - 1;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '\n') {
      ++line;
      line_begin = i + 1;
      steps = 1;
    } else if (std::string_view("=,[]{}").find(c) != std::string_view::npos) {
      steps = 1;
    } else if (c == '.' && ++steps > kMostSteps) {
      return toml::source_position{static_cast<toml::source_index>(line),
                                   static_cast<toml::source_index>(i - line_begin + 1)};
    }
  }
  return std::nullopt;
}

TableReader::TableReader(const toml::table& table, const toml::source_region& where,
                         std::string path, std::string_view schema, Faults& faults)
    : table_(table), where_(where), path_(std::move(path)), schema_(schema), faults_(faults) {}

bool TableReader::is_there() const { return &table_ != &kNoTable; }

std::string TableReader::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::string TableReader::child_schema(std::string_view key) const {
  return schema_.empty() ? std::string(key) : fmt::format("{}.{}", schema_, key);
}

void TableReader::report_unknown_keys() const {
  const std::vector<std::string_view> known = known_keys(schema_);
  for (const auto& [key, value] : table_) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    faults_.add(path(key.str()), key.source(),
                fmt::format("unknown key, {}; allowed: {}",
                            suggestion_for(key.str(), schema_, known), fmt::join(known, ", ")));
  }
}

void TableReader::fault(std::string_view key, std::string message) const {
  const toml::node* value = node(key);
  faults_.add(path(key), value ? value->source() : where_, std::move(message));
}

void TableReader::fault_of(const toml::node& node, const std::string& path, std::string_view wrong,
                           std::string_view allowed) const {
  const bool is_plain = !node.is_table() && !node.is_array_of_tables();
  faults_.add(
      path, node.source(),
      fmt::format("{}is {}; allowed: {}", is_plain ? literal(node) + ' ' : "", wrong, allowed));
}

void TableReader::missing(std::string_view key, std::string_view allowed) const {
  fault(key, fmt::format("is missing; allowed: {}", allowed));
}

std::optional<double> TableReader::number_at(const toml::node& node, const std::string& path,
                                             const NumberRule& rule) const {
  const auto refuse = [&](std::string_view wrong, std::string_view more = "") {
    fault_of(node, path, wrong, rule.allowed + std::string(more));
    return std::nullopt;
  };
  double value = 0;
  if (const auto* text = node.as_string(); text && begins_with_number(text->get())) {
    const ReadQuantity read = rule.read_text(text->get());
    if (!read.wrong.empty()) return refuse(read.wrong, read.allowed);
    value = read.value;
  } else if (node.is_number()) {
    value = *node.value<double>();
  } else {
    return refuse(type_name(node));
  }
  if (!std::isfinite(value)) return refuse("not finite");
  if (!rule.accepts(value)) return refuse("out of range");
  if (!is_tractable(value))
    return refuse("out of range", fmt::format("; other than 0 from {} to {} in magnitude",
                                              kLeastMagnitude, kLargestMagnitude));
  return value;
}

std::optional<double> TableReader::number(std::string_view key, const NumberRule& rule) const {
  const toml::node* value = node(key);
  return value ? number_at(*value, path(key), rule) : std::nullopt;
}

std::optional<std::int64_t> TableReader::integer(std::string_view key, std::int64_t least,
                                                 std::int64_t most,
                                                 const std::string& allowed) const {
  const toml::node* value = node(key);
  if (!value) return std::nullopt;
  if (!value->is_integer()) {
    fault_of(*value, path(key), type_name(*value), allowed);
    return std::nullopt;
  }
  const std::int64_t number = value->as_integer()->get();
  if (number >= least && number <= most) return number;
  fault_of(*value, path(key), "out of range", allowed);
  return std::nullopt;
}

std::optional<bool> TableReader::flag(std::string_view key) const {
  const toml::node* value = node(key);
  if (!value) return std::nullopt;
  if (const auto* boolean = value->as_boolean()) return boolean->get();
  fault_of(*value, path(key), type_name(*value), "true or false");
  return std::nullopt;
}

std::optional<std::string> TableReader::text(std::string_view key, std::string_view allowed) const {
  const toml::node* value = node(key);
  if (!value) return std::nullopt;
  if (const auto* string = value->as_string()) return string->get();
  fault_of(*value, path(key), type_name(*value), allowed);
  return std::nullopt;
}

const toml::array* TableReader::list(const toml::node& node, const std::string& path,
                                     std::size_t size, std::string_view allowed) const {
  const toml::array* elements = node.as_array();
  if (!elements) {
    fault_of(node, path, type_name(node), allowed);
  } else if (elements->size() != size) {
    fault_of(node, path, fmt::format("a list of {}", elements->size()), allowed);
    elements = nullptr;
  }
  return elements;
}

std::optional<std::vector<double>> TableReader::numbers_at(const toml::node& node,
                                                           const std::string& path,
                                                           std::size_t size,
                                                           const NumberRule& rule) const {
  const toml::array* elements = list(node, path, size, rule.allowed);
  if (!elements) return std::nullopt;
  std::vector<double> result;
  for (std::size_t i = 0; i < size; ++i)
    if (const auto number = number_at(*elements->get(i), fmt::format("{}[{}]", path, i), rule))
      result.push_back(*number);
  if (result.size() < size) return std::nullopt;
  return result;
}

std::optional<std::vector<double>> TableReader::numbers(std::string_view key, std::size_t size,
                                                        const NumberRule& rule) const {
  const toml::node* value = node(key);
  return value ? numbers_at(*value, path(key), size, rule) : std::nullopt;
}

std::optional<std::vector<std::string>> TableReader::texts(std::string_view key, std::size_t size,
                                                           std::string_view allowed) const {
  const toml::node* value = node(key);
  const toml::array* elements = value ? list(*value, path(key), size, allowed) : nullptr;
  if (!elements) return std::nullopt;
  std::vector<std::string> result;
  for (std::size_t i = 0; i < size; ++i) {
    const toml::node& element = *elements->get(i);
    if (const auto* string = element.as_string())
      result.push_back(string->get());
    else
      fault_of(element, fmt::format("{}[{}]", path(key), i), type_name(element), allowed);
  }
  if (result.size() < size) return std::nullopt;
  return result;
}

std::vector<TableReader> TableReader::tables(std::string_view key) const {
  const toml::node* value = node(key);
  std::vector<TableReader> result;
  if (!value) return result;
  const toml::array* elements = value->as_array();
  const std::string allowed = fmt::format("tables, each headed [[{}]]", child_schema(key));
  if (!elements) {
    fault_of(*value, path(key), type_name(*value), allowed);
    return result;
  }
  for (std::size_t i = 0; i < elements->size(); ++i) {
    const std::string element_path = fmt::format("{}[{}]", path(key), i);
    if (const toml::table* element = elements->get(i)->as_table())
      result.emplace_back(*element, element->source(), element_path, child_schema(key), faults_);
    else
      fault_of(*elements->get(i), element_path, type_name(*elements->get(i)), allowed);
  }
  return result;
}

TableReader TableReader::table(std::string_view key) const {
  const toml::node* value = node(key);
  const toml::table* inner = value ? value->as_table() : nullptr;
  if (value && !inner)
    fault_of(*value, path(key), type_name(*value), fmt::format("a table, headed [{}]", path(key)));
  return {inner ? *inner : kNoTable, inner ? inner->source() : where_, path(key), child_schema(key),
          faults_};
}

}  // namespace clausius
