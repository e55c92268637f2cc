#pragma once

#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "clausius/theory/value.h"
#include "statistics/blocked_sums.h"
#include "statistics/multi_tau.h"

namespace clausius {

/// How far the particles of a periodic gas of spheres or disks get, and how long they remember
/// their velocities and energies. Between collisions a particle flies straight on, so its path and
/// velocity at uniform steps of time follow from its collisions, without periodic images, when it
/// has the next one.
///
/// Per particle MultiTau::kLevels × kPoints positions and velocities are kept (3.1 kB in three
/// dimensions); at most kMostFollowed particles are followed.
template <int Dim>
class SelfDiffusion {
 public:
  static constexpr std::size_t kMostFollowed = std::size_t{1} << 14;

  /// `steps`: by species, the time from one step to the next, about an eighth of that in which the
  /// velocities are forgotten; 0: the species is not followed. `kt_over_mass` likewise; `state` is
  /// that of the start; `settling`: time in which what a particle stirs up has spread over the box,
  /// 0 if not known.
  void begin(const State<Dim>& state, const std::vector<double>& steps,
             const std::vector<double>& kt_over_mass, double settling = 0);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the errors at `time`, not before the last collision.
  void end_interval(double time);

  /// Each species has `diffusion_coefficient`: half the slope, per dimension, of the mean square
  /// displacement between 10 and 20 times of forgetting (Einstein), and
  /// `diffusion_coefficient_green_kubo`: the integral of the velocity autocorrelation up to 16 of
  /// them, ⟨½ (v(0) + v(t))·Δr⟩/d, exactly. In dense gases up to four times later, from the
  /// settling time on, as far as a quarter of the run allows. `velocity_memory` and
  /// `energy_memory`: what is left of the autocorrelations after eight steps, in a gas of one
  /// species the time from one collision to the next; in a mixture that of the velocity is compared
  /// with exp(−t k_BT/(m D)) where `exponential` knows D. `theory` by species, empty where there is
  /// none, and `exponential` likewise for those whose velocities are forgotten so; `rate` of the
  /// collisions a particle of the one species suffers, 0 where memory has no theory.
  [[nodiscard]] std::vector<Observable> observables(const std::vector<std::string>& names,
                                                    const std::string& unit,
                                                    const std::vector<Prediction>& theory,
                                                    const std::vector<Prediction>& exponential,
                                                    double rate) const;
  /// `self_diffusion`: mean square displacement, velocity autocorrelation and its integral over
  /// time; and of velocity and energy what is left of their autocorrelations. Theory: that of
  /// velocities that are forgotten exponentially, with that coefficient; of what is left
  /// Boltzmann's equation.
  [[nodiscard]] Table table(const std::vector<std::string>& names, const UnitNames& units,
                            const std::vector<Prediction>& theory, double rate) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(start_, settling_, every_, particles_, kinds_);
  }

 private:
  struct Sample {
    Vec<Dim> position = Vec<Dim>::Zero(), velocity = Vec<Dim>::Zero();
    template <class Archive>
    void serialize(Archive& archive) {
      archive(position, velocity);
    }
  };
  struct Particle {
    std::uint8_t species = 0;
    double time = 0;                       // of its last collision
    Vec<Dim> position = Vec<Dim>::Zero();  // then, from where it was at the start
    Vec<Dim> velocity = Vec<Dim>::Zero();  // since then
    MultiTau<Sample> steps;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(species, time, position, velocity, steps);
    }
  };
  struct Kind {
    double step = 0;
    double kt_over_mass = 0;
    // |Δr|², v·v′, ½(v + v′)·Δr, δδ′ of δ = v² − d k_BT/m
    BlockedSums sums{MultiTau<Sample>::kLags, 4};
    template <class Archive>
    void serialize(Archive& archive) {
      archive(step, kt_over_mass, sums);
    }
  };

  /// Follows the particle to `time`.
  void advance(Particle& particle, double time);
  void add(std::uint32_t id, double time, const Vec<Dim>& after);
  [[nodiscard]] static double energy_weight(const Kind& kind);
  /// Index of the lag from which on a species wanders at random.
  [[nodiscard]] std::size_t first_lag(std::size_t species) const;

  double start_ = 0;
  double settling_ = 0;
  std::uint64_t every_ = 1;  // ids that are multiples of it are followed
  std::vector<Particle> particles_;
  std::vector<Kind> kinds_;  // by species
};

}  // namespace clausius
