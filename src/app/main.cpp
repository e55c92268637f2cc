#include <fmt/format.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <exception>
#include <iostream>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/core/version.h"
#include "commands.h"

namespace clausius::app {

namespace {

std::string version_text() {
  return fmt::format("clausius {} (commit {}, {})", version(), commit(), compiler());
}

int run_program(int argc, char** argv) {
  CLI::App program("clausius: gases of hard particles, event by event, beside theory", "clausius");
  program.set_version_flag("--version", version_text());
  program.require_subcommand(0, 1);
  program.footer(
      "Exit codes: 0 all well, 1 the simulation failed, 2 bad usage or bad input,\n"
      "3 ran but a physics check failed, 130 interrupted.");
  const std::vector<Command> commands{add_run(program),   add_check(program), add_plot(program),
                                      add_list(program),  add_new(program),   add_body(program),
                                      add_bench(program), add_theory(program)};
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // --help and --version end here too, with the parser's code 0; every other code is bad usage.
    return program.exit(error) == 0 ? kOk : kBadInput;
  }
  for (const Command& command : commands)
    if (command.parser->parsed()) return command.execute();
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
  } catch (const std::exception& error) {
    std::cerr << "clausius: " << error.what() << '\n';
    return app::kSimulationFailed;
  }
}
