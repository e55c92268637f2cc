#include "sweep/vary_option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "clausius/core/errors.h"
#include "study/file/overrides.h"
#include "study/file/sweep_range.h"
#include "study/file/toml_reader.h"

namespace clausius {

namespace {

/// The texts between the commas of `text` outside quotes and brackets.
std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += c;
  }
  return parts;
}

/// The [[sweep.vary]] table of `key`.
std::string table_of(std::string_view key, const std::string& values) {
  const std::string name = toml_string(key);
  if (SweepRange::is_written(values))
    return fmt::format("{{key = {}, range = {}}}", name, toml_string(values));
  std::vector<std::string> literals = split_at_commas(values);
  for (std::string& one : literals) one = literal_of(one);
  return fmt::format("{{key = {}, values = [{}]}}", name, fmt::join(literals, ", "));
}

/// The option as messages name it: of a long list of values the first few.
std::string name_of_option(const std::string& option) {
  constexpr std::size_t kLongest = 60;
  const std::size_t end =
      option.size() > kLongest ? option.rfind(',', kLongest) : std::string::npos;
  return "--vary " + (end == std::string::npos ? option : option.substr(0, end) + ",...");
}

}  // namespace

std::vector<Override> vary_overrides(const std::vector<std::string>& options) {
  std::vector<Override> overrides;
  if (options.empty()) return overrides;
  std::vector<Problem> problems;
  const std::vector<std::string> none(options.size(), "{}");
  overrides.push_back({"sweep.vary", fmt::format("[{}]", fmt::join(none, ", ")), "--vary"});
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string option = name_of_option(options[i]);
    const std::size_t equals = options[i].find('=');
    if (equals == std::string::npos || equals + 1 == options[i].size())
      problems.push_back({option, 0, 0, "",
                          "has no values; allowed: --vary KEY=FROM:TO:STEP or "
                          "--vary KEY=VALUE,VALUE,..."});
    else
      overrides.push_back({fmt::format("sweep.vary.{}", i),
                           table_of(options[i].substr(0, equals), options[i].substr(equals + 1)),
                           option});
  }
  if (!problems.empty()) throw InputError(problems);
  return overrides;
}

}  // namespace clausius
