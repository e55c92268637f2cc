#include "sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/text.h"
#include "report/checkpoints.h"
#include "report/csv.h"
#include "report/terminal.h"
#include "sweep/rounds.h"
#include "sweep/sweep_folder.h"

namespace clausius {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kPatience = 100ms;

constexpr int kInterruptedCode = 130;

/// Whether a case was stopped by a signal, at once or with a checkpoint.
bool is_stopped_case(const TaskEnd& end) { return end.signal != 0 || end.code == kInterruptedCode; }

/// Message of a case that has no result: the last lines of its output, or what ended it.
std::string error_of(const TaskEnd& end) {
  if (end.code == kInterruptedCode)
    return "was stopped from outside, or by a limit of processor time";
  if (end.signal != 0)
    return fmt::format("was ended by signal {} ({}){}", end.signal, ::strsignal(end.signal),
                       end.signal == SIGKILL ? ": from outside, or for want of memory" : "");
  std::string text = printable(end.errors, "\n");
  while (text.ends_with('\n')) text.pop_back();
  if (const std::size_t begin = text.rfind("clausius: "); begin != std::string::npos)
    text = text.substr(begin + std::string_view("clausius: ").size());
  return text.empty() ? fmt::format("ended with exit code {}", end.code) : text;
}

/// Whether a case has no result unless it is run anew.
bool has_failed(const CaseRecord& one) {
  return one.state == CaseState::failed || one.state == CaseState::damaged;
}

/// Runs the cases of one sweep, round after round.
class Sweep {
 public:
  Sweep(SweepPlan& plan, Workers& workers, const SweepOptions& options)
      : plan_(plan),
        workers_(workers),
        options_(options),
        folder_(options.out, plan.study(), options.shard.has_value()) {}

  SweepOutcome run() {
    do {
      // Shards do not need the results of the others, unless further cases depend on them.
      read_records(!options_.shard || is_adaptive(plan_.study().sweep));
      run_cases();
    } while (all_ended() && next_round());
    SweepOutcome outcome = counted();
    if ((!options_.shard || seem_ended()) && folder_.take_over()) {
      read_records(true);
      outcome = counted();
      if (!options_.shard || outcome.elsewhere == 0) {
        const std::vector<PointResult> results = point_results(plan_, records_);
        collect(results);
        outcome.collected = true;
        outcome.inexact = inexact_points(plan_, results);
      }
    }
    return outcome;
  }

 private:
  [[nodiscard]] bool is_interrupted() const { return options_.interrupt && *options_.interrupt; }
  [[nodiscard]] const SweepCase& at(std::size_t index) const { return plan_.cases()[index]; }

  /// Reads the results of all cases or of this process' own, and sorts the waiting ones by
  /// decreasing cost, so that no long case is left to the end. Known results are kept, because
  /// cases do not change.
  void read_records(bool all) {
    records_.assign(plan_.cases().size(), {});
    std::vector<std::size_t> order(records_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return plan_.cost_of(at(a)) > plan_.cost_of(at(b));
    });
    waiting_.clear();
    cost_left_ = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      const std::size_t index = order[rank];
      const bool is_own = !options_.shard || rank % options_.shard->count == options_.shard->index;
      if (!all && !is_own) continue;
      CaseRecord& known = known_[at(index).name];
      // An open case that was stopped here keeps the reason.
      if (known.state == CaseState::open && known.error.empty())
        known = read_case(folder_.case_folder(at(index).name));
      records_[index] = known;
      if (!is_own || tried_.contains(at(index).name)) continue;
      if (known.state == CaseState::open || (has_failed(known) && options_.retry)) {
        waiting_.push_back(index);
        cost_left_ += plan_.cost_of(at(index));
      }
    }
  }

  /// Whether there is a result of every case, including those of other shards.
  [[nodiscard]] bool seem_ended() const {
    for (std::size_t i = 0; i < records_.size(); ++i)
      if (records_[i].state == CaseState::open && !seems_ended(folder_.case_folder(at(i).name)))
        return false;
    return true;
  }

  void run_cases() {
    try {
      while (workers_.running() > 0 || !waiting_.empty()) {
        if (is_interrupted()) waiting_.clear();
        if (is_interrupted() && !std::exchange(is_stopped_, true)) workers_.stop();
        start_some();
        report();
        if (auto end = workers_.wait(kPatience)) {
          start_some();  // before anything else: the place is free
          note_end(*end);
        }
      }
    } catch (...) {  // running cases are asked to end, and waited for
      workers_.stop();
      while (workers_.running() > 0) (void)workers_.wait(kPatience);
      throw;
    }
  }

  /// Starts cases while there is room.
  void start_some() {
    for (std::size_t tries = waiting_.size(); tries > 0 && !is_interrupted(); --tries) {
      if (workers_.running() >= workers_.slots()) return;
      const std::size_t index = waiting_.front();
      waiting_.pop_front();
      if (is_busy(folder_.case_folder(at(index).name)))
        // Interrupted in another sweep, or being read by another program.
        waiting_.push_back(index);
      else
        start(index);
    }
  }

  void start(std::size_t index) {
    const std::filesystem::path folder = folder_.case_folder(at(index).name);
    if (options_.retry && is_refused(folder)) set_aside(folder);
    // A run that has failed is started again; one that was interrupted, or could not write its
    // results, has its checkpoint.
    const bool is_anew = has_failed(records_[index]) && (has_summary(folder) || !can_go_on(folder));
    tried_.insert(at(index).name);
    workers_.start({index,
                    {"run", "-", "--out", folder.string(), "--quiet", "--no-plots",
                     is_anew ? "--force" : "--resume"},
                    plan_.text_of(at(index))});
    records_[index] = known_[at(index).name] = {};
  }

  void note_end(const TaskEnd& end) {
    const SweepCase& one = at(end.id);
    const std::filesystem::path folder = folder_.case_folder(one.name);
    cost_left_ -= plan_.cost_of(one);
    CaseRecord record = read_case(folder);
    if (record.state == CaseState::done) {
      note_values(folder, plan_.json_of(one));
      cost_done_ += plan_.cost_of(one);
      seconds_done_ += record.cpu_seconds;
    } else if (is_stopped_case(end)) {  // the next sweep continues it
      record = {};
      if (!is_interrupted()) record.error = error_of(end);
    } else {
      record.state = CaseState::failed;
      record.error = error_of(end);
      leave_error(folder, record.error);
    }
    records_[end.id] = known_[one.name] = std::move(record);
  }

  /// If there is no room for it, the next sweep runs the case again.
  static void leave_error(const std::filesystem::path& folder, const std::string& error) {
    try {
      note_failure(folder, error + '\n');
    } catch (const std::runtime_error&) {
    }
  }

  [[nodiscard]] bool all_ended() const {
    return !is_interrupted() &&
           std::none_of(records_.begin(), records_.end(),
                        [](const CaseRecord& one) { return one.state == CaseState::open; });
  }

  /// Whether there are more cases to run, depending on the existing results.
  bool next_round() {
    auto points = points_of_next_round(plan_, point_results(plan_, records_));
    if (points) plan_.take(std::move(*points));
    return points.has_value();
  }

  void report() {
    if (!options_.progress || Clock::now() - reported_ < kPatience) return;
    reported_ = Clock::now();
    const SweepOutcome now = counted();
    SweepProgress progress{now.cases, now.done, workers_.running(), now.failed, std::nullopt};
    std::optional<double> rate = options_.seconds_per_cost;
    if (cost_done_ > 0) rate = seconds_done_ / cost_done_;
    if (rate) progress.seconds_left = *rate * cost_left_ / static_cast<double>(workers_.slots());
    options_.progress(progress);
  }

  [[nodiscard]] SweepOutcome counted() const {
    SweepOutcome outcome;
    outcome.cases = records_.size();
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const CaseRecord& one = records_[i];
      outcome.done += one.state == CaseState::done ? 1 : 0;
      outcome.failed += has_failed(one) ? 1 : 0;
      outcome.unpassed += one.state == CaseState::done && !one.passed ? 1 : 0;
      outcome.stopped += one.state == CaseState::open && !one.error.empty() ? 1 : 0;
      if (one.state != CaseState::done && !one.error.empty())
        outcome.faults.push_back({at(i).name, one.error});
      for (const std::string& warning : one.warnings)
        outcome.warnings.push_back({at(i).name, warning});
    }
    outcome.interrupted = is_interrupted();
    if (options_.shard && !outcome.interrupted)
      outcome.elsewhere = outcome.cases - outcome.done - outcome.failed - outcome.stopped;
    return outcome;
  }

  void collect(const std::vector<PointResult>& results) const {
    for (std::size_t i = 0; i < records_.size(); ++i)
      if (records_[i].state == CaseState::done)
        note_values(folder_.case_folder(at(i).name), plan_.json_of(at(i)));
    const auto write = [this](const Table& table) {
      folder_.files().write(table.name + ".csv",
                            [&](std::ostream& stream) { write_csv(stream, table); });
    };
    write(results_table(plan_, records_));
    write(summary_table(plan_, results));
  }

  SweepPlan& plan_;
  Workers& workers_;
  const SweepOptions& options_;
  SweepFolder folder_;
  CaseRecords records_;                      // records of the cases of the plan
  std::map<std::string, CaseRecord> known_;  // records of all cases so far, by name
  std::set<std::string> tried_;              // names of those started
  std::deque<std::size_t> waiting_;
  bool is_stopped_ = false;
  Clock::time_point reported_{};
  double cost_left_ = 0, cost_done_ = 0, seconds_done_ = 0;
};

}  // namespace

std::string text_of(const SweepProgress& progress) {
  std::string line = fmt::format("{} of {} cases done, {} running", progress.done, progress.cases,
                                 progress.running);
  if (progress.failed > 0) line += fmt::format(", {} failed", progress.failed);
  if (progress.seconds_left)
    line += fmt::format("  {} left", duration_text(*progress.seconds_left));
  return line;
}

SweepOutcome run_sweep(SweepPlan& plan, Workers& workers, const SweepOptions& options) {
  return Sweep(plan, workers, options).run();
}

}  // namespace clausius
