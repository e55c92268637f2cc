#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "command.h"
#include "core/numbers.h"
#include "report/csv.h"
#include "report/readable_unit.h"
#include "report/text_table.h"
#include "study/file/quantity.h"
#include "theory_page.h"

namespace clausius::app {

namespace {

using Json = nlohmann::ordered_json;

/// A packing fraction, and what theory says of the gas.
struct Column {
  double packing_fraction;
  Json values;
};

/// The packing fractions that a text lists, separated by commas; empty if one is at fault.
std::vector<double> packing_fractions_in(const std::string& text) {
  constexpr double kLargest = 0.999;
  std::vector<double> all;
  if (text.ends_with(',')) return all;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    all.push_back(number_in(part));
    if (!(all.back() >= 0 && all.back() <= kLargest)) return {};
  }
  return all;
}

/// The value with its uncertainty, or a dash if the formula does not hold.
std::string value_text(const Json& entry, double factor) {
  if (!entry["in_range"].get<bool>()) return "–";
  const double value = entry["value"].get<double>() * factor;
  const double uncertainty = entry["uncertainty"].get<double>() * factor;
  return uncertainty > 0 ? text_with_error(value, uncertainty) : short_text(value);
}

/// The unit in which the value of the last page is easy to read.
ReadableUnit readable_unit_of(const Json& entry) {
  return readable_unit(entry["in_range"].get<bool>() ? entry["value"].get<double>() : 0,
                       entry["unit"].get<std::string>());
}

void print_json(const TheoryOptions& options, const std::vector<Column>& pages) {
  Json list = Json::array();
  for (const Column& page : pages) {
    Json all;
    all["dimensions"] = options.dimensions;
    all["packing_fraction"] = page.packing_fraction;
    all["kt"] = options.kt();
    all["values"] = page.values;
    list.push_back(std::move(all));
  }
  std::cout << (list.size() == 1 ? list.front() : list).dump(2) << '\n';
}

/// A row for each packing fraction; "nan" if a formula does not hold.
void print_csv(const std::vector<Column>& pages) {
  std::vector<double> fractions;
  fractions.reserve(pages.size());
  for (const Column& page : pages) fractions.push_back(page.packing_fraction);
  Table table{"theory", {{"packing_fraction", "1", fractions}}};
  for (const auto& [name, entry] : pages.back().values.items())
    for (const char* part : {"value", "uncertainty"}) {
      std::vector<double> column;
      column.reserve(pages.size());
      for (const Column& page : pages) {
        const Json number = page.values.contains(name) ? page.values[name][part] : Json();
        column.push_back(number.is_null() ? kNaN : number.get<double>());
      }
      const std::string suffix = part == std::string_view("value") ? "" : "_uncertainty";
      table.columns.push_back({name + suffix, entry["unit"].get<std::string>(), column});
    }
  write_csv(std::cout, table);
}

/// A column for each packing fraction, and below it the sources and ranges of the formulas.
void print_table(const std::vector<Column>& pages) {
  using Align = TextTable::Align;
  std::vector<Align> align(pages.size() + 1, Align::right);
  align.front() = Align::left;
  align.insert(align.end(), 2, Align::left);
  TextTable table(std::move(align));
  std::vector<std::string> head{"packing fraction"};
  head.reserve(pages.size() + 3);
  for (const Column& page : pages) head.push_back(short_text(page.packing_fraction));
  head.insert(head.end(), {"unit", ""});
  table.add(std::move(head));
  std::vector<std::string> notes;
  for (const auto& [name, entry] : pages.back().values.items()) {
    std::vector<std::string> row{name};
    row.reserve(pages.size() + 3);
    const ReadableUnit unit = readable_unit_of(entry);
    for (const Column& page : pages)
      row.push_back(page.values.contains(name) ? value_text(page.values[name], unit.factor) : "");
    row.push_back(unit.name == "1" ? "" : unit.name);
    const std::string note = fmt::format("{}; holds for: {}", entry["source"].get<std::string>(),
                                         entry["range"].get<std::string>());
    auto found = std::find(notes.begin(), notes.end(), note);
    if (found == notes.end()) found = notes.insert(notes.end(), note);
    row.push_back(fmt::format("[{}]", found - notes.begin() + 1));
    table.add(std::move(row));
  }
  std::cout << table.text();
  for (std::size_t k = 0; k < notes.size(); ++k)
    std::cout << fmt::format("  [{}] {}\n", k + 1, notes[k]);
}

/// The options once for each packing fraction. @throws InputError
std::vector<TheoryOptions> gases_of(const TheoryOptions& options) {
  std::vector<TheoryOptions> all;
  if (options.gases.empty()) {
    if (options.packing_fractions.empty())
      throw InputError("theory",
                       "--packing-fraction is missing; allowed: --packing-fraction, or "
                       "--gas with --pressure and --temperature");
    if (!options.temperature.empty() && std::isnan(number_in(options.temperature)))
      throw InputError("theory", fmt::format("--temperature {} has a unit; allowed: a number, or "
                                             "--gas",
                                             options.temperature));
    for (const double fraction : packing_fractions_in(options.packing_fractions)) {
      all.push_back(options);
      all.back().packing_fraction = fraction;
    }
    return all;
  }
  if (const std::string fault = fault_of_gases(options); !fault.empty())
    throw InputError("theory", fault);
  all.push_back(options);
  all.back().packing_fraction = packing_fraction_of_gases(options);
  return all;
}

int execute(const TheoryOptions& options) {
  std::vector<Column> pages;
  for (const TheoryOptions& one : gases_of(options))
    pages.push_back({one.packing_fraction, theory_page(one)});
  if (options.as_json)
    print_json(options, pages);
  else if (options.as_csv)
    print_csv(pages);
  else
    print_table(pages);
  return kOk;
}

}  // namespace

Command theory_command() {
  const auto options = std::make_shared<TheoryOptions>();
  return {
      "theory",
      "What theory says of a gas of spheres or disks, with sources and ranges",
      {{.name = "--packing-fraction",
        .target = &options->packing_fractions,
        .help = "One of the box, or several separated by commas, from 0 to 0.999",
        .allowed =
            [](const std::string& text) {
              return packing_fractions_in(text).empty()
                         ? fmt::format(
                               "{} is out of range; allowed: numbers from 0 to 0.999, "
                               "separated by commas",
                               text)
                         : std::string();
            }},
       {.name = "--dimensions",
        .target = &options->dimensions,
        .help = "3 spheres, 2 disks",
        .allowed = OneOf{{"2", "3"}}},
       {.name = "--species",
        .target = &options->species,
        .help = "diameter=D,mass=M,fraction=X of one species; once for each",
        .allowed =
            [](const std::string& text) {
              MixtureComponent ignored;
              return read_component(text, ignored);
            }},
       {.name = "--gas",
        .target = &options->gases,
        .help = "NAME=FRACTION of a gas by its name, in SI units; once for each",
        .allowed = [](const std::string& text) { return fault_of_gas(text); },
        .excludes = "--species"},
       {.name = "--pressure",
        .target = &options->pressure,
        .help = "With --gas: in Pa, or with a unit, as in \"1 atm\"",
        .excludes = "--packing-fraction",
        .needs = "--gas"},
       {.name = "--temperature",
        .target = &options->temperature,
        .help = "k_B T; with --gas in K, or with a unit, as in \"20 degC\"",
        .allowed =
            [](const std::string& text) {
              const double number = number_in(text);
              return begins_with_number(text) &&
                             (std::isnan(number) || (number > 0 && is_tractable(number)))
                         ? std::string()
                         : fmt::format("{} is out of range; allowed: a number from {} to {}", text,
                                       kLeastMagnitude, kLargestMagnitude);
            }},
       {.name = "--restitution",
        .target = &options->restitution,
        .help = "Of all collisions",
        .allowed = Between{0, 1}},
       {.name = "--count",
        .target = &options->count,
        .help = "Particles of a periodic box at constant energy: finite-N corrections",
        .allowed = Between{2, 1e12}},
       {.name = "--json",
        .target = &options->as_json,
        .help = "Print JSON with every digit",
        .excludes = "--csv"},
       {"--csv", &options->as_csv, "Print a row for each packing fraction with every digit"}},
      [options] { return execute(*options); },
      {{"clausius theory --packing-fraction 0.3", "A gas of equal spheres."},
       {"clausius theory --gas nitrogen=0.78 --gas oxygen=0.21 --gas argon=0.01 --pressure \"1 "
        "atm\" --temperature \"20 degC\"",
        "Air."},
       {"clausius theory --packing-fraction 0.1,0.2,0.3,0.4 --csv",
        "A curve over the packing fraction, as CSV."},
       {"clausius theory --packing-fraction 0.2 --species diameter=1,mass=1,fraction=0.5 --species "
        "diameter=2,mass=8,fraction=0.5",
        "A mixture of two species."}}};
}

}  // namespace clausius::app
