#include "program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <functional>
#include <ios>
#include <iostream>
#include <new>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"
#include "command.h"
#include "core/numbers.h"
#include "core/system/version.h"
#include "core/text.h"
#include "memory_reserve.h"

namespace clausius::app {

namespace {

std::string version_text() {
  return fmt::format("clausius {} (commit {}, {}, {})", version(), commit(), compiler(), build());
}

/// Only this file includes CLI11, whose headers take longer to compile than the rest of the
/// program.
CLI::Option* add_argument(CLI::App& parser, const Argument& argument) {
  CLI::Option* const option = std::visit(
      [&](auto* target) {
        if constexpr (std::is_same_v<decltype(target), bool*>)
          return parser.add_flag(argument.name, *target, argument.help);
        else
          return parser.add_option(argument.name, *target, argument.help);
      },
      argument.target);
  option->required(argument.required);
  if (is_repeated(argument) && !is_positional(argument)) option->allow_extra_args(false);
  return option;
}

/// A check that the text of a value is a number for which `accepts` holds: unlike CLI11's own, it
/// refuses NaN. Text that is not a number is refused by the type of the target.
template <class Accepts>
std::function<std::string(const std::string&)> number_check(const Accepts& accepts,
                                                            std::string allowed) {
  return [accepts, allowed = std::move(allowed)](const std::string& text) -> std::string {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value) || accepts(value)) return {};
    return fmt::format("{} is out of range; allowed: {}", text, allowed);
  };
}

void restrict_values(CLI::Option& option, const Argument& argument) {
  if (std::holds_alternative<Positive>(argument.allowed)) {
    option.check(
        number_check([](double x) { return x > 0 && is_tractable(x); },
                     fmt::format("a number from {} to {}", kLeastMagnitude, kLargestMagnitude)));
  } else if (const auto* range = std::get_if<Between>(&argument.allowed)) {
    option.check(
        number_check([range = *range](double x) { return x >= range.least && x <= range.largest; },
                     fmt::format("a number from {} to {}", range->least, range->largest)));
  } else if (const auto* one_of = std::get_if<OneOf>(&argument.allowed)) {
    option.check(CLI::Validator(
        [words = one_of->words](const std::string& text) -> std::string {
          if (std::find(words.begin(), words.end(), text) != words.end()) return {};
          return fmt::format("\"{}\" is unknown; allowed: {}", text, fmt::join(words, ", "));
        },
        ""));
    option.type_name(fmt::format("{}", fmt::join(one_of->words, ", ")));
  } else if (const auto* check = std::get_if<Check>(&argument.allowed)) {
    option.check(*check);
  }
}

CLI::App* add_command(CLI::App& program, const Command& command) {
  CLI::App* const parser = program.add_subcommand(command.name, command.summary);
  std::string examples = "Examples:";
  for (const Example& one : command.examples)
    examples += fmt::format("\n  {}\n      {}", one.line, one.meaning);
  examples += "\n\n" + program.get_footer();
  if (!command.examples.empty()) parser->footer(examples);
  for (const Argument& argument : command.arguments)
    restrict_values(*add_argument(*parser, argument), argument);
  for (const Argument& argument : command.arguments) {
    CLI::Option& option = *parser->get_option(argument.name);
    if (!argument.excludes.empty()) option.excludes(parser->get_option(argument.excludes));
    if (!argument.needs.empty()) option.needs(parser->get_option(argument.needs));
  }
  return parser;
}

/// @throws InputError if the first word of the command line is neither an option nor a command
void check_command(std::string_view word, const std::vector<Command>& commands) {
  std::vector<std::string_view> names;
  names.reserve(commands.size());
  for (const Command& command : commands) names.push_back(command.name);
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  throw InputError(
      "clausius", fmt::format("\"{}\" is not a command, did you mean {}?; allowed: {}", word,
                              alternatives(nearest_words(word, names, 2)), fmt::join(names, ", ")));
}

int run_program(int argc, char** argv) {
  CLI::App program(fmt::format("clausius: {}", kSlogan), "clausius");
  program.set_version_flag("--version", version_text());
  program.require_subcommand(0, 1);
  std::string footer = "Exit codes:";
  for (const auto& [code, meaning] : exit_codes())
    footer += fmt::format("\n  {:>3}  {}", static_cast<int>(code), meaning);
  program.footer(footer);
  const std::vector<Command> commands = all_commands();
  if (argc > 1) check_command(argv[1], commands);
  std::vector<CLI::App*> parsers;
  parsers.reserve(commands.size());
  for (const Command& command : commands) parsers.push_back(add_command(program, command));
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version end here too, with the parser's code 0; every other code is bad usage.
    std::ostringstream message;
    const bool good = program.exit(error, std::cout, message) == 0;
    constexpr std::size_t kLongest = 3000;
    std::cerr << printable(shortened(message.str(), kLongest), "\n");
    return good ? kOk : kBadInput;
  }
  for (std::size_t k = 0; k < commands.size(); ++k)
    if (parsers[k]->parsed()) return commands[k].execute();
  std::cerr << program.help();
  return kBadInput;
}

/// Opens the standard streams that are closed, so that no file of a run takes their place. Using
/// them still fails.
void occupy_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0)
      (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

int carry_out(int argc, char** argv) {
#ifdef __GLIBC__
  // Memory of a sample is kept for the next one: if it were released each time, every page of it
  // would cost a page fault.
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
#endif
  occupy_standard_streams();
  // A closed output, of messages too, does not end a run.
  std::signal(SIGPIPE, SIG_IGN);
  std::cout.exceptions(std::ios::badbit);
  try {
    keep_memory_for_errors();
    const int code = run_program(argc, argv);
    std::cout.flush();
    return code;
  } catch (const std::ios_base::failure&) {
    const int reason = errno;
    std::cout.exceptions(std::ios::goodbit);  // messages flush it
    // The reader of a pipe may close it early.
    if (reason != EPIPE)
      std::cerr << "clausius: standard output: cannot be written: " << std::strerror(reason)
                << '\n';
    return kSimulationFailed;
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return kBadInput;
  } catch (const std::bad_alloc&) {
    std::cerr << "clausius: out of memory\n";
    return kSimulationFailed;
  } catch (const std::exception& error) {
    std::cerr << "clausius: " << printable(error.what(), "\n") << '\n';
    return kSimulationFailed;
  }
}

}  // namespace clausius::app
