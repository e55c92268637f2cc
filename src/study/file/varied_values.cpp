#include "study/file/varied_values.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "core/numbers.h"
#include "study/file/beside_observable.h"
#include "study/file/sections.h"

namespace clausius {

namespace {

/// What the numbers of the dotted `key` measure in a study in SI units.
Quantity quantity_of(std::string_view key, const StudyConfig& study) {
  if (!study.si_units) return Quantity::none;
  std::string path;
  std::size_t index = study.checks.size();
  for (const std::string& step : split_key(key))
    if (const auto number = index_of(step))
      index = *number;
    else
      path += (path.empty() ? "" : ".") + step;
  Quantity found = Quantity::none;
  for (const SectionEntry& section : study_sections())
    for (const KeyDeclaration& one : section.keys)
      if (StudyKey{section.name, one.key, {}, {}, {}, {}, {}, {}}.path() == path)
        found = one.allowed.quantity;
  if (!is_of_observable(found)) return found;
  if (index >= study.checks.size()) return Quantity::none;  // a series then says that it is wrong
  return quantity_beside(study.checks[index].observable, found, study);
}

std::string in_si(const toml::node& node, Quantity quantity, int dimensions) {
  if (const toml::array* list = node.as_array()) {
    std::vector<std::string> all;
    for (const toml::node& element : *list) all.push_back(in_si(element, quantity, dimensions));
    return fmt::format("[{}]", fmt::join(all, ", "));
  }
  if (const auto* text = node.as_string(); text && begins_with_number(text->get()))
    if (const ReadQuantity read = read_quantity(text->get(), quantity, dimensions);
        read.wrong.empty())
      return exact_text(read.value);
  return literal(node);
}

/// The unit of a part of a range, with the space before it.
std::string unit_of(const std::string& part) {
  const std::size_t space = part.find(' ');
  if (space != std::string::npos) return part.substr(space);
  const auto letter = std::find_if(part.begin(), part.end(), [](unsigned char c) {
    return c != 'e' && c != 'E' && (std::isalpha(c) != 0 || c >= 0x80);
  });
  return {letter, part.end()};
}

}  // namespace

std::string literal_in_si(const std::string& literal, std::string_view key,
                          const StudyConfig& study) {
  const Quantity quantity = quantity_of(key, study);
  if (quantity == Quantity::none || literal.find('"') == std::string::npos) return literal;
  const toml::table parsed = toml::parse("value = " + literal);
  return in_si(*parsed.get("value"), quantity, study.dimensions);
}

RangeInSi range_in_si(const std::string& range, std::string_view key, const StudyConfig& study) {
  const Quantity quantity = quantity_of(key, study);
  std::vector<std::string> parts(1);
  for (const char c : range)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  const std::string last = unit_of(parts.back());
  if (quantity == Quantity::none || last.empty()) return {range, {}};
  const bool is_of_all = std::all_of(parts.begin(), parts.end() - 1,
                                     [](const std::string& part) { return unit_of(part).empty(); });
  const auto read = [&](const std::string& part) {
    const bool is_step = parts.size() == 3 && &part == &parts.back();
    return read_quantity(is_of_all && &part != &parts.back() ? part + last : part,
                         is_step ? difference_of(quantity) : quantity, study.dimensions);
  };
  std::vector<double> numbers;
  for (const std::string& part : parts) {
    const ReadQuantity one = read(part);
    if (!one.wrong.empty()) return {range, one};
    numbers.push_back(one.value);
  }
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ":") + exact_text(number);
  return {text, {}};
}

}  // namespace clausius
