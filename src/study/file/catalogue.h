#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// A study built into the program.
struct BuiltInStudy {
  std::string name;  ///< name of its file, without ".toml"
  std::string title;
  std::string question;  ///< first comment line: the question that the study answers
  std::string topic;     ///< topic, from the comment line "# Topic: …"
  std::string text;      ///< TOML, as it stands in studies/
};

/// Topics of the built-in studies, in the order in which they are shown.
const std::vector<std::string>& study_topics();

/// All built-in studies, by name.
std::vector<BuiltInStudy> built_in_studies();

/// The study in the file `file` or, if there is none, the built-in study of this name.
/// @param else_allowed what the caller accepts beside these two, for the message
/// @param also_measured as load_study
/// @throws InputError as load_study, and if there is neither, with the nearest names
StudyConfig find_study(const std::string& file, const std::vector<Override>& changes,
                       std::string_view else_allowed = "",
                       const std::vector<MeasurementKind>& also_measured = {});

/// The built-in study `name` with every key and its meaning written out.
/// @throws InputError listing the existing names if this name does not exist.
std::string commented_study(const std::string& name);

/// The built-in study `name` as it was written, with only the keys that matter to it.
/// @throws InputError as full_text()
std::string short_study(const std::string& name);

}  // namespace clausius
