#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/engine/state.h"
#include "clausius/measure/blocked_histogram.h"
#include "clausius/measure/boundary_flows.h"
#include "clausius/measure/collision_log.h"
#include "clausius/measure/collision_statistics.h"
#include "clausius/measure/collision_tally.h"
#include "clausius/measure/echo.h"
#include "clausius/measure/effusion.h"
#include "clausius/measure/gas_theory.h"
#include "clausius/measure/h_function.h"
#include "clausius/measure/helfand_moments.h"
#include "clausius/measure/label_spread.h"
#include "clausius/measure/labels.h"
#include "clausius/measure/labels_in_place.h"
#include "clausius/measure/longest_waves.h"
#include "clausius/measure/moments_of_state.h"
#include "clausius/measure/parcels.h"
#include "clausius/measure/results.h"
#include "clausius/measure/self_diffusion.h"
#include "clausius/measure/sonine_relaxation.h"
#include "clausius/measure/structure.h"
#include "clausius/measure/trace.h"
#include "clausius/measure/units.h"
#include "clausius/measure/velocity_tests.h"
#include "clausius/measure/window.h"
#include "clausius/theory/relaxation_spectrum.h"

namespace clausius {

/// A hole through which particles are counted, as in Hole: lists of `dimensions` numbers.
struct WatchedHole {
  int axis = 0;
  double position = 0, thickness = 0;
  std::vector<double> low, high;
  bool round = false;
  std::optional<double> door_speed{};
};

struct MeasurementOptions {
  std::vector<std::string> species_names;
  double boltzmann = 1;  ///< k_B
  bool si_units = false;
  std::int64_t collision_log = 0;     ///< collisions of the measured part to be kept one by one
  bool collision_statistics = false;  ///< see CollisionStatistics; of elastic spheres and disks
  bool transport =
      false;  ///< see SelfDiffusion and HelfandMoments; likewise, event-driven, periodic
  bool relaxation_spectrum = false;  ///< see SonineRelaxation; likewise, of one species
  bool structure = false;            ///< see Structure; of spheres and disks
  bool driven = false;               ///< make the table `drive`
  Driving driving{};
  std::optional<WatchedHole> hole{};
  LabelOptions labels{};
  std::vector<PhaseWindow> windows{};  ///< in which particles are counted
  std::int64_t trace = 0;              ///< collisions of the first particle
  std::optional<double> reversal{};    ///< absolute time of one after which the gas comes back
  std::vector<double> amounts{};       ///< by species, of gas that parcels stand for; else empty
  bool dissipates = false;             ///< collisions or walls take energy
  bool relaxation = false;  ///< make the table `relaxation`: the gas starts far from Maxwell's law
  std::optional<WatchedSteps> steps{};  ///< count or estimate what they miss
};

/// 2⟨E⟩/(k_B degrees of freedom of the members), mean over the measured samples.
struct SpeciesTemperature {
  double value = 0;             ///< of translation and rotation
  std::optional<double> error;  ///< one standard error
  double translational = 0;
  std::optional<double> rotational;  ///< of bodies whose rotation collisions can change
};

/// Everything that is measured on a gas of smooth spheres or disks or of rigid bodies: shown every
/// collision (observer()) and equal-time samples, it hands out observables beside theory, and
/// tables.
///
/// A run has two parts, the first (equilibration) being seen in the history only. Stationary
/// quantities are measured between samples; their errors are block averages over these intervals.
/// In a gas that cools, rates and pressures are measured in units of the falling temperature, which
/// between samples is taken to follow Haff's law.
template <int Dim>
class GasMeasurement {
 public:
  /// @pre at least one particle
  GasMeasurement(const Gas<Dim>& gas, const State<Dim>& start, MeasurementOptions options);

  /// To be shown every collision; the cost is a few additions each.
  [[nodiscard]] Observer<Dim>& observer() { return recorder_; }

  /// Ends the first part. @pre the state of this instant
  void begin(const State<Dim>& state);
  /// An equal-time sample of either part.
  /// @param state without positions, see Engine::motion(), unless these are looked at
  void sample(const State<Dim>& state);
  /// Whether samples need them.
  [[nodiscard]] bool looks_at_positions() const;
  /// Ends the second part; the instant may be that of a collision and counts as no sample.
  void end(const State<Dim>& state);

  [[nodiscard]] std::vector<Observable> observables() const;
  /// Why the gas is not in the homogeneous, steady state that its theory is about; empty where
  /// nothing speaks against that.
  [[nodiscard]] std::string doubt() const;
  [[nodiscard]] std::vector<Table> tables() const;
  [[nodiscard]] SpeciesTemperature species_temperature(std::size_t species) const;
  /// To be told what energy a drive has given to the gas.
  void add_work(double energy) {
    work_ += energy;
    interval_work_ += energy;
  }
  /// Work and heat that walls have given so far, and with the signs of all taken as +.
  [[nodiscard]] double given_by_walls() const { return recorder_.tally.given(); }
  [[nodiscard]] double turned_over_at_walls() const { return recorder_.tally.turned_over(); }
  /// Of one face, or as CollisionTally counts them on.
  [[nodiscard]] double work_of(std::size_t face) const { return recorder_.tally.work(face); }
  [[nodiscard]] double heat_of(std::size_t face) const { return recorder_.tally.heat(face); }
  /// Energy lost so far, as predicted collision by collision.
  [[nodiscard]] double predicted_dissipation() const {
    return 0.0 - recorder_.tally.predicted_energy_change();  // never −0
  }
  /// Kinetic energy at the last sample (at first, of the start).
  [[nodiscard]] double energy() const { return rows_.back().energy - rows_.back().potential; }
  [[nodiscard]] const GasTheory& theory() const { return theory_; }
  /// Of each particle at `time`, see Labels; empty where there are none, and before the second
  /// part.
  [[nodiscard]] std::vector<std::uint8_t> labels(double time) {
    return recorder_.labels ? recorder_.labels->at(time) : std::vector<std::uint8_t>{};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(recorder_, collisions_, rows_, measuring_, last_, reference_kt_, intervals_, total_,
            work_, interval_work_, sampled_a2_, sampled_a3_, sampled_h_, last_shown_, last_clock_);
    for (Species& species : species_) archive(species);
    archive(order_);
    if (waves_) archive(*waves_);
    if (structure_) archive(*structure_);
    if (flows_) archive(*flows_);
    if (windows_) archive(*windows_);
    if (spread_) archive(*spread_);
    if (in_place_) archive(*in_place_);
    if (echo_) archive(*echo_);
  }

 private:
  struct Recorder final : Observer<Dim> {
    Recorder(const std::vector<SphereSpecies>& species, const MeasurementOptions& options)
        : tally(species.size(), options.steps), log(options.collision_log) {
      if (options.collision_statistics) statistics.emplace(species);
      if (options.transport) {
        diffusion.emplace();
        helfand.emplace(species);
      }
      if (options.relaxation_spectrum) relaxation.emplace();
      if (options.trace > 0) trace.emplace(options.trace);
      if (!options.labels.labels.empty()) labels.emplace(options.labels, species.size());
    }
    void on_collision(const CollisionRecord<Dim>& collision) override {
      tally.add(collision);
      if (!logging) return;
      if (log.open()) log.add(collision);
      if (statistics) statistics->add(collision);
      if (diffusion) diffusion->add(collision);
      if (helfand) helfand->add(collision);
      if (relaxation) relaxation->add(collision);
      if (effusion) effusion->add(collision);
      if (labels) labels->add(collision);
      if (trace) trace->add(collision);
    }
    void on_passage(double /*time*/, double work) override { tally.add_shear_work(work); }
    template <class Archive>
    void serialize(Archive& archive) {
      archive(tally, log, logging);
      if (statistics) archive(*statistics);
      if (diffusion) archive(*diffusion, *helfand);
      if (relaxation) archive(*relaxation);
      if (effusion) archive(*effusion);
      if (labels) archive(*labels);
      if (trace) archive(*trace);
    }
    CollisionTally<Dim> tally;
    std::optional<CollisionStatistics<Dim>> statistics;
    std::optional<SelfDiffusion<Dim>> diffusion;
    std::optional<HelfandMoments<Dim>> helfand;  // beside it
    std::optional<SonineRelaxation<Dim>> relaxation;
    std::optional<Effusion<Dim>> effusion;
    std::optional<Labels<Dim>> labels;
    std::optional<Trace<Dim>> trace;
    CollisionLog<Dim> log;
    bool logging = false;
  };

  // What was the case at an instant.
  struct Instant {
    double time = 0;
    double kt = 0;                       // 2E/D
    double speed = 0;                    // Σ |v|
    std::vector<std::int64_t> suffered;  // collisions since the start, by species
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, kt, speed, suffered);
    }
  };

  // What happened between two instants.
  struct Interval {
    CollisionTotals<Dim> totals;
    std::vector<double> suffered;  // collisions, by species
    double duration = 0;
    double kt_time = 0;       // ∫ k_BT dt
    double root_kt_time = 0;  // ∫ √(k_BT) dt
    double path = 0;          // ∫ Σ|v| dt
    double cooling = 0;       // −Δ ln T
    double haff_slope = 0;    // Δ(1/√(k_BT)), linear in time in the cooling state
    double work = 0;          // of drives
    template <class Archive>
    void serialize(Archive& archive) {
      archive(totals, suffered, duration, kt_time, root_kt_time, path, cooling, haff_slope, work);
    }
  };

  // A row of the history.
  struct Row {
    double time, collisions_per_particle, energy, potential, predicted_energy, kt, kurtosis,
        kurtosis_error, sonine_a3, memory, memory_error, work, dissipated;
    std::int64_t collisions;
    bool measured;
    std::optional<double> h;
    double pressure, path;  // of the interval measured before it: virial, mean free path
    std::vector<double> species_kt, translational_kt, rotational_kt;  // by species
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, collisions_per_particle, energy, potential, predicted_energy, kt, kurtosis,
              kurtosis_error, sonine_a3, memory, memory_error, work, dissipated, collisions,
              measured, h, pressure, path, species_kt, translational_kt, rotational_kt);
    }
  };

  // Of the angular velocities about one principal axis.
  struct AngularAxis {
    int axis;
    double moment;
    BlockedHistogram shown;   // in units of √(k_BT/I)
    BlockedHistogram tested;  // likewise, at instants far enough apart to be independent
    template <class Archive>
    void serialize(Archive& archive) {
      archive(shown, tested);
    }
  };

  struct Species {
    double count = 0;
    double mass = 1;
    int rotations = 0;                 // kinds of rotation that collisions can change
    std::vector<AngularAxis> angular;  // as many
    std::optional<SpeciesLaw> law;     // of the scaled velocities
    std::optional<HFunction> h_function;
    std::optional<BlockedHistogram> speeds, components;
    std::optional<VelocityTests<Dim>> tests;
    // Of the measured samples.
    std::vector<double> kt, translational_kt, rotational_kt, mean_sq, mean_fourth, mean_sixth,
        nematic_order;
    template <class Archive>
    void serialize(Archive& archive) {
      if (speeds) archive(*speeds, *components);
      if (tests) archive(*tests);
      for (AngularAxis& one : angular) archive(one);
      archive(kt, translational_kt, rotational_kt, mean_sq, mean_fourth, mean_sixth, nematic_order);
    }
  };

  // What all but profiles see of a state.
  struct Sample {
    const State<Dim>& state;  // see seen()
    SquaredSpeeds speeds;
    std::vector<SpeciesMoments> moments;
  };

  [[nodiscard]] Sample sample_of(const State<Dim>& in_box);
  [[nodiscard]] Instant instant_of(const Sample& sample) const;
  void add_row(const Sample& sample);
  /// ⟨m v(0)·v⟩/⟨m v(0)²⟩ and its standard error, of independent particles.
  [[nodiscard]] bool remembers_start() const;
  void add_memory(Row& row, const State<Dim>& state) const;
  void close_interval(const Instant& now);
  void add_velocities(const Sample& sample);
  /// `tested`: by species, whether the instant is far enough from the last one tested.
  void add_rotations(const State<Dim>& state, const std::vector<bool>& tested);
  /// How many collisions' worth a particle of the species has forgotten since the start.
  [[nodiscard]] double forgetting(std::size_t species) const;
  /// The same of single particles, whatever the species as a whole keeps.
  [[nodiscard]] double own_forgetting(std::size_t species) const;
  /// What a collision of a particle of species s with one of species b changes of its velocity and
  /// energy, whichever is less, and of its energy alone, in units of one between equals.
  [[nodiscard]] double change(std::size_t s, std::size_t b) const;
  [[nodiscard]] double exchanged(std::size_t s, std::size_t b) const;
  /// Sum of per_collision(b) over the collisions with other species b, per particle of either.
  template <class PerCollision>
  [[nodiscard]] double with_others(std::size_t s, PerCollision per_collision) const;
  /// Whether the pressure of an elastic gas differs between the halves of the measured part by more
  /// than chance.
  [[nodiscard]] bool drifts() const;
  [[nodiscard]] bool clusters() const;
  /// Share of the collisions so far that belong to the measured part.
  [[nodiscard]] double measured_share() const;
  /// Whether nothing but collisions between particles changes velocities.
  [[nodiscard]] bool only_collisions_matter() const;
  /// Least standard errors of means over the measured part, known from how slowly collisions make
  /// the gas forget, which a short series does not show; 0 where that is not known. Of the
  /// temperature of a species that scatters by `scatter`; of a Sonine coefficient that scatters by
  /// `one_particle`/√N and is forgotten `faster` times as fast as the first.
  [[nodiscard]] double exchange_error(std::size_t species, double scatter) const;
  [[nodiscard]] double sonine_error(double one_particle, double faster) const;
  /// Standard deviation of the temperature of a species in equilibrium, over the temperature.
  [[nodiscard]] double energy_scatter(std::size_t species) const;

  void add_flight_observables(std::vector<Observable>& all) const;
  void add_missed_observable(std::vector<Observable>& all) const;
  void add_pressure_observables(std::vector<Observable>& all) const;
  void add_temperature_observables(std::vector<Observable>& all) const;
  void add_velocity_observables(std::vector<Observable>& all) const;
  double add_p_value(std::vector<Observable>& all, const std::string& name, std::size_t species,
                     double p) const;
  void add_least_p_value(std::vector<Observable>& all, const std::string& name,
                         const std::vector<double>& p) const;
  void add_rotation_observables(std::vector<Observable>& all) const;
  [[nodiscard]] Parcels parcels() const;
  void add_parcel_observables(std::vector<Observable>& all) const;
  [[nodiscard]] Table parcels_table() const;
  void add_cooling_observables(std::vector<Observable>& all) const;
  /// For the bins of the collision statistics.
  void set_scales();
  void sample_labels(const State<Dim>& state);
  void begin_transport(const State<Dim>& state);
  /// What all but profiles see of a sample: the velocities beside the flow of a sheared gas, whose
  /// energy is kept in mind.
  const State<Dim>& seen(const State<Dim>& state);
  void add_transport_observables(std::vector<Observable>& all) const;
  void add_transport_tables(std::vector<Table>& all) const;
  [[nodiscard]] std::vector<Prediction> diffusion_theory() const;
  [[nodiscard]] double memory_factor() const;
  /// Collisions of a particle per time where theory knows what they make it forget, else 0.
  [[nodiscard]] double memory_rate() const;
  [[nodiscard]] typename HelfandMoments<Dim>::Conditions helfand_conditions() const;
  /// Collisions of a particle of one species with those of another per time, of theory.
  [[nodiscard]] std::optional<Eigen::MatrixXd> meetings() const;
  [[nodiscard]] std::optional<typename WindowCounts<Dim>::Conditions> window_conditions() const;
  [[nodiscard]] SpreadConditions spread_conditions() const;
  /// Along the axis across which some label's window ends, of labels that stay.
  [[nodiscard]] std::optional<LabelSpread<Dim>> make_spread() const;
  [[nodiscard]] std::optional<LabelsInPlace<Dim>> make_in_place() const;
  [[nodiscard]] std::optional<double> with_exchange(std::optional<double> relative,
                                                    std::optional<std::size_t> only) const;

  [[nodiscard]] MeasuredPart measured_part() const;
  [[nodiscard]] std::optional<Observable> adiabatic_observable() const;

  [[nodiscard]] Table history_table() const;
  /// Collisions per particle at each row.
  [[nodiscard]] std::vector<double> row_collisions() const;
  /// Of theory, where it is known, after so many collisions a particle: from the speeds of the
  /// start on, in random directions.
  [[nodiscard]] std::optional<SoninePath> relaxation_path(std::span<const double> collisions) const;
  [[nodiscard]] std::optional<Observable> memory_observable() const;
  [[nodiscard]] Table relaxation_table() const;
  [[nodiscard]] Table cooling_table() const;
  [[nodiscard]] std::vector<double> viscoelastic_cooling() const;
  [[nodiscard]] Table drive_table() const;
  [[nodiscard]] std::optional<Table> velocity_tails_table() const;
  [[nodiscard]] Table ledger_table() const;
  /// Temperatures of theory at each row, going on from the first one: translational ones by
  /// species, then rotational ones. Empty where theory says nothing.
  [[nodiscard]] std::vector<std::vector<double>> theory_temperatures() const;
  [[nodiscard]] Table equipartition_table() const;
  [[nodiscard]] std::optional<Table> temperature_exchange_table() const;
  [[nodiscard]] std::optional<Observable> exchange_observable() const;
  [[nodiscard]] Table distribution_table(bool speeds) const;
  [[nodiscard]] Table angular_distribution_table() const;
  [[nodiscard]] bool rotates() const;
  [[nodiscard]] std::optional<FiniteVelocityLaw> angular_law(const Species& species) const;

  Gas<Dim> gas_;
  MeasurementOptions options_;
  UnitNames units_;
  GasTheory theory_;
  Recorder recorder_;
  double energy_initial_ = 0;          // with that in the field of gravity
  double thermal_energy_initial_ = 0;  // without spins that nothing changes
  double start_time_ = 0;
  double start_energy_ = 0;              // of the motion of centres
  std::vector<Vec<Dim>> start_momenta_;  // where the table `relaxation` is made
  std::int64_t collisions_ = 0;          // since the start, of finished intervals
  std::vector<Species> species_;
  std::vector<Row> rows_;
  CompensatedSum work_;  // of drives, so far
  // Of a sheared gas: the last state seen, and its energy but that beside the flow.
  State<Dim> seen_;
  double flow_energy_ = 0;
  double interval_work_ = 0;
  bool measuring_ = false;
  std::optional<Instant> last_;  // begin of the current interval of the second part
  double reference_kt_ = 0;      // at the begin of the second part
  std::vector<Interval> intervals_;
  Interval total_;  // sum of the intervals
  std::vector<double> sampled_a2_, sampled_a3_, sampled_h_;
  std::optional<LongestWaves<Dim>> waves_;  // of gases that may cluster
  bool may_order_ = false;
  double order_ = 0;  // at the end, see bond_order()
  std::optional<Structure<Dim>> structure_;
  std::optional<BoundaryFlows<Dim>> flows_;
  std::optional<WindowCounts<Dim>> windows_;
  // Of labels that start in a part of the box.
  std::optional<LabelSpread<Dim>> spread_;
  std::optional<LabelsInPlace<Dim>> in_place_;
  std::optional<Echo<Dim>> echo_;
  std::optional<double>
      last_shown_;  // collisions per particle when the distributions were last fed
  // forgetting() when the species was last given to its tests
  std::vector<std::optional<double>> last_clock_;
};

}  // namespace clausius
