#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clausius {

/// A run of a program: this very one.
struct Task {
  std::size_t id = 0;
  std::vector<std::string> arguments;  ///< after the name of the program
  std::string input;                   ///< what it reads from its standard input
};

/// How a task ended.
struct TaskEnd {
  std::size_t id = 0;
  int code = 0;        ///< exit code; -1 where a signal ended it
  int signal = 0;      ///< that signal
  std::string errors;  ///< the last it wrote to standard error
};

/// Runs tasks as processes of their own, some at a time, here or elsewhere.
class Workers {
 public:
  virtual ~Workers() = default;
  /// How many tasks run at once.
  [[nodiscard]] virtual std::size_t slots() const = 0;
  /// How many run now.
  [[nodiscard]] virtual std::size_t running() const = 0;
  /// @pre running() < slots()
  /// @throws std::runtime_error if the system makes no further process
  virtual void start(Task task) = 0;
  /// A task that has ended; nothing where none ends within `patience`, or a signal arrives.
  virtual std::optional<TaskEnd> wait(std::chrono::milliseconds patience) = 0;
  /// Asks all tasks that run to end with a checkpoint; wait() then tells of each.
  virtual void stop() = 0;
};

/// Processes of this machine. They are asked to end when this process ends, however it does.
std::unique_ptr<Workers> local_workers(std::size_t slots);

}  // namespace clausius
