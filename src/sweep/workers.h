#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clausius {

/// A run of this program.
struct Task {
  std::size_t id = 0;
  std::vector<std::string> arguments;  ///< after the name of the program
  std::string input;                   ///< content of its standard input
};

/// Outcome of a task.
struct TaskEnd {
  std::size_t id = 0;
  int code = 0;        ///< exit code; -1 if a signal ended it
  int signal = 0;      ///< that signal
  std::string errors;  ///< end of its standard error
};

/// Runs tasks as processes of their own, several at a time, here or elsewhere.
class Workers {
 public:
  virtual ~Workers() = default;
  /// Largest number of tasks that run at once.
  [[nodiscard]] virtual std::size_t slots() const = 0;
  /// Number of running tasks.
  [[nodiscard]] virtual std::size_t running() const = 0;
  /// @pre running() < slots()
  /// @throws std::runtime_error if the system makes no further process
  virtual void start(Task task) = 0;
  /// A task that has ended; nothing if none ends within `patience`, or a signal arrives.
  virtual std::optional<TaskEnd> wait(std::chrono::milliseconds patience) = 0;
  /// Asks all running tasks to end with a checkpoint; wait() then returns each.
  virtual void stop() = 0;
};

/// Processes on this machine. They are asked to end when this process ends, in any way.
/// @param program the program with its first arguments, by which tasks are run; empty: this one
std::unique_ptr<Workers> local_workers(std::size_t slots, std::vector<std::string> program = {});

}  // namespace clausius
