#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/report/run_folder.h"
#include "report/figures/figures.h"

// Text before a figure script that completes it: the page, the facts of the run, and the columns of
// its tables by name.

namespace clausius {

/// Declaration of a figure script in its first line; tables marked `?` are optional.
struct ScriptNeeds {
  enum class Of {
    nothing,     ///< no figure
    run,         ///< `# tables: a.csv b.csv?`
    each_shown,  ///< `# tables of each observable: …`: one figure for each that a series shows
    cases,       ///< `# tables of cases: …`: tables of the cases of a series
    animated_frames  ///< `# animated tables: …`: a sequence of pictures
  };
  Of of = Of::nothing;
  std::vector<std::string> tables{}, optional{};
};
ScriptNeeds needs_of(const std::string& script);

/// Data of a run that the scripts need besides its tables.
struct RunFacts {
  std::string title;
  std::int64_t dimensions = 3;
  /// Whether collisions dissipate energy: velocities are then in units of the thermal speed.
  bool loses_energy = false;
  /// Whether only some of several compared runs dissipate energy, so that their velocities are in
  /// different units.
  bool has_mixed_speeds = false;
  std::vector<std::string> species;
  std::map<std::string, double> wall_temperatures;  ///< by face, "x-low"
  std::string series_key;
  std::vector<std::string> shown;  ///< observables
  /// Its folder in that of the run, and its value in words: "e = 0.5".
  struct Case {
    std::string folder, name;
  };
  std::vector<Case> cases;  ///< in the order of the series
  std::string case_name;    ///< name of the run itself, if it is a case
};
/// @throws InputError where the run has not ended
RunFacts read_facts(const RunFolder& folder);

/// The page for a figure, and the terminal of gnuplot that draws it.
struct Page {
  std::string_view extension;
  std::string_view style;  ///< slide, paper, screen or text
  std::string terminal;
  double width = 0, height = 0, font = 1;  ///< pixels
  double points = 1;                       ///< the size of type in units of the terminal
  double symbols = 1;                      ///< size of symbols
  double lines = 1;                        ///< height of a line, in sizes of type
  std::string measure{};                   ///< terminal with the same type that draws no picture
  double measure_points = 1;               ///< points for that terminal
  [[nodiscard]] bool is_measured() const { return style == "slide" || style == "paper"; }
};
Page page_of(FigureFormat format, FigureStyle style);

/// A table as a script uses it.
struct ScriptTable {
  std::string name;  ///< name of its file without ".csv", and of its columns
  const Table* table = nullptr;
};

/// The part of the script of the figure `name` that belongs to this run and this page.
/// @param cases    names of the cases whose tables are drawn; the k-th has the tables NAME_k.csv
/// @param observable number of the observable that is drawn, counted from 1; 0: none
std::string prelude(const std::string& name, const std::vector<ScriptTable>& tables,
                    const RunFacts& run, const Page& page, ParticleColours colours,
                    const std::vector<std::string>& cases, std::size_t observable);

}  // namespace clausius
