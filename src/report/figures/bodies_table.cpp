#include "report/figures/bodies_table.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "clausius/measure/results.h"
#include "geometry/placed_body.h"
#include "measure/listed.h"
#include "report/figures/snapshot_table.h"

namespace clausius {

namespace {

constexpr std::size_t kFewBodies = 8;
constexpr std::size_t kMostMembers = 1000;  // gnuplot takes seconds for more

template <int Dim>
class BodiesTable {
 public:
  explicit BodiesTable(const StudyConfig& config) : config_(config), gas_(make_gas<Dim>(config)) {}

  void add(const Snapshot& snapshot) {
    const State<Dim> state = to_state<Dim>(snapshot, config_);
    const std::vector<std::size_t> order = order_along_z(snapshot);
    std::size_t first = order.size();
    for (std::size_t members = 0; first > 0; --first) {
      members += gas_.bodies[state.species[order[first - 1]]].members.size();
      if (members > kMostMembers) break;
    }
    for (std::size_t k = first; k < order.size(); ++k) {
      const std::size_t id = order[k];
      const PlacedBody body(gas_.bodies[state.species[id]], state.orientation[id]);
      for (const auto& stick : body.sticks()) {
        time_.push_back(state.time);
        id_.push_back(static_cast<std::int64_t>(id));
        species_.push_back(snapshot.species[id]);
        const Vec<3> centre = snapshot.position[id] + stick.centre;
        for (int axis = 0; axis < 3; ++axis) {
          centre_[axis].push_back(centre[axis]);
          half_[axis].push_back(stick.half[axis]);
        }
        radius_.push_back(stick.radius);
      }
    }
  }

  Table take() {
    const std::string length = unit_names(config_.si_units, Dim).length;
    const std::string time = unit_names(config_.si_units, Dim).time;
    const std::size_t rows = time_.size();
    Table table{"bodies", {}};
    const auto column = [&](std::string name, const std::string& unit, auto values) {
      table.columns.push_back({std::move(name), unit, std::move(values)});
    };
    column("time", time, std::move(time_));
    column("body", "1", std::move(id_));
    column("species", "", std::move(species_));
    for (int axis = 0; axis < 3; ++axis)
      column(std::string(1, "xyz"[axis]), length, std::move(centre_[axis]));
    for (int axis = 0; axis < 3; ++axis)
      column(std::string("half_") + "xyz"[axis], length, std::move(half_[axis]));
    column("radius", length, std::move(radius_));
    for (int axis = 0; axis < 2; ++axis)
      column(std::string("box_") + "xy"[axis], length,
             std::vector<double>(rows, config_.size[static_cast<std::size_t>(axis)]));
    for (int axis = 0; axis < 2; ++axis)
      column(std::string("periodic_") + "xy"[axis], "1",
             std::vector<std::int64_t>(rows,
                                       config_.periodic[static_cast<std::size_t>(axis)] ? 1 : 0));
    return table;
  }

 private:
  const StudyConfig& config_;
  Gas<Dim> gas_;
  std::vector<double> time_, radius_;
  std::vector<std::int64_t> id_;
  std::vector<std::string> species_;
  std::array<std::vector<double>, 3> centre_, half_;
};

template <int Dim>
Table table_of(const StudyResult& result) {
  BodiesTable<Dim> table(result.config);
  if (result.final.species.size() <= kFewBodies) {
    table.add(result.initial);
    for (const Snapshot& frame : result.trajectory)
      if (frame.time > result.initial.time && frame.time < result.final.time) table.add(frame);
  }
  table.add(result.final);
  return table.take();
}

}  // namespace

Table bodies_table(const StudyResult& result) {
  if (result.config.spheres_only()) return {"bodies", {}};
  return result.config.dimensions == 2 ? table_of<2>(result) : table_of<3>(result);
}

DeclaredTable declared_bodies() {
  return {"bodies",
          "Members of the bodies of a picture, a row each.",
          Need::bodies,
          {kTimeColumn,
           {"body", "Number of the body, counted from 0."},
           kSpeciesColumn,
           kXColumn,
           kYColumn,
           kZColumn,
           {"half_AXIS", "From there to the end of the axis of a capsule's cylinder.",
            &UnitNames::length},
           kRadiusColumn,
           kBoxColumn,
           {"periodic_AXIS", "1 where the box is periodic, 0 where it has walls."}}};
}

}  // namespace clausius
