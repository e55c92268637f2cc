#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

#include "paths.h"
#include "unit/report/scratch_folder.h"

/// The results of a run of the program.
struct Outcome {
  int code = 0;
  std::string out, err;
};

inline std::string read_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream) throw std::runtime_error("cannot write " + file.string());
}

/// Runs the shell command `command`, in which $CLAUSIUS is the program, in `folder`.
inline Outcome run_in(const std::filesystem::path& folder, const std::string& command) {
  const ScratchFolder streams;
  const std::string line = "cd '" + folder.string() + "' && export CLAUSIUS='" +
                           program_file().string() + "' && { " + command + "; } >'" +
                           (streams.path() / "out").string() + "' 2>'" +
                           (streams.path() / "err").string() + "' </dev/null";
  const int status = std::system(line.c_str());
  if (!WIFEXITED(status)) throw std::runtime_error("did not exit: " + command);
  return {WEXITSTATUS(status), read_file(streams.path() / "out"),
          read_file(streams.path() / "err")};
}

/// A gas that runs for a moment. Further keys of [run] may follow.
inline constexpr const char* kShortRun = R"(
seed = 4
box.packing_fraction = 0.1
[[species]]
name = "gas"
count = 100
[run]
equilibrate = 1
measure = 20
samples = 20
)";
/// What makes a series of one case of it.
inline constexpr const char* kShortSeries = R"(
[series]
key = "collisions.restitution"
values = [0.95]
)";

/// A study of two particles that collide repeatedly as long as both fly along one line.
inline constexpr const char* kTwoOnALine = R"(
box.size = [10.0, 10.0, 10.0]
[[species]]
name = "a"
[initial]
placement = "listed"
particle = [{ species = "a", position = [2, 5, 5], velocity = [1, 0, 0] },
            { species = "a", position = [6, 5, 5], velocity = [-1, 0, 0] }]
[run]
equilibrate = 0
measure = 100
)";

/// The files in `folder` and below it, by name.
inline std::map<std::string, std::string> texts_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> texts;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      texts[entry.path().lexically_relative(folder)] = read_file(entry.path());
  return texts;
}

/// Whether `folder` contains nothing but the file `name`.
inline bool holds_only(const std::filesystem::path& folder, const std::string& name) {
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename() != name) return false;
  return std::filesystem::exists(folder / name);
}
