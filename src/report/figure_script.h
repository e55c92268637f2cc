#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/report/run_folder.h"
#include "report/figures.h"

// What stands before a figure script to make it complete: the page, the facts of the run, and the
// columns of its tables by name.

namespace clausius {

/// What a figure script says of itself in its first line; of tables marked `?` it can do without.
struct ScriptNeeds {
  enum class Of {
    nothing,         ///< no figure
    run,             ///< `# tables: a.csv b.csv?`
    each_shown,      ///< `# tables of each observable: …`: once for each that a series shows
    cases,           ///< `# tables of cases: …`: of those of a series
    animated_frames  ///< `# animated tables: …`: one picture after the other
  };
  Of of = Of::nothing;
  std::vector<std::string> tables{}, optional{};
};
ScriptNeeds needs_of(const std::string& script);

/// What the scripts need to know of a run besides its tables.
struct RunFacts {
  std::string title;
  std::int64_t dimensions = 3;
  bool loses_energy = false;  ///< in collisions: then velocities are in units of the thermal speed
  std::vector<std::string> species;
  std::map<std::string, double> wall_temperatures;  ///< by face, "x-low"
  std::string series_key;
  std::vector<std::string> shown;  ///< observables
  /// Its folder in that of the run, and what its value is: "e = 0.5".
  struct Case {
    std::string folder, name;
  };
  std::vector<Case> cases;  ///< in the order of the series
  std::string case_name;    ///< of the run itself, where it is a case
};
/// @throws InputError where the run has not ended
RunFacts read_facts(const RunFolder& folder);

/// The page that figures are drawn on, and the terminal of gnuplot that does it.
struct Page {
  std::string_view extension;
  std::string_view style;  ///< slide, paper, screen or text
  std::string terminal;
  double width = 0, height = 0, font = 1;  ///< pixels
  double points = 1;                       ///< the size of type in units of the terminal
  double symbols = 1;                      ///< the size of symbols
  double lines = 1;                        ///< the height of a line, in sizes of type
  std::string measure{};                   ///< a terminal of the same type that draws no picture
  double measure_points = 1;               ///< as points
  [[nodiscard]] bool is_measured() const { return style == "slide" || style == "paper"; }
};
Page page_of(FigureFormat format, FigureStyle style);

/// A table as a script sees it.
struct ScriptTable {
  std::string name;  ///< of its file without ".csv", and of its columns
  const Table* table = nullptr;
};

/// The part of the script of the figure `name` that belongs to this run and this page.
/// @param cases    names of the cases whose tables are drawn; the k-th has the tables NAME_k.csv
/// @param observable number of the one that is drawn, counted from 1; 0: none
std::string prelude(const std::string& name, const std::vector<ScriptTable>& tables,
                    const RunFacts& run, const Page& page, ParticleColours colours,
                    const std::vector<std::string>& cases, std::size_t observable);

}  // namespace clausius
