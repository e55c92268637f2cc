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
#include "core/system/files.h"
#include "report/words.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

using Summary = nlohmann::json;

constexpr std::array<std::string_view, 4> kColourWords{"auto", "label", "species", "speed"};

// A page that is only measured is large enough for everything, in pixels. It is an SVG, which costs
// no time; its letters count as wider than those of other terminals.
constexpr double kHighPage = 2000, kNarrower = 0.923;

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
  if (!elements.empty())
    text += fmt::format("array {}[{}] = [{}]\n", name, elements.size(), fmt::join(elements, ", "));
  return text;
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

/// Selects the page, and first runs the script to measure its panels, see style.gp.
std::string page_setting(const std::string& name, const Page& page) {
  std::string text;
  const bool is_measured = page.is_measured();
  if (is_measured)
    text = fmt::format(
        "if (!exists(\"pass\")) {{\n"
        "  pass = 1\n"
        "  load \"{0}.gp\"\n"
        "  pass = 2\n"
        "}}\n"
        "reset\n",
        name);
  else
    text = "pass = 0\n";
  text += fmt::format(
      "set datafile separator comma\n"
      "style_format = \"{}\"\n"
      "style_name = \"{}\"; style_width = {:.1f}; style_height = {:.1f}; style_font = {:.1f}; "
      "style_points = {:.4g}; style_symbols = {:.3g}; style_lines = {}\n",
      page.extension, page.style, page.width, page.height, page.font, page.points, page.symbols,
      page.lines);
  if (!is_measured) return text + fmt::format("set terminal {}\nset output image\n", page.terminal);
  return text + fmt::format(
                    "if (pass == 1) {{\n"
                    "  style_height = {:.1f}; style_points = {:.4g}\n"
                    "  set terminal {}\n"
                    "  set output \"/dev/null\"\n"
                    "}} else {{\n"
                    "  style_height = style_name eq \"paper\" ? wanted_height(1) : height_wanted > "
                    "0 ? smaller(style_height, height_wanted) : style_height\n"
                    "  set terminal {}\n"
                    "  set output image\n"
                    "}}\n",
                    kHighPage, page.measure_points, page.measure, page.terminal);
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

Page page_of(FigureFormat format, FigureStyle style) {
  if (format == FigureFormat::dumb) return {"txt", "text", "dumb size 100,40", 100, 40, 1, 1};
  if (format == FigureFormat::gif || format == FigureFormat::mp4)
    return {"gif",
            "screen",
            "gif animate delay 10 loop 0 size 900,600 font 'Sans,11' background rgb 'white'",
            900,
            600,
            14.7,
            11};
  // A slide is 16:9 with type that is legible from the last row. A column of a journal is 8.6 cm
  // wide, at 300 dots per inch, with type of 7.5 points, and as high as needed.
  const bool is_slide = style == FigureStyle::slide;
  Page page{"png", is_slide ? "slide" : "paper", "", 1016, 730, 31, 1};
  double lines = 3, centimetres = 8.6;
  page.symbols = 1.4;
  if (is_slide) {
    page.width = 1200;
    page.height = 675;
    page.font = 20.5;
    lines = 1.7;
    page.symbols = 1.3;
    centimetres = 24;
  }
  // Cairo terminals count 96 pixels per inch, and svg one pixel per point.
  constexpr double kPoint = 0.75, kInch = 2.54, kDots = 72;
  constexpr double kPdfLine = 2;  // pdfcairo draws lines half as wide as others
  page.points = kPoint * page.font;
  page.measure_points = kNarrower * page.font;
  page.lines = 1.2;
  const std::string look = fmt::format("linewidth {} background rgb 'white'", lines);
  if (format == FigureFormat::svg) {
    page.extension = "svg";
    page.points = page.measure_points = page.font;
    page.lines = 1.5;
    // The radius of a symbol is 0.4 sizes of type here, elsewhere 3 pixels and half of its outline.
    page.symbols = (3 * page.symbols + 0.6 * lines) / (0.4 * page.font);
    page.terminal =
        fmt::format("svg size {},style_height font 'Sans,{}' {}", page.width, page.points, look);
  } else if (format == FigureFormat::pdf) {
    const double scale = centimetres / kInch * kDots / page.width;
    page.extension = "pdf";
    page.points *= scale;
    page.symbols *= scale;
    page.terminal = fmt::format(
        "pdfcairo size {0}in,style_height*{1:.6g} font 'Sans,{2:.4g}' fontscale 1 linewidth "
        "{3:.3g} background rgb 'white'",
        centimetres / kInch, centimetres / kInch / page.width, page.points,
        kPdfLine * lines * scale);
  } else {
    page.terminal = fmt::format("pngcairo size {},style_height font 'Sans,{}' {}", page.width,
                                page.points, look);
  }
  page.measure =
      fmt::format("svg size {},{} font 'Sans,{}'", page.width, kHighPage, page.measure_points);
  return page;
}

std::string prelude(const std::string& name, const std::vector<ScriptTable>& tables,
                    const RunFacts& run, const Page& page, ParticleColours colours,
                    const std::vector<std::string>& cases, std::size_t observable) {
  std::string text = fmt::format(
      "# Draws {0}.{1} from the tables beside it: gnuplot {0}.gp\n"
      "if (!exists(\"image\")) {{ image = \"{0}.{1}\" }}\n"
      "set encoding utf8\n"
      "run_title = {2}\n"
      "run_case = {3}\n"
      "run_dimensions = {4}\n"
      "run_loses_energy = {5}\n"
      "run_speeds_differ = {8}\n"
      "observable = {6}\n"
      "particle_colours = \"{7}\"  # auto, label, species or speed\n",
      name, page.extension, gnuplot_string(run.title), gnuplot_string(run.case_name),
      run.dimensions, run.loses_energy ? 1 : 0, observable,
      kColourWords[static_cast<std::size_t>(colours)], run.has_mixed_speeds ? 1 : 0);
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
  text += page_setting(name, page);
  return text;
}

}  // namespace clausius
