#include "study_argument.h"

#include <iostream>
#include <iterator>

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
  return find_study(file, changes, "- for standard input");
}

}  // namespace

StudyConfig StudyArgument::load(const std::vector<Override>& changes) const {
  StudyConfig study = read_study(file, changes);
  for (const std::string& warning : implausible_particles(study)) warn(warning);
  return study;
}

}  // namespace clausius::app
