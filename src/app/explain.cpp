#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "command.h"
#include "core/numbers.h"
#include "core/text.h"
#include "study/file/catalogue.h"
#include "study/file/keys.h"
#include "study/results/observables.h"
#include "sweep/results.h"
#include "theory/fluid/named_gases.h"

namespace clausius::app {

namespace {

struct ExplainOptions {
  std::vector<std::string> names;
};

/// Topics that can be explained: prints the one named `wanted`, and collects all names.
class Explanation {
 public:
  Explanation(std::string wanted, bool after_another)
      : wanted_(std::move(wanted)), after_another_(after_another) {}

  /// Whether one of `names` is requested; then prints the heading.
  bool is_about(const std::vector<std::string>& names, std::string_view kind) {
    known_.insert(known_.end(), names.begin(), names.end());
    if (std::find(names.begin(), names.end(), wanted_) == names.end()) return false;
    if (found_ || after_another_) std::cout << '\n';
    found_ = true;
    std::cout << fmt::format("{} ({})\n", names.front(), kind);
    return true;
  }
  static void line(std::string_view name, std::string_view text) {
    if (!text.empty()) std::cout << fmt::format("  {:<11} {}\n", name, text);
  }

  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] std::vector<std::string_view> known() const {
    return {known_.begin(), known_.end()};
  }

 private:
  std::string wanted_;
  std::vector<std::string> known_;
  bool after_another_;  ///< a blank line goes before the first heading, too
  bool found_ = false;
};

void explain_keys(Explanation& explanation) {
  for (const StudyKey& key : study_keys()) {
    if (!explanation.is_about({key.path(), std::string(key.key)}, "key of a study file")) continue;
    Explanation::line("meaning", key.meaning);
    Explanation::line("allowed", key.allowed);
    Explanation::line("SI unit", key.unit());
    Explanation::line("default", key.standard);
    Explanation::line("needed", key.needs);
    Explanation::line("example", fmt::format("{} = {}", key.path(), key.example));
  }
}

void explain_sections(Explanation& explanation) {
  std::vector<std::string> sections;
  for (const StudyKey& key : study_keys())
    if (const std::string name(key.table);
        !name.empty() && std::find(sections.begin(), sections.end(), name) == sections.end())
      sections.push_back(name);
  for (const std::string& section : sections) {
    if (!explanation.is_about({section}, "table of a study file")) continue;
    std::vector<std::string_view> keys;
    for (const StudyKey& key : study_keys())
      if (key.table == section) keys.push_back(key.key);
    Explanation::line("keys", fmt::format("{}", fmt::join(keys, ", ")));
  }
}

void explain_table(Explanation& explanation, const DeclaredTable& table) {
  if (explanation.is_about({std::string(table.name), fmt::format("{}.csv", table.name)},
                           "table of the run folder")) {
    Explanation::line("holds", table.meaning);
    Explanation::line("needs", words_for(table.need));
    std::string columns;
    for (const DeclaredColumn& column : table.columns)
      for (const std::string& name : column.names())
        columns.append(columns.empty() ? "" : ", ").append(name);
    Explanation::line("columns", columns);
  }
}

/// Columns of equal name and meaning, in all the tables that have them.
struct SharedColumn {
  std::string name;  ///< name of `declared`, or of a column that accompanies it
  DeclaredColumn declared;
  std::vector<std::string> files;
  std::string_view needs;  ///< requirement of the first of these tables
};

std::vector<SharedColumn> all_columns() {
  std::vector<SharedColumn> all;
  const auto add = [&all](const DeclaredTable& table, const DeclaredColumn& column,
                          const std::string& name) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const SharedColumn& one) {
      return one.name == name && one.declared.meaning == column.meaning;
    });
    const std::string file = fmt::format("{}.csv", table.name);
    if (same == all.end())
      all.push_back({name, column, {file}, words_for(table.need)});
    else
      same->files.push_back(file);
  };
  for (const MeasurementKind& kind : all_kinds())
    for (const DeclaredTable& table : kind.tables)
      for (const DeclaredColumn& column : table.columns)
        for (const std::string& name : column.names()) add(table, column, name);
  return all;
}

void explain_columns(Explanation& explanation) {
  static const std::vector<SharedColumn> columns = all_columns();
  for (const SharedColumn& one : columns) {
    if (!explanation.is_about({one.name}, fmt::format("column of {}", fmt::join(one.files, ", "))))
      continue;
    const std::string_view column = one.declared.name;
    Explanation::line("meaning", one.declared.meaning);
    if (one.name.ends_with("_error") && one.name != column)
      Explanation::line("stands for", fmt::format("the standard error of {}", column));
    else if (one.name != column)
      Explanation::line("stands for", fmt::format("the value of {} by theory", column));
    Explanation::line("unit", name_of_unit(one.declared.unit));
    if (one.files.size() == 1) Explanation::line("needs", one.needs);
  }
}

/// What the theory of an observable assumes; nothing for what is not compared with one.
std::string assumptions_in_words(const DeclaredObservable& one) {
  std::vector<std::string_view> all;
  for (const Assumption assumption : kAllAssumptions)
    if (one.kind == Kind::estimate && one.assumes.contain(assumption))
      all.push_back(words_for(assumption));
  return all.empty() ? "" : fmt::format("its theory: {}", fmt::join(all, "; "));
}

void explain_measurements(Explanation& explanation) {
  for (const MeasurementKind& kind : all_kinds()) {
    for (const DeclaredObservable& one : kind.observables) {
      if (!explanation.is_about({one.full_name(), std::string(one.name)}, "observable")) continue;
      Explanation::line("meaning", one.meaning);
      Explanation::line("definition", one.definition);
      Explanation::line("unit", name_of_unit(one.unit));
      Explanation::line("error", words_for(one.kind));
      Explanation::line("needs", words_for(one.need));
      Explanation::line("assumes", assumptions_in_words(one));
    }
    for (const DeclaredTable& one : kind.tables) explain_table(explanation, one);
  }
}

void explain_studies(Explanation& explanation) {
  static const std::vector<BuiltInStudy> studies = built_in_studies();
  for (const BuiltInStudy& study : studies) {
    if (!explanation.is_about({study.name}, "built-in study")) continue;
    Explanation::line("title", study.title);
    Explanation::line("question", study.question);
  }
}

void explain_commands(Explanation& explanation) {
  for (const Command& command : all_commands()) {
    if (!explanation.is_about({command.name}, "command")) continue;
    Explanation::line("meaning", command.summary);
    for (const Argument& argument : command.arguments)
      Explanation::line(argument.name, argument.help);
  }
}

void explain_gases(Explanation& explanation) {
  for (const NamedGas& gas : kNamedGases) {
    if (!explanation.is_about({std::string(gas.name), std::string(gas.symbol)},
                              "value of species.gas"))
      continue;
    Explanation::line("mass", fmt::format("{} u = {} kg", gas.weight, short_text(gas.mass())));
    Explanation::line("viscosity",
                      fmt::format("{} uPa s at 300 K, times (T/300 K)^({} {} {} ln(T/300 K))",
                                  short_text(gas.viscosity * 1e6), gas.exponent,
                                  gas.bend < 0 ? '-' : '+', std::abs(gas.bend)));
    Explanation::line("range", fmt::format("{} to {} K", gas.coldest, gas.hottest));
    Explanation::line("source", fmt::format("{}, fitted to 0.7 %", gas.source));
    constexpr double kRoom = 300, kMetresPerNanometre = 1e-9;
    Explanation::line("diameter",
                      fmt::format("{} nm at 300 K, of hard spheres with this viscosity",
                                  short_text(gas.diameter_at(kRoom) / kMetresPerNanometre, 4)));
    Explanation::line("example", fmt::format("species.gas = \"{}\"", gas.name));
  }
}

/// What people look for that this program does not have, and what there is instead.
struct AbsentTopic {
  std::vector<std::string> names;  ///< in small letters, with spaces
  std::string meaning, instead;
};

const std::vector<AbsentTopic>& absent_topics() {
  static const std::vector<AbsentTopic> topics{
      {{"attraction", "attractive", "cohesion", "lennard jones", "potential", "square well",
        "real gas", "van der waals", "boyle", "boyle temperature", "joule thomson", "condensation",
        "liquid", "critical point", "second virial coefficient", "excluded volume"},
       "particles are hard: they repel each other at contact and there is no attraction. So there "
       "is no liquid, no critical point and no Boyle temperature: the second virial coefficient is "
       "that of excluded volume, 2 π σ³/3 of spheres and π σ²/2 of disks, at every temperature, "
       "and "
       "Z = PV/(N k_B T) depends on the density alone",
       "excluded volume: compressibility_factor and pressure_virial with their equations of state "
       "(clausius run pressure, clausius sweep equation_of_state), beside the van der Waals "
       "equation without its attraction (clausius sweep-plot DIR --y compressibility_factor "
       "--reference van_der_waals --reference ideal_gas); the effective attraction of large "
       "spheres "
       "in a bath of small ones (clausius run depletion)"}};
  return topics;
}

/// Small letters, and spaces for '-' and '_': "Lennard-Jones" is "lennard jones".
std::string plainly(std::string text) {
  for (char& c : text)
    c = c == '-' || c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

void explain_absent(Explanation& explanation, const std::string& wanted) {
  for (const AbsentTopic& topic : absent_topics()) {
    const auto found = std::find(topic.names.begin(), topic.names.end(), plainly(wanted));
    if (found == topic.names.end() || !explanation.is_about({wanted}, "not in this program"))
      continue;
    Explanation::line("meaning", topic.meaning);
    Explanation::line("instead", topic.instead);
  }
}

void explain_exit_codes(Explanation& explanation) {
  for (const auto& [code, meaning] : exit_codes())
    if (explanation.is_about({std::to_string(code)}, "exit code"))
      Explanation::line("meaning", meaning);
}

/// Explains the name, or returns what is wrong with it.
std::optional<Problem> explain(const std::string& name, bool after_another) {
  Explanation explanation(name, after_another);
  explain_keys(explanation);
  explain_sections(explanation);
  explain_measurements(explanation);
  explain_columns(explanation);
  explain_studies(explanation);
  explain_commands(explanation);
  explain_gases(explanation);
  explain_exit_codes(explanation);
  if (!explanation.found()) explain_absent(explanation, name);
  if (explanation.found()) return std::nullopt;
  Problem unknown;
  unknown.file = "explain";
  unknown.message = fmt::format(
      "\"{}\" is not known, did you mean {}?; allowed: a key or a table of a study file, an "
      "observable, a table, a column of a table, a built-in study, a command, a gas or an exit "
      "code",
      name, alternatives(nearest_words(name, explanation.known(), 3)));
  return unknown;
}

int execute(const ExplainOptions& options) {
  std::vector<Problem> unknown;
  bool after_another = false;
  for (const std::string& name : options.names)
    if (auto problem = explain(name, after_another))
      unknown.push_back(std::move(*problem));
    else
      after_another = true;
  if (!unknown.empty()) throw InputError(std::move(unknown));
  return kOk;
}

}  // namespace

Command explain_command() {
  const auto options = std::make_shared<ExplainOptions>();
  return {
      "explain",
      "What keys, observables, tables, columns, commands or exit codes mean",
      {{.name = "NAME",
        .target = &options->names,
        .help =
            "As it stands in a study file, in a run folder or on the command line; several at once",
        .required = true}},
      [options] { return execute(*options); },
      {{"clausius explain wall.temperature", "A key of a study file."},
       {"clausius explain mean_free_path", "An observable."}}};
}

}  // namespace clausius::app
