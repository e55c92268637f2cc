#include "measure/collisions/collision_log.h"

#include <algorithm>
#include <string>

#include "clausius/core/archive.h"
#include "measure/listed.h"

namespace clausius {

namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

}  // namespace

template <int Dim>
Table CollisionLog<Dim>::table(const Gas<Dim>& gas, const UnitNames& units) const {
  Table table{"collisions", {}};
  const auto column = [&](std::string name, const std::string& unit, auto value) {
    std::vector<decltype(value(records_.front()))> values;
    values.reserve(records_.size());
    for (const auto& record : records_) values.push_back(value(record));
    table.columns.push_back({std::move(name), unit, std::move(values)});
  };
  using Record = CollisionRecord<Dim>;
  const auto vectors = [&](const std::string& name, const std::string& unit, auto vector) {
    for (int k = 0; k < Dim; ++k)
      column(name + '_' + kAxes[k], unit,
             [&vector, k](const Record& c) -> double { return vector(c)[k]; });
  };
  const auto at_wall = [](const Record& c) { return c.second == Record::kWall; };
  const auto first_mass = [&](const Record& c) { return gas.species[c.first_species].mass; };
  const auto second_mass = [&](const Record& c) {
    return at_wall(c) ? 0.0 : gas.species[c.second_species].mass;
  };

  column("time", units.time, [](const Record& c) { return c.time; });
  column("first", "1", [](const Record& c) { return std::int64_t{c.first}; });
  column("second", "1",
         [&](const Record& c) { return at_wall(c) ? std::int64_t{-1} : std::int64_t{c.second}; });
  // A plate with a hole is one obstacle of several parts.
  column("face", "1", [&](const Record& c) {
    const std::int64_t part = std::int64_t{c.face} - 2 * Dim;
    if (part < 0) return std::int64_t{c.face};
    const auto& obstacles = gas.boundary.obstacles;
    return 2 * Dim + static_cast<std::int64_t>(obstacles[static_cast<std::size_t>(part)].number);
  });
  vectors("contact", units.length, [](const Record& c) { return c.contact_point; });
  vectors("normal", "1", [](const Record& c) { return c.normal; });
  vectors("first_before", units.speed, [](const Record& c) { return c.first_before; });
  vectors("second_before", units.speed, [](const Record& c) { return c.second_before; });
  vectors("first_after", units.speed, [](const Record& c) { return c.first_after; });
  vectors("second_after", units.speed, [](const Record& c) { return c.second_after; });
  vectors("centre_of_mass_velocity", units.speed, [&](const Record& c) -> Vec<Dim> {
    const double m1 = first_mass(c), m2 = second_mass(c);
    return (m1 * c.first_before + m2 * c.second_before) / (m1 + m2);
  });
  if (!records_.empty() && records_.front().spins) {
    const auto spins = [&](const std::string& name, Vec<3> SpinChange::*spin) {
      for (int k = Dim == 3 ? 0 : 2; k < 3; ++k)
        column(name + '_' + kAxes[k], units.rate,
               [spin, k](const Record& c) -> double { return (*c.spins.*spin)[k]; });
    };
    spins("first_spin_before", &SpinChange::first_before);
    spins("second_spin_before", &SpinChange::second_before);
    spins("first_spin_after", &SpinChange::first_after);
    spins("second_spin_after", &SpinChange::second_after);
    if (records_.front().rigid)
      column("contacts", "1", [](const Record& c) { return std::ssize(c.rigid->contact.points); });
    column("rotational_energy_change", units.energy,
           [](const Record& c) { return c.spins->energy_change; });
  }
  // For bodies the speed of the material points, which rotate.
  column("normal_speed", units.speed, [](const Record& c) -> double {
    if (c.rigid) return -c.rigid->contact.points[0].rate;
    return c.normal.dot(c.first_before - c.second_before);
  });
  // For bodies the radius of the bounding sphere.
  column("first_radius", units.length,
         [&](const Record& c) { return 0.5 * gas.species[c.first_species].diameter; });
  column("second_radius", units.length, [&](const Record& c) {
    return at_wall(c) ? 0.0 : 0.5 * gas.species[c.second_species].diameter;
  });
  column("impulse", units.momentum, [](const Record& c) { return c.impulse; });
  column("restitution", "1", [](const Record& c) { return c.restitution; });
  column("predicted_energy_change", units.energy,
         [](const Record& c) { return c.predicted_energy_change; });
  column("energy_change", units.energy, [&](const Record& c) -> double {
    // ½ m (v'² − v²) as ½ m (v' − v)·(v' + v), which keeps the digits of a small change
    const auto change = [](double m, const Vec<Dim>& before, const Vec<Dim>& after) -> double {
      return 0.5 * m * (after - before).dot(after + before);
    };
    return change(first_mass(c), c.first_before, c.first_after) +
           change(second_mass(c), c.second_before, c.second_after) +
           (c.spins ? c.spins->energy_change : 0) + c.internal_change;
  });
  return table;
}

template <int Dim>
std::vector<Observable> CollisionLog<Dim>::observables(const Gas<Dim>& gas,
                                                       const UnitNames& units) const {
  if (records_.empty()) return {};
  std::vector<Observable> all;
  const Table all_numbers = table(gas, units);
  for (const char* name : {"time", "normal_speed", "impulse", "energy_change"}) {
    const auto column =
        std::find_if(all_numbers.columns.begin(), all_numbers.columns.end(),
                     [&](const Table::Column& candidate) { return candidate.name == name; });
    Observable observable;
    observable.name = std::string("first_collision_") + name;
    observable.value = std::get<std::vector<double>>(column->values).front();
    observable.unit = column->unit;
    all.push_back(observable);
  }
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
  void on_collision(const CollisionRecord<Dim>& collision) override {
    if (log_.open()) log_.add(collision);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return log_.observables(run.gas, run.units);
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return {log_.table(run.gas, run.units)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(log_);
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
