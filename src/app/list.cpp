#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "clausius/study/catalogue.h"
#include "command.h"

namespace clausius::app {

Command list_command() {
  return {"list", "The built-in studies and their questions", {}, [] {
            for (const BuiltInStudy& study : built_in_studies())
              std::cout << fmt::format("{:<12} {}\n{:<12} {}\n", study.name, study.title, "",
                                       study.question);
            return kOk;
          }};
}

}  // namespace clausius::app
