#include "measure/collisions/trace.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// Species of the traced particle: the first, if none is named.
template <int Dim>
std::uint8_t traced_species(const Measured<Dim>& run) {
  const auto& names = run.options.species_names;
  const auto named = std::find(names.begin(), names.end(), run.options.trace_species);
  return static_cast<std::uint8_t>(named == names.end() ? 0 : named - names.begin());
}

// The path of one particle of a run.
template <int Dim>
class TraceOfRun final : public SavedMeasurement<TraceOfRun<Dim>, Dim> {
 public:
  TraceOfRun(std::int64_t collisions, std::uint32_t particle) : trace_(collisions, particle) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const std::int64_t collisions = start.run.options.trace;
    if (collisions <= 0) return nullptr;
    const auto& species = start.state.species;
    const auto particle = std::find(species.begin(), species.end(), traced_species(start.run));
    if (particle == species.end()) return nullptr;
    return std::make_unique<TraceOfRun>(collisions,
                                        static_cast<std::uint32_t>(particle - species.begin()));
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override { trace_.begin(now.in_box); }
  void on_collision(const CollisionRecord<Dim>& collision) override { trace_.add(collision); }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    Table table = trace_.table(run.units);
    // Species of the traced particle, if there are several.
    if (run.count.size() > 1)
      table.columns.push_back(
          {"species", "",
           std::vector<std::string>(std::get<std::vector<double>>(table.columns[0].values).size(),
                                    run.options.species_names[traced_species(run)])});
    return {std::move(table)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(trace_);
  }

 private:
  Trace<Dim> trace_;
};

MeasurementKind trace_kind() {
  return {
      "Path of one particle",
      {},
      {{"trace",
        "Position of one particle at the start and at each of its collisions.",
        Need::trace,
        {kTimeColumn,
         {"x", "Position of the particle, without jumps at periodic edges.", &UnitNames::length},
         {"y", "Position of the particle along y.", &UnitNames::length},
         {"z", "Position of the particle along z.", &UnitNames::length},
         {"species", "Species of the particle, if there are several."}}}},
      KeptBytes{.need = Need::trace, .traced = 100},
      {{"trace", &MeasuredConfig::trace,
        "Number of collisions of one particle over which its path is written out.", "0"},
       {"trace_species", &MeasuredConfig::trace_species,
        "Species of that particle, the first of which is followed; default: the first species.",
        "\"heavy\""}}};
}

}  // namespace

ListedMeasurement listed_trace() { return {trace_kind, TraceOfRun<2>::make, TraceOfRun<3>::make}; }

}  // namespace clausius
