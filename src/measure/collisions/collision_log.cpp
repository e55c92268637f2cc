#include "measure/collisions/collision_log.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "clausius/core/archive.h"
#include "core/system/growing_file.h"
#include "measure/csv_cells.h"
#include "measure/kept_in_memory.h"
#include "measure/listed.h"

namespace clausius {

namespace {

constexpr const char* kAxes[] = {"_x", "_y", "_z"};

// Passes every number of a collision to `cell(name, axis, unit, number)`, in order of the columns;
// `axis` is the end of the name.
template <int Dim, class Cell>
void for_each_number(const CollisionRecord<Dim>& c, const Gas<Dim>& gas, const UnitNames& units,
                     const Cell& cell) {
  const auto number = [&](const char* name, const std::string& unit, auto value) {
    cell(name, "", unit, value);
  };
  const auto vector = [&](const char* name, const std::string& unit, const Vec<Dim>& value) {
    for (int k = 0; k < Dim; ++k) cell(name, kAxes[k], unit, value[k]);
  };
  static const std::string kPure = "1";
  const bool at_wall = c.second == CollisionRecord<Dim>::kWall;
  const auto& first = gas.species[c.first_species];
  const double m1 = first.mass, m2 = at_wall ? 0.0 : gas.species[c.second_species].mass;

  number("time", units.time, c.time);
  number("first", kPure, std::int64_t{c.first});
  number("second", kPure, at_wall ? std::int64_t{-1} : std::int64_t{c.second});
  // A plate with a hole is one obstacle of several parts.
  const std::int64_t part = std::int64_t{c.face} - 2 * Dim;
  number("face", kPure,
         part < 0 ? std::int64_t{c.face}
                  : 2 * Dim + static_cast<std::int64_t>(
                                  gas.boundary.obstacles[static_cast<std::size_t>(part)].number));
  vector("contact", units.length, c.contact_point);
  vector("normal", kPure, c.normal);
  vector("first_before", units.speed, c.first_before);
  vector("second_before", units.speed, c.second_before);
  vector("first_after", units.speed, c.first_after);
  vector("second_after", units.speed, c.second_after);
  vector("centre_of_mass_velocity", units.speed,
         (m1 * c.first_before + m2 * c.second_before) / (m1 + m2));
  if (c.spins) {
    const auto spin = [&](const char* name, const Vec<3>& value) {
      for (int k = Dim == 3 ? 0 : 2; k < 3; ++k) cell(name, kAxes[k], units.rate, value[k]);
    };
    spin("first_spin_before", c.spins->first_before);
    spin("second_spin_before", c.spins->second_before);
    spin("first_spin_after", c.spins->first_after);
    spin("second_spin_after", c.spins->second_after);
    if (c.rigid)
      number("contacts", kPure, static_cast<std::int64_t>(c.rigid->contact.points.size()));
    number("rotational_energy_change", units.energy, c.spins->energy_change);
  }
  // For bodies the speed of the material points, which rotate.
  number(
      "normal_speed", units.speed,
      c.rigid ? -c.rigid->contact.points[0].rate : c.normal.dot(c.first_before - c.second_before));
  // For bodies the radius of the bounding sphere.
  number("first_radius", units.length, 0.5 * first.diameter);
  number("second_radius", units.length,
         at_wall ? 0.0 : 0.5 * gas.species[c.second_species].diameter);
  number("impulse", units.momentum, c.impulse);
  number("restitution", kPure, c.restitution);
  number("predicted_energy_change", units.energy, c.predicted_energy_change);
  // ½ m (v'² − v²) as ½ m (v' − v)·(v' + v), which keeps the digits of a small change
  const auto change = [](double m, const Vec<Dim>& before, const Vec<Dim>& after) -> double {
    return 0.5 * m * (after - before).dot(after + before);
  };
  number("energy_change", units.energy,
         change(m1, c.first_before, c.first_after) + change(m2, c.second_before, c.second_after) +
             (c.spins ? c.spins->energy_change : 0) + c.internal_change);
}

}  // namespace

template <int Dim>
Table CollisionLog<Dim>::table(const Gas<Dim>& gas, const UnitNames& units) const {
  Table table{"collisions", {}};
  for_each_number(records_.empty() ? CollisionRecord<Dim>{} : records_.front(), gas, units,
                  [&](const char* name, const char* axis, const std::string& unit, auto number) {
                    std::vector<decltype(number)> values;
                    values.reserve(records_.size());
                    table.columns.push_back({std::string(name) + axis, unit, std::move(values)});
                  });
  for (const CollisionRecord<Dim>& record : records_) {
    auto column = table.columns.begin();
    for_each_number(record, gas, units,
                    [&](const char*, const char*, const std::string&, auto number) {
                      std::get<std::vector<decltype(number)>>(column++->values).push_back(number);
                    });
  }
  return table;
}

template <int Dim>
void CollisionLog<Dim>::write_head(const CollisionRecord<Dim>& record) {
  std::string head;
  for_each_number(record, *gas_, *units_,
                  [&](const char* name, const char* axis, const std::string& unit, auto) {
                    head += head.empty() ? "" : ",";
                    head += csv_head(std::string(name) + axis, unit);
                  });
  file_->append(head + '\n');
}

template <int Dim>
void CollisionLog<Dim>::write_row(const CollisionRecord<Dim>& record) {
  constexpr std::size_t kMostNumbers = 64;
  char* end = file_->room(kMostNumbers * (kLongestCsvNumber + 1));
  for_each_number(record, *gas_, *units_,
                  [&end](const char*, const char*, const std::string&, auto number) {
                    end = put_csv_number(end, number);
                    *end++ = ',';
                  });
  end[-1] = '\n';
  file_->take(end);
}

template <int Dim>
void CollisionLog<Dim>::add(const CollisionRecord<Dim>& collision) {
  if (file_ != nullptr) {
    if (count_ == 0) write_head(collision);
    write_row(collision);
  }
  if (file_ == nullptr || count_ == 0) records_.push_back(collision);
  ++count_;
}

template <int Dim>
void CollisionLog<Dim>::end() {
  if (file_ != nullptr && file_->size() == 0) write_head({});
}

template <int Dim>
std::vector<Observable> CollisionLog<Dim>::observables(const Gas<Dim>& gas,
                                                       const UnitNames& units) const {
  if (records_.empty()) return {};
  std::vector<Observable> all;
  constexpr std::array<std::string_view, 4> kShown{"time", "normal_speed", "impulse",
                                                   "energy_change"};
  for_each_number(records_.front(), gas, units,
                  [&](const char* name, const char*, const std::string& unit, auto number) {
                    if (std::find(kShown.begin(), kShown.end(), name) == kShown.end()) return;
                    Observable observable;
                    observable.name = std::string("first_collision_") + name;
                    observable.value = static_cast<double>(number);
                    observable.unit = unit;
                    all.push_back(observable);
                  });
  return all;
}

namespace {

// The log of the measured part of a run.
template <int Dim>
class LoggedCollisions final : public SavedMeasurement<LoggedCollisions<Dim>, Dim> {
 public:
  explicit LoggedCollisions(std::int64_t capacity) : log_(capacity) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const std::int64_t capacity = start.run.options.collision_log;
    if (capacity <= 0) return nullptr;
    return std::make_unique<LoggedCollisions>(capacity);
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void write_to(const OpenFile& open, const Measured<Dim>& run) override {
    if (run.options.collision_log > kCollisionsInMemory)
      log_.write_to(open("collisions.csv"), run.gas, run.units);
  }
  void on_collision(const CollisionRecord<Dim>& collision) override {
    if (log_.open()) log_.add(collision);
  }
  void end(const Sample<Dim>& /*last*/) override { log_.end(); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return log_.observables(run.gas, run.units);
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    if (log_.is_in_file()) return {};
    return {log_.table(run.gas, run.units)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(log_);
    if constexpr (Archive::is_loading::value)
      require(log_.is_possible(), "holds an impossible log");
  }

 private:
  CollisionLog<Dim> log_;
};

MeasurementKind collision_log_kind() {
  const Need need = Need::collision_log;
  return {
      "Collision log",
      {{"first_collision_time", "Time of the first collision in the collision log.", "",
        &UnitNames::time, need, Per::gas, Kind::exact},
       {"first_collision_normal_speed",
        "Relative speed along the normal in the first "
        "collision of the collision log.",
        "|v_ij.n|", &UnitNames::speed, need, Per::gas, Kind::exact},
       {"first_collision_impulse",
        "Momentum transferred in the first collision of the "
        "collision log.",
        "(1 + e) mu |v_ij.n|", &UnitNames::momentum, need, Per::gas, Kind::exact},
       {"first_collision_energy_change",
        "Change of the kinetic energy in the first collision "
        "of the collision log.",
        "-(1 - e^2) mu (v_ij.n)^2/2", &UnitNames::energy, need, Per::gas, Kind::exact}},
      {{"collisions",
        "Every number of the first collisions, one row each.",
        need,
        {kTimeColumn,
         {"first", "Number of the first particle, counted from 0."},
         {"second", "Number of the second particle; -1 at a wall or an obstacle."},
         {"face",
          "Face of the box (x_low 0, x_high 1, y_low 2, ...), of an obstacle its number, counted "
          "from the number of faces; -1 of two particles."},
         {"contact_AXIS", "Position of the contact.", &UnitNames::length},
         {"normal_AXIS",
          "Unit normal of the contact, from the first particle to the second (to the wall)."},
         {"first_before_AXIS", "Velocity of the first particle before the collision.",
          &UnitNames::speed},
         {"second_before_AXIS", "Velocity of the second particle before the collision.",
          &UnitNames::speed},
         {"first_after_AXIS", "Velocity of the first particle after the collision.",
          &UnitNames::speed},
         {"second_after_AXIS", "Velocity of the second particle after the collision.",
          &UnitNames::speed},
         {"centre_of_mass_velocity_AXIS", "Velocity of the centre of mass of the two.",
          &UnitNames::speed},
         {"first_spin_before_AXIS", "Angular velocity of the first particle before the collision.",
          &UnitNames::rate},
         {"second_spin_before_AXIS",
          "Angular velocity of the second particle before the collision.", &UnitNames::rate},
         {"first_spin_after_AXIS", "Angular velocity of the first particle after the collision.",
          &UnitNames::rate},
         {"second_spin_after_AXIS", "Angular velocity of the second particle after the collision.",
          &UnitNames::rate},
         {"contacts", "Number of points at which the two bodies touch at once."},
         {"rotational_energy_change", "Change of the energy of rotation.", &UnitNames::energy},
         {"normal_speed",
          "Speed of approach along the normal, of bodies that of the points that touch.",
          &UnitNames::speed},
         {"first_radius", "Radius of the first particle, of a body that of the sphere about it.",
          &UnitNames::length},
         {"second_radius", "Radius of the second particle; 0 at a wall or an obstacle.",
          &UnitNames::length},
         {"impulse", "Momentum transferred along the normal.", &UnitNames::momentum},
         {"restitution", "Coefficient of normal restitution of this collision."},
         {"predicted_energy_change", "Change of the energy that the collision law predicts.",
          &UnitNames::energy},
         {"energy_change", "Change of the energy, from the velocities before and after.",
          &UnitNames::energy}}}},
      KeptBytes{.need = need, .collision = 1000},
      {{"collision_log", &MeasuredConfig::collision_log,
        "Number of collisions that are written out one by one.", "0",
        "the number of collisions to log, as in collision_log = 1000; 0: none"}}};
}

}  // namespace

ListedMeasurement listed_collision_log() {
  return {collision_log_kind, LoggedCollisions<2>::make, LoggedCollisions<3>::make};
}

template class CollisionLog<2>;
template class CollisionLog<3>;

}  // namespace clausius
