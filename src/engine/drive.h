#pragma once

#include <cstdint>
#include <variant>

#include "clausius/core/random.h"
#include "clausius/engine/state.h"
#include "core/sum.h"

namespace clausius {

/// Once in every `interval`, at a random instant of it so that no sampling keeps step with them,
/// each velocity gets a Gaussian kick, the components of which have the mean square
/// strength·interval. What the kicks give to the momentum in all is taken from them again. With
/// short intervals the "white noise" of van Noije & Ernst (1998), which raises k_BT of a gas that
/// does not collide by m·strength per time.
struct RandomKicks {
  double strength = 0;
  double interval = 1;
};

/// Andersen's thermostat (J. Chem. Phys. 72 (1980) 2384) at a k_BT: each particle gets a velocity
/// drawn from Maxwell's law at the rate `rate`, at instants as of random kicks. Those who get one
/// at the same instant keep their momentum together, so the gas stays at rest and its velocities
/// become those of the canonical ensemble at rest. Of particles that turn only the translation is
/// heated; collisions pass it on.
struct AndersenThermostat {
  double kt = 1;
  double rate = 1;
  double interval = 1;
};

/// Scales all velocities, those of rotation too, to the kinetic energy `energy`, every `interval`:
/// velocities beside that of the centre of mass along the axes of conserved_momentum(), where the
/// momentum stays what it is. (Scaled with the rest, a momentum that is only rounding would grow
/// without end in a gas that loses energy.) What the motion of the centre of mass carries counts in
/// `energy`; a gas in which all is carried so is left alone.
struct VelocityRescale {
  double energy = 1;
  double interval = 1;
};

/// Turns all velocities and angular velocities round at `time`, once.
struct Reversal {
  double time = 0;
};

using DriveKind = std::variant<RandomKicks, AndersenThermostat, VelocityRescale, Reversal>;

/// Acts on the velocities of a gas from outside, at instants of its own, and books the energy it
/// gives. Between two of them it leaves the gas alone: Engine::advance() to next(), act() on
/// state(), set_velocities().
template <int Dim>
class Drive {
 public:
  /// @param index tells the drives of a run apart, for their random numbers
  /// @param start absolute time of the start of the run
  Drive(const DriveKind& kind, std::uint64_t seed, std::uint64_t index, double start);

  /// Absolute time of the next action; infinity when there will be none.
  [[nodiscard]] double next() const { return next_; }
  /// Acts on the velocities and angular momenta of `state`, which is that of the time next().
  /// @return the energy given, from the change of each velocity
  double act(const Gas<Dim>& gas, State<Dim>& state);

  [[nodiscard]] std::uint64_t actions() const { return actions_; }  ///< so far
  [[nodiscard]] double work() const { return work_.value(); }       ///< energy given so far
  /// Energy given or taken so far, whatever the sign.
  [[nodiscard]] double turned_over() const { return turned_over_; }
  /// Standard deviation of each component of the velocities that it has drawn so far for particles
  /// of this mass: what it gives them is right to the rounding of these. 0 if it has drawn none.
  [[nodiscard]] double drawn_speed(double mass) const;
  /// Whether it leaves the momentum of the gas what it is, a reversal but for the sign, along every
  /// axis; if not, along those of conserved_momentum() only.
  [[nodiscard]] bool conserves_momentum() const {
    return !std::holds_alternative<VelocityRescale>(kind_);
  }
  /// Whether it has changed the sign of the momentum.
  [[nodiscard]] bool has_reversed() const {
    return std::holds_alternative<Reversal>(kind_) && actions_ % 2 == 1;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(next_, actions_, work_, turned_over_);
  }

 private:
  void find_next();
  [[nodiscard]] RandomStream random(std::uint64_t use) const;
  /// What its kind does to the velocities. @return the energy that gives
  double change(const Gas<Dim>& gas, State<Dim>& state) const;
  /// Changes the peculiar velocities of a sheared gas; returns the energy that is gained.
  double change_beside_flow(const Gas<Dim>& gas, State<Dim>& state) const;
  static double apply(const RandomKicks& kicks, const Gas<Dim>& gas, State<Dim>& state,
                      RandomStream& random);
  static double apply(const AndersenThermostat& thermostat, const Gas<Dim>& gas, State<Dim>& state,
                      RandomStream& random);
  static double apply(const VelocityRescale& rescale, const Gas<Dim>& gas, State<Dim>& state,
                      RandomStream& random);
  static double apply(const Reversal& reversal, const Gas<Dim>& gas, State<Dim>& state,
                      RandomStream& random);

  DriveKind kind_;
  std::uint64_t seed_, index_;
  double start_;
  double next_ = 0;
  std::uint64_t actions_ = 0;
  CompensatedSum work_;
  double turned_over_ = 0;
};

}  // namespace clausius
