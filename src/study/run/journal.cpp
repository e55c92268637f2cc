#include "study/run/journal.h"

#include <algorithm>
#include <new>
#include <utility>

namespace clausius {

namespace {

// Least interval between checkpoints, in durations of the last one: checkpoints take at most a
// tenth of the time.
constexpr double kBetweenCheckpoints = 9;
// Size in bytes up to which the checkpoint of a finished run is kept without being requested.
constexpr double kMostKept = 1e8;

double seconds_since(Journal::Clock::time_point start) {
  return std::chrono::duration<double>(Journal::Clock::now() - start).count();
}

}  // namespace

Journal::Journal(const RunHooks& hooks, double every, std::size_t runs)
    : hooks_(hooks), every_(every), states_(hooks.resume) {
  states_.resize(runs);
}

Journal::Entry::Entry(Journal& journal, std::size_t run) : journal_(journal), run_(run) {
  const std::lock_guard lock(journal_.mutex_);
  requests_seen_ = journal_.requests_served_;
}

std::string Journal::Entry::begin() const {
  const std::lock_guard lock(journal_.mutex_);
  return journal_.states_[run_];
}

bool Journal::Entry::is_due() const {
  return requests_seen_ < journal_.requests() ||
         seconds_since(last_) >= std::max(journal_.every_, kBetweenCheckpoints * cost_);
}

void Journal::Entry::note(bool stops, const Save& save) {
  const auto begin = Clock::now();
  requests_seen_ = journal_.requests();
  try {
    if (journal_.hooks_.checkpoint) {
      std::string state = save();
      const std::lock_guard lock(journal_.mutex_);
      journal_.requests_served_ = std::max(journal_.requests_served_, requests_seen_);
      journal_.states_[run_] = std::move(state);
      journal_.hooks_.checkpoint(journal_.states_);
    }
  } catch (const std::bad_alloc&) {
    if (stops) throw;
  }
  last_ = Clock::now();
  cost_ = seconds_since(begin);
}

void Journal::Entry::end(bool keeps, const Save& save) {
  if (keeps || journal_.states_.size() > 1) keep(save);
}

void Journal::Entry::fail(std::exception_ptr error, const Save& save) {
  journal_.fail(std::move(error));
  if (!is_kept()) keep(save);
}

bool Journal::Entry::is_kept() const {
  const std::lock_guard lock(journal_.mutex_);
  return !journal_.states_[run_].empty();
}

void Journal::Entry::keep(const Save& save) {
  if (!journal_.hooks_.checkpoint) return;
  try {
    std::string state = save();
    const std::lock_guard lock(journal_.mutex_);
    journal_.states_[run_] = std::move(state);
  } catch (const std::bad_alloc&) {  // then the run continues without
  }
}

void Journal::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(error);
}

std::exception_ptr Journal::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void Journal::write() {
  const std::lock_guard lock(mutex_);
  if (hooks_.checkpoint) hooks_.checkpoint(states_);
}

bool Journal::write_end(std::optional<bool> asked) {
  std::size_t bytes = 0;
  bool whole = static_cast<bool>(hooks_.checkpoint);
  for (const std::string& state : states_) {
    bytes += state.size();
    whole = whole && !state.empty();
  }
  whole = whole && keeps_end(asked, static_cast<double>(bytes));
  if (whole) write();
  return whole;
}

int Journal::requests() const {
  return hooks_.checkpoint_requests != nullptr ? hooks_.checkpoint_requests->load() : 0;
}

bool keeps_end(std::optional<bool> asked, double bytes) {
  return asked.value_or(bytes <= kMostKept);
}

}  // namespace clausius
