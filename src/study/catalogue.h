#pragma once

#include <string>
#include <vector>

namespace clausius {

/// A study built into the program.
struct BuiltInStudy {
  std::string name;  ///< of its file, without ".toml"
  std::string title;
  std::string question;  ///< the first comment line: what the study answers
  std::string topic;     ///< of the comment line "# Topic: …"
  std::string text;      ///< TOML, as it stands in studies/
};

/// The topics of the built-in studies, in the order in which they are shown.
const std::vector<std::string>& study_topics();

/// All of them, by name.
std::vector<BuiltInStudy> built_in_studies();

/// The built-in study `name` with every key and its meaning written out.
/// @throws InputError naming those there are, if there is none of this name.
std::string commented_study(const std::string& name);

/// The built-in study `name` as it was written, with the keys that matter to it and no others.
/// @throws InputError likewise
std::string short_study(const std::string& name);

}  // namespace clausius
