#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace clausius {

/// Threads that do parts of one task at once, again and again.
class Team {
 public:
  /// @param threads including the one that calls run()
  explicit Team(std::size_t threads)
      : begin_(static_cast<std::ptrdiff_t>(threads)),
        end_(static_cast<std::ptrdiff_t>(threads)),
        failures_(threads) {
    for (std::size_t k = 1; k < threads; ++k) threads_.emplace_back([this, k] { serve(k); });
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() {
    task_ = nullptr;
    begin_.arrive_and_wait();
  }

  /// Calls task(k) for every k below the number of threads, each in a thread of its own, k = 0 in
  /// this one, and returns when all are done. @throws the first exception of any
  void run(const std::function<void(std::size_t)>& task) {
    task_ = &task;
    begin_.arrive_and_wait();
    try_part(0);
    end_.arrive_and_wait();
    for (std::exception_ptr& failure : failures_)
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  }

 private:
  void serve(std::size_t k) {
    while (true) {
      begin_.arrive_and_wait();
      if (task_ == nullptr) return;
      try_part(k);
      end_.arrive_and_wait();
    }
  }
  void try_part(std::size_t k) {
    try {
      (*task_)(k);
    } catch (...) {
      failures_[k] = std::current_exception();
    }
  }

  std::barrier<> begin_, end_;
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::vector<std::exception_ptr> failures_;
  std::vector<std::jthread> threads_;  // the last member: joined before the others end
};

}  // namespace clausius
