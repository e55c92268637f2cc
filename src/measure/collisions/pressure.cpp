#include "clausius/core/archive.h"
#include "measure/fluctuating_temperature.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/transport/forgetting.h"
#include "measure/walls/wall_stores.h"

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
class Pressure final : public SavedMeasurement<Pressure<Dim>, Dim> {
 public:
  explicit Pressure(bool has_walls) : has_walls_(has_walls) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    return std::make_unique<Pressure>(!start.run.gas.box.all_periodic());
  }

  [[nodiscard]] Sees sees() const override { return {.positions = has_walls_}; }
  void begin(const Sample<Dim>& now) override { store(now); }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    if (!has_walls_) return;
    impulses_.push_back(interval.totals.wall_impulse());
    durations_.push_back(interval.duration);
  }
  void on_sample(const Sample<Dim>& sample) override { store(sample); }
  void end(const Sample<Dim>& last) override { store(last); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(impulses_, durations_, stores_);
  }

 private:
  void store(const Sample<Dim>& now);
  [[nodiscard]] Observable on_walls(const Measured<Dim>& run, double ideal) const;

  bool has_walls_;
  // On all walls together, by interval; and what the gas holds of it, see wall_stores().
  std::vector<double> impulses_, durations_, stores_;
};

template <int Dim>
void Pressure<Dim>::store(const Sample<Dim>& now) {
  // The end may be the last sample again.
  if (!has_walls_ || stores_.size() > impulses_.size()) return;
  double sum = 0;
  for (const auto& face : wall_stores(now.run.gas, now.in_box)) sum += face.impulse;
  stores_.push_back(sum);
}

// Sum of the squares of the parts that the axes have in the mean pressure on the walls.
template <int Dim>
double squares_of_parts(const Box<Dim>& box) {
  double squares = 0;
  for (int k = 0; k < Dim; ++k) {
    if (box.periodic[k]) continue;
    const double part = 2 * box.volume() / box.size[k] / wall_area(box);
    squares += part * part;
  }
  return squares;
}

template <int Dim>
Observable Pressure<Dim>::on_walls(const Measured<Dim>& run, double ideal) const {
  const auto impulse = [](const Interval<Dim>& i) { return i.totals.wall_impulse(); };
  const auto kt_time = [](const Interval<Dim>& i) { return i.kt_time; };
  const Interval<Dim>& total = run.books.total();
  const double area = wall_area(run.gas.box);
  const double pressure = impulse(total) / (area * total.duration);
  std::optional<StandardError> error;
  if (temperature_falls(run)) {
    error = times(rate_errors(run, impulse, kt_time, 1).value, pressure);
  } else if ((error = StoredFlow{impulses_, durations_, stores_}.error())) {
    *error /= area;
    error =
        at_least(error, kept_error(run.gas, run.theory.particles(), run.collisions_per_particle(),
                                   squares_of_parts(run.gas.box)) *
                            pressure);
  }
  Observable result = with_trend(
      observable("pressure_wall", pressure, error,
                 run.theory.wall_compressibility_factor().times(ideal), run.units.pressure),
      times(trend_in_time(run.books.intervals(), impulse), 1 / area));
  result.correlation_time = correlation_time(run.books.intervals(), impulse, kt_time);
  return result;
}

// Z − 1 over the packing fraction, less the share of the higher orders by the theory of Z.
Observable second_virial(const Mixture& mixture, double excess,
                         const std::optional<StandardError>& error, const TheoryValue& z) {
  const double exact =
      second_virial_coefficient(mixture) * mixture.number_density() / mixture.packing_fraction;
  const double scale = exact / (z.value - 1);
  return observable("second_virial_coefficient", excess * scale, times(error, scale),
                    TheoryValue{exact,
                                "sum of x_i x_j 2 pi sigma_ij^3/3 (disks: pi sigma_ij^2/2), "
                                "exact; higher orders: " +
                                    z.source,
                                z.uncertainty * scale},
                    "1");
}

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
  auto error = relative_error(intervals, virial, kt_time);
  if (error) error = together(*error, sampled_virial(run).relative_error()) * excess;
  const auto flux = [n](const Interval<Dim>& i) { return n * i.kt_time + i.totals.virial / Dim; };
  // Steps of a potential give and take impulse, so that the virial by itself has no relative error.
  if (run.gas.has_steps()) error = times(relative_error(intervals, flux, kt_time), 1 + excess);
  const auto z = run.theory.compressibility_factor(total.kt_time / total.duration);
  RateErrors of_pressure{times(error, 1 / (1 + excess)), times(error, 1 / (1 + excess))};
  of_pressure.trend = times(trend_in_time(intervals, flux), 1 / run.gas.box.volume());
  if (!run.theory.elastic()) of_pressure.value = rate_errors(run, flux, kt_time, 1).value;
  all.push_back(observable("pressure_virial", (1 + excess) * ideal, of_pressure, z.times(ideal),
                           run.units.pressure));
  const auto memory = correlation_time(intervals, virial, kt_time);
  all.back().correlation_time = memory;
  std::optional<Trend> of_z = times(trend_of(intervals, virial, kt_time), 1 / (Dim * n));
  if (of_z)
    for (StretchValue* one : {&of_z->first, &of_z->last}) one->value += 1;
  all.push_back(with_trend(observable("compressibility_factor", 1 + excess, error, z, "1"), of_z));
  all.back().correlation_time = memory;
  if (!run.gas.is_additive() && !run.gas.has_steps() && z && z->value > 1)
    all.push_back(second_virial(run.theory.mixture(), excess, error, *z));
  if (run.gas.box.all_periodic()) return all;

  all.push_back(on_walls(run, ideal));
  return all;
}

MeasurementKind pressure_kind() {
  return {
      "Pressure",
      {over_time({"pressure_virial",
                  "Pressure from the momentum that collisions, and steps of a potential, carry "
                  "from particle to particle, in a box whose walls do not move. Between walls it "
                  "is a mean over the "
                  "box, of which the centres of the particles reach only a part: less than "
                  "pressure_wall by that part.",
                  "(N k_B T + sum of impulse * separation/(d t))/V", &UnitNames::pressure}),
       over_time({"compressibility_factor",
                  "Pressure in units of that of the ideal gas, in a box whose "
                  "walls do not move.",
                  "Z = P V/(N k_B T)"}),
       over_time({"second_virial_coefficient",
                  "Second virial coefficient of a nonadditive mixture, in mean volumes (areas) of "
                  "its particles: 4 of equal spheres, 2 of equal disks.",
                  "(Z - 1)/packing fraction, less the higher orders by the theory of Z", nullptr,
                  Need::nonadditive}),
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
