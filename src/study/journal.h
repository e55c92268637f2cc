#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "clausius/study/runner.h"

namespace clausius {

/// How far the runs of a study have come, for checkpoints. Runs side by side may write in it at the
/// same time.
class Journal {
 public:
  using Clock = std::chrono::steady_clock;
  /// Returns the state of a run, from which it can go on.
  using Save = std::function<std::string()>;

  /// @param every seconds from one checkpoint to the next
  /// @param runs  replicas, runs beside them and cases of a series, all together
  Journal(const RunHooks& hooks, double every, std::size_t runs);

  /// The part of one run.
  class Entry {
   public:
    Entry(Journal& journal, std::size_t run);

    /// How far the run had come when its study was stopped; empty: nowhere.
    [[nodiscard]] std::string begin() const;
    [[nodiscard]] bool is_due() const;
    /// Seconds that the last checkpoint took.
    [[nodiscard]] double cost() const { return cost_; }
    /// Makes a checkpoint. Without memory for it the run goes on, unless this is where it `stops`.
    void note(bool stops, const Save& save);
    /// Keeps the state of the run that is done, if that is asked for or the study has other runs.
    void end(bool keeps, const Save& save);
    /// The run has failed: its last state is kept where there is no earlier one, which a failed
    /// audit cannot have reached.
    void fail(std::exception_ptr error, const Save& save);
    /// Whether some run of the study has failed.
    [[nodiscard]] bool failed() const { return journal_.failure() != nullptr; }

   private:
    [[nodiscard]] bool is_kept() const;
    void keep(const Save& save);

    Journal& journal_;
    std::size_t run_;
    Clock::time_point last_ = Clock::now();
    double cost_ = 0;
    int requests_seen_ = 0;
  };

  /// Held while a hook is called.
  [[nodiscard]] std::mutex& mutex() { return mutex_; }

  /// A run of the study has failed: the others stop. Of several failures the first is kept.
  void fail(std::exception_ptr error);
  [[nodiscard]] std::exception_ptr failure() const;

  /// Makes a checkpoint of the states that are kept.
  void write();
  /// Makes one of the ends of all runs, unless some were not kept, or it would be large and nobody
  /// asked for it.
  /// @return whether there is one
  bool write_end(std::optional<bool> asked);

 private:
  [[nodiscard]] int requests() const;

  const RunHooks& hooks_;
  double every_;
  mutable std::mutex mutex_;
  int requests_served_ = 0;
  std::exception_ptr failure_;
  std::vector<std::string> states_;  // by run
};

/// Whether the end of a run of so many bytes is kept, so that the run can go on for longer.
/// @param asked run.keep_checkpoint
bool keeps_end(std::optional<bool> asked, double bytes);

}  // namespace clausius
