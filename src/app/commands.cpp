#include <iostream>

#include "command.h"
#include "core/text.h"

namespace clausius::app {

void warn(const std::string& text) { std::cerr << "warning: " << printable(text, "\n") << '\n'; }

const std::vector<std::pair<ExitCode, std::string>>& exit_codes() {
  static const std::vector<std::pair<ExitCode, std::string>> codes{
      {kOk, "All is well."},
      {kSimulationFailed, "The simulation failed, or its results could not be written."},
      {kBadInput, "The command line or an input file is wrong; nothing was written."},
      {kCheckFailed, "The run ended, but a physics check failed or the run cannot be judged."},
      {kInterrupted,
       "The run was interrupted; partial results and a checkpoint are written, and --resume "
       "continues."}};
  return codes;
}

std::vector<Command> all_commands() {
  return {run_command(),     check_command(), sweep_command(),  sweep_plot_command(),
          compare_command(), plot_command(),  report_command(), list_command(),
          explain_command(), new_command(),   body_command(),   bench_command(),
          theory_command(),  cite_command(),  manual_command(), completion_command()};
}

}  // namespace clausius::app
