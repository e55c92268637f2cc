#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/structure/bond_order.h"
#include "measure/structure/longest_waves.h"

namespace clausius {

namespace {

// For gases that lose energy in collisions and may form clusters.
template <int Dim>
class Clustering final : public SavedMeasurement<Clustering<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Measured<Dim>& run = start.run;
    if (!temperature_falls(run) || run.options.driven || !run.gas.box.all_periodic() ||
        !run.gas.boundary.is_plain() || start.state.size() < 2)
      return nullptr;
    return std::make_unique<Clustering>();
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void on_sample(const Sample<Dim>& sample) override {
    waves_.sample(sample.run.gas, sample.state);
  }
  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(waves_);
  }

 private:
  LongestWaves<Dim> waves_;
};

template <int Dim>
std::optional<Doubt> Clustering<Dim>::doubt(const Measured<Dim>& run) const {
  constexpr double kGrown = LongestWaves<Dim>::kGrown;
  if (waves_.shear().value_or(0) <= kGrown && waves_.density().value_or(0) <= kGrown)
    return std::nullopt;
  std::string why = fmt::format(
      "the gas does not stay homogeneous: its longest shear waves have {:.1f} times the energy "
      "of independent velocities, its longest density waves {:.1f} times the scatter of "
      "independent positions",
      *waves_.shear(), *waves_.density());
  if (const auto length = run.theory.critical_length())
    why += fmt::format(" (cooling is unstable in boxes longer than {:.3g}, this one is {:.3g})",
                       *length, run.gas.box.size.maxCoeff());
  return Doubt(std::move(why), Assumption::homogeneous);
}

// The slope s of 1/√(k_BT) over time, each sample with the weight that its scatter leaves it: d ln
// T = −2s √(k_BT) dt, so that s is half the fall of ln T over ∫√(k_BT) dt, in which collisions are
// even.
template <int Dim>
std::vector<Observable> Clustering<Dim>::observables(const Measured<Dim>& run) const {
  const double start = run.history.rows().front().kt;
  if (run.gas.viscosity > 0 || !run.theory.at_rest() || start <= 0) return {};
  std::vector<Interval<Dim>> intervals = run.books.intervals();
  intervals.resize(std::min(intervals.size(), waves_.homogeneous_samples()));
  const auto fall = [](const Interval<Dim>& one) { return one.cooling; };
  const auto root_kt_time = [](const Interval<Dim>& one) { return one.root_kt_time; };
  double fallen = 0, time = 0;
  for (const Interval<Dim>& one : intervals) {
    fallen += fall(one);
    time += root_kt_time(one);
  }
  if (!(fallen > 0 && time > 0)) return {};
  const double tau = 2 * time / (std::sqrt(start) * fallen);
  return {observable("haff_time", tau, times(relative_error(intervals, fall, root_kt_time), tau),
                     run.theory.haff_time(start), run.units.time)};
}

MeasurementKind clustering_kind() {
  return {
      "Homogeneous cooling",
      {{"haff_time",
        "Time in which a gas that cools by collisions alone would fall from the temperature of "
        "its start to a quarter of it, by the growth of 1/sqrt(T) over the part of the measured "
        "time in which it is homogeneous.",
        "tau of T = T_0/(1 + t/tau)^2, T_0 at the start of the run", &UnitNames::time,
        Need::dissipation}},
      {}};
}

// For gases so dense that they may crystallise.
template <int Dim>
class Ordering final : public SavedMeasurement<Ordering<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Gas<Dim>& gas = start.run.gas;
    const Mixture& mixture = start.run.theory.mixture();
    if (!gas.bodies.empty() || !gas.box.all_periodic() || !gas.boundary.is_plain() ||
        !mixture.one_diameter() || mixture.packing_fraction <= near_freezing_packing_fraction(Dim))
      return nullptr;
    return std::make_unique<Ordering>();
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void begin(const Sample<Dim>& now) override {
    at_begin_ = bond_order(now.run.gas.box, now.in_box).global;
  }
  void end(const Sample<Dim>& last) override {
    at_end_ = bond_order(last.run.gas.box, last.in_box).global;
  }
  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override {
    constexpr double kRelaxed = 1.0 / 3;  // part of the time to relax, after which Z is 0.5 % off
    const bool is_ordered = at_end_ > kOrdered<Dim>;
    if (!is_ordered && at_begin_ <= kOrdered<Dim>) {
      const double relaxes_in = run.options.relaxes_in, equilibrated = run.options.equilibrated;
      if (equilibrated >= kRelaxed * relaxes_in) return std::nullopt;
      return Doubt(
          fmt::format("the start relaxes in about {:.0f} collisions per particle at this density, "
                      "and the measured part began after {:.4g} (set run.equilibrate = {:.0f})",
                      relaxes_in, equilibrated, relaxes_in),
          Assumption::fluid);
    }
    return Doubt(fmt::format("the {} {} ordered as in a crystal ({} = {:.2f})",
                             Dim == 2 ? "disks" : "spheres",
                             is_ordered ? "are" : "were, when the measured part began,",
                             Dim == 2 ? "psi_6" : "Q_6", is_ordered ? at_end_ : at_begin_),
                 Assumption::fluid);
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(at_begin_, at_end_);
  }

 private:
  // See bond_order(): of the first and the last instant of the measured part.
  double at_begin_ = 0, at_end_ = 0;
};

// For gases between walls or among obstacles, and for those that start in a part of the box. An
// uneven density is detected by the longest wave along each axis, cos(πx/L) between walls and
// exp(2πix/L) otherwise: its square over its mean for independent positions is 1 on average.
template <int Dim>
class UnevenDensity final : public SavedMeasurement<UnevenDensity<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Measured<Dim>& run = start.run;
    if (!run.theory.elastic() || !run.theory.at_rest()) return nullptr;
    return std::make_unique<UnevenDensity>();
  }

  void begin(const Sample<Dim>& now) override { at_begin_ = waves(now); }
  void end(const Sample<Dim>& last) override { at_end_ = waves(last); }
  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(at_begin_, at_end_);
  }

 private:
  // Exceeded by chance with a probability of 1e-6 by a squared Gaussian, and far less by the square
  // of a complex one.
  static constexpr double kUneven = 24;

  static std::vector<double> waves(const Sample<Dim>& sample);

  std::vector<double> at_begin_, at_end_;  // by axis
};

template <int Dim>
std::vector<double> UnevenDensity<Dim>::waves(const Sample<Dim>& sample) {
  const Box<Dim>& box = sample.run.gas.box;
  std::vector<double> all;
  for (int axis = 0; axis < Dim; ++axis) {
    const double wave = (box.periodic[axis] ? 2 : 1) * std::numbers::pi / box.size[axis];
    double cosine = 0, sine = 0;
    for (const Vec<Dim>& r : sample.in_box.position) {
      const portable::SineAndCosine turn = portable::sincos(wave * r[axis]);
      cosine += turn.cosine;
      sine += turn.sine;
    }
    const auto particles = static_cast<double>(sample.in_box.size());
    all.push_back(box.periodic[axis] ? (cosine * cosine + sine * sine) / particles
                                     : 2 * cosine * cosine / particles);
  }
  return all;
}

template <int Dim>
std::optional<Doubt> UnevenDensity<Dim>::doubt(const Measured<Dim>& run) const {
  for (std::size_t axis = 0; axis < at_end_.size(); ++axis) {
    if (std::max(at_begin_[axis], at_end_[axis]) <= kUneven) continue;
    const bool has_plates = !run.gas.boundary.obstacles.empty();
    return Doubt(fmt::format("the density is uneven along {}{}: its longest wave has {:.0f} times "
                             "the scatter of independent positions when the measured part begins, "
                             "{:.0f} times at its end",
                             "xyz"[axis], has_plates ? " among the obstacles" : "", at_begin_[axis],
                             at_end_[axis]),
                 Assumption::homogeneous);
  }
  return std::nullopt;
}

}  // namespace

ListedMeasurement listed_uneven_density() {
  return {nullptr, UnevenDensity<2>::make, UnevenDensity<3>::make};
}

ListedMeasurement listed_clustering() {
  return {clustering_kind, Clustering<2>::make, Clustering<3>::make};
}

ListedMeasurement listed_ordering() { return {nullptr, Ordering<2>::make, Ordering<3>::make}; }

}  // namespace clausius
