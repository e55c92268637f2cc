#include "python/foreman.h"

#include <chrono>
#include <thread>
#include <utility>

namespace clausius::python {

namespace py = pybind11;

void Foreman::carry_out(const std::function<void()>& work) {
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    changed_.notify_all();
  });
  {
    constexpr std::chrono::milliseconds kBetweenSignals{50};
    const py::gil_scoped_release released;
    std::unique_lock lock(mutex_);
    while (!is_done_) {
      changed_.wait_for(lock, kBetweenSignals, [this] { return is_done_ || wanted_ != nullptr; });
      if (is_done_) break;
      lock.unlock();
      attend();
      lock.lock();
    }
  }
  worker.join();
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Foreman::attend() {
  const py::gil_scoped_acquire held;
  Wanted* wanted = nullptr;
  {
    const std::lock_guard lock(mutex_);
    wanted = wanted_;
  }
  const auto note = [this] {
    if (!raised_) raised_ = std::current_exception();
    stop_ = true;
  };
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  } catch (...) {
    note();
  }
  if (wanted == nullptr) return;
  try {
    if (wanted->always || !raised_) {
      wanted->call();
      wanted->is_done = true;
    }
  } catch (...) {
    note();
  }
  const std::lock_guard lock(mutex_);
  wanted_ = nullptr;
  changed_.notify_all();
}

bool Foreman::call(const std::function<void()>& call) { return !stop_ && ask_for({call, false}); }

bool Foreman::call_always(const std::function<void()>& call) { return ask_for({call, true}); }

bool Foreman::ask_for(Wanted wanted) {
  std::unique_lock lock(mutex_);
  // Several threads of the work may ask, one after the other.
  changed_.wait(lock, [this] { return wanted_ == nullptr; });
  wanted_ = &wanted;
  changed_.notify_all();
  changed_.wait(lock, [&] { return wanted_ != &wanted; });
  return wanted.is_done;
}

}  // namespace clausius::python
