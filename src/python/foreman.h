#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>

namespace clausius::python {

/// Carries out work of the library in a thread of its own. The thread that asked for it gives up
/// the interpreter meanwhile and only takes it to look for signals (Ctrl-C) and to make the calls
/// into Python that the work asks for: so these are made in no other thread.
class Foreman {
 public:
  /// Carries out `work`; to be called with the interpreter held.
  /// @throws the first exception of a signal or a call, when the work has ended; else that of the
  /// work
  void carry_out(const std::function<void()>& work);

  /// Flag by which the work is asked to stop: after a signal, or an exception in a call.
  [[nodiscard]] const std::atomic<bool>* stop() const { return &stop_; }
  /// For the work: has `call` made by the thread that asked for it, and waits until it is. After a
  /// signal or an exception nothing is called any more. @return whether it was called
  bool call(const std::function<void()>& call);
  /// As call(), but also after a signal or an exception: for what is to be kept of stopped work.
  /// @return whether it was called and raised no exception
  bool call_always(const std::function<void()>& call);

 private:
  /// Something to be called, and what became of it.
  struct Wanted {
    const std::function<void()>& call;
    bool always;
    bool is_done = false;  ///< called, without an exception
  };

  void attend();
  bool ask_for(Wanted wanted);

  std::mutex mutex_;
  std::condition_variable changed_;
  Wanted* wanted_ = nullptr;  // guarded by mutex_, as is the next
  bool is_done_ = false;
  std::exception_ptr raised_;   // of a call or a signal; set by the asking thread only
  std::exception_ptr failure_;  // of the work
  std::atomic<bool> stop_{false};
};

}  // namespace clausius::python
