#include "measure/trace.h"

#include "clausius/core/archive.h"
#include "listed.h"

namespace clausius {

namespace {

// The path of one particle of a run.
template <int Dim>
class TraceOfRun final : public SavedMeasurement<TraceOfRun<Dim>, Dim> {
 public:
  explicit TraceOfRun(std::int64_t collisions) : trace_(collisions) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const std::int64_t collisions = start.run.options.trace;
    if (collisions <= 0) return nullptr;
    return std::make_unique<TraceOfRun>(collisions);
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override { trace_.begin(now.in_box); }
  void on_collision(const CollisionRecord<Dim>& collision) override { trace_.add(collision); }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return {trace_.table(run.units)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(trace_);
  }

 private:
  Trace<Dim> trace_;
};

MeasurementKind trace_kind() {
  return {"Path of one particle",
          {},
          {{"trace",
            "Position of the first particle at the start and at each of its collisions.",
            Need::trace,
            {kTimeColumn,
             {"x", "Position of the first particle, without jumps at periodic edges.",
              &UnitNames::length},
             {"y", "The same along y.", &UnitNames::length},
             {"z", "The same along z.", &UnitNames::length}}}},
          KeptBytes{.need = Need::trace, .traced = 100}};
}

}  // namespace

ListedMeasurement listed_trace() { return {trace_kind, TraceOfRun<2>::make, TraceOfRun<3>::make}; }

}  // namespace clausius
