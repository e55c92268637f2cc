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
#include "report/figures/layout.h"
#include "report/figures/page.h"

// What completes a figure script: the facts of the run, the columns of its tables by name, the
// page, and what is common to several figures.

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

/// A table as a script uses it.
struct ScriptTable {
  std::string name;  ///< name of its file without ".csv", and of its columns
  const Table* table = nullptr;
};

/// The facts of this run for the script of a figure.
/// @param cases    names of the cases whose tables are drawn; the k-th has the tables NAME_k.csv
/// @param observable number of the observable that is drawn, counted from 1; 0: none
std::string facts_for_script(const std::vector<ScriptTable>& tables, const RunFacts& run,
                             ParticleColours colours, const std::vector<std::string>& cases,
                             std::size_t observable);

/// The script that draws the figure `name`, complete.
/// @param facts  of the run
/// @param recipe one of the program's figure scripts
std::string drawing_script(const std::string& name, const std::string& facts,
                           const std::string& recipe, const Page& page, const PageLayout& layout);

/// The script of a figure that draws no picture and reports what read_page_report() reads.
std::string measuring_script(const std::string& facts, const std::string& recipe, const Page& page);

}  // namespace clausius
