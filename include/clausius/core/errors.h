#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace clausius {

/// One fault of an input: where it stands, what is wrong and what is allowed.
struct Problem {
  std::string file;
  int line = 0;     ///< from 1; 0 where no line is known (a command-line option, a missing file)
  int column = 0;   ///< from 1; 0 where unknown
  std::string key;  ///< dotted key, e.g. "species[1].diameter"; empty where none applies
  std::string message;  ///< "what is wrong; what is allowed"

  /// `FILE:LINE:COLUMN: KEY: what is wrong; what is allowed`, without the unknown parts and the
  /// middle of long ones; printable().
  [[nodiscard]] std::string text() const;
};

/// The user's input is at fault (exit code 2). The error carries every problem found; its text
/// shows the first ten.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Problem> problems);
  explicit InputError(Problem problem);
  /// One problem of a file, a folder or an option as a whole.
  InputError(std::string file, std::string message);
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// The simulation itself failed (exit code 1); the message names the time and the particles.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A result could not be written (disk full, folder gone); the message names file and reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The program was asked to stop before there was a result.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace clausius
