#include "study_argument.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <iterator>
#include <string_view>
#include <system_error>

#include "core/system/embedded_files.h"
#include "core/text.h"
#include "study/file/catalogue.h"
#include "study/rules/plausibility.h"

namespace clausius::app {

std::vector<Argument> StudyArgument::arguments() {
  return {{.name = "FILE",
           .target = &file,
           .help = "Study file (TOML), the name of a built-in study, or - for standard input",
           .required = true},
          {"--set", &set, "KEY=VALUE in place of the file's; repeatable"}};
}

std::vector<Override> StudyArgument::overrides() const {
  std::vector<Override> result;
  std::vector<Problem> problems;
  for (const std::string& text : set) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      problems.push_back({"--set " + text, 0, 0, "", "has no value; allowed: --set KEY=VALUE"});
    else
      result.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  if (!problems.empty()) throw InputError(problems);
  return result;
}

namespace {

StudyConfig read_study(const std::string& file, const std::vector<Override>& changes) {
  if (file == "-")
    return parse_study(std::string(std::istreambuf_iterator<char>(std::cin), {}), "stdin", changes);
  const auto built_in = embedded_files().find(file + ".toml");
  std::error_code error;
  if (built_in != embedded_files().end() && !std::filesystem::exists(file, error))
    return parse_study(built_in->second, built_in->first, changes);
  if (std::filesystem::path(file).filename() == file && !std::filesystem::exists(file, error)) {
    std::vector<std::string_view> names;
    const std::vector<BuiltInStudy> studies = built_in_studies();
    names.reserve(studies.size());
    for (const BuiltInStudy& one : studies) names.push_back(one.name);
    throw InputError(
        file,
        fmt::format("is neither a file nor a built-in study, did you mean {}?; allowed: a "
                    "study file (TOML), a name that `clausius list` prints, or - for standard "
                    "input",
                    alternatives(nearest_words(file, names, 2))));
  }
  return load_study(file, changes);
}

}  // namespace

StudyConfig StudyArgument::load(const std::vector<Override>& changes) const {
  StudyConfig study = read_study(file, changes);
  for (const std::string& warning : implausible_particles(study)) warn(warning);
  return study;
}

}  // namespace clausius::app
