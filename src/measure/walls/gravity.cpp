#include "measure/walls/gravity.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "clausius/core/archive.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "theory/fluid/one_dimensional.h"

namespace clausius {

namespace {

// Empty without gravity, and if it is oblique.
template <int Dim>
std::optional<int> axis_of_gravity(const Gas<Dim>& gas) {
  std::optional<int> one;
  for (int axis = 0; axis < Dim; ++axis) {
    if (gas.boundary.gravity[axis] == 0) continue;
    if (one) return std::nullopt;
    one = axis;
  }
  return one;
}

// Height of a centre above its lowest possible place.
template <int Dim>
double height(const Gas<Dim>& gas, double x, int axis) {
  const double radius = gas.bodies.empty() ? 0.5 * largest_diameter(gas) : 0;
  return gas.boundary.gravity[axis] < 0 ? x - radius : gas.box.size[axis] - radius - x;
}

// Equilibrium at one temperature everywhere: walls at rest that are all alike.
template <int Dim>
std::optional<Atmosphere> atmosphere(const Measured<Dim>& run) {
  const Gas<Dim>& gas = run.gas;
  const auto axis = axis_of_gravity(gas);
  const double kt = run.total().kt_time / run.total().duration;
  if (!axis || run.options.dissipates || gas.species.size() > 1 || !gas.bodies.empty() || kt <= 0 ||
      !gas.boundary.common_kt())
    return std::nullopt;
  const SphereSpecies& species = gas.species[0];
  const double particles = run.theory.particles();
  Atmosphere::Column column{particles, gas.box.size[*axis] - species.diameter, 0, particles};
  for (int k = 0; k < Dim; ++k) {
    if (k == *axis) continue;
    const double edge = gas.box.size[k] - (gas.box.periodic[k] ? 0 : species.diameter);
    column.particles /= edge;
    if (!gas.box.periodic[k]) column.perimeter += 2 / edge;
  }
  try {
    return Atmosphere(Dim, column, species.diameter,
                      species.mass * std::abs(gas.boundary.gravity[*axis]), kt);
  } catch (const std::domain_error&) {
    return std::nullopt;
  }
}

}  // namespace

template <int Dim>
Prediction pressure_on_floor(const FlowRecord<Dim>& record, const Measured<Dim>& run, int face) {
  if (!is_floor(run.gas, face) || !run.gas.boundary.obstacles.empty()) return std::nullopt;
  const int axis = face / 2;
  const double g = run.gas.boundary.gravity[axis], down = g < 0 ? -1 : 1;
  const auto opposite = static_cast<std::size_t>(face ^ 1);
  const double borne = record
                           .flow_of([&](const auto& faces) {
                             double sum = faces[opposite].impulse;
                             for (int side = 0; side < 2 * Dim; ++side)
                               if (side / 2 != axis)
                                 sum -= down * faces[static_cast<std::size_t>(side)].drag[axis];
                             return sum;
                           })
                           .rate();
  double mass = 0;
  for (std::size_t s = 0; s < run.count.size(); ++s) mass += run.count[s] * run.gas.species[s].mass;
  return TheoryValue{(borne + mass * std::abs(g)) / face_area(run.gas.box, axis),
                     "balance of momentum: the weight, the pressure opposite and what walls at the "
                     "sides carry"};
}

template <int Dim>
ProfileTheory<Dim> atmosphere_profile(const Measured<Dim>& run, int axis) {
  const auto column = atmosphere(run);
  if (!column || axis != axis_of_gravity(run.gas)) return {};
  return [&gas = run.gas, axis, column = *column](double x) {
    const double z = height(gas, x, axis);
    const bool reached = z >= 0 && z <= gas.box.size[axis] - largest_diameter(gas);
    LocalFlow<Dim> local;
    local.density = reached ? column.density(z) : 0.0;
    return local;
  };
}

template Prediction pressure_on_floor(const FlowRecord<2>&, const Measured<2>&, int);
template Prediction pressure_on_floor(const FlowRecord<3>&, const Measured<3>&, int);
template ProfileTheory<2> atmosphere_profile(const Measured<2>&, int);
template ProfileTheory<3> atmosphere_profile(const Measured<3>&, int);

namespace {

// The mean height of the particles at the samples.
template <int Dim>
class MeanHeight final : public SavedMeasurement<MeanHeight<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    return axis_of_gravity(start.run.gas) ? std::make_unique<MeanHeight>() : nullptr;
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void on_sample(const Sample<Dim>& sample) override {
    const int axis = *axis_of_gravity(sample.run.gas);
    double sum = 0;
    for (const Vec<Dim>& r : sample.in_box.position) sum += height(sample.run.gas, r[axis], axis);
    heights_.push_back(sum / sample.run.theory.particles());
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    if (heights_.empty()) return {};
    Prediction theory;
    if (const auto column = atmosphere(run)) theory = column->mean_height();
    return {with_trend(observable("mean_height", mean_of(heights_), series_error(heights_), theory,
                                  run.units.length),
                       trend_of(heights_))};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(heights_);
  }

 private:
  std::vector<double> heights_;
};

MeasurementKind mean_height_kind() {
  return {"Gravity",
          {{"mean_height", "Mean height of the particles above the floor under gravity.", "<z>",
            &UnitNames::length, Need::gravity}},
          {}};
}

}  // namespace

ListedMeasurement listed_mean_height() {
  return {mean_height_kind, MeanHeight<2>::make, MeanHeight<3>::make};
}

}  // namespace clausius
