#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <system_error>

#include "clausius/core/errors.h"
#include "command.h"
#include "study/file/catalogue.h"
#include "study/file/keys.h"

namespace clausius::app {

namespace {

constexpr const char* kSchemaFile = "study.schema.json";

struct NewOptions {
  std::string name;
  std::string file;
  bool is_short = false;
  bool schema = false;
};

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream)
    throw InputError(file.string(),
                     fmt::format("cannot be written: {}; allowed: a file in a folder that can be "
                                 "written to",
                                 std::generic_category().message(errno)));
}

int execute(const NewOptions& options) {
  std::string text = options.is_short ? short_study(options.name) : commented_study(options.name);
  if (options.schema) text = fmt::format("#:schema ./{}\n{}", kSchemaFile, text);
  if (options.file == "-") {
    if (options.schema)
      throw InputError("--schema",
                       "there is no folder to write the schema to; allowed: a file, not -");
    std::cout << text;
    return kOk;
  }
  const std::filesystem::path file = options.file.empty() ? options.name + ".toml" : options.file;
  std::error_code error;
  if (std::filesystem::exists(file, error))
    throw InputError(file.string(), "exists already; allowed: the name of a new file");
  write(file, text);
  std::cout << file.string() << '\n';
  if (!options.schema) return kOk;
  // One schema, that of this program, serves all studies of a folder.
  const std::filesystem::path schema = file.parent_path() / kSchemaFile;
  write(schema, study_schema());
  std::cout << schema.string() << '\n';
  return kOk;
}

}  // namespace

Command new_command() {
  const auto options = std::make_shared<NewOptions>();
  return {
      "new",
      "Write a built-in study as a file with every key explained",
      {{.name = "NAME",
        .target = &options->name,
        .help = "One of those that list shows",
        .required = true},
       {"FILE", &options->file, "Default: NAME.toml in the current folder; - for standard output"},
       {"--short", &options->is_short, "Only the keys that matter to this study"},
       {"--schema", &options->schema,
        "Write beside it study.schema.json, by which editors complete and explain keys"}},
      [options] { return execute(*options); },
      {{"clausius new restitution", "Write restitution.toml, with every key explained."},
       {"clausius new --short pressure -", "Print the keys that matter to this study."}}};
}

}  // namespace clausius::app
