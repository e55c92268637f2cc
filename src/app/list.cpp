#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "clausius/core/errors.h"
#include "command.h"
#include "study/file/catalogue.h"
#include "study/file/keys.h"
#include "study/results/observables.h"
#include "sweep/results.h"

namespace clausius::app {

namespace {

struct ListOptions {
  bool observables = false;
  bool keys = false;
  bool json = false;
  bool markdown = false;
};

void print_studies() {
  const std::vector<BuiltInStudy> studies = built_in_studies();
  std::size_t width = 0;
  for (const BuiltInStudy& study : studies) width = std::max(width, study.name.size());
  for (const std::string& topic : study_topics()) {
    std::cout << topic << '\n';
    for (const BuiltInStudy& study : studies)
      if (study.topic == topic)
        std::cout << fmt::format("  {:<{}}  {}\n", study.name, width, study.question);
    std::cout << '\n';
  }
}

std::string_view per_what(Per per) {
  switch (per) {
    case Per::gas:
      return "gas";
    case Per::species:
      return "species";
    case Per::pair:
      return "pair of species";
    case Per::face:
      return "face";
    case Per::axis:
      return "axis";
    case Per::label:
      return "label";
    case Per::window:
      return "window";
  }
  return "";
}

void print_observables() {
  for (const MeasurementKind& kind : all_kinds()) {
    if (kind.observables.empty()) continue;
    std::cout << kind.name << '\n';
    for (const DeclaredObservable& one : kind.observables)
      std::cout << fmt::format("  {:<38} {}\n", one.full_name(), one.meaning);
  }
}

void print_json() {
  auto list = nlohmann::ordered_json::array();
  for (const MeasurementKind& kind : all_kinds())
    for (const DeclaredObservable& one : kind.observables)
      list.push_back({{"name", one.full_name()},
                      {"meaning", one.meaning},
                      {"definition", one.definition},
                      {"unit", name_of_unit(one.unit)},
                      {"per", per_what(one.per)},
                      {"needs", words_for(one.need)},
                      {"error", one.kind == Kind::estimate}});
  std::cout << list.dump(2) << '\n';
}

/// Text escaped for a cell of a table.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

std::string code(std::string_view text) {
  return text.empty() ? std::string() : fmt::format("`{}`", cell(text));
}

std::vector<std::string> names_in_code(const DeclaredColumn& column) {
  std::vector<std::string> all = column.names();
  for (std::string& name : all) name = code(name);
  return all;
}

/// The page studies/reference/observables.md.
void print_markdown() {
  std::cout <<
      R"(# Observables and tables

`clausius list --observables --markdown` writes this page from what the measurements declare.

An observable stands in `summary.json`, in `observables.csv` and in the tables of series and replicas,
with its standard error, the theory and z where they are known. `[[check]]` and `run.until` name it.
A name ends in the name of a species (`_SPECIES`), of two species (`_FIRST_SECOND`), of a face of the
box (`_FACE`: `x_low`, `x_high`, …), of an axis (`_AXIS`), of a label or of a window where there is one
value for each; those of a species exist where there are several. Units are those of
`units.system = "SI"` in three dimensions. p-values are probabilities of data at least as far from
theory as those seen: small is bad. "exact" values do not fluctuate, or have no known error.

In a table, `X_error` is the standard error of column `X` and `X_theory` its value by theory. A name
that holds `SPECIES`, `LABEL`, `WINDOW` or `AXIS` stands for one column each.
)";
  for (const MeasurementKind& kind : all_kinds()) {
    std::cout << fmt::format("\n## {}\n", kind.name);
    if (!kind.observables.empty())
      std::cout << "\n| observable | meaning | definition | unit | error | needs |\n"
                   "| --- | --- | --- | --- | --- | --- |\n";
    for (const DeclaredObservable& one : kind.observables)
      std::cout << fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", one.full_name(),
                               cell(one.meaning), code(one.definition), name_of_unit(one.unit),
                               words_for(one.kind), cell(words_for(one.need)));
    if (!kind.tables.empty()) std::cout << "\n| table | holds | needs |\n| --- | --- | --- |\n";
    for (const DeclaredTable& one : kind.tables)
      std::cout << fmt::format("| `{}.csv` | {} | {} |\n", one.name, cell(one.meaning),
                               cell(words_for(one.need)));
    for (const DeclaredTable& one : kind.tables) {
      std::cout << fmt::format("\n| column of `{}.csv` | meaning | unit |\n| --- | --- | --- |\n",
                               one.name);
      for (const DeclaredColumn& column : one.columns)
        std::cout << fmt::format("| {} | {} | {} |\n", fmt::join(names_in_code(column), ", "),
                                 cell(column.meaning), name_of_unit(column.unit));
    }
  }
}

void print_keys(const ListOptions& options) {
  if (options.json) {
    std::cout << study_schema();
  } else if (options.markdown) {
    std::cout << study_reference();
  } else {
    for (const StudyKey& key : study_keys())
      std::cout << fmt::format("{:<38} {}\n", key.path(), key.comment());
  }
}

int execute(const ListOptions& options) {
  if ((options.json || options.markdown) && !options.observables && !options.keys)
    throw InputError("list",
                     "--json and --markdown are of lists of names; allowed: --observables or "
                     "--keys beside them");
  if (options.keys)
    print_keys(options);
  else if (options.json)
    print_json();
  else if (options.markdown)
    print_markdown();
  else if (options.observables)
    print_observables();
  else
    print_studies();
  return kOk;
}

}  // namespace

Command list_command() {
  const auto options = std::make_shared<ListOptions>();
  return {"list",
          "The built-in studies and their questions, all observables, or all keys of a study",
          {{"--observables", &options->observables, "Every observable that a check can name"},
           {.name = "--keys",
            .target = &options->keys,
            .help = "Every key of a study file",
            .excludes = "--observables"},
           {.name = "--json",
            .target = &options->json,
            .help = "As JSON; of keys as a JSON Schema",
            .excludes = "--markdown"},
           {.name = "--markdown", .target = &options->markdown, .help = "As the reference page"}},
          [options] { return execute(*options); },
          {{"clausius list", "The built-in studies."},
           {"clausius list --observables", "All names of observables that a check can use."}}};
}

}  // namespace clausius::app
