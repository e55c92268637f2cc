#include "report/figures.h"

#include <fmt/format.h>
#include <gnuplot-iostream.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/embedded_files.h"
#include "core/files.h"
#include "core/text.h"
#include "report/csv.h"
#include "report/readable_unit.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFailed = "gnuplot failed";  // what the shell adds to its output

struct FormatFacts {
  std::string_view name, extension, terminal;
};

constexpr std::string_view kAnimated =
    "gif animate delay 10 loop 0 size 900,600 font 'Sans,11' background rgb 'white'";

constexpr std::array<std::string_view, 4> kColours{"auto", "label", "species", "speed"};

constexpr std::array<FormatFacts, 6> kFormats{{
    {"png", "png", "pngcairo size 1200,900 font 'Sans,15' linewidth 1.5 background rgb 'white'"},
    {"svg", "svg", "svg size 1200,900 font 'Sans,20' linewidth 1.5 background rgb 'white'"},
    {"pdf", "pdf", "pdfcairo size 24cm,18cm font 'Sans,13' linewidth 1.5 background rgb 'white'"},
    {"dumb", "txt", "dumb size 100,40"},
    {"gif", "gif", kAnimated},
    {"mp4", "gif", kAnimated},
}};

const FormatFacts& facts(FigureFormat format) { return kFormats[static_cast<std::size_t>(format)]; }

/// gnuplot that ends early must not end this process with it: writing to a closed pipe is an error
/// of the stream instead while this lives.
class IgnoreBrokenPipe {
 public:
  IgnoreBrokenPipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~IgnoreBrokenPipe() { std::signal(SIGPIPE, before_); }
  IgnoreBrokenPipe(const IgnoreBrokenPipe&) = delete;
  IgnoreBrokenPipe& operator=(const IgnoreBrokenPipe&) = delete;

 private:
  void (*before_)(int);
};

bool is_installed(const std::string& program) {
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

/// The text of a file that may be missing.
std::string text_if_any(const fs::path& file) {
  try {
    return read_regular_file(file);
  } catch (const std::runtime_error&) {
    return {};
  }
}

/// What a figure script says of itself in its first line: `# tables: a.csv b.csv?`, or `# animated
/// tables: …` where it draws one picture after the other; it can do without tables marked `?`.
struct ScriptNeeds {
  bool is_figure = false, is_animated = false;
  std::vector<std::string> tables{}, optional{};
};

ScriptNeeds needs_of(const std::string& script) {
  ScriptNeeds needs;
  const std::string line = script.substr(0, script.find('\n'));
  for (const std::string_view mark : {"# tables:", "# animated tables:"}) {
    if (line.compare(0, mark.size(), mark) != 0) continue;
    needs.is_figure = true;
    needs.is_animated = mark.size() > std::string_view("# tables:").size();
    std::istringstream words(line.substr(mark.size()));
    for (std::string word; words >> word;) {
      const bool dispensable = word.back() == '?';
      if (dispensable) word.pop_back();
      (dispensable ? needs.optional : needs.tables).push_back(word);
    }
  }
  return needs;
}

/// `text` as (part of) the name of a gnuplot variable.
std::string identifier(std::string_view text) {
  std::string name;
  for (char c : text) {
    const bool safe =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    name += safe ? c : '_';
  }
  return name;
}

/// What the scripts need to know of a run besides its tables.
struct RunFacts {
  std::string title;
  std::int64_t dimensions = 3;
  std::vector<std::string> species;
  std::string series_key;
  std::set<std::string> checked;  ///< names of the observables that decide the verdict
};

RunFacts read_facts(const RunFolder& folder) {
  const auto json =
      nlohmann::json::parse(text_if_any(folder.path() / "summary.json"), nullptr, false);
  RunFacts run;
  try {
    run.title = json.at("title");
    run.dimensions = json.at("dimensions");
    for (const auto& species : json.at("species")) run.species.push_back(species.at("name"));
    const auto series = json.value("series", nlohmann::json::object());
    run.series_key = series.value("key", "");
    for (const auto& check : json.at("checks")) run.checked.insert(check.at("name"));
    for (const auto& one : series.value("cases", nlohmann::json::array()))
      for (const auto& check : one.at("checks")) run.checked.insert(check.at("name"));
  } catch (const nlohmann::json::exception&) {
    Problem problem;
    problem.file = (folder.path() / "summary.json").string();
    problem.message = "is missing or damaged; only a run that has ended has figures";
    throw InputError(problem);
  }
  return run;
}

std::string gnuplot_array(const std::string& name, const std::vector<std::string>& elements) {
  // An array of no elements is an error in gnuplot; `NAME_count` tells the scripts.
  std::string text = fmt::format("{}_count = {}\n", name, elements.size());
  if (!elements.empty())
    text += fmt::format("array {}[{}] = [{}]\n", name, elements.size(), fmt::join(elements, ", "));
  return text;
}

bool any_finite(const Table::Column& column) {
  const auto* values = std::get_if<std::vector<double>>(&column.values);
  return values == nullptr ||
         std::any_of(values->begin(), values->end(), [](double x) { return std::isfinite(x); });
}

/// The columns of `table` as gnuplot variables, so that the scripts name no column by number:
/// TABLE_COLUMN its number and TABLE_COLUMN_unit its unit, and the array TABLE_names; for
/// quantities with a column per species the array TABLE_COLUMN_of[species]; for quantities beside
/// theory (X, X_error, X_theory) the arrays TABLE_beside_theory (names), …_value, …_error, …_theory
/// and …_unit, those that are checked first.
std::string column_variables(const Table& table, const RunFacts& run) {
  const std::string prefix = identifier(table.name) + '_';
  const auto number_of = [&](const std::string& name) -> std::size_t {
    for (std::size_t k = 0; k < table.columns.size(); ++k)
      if (table.columns[k].name == name) return k + 1;
    return 0;
  };

  std::string text = fmt::format("# columns of {}.csv\n", identifier(table.name));
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    const Table::Column& column = table.columns[k];
    const std::string variable = prefix + identifier(column.name);
    text +=
        fmt::format("{0} = {1}; {0}_unit = {2}\n", variable, k + 1, gnuplot_string(column.unit));
    if (run.species.empty() || !column.name.ends_with('_' + run.species.front())) continue;
    const std::string quantity =
        column.name.substr(0, column.name.size() - run.species.front().size() - 1);
    std::vector<std::string> numbers;
    for (const std::string& species : run.species)
      numbers.push_back(std::to_string(number_of(fmt::format("{}_{}", quantity, species))));
    text += gnuplot_array(prefix + identifier(quantity) + "_of", numbers);
  }

  std::vector<std::string> all_names;
  for (const Table::Column& column : table.columns)
    all_names.push_back(gnuplot_string(column.name));
  text += gnuplot_array(prefix + "names", all_names);

  std::vector<const Table::Column*> quantities;
  for (const Table::Column& column : table.columns) {
    const std::size_t theory = number_of(column.name + "_theory");
    if (theory > 0 && any_finite(table.columns[theory - 1])) quantities.push_back(&column);
  }
  std::stable_partition(quantities.begin(), quantities.end(), [&](const Table::Column* column) {
    return run.checked.count(column->name) > 0;
  });
  std::vector<std::string> names, values, errors, theories, units;
  for (const Table::Column* column : quantities) {
    names.push_back(gnuplot_string(column->name));
    values.push_back(std::to_string(number_of(column->name)));
    errors.push_back(std::to_string(number_of(column->name + "_error")));
    theories.push_back(std::to_string(number_of(column->name + "_theory")));
    units.push_back(gnuplot_string(column->unit));
  }
  if (!names.empty()) {
    text += gnuplot_array(prefix + "beside_theory", names);
    text += gnuplot_array(prefix + "beside_theory_value", values);
    text += gnuplot_array(prefix + "beside_theory_error", errors);
    text += gnuplot_array(prefix + "beside_theory_theory", theories);
    text += gnuplot_array(prefix + "beside_theory_unit", units);
  }
  return text;
}

/// The part of every figure's script that belongs to this format.
std::string head_of(const std::string& name, const FormatFacts& format) {
  return fmt::format(
      "# Draws {0}.{1} from the tables beside it: gnuplot {0}.gp\n"
      "if (!exists(\"image\")) image = \"{0}.{1}\"\n"
      "set encoding utf8\n"
      "set terminal {2}\n"
      "set output image\n"
      "set datafile separator comma\n",
      name, format.extension, format.terminal);
}

/// The part of a figure's script that belongs to this run and this format.
std::string prelude(const std::string& name, const std::vector<const Table*>& tables,
                    const RunFacts& run, const FormatFacts& format, ParticleColours colours) {
  std::vector<std::string> species;
  for (const std::string& one : run.species) species.push_back(gnuplot_string(one));
  std::string text =
      head_of(name, format) +
      fmt::format(
          "run_title = {}\n"
          "run_dimensions = {}\n"
          "series_key = {}\n"
          "particle_colours = \"{}\"  # auto, label, species or speed\n"
          "{}",
          gnuplot_string(run.title), run.dimensions, gnuplot_string(run.series_key),
          kColours[static_cast<std::size_t>(colours)], gnuplot_array("species", species));
  for (const Table* table : tables) text += column_variables(*table, run);
  return text;
}

/// Draws `figure`. A damaged table or a file of the user's in its place is its problem alone;
/// whatever else cannot be written is an error.
template <class Draw>
void attempt(Figure& figure, const Draw& draw) {
  try {
    draw();
  } catch (const ForeignFile& fault) {
    figure.problem = fault.what();
  } catch (const OutputError&) {
    throw;
  } catch (const std::runtime_error& fault) {
    figure.problem = fault.what();
  }
}

/// Runs `script` (the name of a file in the folder of figures) in gnuplot with `image` as its
/// picture; what gnuplot had to say if it failed. Its warnings are dropped: they tell of curves
/// without points, such as a theory that is not known for this gas.
std::string run_gnuplot(const RunFolder& folder, const std::string& script, const fs::path& image) {
  if (!is_installed("gnuplot")) return "gnuplot is not installed";
  const fs::path log = fs::path("figures") / (script + ".log");
  folder.claim(log);
  {
    const IgnoreBrokenPipe guard;
    Gnuplot gnuplot(
        fmt::format("cd -- {} && {{ gnuplot --default-settings || echo gnuplot failed; }} >{} 2>&1",
                    shell_word(image.parent_path().string()), shell_word(log.filename().string())));
    gnuplot << "image = " << gnuplot_string(image.filename().string()) << "\nload "
            << gnuplot_string(script) << '\n';
  }  // waits for gnuplot
  const std::string said = text_if_any(folder.path() / log);
  fs::remove(folder.path() / log);
  if (said.find(kFailed) == std::string::npos) return "";
  return said.substr(0, said.find_last_not_of(" \t\r\n") + 1);
}

/// Draws the figure `name` by the script that `text_of` gives, in a folder of figures.
Figure figure_by(const RunFolder& folder, const std::string& name, const FormatFacts& format,
                 const std::function<std::string(const std::string&)>& text_of) {
  Figure figure;
  figure.name = name;
  const fs::path image = fs::path("figures") / fmt::format("{}.{}", name, format.extension);
  figure.image = folder.path() / image;
  attempt(figure, [&] {
    const std::string script = name + ".gp";
    folder.write(fs::path("figures") / script, text_of(name) + "\nset output\n");
    const fs::path part = folder.begin_file(image);
    figure.problem = run_gnuplot(folder, script, part);
    std::error_code error;
    if (!figure.problem.empty())
      fs::remove(part, error);
    else if (!fs::exists(part))
      figure.problem = "gnuplot drew nothing";
    else
      folder.end_file(image);
  });
  return figure;
}

/// Makes an mp4 of the gif that is the image of `figure`.
void make_video(Figure& figure) {
  if (!is_installed("ffmpeg")) {
    figure.problem = "ffmpeg is not installed";
    return;
  }
  const RunFolder folder = RunFolder::open(figure.image.parent_path().parent_path());
  const fs::path video = fs::path("figures") / figure.image.stem().concat(".mp4");
  const fs::path log = video.string() + ".log";
  folder.claim(log);
  // Every player knows this kind of colours, for pictures with even edges.
  const std::string command = fmt::format(
      "ffmpeg -y -loglevel error -i {} -vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2' -pix_fmt yuv420p "
      "-f mp4 {} </dev/null >{} 2>&1",
      shell_word(figure.image.string()), shell_word(folder.begin_file(video).string()),
      shell_word((folder.path() / log).string()));
  const bool failed = std::system(command.c_str()) != 0;
  const std::string said = text_if_any(folder.path() / log);
  fs::remove(folder.path() / log);
  if (failed) {
    figure.problem = said.empty() ? "ffmpeg failed" : said;
    return;
  }
  folder.end_file(video);
  figure.image = folder.path() / video;
}

/// Draws the figures of one run, all from the tables that are there.
class FolderFigures {
 public:
  FolderFigures(const RunFolder& folder, const FormatFacts& format, ParticleColours colours)
      : folder_(folder), format_(format), colours_(colours), run_(read_facts(folder)) {}

  std::vector<Figure> draw() {
    std::map<std::string, ScriptNeeds> drawn;
    for (const auto& [file, script] : embedded_files()) {
      const ScriptNeeds needs = needs_of(script);
      if (needs.is_figure && needs.is_animated == (format_.terminal == kAnimated) &&
          std::all_of(needs.tables.begin(), needs.tables.end(),
                      [this](const std::string& table) { return is_there(table); }))
        drawn.emplace(file, needs);
    }
    read_tables(drawn);
    std::vector<Figure> figures;
    figures.reserve(drawn.size());
    for (const auto& [file, needs] : drawn)
      figures.push_back(figure_of(file, embedded_files().at(file), needs));
    return figures;
  }

 private:
  [[nodiscard]] bool is_there(const std::string& table) const {
    return fs::exists(folder_.path() / table);
  }

  /// What hinders this one figure, such as a damaged table, is told in it.
  Figure figure_of(const std::string& file, const std::string& script, const ScriptNeeds& needs) {
    return figure_by(folder_, fs::path(file).stem().string(), format_,
                     [&](const std::string& name) {
                       return prelude(name, tables_of(needs), run_, format_, colours_) + '\n' +
                              embedded_files().at("style.gp") + '\n' + script;
                     });
  }

  /// Reads the tables of the figures that are drawn. Numbers of SI get the prefix that the largest
  /// of all tables has, so that what stands in one figure has the same.
  void read_tables(const std::map<std::string, ScriptNeeds>& drawn) {
    std::map<std::string, double> largest;
    for (const auto& [file, needs] : drawn)
      for (const auto* names : {&needs.tables, &needs.optional})
        for (const std::string& name : *names) {
          if (tables_.contains(name) || !is_there(name)) continue;
          try {
            note_largest(tables_.emplace(name, read_csv(folder_.path() / name)).first->second,
                         largest);
          } catch (const std::runtime_error&) {
            // Told by the figure that needs it.
          }
        }
    for (auto& [name, table] : tables_)
      // Fits of a series go with its numbers as they are.
      if (!name.starts_with("series") && give_prefixes(table, largest)) with_prefixes_.insert(name);
  }
  static void note_largest(const Table& table, std::map<std::string, double>& largest) {
    for (const Table::Column& column : table.columns)
      if (const auto* values = std::get_if<std::vector<double>>(&column.values))
        for (const double value : *values)
          if (std::isfinite(value))
            largest[column.unit] = std::max(largest[column.unit], std::abs(value));
  }
  /// Whether there was any number to change.
  static bool give_prefixes(Table& table, const std::map<std::string, double>& largest) {
    bool is_changed = false;
    for (Table::Column& column : table.columns) {
      const auto found = largest.find(column.unit);
      auto* values = std::get_if<std::vector<double>>(&column.values);
      if (found == largest.end() || values == nullptr) continue;
      const ReadableUnit unit = readable_unit(found->second, column.unit);
      if (unit.name == column.unit) continue;
      for (double& value : *values) value *= unit.factor;
      column.unit = unit.name;
      is_changed = true;
    }
    return is_changed;
  }

  /// The tables of a script, which are copied beside the scripts, once each.
  std::vector<const Table*> tables_of(const ScriptNeeds& needs) {
    std::vector<std::string> names = needs.tables;
    std::copy_if(needs.optional.begin(), needs.optional.end(), std::back_inserter(names),
                 [this](const std::string& table) { return is_there(table); });
    std::vector<const Table*> tables;
    for (const std::string& name : names) {
      auto table = tables_.find(name);
      if (table == tables_.end())  // damaged: says why
        table = tables_.emplace(name, read_csv(folder_.path() / name)).first;
      if (written_.insert(name).second) {
        const fs::path copy = fs::path("figures") / name;
        if (with_prefixes_.contains(name))
          folder_.write(copy, [&](std::ostream& stream) { write_csv(stream, table->second); });
        else
          folder_.write(copy, text_if_any(folder_.path() / name));
      }
      tables.push_back(&table->second);
    }
    return tables;
  }

  const RunFolder& folder_;
  const FormatFacts& format_;
  ParticleColours colours_;
  RunFacts run_;
  std::map<std::string, Table> tables_;            // as the figures show them
  std::set<std::string> with_prefixes_, written_;  // of these
};

/// Draws the figures of a run, then those of the cases of its series.
void draw_into(std::vector<Figure>& figures, const RunFolder& folder, const FormatFacts& format,
               ParticleColours colours) {
  for (Figure& figure : FolderFigures(folder, format, colours).draw())
    figures.push_back(std::move(figure));
  std::error_code error;
  std::set<fs::path> cases;  // in the order of their names, whatever the file system's is
  for (const auto& entry : fs::directory_iterator(folder.path() / "cases", error))
    if (entry.is_directory()) cases.insert(entry.path());
  for (const fs::path& one : cases) {
    try {
      draw_into(figures, RunFolder::open(one), format, colours);
    } catch (const InputError& fault) {
      figures.push_back({"of " + one.filename().string(), one, fault.what()});
    }
  }
}

}  // namespace

std::optional<FigureFormat> figure_format(std::string_view name) {
  for (std::size_t k = 0; k < kFormats.size(); ++k)
    if (kFormats[k].name == name) return static_cast<FigureFormat>(k);
  return std::nullopt;
}

std::string gnuplot_string(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // A string of gnuplot ends at its first zero byte anyway.
    if (byte == 0) break;
    if (byte < 0x20 || byte == 0x7f ||
        std::string_view("\"\\`@$").find(c) != std::string_view::npos)
      result += fmt::format("\\{:03o}", byte);
    else
      result += c;
  }
  return result + '"';
}

Figure draw_figure(const RunFolder& folder, const std::string& name, const std::string& script,
                   const std::string& about, FigureFormat format) {
  return figure_by(folder, name, facts(format), [&](const std::string&) {
    return head_of(name, facts(format)) + about + '\n' + embedded_files().at("style.gp") + '\n' +
           embedded_files().at(script);
  });
}

std::string gnuplot_list(const std::string& name, const std::vector<std::string>& texts) {
  std::vector<std::string> strings;
  strings.reserve(texts.size());
  for (const std::string& text : texts) strings.push_back(gnuplot_string(text));
  return gnuplot_array(name, strings);
}

std::vector<Figure> draw_figures(const fs::path& run_folder, FigureFormat format,
                                 ParticleColours colours) {
  std::vector<Figure> figures;
  draw_into(figures, RunFolder::open(run_folder), facts(format), colours);
  if (format == FigureFormat::mp4)
    for (Figure& figure : figures)
      if (figure.problem.empty()) attempt(figure, [&figure] { make_video(figure); });
  return figures;
}

}  // namespace clausius
