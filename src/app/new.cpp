#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <system_error>

#include "clausius/core/errors.h"
#include "clausius/study/catalogue.h"
#include "command.h"

namespace clausius::app {

namespace {

struct NewOptions {
  std::string name;
  std::string file;
};

int execute(const NewOptions& options) {
  const std::string text = commented_study(options.name);
  const std::string file = options.file.empty() ? options.name + ".toml" : options.file;
  std::error_code error;
  if (std::filesystem::exists(file, error))
    throw InputError({file, 0, 0, "", "exists already; allowed: the name of a new file"});
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream)
    throw InputError({file, 0, 0, "",
                      fmt::format("cannot be written: {}; allowed: a file in a folder that can be "
                                  "written to",
                                  std::generic_category().message(errno))});
  std::cout << file << '\n';
  return kOk;
}

}  // namespace

Command new_command() {
  const auto options = std::make_shared<NewOptions>();
  return {"new",
          "Write a built-in study as a file with every key explained",
          {{.name = "NAME",
            .target = &options->name,
            .help = "One of those that list shows",
            .required = true},
           {"FILE", &options->file, "Default: NAME.toml in the current folder"}},
          [options] { return execute(*options); }};
}

}  // namespace clausius::app
