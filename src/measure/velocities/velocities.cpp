#include <algorithm>
#include <cmath>
#include <span>

#include "clausius/core/archive.h"
#include "core/blocks.h"
#include "measure/collisions/distribution_rows.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/p_values.h"
#include "measure/transport/forgetting.h"
#include "measure/velocities/maxwell_moments.h"
#include "measure/velocities/species_law.h"
#include "measure/velocities/velocity_tails.h"
#include "measure/velocities/velocity_tests.h"

namespace clausius {

namespace {

// Approximate ratio of the decay rates of a₃ and a₂, in both dimensions.
constexpr double kThirdFaster = 1.65;

// Histograms and tests of the velocities of one species, in units of √(k_BT/m).
template <int Dim>
struct SpeciesVelocities {
  std::optional<SpeciesLaw> law;
  std::optional<BlockedHistogram> speeds, components;  // together with the law
  std::optional<VelocityTests<Dim>> tests;
  std::vector<double> mean_sq, mean_fourth, mean_sixth;  // at the samples

  template <class Archive>
  void serialize(Archive& archive) {
    if (speeds) archive(*speeds, *components);
    if (tests) archive(*tests);
    archive(mean_sq, mean_fourth, mean_sixth);
  }
};

template <int Dim>
class VelocityDistribution final : public SavedMeasurement<VelocityDistribution<Dim>, Dim> {
 public:
  explicit VelocityDistribution(const Measured<Dim>& run);
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    return std::make_unique<VelocityDistribution>(start.run);
  }

  void on_sample(const Sample<Dim>& sample) override;
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    for (SpeciesVelocities<Dim>& one : species_) archive(one);
    archive(instants_, a2_, a3_, h_);
  }

 private:
  /// A Sonine coefficient and its values at the samples.
  struct Coefficient {
    double value = 0;
    std::vector<double> series;
  };
  struct Coefficients {
    Coefficient a2, a3;
  };
  static SpeciesVelocities<Dim> species_of(const Measured<Dim>& run, std::size_t s);
  /// For an elastic gas from the mean moments, whose law is known for any number of particles; for
  /// a cooling one from the ratio of the moments at each instant.
  [[nodiscard]] Coefficients coefficients(const Measured<Dim>& run) const;
  void feed_histograms(const Sample<Dim>& sample, const std::vector<double>& inv_scale,
                       const std::vector<bool>& tested);
  void add_tests(const Measured<Dim>& run, std::vector<Observable>& all) const;
  [[nodiscard]] Table distribution(const Measured<Dim>& run, bool speeds) const;
  [[nodiscard]] std::optional<Table> tails(const Measured<Dim>& run) const;

  std::vector<SpeciesVelocities<Dim>> species_;
  SpacedInstants<Dim> instants_;
  std::vector<double> a2_, a3_, h_;  // at the samples
};

template <int Dim>
VelocityDistribution<Dim>::VelocityDistribution(const Measured<Dim>& run)
    : instants_(run.count.size()) {
  for (std::size_t s = 0; s < run.count.size(); ++s) species_.push_back(species_of(run, s));
}

template <int Dim>
SpeciesVelocities<Dim> VelocityDistribution<Dim>::species_of(const Measured<Dim>& run,
                                                             std::size_t s) {
  SpeciesVelocities<Dim> species;
  const double count = run.count[s], dof = run.theory.degrees_of_freedom();
  if (count == 0 || !run.moves || dof <= 0) return species;
  // whole_dof includes the degrees of freedom of the momentum.
  double total_mass = 0, whole_dof = 0;
  for (std::size_t b = 0; b < run.count.size(); ++b) {
    total_mass += run.count[b] * run.gas.species[b].mass;
    whole_dof += run.count[b] * (Dim + run.rotations(b));
  }
  if (run.theory.elastic()) {
    species.law = equilibrium_law(run.gas, dof, run.gas.species[s].mass, total_mass);
  } else {
    // In units of the species' own decreasing temperature: energy N_s d/2 at each instant.
    species.law = SpeciesLaw{MaxwellLaw(Dim, 1, 1), std::nullopt};
    if (count > 1) species.law->finite.emplace(Dim, Dim * count, std::sqrt(Dim * count));
  }
  species.speeds.emplace(0, kShownSpeed, kShownBins);
  species.components.emplace(-kShownSpeed, kShownSpeed, 2 * kShownBins);
  if (run.theory.elastic() && run.theory.h_function() && species.law->finite)
    species.tests.emplace(*species.law->finite, Dim * count / whole_dof);
  return species;
}

template <int Dim>
void VelocityDistribution<Dim>::on_sample(const Sample<Dim>& sample) {
  const Measured<Dim>& run = sample.run;
  std::vector<double> inv_scale(species_.size());
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (run.count[s] == 0) continue;
    const SpeciesMoments& m = sample.moments[s];
    species_[s].mean_sq.push_back(m.speed_sq / run.count[s]);
    species_[s].mean_fourth.push_back(m.speed_fourth / run.count[s]);
    species_[s].mean_sixth.push_back(m.speed_sixth / run.count[s]);
    // An elastic gas as a whole keeps its temperature; a cooling one is described in units of its
    // own.
    const double kt = run.theory.elastic() ? run.books.reference_kt()
                                           : run.history.series(s).translational_kt.back();
    if (species_[s].law && kt > 0) inv_scale[s] = std::sqrt(run.gas.species[s].mass / kt);
  }
  const HistoryRow& row = run.history.rows().back();
  a2_.push_back(row.kurtosis * Dim / (Dim + 2) - 1);
  a3_.push_back(row.sonine_a3);
  if (row.h) h_.push_back(*row.h);
  if (const auto tested = instants_.at(run)) feed_histograms(sample, inv_scale, *tested);
}

template <int Dim>
void VelocityDistribution<Dim>::feed_histograms(const Sample<Dim>& sample,
                                                const std::vector<double>& inv_scale,
                                                const std::vector<bool>& tested) {
  std::vector<std::vector<Vec<Dim>>> to_test(species_.size());
  for_species_runs(sample.state, [&](std::size_t s, std::span<const Vec<Dim>> velocities) {
    if (inv_scale[s] == 0) return;
    const double *components = velocities.data()->data(), scale = inv_scale[s];
    in_blocks(
        Dim * velocities.size(), [&](std::size_t k) { return scale * components[k]; },
        [&](std::span<const double> scaled) { species_[s].components->add(scaled); });
    if (!tested[s] || !species_[s].tests) return;
    to_test[s].insert(to_test[s].end(), velocities.begin(), velocities.end());
  });
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (inv_scale[s] == 0) continue;
    SpeciesVelocities<Dim>& species = species_[s];
    const std::vector<double>& speeds = sample.squared_speeds[s];
    const double *squares = speeds.data(), scale = inv_scale[s];
    in_blocks(
        speeds.size(), [&](std::size_t i) { return scale * std::sqrt(squares[i]); },
        [&](std::span<const double> scaled) { species.speeds->add(scaled); });
    species.speeds->end_instant();
    species.components->end_instant();
    if (!to_test[s].empty()) species.tests->add(to_test[s], inv_scale[s]);
  }
}

template <int Dim>
auto VelocityDistribution<Dim>::coefficients(const Measured<Dim>& run) const -> Coefficients {
  if (!run.theory.elastic()) return {{mean_of(a2_), a2_}, {mean_of(a3_), a3_}};
  Coefficients result{{0, std::vector<double>(a2_.size())}, {0, std::vector<double>(a3_.size())}};
  auto& [a2, series] = result.a2;
  auto& [a3, third] = result.a3;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const SpeciesVelocities<Dim>& species = species_[s];
    if (species.mean_sq.empty() || mean_of(species.mean_sq) <= 0) continue;
    const double share = run.count[s] / run.theory.particles();
    const double sq = mean_of(species.mean_sq), fourth = mean_of(species.mean_fourth),
                 sixth = mean_of(species.mean_sixth);
    const double scaled = share * fourth / (sq * sq) * kMaxwellFourth<Dim>;
    const double scaled_sixth = share * sixth / (sq * sq * sq) * kMaxwellSixth<Dim>;
    a2 += scaled - share;
    a3 += share + 3 * (scaled - share) - scaled_sixth;
    for (std::size_t i = 0; i < series.size(); ++i) {
      const double change_sq = species.mean_sq[i] / sq;
      const double change = scaled * (species.mean_fourth[i] / fourth - 2 * change_sq);
      series[i] += change;
      third[i] += 3 * change - scaled_sixth * (species.mean_sixth[i] / sixth - 3 * change_sq);
    }
  }
  return result;
}

template <int Dim>
std::vector<Observable> VelocityDistribution<Dim>::observables(const Measured<Dim>& run) const {
  if (a2_.empty()) return {};
  std::vector<Observable> all;
  const double duration = run.books.total().duration;
  const auto [a2, a3] = coefficients(run);
  all.push_back(with_trend(
      observable("kurtosis_a2", a2.value,
                 at_least(series_error(a2.series),
                          {sonine_error(run, kSecondScatter<Dim>, 1), run.theory.particles()}),
                 run.theory.kurtosis_a2(), "1"),
      trend_of(a2.series)));
  all.back().correlation_time = correlation_time(a2.series, duration);
  all.push_back(with_trend(observable("sonine_a3", a3.value,
                                      at_least(series_error(a3.series),
                                               {sonine_error(run, kThirdScatter<Dim>, kThirdFaster),
                                                run.theory.particles()}),
                                      run.theory.sonine_a3(), "1"),
                           trend_of(a3.series)));
  all.back().correlation_time = correlation_time(a3.series, duration);
  if (h_.size() == a2_.size()) {
    all.push_back(with_trend(
        observable("h_function", mean_of(h_), series_error(h_), run.theory.h_function(), "1"),
        trend_of(h_)));
    all.back().correlation_time = correlation_time(h_, duration);
  }
  add_tests(run, all);
  return all;
}

template <int Dim>
void VelocityDistribution<Dim>::add_tests(const Measured<Dim>& run,
                                          std::vector<Observable>& all) const {
  std::vector<double> speed_p, component_p;
  const auto add = [&](const std::string& name, std::size_t s, double p,
                       std::vector<double>& all_p) {
    all_p.push_back(p);
    if (species_.size() > 1) all.push_back(p_value(run.name_of(name, s), p));
  };
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const auto& tests = species_[s].tests;
    if (!tests || tests->instants() == 0) continue;
    if (const auto test = tests->speed_test()) add("speed_chi2_p", s, test->p_value, speed_p);
    if (const auto test = tests->component_test())
      add("velocity_ks_p", s, test->p_value, component_p);
  }
  if (auto least = least_p_value("speed_chi2_p", speed_p)) all.push_back(std::move(*least));
  if (auto least = least_p_value("velocity_ks_p", component_p)) all.push_back(std::move(*least));
}

template <int Dim>
std::vector<Table> VelocityDistribution<Dim>::tables(const Measured<Dim>& run) const {
  // A gas that moves as a whole is not Maxwellian about zero.
  if (!run.theory.at_rest()) return {};
  std::vector<Table> all;
  if (auto table = tails(run)) all.push_back(std::move(*table));
  const bool any = std::any_of(species_.begin(), species_.end(), [](const auto& s) {
    return s.speeds && s.speeds->total().total() > 0;
  });
  if (!any) return all;
  all.push_back(distribution(run, true));
  all.push_back(distribution(run, false));
  return all;
}

template <int Dim>
Table VelocityDistribution<Dim>::distribution(const Measured<Dim>& run, bool speeds) const {
  DistributionRows rows;
  const bool elastic = run.theory.elastic();
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const SpeciesVelocities<Dim>& species = species_[s];
    if (!species.speeds || species.speeds->total().total() == 0) continue;
    const MaxwellLaw& infinite = species.law->maxwell;
    const auto& finite = species.law->finite;
    const auto maxwell_cdf = [&](double v) {
      return speeds ? infinite.speed_cdf(v) : infinite.component_cdf(v);
    };
    // Velocities of a cooling gas are in units of the decreasing √(k_BT/m).
    const double unit = elastic ? std::sqrt(run.books.reference_kt() / run.gas.species[s].mass) : 1;
    rows.append(run.options.species_names[s], "", speeds ? *species.speeds : *species.components,
                unit, maxwell_cdf, [&](double v) {
                  if (!finite) return maxwell_cdf(v);
                  return speeds ? finite->speed_cdf(v) : finite->component_cdf(v);
                });
  }
  const std::string unit = elastic ? run.units.speed : "1";
  const std::string per_unit = elastic ? run.units.inverse_speed : "1";
  return std::move(rows).table(speeds ? "speed_distribution" : "velocity_distribution",
                               speeds ? "speed" : "velocity", unit, per_unit);
}

template <int Dim>
std::optional<Table> VelocityDistribution<Dim>::tails(const Measured<Dim>& run) const {
  const auto exponent = run.theory.tail_exponent();
  const auto& speeds = species_[0].speeds;
  if (!exponent || species_.size() > 1 || !speeds || speeds->total().total() == 0)
    return std::nullopt;
  return velocity_tails(*speeds, Dim, run.theory.kurtosis_a2()->value,
                        run.theory.sonine_a3()->value, exponent->value);
}

MeasurementKind velocities_kind() {
  return {
      "Velocity distribution",
      {{"kurtosis_a2",
        "Second Sonine coefficient of the velocity distribution: 0 of Maxwell's "
        "law, negative where fast particles are missing.",
        "<v^4>/<v^2>^2 * d/(d + 2) - 1"},
       {"sonine_a3", "Third Sonine coefficient of the velocity distribution.",
        "1 + 3 a_2 - <v^6>/<v^2>^3 * d^2/((d + 2)(d + 4))"},
       {"h_function",
        "Boltzmann's H: the mean logarithm of the velocity distribution, lowest "
        "in equilibrium.",
        "-(d/2)(1 + ln 2 pi) + sum p ln(p/p_M) over bins of the speeds, less its bias (Miller "
        "1955)"},
       {"speed_chi2_p",
        "Probability of speeds at least as far from the exact law of a finite "
        "gas in equilibrium as those measured; of several species the least, corrected for their "
        "number.",
        "chi-square test of the histogram of speeds", nullptr, Need::nothing, Per::gas,
        Kind::p_value},
       {"speed_chi2_p",
        "Probability of speeds of a species at least as far from the exact law "
        "of a finite gas in equilibrium as those measured.",
        "chi-square test of the histogram of speeds", nullptr, Need::several_species, Per::species,
        Kind::p_value},
       {"velocity_ks_p",
        "Probability of velocity components at least as far from the exact "
        "law of a finite gas in equilibrium as those measured; of several species the least, "
        "corrected for their number.",
        "Kolmogorov-Smirnov test of the components", nullptr, Need::nothing, Per::gas,
        Kind::p_value},
       {"velocity_ks_p",
        "Probability of velocity components of a species at least as far from "
        "the exact law of a finite gas in equilibrium as those measured.",
        "Kolmogorov-Smirnov test of the components", nullptr, Need::several_species, Per::species,
        Kind::p_value}},
      {{"speed_distribution",
        "Histogram of the speeds of each species, with Maxwell's law, the exact law of a finite "
        "gas and the residuals.",
        Need::nothing,
        distribution_columns("speed", "Speed at the middle of the bin.", &UnitNames::speed,
                             &UnitNames::inverse_speed)},
       {"velocity_distribution",
        "Histogram of the velocity components of each species, with Maxwell's law, the exact law "
        "of a finite gas and the residuals.",
        Need::nothing,
        distribution_columns("velocity", "Component of the velocity at the middle of the bin.",
                             &UnitNames::speed, &UnitNames::inverse_speed)},
       {"velocity_tails",
        "Velocity distribution of a cooling gas of one species in units of the thermal speed, with "
        "Maxwell's law, the Sonine expansion and the exponential "
        "tail of theory.",
        Need::dissipation,
        {{"speed", "Middle of the bin, over sqrt(2 k_B T/m)."},
         {"density", "Density in the space of velocities, in the same units."},
         {"error", "Standard error of the density."},
         {"maxwell", "Density by Maxwell's law."},
         {"sonine", "Density by the Sonine expansion of theory."},
         {"exponential", "Exponential tail of theory, drawn from where it touches Maxwell's law."},
         {"ratio", "Density over that of Maxwell's law.", nullptr, Beside::error},
         {"sonine_ratio", "Density of the Sonine expansion over that of Maxwell's law."}}}}};
}

}  // namespace

ListedMeasurement listed_velocities() {
  return {velocities_kind, VelocityDistribution<2>::make, VelocityDistribution<3>::make};
}

}  // namespace clausius
