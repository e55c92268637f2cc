#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "clausius/report/run_folder.h"
#include "clausius/study/runner.h"
#include "report/summary.h"
#include "study/start/initial.h"
#include "unit/study/parsed_study.h"

// Memory that ends, at any allocation of a run: a run that fails says so, its results until then
// can be written, and it goes on from its checkpoint to the same results.

namespace {

std::atomic<long> allocations{0};
std::atomic<long> failing{0};  // number of the allocation that fails; 0: none

}  // namespace

// For this whole program. Arrays call these. (Inlined, GCC takes them for a mismatched pair.)
[[gnu::noinline]] void* operator new(std::size_t size) {
  const long number = allocations.fetch_add(1, std::memory_order_relaxed) + 1;
  if (number == failing.load(std::memory_order_relaxed)) throw std::bad_alloc();
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
// The one of AddressSanitizer would not go with the operator delete below.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

using namespace clausius;

namespace {

constexpr const char* kSmallGas = R"(
seed = 4
box.packing_fraction = 0.1
[[species]]
name = "gas"
count = 20
[[species]]
name = "big"
count = 4
diameter = 2
[run]
equilibrate = 2
measure = 6
samples = 10
trajectory = 6
collision_log = 20
collision_statistics = true
)";

struct Tried {
  std::string results;              ///< the summary; empty if the run failed
  std::vector<std::string> states;  ///< of the last checkpoint
  long allocations = 0;
};

/// Runs the study; its `number`-th allocation fails (0: none).
Tried try_with_failure(const StudyConfig& config, const Snapshot& start, long number,
                       const std::vector<std::string>& from) {
  Tried tried;
  std::atomic<int> requests = 1;
  RunHooks hooks;
  hooks.resume = from;
  hooks.checkpoint_requests = &requests;
  hooks.checkpoint = [&](const std::vector<std::string>& states) {
    if (requests < 4) ++requests;  // between the first stretches
    tried.states = states;
  };
  hooks.failed = [&](const StudyResult& partial) {
    failing = 0;
    CHECK_FALSE(partial.failure.empty());
    CHECK_FALSE(summary_json(partial).empty());
  };
  try {
    allocations = 0;
    failing = number;
    const StudyResult result = run_study(config, start, hooks);
    failing = 0;
    tried.allocations = allocations;
    tried.results = reproducible_part(summary_json(result));
  } catch (const std::bad_alloc&) {
    failing = 0;
  }
  return tried;
}

}  // namespace

TEST_CASE("memory that ends at any allocation is an error, after which a run goes on") {
  const StudyConfig config = parse_study(kSmallGas, "test.toml", {});
  const Snapshot start = make_initial_state(config);
  const Tried whole = try_with_failure(config, start, 0, {});
  REQUIRE(whole.allocations > 1000);
  std::mt19937 random(61);
  std::uniform_int_distribution<long> any(1, whole.allocations);
  int failed = 0;
  for (int k = 0; k < 500; ++k) {
    const long number = any(random);
    INFO(number);
    const Tried tried = try_with_failure(config, start, number, {});
    if (!tried.results.empty()) {  // it could do without, such as a checkpoint
      CHECK((tried.results == whole.results));
      continue;
    }
    ++failed;
    CHECK((try_with_failure(config, start, 0, tried.states).results == whole.results));
  }
  CHECK(failed > 10);
}
