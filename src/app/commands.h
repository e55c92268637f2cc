#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>

namespace clausius::app {

/// Exit codes of the program.
enum ExitCode {
  kOk = 0,
  kSimulationFailed = 1,
  kBadInput = 2,
  kCheckFailed = 3,
  kInterrupted = 130
};

/// A command as the parser knows it, and what it does once its arguments are there.
struct Command {
  CLI::App* parser;
  std::function<int()> execute;  ///< returns the exit code
};

Command add_bench(CLI::App& program);
Command add_body(CLI::App& program);
Command add_check(CLI::App& program);
Command add_list(CLI::App& program);
Command add_new(CLI::App& program);
Command add_plot(CLI::App& program);
Command add_run(CLI::App& program);
Command add_theory(CLI::App& program);

}  // namespace clausius::app
