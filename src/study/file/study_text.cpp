#include "study/file/study_text.h"

#include "study/file/sections.h"

namespace clausius {

namespace {

/// A line of a study and what it means.
std::string commented(const std::string& line, const std::string& comment) {
  return fmt::format("{:<34} # {}\n", line, comment);
}

/// A key that is not set, as a comment.
std::string example(const KeyDeclaration& key, const std::string& comment) {
  return commented(fmt::format("# {} = {}", key.key, key.example), comment);
}

std::string heading_of(const SectionEntry& section) {
  if (section.name.empty()) return "";
  return section.is_repeated ? fmt::format("[[{}]]\n", section.name)
                             : fmt::format("[{}]\n", section.name);
}

/// The tables of a section; those that the study does not have are shown as comments. Each key is
/// explained in the first of them.
std::string section_text(const SectionEntry& section, const StudyConfig& study) {
  std::string text;
  const std::string heading = heading_of(section);
  const auto begin = [&](std::string_view mark) {
    if (!heading.empty()) text += fmt::format("\n{}{}", mark, heading);
  };
  const auto comment = [&](const KeyDeclaration& key) {
    return StudyKey{section.name, key.key, key.example, key.meaning, {}, key.standard, {}, {}}
        .comment();
  };
  bool is_first = true;
  for (const KeyLiterals& literals : section.literals(study)) {
    if (literals.empty()) continue;
    begin("");
    for (const KeyDeclaration& key : section.keys) {
      const auto found = literals.find(key.key);
      if (found == literals.end()) {
        if (is_first) text += example(key, comment(key));
        continue;
      }
      const std::string line = fmt::format("{} = {}", key.key, found->second);
      text += is_first ? commented(line, comment(key)) : line + '\n';
    }
    is_first = false;
  }
  if (!is_first) return text;
  begin("# ");
  for (const KeyDeclaration& key : section.keys) text += example(key, comment(key));
  return text;
}

}  // namespace

std::string study_text(const StudyConfig& study) {
  std::string text;
  for (const SectionEntry& section : study_sections()) text += section_text(section, study);
  return text;
}

std::string given_text(const StudyConfig& study) {
  std::string text;
  for (const SectionEntry& section : study_sections())
    for (const KeyLiterals& literals : section.given(study)) {
      if (literals.empty() && !section.is_repeated) continue;
      text += heading_of(section);
      for (const auto& [key, literal] : literals) text += fmt::format("{} = {}\n", key, literal);
    }
  return text;
}

}  // namespace clausius
