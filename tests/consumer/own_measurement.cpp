#include <clausius/report/run_folder.h>
#include <clausius/study/runner.h>

#include <fstream>
#include <iostream>
#include <string>

#include "strongest_hit.h"

// A study is run with a measurement of one's own, which stands in its results beside all others.
int main() {
  const clausius::StudyConfig study = clausius::parse_study(R"(
[box]
packing_fraction = 0.1
[[species]]
name = "gas"
count = 100
[run]
equilibrate = 2
measure = 10
samples = 10
)",
                                                            "own.toml", {});
  clausius::RunHooks hooks;
  hooks.measurements = {strongest_hit()};
  const auto folder = clausius::RunFolder::create("own_run", true);
  clausius::write_results(folder, clausius::run_study(study, hooks));
  std::ifstream summary("own_run/summary.json");
  for (std::string line; std::getline(summary, line);)
    if (line.find("strongest_hit") != std::string::npos) std::cout << "reported: " << line << '\n';
}
