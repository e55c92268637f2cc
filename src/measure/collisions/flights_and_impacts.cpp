#include "measure/collisions/flights_and_impacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "statistics/goodness_of_fit.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

// Bins of a tenth of the mean; one flight in 20 000 is longer than ten means.
constexpr double kShownMeans = 10;
constexpr std::size_t kFlightBins = 100;
constexpr std::size_t kImpactBins = 40;
// Largest μ v_n²/2k_BT of the histogram; one collision in 3000 exceeds it.
constexpr double kMostEnergy = 8;
constexpr std::size_t kEnergyBins = 100;

constexpr const char* kMolecularChaos =
    "molecular chaos: impacts are spread evenly over the cross section";

// Quantities of a flight, in the units of its species.
enum FlightQuantity : std::size_t { kTime, kTimeSq, kPath, kPathSq, kQuantities };

}  // namespace

template <int Dim>
FlightsAndImpacts<Dim>::FlightsAndImpacts(const std::vector<SphereSpecies>& species)
    : species_(species),
      sums_(species.size(), kQuantities),
      impact_(0, 1, kImpactBins),
      normal_(0, kMostEnergy, kEnergyBins) {
  const Histogram empty(0, kShownMeans, kFlightBins);
  flights_.assign(species.size(), {0, 0, empty, empty});
}

template <int Dim>
void FlightsAndImpacts<Dim>::set_scales(const std::vector<double>& mean_free_times,
                                        const std::vector<double>& mean_free_paths, double kt,
                                        double dof) {
  kt_ = kt;
  dof_ = dof;
  for (std::size_t s = 0; s < flights_.size(); ++s) {
    flights_[s].time_unit = mean_free_times[s];
    flights_[s].path_unit = mean_free_paths[s];
  }
}

template <int Dim>
void FlightsAndImpacts<Dim>::add_flight(std::size_t species, const FreeFlight& flight) {
  Flights& flights = flights_[species];
  if (flights.time_unit <= 0) return;
  const double t = flight.time / flights.time_unit;
  const double path = flight.path / flights.path_unit;
  sums_.add(species, std::array{t, t * t, path, path * path});
  flights.times.add(t);
  flights.paths.add(path);
}

template <int Dim>
void FlightsAndImpacts<Dim>::add(const CollisionRecord<Dim>& collision) {
  const double kt = changing_ ? changing_->kt() : kt_;
  const bool at_wall = collision.second == CollisionRecord<Dim>::kWall;
  if (changing_) {
    const auto [first, second] = changing_->end(collision);
    if (at_wall) return;
    add_flight(collision.first_species, first);
    add_flight(collision.second_species, second);
  } else {
    if (at_wall) return;
    const auto straight = [](double time, const Vec<Dim>& velocity) {
      return FreeFlight{time, time * velocity.norm()};
    };
    add_flight(collision.first_species,
               straight(collision.first_free_time, collision.first_before));
    add_flight(collision.second_species,
               straight(collision.second_free_time, collision.second_before));
  }
  const Vec<Dim> v = collision.second_before - collision.first_before;
  const double normal = v.dot(collision.normal);
  const double inv_mass =
      1 / species_[collision.first_species].mass + 1 / species_[collision.second_species].mass;
  const double energy = normal * normal / inv_mass;
  const double impact_sq = std::max(0.0, 1 - normal * normal / v.squaredNorm());
  impacts_.add(0, std::array{cools() && kt > 0 ? energy / kt : energy,
                             portable::asin(std::sqrt(impact_sq))});
  if (kt > 0) normal_.add(0.5 * energy / kt);
  impact_.add(Dim == 3 ? impact_sq : std::sqrt(impact_sq));
}

template <int Dim>
void FlightsAndImpacts<Dim>::end_interval() {
  sums_.end_block();
  impacts_.end_block();
  normal_.end_instant();
}

template <int Dim>
std::vector<Observable> FlightsAndImpacts<Dim>::observables(const std::vector<std::string>& names,
                                                            const UnitNames& units,
                                                            const Prediction& time_ratio,
                                                            const Prediction& path_ratio,
                                                            const ChangingTheory& changing) const {
  std::vector<Observable> all;
  // Means over a gas out of equilibrium may change in the course of the run.
  const auto watch = [&](const BlockedSums& sums, const std::vector<BlockedSums::Term>& terms) {
    if (changing_)
      all.back() = with_trend(std::move(all.back()), sums.trend(terms, all.back().value));
  };
  const auto name_of = [&](const std::string& name, std::size_t s) {
    return names.size() > 1 ? fmt::format("{}_{}", name, names[s]) : name;
  };
  for (std::size_t s = 0; s < species_.size(); ++s) {
    // The ratio ⟨x²⟩/⟨x⟩², with its error linear in the deviations of both means.
    const auto add_ratio = [&](const std::string& name, FlightQuantity x, FlightQuantity x_sq,
                               const Prediction& theory) {
      const auto first = sums_.mean(s, x), second = sums_.mean(s, x_sq);
      if (!first) return;
      const double ratio = second->value / (first->value * first->value);
      const std::vector<BlockedSums::Term> linear{{s, x_sq, ratio / second->value},
                                                  {s, x, -2 * ratio / first->value}};
      all.push_back(observable(name_of(name, s), ratio, sums_.estimate(linear)->error,
                               names.size() == 1 ? theory : std::nullopt, "1"));
      watch(sums_, linear);
    };
    add_ratio("free_time_ratio", kTime, kTimeSq, time_ratio);
    add_ratio("free_path_ratio", kPath, kPathSq, path_ratio);
    if (!cools() || kt_ <= 0) continue;
    const double thermal_speed = std::sqrt(kt_ / species_[s].mass);
    const std::vector<BlockedSums::Term> mean{
        {s, kTime, flights_[s].time_unit * thermal_speed / species_[s].diameter}};
    if (const auto time = sums_.estimate(mean)) {
      all.push_back(observable(
          name_of("mean_free_time_reduced", s), time->value, time->error,
          s < changing.reduced_times.size() ? changing.reduced_times[s] : std::nullopt, "1"));
      watch(sums_, mean);
    }
  }
  if (const auto energy = impacts_.mean(0, 0)) {
    all.push_back(observable(
        cools() ? "mean_collision_energy_reduced" : "mean_collision_energy", energy->value,
        energy->error, changing_ ? changing.energy : Prediction(mean_collision_energy(kt_, dof_)),
        cools() ? "1" : units.energy));
    watch(impacts_, {{0, 0, 1}});
    // Impacts are distributed evenly over the cross section, and b/σ is the sine of the angle.
    constexpr double kMeanAngle = Dim == 3 ? std::numbers::pi / 4 : std::numbers::pi / 2 - 1;
    const auto angle = impacts_.mean(0, 1);
    all.push_back(observable(
        "mean_collision_angle", angle->value, angle->error,
        TheoryValue{kMeanAngle, kMolecularChaos, changing.angle_uncertainty * kMeanAngle}, "1"));
    watch(impacts_, {{0, 1, 1}});
  }
  if (changing_ && !changing.elastic_collisions) return all;
  // A particle that has just had a fast collision is likely to have another one.
  if (const auto test = chi_square_test(
          normal_.total(),
          [this](double x) { return 1 - collision_energy_survival(std::max(0.0, x), dof_); },
          1 / std::max(1.0, normal_.design_effect())))
    all.push_back({"normal_speed_chi2_p", test->p_value, std::nullopt, std::nullopt, "1",
                   mean_collision_energy(kt_, dof_).source, true});
  if (const auto test =
          chi_square_test(impact_, [](double x) { return std::clamp(x, 0.0, 1.0); })) {
    all.push_back(
        {"impact_chi2_p", test->p_value, std::nullopt, std::nullopt, "1", kMolecularChaos, true});
  }
  return all;
}

template <int Dim>
double FlightsAndImpacts<Dim>::normal_survival(double x) const {
  const double maxwell = collision_energy_survival(x, dof_);
  return changing_ ? maxwell * sonine_collision_factor(a2_, x) : maxwell;
}

template <int Dim>
std::vector<Table> FlightsAndImpacts<Dim>::tables(const std::vector<std::string>& names) const {
  return {free_flights(names), impact_parameters(), normal_speeds()};
}

template <int Dim>
Table FlightsAndImpacts<Dim>::free_flights(const std::vector<std::string>& names) const {
  std::vector<std::string> species, quantity;
  std::vector<double> lengths, density, error, theory, exponential;
  for (std::size_t s = 0; s < flights_.size(); ++s) {
    const Flights& flights = flights_[s];
    for (const bool is_time : {true, false}) {
      const Histogram& histogram = is_time ? flights.times : flights.paths;
      const auto mean = sums_.mean(s, is_time ? kTime : kPath);  // in the histogram's units
      if (!mean) continue;
      // Theory describes the flights in a gas of one species.
      const auto survival = [&](double x) {
        if (flights_.size() > 1 || changing_) return kNaN;
        return is_time ? free_time_survival(Dim, x) : free_path_survival(Dim, x);
      };
      double longer = survival(0);  // longer than the lower edge of the bin
      for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
        const double begin = histogram.edge(bin) / mean->value;
        const double end = histogram.edge(bin + 1) / mean->value;
        const double longer_yet = survival(end);
        const double count = static_cast<double>(histogram.counts()[bin]);
        const double scale = 1 / (static_cast<double>(histogram.total()) * (end - begin));
        species.push_back(names[s]);
        quantity.emplace_back(is_time ? "time" : "path");
        lengths.push_back(0.5 * (begin + end));
        density.push_back(count * scale);
        error.push_back(std::sqrt(count) * scale);
        theory.push_back((longer - longer_yet) / (end - begin));
        exponential.push_back((portable::exp(-begin) - portable::exp(-end)) / (end - begin));
        longer = longer_yet;
      }
    }
  }
  Table flights{"free_flights", {}};
  flights.columns = {
      {"species", "", species},         {"quantity", "", quantity}, {"length", "1", lengths},
      {"density", "1", density},        {"error", "1", error},      {"theory", "1", theory},
      {"exponential", "1", exponential}};
  return flights;
}

template <int Dim>
Table FlightsAndImpacts<Dim>::impact_parameters() const {
  // Density of b/σ: 2b in three dimensions, 1 in two.
  std::vector<double> impact, impact_density, impact_error, impact_theory;
  // Density of the deflection χ, b = σ cos χ/2: ½ sin χ in three dimensions, ½ sin χ/2 in two.
  std::vector<double> angle, angle_density, angle_error, angle_theory;
  const auto total = static_cast<double>(impact_.total());
  for (std::size_t bin = 0; bin < impact_.bins() && total > 0; ++bin) {
    const auto parameter = [](double x) { return Dim == 3 ? std::sqrt(x) : x; };
    const double begin = parameter(impact_.edge(bin)), end = parameter(impact_.edge(bin + 1));
    const double count = static_cast<double>(impact_.counts()[bin]);
    impact.push_back(0.5 * (begin + end));
    impact_density.push_back(count / (total * (end - begin)));
    impact_error.push_back(std::sqrt(count) / (total * (end - begin)));
    impact_theory.push_back(Dim == 3 ? begin + end : 1.0);
    const auto deflection = [](double b) { return 360 / std::numbers::pi * portable::acos(b); };
    const double span = deflection(begin) - deflection(end);
    angle.push_back(0.5 * (deflection(begin) + deflection(end)));
    angle_density.push_back(count / (total * span));
    angle_error.push_back(std::sqrt(count) / (total * span));
    angle_theory.push_back((impact_.edge(bin + 1) - impact_.edge(bin)) / span);
  }
  Table impacts{"impact_parameters", {}};
  impacts.columns = {{"impact_parameter", "1", impact},
                     {"density", "1", impact_density},
                     {"error", "1", impact_error},
                     {"theory", "1", impact_theory},
                     {"deflection", "deg", angle},
                     {"deflection_density", "1/deg", angle_density},
                     {"deflection_error", "1/deg", angle_error},
                     {"deflection_theory", "1/deg", angle_theory}};
  return impacts;
}

template <int Dim>
Table FlightsAndImpacts<Dim>::normal_speeds() const {
  std::vector<double> speed, speed_density, speed_theory, probabilities, widths;
  const Histogram& normal = normal_.total();
  for (std::size_t bin = 0; bin < normal.bins() && normal.total() > 0; ++bin) {
    const double begin = std::sqrt(2 * normal.edge(bin)), end = std::sqrt(2 * normal.edge(bin + 1));
    widths.push_back(end - begin);
    probabilities.push_back(normal_survival(normal.edge(bin)) -
                            normal_survival(normal.edge(bin + 1)));
    speed.push_back(0.5 * (begin + end));
    speed_density.push_back(static_cast<double>(normal.counts()[bin]) /
                            (static_cast<double>(normal.total()) * widths.back()));
    speed_theory.push_back(probabilities.back() / widths.back());
  }
  std::vector<double> speed_error = normal_.density_errors(probabilities);  // over bins of energy
  for (std::size_t bin = 0; bin < widths.size(); ++bin)
    speed_error[bin] *= normal.width() / widths[bin];
  Table normals{"normal_speeds", {}};
  normals.columns = {{"normal_speed", "1", speed},
                     {"density", "1", speed_density},
                     {"error", "1", speed_error},
                     {"theory", "1", speed_theory}};
  return normals;
}

template class FlightsAndImpacts<2>;
template class FlightsAndImpacts<3>;

}  // namespace clausius
