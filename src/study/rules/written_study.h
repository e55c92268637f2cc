#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "study/file/toml_reader.h"

namespace clausius {

/// Turns a document into a validated study; all others are made by this.
/// @param name, source as StudyConfig has them; files are searched for in the folder of `source`
/// @throws InputError as parse_study(); a document without lines has faults without lines
StudyConfig read_study(WrittenStudy written, const std::string& name,
                       const std::filesystem::path& source, const std::vector<Override>& overrides,
                       const std::vector<MeasurementKind>& also_measured = {});

}  // namespace clausius
