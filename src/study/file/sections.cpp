#include "study/file/sections.h"

#include <algorithm>

namespace clausius {

// To add a section: its struct in clausius/study/sections.h, its declaration in sections/, a line
// here. Sections are read, resolved, checked and written in this order.
const std::vector<SectionEntry>& study_sections() {
  static const std::vector<SectionEntry> all{
      head_section(),       units_section(), box_section(),      species_section(),
      collisions_section(), pair_section(),  initial_section(),  particle_section(),
      run_section(),        wall_section(),  obstacle_section(), drive_section(),
      window_section(),     label_section(), relabel_section(),  check_section(),
      series_section(),     fit_section(),   sweep_section(),    variation_section()};
  return all;
}

std::vector<std::string_view> alternatives_of(std::string_view section, std::string_view key) {
  std::vector<std::string_view> all;
  for (const SectionEntry& one : study_sections())
    if (one.name == section && one.alternatives.contains(key))
      all.assign(one.alternatives.keys.begin(), one.alternatives.keys.end());
  std::erase(all, std::string_view());
  return all;
}

namespace {

std::string needs_of(const Needs& needs) {
  std::string words = needs.in_words();
  if (!needs.is_required) return words;
  return words.empty() ? "required" : "required, " + words;
}

}  // namespace

const std::vector<StudyKey>& study_keys() {
  static const std::vector<StudyKey> keys = [] {
    std::vector<StudyKey> all;
    const StudyConfig study{};
    for (const SectionEntry& section : study_sections())
      for (const KeyDeclaration& key : section.keys)
        all.push_back({section.name, key.key, key.example, key.meaning, key.allowed.allowed(study),
                       key.standard, needs_of(key.needs), key.allowed.quantity, key.label.words,
                       key.label.symbol});
    return all;
  }();
  return keys;
}

std::string StudyKey::path() const {
  return table.empty() ? std::string(key) : fmt::format("{}.{}", table, key);
}

std::string StudyKey::unit() const {
  if (is_of_observable(quantity)) return "that of the observable";
  const std::string_view space = si_unit(quantity, 3), plane = si_unit(quantity, 2);
  return space == plane ? std::string(space) : fmt::format("{}, disks {}", space, plane);
}

std::string StudyKey::comment() const {
  return standard.empty() ? std::string(meaning)
                          : fmt::format("{} Default: {}.", meaning, standard);
}

bool Alternatives::contains(std::string_view key) const {
  return !key.empty() && std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string Alternatives::in_words() const {
  std::string words;
  for (const std::string_view key : keys)
    if (!key.empty()) words += (words.empty() ? "" : ", ") + std::string(key);
  return (is_required ? "exactly one of " : "one of ") + words;
}

std::string Needs::in_words() const {
  if (!text.empty()) return "only with " + std::string(text);
  if (key.empty()) return "";
  std::string words = is_absent ? "only without " : "only with ";
  words += key;
  for (const std::string_view word : this->words)
    if (!word.empty()) words += (word == this->words[0] ? " = " : " or ") + toml_string(word);
  return words;
}

void check_alternatives(const TableReader& table, const Alternatives& alternatives) {
  std::string_view first;
  for (const std::string_view key : alternatives.keys) {
    if (key.empty() || !table.has(key)) continue;
    if (first.empty())
      first = key;
    else
      table.fault(key, fmt::format("given beside {}; allowed: {}", first, alternatives.in_words()));
  }
  if (first.empty() && alternatives.is_required)
    table.missing(alternatives.keys[0], alternatives.in_words());
}

namespace section_detail {

TableReader table_of(const TableReader& root, std::string_view name) {
  return name.empty() ? root : root.table(name);
}

std::vector<TableReader> tables_of(const TableReader& root, std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return root.tables(name);
  return root.table(name.substr(0, dot)).tables(name.substr(dot + 1));
}

}  // namespace section_detail

}  // namespace clausius
