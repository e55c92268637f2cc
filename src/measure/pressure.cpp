#include "interval_statistics.h"
#include "listed.h"

namespace clausius {

namespace {

// Area of the walls of the box.
template <int Dim>
double wall_area(const Box<Dim>& box) {
  double sum = 0;
  for (int k = 0; k < Dim; ++k)
    if (!box.periodic[k]) sum += 2 * box.volume() / box.size[k];
  return sum;
}

template <int Dim>
class Pressure final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& /*start*/) {
    return std::make_unique<Pressure>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
};

template <int Dim>
std::vector<Observable> Pressure<Dim>::observables(const Measured<Dim>& run) const {
  if (run.gas.boundary.moves()) return {};  // the volume is not that of the box
  std::vector<Observable> all;
  const auto& intervals = run.books.intervals();
  const Interval<Dim>& total = run.books.total();
  const double n = run.theory.particles();
  const double ideal = n * total.kt_time / total.duration / run.gas.box.volume();
  // Z − 1 = Σ impulse·separation/(d ∫ N k_BT dt)
  const auto virial = [](const Interval<Dim>& i) { return i.totals.virial; };
  const auto kt_time = [](const Interval<Dim>& i) { return i.kt_time; };
  const double excess = total.totals.virial / (Dim * n * total.kt_time);
  const auto error = times(relative_error(intervals, virial, kt_time), excess);
  const auto z = run.theory.compressibility_factor();
  all.push_back(observable("pressure_virial", (1 + excess) * ideal, times(error, ideal),
                           z.times(ideal), run.units.pressure));
  const auto memory = correlation_time(intervals, virial, kt_time);
  all.back().correlation_time = memory;
  all.push_back(observable("compressibility_factor", 1 + excess, error, z, "1"));
  all.back().correlation_time = memory;
  if (run.gas.box.all_periodic()) return all;

  const auto impulse = [](const Interval<Dim>& i) { return i.totals.wall_impulse(); };
  const double pressure = impulse(total) / (wall_area(run.gas.box) * total.duration);
  const Prediction on_walls = run.theory.wall_compressibility_factor().times(ideal);
  all.push_back(observable("pressure_wall", pressure,
                           times(relative_error(intervals, impulse, kt_time), pressure), on_walls,
                           run.units.pressure));
  all.back().correlation_time = correlation_time(intervals, impulse, kt_time);
  return all;
}

MeasurementKind pressure_kind() {
  return {
      "Pressure",
      {over_time({"pressure_virial",
                  "Pressure from the momentum that collisions carry from particle to "
                  "particle, in a box whose walls do not move.",
                  "(N k_B T + sum of impulse * separation/(d t))/V", &UnitNames::pressure}),
       over_time({"compressibility_factor",
                  "Pressure in units of that of the ideal gas, in a box whose "
                  "walls do not move.",
                  "Z = P V/(N k_B T)"}),
       over_time({"pressure_wall",
                  "Force per area that the particles exert on the walls of the box, "
                  "where these do not move.",
                  "sum of impulses on the walls/(area * t)", &UnitNames::pressure, Need::walls})},
      {}};
}

}  // namespace

ListedMeasurement listed_pressure() {
  return {pressure_kind, Pressure<2>::make, Pressure<3>::make};
}

}  // namespace clausius
