#include "clausius/study/runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "study/results/checks.h"
#include "study/results/replicas.h"
#include "study/results/series.h"
#include "study/run/journal.h"
#include "study/run/setup.h"
#include "study/start/initial.h"

namespace clausius {

bool StudyResult::passed() const {
  return failure.empty() && why_not_judged().empty() &&
         std::none_of(checks.begin(), checks.end(),
                      [](const CheckResult& check) { return check.failed(); }) &&
         std::all_of(series.begin(), series.end(),
                     [](const auto& one) { return one.result.passed(); });
}

std::string StudyResult::why_not_judged() const {
  if (finished() && measurement.simulated_time <= 0)
    return "no simulated time passed in the measured part of the run";
  // The checks of every run come first; checks of the study may have replaced them.
  const auto asked_for = [this](const CheckResult& result) {
    return std::any_of(config.checks.begin(), config.checks.end(),
                       [&](const CheckConfig& check) { return check.observable == result.name; });
  };
  const auto asked = std::count_if(checks.begin(), checks.end(), asked_for);
  const auto made = std::count_if(checks.begin(), checks.end(), [&](const CheckResult& check) {
    return asked_for(check) && check.not_checked.empty();
  });
  if (asked > 0 && made == 0) return "none of the checks that the study asks for could be made";
  for (const CheckResult& check : checks)
    if (check.name == kUntilCheck && !check.not_checked.empty())
      return fmt::format("{}: {}", kUntilCheck, check.not_checked);
  for (const SeriesCase& one : series)
    if (std::string reason = one.result.why_not_judged(); !reason.empty())
      return fmt::format("{} = {}: {}", config.series.key, one.value, reason);
  return {};
}

StudyResult run_study(const StudyConfig& config, const RunHooks& hooks) {
  require_read(config);
  if (hooks.progress) hooks.progress({"placing", 0, 0});
  return run_study(config, make_initial_state(config), hooks);
}

StudyResult run_study(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks) {
  // A case may vary the number of its replicas, and whether each has a comparison run.
  std::vector<std::size_t> first_entry{0, entries_of(config)};
  for (const std::string& value : config.series.values)
    first_entry.push_back(first_entry.back() + entries_of(series_case(config, value)));
  Journal journal(hooks, config.checkpoint_every, first_entry.back());
  StudyResult result = run_series(config, initial, hooks, journal, first_entry);
  if (const std::exception_ptr failure = journal.failure()) {
    result.interrupted = false;  // other replicas stopped only because of it
    journal.write();
    if (hooks.failed) hooks.failed(result);
    std::rethrow_exception(failure);
  }
  if (result.finished()) result.extendable = journal.write_end(config.keep_checkpoint);
  return result;
}

}  // namespace clausius
