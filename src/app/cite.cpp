#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "command.h"
#include "core/system/files.h"
#include "core/system/version.h"
#include "report/summary.h"
#include "theory/references.h"

namespace clausius::app {

namespace {

namespace fs = std::filesystem;

/// The summaries of a run, of the cases of its series, or of those of a sweep.
std::vector<fs::path> summaries_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  if (fs::exists(folder / "summary.json")) files.push_back(folder / "summary.json");
  for (const auto& entry : fs::directory_iterator(folder / "cases", error))
    if (fs::exists(entry.path() / "summary.json")) files.push_back(entry.path() / "summary.json");
  return files;
}

/// Sources of the theories with which the results of a run are compared.
std::vector<std::string> sources_in(const fs::path& folder) {
  const std::vector<fs::path> files = summaries_in(folder);
  if (files.empty())
    throw InputError(folder.string(),
                     "has no summary.json; allowed: the folder of a finished run or sweep");
  std::set<std::string> sources;
  for (const fs::path& file : files) {
    try {
      for (const Observable& one : read_summary(read_regular_file(file)).observables)
        if (one.theory) sources.insert(one.source);
    } catch (const std::runtime_error& fault) {
      throw InputError(file.string(), fault.what());
    }
  }
  return {sources.begin(), sources.end()};
}

int execute(const std::optional<std::string>& folder) {
  // The folder is read before anything is printed, because it may have faults.
  const std::vector<Reference> theories =
      folder ? references_in(sources_in(*folder)) : std::vector<Reference>();
  std::cout << fmt::format(
      "@software{{clausius,\n"
      "  author = {{{{The clausius authors}}}},\n"
      "  title = {{clausius: a laboratory for gases of hard particles}},\n"
      "  version = {{{}}},\n"
      "  year = {{2026}},\n"
      "}}\n",
      version());
  for (const Reference& one : theories) std::cout << '\n' << one.bibtex;
  return kOk;
}

}  // namespace

Command cite_command() {
  const auto folder = std::make_shared<std::optional<std::string>>();
  return {"cite",
          "Print BibTeX entries of the program and of the theories with which a run was compared",
          {{"DIR", folder.get(), "Folder of a run or sweep; without it, of the program alone"}},
          [folder] { return execute(*folder); },
          {{"clausius cite", "How to cite the program."},
           {"clausius cite runs/relaxation > theories.bib",
            "The program and the theories with which the results of a run were compared."}}};
}

}  // namespace clausius::app
