#include "core/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMessagesKept = 4000;  ///< bytes kept of the end of the messages

std::runtime_error no_process() {
  return std::runtime_error(std::string("cannot start a process: ") + std::strerror(errno));
}

/// A file in memory from which the input of a process can be read.
Descriptor input_of(const ProcessStart& start) {
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  if (file.number() < 0) throw no_process();
  if (start.writes_input) start.writes_input(file.number());
  std::string_view text = start.input;
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno != EINTR) throw no_process();
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  ::lseek(file.number(), 0, SEEK_SET);
  return file;
}

/// The variables of this process with changes, as NAME=VALUE.
std::vector<std::string> environment_of(const ProcessStart& start) {
  std::vector<std::string> variables;
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) {
    const std::string_view variable = *one;
    const bool is_changed =
        std::any_of(start.environment.begin(), start.environment.end(),
                    [&](const auto& change) { return variable.starts_with(change.first + '='); });
    if (!is_changed) variables.emplace_back(variable);
  }
  for (const auto& [name, value] : start.environment) variables.push_back(name + '=' + value);
  return variables;
}

/// Pointers to the texts, and a null pointer, as exec() takes them.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// What the new process needs to execute its program.
struct Execution {
  const char *program, *substitute, *folder;
  char *const *arguments, *const *environment;
  int input, output, messages;
  int signal_of_parents_end;
  pid_t parent;
};

/// Runs in the new process, which shares the memory of this one until it executes the program: only
/// few operations are allowed.
[[noreturn]] void become(const Execution& e) {
  ::setpgid(0, 0);  // Ctrl-C is handled by this program, which passes it on
  ::prctl(PR_SET_PDEATHSIG, e.signal_of_parents_end);
  if (::getppid() == e.parent && ::dup2(e.input, STDIN_FILENO) >= 0 &&
      ::dup2(e.output, STDOUT_FILENO) >= 0 && ::dup2(e.messages, STDERR_FILENO) >= 0 &&
      (*e.folder == '\0' || ::chdir(e.folder) == 0)) {
    ::execve(e.program, e.arguments, e.environment);
    if (*e.substitute != '\0') ::execve(e.substitute, e.arguments, e.environment);
  }
  ::_exit(127);
}

ProcessEnd end_from(int status) {
  ProcessEnd end;
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Process::Process(const ProcessStart& start) {
  std::vector<std::string> arguments = start.arguments, environment = environment_of(start);
  const std::vector<char*> argument_pointers = pointers_to(arguments),
                           variable_pointers = pointers_to(environment);
  const Descriptor input = input_of(start), nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  std::array<int, 2> ends{};
  if (nothing.number() < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) throw no_process();
  messages_ = Descriptor(ends[0]);
  const Descriptor write_end(ends[1]);
  const Execution execution{start.program.c_str(),
                            start.substitute.c_str(),
                            start.folder.c_str(),
                            argument_pointers.data(),
                            variable_pointers.data(),
                            input.number(),
                            start.hears_output ? write_end.number() : nothing.number(),
                            write_end.number(),
                            start.signal_of_parents_end,
                            ::getpid()};
  pid_ = ::vfork();
  if (pid_ < 0) throw no_process();
  if (pid_ == 0) become(execution);
}

bool Process::hear() {
  std::array<char, 4096> bytes{};
  const ssize_t count = ::read(messages(), bytes.data(), bytes.size());
  if (count > 0) said_.append(bytes.data(), static_cast<std::size_t>(count));
  if (said_.size() > 2 * kMessagesKept) said_.erase(0, said_.size() - kMessagesKept);
  return count > 0 || (count < 0 && errno == EINTR);
}

void Process::send(int signal) const { ::kill(-pid_, signal); }

ProcessEnd Process::end() const {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  return end_from(status);
}

std::optional<ProcessEnd> Process::end_if_any() const {
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  return end_from(status);
}

std::optional<fs::path> find_program(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code error;
    const fs::path file = fs::absolute(fs::path(folder) / name, error);
    if (!error && fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0)
      return file;
  }
  return std::nullopt;
}

ProgramEnd run_program(const ProcessStart& start, const std::function<bool()>& stop) {
  using namespace std::chrono_literals;
  constexpr auto kPatience = 50ms, kNap = 5ms;
  Process process(start);
  ProgramEnd result;
  bool is_silent = false;  // it has closed its end of the pipe, usually because it ends
  for (std::optional<ProcessEnd> end;; end = process.end_if_any()) {
    if (end) {
      result.end = *end;
      break;
    }
    if (stop && stop()) {
      result.is_stopped = true;
      process.send(SIGKILL);
      result.end = process.end();
      break;
    }
    pollfd pipe{process.messages(), POLLIN, 0};
    if (is_silent)
      std::this_thread::sleep_for(kNap);
    else if (::poll(&pipe, 1, static_cast<int>(kPatience.count())) > 0)
      is_silent = !process.hear();
  }
  // The rest of the messages; processes that the program has left behind may hold the pipe.
  pollfd pipe{process.messages(), POLLIN, 0};
  while (!is_silent && ::poll(&pipe, 1, 0) > 0) is_silent = !process.hear();
  result.said = process.said();
  return result;
}

}  // namespace clausius
