#include <array>
#include <utility>

#include "clausius/core/archive.h"
#include "measure/fluctuating_temperature.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/transport/passed_on.h"

namespace clausius {

namespace {

template <int Dim>
using Tensor = Eigen::Matrix<double, Dim, Dim>;

// Integral of P V over the time between two samples, its kinetic and collisional part.
template <int Dim>
struct StressInterval {
  Tensor<Dim> kinetic = Tensor<Dim>::Zero(), collisional = Tensor<Dim>::Zero();
  double duration = 0, kt_time = 0;

  [[nodiscard]] Tensor<Dim> all() const { return kinetic + collisional; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(kinetic, collisional, duration, kt_time);
  }
};

// The pressure tensor, from the momentum that particles carry and that collisions pass on.
template <int Dim>
class Stress final : public SavedMeasurement<Stress<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.stress) return nullptr;
    return std::make_unique<Stress>();
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override { add_kinetic(now); }
  void on_collision(const CollisionRecord<Dim>& collision) override;
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& run) override;
  void on_sample(const Sample<Dim>& sample) override { add_kinetic(sample); }
  void end(const Sample<Dim>& last) override { add_kinetic(last); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(intervals_, passed_on_, before_, after_, waits_);
  }

 private:
  using Part = StressInterval<Dim>;

  void add_kinetic(const Sample<Dim>& now);
  // The observable of Σ numerator/Σ duration, per volume; `of_measured_kt`: whether its theory is
  // that for the measured temperature.
  template <class Numerator>
  static Observable pressure(const std::string& name, const std::vector<Part>& parts,
                             const Measured<Dim>& run, const Numerator& numerator,
                             const Prediction& theory, bool of_measured_kt);
  // The observable of Σ numerator/Σ P.
  template <class Numerator>
  static Observable over_pressure(const std::string& name, const std::vector<Part>& parts,
                                  const Numerator& numerator, const Prediction& theory);

  std::vector<Part> intervals_;
  Tensor<Dim> passed_on_ = Tensor<Dim>::Zero();  // by collisions since the last interval
  // Σ m v v at the samples around the last interval, in units of k_BT.
  Tensor<Dim> before_ = Tensor<Dim>::Zero(), after_ = Tensor<Dim>::Zero();
  bool waits_ = false;  // whether the last interval waits for the sample at its end
};

template <int Dim>
void Stress<Dim>::on_collision(const CollisionRecord<Dim>& collision) {
  if (collision.second != CollisionRecord<Dim>::kWall) passed_on_ += passed_on(collision).flux();
}

template <int Dim>
void Stress<Dim>::on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) {
  Part part;
  part.collisional = std::exchange(passed_on_, Tensor<Dim>::Zero());
  part.duration = interval.duration;
  part.kt_time = interval.kt_time;
  intervals_.push_back(part);
  waits_ = true;
}

template <int Dim>
void Stress<Dim>::add_kinetic(const Sample<Dim>& now) {
  const Measured<Dim>& run = now.run;
  Tensor<Dim> sum = Tensor<Dim>::Zero();
  double energy = 0;
  for (std::size_t i = 0; i < now.state.velocity.size(); ++i) {
    const Vec<Dim>& v = now.state.velocity[i];
    sum += run.gas.species[now.state.species[i]].mass * v * v.transpose();
  }
  for (const SpeciesMoments& one : now.moments) energy += one.thermal_energy();
  double freedom = run.theory.degrees_of_freedom();
  const double kt = freedom > 0 ? 2 * energy / freedom : 0;
  // The pressure of an ideal gas is N k_BT/V also where the conserved momentum takes its share.
  for (std::size_t s = 0; s < run.count.size(); ++s) freedom -= run.rotations(s) * run.count[s];
  if (kt > 0) sum *= Dim * run.theory.particles() / (freedom * kt);
  before_ = std::exchange(after_, sum);
  if (!waits_) return;
  waits_ = false;
  intervals_.back().kinetic = 0.5 * (before_ + after_) * intervals_.back().kt_time;
}

template <int Dim>
template <class Numerator>
Observable Stress<Dim>::pressure(const std::string& name, const std::vector<Part>& parts,
                                 const Measured<Dim>& run, const Numerator& numerator,
                                 const Prediction& theory, bool of_measured_kt) {
  double sum = 0, time = 0;
  for (const Part& one : parts) {
    sum += numerator(one);
    time += one.duration;
  }
  const double volume = run.gas.box.volume(), value = sum / (time * volume);
  const auto at_measured_kt =
      relative_error(parts, numerator, [](const Part& one) { return one.kt_time; });
  auto error = relative_error(parts, numerator, [](const Part& one) { return one.duration; });
  if (temperature_falls(run)) {
    error = at_measured_kt;
    if (const auto of_kt = cooling_error(run, 1); of_kt && error) error = together(*error, *of_kt);
  }
  Observable result =
      observable(name, value, times(error, std::abs(value)), theory, run.units.pressure);
  if (of_measured_kt && at_measured_kt && at_measured_kt->events >= Observable::kFewestEvents)
    result.error_beside_theory = std::abs(value) * at_measured_kt->value;
  return with_trend(std::move(result), times(trend_in_time(parts, numerator), 1 / volume));
}

template <int Dim>
template <class Numerator>
Observable Stress<Dim>::over_pressure(const std::string& name, const std::vector<Part>& parts,
                                      const Numerator& numerator, const Prediction& theory) {
  const auto mean = [](const Part& one) { return one.all().trace() / Dim; };
  double above = 0, below = 0;
  for (const Part& one : parts) {
    above += numerator(one);
    below += mean(one);
  }
  const double value = above / below;
  return with_trend(
      observable(name, value, times(relative_error(parts, numerator, mean), std::abs(value)),
                 theory, "1"),
      trend_of(parts, numerator, mean));
}

// The elements of the pressure tensor and its ratios by theory; empty without theory. `beside`: yz
// and xz.
struct StressTheory {
  Prediction xx, yy, zz, xy, beside, first_difference, second_difference, ratio;
};

template <int Dim>
StressTheory stress_theory(const Measured<Dim>& run) {
  const Interval<Dim>& total = run.books.total();
  const double kt = total.kt_time / total.duration, volume = run.gas.box.volume();
  if (run.gas.boundary.is_sheared()) {
    const auto state = run.theory.sheared_state();
    if (!state || run.options.driven) return {};
    const auto value = [&](double one) {
      return TheoryValue{one, state->source, std::abs(one) * state->uncertainty};
    };
    const auto ratio = [&](double one) {
      return TheoryValue{one, state->source, 0.5 * state->uncertainty};
    };
    const ShearedTensor& p = state->pressure;
    const double mean = (p.xx + p.yy + p.zz) / Dim;
    StressTheory theory{value(p.xx),
                        value(p.yy),
                        value(p.zz),
                        value(p.xy),
                        TheoryValue{0, state->source},
                        ratio((p.xx - p.yy) / mean),
                        ratio((p.yy - p.zz) / mean),
                        ratio(std::abs(p.xy) / mean)};
    return theory;
  }
  if (!run.gas.box.all_periodic()) return {};
  const Prediction pressure =
      run.theory.compressibility_factor(kt).times(run.theory.particles() * kt / volume);
  if (!pressure) return {};
  const TheoryValue none{0, "a gas at rest is isotropic"};
  return {pressure, pressure, pressure, none, none, none, none, none};
}

template <int Dim>
std::vector<Observable> Stress<Dim>::observables(const Measured<Dim>& run) const {
  // The volume must be that of the box, and the gas as a whole at rest.
  if (run.gas.boundary.moves() || !run.theory.at_rest()) return {};
  std::vector<Part> parts = intervals_;
  if (waits_) parts.pop_back();
  double time = 0, trace = 0;
  for (const Part& one : parts) {
    time += one.duration;
    trace += one.all().trace();
  }
  if (!(time > 0 && trace > 0)) return {};
  const StressTheory theory = stress_theory(run);
  const bool sheared = run.gas.boundary.is_sheared();
  const auto element = [](int i, int j) {
    return [i, j](const Part& one) { return one.all()(i, j); };
  };
  constexpr std::array<char, 3> kAxes{'x', 'y', 'z'};
  std::vector<Observable> all;
  const std::array<Prediction, 3> normal{theory.xx, theory.yy, theory.zz};
  for (int apart = 0; apart < Dim; ++apart)
    for (int i = 0; i + apart < Dim; ++i) {
      const auto k = static_cast<std::size_t>(i), j = k + static_cast<std::size_t>(apart);
      const std::string name = std::string("pressure_") + kAxes[k] + kAxes[j];
      const Prediction& expected = apart == 0 ? normal[k] : j == 1 ? theory.xy : theory.beside;
      all.push_back(pressure(name, parts, run, element(i, i + apart), expected, !sheared));
    }
  all.push_back(over_pressure(
      "normal_stress_difference_1", parts,
      [](const Part& one) { return one.all()(0, 0) - one.all()(1, 1); }, theory.first_difference));
  if (Dim == 3)
    all.push_back(over_pressure(
        "normal_stress_difference_2", parts,
        [](const Part& one) { return one.all()(1, 1) - one.all()(Dim - 1, Dim - 1); },
        theory.second_difference));
  const double sign = run.gas.boundary.shear_rate < 0 ? 1 : -1;
  all.push_back(over_pressure(
      "stress_ratio", parts, [sign](const Part& one) { return sign * one.all()(0, 1); },
      theory.ratio));
  return all;
}

MeasurementKind stress_kind() {
  const auto element = [](std::string_view name, std::string_view meaning,
                          std::string_view definition) {
    return over_time({name, meaning, definition, &UnitNames::pressure, Need::stress});
  };
  const auto ratio = [](std::string_view name, std::string_view meaning,
                        std::string_view definition) {
    return over_time({name, meaning, definition, nullptr, Need::stress});
  };
  MeasurementKind kind{
      "Stress",
      {element("pressure_xx",
               "Normal element xx of the pressure tensor of a box whose walls do not move: the "
               "momentum that particles carry, with peculiar velocities, and that collisions pass "
               "on, symmetrised where particles are rough; averaged over the box.",
               "(sum of m v_x v_x + sum of impulse_x * r_x/t)/V"),
       element("pressure_yy", "Normal element yy of the pressure tensor.",
               "(sum of m v_y v_y + sum of impulse_y * r_y/t)/V"),
       element("pressure_zz", "Normal element zz of the pressure tensor, in three dimensions.",
               "(sum of m v_z v_z + sum of impulse_z * r_z/t)/V"),
       element("pressure_xy",
               "Element xy of the pressure tensor: in a sheared box minus the viscosity times the "
               "shear rate.",
               "(sum of m v_x v_y + sum of impulse_x * r_y/t)/V"),
       element("pressure_yz", "Element yz of the pressure tensor, in three dimensions.",
               "(sum of m v_y v_z + sum of impulse_y * r_z/t)/V"),
       element("pressure_xz", "Element xz of the pressure tensor, in three dimensions.",
               "(sum of m v_x v_z + sum of impulse_x * r_z/t)/V"),
       ratio("normal_stress_difference_1",
             "First normal stress difference over the pressure: along the flow less across it.",
             "(P_xx - P_yy)/P, P = (P_xx + P_yy + P_zz)/3, in two dimensions (P_xx + P_yy)/2"),
       ratio("normal_stress_difference_2",
             "Second normal stress difference over the pressure, in three dimensions: along the "
             "velocity gradient less along the vorticity.",
             "(P_yy - P_zz)/P"),
       ratio("stress_ratio",
             "Ratio of the shear stress to the pressure, of granular flow the coefficient of "
             "friction: above 0 where the stress resists the shear.",
             "-P_xy/P for a shear rate from 0 up, P_xy/P for one below")},
      {}};
  kind.keys = {{"stress", &MeasuredConfig::stress,
                "Measure the pressure tensor, with normal stress differences and the ratio of "
                "shear stress to pressure.",
                "true"}};
  return kind;
}

}  // namespace

ListedMeasurement listed_stress() { return {stress_kind, Stress<2>::make, Stress<3>::make}; }

}  // namespace clausius
