#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "clausius/study/catalogue.h"
#include "commands.h"

namespace clausius::app {

Command add_list(CLI::App& program) {
  CLI::App* parser = program.add_subcommand("list", "The built-in studies and their questions");
  return {parser, [] {
            for (const BuiltInStudy& study : built_in_studies())
              std::cout << fmt::format("{:<12} {}\n{:<12} {}\n", study.name, study.title, "",
                                       study.question);
            return kOk;
          }};
}

}  // namespace clausius::app
