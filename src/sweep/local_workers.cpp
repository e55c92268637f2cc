#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "sweep/workers.h"

namespace clausius {

namespace {

constexpr std::size_t kErrorsKept = 4000;  ///< bytes kept of the end of a task's messages

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
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

std::runtime_error no_process() {
  return std::runtime_error(std::string("cannot start a process: ") + std::strerror(errno));
}

/// A file in memory from which `text` can be read.
Descriptor file_of(std::string_view text) {
  Descriptor file(::memfd_create("study", MFD_CLOEXEC));
  if (file.number() < 0) throw no_process();
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno != EINTR) throw no_process();
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  ::lseek(file.number(), 0, SEEK_SET);
  return file;
}

struct Process {
  std::size_t id = 0;
  pid_t pid = 0;
  Descriptor errors;  ///< read end of a pipe
  std::string said;
};

/// Runs in the new process, which shares the memory of this one until it executes the program: only
/// few operations are allowed.
[[noreturn]] void become(const char* program, char* const* arguments, int input, int errors,
                         pid_t parent) {
  ::setpgid(0, 0);  // Ctrl-C is handled by the sweep, which passes it on
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int output = ::open("/dev/null", O_WRONLY);
  if (::getppid() != parent || ::dup2(input, STDIN_FILENO) < 0 || output < 0 ||
      ::dup2(output, STDOUT_FILENO) < 0 || ::dup2(errors, STDERR_FILENO) < 0)
    ::_exit(127);
  ::execv(program, arguments);
  ::execv("/proc/self/exe", arguments);  // in case another file has replaced it
  ::_exit(127);
}

class LocalWorkers : public Workers {
 public:
  explicit LocalWorkers(std::size_t slots) : slots_(slots) {}

  [[nodiscard]] std::size_t slots() const override { return slots_; }
  [[nodiscard]] std::size_t running() const override { return running_.size(); }

  void start(Task task) override {
    std::string name = program_invocation_name;
    std::vector<char*> arguments{name.data()};
    arguments.reserve(task.arguments.size() + 2);
    for (std::string& argument : task.arguments) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    const Descriptor input = file_of(task.input);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw no_process();
    Descriptor read_end(ends[0]);
    const Descriptor write_end(ends[1]);
    const pid_t self = ::getpid();
    std::error_code unknown;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", unknown);
    const pid_t pid = ::vfork();
    if (pid < 0) throw no_process();
    if (pid == 0)
      become(program.c_str(), arguments.data(), input.number(), write_end.number(), self);
    running_.push_back({task.id, pid, std::move(read_end), {}});
  }

  std::optional<TaskEnd> wait(std::chrono::milliseconds patience) override {
    std::vector<pollfd> pipes;
    pipes.reserve(running_.size());
    for (const Process& one : running_) pipes.push_back({one.errors.number(), POLLIN, 0});
    if (::poll(pipes.data(), pipes.size(), static_cast<int>(patience.count())) <= 0)
      return std::nullopt;
    for (std::size_t k = 0; k < pipes.size(); ++k)
      if (pipes[k].revents != 0 && !hear(running_[k])) return end_of(k);
    return std::nullopt;
  }

  void stop() override {
    for (const Process& one : running_) ::kill(one.pid, SIGTERM);
  }

 private:
  /// Reads the messages of a process; false at their end.
  static bool hear(Process& process) {
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(process.errors.number(), bytes.data(), bytes.size());
    if (count > 0) process.said.append(bytes.data(), static_cast<std::size_t>(count));
    if (process.said.size() > 2 * kErrorsKept)
      process.said.erase(0, process.said.size() - kErrorsKept);
    return count > 0 || (count < 0 && errno == EINTR);
  }

  TaskEnd end_of(std::size_t index) {
    const Process process = std::move(running_[index]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
    int status = 0;
    while (::waitpid(process.pid, &status, 0) < 0 && errno == EINTR) {
    }
    TaskEnd end{process.id, -1, 0, process.said};
    if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    return end;
  }

  std::size_t slots_;
  std::vector<Process> running_;
};

}  // namespace

std::unique_ptr<Workers> local_workers(std::size_t slots) {
  return std::make_unique<LocalWorkers>(slots);
}

}  // namespace clausius
