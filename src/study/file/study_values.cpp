#include "study/file/study_values.h"

#include <algorithm>
#include <set>

#include "clausius/core/errors.h"
#include "study/file/toml_reader.h"

namespace clausius {

namespace {

void add_values(const toml::node& node, const std::string& key, StudyValues& values) {
  const auto below = [&key](const std::string& step) {
    return key.empty() ? step : key + '.' + step;
  };
  if (const toml::table* table = node.as_table()) {
    std::vector<std::pair<toml::source_position, std::string>> order;
    for (const auto& [name, value] : *table)
      order.emplace_back(value.source().begin, std::string(name.str()));
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [place, name] : order) add_values(*table->get(name), below(name), values);
    return;
  }
  const toml::array* list = node.as_array();
  if (list != nullptr && !list->empty() && list->is_homogeneous(toml::node_type::table)) {
    for (std::size_t i = 0; i < list->size(); ++i)
      add_values(*list->get(i), below(std::to_string(i)), values);
    return;
  }
  values.emplace_back(key, literal(node));
}

}  // namespace

StudyValues study_values(const std::string& text, const std::string& source) {
  StudyValues values;
  try {
    const toml::table parsed = toml::parse(text);
    add_values(parsed, "", values);
  } catch (const toml::parse_error& error) {
    throw InputError(source, std::string(error.description()));
  }
  return values;
}

std::string value_of(const StudyValues& study, const std::string& key) {
  const auto found = std::find_if(study.begin(), study.end(),
                                  [&key](const auto& one) { return one.first == key; });
  return found == study.end() ? "" : found->second;
}

std::vector<StudyDifference> study_differences(const std::vector<StudyValues>& studies) {
  std::vector<StudyDifference> differences;
  std::set<std::string> seen;
  for (const StudyValues& study : studies)
    for (const auto& [key, value] : study) {
      if (!seen.insert(key).second) continue;
      StudyDifference one{key, {}};
      for (const StudyValues& other : studies) one.values.push_back(value_of(other, key));
      if (std::any_of(one.values.begin(), one.values.end(),
                      [&](const std::string& other) { return other != one.values.front(); }))
        differences.push_back(std::move(one));
    }
  return differences;
}

}  // namespace clausius
