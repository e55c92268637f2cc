#include "overrides.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "clausius/core/text.h"

namespace clausius {

namespace {

/// Keys of one table that say the same thing in different ways: one set from outside replaces the
/// others.
constexpr std::array<std::array<std::string_view, 3>, 3> kAlternatives{
    {{"packing_fraction", "number_density", "size"}, {"measure", "duration"}, {"mass", "density"}}};

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

/// A table with the key "value", whose value is that of the literal `text`, or `text` itself.
toml::table parse_literal(const std::string& text) {
  if (find_deep_key(text)) return toml::table{{"value", text}};
  try {
    toml::table parsed = toml::parse("value = " + text);
    if (parsed.size() == 1) return parsed;
  } catch (const toml::parse_error&) {
    // No literal: a bare word.
  }
  return toml::table{{"value", text}};
}

void apply(toml::table& document, const Override& change, Faults& faults) {
  const auto refuse = [&](std::string message) {
    faults.add(change.option, change.key, std::move(message));
  };
  for (const std::string& text : {change.key, change.value})
    if (const std::size_t at = first_invalid_utf8(text); at < text.size())
      return refuse(
          fmt::format("byte {} of \"{}\" is not UTF-8; allowed: text in UTF-8", at + 1, text));
  const std::vector<std::string> steps = split_key(change.key);
  if (std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.empty(); }))
    return refuse("is no key; allowed: a dotted key such as species.0.count");

  if (steps.size() > kMostSteps)
    return refuse(fmt::format("has {} steps; allowed: at most {}", steps.size(), kMostSteps));

  toml::table literal = parse_literal(change.value);
  toml::node& value = *literal.get("value");
  toml::node* place = &document;
  std::string path;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& step = steps[i];
    const bool is_last = i + 1 == steps.size();
    if (toml::table* table = place->as_table()) {
      path += (path.empty() ? "" : ".") + step;
      if (is_last) {
        for (const auto& group : kAlternatives)
          if (std::find(group.begin(), group.end(), step) != group.end())
            for (std::string_view alternative : group) table->erase(alternative);
        table->insert_or_assign(step, value);
      } else {
        place = table->get(step);
        if (!place) place = &table->insert(step, toml::table{}).first->second;
      }
    } else if (toml::array* list = place->as_array()) {
      const std::optional<std::size_t> index = index_of(step);
      if (!index || *index >= list->size())
        return refuse(fmt::format("{} has {} elements; allowed: an index from 0 to {}", path,
                                  list->size(), static_cast<long>(list->size()) - 1));
      path += '[' + step + ']';
      if (is_last)
        list->replace(list->cbegin() + static_cast<std::ptrdiff_t>(*index), value);
      else
        place = list->get(*index);
    } else {
      return refuse(fmt::format("{} is {} and has no keys; allowed: a key of a study", path,
                                type_name(*place)));
    }
  }
  faults.overridden(path, change.option);
}

}  // namespace

void apply_overrides(toml::table& document, const std::vector<Override>& overrides,
                     Faults& faults) {
  for (const Override& change : overrides) apply(document, change, faults);
}

}  // namespace clausius
