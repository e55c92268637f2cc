#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "clausius/theory/value.h"
#include "measure/collisions/flight_path.h"
#include "measure/transport/thermal_clock.h"
#include "statistics/blocked_sums.h"
#include "statistics/multi_tau.h"

namespace clausius {

/// Displacements of the particles of a periodic gas of spheres or disks, and autocorrelations of
/// their velocities and energies. Between collisions a particle flies straight, so that its
/// position and velocity at uniform time steps follow from its collisions, without periodic images,
/// and from what drives do to it. All particles of a species share the steps, and are looked at
/// together.
///
/// In a gas that cools the steps are uniform in the time of its ThermalClock, and velocities are
/// multiplied by √(T₀/T): all results are those at the temperature T₀ at the beginning, which are
/// steady in the homogeneous cooling state.
///
/// For each particle at most MultiTau::kLevels × kPoints positions and velocities are stored (3.1
/// kB in three dimensions); at most kMostFollowed particles are followed.
template <int Dim>
class Displacements {
 public:
  static constexpr std::size_t kMostFollowed = std::size_t{1} << 14;
  /// Steps between the ends of pairs of instants: two decay times of the velocity. Pairs nearer to
  /// each other are correlated.
  static constexpr std::uint64_t kPairSpacing = 16;

  /// Theory of the autocorrelations of velocity and energy in a gas of one species.
  struct Memory {
    /// Collisions per time of a particle of a gas of infinitely many whose velocity (energy)
    /// decorrelates as fast; 0 if there is no theory.
    double velocity_rate = 0, energy_rate = 0;
    /// Variance of the energy of a particle relative to that in Maxwell's law.
    double energy_scatter = 1;
    /// In a gas out of equilibrium, by species: the mean square of a component of the velocity over
    /// the measured part. Such a gas has trends, and no memories, whose times would depend on how
    /// the temperature fluctuates.
    std::vector<double> kt_over_mass{};
    /// In a gas that cools, by species: the unit σ√(k_BT₀/m) of its coefficients.
    std::vector<double> diffusivity{};
  };

  /// @param steps by species, the time step, about an eighth of the decay time of the velocities;
  /// 0: the species is not followed
  /// @param kt_over_mass by species, mean square of a component of the velocity
  /// @param state state at the start
  /// @param settling time in which a particle's perturbation of the gas has spread over the box, 0
  /// if not known
  void begin(const State<Dim>& state, const std::vector<double>& steps,
             const std::vector<double>& kt_over_mass, double settling = 0);
  /// From now on the steps are those of a clock that begins now, at the start.
  void follow(const ThermalClock<Dim>& clock) { clock_ = clock; }
  void add(const CollisionRecord<Dim>& collision);
  /// Takes the velocities that a drive has left.
  void turn(const State<Dim>& state);
  /// Ends a block for the error estimates at `time`, not before the last collision.
  /// @param kt k_BT at that time
  void end_interval(double time, double kt = 0);

  /// Each species has `diffusion_coefficient`: half the slope, per dimension, of the mean square
  /// displacement between 10 and 20 decay times of the velocity (Einstein), and
  /// `diffusion_coefficient_green_kubo`: the integral of the velocity autocorrelation up to 16 of
  /// them, ⟨½ (v(0) + v(t))·Δr⟩/d, exactly. In dense gases up to four times later, from the
  /// settling time on, as far as a quarter of the run allows. `velocity_memory` and
  /// `energy_memory`: the normalised autocorrelations after eight steps, in a gas of one species
  /// the time between collisions; in a mixture the velocity autocorrelation is compared with exp(−t
  /// k_BT/(m D)) if `exponential` contains D.
  /// @param theory by species, empty where there is none
  /// @param exponential theory for species whose velocities decorrelate exponentially
  /// @param rearranging see first_lag(): if the run is too short for it, there are no coefficients
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const std::string& unit,
                                                    const std::vector<Prediction>& theory,
                                                    const std::vector<Prediction>& exponential,
                                                    const Memory& memory,
                                                    double rearranging = 0) const;
  /// `self_diffusion`: mean square displacement, velocity autocorrelation and its integral over
  /// time; and the normalised autocorrelations of velocity and energy. Theory: exponential velocity
  /// autocorrelation with that coefficient; for the normalised autocorrelations the Boltzmann
  /// equation.
  [[nodiscard]] Table table(const std::vector<std::string>& names, const UnitNames& units,
                            const std::vector<Prediction>& theory, const Memory& memory) const;

  /// Whether loaded data can be of a gas of so many particles and species.
  [[nodiscard]] bool is_of(std::size_t particles, std::size_t species) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(start_, settling_, every_, paths_, kinds_, clock_);
  }

 private:
  // Positions and velocities of the particles of a species at one instant, component by component:
  // that of particle p along the axis k at k·particles + p, velocities behind positions. Levels of
  // the steps share it.
  struct Frame {
    std::shared_ptr<const std::vector<double>> values;
    template <class Archive>
    void serialize(Archive& archive) {
      std::vector<double> kept;
      if (!Archive::is_loading::value && values) kept = *values;
      archive(kept);
      if constexpr (Archive::is_loading::value)
        if (!kept.empty()) values = std::make_shared<const std::vector<double>>(std::move(kept));
    }
  };
  using Steps = MultiTau<Frame, kPairSpacing>;
  struct Kind {
    double step = 0;
    double kt_over_mass = 0;
    std::vector<std::size_t> members{};  // places of its particles in paths_
    Steps steps{};
    // |Δr|², v·v′, ½(v + v′)·Δr, δδ′ of δ = v² − d k_BT/m
    BlockedSums sums{Steps::kLags, 4};
    template <class Archive>
    void serialize(Archive& archive) {
      archive(step, kt_over_mass, members, steps, sums);
    }
    /// Time of the next step, or reading of the clock.
    [[nodiscard]] double next(double start) const {
      return start + step * static_cast<double>(steps.samples());
    }
  };

  /// Looks at the particles at each step up to `time`.
  void pass(double time);
  /// @param scale √(T₀/T)
  void look(Kind& kind, double time, double scale);
  void add(std::uint32_t id, double time, const Vec<Dim>& after);
  /// Mean square of a component of the velocity by which autocorrelations are normalised.
  [[nodiscard]] double mean_square(std::size_t species, const Memory& memory) const {
    return memory.kt_over_mass.empty() ? kinds_[species].kt_over_mass
                                       : memory.kt_over_mass[species];
  }
  [[nodiscard]] static double energy_weight(const Kind& kind, const Memory& memory);
  /// Normalised autocorrelations by theory, at each of `times`.
  static Eigen::VectorXd velocity_memory(const Memory& memory, std::span<const double> times);
  static Eigen::VectorXd energy_memory(const Memory& memory, std::span<const double> times);
  /// Relative standard error of a slope of the mean square displacement at a lag, of variance
  /// `factor` t/T, of particles that walk independently: few stretches of a run do not show it.
  [[nodiscard]] double error_of_walk(std::size_t species, std::size_t lag, double factor) const;
  /// See first_lag(); for one species.
  [[nodiscard]] std::optional<std::size_t> first_lag_of(std::size_t species,
                                                        double rearranging) const;

  double start_ = 0;
  double settling_ = 0;
  std::uint64_t every_ = 1;             // ids that are multiples of it are followed
  std::vector<FlightPath<Dim>> paths_;  // from the places at the start
  std::vector<Kind> kinds_;             // by species
  std::optional<ThermalClock<Dim>> clock_;
};

}  // namespace clausius
