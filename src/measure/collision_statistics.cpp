#include "clausius/measure/collision_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "clausius/statistics/block_average.h"
#include "clausius/statistics/goodness_of_fit.h"
#include "clausius/theory/enskog.h"

namespace clausius {

namespace {

// Bins of a tenth of the mean; one flight in 20 000 is longer than ten means.
constexpr double kShownMeans = 10;
constexpr std::size_t kFlightBins = 100;
constexpr std::size_t kImpactBins = 40;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Standard error of a mean over blocks given as deviations from it, in its units.
std::optional<double> error_of(const std::vector<double>& deviations) {
  const auto estimate = estimate_mean(deviations);
  if (!estimate) return std::nullopt;
  return estimate->error;
}

}  // namespace

template <int Dim>
CollisionStatistics<Dim>::CollisionStatistics(const std::vector<SphereSpecies>& species)
    : species_(species), impact_(0, 1, kImpactBins) {
  current_.flights.resize(species.size());
  const Histogram empty(0, kShownMeans, kFlightBins);
  flights_.assign(species.size(), {0, 0, {}, empty, empty});
}

template <int Dim>
void CollisionStatistics<Dim>::set_scales(const std::vector<double>& mean_free_times,
                                          const std::vector<double>& mean_free_paths) {
  for (std::size_t s = 0; s < flights_.size(); ++s) {
    flights_[s].time_unit = mean_free_times[s];
    flights_[s].path_unit = mean_free_paths[s];
  }
}

template <int Dim>
void CollisionStatistics<Dim>::add_flight(std::size_t species, double time, double speed) {
  Flights& flights = flights_[species];
  if (flights.time_unit <= 0) return;
  const double t = time / flights.time_unit;
  const double path = time * speed / flights.path_unit;
  for (Sums* sums : {&flights.total, &current_.flights[species]}) {
    ++sums->flights;
    sums->time += t;
    sums->time_sq += t * t;
    sums->path += path;
    sums->path_sq += path * path;
  }
  flights.times.add(t);
  flights.paths.add(path);
}

template <int Dim>
void CollisionStatistics<Dim>::add(const CollisionRecord<Dim>& collision) {
  if (collision.second == CollisionRecord<Dim>::kWall) return;
  add_flight(collision.first_species, collision.first_free_time, collision.first_before.norm());
  add_flight(collision.second_species, collision.second_free_time, collision.second_before.norm());
  const Vec<Dim> v = collision.second_before - collision.first_before;
  const double normal = v.dot(collision.normal);
  const double inv_mass =
      1 / species_[collision.first_species].mass + 1 / species_[collision.second_species].mass;
  const double energy = normal * normal / inv_mass;
  energy_ += energy;
  ++current_.collisions;
  current_.energy += energy;
  const double impact_sq = std::max(0.0, 1 - normal * normal / v.squaredNorm());
  impact_.add(Dim == 3 ? impact_sq : std::sqrt(impact_sq));
}

template <int Dim>
void CollisionStatistics<Dim>::end_interval() {
  if (current_.collisions == 0) return;
  blocks_.push_back(current_);
  current_ = {};
  current_.flights.resize(species_.size());
}

template <int Dim>
std::vector<Observable> CollisionStatistics<Dim>::observables(const std::vector<std::string>& names,
                                                              const UnitNames& units, double kt,
                                                              double dof, bool uncorrelated) const {
  std::vector<Observable> all;
  const auto blocks = static_cast<double>(blocks_.size());
  for (std::size_t s = 0; s < flights_.size(); ++s) {
    const Sums& total = flights_[s].total;
    if (total.flights == 0) continue;
    // The ratio n Σx²/(Σx)², and the share of each block in its deviation from the true one.
    const auto add_ratio = [&](const std::string& name, double Sums::*first, double Sums::*second,
                               const TheoryValue& theory) {
      const double ratio = total.flights * total.*second / (total.*first * total.*first);
      std::vector<double> deviations;
      deviations.reserve(blocks_.size());
      for (const Block& block : blocks_) {
        const Sums& own = block.flights[s];
        deviations.push_back(ratio * blocks *
                             (own.*second / total.*second - 2 * (own.*first / total.*first) +
                              own.flights / total.flights));
      }
      Observable result{names.size() > 1 ? fmt::format("{}_{}", name, names[s]) : name,
                        ratio,
                        error_of(deviations),
                        std::nullopt,
                        "1",
                        ""};
      if (uncorrelated && names.size() == 1) {
        result.theory = theory.value;
        result.source = theory.source;
      }
      all.push_back(std::move(result));
    };
    add_ratio("free_time_ratio", &Sums::time, &Sums::time_sq, free_time_ratio(Dim));
    add_ratio("free_path_ratio", &Sums::path, &Sums::path_sq, free_path_ratio(Dim));
  }

  double collisions = 0;
  for (const Block& block : blocks_) collisions += block.collisions;
  if (collisions == 0) return all;
  const double energy = energy_ / static_cast<double>(impact_.total());
  std::vector<double> deviations;
  deviations.reserve(blocks_.size());
  for (const Block& block : blocks_)
    deviations.push_back((block.energy - energy * block.collisions) * blocks / collisions);
  const TheoryValue theory = mean_collision_energy(kt, dof);
  all.push_back({"mean_collision_energy", energy, error_of(deviations), theory.value, units.energy,
                 theory.source});
  if (const auto test =
          chi_square_test(impact_, [](double x) { return std::clamp(x, 0.0, 1.0); })) {
    all.push_back({"impact_chi2_p", test->p_value, std::nullopt, std::nullopt, "1",
                   "molecular chaos: impacts are spread evenly over the cross section", true});
  }
  return all;
}

template <int Dim>
std::vector<Table> CollisionStatistics<Dim>::tables(const std::vector<std::string>& names) const {
  std::vector<std::string> species, quantity;
  std::vector<double> lengths, density, error, theory, exponential;
  for (std::size_t s = 0; s < flights_.size(); ++s) {
    const Flights& flights = flights_[s];
    if (flights.total.flights == 0) continue;
    for (const bool is_time : {true, false}) {
      const Histogram& histogram = is_time ? flights.times : flights.paths;
      const double sum = is_time ? flights.total.time : flights.total.path;
      const double mean = sum / flights.total.flights;  // in the histogram's units
      // Theory knows the flights of a gas of one species.
      const auto survival = [&](double x) {
        if (flights_.size() > 1) return kNaN;
        return is_time ? free_time_survival(Dim, x) : free_path_survival(Dim, x);
      };
      for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
        const double begin = histogram.edge(bin) / mean, end = histogram.edge(bin + 1) / mean;
        const double count = static_cast<double>(histogram.counts()[bin]);
        const double scale = 1 / (flights.total.flights * (end - begin));
        species.push_back(names[s]);
        quantity.emplace_back(is_time ? "time" : "path");
        lengths.push_back(0.5 * (begin + end));
        density.push_back(count * scale);
        error.push_back(std::sqrt(count) * scale);
        theory.push_back((survival(begin) - survival(end)) / (end - begin));
        exponential.push_back((std::exp(-begin) - std::exp(-end)) / (end - begin));
      }
    }
  }
  Table flights{"free_flights", {}};
  flights.columns = {
      {"species", "", species},         {"quantity", "", quantity}, {"length", "1", lengths},
      {"density", "1", density},        {"error", "1", error},      {"theory", "1", theory},
      {"exponential", "1", exponential}};

  // Of b/σ: 2b in three dimensions, 1 in two.
  std::vector<double> impact, impact_density, impact_error, impact_theory;
  const auto total = static_cast<double>(impact_.total());
  for (std::size_t bin = 0; bin < impact_.bins() && total > 0; ++bin) {
    const auto parameter = [](double x) { return Dim == 3 ? std::sqrt(x) : x; };
    const double begin = parameter(impact_.edge(bin)), end = parameter(impact_.edge(bin + 1));
    const double count = static_cast<double>(impact_.counts()[bin]);
    impact.push_back(0.5 * (begin + end));
    impact_density.push_back(count / (total * (end - begin)));
    impact_error.push_back(std::sqrt(count) / (total * (end - begin)));
    impact_theory.push_back(Dim == 3 ? begin + end : 1.0);
  }
  Table impacts{"impact_parameters", {}};
  impacts.columns = {{"impact_parameter", "1", impact},
                     {"density", "1", impact_density},
                     {"error", "1", impact_error},
                     {"theory", "1", impact_theory}};
  return {std::move(flights), std::move(impacts)};
}

template class CollisionStatistics<2>;
template class CollisionStatistics<3>;

}  // namespace clausius
