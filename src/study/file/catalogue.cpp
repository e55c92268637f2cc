#include "study/file/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "clausius/core/errors.h"
#include "core/system/embedded_files.h"
#include "core/text.h"

namespace clausius {

namespace {

constexpr std::string_view kExtension = ".toml";

/// Comment lines at the beginning of `text`.
std::string head_comment(const std::string& text) {
  std::istringstream lines(text);
  std::string head;
  for (std::string line; std::getline(lines, line) && !line.empty() && line.front() == '#';)
    head += line + '\n';
  return head;
}

std::string first_line_of_comment(const std::string& head) {
  const std::string line = head.substr(0, head.find('\n'));
  const std::size_t begin = line.find_first_not_of("# ");
  return begin == std::string::npos ? "" : line.substr(begin);
}

std::string topic_in(const std::string& head) {
  constexpr std::string_view kTopic = "\n# Topic: ";
  const std::size_t begin = head.find(kTopic);
  if (begin == std::string::npos) return "";
  const std::size_t end = head.find('\n', begin + kTopic.size());
  return head.substr(begin + kTopic.size(), end - begin - kTopic.size());
}

}  // namespace

const std::vector<std::string>& study_topics() {
  static const std::vector<std::string> topics{
      "Velocities, from collisions to Maxwell and Boltzmann",
      "Energy that is lost",
      "Pressure, structure and flights",
      "Transport",
      "Walls, gravity and pistons",
      "Bodies with a shape",
      "Parcels of gas",
      "Time, memory and chance",
      "Method",
      "Sweeps"};
  return topics;
}

std::vector<BuiltInStudy> built_in_studies() {
  std::vector<BuiltInStudy> studies;
  for (const auto& [file, text] : embedded_files()) {
    if (!file.ends_with(kExtension)) continue;
    const std::string head = head_comment(text);
    studies.push_back({file.substr(0, file.size() - kExtension.size()),
                       parse_study(text, file, {}).title, first_line_of_comment(head),
                       topic_in(head), text});
  }
  return studies;
}

StudyConfig find_study(const std::string& file, const std::vector<Override>& changes,
                       std::string_view else_allowed,
                       const std::vector<MeasurementKind>& also_measured) {
  std::error_code error;
  const std::filesystem::path path = file;
  if (path.filename() != path || std::filesystem::exists(path, error))
    return load_study(path, changes, also_measured);
  const auto built_in = embedded_files().find(file + std::string(kExtension));
  if (built_in != embedded_files().end())
    return parse_study(built_in->second, built_in->first, changes, also_measured);
  std::vector<std::string_view> names;
  const std::vector<BuiltInStudy> studies = built_in_studies();
  names.reserve(studies.size());
  for (const BuiltInStudy& one : studies) names.push_back(one.name);
  constexpr std::string_view kFile = "a study file (TOML)",
                             kName = "a name that `clausius list` prints";
  throw InputError(
      file,
      fmt::format("is neither a file nor a built-in study, did you mean {}?; allowed: {}",
                  alternatives(nearest_words(file, names, 2)),
                  else_allowed.empty() ? fmt::format("{} or {}", kFile, kName)
                                       : fmt::format("{}, {}, or {}", kFile, kName, else_allowed)));
}

namespace {

BuiltInStudy study_of_name(const std::string& name) {
  const std::vector<BuiltInStudy> studies = built_in_studies();
  const auto study = std::find_if(studies.begin(), studies.end(),
                                  [&](const BuiltInStudy& one) { return one.name == name; });
  if (study == studies.end()) {
    std::vector<std::string> names(studies.size());
    std::transform(studies.begin(), studies.end(), names.begin(),
                   [](const BuiltInStudy& one) { return one.name; });
    throw InputError(
        name, fmt::format("no built-in study of this name; allowed: {}", fmt::join(names, ", ")));
  }
  return *study;
}

}  // namespace

std::string commented_study(const std::string& name) {
  const BuiltInStudy study = study_of_name(name);
  return head_comment(study.text) + parse_study(study.text, name + ".toml", {}).resolved_toml;
}

std::string short_study(const std::string& name) { return study_of_name(name).text; }

}  // namespace clausius
