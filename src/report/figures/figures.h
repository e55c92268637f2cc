#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/report/run_folder.h"

namespace clausius {

enum class FigureFormat { png, svg, pdf, dumb, gif, mp4 };

/// A slide (16:9 with large type), or one column of a journal.
enum class FigureStyle { slide, paper };

/// Meaning of the colours of particles in pictures: labels if there are any, otherwise species if
/// there are several, otherwise speeds; or a fixed choice of these.
enum class ParticleColours { automatic, label, species, speed };

/// The names of the formats on the command line: "png", "svg", "pdf", "dumb", "gif", "mp4" (the
/// last two for animations only, the others for still pictures only).
std::optional<FigureFormat> figure_format(std::string_view name);

/// "slide" or "paper".
std::optional<FigureStyle> figure_style(std::string_view name);

/// Why a figure was not drawn.
enum class FigureFault {
  other,
  not_installed,  ///< the program that draws is missing
  stopped         ///< the caller has stopped the drawing
};

/// Outcome of drawing one figure.
struct Figure {
  std::string name;             ///< name of its script without ".gp"
  std::filesystem::path image;  ///< the picture, `figures/NAME.png` (svg, pdf; txt for dumb)
  std::string problem;          ///< empty if it was drawn; otherwise the reason why it was not
  FigureFault fault = FigureFault::other;  ///< kind of the problem, if there is one
};

/// Called several times a second while a figure is drawn, and when a signal arrives; true ends the
/// drawing at once.
using StopDrawing = std::function<bool()>;

/// Draws the figures of the run in `run_folder` from its files alone, and those of the cases of a
/// series in `cases/*`.
///
/// Every figure script of the program (plots/NAME.gp) that begins with `# tables: a.csv b.csv` is
/// drawn if the run folder has all of these tables (those marked `?` are optional), unless the
/// script finds nothing to show in them; `# tables of cases: …` draws the tables of all cases of a
/// series together, `# tables of each observable: …` one figure for each observable that the series
/// shows, and `# animated tables: …` belongs to the formats gif and mp4; ffmpeg makes an mp4 from
/// the gif. `figures/` receives copies of the tables, the script `NAME.gp` (complete: `cd figures
/// && gnuplot NAME.gp` draws the same again) and the picture. A missing or failing gnuplot or
/// ffmpeg, a damaged table, a script that was changed since it was written, or a case without a
/// summary are problems of the figure, not errors. A picture gets its name when it is whole.
/// @param only name of the only figure that is drawn; empty: all
/// @param stop true ends the drawing; the last figure then is the one that was stopped
/// @throws InputError if `run_folder` is not a run folder, OutputError if it cannot be written to.
std::vector<Figure> draw_figures(const std::filesystem::path& run_folder, FigureFormat format,
                                 FigureStyle style = FigureStyle::slide,
                                 ParticleColours colours = ParticleColours::automatic,
                                 const std::string& only = "", const StopDrawing& stop = {});

/// Draws those figures of a run, and of the cases of its series, that have no whole picture yet: of
/// a run that was ended while they were drawn.
std::vector<Figure> draw_missing_figures(const std::filesystem::path& run_folder,
                                         FigureFormat format, const StopDrawing& stop = {});

/// A figure as text of an SVG file, or the bytes of a PNG file.
struct FigureText {
  std::string name;   ///< as in Figure
  std::string about;  ///< what the comment of its script says of it
  /// Observables that it shows, or the beginnings of their names, as the line `# shows:` of its
  /// script says; of a series the one over whose key it is drawn.
  std::vector<std::string> shows;
  std::string svg;  ///< empty if there is a problem, or `png` in its place
  std::string png;  ///< of figures with so many marks that the text were longer than 1.5 MB
  std::string problem;
};

/// Draws the figures of the run in `run_folder`, without those of the cases of a series, several at
/// once; nothing is written there.
/// @throws InputError if it is not a run folder, OutputError if there is no room for temporary
/// files
std::vector<FigureText> figures_as_svg(const std::filesystem::path& run_folder,
                                       const StopDrawing& stop = {});

/// Names of the figures for which the run, or a case of its series, has the tables.
/// @throws InputError if `run_folder` is not a run folder
std::vector<std::string> figure_names(const std::filesystem::path& run_folder, FigureFormat format);

struct RunFacts;

/// Draws the tables of several runs over each other into `figures/` of `folder`, as those of the
/// cases of a series: every script that begins with `# tables of cases: …`, if two of the runs or
/// more have its tables. Figures are named after the scripts, without "series_".
/// @param facts what the runs have in common; its cases are the runs, in absolute folders
std::vector<Figure> draw_over_each_other(const RunFolder& folder, const RunFacts& facts,
                                         FigureFormat format,
                                         FigureStyle style = FigureStyle::slide,
                                         const StopDrawing& stop = {});

/// Draws one figure by one of the program's scripts, from tables that are already in `figures/`.
/// @param name of the picture and of its script
/// @param about data that the script needs, as gnuplot commands
Figure draw_figure(const RunFolder& folder, const std::string& name, const std::string& script,
                   const std::string& about, FigureFormat format,
                   FigureStyle style = FigureStyle::slide, const StopDrawing& stop = {});

/// Gnuplot commands that make the array `name` of these strings, and their number NAME_count.
std::string gnuplot_list(const std::string& name, const std::vector<std::string>& texts);

/// `text` as a double-quoted gnuplot string with exactly the same characters: quotes, backslashes,
/// backquotes, macros and line breaks lose their special meaning.
std::string gnuplot_string(std::string_view text);

}  // namespace clausius
