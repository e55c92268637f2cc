#pragma once

#include <string>
#include <utility>
#include <vector>

namespace clausius {

/// The keys of a study, written as for `--set` ("species.0.count"), with their values as TOML
/// literals, in the order of the file.
using StudyValues = std::vector<std::pair<std::string, std::string>>;

/// Reads them from TOML text.
/// @throws InputError naming `source` if it is no TOML
StudyValues study_values(const std::string& text, const std::string& source);

/// The value of a key; empty where the study does not set it.
std::string value_of(const StudyValues& study, const std::string& key);

/// A key whose value is not the same in all studies.
struct StudyDifference {
  std::string key;
  std::vector<std::string> values;  ///< in each study; empty where it does not set the key
};

/// All of them, in the order in which the studies set them.
std::vector<StudyDifference> study_differences(const std::vector<StudyValues>& studies);

}  // namespace clausius
