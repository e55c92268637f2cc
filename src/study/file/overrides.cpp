#include "study/file/overrides.h"

#include <algorithm>
#include <optional>

#include "core/text.h"
#include "study/file/sections.h"

namespace clausius {

namespace {

/// A table with the key "value", whose value is that of the literal `text`, or `text` itself.
toml::table parse_literal(const std::string& text) {
  if (find_deep_key(text)) return toml::table{{"value", text}};
  try {
    toml::table parsed = toml::parse("value = " + text);
    if (parsed.size() == 1) return parsed;
  } catch (const toml::parse_error&) {
    // Not a literal, so a bare word.
  }
  return toml::table{{"value", text}};
}

void apply(WrittenStudy& written, const Override& change, Faults& faults) {
  const auto refuse = [&](std::string message) {
    faults.add(change.option, change.key, std::move(message));
  };
  for (const std::string& text : {change.key, change.value})
    if (const std::size_t at = first_invalid_utf8(text); at < text.size())
      return refuse(
          fmt::format("byte {} of \"{}\" is not UTF-8; allowed: text in UTF-8", at + 1, text));
  const std::vector<std::string> steps = split_key(change.key);
  if (std::any_of(steps.begin(), steps.end(), [](const auto& step) { return step.empty(); }))
    return refuse("is not a key; allowed: a dotted key such as species.0.count");

  if (steps.size() > kMostSteps)
    return refuse(fmt::format("has {} steps; allowed: at most {}", steps.size(), kMostSteps));

  toml::table literal = parse_literal(change.value);
  toml::node& value = *literal.get("value");
  toml::node* place = &written.document;
  std::string path, section;  // without indices
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& step = steps[i];
    const bool is_last = i + 1 == steps.size();
    if (toml::table* table = place->as_table()) {
      path += (path.empty() ? "" : ".") + step;
      for (const std::string_view alternative : alternatives_of(section, step))
        if (alternative != step) table->erase(alternative);
      if (is_last) {
        table->insert_or_assign(step, value);
      } else {
        place = table->get(step);
        if (!place) place = &table->insert(step, toml::table{}).first->second;
        section += (section.empty() ? "" : ".") + step;
      }
    } else if (toml::array* list = place->as_array()) {
      const std::optional<std::size_t> index = index_of(step);
      if (!index && !list->empty())
        return refuse(fmt::format("{} is a list; allowed: an index before the key, as in {}.0.{}",
                                  path, path, step));
      if (!index || *index >= list->size())
        return refuse(fmt::format("{} has {} element{}; allowed: an index from 0 to {}", path,
                                  list->size(), list->size() == 1 ? "" : "s",
                                  static_cast<long>(list->size()) - 1));
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
  written.overridden.emplace_back(path, change.option);
}

}  // namespace

std::string literal_of(const std::string& text) {
  return literal(*parse_literal(text).get("value"));
}

void apply_overrides(WrittenStudy& written, const std::vector<Override>& overrides,
                     Faults& faults) {
  for (const Override& change : overrides) apply(written, change, faults);
}

}  // namespace clausius
