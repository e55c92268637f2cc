#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>

#include "clausius/core/archive.h"
#include "clausius/study/runner.h"
#include "named.h"
#include "study/results/observables.h"

using namespace clausius;
using clausius::testing::column;
using clausius::testing::named;

namespace {

// A measurement written by a user, from measurement.h alone: the fraction of the momentum
// transferred in collisions that is due to the strongest one, and the samples that it received.
template <int Dim>
class StrongestHit final : public SavedMeasurement<StrongestHit<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    CHECK(start.state.size() == 100);
    return std::make_unique<StrongestHit>();
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void on_collision(const CollisionRecord<Dim>& collision) override {
    ++hits_;
    sum_ += collision.impulse;
    strongest_ = std::max(strongest_, collision.impulse);
  }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    hits_at_ends_ += static_cast<double>(interval.totals.collisions);
  }
  void on_sample(const Sample<Dim>& sample) override { times_.push_back(sample.state.time); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    CHECK(hits_ == run.total().totals.collisions);
    CHECK(hits_at_ends_ == Approx(hits_));
    return {observable("strongest_hit", strongest_ * hits_ / sum_, std::nullopt, {}, "1")};
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return {{"own_samples", {{"time", run.units.time, times_}}}};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(hits_, hits_at_ends_, sum_, strongest_, times_);
  }

 private:
  double hits_ = 0, hits_at_ends_ = 0, sum_ = 0, strongest_ = 0;
  std::vector<double> times_;
};

ListedMeasurement listed_strongest_hit() {
  return {[] {
            return MeasurementKind{
                "Strongest hit",
                {{"strongest_hit", "Impulse of the strongest collision over the mean one.",
                  "max J/<J>", nullptr, Need::nothing, Per::gas, Kind::exact}},
                {{"own_samples",
                  "Times of the samples.",
                  Need::nothing,
                  {{"time", "Time of the sample.", &UnitNames::time}}}}};
          },
          nullptr, StrongestHit<3>::make};
}

const char* const kOwnGas = R"(
[box]
packing_fraction = 0.1
[[species]]
name = "gas"
count = 100
[run]
equilibrate = 2
measure = 20
samples = 10
)";

}  // namespace

TEST_CASE("a measurement of the user is made, shown what it asks for, and reports") {
  RunHooks hooks;
  hooks.measurements = {listed_strongest_hit()};
  const StudyConfig study = parse_study(kOwnGas, "test.toml", {});
  const StudyResult result = run_study(study, hooks);
  const Observable& strongest = named(result.observables, "strongest_hit");
  CHECK(strongest.value > 2);
  CHECK(strongest.value < 10);
  CHECK(result.observables.back().name == "strongest_hit");
  const std::vector<double> times = column(result.tables, "own_samples", "time");
  CHECK(times.size() >= 9);
  CHECK(times.front() > 0);
  CHECK(std::is_sorted(times.begin(), times.end()));
  CHECK(first_undeclared(study, result.observables) == "strongest_hit");
  CHECK(first_undeclared(study, result.observables, {hooks.measurements[0].kind()}).empty());

  // It does not affect the other measurements.
  const StudyResult alone = run_study(study, {});
  REQUIRE(alone.observables.size() + 1 == result.observables.size());
  for (std::size_t i = 0; i < alone.observables.size(); ++i)
    CHECK(alone.observables[i].value == result.observables[i].value);
}

TEST_CASE("a study names the observable of a user's measurement where it is read with it") {
  const std::string study = std::string(kOwnGas) +
                            "[[check]]\nobservable = \"strongest_hit\"\nexpected = 3\n"
                            "tolerance = 100\n[series]\nkey = \"seed\"\nvalues = [1, 2]\n";
  using Catch::Contains;
  CHECK_THROWS_WITH(parse_study(study, "test.toml", {}), Contains("check[0].observable"));
  RunHooks hooks;
  hooks.measurements = {listed_strongest_hit()};
  const StudyConfig read = parse_study(study, "test.toml", {}, {hooks.measurements[0].kind()});
  const StudyResult result = run_study(read, hooks);
  CHECK(result.passed());
  REQUIRE(result.series.size() == 2);
  for (const SeriesCase& one : result.series) {
    REQUIRE(one.result.checks.back().name == "strongest_hit");
    CHECK(one.result.checks.back().passed);
  }
  // Only declared observables are known; and without the measurement the check fails.
  CHECK_THROWS_WITH(parse_study(study, "test.toml", {{"check.0.observable", "\"weakest_hit\""}},
                                {hooks.measurements[0].kind()}),
                    Contains("strongest_hit"));
  CHECK_FALSE(run_study(read, {}).passed());

  MeasurementKind with_error = hooks.measurements[0].kind();
  with_error.observables[0].kind = Kind::estimate;
  const std::string until = std::string(kOwnGas) + "until = \"strongest_hit within 5 %\"\n";
  CHECK(parse_study(until, "test.toml", {}, {with_error}).until->observable == "strongest_hit");
  CHECK_THROWS_WITH(parse_study(until, "test.toml", {}), Contains("run.until"));
}

TEST_CASE("a measurement of the user goes on from a checkpoint, and is left out where it is not") {
  std::vector<std::string> last;
  RunHooks hooks;
  hooks.measurements = {listed_strongest_hit()};
  hooks.checkpoint = [&](const std::vector<std::string>& states) { last = states; };
  const StudyConfig half =
      parse_study(kOwnGas, "test.toml",
                  {{"run.measure", "10"}, {"run.keep_checkpoint", "true"}, {"run.samples", "5"}});
  CHECK(named(run_study(half, hooks).observables, "strongest_hit").value > 2);
  REQUIRE(!last.empty());
  hooks.resume = last;
  const StudyResult resumed = run_study(half, hooks);
  hooks.resume.clear();
  CHECK(named(resumed.observables, "strongest_hit").value ==
        named(run_study(half, hooks).observables, "strongest_hit").value);

  const StudyConfig flat = parse_study(kOwnGas, "test.toml", {{"box.dimensions", "2"}});
  CHECK(find_observable(run_study(flat, hooks).observables, "strongest_hit") == nullptr);
}
