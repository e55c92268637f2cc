#include <algorithm>
#include <cstdint>
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

// The path of one particle from collision to collision, continuous across periodic edges; without
// gravity, so that flights are straight.
template <int Dim>
class Trace final : public SavedMeasurement<Trace<Dim>, Dim> {
 public:
  /// @param collisions number of collisions of that particle to be recorded
  /// @param particle   its id
  Trace(std::int64_t collisions, std::uint32_t particle)
      : collisions_(collisions), particle_(particle) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const std::int64_t collisions = start.run.options.trace;
    if (collisions <= 0) return nullptr;
    const auto& species = start.state.species;
    const auto particle = std::find(species.begin(), species.end(), traced_species(start.run));
    if (particle == species.end()) return nullptr;
    return std::make_unique<Trace>(collisions,
                                   static_cast<std::uint32_t>(particle - species.begin()));
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override {
    velocity_ = now.in_box.velocity[particle_];
    points_.assign(1, {now.in_box.time, now.in_box.position[particle_]});
  }
  void on_collision(const CollisionRecord<Dim>& collision) override {
    if (collision.first == particle_)
      turn(collision.time, collision.first_after);
    else if (collision.second == particle_)
      turn(collision.time, collision.second_after);
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(velocity_, points_);
  }

 private:
  struct Point {
    double time = 0;
    Vec<Dim> position = Vec<Dim>::Zero();
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, position);
    }
  };

  void turn(double time, const Vec<Dim>& after) {
    if (std::ssize(points_) > collisions_) return;
    const Point& last = points_.back();
    points_.push_back({time, last.position + (time - last.time) * velocity_});
    velocity_ = after;
  }

  std::int64_t collisions_;
  std::uint32_t particle_;
  Vec<Dim> velocity_ = Vec<Dim>::Zero();  // velocity since the last point
  std::vector<Point> points_;
};

template <int Dim>
std::vector<Table> Trace<Dim>::tables(const Measured<Dim>& run) const {
  Table table{"trace", {}};
  std::vector<double> time;
  for (const Point& point : points_) time.push_back(point.time);
  table.columns.push_back({"time", run.units.time, std::move(time)});
  for (int k = 0; k < Dim; ++k) {
    std::vector<double> x;
    for (const Point& point : points_) x.push_back(point.position[k]);
    table.columns.push_back({std::string(1, "xyz"[k]), run.units.length, std::move(x)});
  }
  if (run.count.size() > 1)
    table.columns.push_back(
        {"species", "",
         std::vector<std::string>(points_.size(), run.options.species_names[traced_species(run)])});
  return {std::move(table)};
}

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

ListedMeasurement listed_trace() { return {trace_kind, Trace<2>::make, Trace<3>::make}; }

}  // namespace clausius
