#pragma once

#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clausius {

/// A file descriptor that is closed with this object.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

/// How a program is started.
struct ProcessStart {
  std::filesystem::path program;            ///< with a folder: PATH is not searched
  std::filesystem::path substitute{};       ///< executed if `program` cannot be
  std::vector<std::string> arguments;       ///< from its own name on
  std::string input{};                      ///< content of its standard input …
  std::function<void(int)> writes_input{};  ///< … or what writes it into an open file
  std::filesystem::path folder{};           ///< where it works; empty: where this process does
  std::vector<std::pair<std::string, std::string>> environment{};  ///< changes of variables
  bool hears_output = false;            ///< whether its standard output is heard, too, or lost
  int signal_of_parents_end = SIGTERM;  ///< sent to it when this process ends, in any way
};

/// How a process has ended.
struct ProcessEnd {
  int code = -1;   ///< exit code; -1 if a signal ended it
  int signal = 0;  ///< that signal
};

/// A program that runs in a process, and a process group, of its own; its messages are read through
/// a pipe.
class Process {
 public:
  /// @throws std::runtime_error if the system makes no further process
  explicit Process(const ProcessStart& start);

  /// The end of the pipe from which its messages can be read.
  [[nodiscard]] int messages() const { return messages_.number(); }
  /// Reads messages, and waits for some if there are none; false at their end.
  bool hear();
  /// The end of its messages so far.
  [[nodiscard]] const std::string& said() const { return said_; }
  /// Sends a signal to it and to the processes that it has started.
  void send(int signal) const;
  /// Waits for its end.
  [[nodiscard]] ProcessEnd end() const;
  /// Its end, if it has ended.
  [[nodiscard]] std::optional<ProcessEnd> end_if_any() const;

 private:
  pid_t pid_ = 0;
  Descriptor messages_;
  std::string said_;
};

/// The file of a program in the folders of PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

/// A program that has ended or was stopped.
struct ProgramEnd {
  ProcessEnd end;
  bool is_stopped = false;  ///< whether it was killed because `stop` was true
  std::string said;         ///< the end of its messages
};

/// Runs a program to its end. It is killed, with the processes that it has started, as soon as
/// `stop`, called several times a second and when a signal arrives, is true.
ProgramEnd run_program(const ProcessStart& start, const std::function<bool()>& stop);

}  // namespace clausius
