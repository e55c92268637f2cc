#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/report/run_folder.h"

namespace clausius {

enum class FigureFormat { png, svg, pdf, dumb, gif, mp4 };

/// A slide, 16:9 with large type, or one column of a journal.
enum class FigureStyle { slide, paper };

/// What the colours of particles in pictures stand for: labels, where there are any, else species,
/// where there are several, else speeds; or one of these in any case.
enum class ParticleColours { automatic, label, species, speed };

/// The names of the formats as the command line knows them: "png", "svg", "pdf", "dumb",
/// "gif", "mp4" (these two animations only; the others draw what stands still).
std::optional<FigureFormat> figure_format(std::string_view name);

/// "slide" or "paper".
std::optional<FigureStyle> figure_style(std::string_view name);

/// What became of one figure.
struct Figure {
  std::string name;             ///< of its script without ".gp"
  std::filesystem::path image;  ///< the picture, `figures/NAME.png` (svg, pdf; txt for dumb)
  std::string problem;          ///< empty if it was drawn; else why not
};

/// Draws the figures of the run in `run_folder` from its files alone, and likewise those of the
/// cases of a series in `cases/*`.
///
/// Every figure script of the program (plots/NAME.gp) that begins with `# tables: a.csv b.csv` is
/// drawn if the run folder has all of these tables (but for names marked with `?`), unless the
/// script finds nothing to show in them; `# tables of cases: …` draws the tables of all cases of a
/// series together, `# tables of each observable: …` one figure for each that the series shows, and
/// `# animated tables: …` belongs to the formats gif and mp4; ffmpeg makes an mp4 of the gif.
/// `figures/` receives copies of the tables, the script `NAME.gp` (complete: `cd figures && gnuplot
/// NAME.gp` draws the same again) and the picture. gnuplot or ffmpeg that is missing or fails, a
/// damaged table, a script that was changed since it was written here, or a case without a summary
/// are problems of the figure, not errors.
/// @param only the name of the only figure that is drawn; empty: all
/// @throws InputError if `run_folder` is no run folder, OutputError if it cannot be written to.
std::vector<Figure> draw_figures(const std::filesystem::path& run_folder, FigureFormat format,
                                 FigureStyle style = FigureStyle::slide,
                                 ParticleColours colours = ParticleColours::automatic,
                                 const std::string& only = "");

/// The names of the figures for which the run, or a case of its series, has the tables.
/// @throws InputError if `run_folder` is no run folder
std::vector<std::string> figure_names(const std::filesystem::path& run_folder, FigureFormat format);

/// Draws one figure by one of the program's scripts, from tables that stand in `figures/` already.
/// @param name of the picture and of its script there
/// @param about what the script needs to know, as commands of gnuplot
Figure draw_figure(const RunFolder& folder, const std::string& name, const std::string& script,
                   const std::string& about, FigureFormat format,
                   FigureStyle style = FigureStyle::slide);

/// Commands of gnuplot that make the array `name` of these strings, and their number NAME_count.
std::string gnuplot_list(const std::string& name, const std::vector<std::string>& texts);

/// `text` as a double-quoted gnuplot string with the very same characters, whatever they are: no
/// quote, backslash, backquote, macro or line break of it means anything to gnuplot.
std::string gnuplot_string(std::string_view text);

}  // namespace clausius
