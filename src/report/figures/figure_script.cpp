#include "report/figures/figure_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <variant>

#include "clausius/core/errors.h"
#include "core/system/embedded_files.h"
#include "core/system/files.h"
#include "report/words.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

using Summary = nlohmann::json;

constexpr std::array<std::string_view, 4> kColourWords{"auto", "label", "species", "speed"};

/// `text` converted to (part of) the name of a gnuplot variable.
std::string identifier(std::string_view text) {
  std::string name;
  for (char c : text) {
    const bool safe =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    name += safe ? c : '_';
  }
  return name;
}

std::string gnuplot_array(const std::string& name, const std::vector<std::string>& elements) {
  // An empty array is an error in gnuplot; scripts use `NAME_count`.
  std::string text = fmt::format("{}_count = {}\n", name, elements.size());
  if (elements.empty()) return text;
  constexpr std::size_t kLine = 100;
  std::string line = fmt::format("array {}[{}] = [", name, elements.size());
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (line.size() + elements[k].size() > kLine) {
      text += line + "\\\n";
      line = "  ";
    }
    line += elements[k] + (k + 1 < elements.size() ? ", " : "]\n");
  }
  return text + line;
}

/// The number of a column, counted from 1; 0 if there is none.
std::size_t number_of(const Table& table, const std::string& name) {
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    if (table.columns[k].name == name) return k + 1;
  return 0;
}

bool any_finite(const Table::Column& column) {
  const auto* values = std::get_if<std::vector<double>>(&column.values);
  return values == nullptr ||
         std::any_of(values->begin(), values->end(), [](double x) { return std::isfinite(x); });
}

/// The columns of a table as gnuplot variables, so that scripts do not refer to columns by number:
/// TABLE_COLUMN is its number and TABLE_COLUMN_unit its unit, and TABLE_names an array of names;
/// for quantities with a column per species the array TABLE_COLUMN_of[species]; for quantities with
/// theory (X, X_error, X_theory) the arrays TABLE_beside_theory (names), …_value and …_theory.
std::string column_variables(const ScriptTable& one, const RunFacts& run) {
  const Table& table = *one.table;
  const std::string prefix = identifier(one.name) + '_';
  std::string text = fmt::format("# columns of {}.csv\n", identifier(one.name));
  std::vector<std::string> names, beside, values, theories;
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    const Table::Column& column = table.columns[k];
    const std::string variable = prefix + identifier(column.name);
    text +=
        fmt::format("{0} = {1}; {0}_unit = {2}\n", variable, k + 1, gnuplot_string(column.unit));
    names.push_back(column.name);
    if (const std::size_t theory = number_of(table, column.name + "_theory");
        theory > 0 && any_finite(table.columns[theory - 1])) {
      beside.push_back(column.name);
      values.push_back(std::to_string(k + 1));
      theories.push_back(std::to_string(theory));
    }
    if (run.species.empty() || !column.name.ends_with('_' + run.species.front())) continue;
    const std::string quantity =
        column.name.substr(0, column.name.size() - run.species.front().size() - 1);
    std::vector<std::string> numbers;
    for (const std::string& species : run.species)
      numbers.push_back(std::to_string(number_of(table, fmt::format("{}_{}", quantity, species))));
    text += gnuplot_array(prefix + identifier(quantity) + "_of", numbers);
  }
  text += gnuplot_list(prefix + "names", names);
  if (beside.empty()) return text;
  text += gnuplot_list(prefix + "beside_theory", beside);
  text += gnuplot_array(prefix + "beside_theory_value", values);
  return text + gnuplot_array(prefix + "beside_theory_theory", theories);
}

/// The key of a series in words, and the observables that it shows: their words and units, their
/// columns of value, error and theory in series.csv, and the column of `curves` (if there is such a
/// table) with their theory between the cases.
std::string series_variables(const Table& table, const Table* curves, const RunFacts& run) {
  std::vector<std::string> words, values, errors, theories, deviations, units, between;
  bool is_si = false;
  for (const Table::Column& column : table.columns)
    is_si = is_si || (!column.unit.empty() && column.unit != "1" && column.unit != "reduced");
  for (const std::string& name : run.shown) {
    const std::size_t value = number_of(table, name);
    if (value == 0) continue;
    words.push_back(words_of_observable(name));
    values.push_back(std::to_string(value));
    errors.push_back(std::to_string(number_of(table, name + "_error")));
    theories.push_back(std::to_string(number_of(table, name + "_theory")));
    deviations.push_back(std::to_string(number_of(table, name + "_z")));
    units.push_back(table.columns[value - 1].unit);
    between.push_back(std::to_string(curves == nullptr ? 0 : number_of(*curves, name)));
  }
  const QuantityWords key = words_of_key(run.series_key);
  const std::string unit = key.unit(is_si, static_cast<int>(run.dimensions));
  return fmt::format("series_key_words = {}; series_key_unit = {}\n", gnuplot_string(key.words),
                     gnuplot_string(unit)) +
         gnuplot_list("shown_words", words) + gnuplot_array("shown_value", values) +
         gnuplot_array("shown_error", errors) + gnuplot_array("shown_theory", theories) +
         gnuplot_array("shown_z", deviations) + gnuplot_array("shown_curve", between) +
         gnuplot_list("shown_unit", units);
}

/// What several figures have in common.
const std::string& script_part(const std::string& name) {
  return embedded_files().at(fmt::format("parts/{}.gp", name));
}

/// `script` with the part NAME in place of each line `# insert: NAME`, as far to the right.
std::string with_parts(const std::string& script) {
  constexpr std::string_view kMark = "# insert: ";
  std::string text;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    if (line.compare(indent, kMark.size(), kMark) != 0) {
      text += line + '\n';
      continue;
    }
    std::istringstream inserted(with_parts(script_part(line.substr(indent + kMark.size()))));
    for (std::string one; std::getline(inserted, one);)
      text += (one.empty() ? "" : std::string(indent, ' ') + one) + '\n';
  }
  return text;
}

/// What all figures have in common.
std::string common_parts() {
  return embedded_files().at("style.gp") + '\n' + script_part("data") + '\n' +
         script_part("words") + '\n' + script_part("page");
}

/// The size of the page, and of its type, as gnuplot commands.
std::string page_commands(const Page& page) {
  // Markup makes type bold in svg, the name of the font in other formats.
  const auto font = [&page](std::string_view face, double type) {
    return page.style == "text" ? "" : fmt::format("{},{:.3g}", face, type * page.points);
  };
  constexpr double kEntryWidth = 14;  // of a legend, in sizes of type
  return fmt::format(
      "style_name = \"{}\"; style_format = \"{}\"\n"
      "style_width = {}; style_font = {}; style_symbols = {:.3g}\n"
      "heading_font = \"{}\"; title_font = \"{}\"\n"
      "heading_letters = {}; title_letters = {}; entries_a_row = {}\n",
      page.style, page.extension, page.width, page.font, page.symbols,
      font(page.extension == "svg" ? "Sans" : "Sans:Bold", page.heading_type),
      font("", page.title_type), letters_across(page, page.heading_type),
      letters_across(page, page.title_type),
      std::max(1, static_cast<int>(page.width / page.font / kEntryWidth)));
}

/// Whether the numbers of a summary are in SI units.
bool is_si(const Summary& summary) {
  const Summary observables = summary.value("observables", Summary::object());
  return std::any_of(observables.begin(), observables.end(), [](const Summary& one) {
    const std::string unit = one.value("unit", "1");
    return unit != "1" && unit != "reduced" && unit != "deg" && unit != "1/deg";
  });
}

}  // namespace

std::string gnuplot_list(const std::string& name, const std::vector<std::string>& texts) {
  std::vector<std::string> elements;
  elements.reserve(texts.size());
  for (const std::string& text : texts) elements.push_back(gnuplot_string(text));
  return gnuplot_array(name, elements);
}

ScriptNeeds needs_of(const std::string& script) {
  using Of = ScriptNeeds::Of;
  constexpr std::array<std::pair<std::string_view, Of>, 4> kMarks{
      {{"# tables:", Of::run},
       {"# tables of each observable:", Of::each_shown},
       {"# tables of cases:", Of::cases},
       {"# animated tables:", Of::animated_frames}}};
  ScriptNeeds needs;
  const std::string line = script.substr(0, script.find('\n'));
  for (const auto& [mark, of] : kMarks) {
    if (line.compare(0, mark.size(), mark) != 0) continue;
    needs.of = of;
    std::istringstream words(line.substr(mark.size()));
    for (std::string word; words >> word;) {
      const bool dispensable = word.back() == '?';
      if (dispensable) word.pop_back();
      (dispensable ? needs.optional : needs.tables).push_back(word);
    }
  }
  return needs;
}

RunFacts read_facts(const RunFolder& folder) {
  const fs::path file = folder.path() / "summary.json";
  RunFacts run;
  try {
    const auto json = Summary::parse(read_regular_file(file));
    run.title = json.at("title");
    run.dimensions = json.at("dimensions");
    run.loses_energy = json.at("energy").at("predicted_dissipation").get<double>() > 0;
    for (const auto& species : json.at("species")) run.species.push_back(species.at("name"));
    for (const auto& wall : json.at("energy").value("walls", Summary::array()))
      if (wall.contains("temperature"))
        run.wall_temperatures[wall.at("face")] = wall.at("temperature");
    const auto series = json.value("series", Summary::object());
    run.series_key = series.value("key", "");
    run.shown = series.value("show", std::vector<std::string>());
    for (const auto& one : series.value("cases", Summary::array()))
      if (one.contains("folder"))
        run.cases.push_back(
            {one.at("folder"), value_in_words(run.series_key, one.at("value").dump(), is_si(json),
                                              static_cast<int>(run.dimensions))});
  } catch (const std::exception&) {
    throw InputError(file.string(), "is missing or damaged; only a run that has ended has figures");
  }
  return run;
}

std::string facts_for_script(const std::vector<ScriptTable>& tables, const RunFacts& run,
                             ParticleColours colours, const std::vector<std::string>& cases,
                             std::size_t observable) {
  std::string text = fmt::format(
      "set encoding utf8\n"
      "set datafile separator comma\n"
      "run_title = {}\n"
      "run_case = {}\n"
      "run_dimensions = {}\n"
      "run_loses_energy = {}\n"
      "run_speeds_differ = {}\n"
      "observable = {}\n"
      "particle_colours = \"{}\"  # auto, label, species or speed\n",
      gnuplot_string(run.title), gnuplot_string(run.case_name), run.dimensions,
      run.loses_energy ? 1 : 0, run.has_mixed_speeds ? 1 : 0, observable,
      kColourWords[static_cast<std::size_t>(colours)]);
  text += gnuplot_list("species", run.species) + gnuplot_list("case", cases);
  for (const auto& [face, temperature] : run.wall_temperatures)
    text += fmt::format("wall_temperature_{} = {}\n", identifier(face), temperature);
  const auto table_named = [&tables](std::string_view wanted) -> const Table* {
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const ScriptTable& one) { return one.name == wanted; });
    return found == tables.end() ? nullptr : found->table;
  };
  for (const ScriptTable& one : tables) text += column_variables(one, run);
  if (const Table* series = table_named("series"))
    text += series_variables(*series, table_named("series_theory"), run);
  return text;
}

std::string drawing_script(const std::string& name, const std::string& facts,
                           const std::string& recipe, const Page& page, const PageLayout& layout) {
  return fmt::format(
      "# Draws {0}.{1} from the tables beside it: gnuplot {0}.gp\n"
      "# In this order: the facts of the run, the page and its layout, the style, the figure. "
      "Margins\n"
      "# and tics are in the layout, words and curves in the figure; all may be changed.\n"
      "if (!exists(\"image\")) {{ image = \"{0}.{1}\" }}\n"
      "reset\n"
      "{2}\n"
      "# --- The page and its layout: sizes in pixels, places as fractions of the page ---\n\n"
      "set terminal {3}\n"
      "set output image\n"
      "{4}{5}\n"
      "{6}\n"
      "# --- The figure ---\n\n"
      "{7}"
      "set output\n",
      name, page.extension, facts, terminal_of(page, layout.height), page_commands(page),
      layout_commands(layout), common_parts(), with_parts(recipe));
}

std::string measuring_script(const std::string& facts, const std::string& recipe,
                             const Page& page) {
  return fmt::format("{}set terminal {}\nset output \"/dev/null\"\n{}{}{}{}{}", facts, page.measure,
                     page_commands(page), layout_commands(layout_of({}, page)), common_parts(),
                     script_part("measuring"), with_parts(recipe));
}

}  // namespace clausius
