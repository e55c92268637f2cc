#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "engine/hits/restitution.h"
#include "measure/collisions/flights_and_impacts.h"
#include "measure/fluctuating_temperature.h"
#include "measure/listed.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

// The statistics of the collisions of a run.
template <int Dim>
class CollisionStatistics final : public SavedMeasurement<CollisionStatistics<Dim>, Dim> {
 public:
  explicit CollisionStatistics(const Sample<Dim>& start)
      : gas_(start.run.gas),
        degrees_of_freedom_(start.run.theory.degrees_of_freedom()),
        particles_(start.state.size()),
        statistics_(start.run.gas.species) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.collision_statistics) return nullptr;
    return std::make_unique<CollisionStatistics>(start);
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override;
  void on_collision(const CollisionRecord<Dim>& collision) override { statistics_.add(collision); }
  void on_drive(const State<Dim>& state) override {
    statistics_.turn(state, 2 * kinetic_energy(gas_, state) / degrees_of_freedom_);
  }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& run) override {
    statistics_.set(interval.end, run.books.last().kt);
    statistics_.end_interval();
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return statistics_.observables(run.options.species_names, run.units,
                                   run.theory.flight_ratio(free_time_ratio(Dim)),
                                   run.theory.flight_ratio(free_path_ratio(Dim)), changing(run));
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return statistics_.tables(run.options.species_names);
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(statistics_);
    if constexpr (Archive::is_loading::value)
      require(statistics_.is_of(particles_), "belongs to another gas");
  }

 private:
  /// Theory of a gas that is driven or cools.
  static ChangingTheory changing(const Measured<Dim>& run);

  const Gas<Dim>& gas_;
  double degrees_of_freedom_;
  std::size_t particles_;
  FlightsAndImpacts<Dim> statistics_;
};

template <int Dim>
ChangingTheory CollisionStatistics<Dim>::changing(const Measured<Dim>& run) {
  if (run.theory.elastic()) return {};
  ChangingTheory theory;
  theory.elastic_collisions =
      (run.gas.restitution.array() == 1).all() && !restitution_varies(run.gas);
  theory.energy = run.theory.mean_collision_energy();
  if (!theory.elastic_collisions) theory.angle_uncertainty = run.theory.correlation();
  if (!temperature_falls(run)) {
    // The mean temperature at the collisions.
    double sum = 0;
    for (const Interval<Dim>& one : run.books.intervals())
      if (one.duration > 0)
        sum += static_cast<double>(one.totals.collisions) * one.kt_time / one.duration;
    const auto collisions = static_cast<double>(run.books.total().totals.collisions);
    theory.energy = collisions > 0 ? theory.energy.times(sum / collisions) : std::nullopt;
    return theory;
  }
  theory.reduced_times.reserve(run.count.size());
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const SphereSpecies& one = run.gas.species[s];
    const Prediction rate =
        run.count.size() > 1 ? run.theory.collision_rate(1, s) : run.theory.collision_rate(1);
    theory.reduced_times.push_back(
        rate.with([](const TheoryValue& value) { return value.inverse(); })
            .times(1 / (one.diameter * std::sqrt(one.mass))));
  }
  return theory;
}

template <int Dim>
void CollisionStatistics<Dim>::begin(const Sample<Dim>& now) {
  const Measured<Dim>& run = now.run;
  const double kt = run.books.reference_kt();
  std::vector<double> times(run.count.size()), paths(run.count.size());
  for (std::size_t s = 0; s < run.count.size() && kt > 0; ++s) {
    if (run.count[s] == 0) continue;
    // Theoretical value, or otherwise the value measured so far.
    const auto theory = run.theory.collision_rate(kt, s);
    const double seen = static_cast<double>(run.books.last().suffered[s]) / run.count[s];
    const double elapsed = run.books.last().time - run.history.rows().front().time;
    const double rate = theory ? theory->value : (elapsed > 0 ? seen / elapsed : 0);
    if (rate <= 0) continue;
    times[s] = 1 / rate;
    paths[s] = times[s] * MaxwellLaw(Dim, run.gas.species[s].mass, kt).mean_speed();
  }
  statistics_.set_scales(times, paths, kt, run.theory.degrees_of_freedom());
  if (run.theory.elastic()) return;
  const auto a2 = run.theory.state_a2();
  statistics_.follow(ChangingFlights<Dim>(run, now.in_box, temperature_falls(run)),
                     a2 ? a2->value : kNaN);
}

MeasurementKind collision_statistics_kind() {
  const Need need = Need::statistics;
  return {
      "Collision statistics",
      {{"free_time_ratio",
        "Mean square of the free times over the square of their mean: 2 "
        "of an exponential distribution. Of a gas that cools the times are integrals of its "
        "momentary thermal speed.",
        "<t^2>/<t>^2", nullptr, need},
       {"free_path_ratio", "Mean square of the free paths over the square of their mean.",
        "<l^2>/<l>^2", nullptr, need},
       {"free_time_ratio",
        "Mean square of the free times of a species over the square of "
        "their mean.",
        "<t^2>/<t>^2", nullptr, need, Per::species},
       {"free_path_ratio",
        "Mean square of the free paths of a species over the square of "
        "their mean.",
        "<l^2>/<l>^2", nullptr, need, Per::species},
       {"mean_collision_energy",
        "Twice the mean kinetic energy of relative motion along the line of centres "
        "of two colliding particles.",
        "<mu (v_ij.n)^2>", &UnitNames::energy, Need::collision_statistics_of_steady},
       {"mean_collision_energy_reduced",
        "Twice the mean kinetic energy of relative motion along the line of centres of two "
        "colliding particles of a gas that cools, over its momentary temperature.",
        "<mu (v_ij.n)^2/(k_B T)>", nullptr, Need::collision_statistics_of_cooling},
       {"mean_free_time_reduced",
        "Mean time between collisions in a gas that cools, in units of the diameter over its "
        "momentary thermal speed.",
        "<integral of sqrt(k_B T/m) dt>/sigma", nullptr, Need::collision_statistics_of_cooling},
       {"mean_free_time_reduced",
        "Mean time between collisions of a particle of the species in a gas that cools, in units "
        "of its diameter over its momentary thermal speed.",
        "<integral of sqrt(k_B T/m) dt>/sigma", nullptr, Need::collision_statistics_of_cooling,
        Per::species},
       {"mean_collision_angle",
        "Mean angle in radians between the relative velocity of two colliding particles and "
        "their line of centres.",
        "<asin(b/sigma)>", nullptr, need},
       {"normal_speed_chi2_p",
        "Probability of normal speeds of collisions at least as far from theory as those measured.",
        "chi-square test of mu (v_ij.n)^2/(2 k_B T)", nullptr,
        Need::collision_statistics_of_elastic, Per::gas, Kind::p_value},
       {"impact_chi2_p",
        "Probability of impact parameters at least as far from molecular chaos as those measured: "
        "impacts spread evenly over the cross section.",
        "chi-square test of (b/sigma)^2 (2D: b/sigma)", nullptr,
        Need::collision_statistics_of_elastic, Per::gas, Kind::p_value}},
      {{"free_flights",
        "Distributions of free times and free paths in units of their means, with theory.",
        need,
        {kSpeciesColumn,
         {"quantity", "What is distributed: \"time\" or \"path\"."},
         {"length", "Middle of the bin, in units of the mean."},
         {"density", "Probability density."},
         {"error", "Standard error of the density."},
         {"theory", "Probability density of kinetic theory, of a gas of one species."},
         {"exponential", "Probability density of an exponential distribution."}}},
       {"impact_parameters",
        "Distribution of impact parameters and angles of deflection, with those of molecular "
        "chaos.",
        need,
        {{"impact_parameter",
          "Impact parameter at the middle of the bin, over the sum of the radii."},
         {"density", "Probability density of the impact parameter."},
         {"error", "Standard error of the density."},
         {"theory", "Probability density for molecular chaos."},
         {"deflection", "Angle of deflection at the middle of the bin.", &UnitNames::angle},
         {"deflection_density", "Probability density of the angle of deflection.",
          &UnitNames::inverse_angle},
         {"deflection_error", "Standard error of the density of the angle.",
          &UnitNames::inverse_angle},
         {"deflection_theory", "Probability density of the angle for molecular chaos.",
          &UnitNames::inverse_angle}}},
       {"normal_speeds",
        "Distribution of the normal speeds of collisions, with theory.",
        need,
        {{"normal_speed",
          "Speed of approach along the line of centres, over sqrt(k_B T/mu), mu: reduced mass."},
         {"density", "Probability density."},
         {"error", "Standard error of the density."},
         {"theory",
          "Probability density for molecular chaos of Maxwell's law, where collisions lose energy "
          "with the second Sonine coefficient of theory."}}}},
      {},
      {{"collision_statistics", &MeasuredConfig::collision_statistics,
        "Whether the distributions of free times, free paths and impact parameters are measured; "
        "in a gas that cools in units of its momentary thermal speed.",
        "false"}}};
}

}  // namespace

ListedMeasurement listed_collision_statistics() {
  return {collision_statistics_kind, CollisionStatistics<2>::make, CollisionStatistics<3>::make};
}

}  // namespace clausius
