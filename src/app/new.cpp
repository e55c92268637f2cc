#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <memory>
#include <system_error>

#include "clausius/core/errors.h"
#include "clausius/study/catalogue.h"
#include "commands.h"

namespace clausius::app {

namespace {

struct Options {
  std::string name;
  std::string file;
};

int execute(const Options& options) {
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

Command add_new(CLI::App& program) {
  CLI::App* parser =
      program.add_subcommand("new", "Write a built-in study as a file with every key explained");
  const auto options = std::make_shared<Options>();
  parser->add_option("NAME", options->name, "One of those that list shows")->required();
  parser->add_option("FILE", options->file, "Default: NAME.toml in the current folder");
  return {parser, [options] { return execute(*options); }};
}

}  // namespace clausius::app
