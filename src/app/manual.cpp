#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "command.h"
#include "core/system/version.h"

namespace clausius::app {

namespace {

/// Text escaped for roff, in which a backslash, a dash that is not a hyphen, and a dot or an
/// apostrophe at the beginning of a line have special meanings.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else if ((c == '.' || c == '\'') && escaped.empty())
      escaped += std::string("\\&") + c;
    else
      escaped += c;
  }
  return escaped;
}

/// Name of an option with its value: "--out OUT".
std::string value_name(const Argument& argument) {
  std::string name;
  for (const char c : argument.name.substr(2))
    name += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return name;
}

std::string heading_of(const Argument& argument) {
  if (is_positional(argument)) return fmt::format("\\fI{}\\fR", roff(argument.name));
  if (is_flag(argument)) return fmt::format("\\fB{}\\fR", roff(argument.name));
  return fmt::format("\\fB{}\\fR \\fI{}\\fR", roff(argument.name), roff(value_name(argument)));
}

/// "clausius run [OPTIONS] FILE", in roff.
std::string synopsis(const Command& command) {
  std::string line = fmt::format("\\fBclausius {}\\fR", roff(command.name));
  for (const bool positional : {true, false})
    for (const Argument& argument : command.arguments) {
      if (is_positional(argument) != positional) continue;
      const std::string text = heading_of(argument);
      line += argument.required ? " " + text : " [" + text + "]";
      if (is_repeated(argument)) line += "...";
    }
  return line;
}

/// The manual page of section 1.
void print_manual() {
  std::cout << fmt::format(
      ".TH CLAUSIUS 1 \"\" \"clausius {}\" \"User commands\"\n"
      ".SH NAME\nclausius \\- {}\n"
      ".SH SYNOPSIS\n",
      roff(version()), kSlogan);
  const std::vector<Command> commands = all_commands();
  for (const Command& command : commands) std::cout << synopsis(command) << "\n.br\n";
  std::cout << ".SH DESCRIPTION\n"
               "clausius moves spheres, disks, capsules and clumps of spheres from collision to "
               "collision at exactly predicted times, and compares what it measures with kinetic "
               "theory. A study is a TOML file that asks a question; its answer is a table with "
               "error bars, figures and a verdict.\n"
               ".SH COMMANDS\n";
  for (const Command& command : commands) {
    std::cout << fmt::format(".SS clausius {}\n{}.\n", roff(command.name), roff(command.summary));
    for (const Argument& argument : command.arguments)
      std::cout << fmt::format(".TP\n{}\n{}\n", heading_of(argument), roff(argument.help));
    for (const Example& one : command.examples)
      std::cout << fmt::format(".TP\nExample: \\fB{}\\fR\n{}\n", roff(one.line), roff(one.meaning));
  }
  std::cout << ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes())
    std::cout << fmt::format(".TP\n{}\n{}\n", static_cast<int>(code), roff(meaning));
}

}  // namespace

Command manual_command() {
  return {"manual",
          "Print the manual page of all commands, for man",
          {},
          [] {
            print_manual();
            return kOk;
          },
          {{"clausius manual | man -l -", "Read the manual page."},
           {"clausius manual > /usr/local/share/man/man1/clausius.1", "Install it."}}};
}

}  // namespace clausius::app
