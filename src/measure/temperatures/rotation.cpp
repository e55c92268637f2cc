#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "core/linear_algebra.h"
#include "measure/collisions/distribution_rows.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/p_values.h"
#include "measure/table_columns.h"
#include "measure/temperatures/temperature_paths.h"
#include "measure/transport/forgetting.h"
#include "measure/velocities/blocked_histogram.h"
#include "statistics/goodness_of_fit.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

// Largest eigenvalue of the mean of (3uu − 1)/2, in two dimensions of 2uu − 1.
template <int Dim>
double largest_order(const std::vector<Vec<Dim>>& axes) {
  using Matrix = Eigen::Matrix<double, Dim, Dim>;
  Matrix sum = Matrix::Zero();
  for (const Vec<Dim>& u : axes) sum += u * u.transpose();
  const Matrix q = (Dim * sum / static_cast<double>(axes.size()) - Matrix::Identity()) / (Dim - 1);
  return largest_eigenvalue<Dim>(q);
}

// The angular velocities about one principal axis.
struct AngularAxis {
  int axis;
  double moment;
  BlockedHistogram shown;   // in units of √(k_BT/I)
  BlockedHistogram tested;  // in the same units, at instants far enough apart to be independent
  // Mean of L²/I over the bodies when the measured part begins, and at its last instant.
  double at_begin = 0, at_end = 0;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(shown, tested, at_begin, at_end);
  }
};

template <int Dim>
class Rotations final : public SavedMeasurement<Rotations<Dim>, Dim> {
 public:
  explicit Rotations(const Measured<Dim>& run);
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.rotates()) return nullptr;
    return std::make_unique<Rotations>(start.run);
  }

  void begin(const Sample<Dim>& now) override { note_energies(now, &AngularAxis::at_begin); }
  void on_sample(const Sample<Dim>& sample) override;
  void end(const Sample<Dim>& last) override { note_energies(last, &AngularAxis::at_end); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    for (Species& one : species_) archive(one);
    archive(instants_);
  }

 private:
  struct Species {
    std::vector<AngularAxis> angular;  // one for each rotational degree of freedom
    std::vector<double> nematic_order;
    template <class Archive>
    void serialize(Archive& archive) {
      for (AngularAxis& one : angular) archive(one);
      archive(nematic_order);
    }
  };

  void feed_histograms(const Sample<Dim>& sample, const std::vector<bool>& tested);
  void note_energies(const Sample<Dim>& sample, double AngularAxis::*instant);
  /// Distribution of the angular velocity about one principal axis, in units of √(k_BT/I); it is
  /// constrained only by the energy of the gas, in a cooling gas by that of the species' rotation.
  static std::optional<FiniteVelocityLaw> angular_law(const Measured<Dim>& run, std::size_t s);
  static std::optional<Observable> temperature_ratio(const Measured<Dim>& run);
  /// Least p-value of the tests of a species, corrected for their number.
  [[nodiscard]] std::optional<double> angular_test(const Measured<Dim>& run, std::size_t s) const;
  static Table equipartition(const Measured<Dim>& run);
  [[nodiscard]] Table distribution(const Measured<Dim>& run) const;

  std::vector<Species> species_;
  SpacedInstants<Dim> instants_;
};

template <int Dim>
Rotations<Dim>::Rotations(const Measured<Dim>& run)
    : species_(run.count.size()), instants_(run.count.size()) {
  const Gas<Dim>& gas = run.gas;
  if (gas.has_reservoirs()) return;  // parcels do not rotate
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (int axis = 3 - run.rotations(s); axis < 3; ++axis)  // for collinear bodies y and z
      species_[s].angular.push_back(
          {axis, gas.bodies.empty() ? gas.species[s].moment : gas.bodies[s].moments[axis],
           BlockedHistogram(-kShownSpeed, kShownSpeed, 2 * kShownBins),
           BlockedHistogram(-kShownSpeed, kShownSpeed, 2 * kShownBins)});
}

template <int Dim>
void Rotations<Dim>::on_sample(const Sample<Dim>& sample) {
  const auto tested = instants_.at(sample.run);
  if (tested && !sample.run.gas.has_reservoirs()) feed_histograms(sample, *tested);
}

template <int Dim>
void Rotations<Dim>::feed_histograms(const Sample<Dim>& sample, const std::vector<bool>& tested) {
  const Measured<Dim>& run = sample.run;
  const State<Dim>& state = sample.state;
  std::vector<std::vector<Vec<Dim>>> axes(species_.size());
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::size_t s = state.species[i];
    if (run.rotations(s) == 0) continue;
    if (!run.gas.bodies.empty() && run.gas.bodies[s].collinear)
      axes[s].push_back((state.orientation[i] * Vec<3>::UnitX()).template head<Dim>());
    const double kt = run.theory.elastic() ? run.books.reference_kt()
                                           : run.history.series(s).rotational_kt.back();
    if (kt <= 0) continue;
    const Vec<3> l = rotation_of(run.gas, state, i).angular_momentum;
    for (AngularAxis& one : species_[s].angular) {
      const double scaled = l[one.axis] / std::sqrt(one.moment * kt);
      one.shown.add(scaled);
      if (tested[s]) one.tested.add(scaled);
    }
  }
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (!axes[s].empty()) species_[s].nematic_order.push_back(largest_order<Dim>(axes[s]));
    for (AngularAxis& one : species_[s].angular) {
      one.shown.end_instant();
      if (tested[s]) one.tested.end_instant();
    }
  }
}

template <int Dim>
void Rotations<Dim>::note_energies(const Sample<Dim>& sample, double AngularAxis::*instant) {
  const Measured<Dim>& run = sample.run;
  for (Species& species : species_)
    for (AngularAxis& one : species.angular) one.*instant = 0;
  if (run.gas.has_reservoirs()) return;
  for (std::size_t i = 0; i < sample.state.size(); ++i) {
    const std::size_t s = sample.state.species[i];
    if (species_[s].angular.empty()) continue;
    const Vec<3> l = rotation_of(run.gas, sample.state, i).angular_momentum;
    for (AngularAxis& one : species_[s].angular)
      one.*instant += l[one.axis] * l[one.axis] / (one.moment * run.count[s]);
  }
}

// Deviation of a mean of `degrees` squares of Gaussians from their variance, in units of its
// standard deviation, by the cube root that makes it nearly Gaussian (Wilson & Hilferty 1931).
double deviation_of_mean_square(double mean, double degrees) {
  const double variance = 2 / (9 * degrees);
  return (portable::cbrt(mean) - (1 - variance)) / std::sqrt(variance);
}

// An elastic gas in which the rotation about some axis has hardly exchanged energy: its energy is
// further from its share than chance allows, on the same side from the beginning to the end.
template <int Dim>
std::optional<Doubt> Rotations<Dim>::doubt(const Measured<Dim>& run) const {
  constexpr double kByChance = 5;
  const double kt = run.books.reference_kt();
  if (!run.theory.elastic() || !run.theory.at_rest() || kt <= 0) return std::nullopt;
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (const AngularAxis& one : species_[s].angular) {
      const double begin = deviation_of_mean_square(one.at_begin / kt, run.count[s]);
      const double end = deviation_of_mean_square(one.at_end / kt, run.count[s]);
      if (std::max(begin, end) < -kByChance || std::min(begin, end) > kByChance)
        return Doubt(fmt::format("the rotation of {} about the axis {} hardly exchanges energy: "
                                 "its temperature is {:.2g} times that of the gas at the end",
                                 run.options.species_names[s], "xyz"[one.axis], one.at_end / kt),
                     Assumption::relaxed);
    }
  return std::nullopt;
}

template <int Dim>
std::optional<FiniteVelocityLaw> Rotations<Dim>::angular_law(const Measured<Dim>& run,
                                                             std::size_t s) {
  const double dof =
      run.theory.elastic() ? run.theory.degrees_of_freedom() : run.rotations(s) * run.count[s];
  if (dof <= Dim) return std::nullopt;
  return FiniteVelocityLaw(Dim, dof, std::sqrt(dof));
}

template <int Dim>
std::vector<Observable> Rotations<Dim>::observables(const Measured<Dim>& run) const {
  if (run.history.samples() == 0) return {};
  std::vector<Observable> all;
  if (auto ratio = temperature_ratio(run)) all.push_back(std::move(*ratio));
  std::vector<double> p;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const std::vector<double>& order = species_[s].nematic_order;
    if (!order.empty())
      all.push_back(with_trend(observable(run.name_of("nematic_order", s), mean_of(order),
                                          series_error(order), run.theory.nematic_order(s), "1"),
                               trend_of(order)));
    const auto least = angular_test(run, s);
    if (!least) continue;
    p.push_back(*least);
    if (species_.size() > 1)
      all.push_back(p_value(run.name_of("angular_velocity_chi2_p", s), *least));
  }
  if (auto least = least_p_value("angular_velocity_chi2_p", p)) all.push_back(std::move(*least));
  return all;
}

// Ratio for all bodies together, including those that do not rotate.
template <int Dim>
std::optional<Observable> Rotations<Dim>::temperature_ratio(const Measured<Dim>& run) {
  const std::size_t samples = run.history.samples(), kinds = run.count.size();
  std::vector<double> translation(samples), rotation(samples);
  double rotations = 0;
  for (std::size_t s = 0; s < kinds; ++s) rotations += run.rotations(s) * run.count[s];
  for (std::size_t s = 0; s < kinds; ++s) {
    if (run.count[s] == 0) continue;
    const SpeciesSeries& series = run.history.series(s);
    for (std::size_t i = 0; i < samples; ++i) {
      translation[i] += run.count[s] / run.theory.particles() * series.translational_kt[i];
      if (run.rotations(s) > 0)
        rotation[i] += run.rotations(s) * run.count[s] / rotations * series.rotational_kt[i];
    }
  }
  const auto ratio = ratio_of(rotation, translation, run.theory.elastic());
  if (!ratio) return std::nullopt;
  return with_trend(observable("rotational_temperature_ratio", ratio->value, ratio->error,
                               run.theory.rotational_temperature_ratio(), "1"),
                    trend_of(rotation, translation));
}

template <int Dim>
std::optional<double> Rotations<Dim>::angular_test(const Measured<Dim>& run, std::size_t s) const {
  const auto law = angular_law(run, s);
  if (!run.theory.elastic() || !run.theory.at_rest() || !law) return std::nullopt;
  std::vector<double> axes;
  for (const AngularAxis& one : species_[s].angular) {
    // For almost round bodies, rotation may decorrelate more slowly than velocities do.
    const double correlated = std::max(1.0, one.tested.design_effect());
    if (const auto test = chi_square_test(
            one.tested.total(), [&](double w) { return law->component_cdf(w); }, 1 / correlated))
      axes.push_back(test->p_value);
  }
  if (axes.empty()) return std::nullopt;
  const double least = *std::min_element(axes.begin(), axes.end());
  return std::min(1.0, static_cast<double>(axes.size()) * least);
}

template <int Dim>
std::vector<Table> Rotations<Dim>::tables(const Measured<Dim>& run) const {
  if (run.gas.has_reservoirs()) return {};
  std::vector<Table> all{equipartition(run)};
  const bool turned = std::any_of(species_.begin(), species_.end(), [](const Species& s) {
    return std::any_of(s.angular.begin(), s.angular.end(),
                       [](const AngularAxis& one) { return one.shown.total().total() > 0; });
  });
  // A gas that moves as a whole is not Maxwellian about zero.
  if (turned && run.theory.at_rest() && run.moves) all.push_back(distribution(run));
  return all;
}

template <int Dim>
Table Rotations<Dim>::equipartition(const Measured<Dim>& run) {
  using Row = HistoryRow;
  Table table{"equipartition", {}};
  const double kb = run.options.boltzmann;
  const std::size_t kinds = run.count.size();
  const std::vector<HistoryRow>& rows = run.history.rows();
  const std::vector<std::vector<double>> theory = temperature_paths(run);
  const auto column = columns_in_time(rows, table, run.units);
  for (const bool rotational : {false, true}) {
    const std::string quantity = rotational ? "rotational_" : "translational_";
    for (std::size_t s = 0; s < kinds; ++s) {
      const std::string name = quantity + run.options.species_names[s];
      column(name, run.units.temperature, [&](const Row& r) {
        return (rotational ? r.rotational_kt : r.translational_kt)[s] / kb;
      });
      column("theory_" + name, run.units.temperature, [&](const Row& r) {
        if (theory.empty() || (rotational && run.rotations(s) == 0)) return kNaN;
        return theory[index_of(r, rows)][s + (rotational ? kinds : 0)] / kb;
      });
    }
  }
  column("temperature", run.units.temperature, [kb](const Row& r) { return r.kt / kb; });
  for (std::size_t s = 0; s < kinds; ++s) {
    const std::string& name = run.options.species_names[s];
    column("ratio_" + name, "1",
           [&](const Row& r) { return r.rotational_kt[s] / r.translational_kt[s]; });
    column("theory_ratio_" + name, "1", [&](const Row& r) {
      if (theory.empty() || run.rotations(s) == 0) return kNaN;
      const std::vector<double>& at = theory[index_of(r, rows)];
      return at[s + kinds] / at[s];
    });
  }
  return table;
}

template <int Dim>
Table Rotations<Dim>::distribution(const Measured<Dim>& run) const {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  DistributionRows rows;
  const MaxwellLaw infinite(Dim, 1, 1);
  const bool elastic = run.theory.elastic();
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const auto law = angular_law(run, s);
    for (const AngularAxis& one : species_[s].angular) {
      if (one.shown.total().total() == 0) continue;
      rows.append(
          run.options.species_names[s], kAxes[one.axis], one.shown,
          elastic ? std::sqrt(run.books.reference_kt() / one.moment) : 1,
          [&](double w) { return infinite.component_cdf(w); },
          [&](double w) { return law ? law->component_cdf(w) : infinite.component_cdf(w); });
    }
  }
  std::vector<std::string> axes = rows.axis;
  const std::string unit = elastic ? run.units.rate : "1";
  const std::string per_unit = elastic ? run.units.time : "1";
  Table table = std::move(rows).table("angular_velocity_distribution", "velocity", unit, per_unit);
  table.columns.insert(table.columns.begin() + 1, {"axis", "", std::move(axes)});
  return table;
}

MeasurementKind rotation_kind() {
  std::vector<DeclaredColumn> velocities =
      distribution_columns("velocity", "Angular velocity about the axis at the middle of the bin.",
                           &UnitNames::rate, &UnitNames::time);
  velocities.insert(velocities.begin() + 1,
                    {"axis", "Principal axis of the body (of a rough sphere, axis of space)."});
  return {
      "Rotation",
      {{"rotational_temperature_ratio",
        "Rotational temperature over translational "
        "temperature, of all bodies together.",
        "T_rot/T_tr", nullptr, Need::rotation},
       {"nematic_order",
        "Alignment of the axes u of capsules or collinear clumps: 0 of random "
        "directions, 1 of parallel ones.",
        "largest eigenvalue of <(3uu - 1)/2> (2D: <2uu - 1>)", nullptr, Need::bodies},
       {"nematic_order",
        "Alignment of the axes u of a species of capsules or collinear "
        "clumps: 0 of random directions, 1 of parallel ones.",
        "largest eigenvalue of <(3uu - 1)/2> (2D: <2uu - 1>)", nullptr, Need::bodies, Per::species},
       {"angular_velocity_chi2_p",
        "Probability of angular velocities at least as far from Maxwell's law as those measured; "
        "the least over axes and species, corrected for their "
        "number.",
        "chi-square test of the histogram about each principal axis", nullptr, Need::rotation,
        Per::gas, Kind::p_value},
       {"angular_velocity_chi2_p",
        "Probability of angular velocities of a species at least as "
        "far from Maxwell's law as those measured; the least over axes, corrected for their "
        "number.",
        "chi-square test of the histogram about each principal axis", nullptr, Need::rotation,
        Per::species, Kind::p_value}},
      {{"equipartition",
        "Translational and rotational temperature of each species over time, with theory.",
        Need::rotation,
        {kTimeColumn,
         kCollisionsColumn,
         {"translational_SPECIES", "Translational temperature of a species.",
          &UnitNames::temperature},
         {"theory_translational_SPECIES", "Translational temperature by theory.",
          &UnitNames::temperature},
         {"rotational_SPECIES", "Rotational temperature of a species.", &UnitNames::temperature},
         {"theory_rotational_SPECIES", "Rotational temperature by theory.",
          &UnitNames::temperature},
         kTemperatureColumn,
         {"ratio_SPECIES", "Rotational over translational temperature of a species."},
         {"theory_ratio_SPECIES", "Rotational over translational temperature by theory."}}},
       {"angular_velocity_distribution",
        "Histogram of the angular velocities about each "
        "principal axis (of rough spheres about each axis of space), with Maxwell's law.",
        Need::rotation, std::move(velocities)}}};
}

}  // namespace

ListedMeasurement listed_rotation() {
  return {rotation_kind, Rotations<2>::make, Rotations<3>::make};
}

}  // namespace clausius
