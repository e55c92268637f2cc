#include "report/figures/figures.h"

#include <fmt/format.h>
#include <gnuplot-iostream.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <utility>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/system/embedded_files.h"
#include "core/system/files.h"
#include "core/system/process.h"
#include "core/text.h"
#include "report/csv.h"
#include "report/figures/figure_script.h"
#include "report/figures/picture_file.h"
#include "report/readable_unit.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

// Output of a script that has nothing to show.
constexpr std::string_view kNothingToSee = "nothing to see: ";

constexpr std::array<std::string_view, 6> kFormats{"png", "svg", "pdf", "dumb", "gif", "mp4"};

/// The text of a file, which may be missing.
std::string text_if_any(const fs::path& file) {
  try {
    return read_regular_file(file);
  } catch (const std::runtime_error&) {
    return {};
  }
}

/// Draws `figure`. A damaged table, or a file of the user in place of a result, is reported as a
/// problem of this figure; any other failure to write is an error.
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

/// Runs a program that draws, with the arguments, input and folder of `start`, and stores in
/// `figure` what went wrong. Returns what it said.
std::string run_drawing(Figure& figure, const std::string& program, ProcessStart start,
                        const StopDrawing& stop) {
  const auto fail = [&figure](FigureFault fault, std::string problem) {
    figure.problem = std::move(problem);
    figure.fault = fault;
  };
  const std::optional<fs::path> file = find_program(program);
  if (!file) {
    fail(FigureFault::not_installed, program + " is not installed");
    return {};
  }
  start.program = *file;
  start.arguments.insert(start.arguments.begin(), program);
  // The terminal that the user prefers may need a display; scripts set their own.
  start.environment = {{"GNUTERM", "unknown"}};
  start.hears_output = true;
  start.signal_of_parents_end = SIGKILL;
  const ProgramEnd ended = run_program(start, stop);
  std::string said = ended.said.substr(0, ended.said.find_last_not_of(" \t\r\n") + 1);
  const std::string before = said.empty() ? "" : said + '\n';
  if (ended.is_stopped)
    fail(FigureFault::stopped, program + " was stopped");
  else if (ended.end.signal != 0)
    fail(FigureFault::other, fmt::format("{}{} was ended by signal {} ({})", before, program,
                                         ended.end.signal, ::strsignal(ended.end.signal)));
  else if (ended.end.code != 0)
    fail(FigureFault::other,
         fmt::format("{}{} failed with exit code {}", before, program, ended.end.code));
  return said;
}

/// The picture of a figure, in its run folder.
fs::path image_file(const std::string& name, const Page& page) {
  return fs::path("figures") / fmt::format("{}.{}", name, page.extension);
}

/// Gives a picture its name, if it is whole.
void accept(Figure& figure, const RunFolder& folder, const fs::path& image, const fs::path& part,
            double lines) {
  if (!figure.problem.empty()) return;
  std::error_code error;
  if (!fs::exists(part, error))
    figure.problem = "nothing was drawn";
  else if (!is_whole_picture(part, image.extension().string().substr(1), lines))
    figure.problem = "only a part of the picture was written; the disk may be full";
  else
    folder.end_file(image);
}

/// Runs the script `script`, which draws into the file `image` beside it.
std::string run_gnuplot(Figure& figure, const fs::path& script, const fs::path& image,
                        const StopDrawing& stop) {
  ProcessStart start;
  start.arguments = {"--default-settings"};
  start.folder = script.parent_path();
  start.writes_input = [&](int file) {
    Gnuplot gnuplot(::fdopen(::dup(file), "w"));
    gnuplot << "image = " << gnuplot_string(image.filename().string()) << "\nload "
            << gnuplot_string(script.filename().string()) << '\n';
  };
  return run_drawing(figure, "gnuplot", std::move(start), stop);
}

/// A script without what completes it.
struct IncompleteScript {
  std::string facts;  ///< of the run
  const std::string* recipe;
};

/// What the script `name` reports when it is run to be measured, as gnuplot said it.
std::string measured(Figure& figure, const RunFolder& folder, const fs::path& name,
                     const IncompleteScript& text, const Page& page, const StopDrawing& stop) {
  const fs::path part = folder.begin_file(name);
  const std::string script = measuring_script(text.facts, *text.recipe, page);
  folder.file(name, [&](std::ostream& stream) { stream << script; }).fill(part);
  std::string said = run_gnuplot(figure, part, "", stop);
  std::error_code error;
  fs::remove(part, error);
  return said;
}

/// Draws the figure `name` from what `text_of` returns, in a folder of figures. Nothing if there is
/// nothing to see. Problems of this figure, such as a damaged table, are stored in it.
template <class TextOf>
std::optional<Figure> figure_by(const RunFolder& folder, const std::string& name, const Page& page,
                                const StopDrawing& stop, const TextOf& text_of) {
  Figure figure;
  figure.name = name;
  const fs::path script = fs::path("figures") / (name + ".gp");
  const fs::path image = image_file(name, page);
  figure.image = folder.path() / image;
  bool is_empty = false;
  attempt(figure, [&] {
    const IncompleteScript text = text_of();
    const std::string said = measured(figure, folder, script, text, page, stop);
    is_empty = figure.problem.empty() && said.find(kNothingToSee) != std::string::npos;
    if (is_empty) return folder.remove({script.string(), image.string()});
    folder.write(script, drawing_script(name, text.facts, *text.recipe, page,
                                        layout_of(read_page_report(said), page)));
    if (!figure.problem.empty()) return;
    const fs::path part = folder.begin_file(image);
    // Messages of a script that ends well are dropped: they concern curves without points, such as
    // a theory that is not known for this gas.
    run_gnuplot(figure, part.parent_path() / script.filename(), part, stop);
    accept(figure, folder, image, part, page.height);
    std::error_code error;
    fs::remove(part, error);
  });
  if (is_empty && figure.problem.empty()) return std::nullopt;
  return figure;
}

/// Converts the gif of `figure` to an mp4.
void make_video(Figure& figure, const StopDrawing& stop) {
  const RunFolder folder = RunFolder::open(figure.image.parent_path().parent_path());
  const fs::path video = fs::path("figures") / figure.image.stem().concat(".mp4");
  const fs::path part = folder.begin_file(video);
  // All players support this colour format, for pictures with even edges.
  ProcessStart start;
  start.arguments = {"-y",         "-nostdin",
                     "-loglevel",  "error",
                     "-i",         fs::absolute(figure.image).string(),
                     "-vf",        "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                     "-pix_fmt",   "yuv420p",
                     "-f",         "mp4",
                     part.string()};
  start.folder = part.parent_path();
  run_drawing(figure, "ffmpeg", std::move(start), stop);
  accept(figure, folder, video, part, 0);
  std::error_code error;
  fs::remove(part, error);
  if (figure.problem.empty()) figure.image = folder.path() / video;
}

/// Whether the drawing was stopped; no further figure is begun then.
bool is_stopped(const std::vector<Figure>& figures) {
  return !figures.empty() && !figures.back().problem.empty() &&
         figures.back().fault == FigureFault::stopped;
}

/// A figure that can be drawn of a run.
struct Job {
  std::string name;
  const std::string* script;
  ScriptNeeds needs;
  std::size_t observable = 0;  ///< for a series, the observable shown, counted from 1
};

/// Draws the figures of one run, from the existing tables.
class FolderFigures {
 public:
  FolderFigures(const RunFolder& folder, const Page& page, ParticleColours colours,
                const std::string& case_name, const StopDrawing& stop)
      : FolderFigures(folder, page, colours, read_facts(folder), stop) {
    run_.case_name = case_name;
  }
  FolderFigures(const RunFolder& folder, const Page& page, ParticleColours colours, RunFacts facts,
                const StopDrawing& stop)
      : FolderFigures(folder, folder, page, colours, std::move(facts), stop) {}
  /// @param target the folder whose `figures/` are written
  FolderFigures(const RunFolder& folder, const RunFolder& target, const Page& page,
                ParticleColours colours, RunFacts facts, const StopDrawing& stop)
      : folder_(folder),
        target_(target),
        page_(page),
        colours_(colours),
        stop_(stop),
        run_(std::move(facts)) {}

  /// In alphabetical order.
  [[nodiscard]] std::vector<Job> jobs() const {
    std::vector<Job> all;
    for (const auto& [file, script] : embedded_files()) {
      const ScriptNeeds needs = needs_of(script);
      if (needs.of == ScriptNeeds::Of::nothing || !is_drawn(needs)) continue;
      const std::string name = fs::path(file).stem().string();
      if (needs.of != ScriptNeeds::Of::each_shown) {
        all.push_back({name, &script, needs});
        continue;
      }
      for (std::size_t k = 0; k < run_.shown.size(); ++k)
        all.push_back({file_name("series_" + run_.shown[k]), &script, needs, k + 1});
    }
    return all;
  }

  std::vector<Figure> draw(const std::string& only) {
    std::vector<Job> drawn = jobs();
    if (!only.empty()) std::erase_if(drawn, [&](const Job& job) { return job.name != only; });
    read_tables(drawn);
    return figures_of(drawn);
  }

  /// Draws what lays the tables of the cases over each other.
  std::vector<Figure> draw_cases() {
    constexpr std::string_view kOfSeries = "series_";
    std::vector<Job> drawn = jobs();
    std::erase_if(drawn, [](const Job& job) { return job.needs.of != ScriptNeeds::Of::cases; });
    for (Job& job : drawn)
      if (job.name.starts_with(kOfSeries)) job.name.erase(0, kOfSeries.size());
    read_tables(drawn);
    return figures_of(drawn);
  }

  /// Draws those that have no whole picture, with the units that all have.
  std::vector<Figure> draw_missing() {
    std::vector<Job> drawn = jobs();
    read_tables(drawn);
    std::erase_if(drawn, [this](const Job& job) {
      return is_whole_picture(target_.path() / image_file(job.name, page_), page_.extension,
                              page_.height);
    });
    return figures_of(drawn);
  }

  [[nodiscard]] const RunFacts& run() const { return run_; }

 private:
  std::vector<Figure> figures_of(const std::vector<Job>& drawn) {
    std::vector<Figure> figures;
    for (const Job& job : drawn) {
      if (auto figure = figure_of(job)) figures.push_back(std::move(*figure));
      if (is_stopped(figures)) break;
    }
    return figures;
  }

  [[nodiscard]] bool is_there(const fs::path& table) const {
    return fs::exists(folder_.path() / table);
  }
  /// Whether such a figure fits the page, and its tables exist.
  [[nodiscard]] bool is_drawn(const ScriptNeeds& needs) const {
    using Of = ScriptNeeds::Of;
    if ((needs.of == Of::animated_frames) != (page_.style == "screen")) return false;
    if (needs.of == Of::cases) return cases_with(needs).size() > 1;
    return std::all_of(needs.tables.begin(), needs.tables.end(),
                       [this](const std::string& table) { return is_there(table); });
  }
  /// The cases of the series that have the tables.
  [[nodiscard]] std::vector<RunFacts::Case> cases_with(const ScriptNeeds& needs) const {
    std::vector<RunFacts::Case> cases;
    for (const RunFacts::Case& one : run_.cases)
      if (std::all_of(needs.tables.begin(), needs.tables.end(), [&](const std::string& table) {
            return is_there(fs::path(one.folder) / table);
          }))
        cases.push_back(one);
    return cases;
  }

  std::optional<Figure> figure_of(const Job& job) {
    return figure_by(target_, job.name, page_, stop_, [&] {
      return IncompleteScript{facts_for(job), job.script};
    });
  }

  std::string facts_for(const Job& job) {
    std::vector<ScriptTable> tables;
    std::vector<std::string> cases;
    if (job.needs.of == ScriptNeeds::Of::cases) {
      for (const RunFacts::Case& one : cases_with(job.needs)) cases.push_back(one.name);
      for (const std::string& name : job.needs.tables) {
        const std::string stem = fs::path(name).stem().string();
        for (std::size_t k = 0; k < cases.size(); ++k) copied(copy_of_case(name, k));
        tables.push_back({stem, &copied(copy_of_case(name, 0))});
      }
    } else {
      std::vector<std::string> names = job.needs.tables;
      std::copy_if(job.needs.optional.begin(), job.needs.optional.end(), std::back_inserter(names),
                   [this](const std::string& table) { return is_there(table); });
      for (const std::string& name : names) {
        const Table& table = copied(name);
        tables.push_back({table.name, &table});
      }
    }
    return facts_for_script(tables, run_, colours_, cases, job.observable);
  }

  /// Name of the copy of a table of the k-th case that has it: cooling_1.csv.
  static std::string copy_of_case(const std::string& table, std::size_t k) {
    return fmt::format("{}_{}.csv", fs::path(table).stem().string(), k + 1);
  }

  /// Reads the tables of the figures that are drawn. SI numbers get the prefix of the largest of
  /// all tables, so that all quantities in a figure have the same prefix.
  void read_tables(const std::vector<Job>& jobs) {
    std::map<std::string, double> largest;
    const auto read = [&](const std::string& copy, const fs::path& file) {
      if (tables_.contains(copy) || !is_there(file)) return;
      source_[copy] = file;
      try {
        note_largest(tables_.emplace(copy, read_csv(folder_.path() / file)).first->second, largest);
      } catch (const std::runtime_error&) {
        // Reported by the figure that needs it.
      }
    };
    std::map<std::string, std::vector<std::string>> of_cases;  // copies, by name of the table
    for (const Job& job : jobs)
      for (const auto* names : {&job.needs.tables, &job.needs.optional})
        for (const std::string& name : *names) {
          if (job.needs.of != ScriptNeeds::Of::cases) {
            read(name, name);
            continue;
          }
          const std::vector<RunFacts::Case> cases = cases_with(job.needs);
          std::vector<std::string>& copies = of_cases[name];
          copies.clear();
          for (std::size_t k = 0; k < cases.size(); ++k) {
            read(copy_of_case(name, k), fs::path(cases[k].folder) / name);
            copies.push_back(copy_of_case(name, k));
          }
        }
    for (const auto& [name, copies] : of_cases) keep_common_columns(copies);
    for (auto& [copy, table] : tables_)
      // Fits of a series refer to its unchanged numbers.
      if (!(copy.starts_with("series") && is_there("series_fit.csv")) &&
          give_prefixes(table, largest))
        changed_.insert(copy);
  }
  /// Leaves in the tables of the cases the columns that all have, so that these have the same
  /// numbers.
  void keep_common_columns(const std::vector<std::string>& copies) {
    std::vector<Table*> tables;
    for (const std::string& copy : copies)
      if (const auto found = tables_.find(copy); found != tables_.end())
        tables.push_back(&found->second);
    const auto is_common = [&tables](const Table::Column& column) {
      return std::all_of(tables.begin(), tables.end(), [&](const Table* table) {
        return std::any_of(table->columns.begin(), table->columns.end(), [&](const auto& other) {
          return other.name == column.name && other.unit == column.unit;
        });
      });
    };
    std::vector<std::string> names;
    if (!tables.empty())
      for (const Table::Column& column : tables.front()->columns)
        if (is_common(column)) names.push_back(column.name);
    for (Table* table : tables) {
      if (std::equal(table->columns.begin(), table->columns.end(), names.begin(), names.end(),
                     [](const auto& column, const auto& name) { return column.name == name; }))
        continue;
      Table common{table->name, {}};
      for (const std::string& name : names)
        common.columns.push_back(*std::find_if(table->columns.begin(), table->columns.end(),
                                               [&](const auto& one) { return one.name == name; }));
      *table = std::move(common);
      for (const std::string& copy : copies) changed_.insert(copy);
    }
  }
  static void note_largest(const Table& table, std::map<std::string, double>& largest) {
    for (const Table::Column& column : table.columns)
      if (const auto* values = std::get_if<std::vector<double>>(&column.values))
        for (const double value : *values)
          if (std::isfinite(value))
            largest[column.unit] = std::max(largest[column.unit], std::abs(value));
  }
  /// Whether any number was changed.
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

  /// A table that is copied beside the scripts, only once.
  const Table& copied(const std::string& copy) {
    auto table = tables_.find(copy);
    const fs::path source = folder_.path() / source_.at(copy);
    if (table == tables_.end())  // damaged: throws the reason
      table = tables_.emplace(copy, read_csv(source)).first;
    if (!written_.insert(copy).second) return table->second;
    const fs::path file = fs::path("figures") / copy;
    if (changed_.contains(copy))
      target_.write(file, [&](std::ostream& stream) { write_csv(stream, table->second); });
    else
      target_.write(file, text_if_any(source));
    return table->second;
  }

  const RunFolder &folder_, &target_;
  const Page& page_;
  ParticleColours colours_;
  const StopDrawing& stop_;
  RunFacts run_;
  std::map<std::string, fs::path> source_;  // by name of the copy
  std::map<std::string, Table> tables_;     // by name of the copy, as the figures show them
  std::set<std::string> changed_,
      written_;  // names of copies that differ from the table, and that exist
};

/// The run folders of the cases of a series, and their values in words: in the order of the series;
/// those that are not in the summary come last.
std::vector<RunFacts::Case> cases_in(const RunFolder& folder, const RunFacts& run) {
  std::error_code error;
  std::set<fs::path> there;  // ordered by name, independent of the file system
  for (const auto& entry : fs::directory_iterator(folder.path() / "cases", error))
    if (entry.is_directory()) there.insert(entry.path().lexically_relative(folder.path()));
  std::vector<RunFacts::Case> cases;
  for (const RunFacts::Case& one : run.cases)
    if (there.erase(one.folder) > 0) cases.push_back(one);
  for (const fs::path& one : there) cases.push_back({one.string(), ""});
  return cases;
}

/// Calls `visit` with the figures of the run and of the cases of its series.
template <class Visit>
void for_each_folder(const RunFolder& folder, const Page& page, ParticleColours colours,
                     const std::string& case_name, const StopDrawing& stop,
                     std::vector<Figure>& figures, const Visit& visit) {
  FolderFigures one(folder, page, colours, case_name, stop);
  visit(one);
  for (const RunFacts::Case& below : cases_in(folder, one.run())) {
    if (is_stopped(figures)) return;
    const fs::path path = folder.path() / below.folder;
    try {
      for_each_folder(RunFolder::open(path), page, colours, below.name, stop, figures, visit);
    } catch (const InputError& fault) {
      figures.push_back({"of " + path.filename().string(), path, fault.what()});
    }
  }
}

/// A folder that is removed, with all that is in it, at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "clausius-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw OutputError(fmt::format("{}: cannot be made: {}", name, std::strerror(errno)));
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

constexpr std::string_view kShows = "# shows:";

/// The comment below the first line of a script, without what is meant for the program.
std::string comment_of(const std::string& script) {
  std::istringstream lines(script);
  std::string line, comment;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.starts_with("# ") && !line.starts_with("# insert:"))
    if (!line.starts_with(kShows)) comment += (comment.empty() ? "" : " ") + line.substr(2);
  return comment;
}

/// What the line `# shows:` of a script names.
std::vector<std::string> shown_by(const std::string& script) {
  std::vector<std::string> shown;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line) && line.starts_with("# ");) {
    if (!line.starts_with(kShows)) continue;
    std::istringstream words(line.substr(kShows.size()));
    for (std::string word; words >> word;) shown.push_back(word);
  }
  return shown;
}

/// Draws the figure in a folder of its own, which is removed; nothing if there is nothing to see.
std::optional<FigureText> figure_as_svg(const RunFolder& folder, const RunFacts& facts,
                                        const Job& job, const StopDrawing& stop) {
  const TemporaryFolder scratch;
  const RunFolder target = RunFolder::create(scratch.path() / "drawn", false);
  constexpr std::size_t kLongest = 1500000;
  const auto draw = [&](FigureFormat format) {
    const Page page = page_of(format, FigureStyle::paper);
    return FolderFigures(folder, target, page, ParticleColours::automatic, facts, stop)
        .draw(job.name);
  };
  std::vector<Figure> drawn = draw(FigureFormat::svg);
  if (drawn.empty()) return std::nullopt;
  std::string svg = text_if_any(drawn.front().image), png;
  if (svg.size() > kLongest) {
    drawn = draw(FigureFormat::png);
    svg.clear();
    if (!drawn.empty()) png = text_if_any(drawn.front().image);
  }
  return FigureText{
      job.name,
      comment_of(*job.script),
      job.observable > 0 ? std::vector{facts.shown.at(job.observable - 1)} : shown_by(*job.script),
      std::move(svg),
      std::move(png),
      drawn.empty() ? "" : drawn.front().problem};
}

}  // namespace

std::vector<FigureText> figures_as_svg(const fs::path& run_folder, const StopDrawing& stop) {
  const RunFolder folder = RunFolder::open(run_folder);
  const RunFacts facts = read_facts(folder);
  const Page page = page_of(FigureFormat::svg, FigureStyle::paper);
  const std::vector<Job> jobs =
      FolderFigures(folder, page, ParticleColours::automatic, facts, stop).jobs();
  std::vector<std::optional<FigureText>> drawn(jobs.size());
  // Each waits for gnuplot most of the time.
  tbb::parallel_for(std::size_t{0}, jobs.size(), [&](std::size_t k) {
    if (!stop || !stop()) drawn[k] = figure_as_svg(folder, facts, jobs[k], stop);
  });
  std::vector<FigureText> figures;
  for (std::optional<FigureText>& figure : drawn)
    if (figure) figures.push_back(std::move(*figure));
  return figures;
}

std::optional<FigureFormat> figure_format(std::string_view name) {
  const auto* const found = std::find(kFormats.begin(), kFormats.end(), name);
  if (found == kFormats.end()) return std::nullopt;
  return static_cast<FigureFormat>(found - kFormats.begin());
}

std::optional<FigureStyle> figure_style(std::string_view name) {
  if (name == "slide") return FigureStyle::slide;
  if (name == "paper") return FigureStyle::paper;
  return std::nullopt;
}

std::string gnuplot_string(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // A gnuplot string ends at its first zero byte.
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
                   const std::string& about, FigureFormat format, FigureStyle style,
                   const StopDrawing& stop) {
  const Page page = page_of(format, style);
  const std::string& text = embedded_files().at(script);
  const auto figure = figure_by(folder, name, page, stop, [&] {
    return IncompleteScript{
        facts_for_script({}, {}, ParticleColours::automatic, {}, 0) + about + '\n', &text};
  });
  return figure ? *figure : Figure{name, {}, "there is nothing to see"};
}

std::vector<std::string> figure_names(const fs::path& run_folder, FigureFormat format) {
  const Page page = page_of(format, FigureStyle::slide);
  std::set<std::string> names;
  std::vector<Figure> damaged;
  for_each_folder(RunFolder::open(run_folder), page, ParticleColours::automatic, "", {}, damaged,
                  [&](const FolderFigures& one) {
                    for (const Job& job : one.jobs()) names.insert(job.name);
                  });
  return {names.begin(), names.end()};
}

std::vector<Figure> draw_figures(const fs::path& run_folder, FigureFormat format, FigureStyle style,
                                 ParticleColours colours, const std::string& only,
                                 const StopDrawing& stop) {
  std::vector<Figure> figures;
  const RunFolder folder = RunFolder::open(run_folder);
  // Reported at once, not after all frames have been drawn.
  if (format == FigureFormat::mp4 && !find_program("ffmpeg"))
    return {{"animation", folder.path(),
             "an mp4 is made by ffmpeg, which is not installed; allowed: --format gif",
             FigureFault::not_installed}};
  const Page page = page_of(format, style);
  for_each_folder(folder, page, colours, "", stop, figures, [&](FolderFigures& one) {
    for (Figure& figure : one.draw(only)) figures.push_back(std::move(figure));
  });
  if (format == FigureFormat::mp4)
    for (Figure& figure : figures)
      if (figure.problem.empty()) attempt(figure, [&] { make_video(figure, stop); });
  return figures;
}

std::vector<Figure> draw_over_each_other(const RunFolder& folder, const RunFacts& facts,
                                         FigureFormat format, FigureStyle style,
                                         const StopDrawing& stop) {
  const Page page = page_of(format, style);
  return FolderFigures(folder, page, ParticleColours::automatic, facts, stop).draw_cases();
}

std::vector<Figure> draw_missing_figures(const fs::path& run_folder, FigureFormat format,
                                         const StopDrawing& stop) {
  std::vector<Figure> figures;
  for_each_folder(RunFolder::open(run_folder), page_of(format, FigureStyle::slide),
                  ParticleColours::automatic, "", stop, figures, [&](FolderFigures& one) {
                    for (Figure& figure : one.draw_missing()) figures.push_back(std::move(figure));
                  });
  return figures;
}

}  // namespace clausius
