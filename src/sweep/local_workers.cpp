#include <poll.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "core/system/process.h"
#include "sweep/workers.h"

namespace clausius {

namespace {

constexpr const char* kThisProgram = "/proc/self/exe";

struct RunningTask {
  std::size_t id = 0;
  Process process;
};

class LocalWorkers : public Workers {
 public:
  LocalWorkers(std::size_t slots, std::vector<std::string> program)
      : slots_(slots), program_(std::move(program)) {}

  [[nodiscard]] std::size_t slots() const override { return slots_; }
  [[nodiscard]] std::size_t running() const override { return running_.size(); }

  void start(Task task) override {
    ProcessStart start;
    if (program_.empty()) {
      std::error_code unknown;
      start.program = std::filesystem::read_symlink(kThisProgram, unknown);
      start.substitute = kThisProgram;  // in case another file has replaced it
      start.arguments = {program_invocation_name};
    } else {
      start.program = program_.front();
      start.arguments = program_;
    }
    start.arguments.insert(start.arguments.end(), task.arguments.begin(), task.arguments.end());
    start.input = std::move(task.input);
    running_.push_back({task.id, Process(start)});
  }

  std::optional<TaskEnd> wait(std::chrono::milliseconds patience) override {
    std::vector<pollfd> pipes;
    pipes.reserve(running_.size());
    for (const RunningTask& one : running_) pipes.push_back({one.process.messages(), POLLIN, 0});
    if (::poll(pipes.data(), pipes.size(), static_cast<int>(patience.count())) <= 0)
      return std::nullopt;
    for (std::size_t k = 0; k < pipes.size(); ++k)
      if (pipes[k].revents != 0 && !running_[k].process.hear()) return end_of(k);
    return std::nullopt;
  }

  void stop() override {
    for (const RunningTask& one : running_) one.process.send(SIGTERM);
  }

 private:
  TaskEnd end_of(std::size_t index) {
    const RunningTask task = std::move(running_[index]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
    const ProcessEnd end = task.process.end();
    return {task.id, end.code, end.signal, task.process.said()};
  }

  std::size_t slots_;
  std::vector<std::string> program_;
  std::vector<RunningTask> running_;
};

}  // namespace

std::unique_ptr<Workers> local_workers(std::size_t slots, std::vector<std::string> program) {
  return std::make_unique<LocalWorkers>(slots, std::move(program));
}

}  // namespace clausius
