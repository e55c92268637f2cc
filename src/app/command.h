#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace clausius::app {

/// Exit codes of the program.
enum ExitCode {
  kOk = 0,
  kSimulationFailed = 1,
  kBadInput = 2,
  kCheckFailed = 3,
  kInterrupted = 130
};

/// Where the value of an argument is stored. A bool makes a flag; a vector makes an option that may
/// be repeated, one value each time, or takes all values that stand alone.
using Target = std::variant<bool*, int*, std::int64_t*, double*, std::optional<double>*,
                            std::string*, std::optional<std::string>*, std::vector<std::string>*>;

/// Allowed values, beyond what the type of the target requires.
struct Positive {};
struct Between {
  double least, largest;
};
struct OneOf {
  std::vector<std::string> words;
};
/// Receives the text of the value and returns what is wrong with it, or nothing.
using Check = std::function<std::string(const std::string&)>;
using Allowed = std::variant<std::monostate, Positive, Between, OneOf, Check>;

/// One argument of a command, declared once: the parser and the help are made from it.
struct Argument {
  std::string name;  ///< "FILE" if the value stands alone, "--count" if it follows its name
  Target target;
  std::string help;
  bool required = false;
  Allowed allowed{};
  std::string excludes{};  ///< an option that excludes this one
  std::string needs{};     ///< an option that this one requires
};

/// A command line that a user may type, and what it does.
struct Example {
  std::string line;
  std::string meaning;
};

struct Command {
  std::string name;
  std::string summary;
  std::vector<Argument> arguments;
  std::function<int()> execute;  ///< called when the arguments are stored; returns the exit code
  std::vector<Example> examples{};
};

/// Whether the argument stands alone, without an option's name before it.
inline bool is_positional(const Argument& argument) { return !argument.name.starts_with("--"); }
/// Whether the argument is an option without a value.
inline bool is_flag(const Argument& argument) {
  return std::holds_alternative<bool*>(argument.target);
}
/// Whether the argument may be given several times.
inline bool is_repeated(const Argument& argument) {
  return std::holds_alternative<std::vector<std::string>*>(argument.target);
}
/// The only values that are allowed; empty if there are others.
inline std::vector<std::string> words_of(const Argument& argument) {
  const auto* one_of = std::get_if<OneOf>(&argument.allowed);
  return one_of == nullptr ? std::vector<std::string>() : one_of->words;
}

/// The exit codes and their meanings, in order.
const std::vector<std::pair<ExitCode, std::string>>& exit_codes();

/// Writes "warning: TEXT" to standard error, without characters that a terminal would obey.
void warn(const std::string& text);

/// All commands, in the order in which the help shows them.
std::vector<Command> all_commands();

Command bench_command();
Command body_command();
Command check_command();
Command cite_command();
Command compare_command();
Command completion_command();
Command explain_command();
Command list_command();
Command manual_command();
Command new_command();
Command plot_command();
Command report_command();
Command run_command();
Command sweep_command();
Command sweep_plot_command();
Command theory_command();

}  // namespace clausius::app
