#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "core/text.h"
#include "study/file/catalogue.h"

namespace clausius::app {

namespace {

std::vector<std::string> names_of_studies() {
  std::vector<std::string> names;
  for (const BuiltInStudy& study : built_in_studies()) names.push_back(study.name);
  return names;
}

/// What the shell offers at an argument.
struct Offer {
  std::vector<std::string> words;  ///< these words,
  bool files = false;              ///< and files,
  bool folders = false;            ///< or folders,
  bool anything_known = false;     ///< or everything that `clausius explain` knows
};

Offer offer_of(const Command& command, const Argument& argument) {
  Offer offer{words_of(argument)};
  if (argument.name == "FILE" && command.name != "new") offer = {names_of_studies(), true};
  if (argument.name == "NAME" && command.name == "new") offer = {names_of_studies()};
  if (argument.name == "NAME" && command.name == "explain") offer.anything_known = true;
  if (argument.name == "DIR" || argument.name == "--out") offer.folders = true;
  return offer;
}

constexpr std::string_view kKnownNames =
    "$(clausius list --keys | cut -d' ' -f1; clausius list --observables | awk '/^  /{print $1}')";

std::string bash_words(const Offer& offer) {
  std::string text;
  if (offer.anything_known)
    text += fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))", kKnownNames);
  else if (offer.folders)
    text += "COMPREPLY=($(compgen -d -- \"$cur\"))";
  else
    text += fmt::format("COMPREPLY=({}$(compgen -W \"{}\" -- \"$cur\"))",
                        offer.files ? "$(compgen -f -X '!*.toml' -- \"$cur\") " : "",
                        fmt::join(offer.words, " "));
  return text;
}

void print_bash(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const Command& command : commands) names.push_back(command.name);
  std::cout << fmt::format(
      "# Completion of clausius for bash: source <(clausius completion bash)\n"
      "_clausius() {{\n"
      "  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} "
      "command=${{COMP_WORDS[1]}}\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$cur\"))\n"
      "    return\n"
      "  fi\n"
      "  case \"$command $prev\" in\n",
      fmt::join(names, " "));
  for (const Command& command : commands)
    for (const Argument& argument : command.arguments)
      if (!is_positional(argument) && !is_flag(argument))
        std::cout << fmt::format("    '{} {}') {}; return ;;\n", command.name, argument.name,
                                 bash_words(offer_of(command, argument)));
  std::cout << "  esac\n  case $command in\n";
  for (const Command& command : commands) {
    std::vector<std::string> options{"--help"};
    std::string positional;
    for (const Argument& argument : command.arguments)
      if (!is_positional(argument))
        options.push_back(argument.name);
      else if (positional.empty())
        positional = bash_words(offer_of(command, argument));
    std::cout << fmt::format(
        "    {})\n"
        "      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))\n"
        "      else {}\n      fi ;;\n",
        command.name, fmt::join(options, " "), positional.empty() ? ":" : positional);
  }
  std::cout << "  esac\n}\ncomplete -F _clausius clausius\n";
}

/// Description of an argument for zsh's _arguments, after a colon.
std::string zsh_action(const Offer& offer) {
  if (offer.anything_known) return fmt::format("({})", kKnownNames);
  if (offer.folders) return "_files -/";
  if (offer.files)
    return fmt::format("_alternative \"files:file:_files -g \\*.toml\" \"studies:study:({})\"",
                       fmt::join(offer.words, " "));
  return offer.words.empty() ? " " : fmt::format("({})", fmt::join(offer.words, " "));
}

/// Escapes characters that are special to _arguments.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

void print_zsh(const std::vector<Command>& commands) {
  std::cout << "#compdef clausius\n# Completion of clausius for zsh: "
               "clausius completion zsh > \"${fpath[1]}/_clausius\"\n"
               "_clausius() {\n  local curcontext=\"$curcontext\" state line\n"
               "  local -a commands=(\n";
  for (const Command& command : commands)
    std::cout << "    " << shell_word(fmt::format("{}:{}", command.name, command.summary)) << '\n';
  std::cout << "  )\n"
               "  _arguments -C '--help[Print help]' '--version[Print the version]' "
               "'1: :->command' '*:: :->arguments'\n"
               "  case $state in\n"
               "  command) _describe command commands ;;\n"
               "  arguments)\n    case $line[1] in\n";
  for (const Command& command : commands) {
    std::cout << fmt::format("    {}) _arguments '--help[Print help]'", command.name);
    int position = 0;
    for (const Argument& argument : command.arguments) {
      const std::string action = zsh_action(offer_of(command, argument));
      std::string text;
      if (is_positional(argument))
        text = fmt::format("{}:{}:{}", is_repeated(argument) ? "*" : std::to_string(++position),
                           argument.name, action);
      else if (is_flag(argument))
        text = fmt::format("{}[{}]", argument.name, zsh_text(argument.help));
      else
        text = fmt::format("{}{}[{}]:value:{}", is_repeated(argument) ? "*" : "", argument.name,
                           zsh_text(argument.help), action);
      std::cout << " \\\n      " << shell_word(text);
    }
    std::cout << " ;;\n";
  }
  std::cout << "    esac ;;\n  esac\n}\n_clausius \"$@\"\n";
}

void print_fish(const std::vector<Command>& commands) {
  std::cout << "# Completion of clausius for fish: clausius completion fish | source\n"
               "complete -c clausius -f\n"
               "complete -c clausius -n __fish_use_subcommand -l help -d 'Print help'\n"
               "complete -c clausius -n __fish_use_subcommand -l version -d 'Print the version'\n";
  for (const Command& command : commands) {
    std::cout << fmt::format("complete -c clausius -n __fish_use_subcommand -a {} -d {}\n",
                             command.name, shell_word(command.summary));
    const std::string within =
        fmt::format("complete -c clausius -n '__fish_seen_subcommand_from {}'", command.name);
    for (const Argument& argument : command.arguments) {
      const Offer offer = offer_of(command, argument);
      std::string words = fmt::format("{}", fmt::join(offer.words, " "));
      if (offer.files) words += " (__fish_complete_suffix .toml)";
      if (offer.folders) words = "(__fish_complete_directories)";
      if (offer.anything_known)
        words =
            "(clausius list --keys | string split -f1 ' '; clausius list --observables | "
            "string match -r '(?<=^  )\\S+')";
      std::string line = within;
      if (!is_positional(argument))
        line += fmt::format(" -l {}{} -d {}", argument.name.substr(2),
                            is_flag(argument) ? "" : " -x", shell_word(argument.help));
      if (words.empty() && is_positional(argument)) continue;
      if (!words.empty()) line += fmt::format(" -a {}", shell_word(words));
      std::cout << line << '\n';
    }
  }
}

}  // namespace

Command completion_command() {
  const auto shell = std::make_shared<std::string>();
  return {"completion",
          "Print a script with which a shell completes commands, options and names",
          {{.name = "SHELL",
            .target = shell.get(),
            .help = "bash, zsh or fish",
            .required = true,
            .allowed = OneOf{{"bash", "zsh", "fish"}}}},
          [shell] {
            const std::vector<Command> commands = all_commands();
            if (*shell == "bash")
              print_bash(commands);
            else if (*shell == "zsh")
              print_zsh(commands);
            else
              print_fish(commands);
            return kOk;
          },
          {{"source <(clausius completion bash)", "Complete in this bash."},
           {"clausius completion fish > ~/.config/fish/completions/clausius.fish",
            "Complete in every fish from now on."}}};
}

}  // namespace clausius::app
