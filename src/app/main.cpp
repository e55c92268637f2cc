#include <fmt/format.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/core/version.h"
#include "command.h"

namespace clausius::app {

namespace {

std::string version_text() {
  return fmt::format("clausius {} (commit {}, {})", version(), commit(), compiler());
}

/// CLI11 is seen by this file only: its headers take longer to compile than the rest of the
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
  if (std::holds_alternative<std::vector<std::string>*>(argument.target))
    option->allow_extra_args(false);
  return option;
}

void restrict_values(CLI::Option& option, const Argument& argument) {
  if (std::holds_alternative<Positive>(argument.allowed)) {
    option.check(CLI::PositiveNumber);
  } else if (const auto* range = std::get_if<Between>(&argument.allowed)) {
    if (std::holds_alternative<int*>(argument.target))
      option.check(CLI::Range(static_cast<int>(range->least), static_cast<int>(range->largest)));
    else
      option.check(CLI::Range(range->least, range->largest));
  } else if (const auto* one_of = std::get_if<OneOf>(&argument.allowed)) {
    option.check(CLI::IsMember(one_of->words));
  } else if (const auto* check = std::get_if<Check>(&argument.allowed)) {
    option.check(*check);
  }
}

CLI::App* add_command(CLI::App& program, const Command& command) {
  CLI::App* const parser = program.add_subcommand(command.name, command.summary);
  for (const Argument& argument : command.arguments)
    restrict_values(*add_argument(*parser, argument), argument);
  for (const Argument& argument : command.arguments)
    if (!argument.excludes.empty())
      parser->get_option(argument.name)->excludes(parser->get_option(argument.excludes));
  return parser;
}

int run_program(int argc, char** argv) {
  CLI::App program("clausius: gases of hard particles, event by event, beside theory", "clausius");
  program.set_version_flag("--version", version_text());
  program.require_subcommand(0, 1);
  program.footer(
      "Exit codes: 0 all well, 1 the simulation failed, 2 bad usage or bad input,\n"
      "3 ran but a physics check failed, 130 interrupted.");
  const std::vector<Command> commands{run_command(),   check_command(), plot_command(),
                                      list_command(),  new_command(),   body_command(),
                                      bench_command(), theory_command()};
  std::vector<CLI::App*> parsers;
  parsers.reserve(commands.size());
  for (const Command& command : commands) parsers.push_back(add_command(program, command));
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version end here too, with the parser's code 0; every other code is bad usage.
    return program.exit(error) == 0 ? kOk : kBadInput;
  }
  for (std::size_t k = 0; k < commands.size(); ++k)
    if (parsers[k]->parsed()) return commands[k].execute();
  std::cerr << program.help();
  return kBadInput;
}

}  // namespace

}  // namespace clausius::app

int main(int argc, char** argv) {
  using namespace clausius;
#ifdef __GLIBC__
  // What a sample needs is kept for the next: given back each time, every page of it would cost a
  // fault.
  mallopt(M_MMAP_THRESHOLD, 1 << 25);
  mallopt(M_TRIM_THRESHOLD, 1 << 28);
#endif
  try {
    return app::run_program(argc, argv);
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return app::kBadInput;
  } catch (const std::bad_alloc&) {
    std::cerr << "clausius: out of memory\n";
    return app::kSimulationFailed;
  } catch (const std::exception& error) {
    std::cerr << "clausius: " << error.what() << '\n';
    return app::kSimulationFailed;
  }
}
