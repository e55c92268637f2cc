#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/study/runner.h"

namespace clausius {

/// Progress of the runs of a study, for checkpoints. Parallel runs may write to it at the same
/// time.
class Journal {
 public:
  using Clock = std::chrono::steady_clock;
  /// Returns the state of a run, from which it can be continued.
  using Save = std::function<std::string()>;

  /// @param every seconds between checkpoints
  /// @param runs  total number of replicas, comparison runs and cases of a series
  Journal(const RunHooks& hooks, double every, std::size_t runs);

  /// Entry of one run in the journal.
  class Entry {
   public:
    Entry(Journal& journal, std::size_t run);

    /// State of the run when its study was stopped; empty: at the beginning.
    [[nodiscard]] std::string begin() const;
    [[nodiscard]] bool is_due() const;
    /// Duration of the last checkpoint in seconds.
    [[nodiscard]] double cost() const { return cost_; }
    /// Makes a checkpoint. If there is not enough memory the run continues, unless this is where it
    /// `stops`.
    void note(bool stops, const Save& save);
    /// Keeps the state of a finished run if that is requested or the study has other runs.
    void end(bool keeps, const Save& save);
    /// Reports that the run has failed: its last state is kept if there is no earlier one, which a
    /// failed audit cannot have reached.
    void fail(std::exception_ptr error, const Save& save);
    /// As fail(), for a state that must not be kept.
    void fail(std::exception_ptr error) { journal_.fail(std::move(error)); }
    /// Whether any run of the study has failed.
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

  /// Reports that a run of the study has failed: the others stop. The first of several failures is
  /// kept.
  void fail(std::exception_ptr error);
  [[nodiscard]] std::exception_ptr failure() const;

  /// Makes a checkpoint of the states that are kept.
  void write();
  /// Makes a checkpoint of the final states of all runs, unless some were not kept, or it would be
  /// large and was not requested.
  /// @return whether it was made
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

/// Whether the final state of a run of this many bytes is kept, so that the run can be continued.
/// @param asked run.keep_checkpoint
bool keeps_end(std::optional<bool> asked, double bytes);

}  // namespace clausius
