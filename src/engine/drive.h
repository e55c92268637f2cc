#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "clausius/core/random.h"
#include "clausius/engine/state.h"
#include "core/sum.h"

namespace clausius {

/// Random kicks: once in every `interval`, at a random instant so that no sampling is synchronised
/// with them, each velocity gets a Gaussian kick, whose components have the mean square
/// strength·interval. The total momentum of the kicks is subtracted. With short intervals this is
/// the white noise of van Noije & Ernst (1998), which raises k_BT of a gas without collisions by
/// m·strength per time.
struct RandomKicks {
  double strength = 0;
  double interval = 1;
};

/// Andersen's thermostat (J. Chem. Phys. 72 (1980) 2384) at a k_BT: each particle gets a velocity
/// drawn from Maxwell's law at the rate `rate`, at instants as of random kicks. Particles with new
/// velocities at the same instant keep their total momentum, so the gas stays at rest and its
/// velocities sample the canonical ensemble at rest. For particles that rotate only the translation
/// is heated; collisions pass it on.
struct AndersenThermostat {
  double kt = 1;
  double rate = 1;
  double interval = 1;
};

/// Scales all velocities, including rotation, to the kinetic energy `energy` every `interval`.
/// Along the axes of conserved_momentum(), if the momentum is conserved, velocities relative to the
/// centre of mass are scaled; a momentum that is only rounding is taken away. (Otherwise it would
/// grow without limit in a gas that loses energy.) The energy of the centre of mass counts in
/// `energy`; a gas with no other motion is left unchanged.
struct VelocityRescale {
  double energy = 1;
  double interval = 1;
};

/// Reverses all velocities and angular velocities at `time`, once.
struct Reversal {
  double time = 0;
};

/// Interval of a drive that has none, in mean free times: there are few actions per free flight, so
/// that kicks are small.
inline constexpr double kUsualDriveInterval = 0.1;

using DriveKind = std::variant<RandomKicks, AndersenThermostat, VelocityRescale, Reversal>;

/// Acts on the velocities of a gas from outside, at instants of its own, and records the energy
/// that it adds. Between two of them the gas is unaffected: Engine::advance() to next(), act() on
/// state(), set_velocities() or, with factor(), multiply_velocities().
template <int Dim>
class Drive {
 public:
  /// @param index distinguishes the drives of a run, for their random numbers
  /// @param start absolute time from which its instants count
  /// @param now   absolute time of the start of the run, if it is later: what was due before has
  ///              happened
  Drive(const DriveKind& kind, std::uint64_t seed, std::uint64_t index, double start,
        std::optional<double> now = {});

  /// Time between two actions; 0 for a single one.
  [[nodiscard]] double interval() const;

  /// Absolute time of the next action; infinity when there will be none.
  [[nodiscard]] double next() const { return next_; }
  /// Acts on the velocities and angular momenta of `state`, which is the state at the time next().
  /// @return the energy given, from the change of each velocity
  double act(const Gas<Dim>& gas, State<Dim>& state);
  /// The factor by which the last action has multiplied all velocities, if that is all that it did,
  /// except for a momentum that is rounding.
  [[nodiscard]] std::optional<double> factor() const { return factor_; }

  /// Number of actions in this run so far.
  [[nodiscard]] std::uint64_t actions() const { return actions_ - begun_; }
  [[nodiscard]] double work() const { return work_.value(); }  ///< energy added so far
  /// Energy added or removed so far, as a sum of magnitudes.
  [[nodiscard]] double turned_over() const { return turned_over_; }
  /// Standard deviation of each component of the velocities drawn so far for particles of this
  /// mass, which sets the rounding of the new velocities. 0 if none were drawn.
  [[nodiscard]] double drawn_speed(double mass) const;
  /// Whether the drive conserves the momentum of the gas (for a reversal up to its sign) along
  /// every axis; otherwise it conserves it only along those of conserved_momentum().
  [[nodiscard]] bool conserves_momentum() const {
    return !std::holds_alternative<VelocityRescale>(kind_);
  }
  /// Whether it gives velocities to particles that have none.
  [[nodiscard]] bool moves_a_gas_at_rest() const {
    return std::holds_alternative<RandomKicks>(kind_) ||
           std::holds_alternative<AndersenThermostat>(kind_);
  }
  /// Whether it has changed the sign of the momentum.
  [[nodiscard]] bool has_reversed() const {
    return std::holds_alternative<Reversal>(kind_) && actions() % 2 == 1;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(next_, actions_, work_, turned_over_);
  }

 private:
  void find_next();
  [[nodiscard]] RandomStream random(std::uint64_t use) const;
  /// Changes the velocities according to the kind of drive. @return the energy added
  double change(const Gas<Dim>& gas, State<Dim>& state);
  /// Changes the peculiar velocities of a sheared gas; returns the energy that is gained.
  double change_beside_flow(const Gas<Dim>& gas, State<Dim>& state);
  static double apply(const RandomKicks& kicks, const Gas<Dim>& gas, State<Dim>& state,
                      RandomStream& random);
  static double apply(const AndersenThermostat& thermostat, const Gas<Dim>& gas, State<Dim>& state,
                      RandomStream& random);
  double apply(const VelocityRescale& rescale, const Gas<Dim>& gas, State<Dim>& state,
               RandomStream& random);
  static double apply(const Reversal& reversal, const Gas<Dim>& gas, State<Dim>& state,
                      RandomStream& random);

  DriveKind kind_;
  std::uint64_t seed_, index_;
  double start_;
  double next_ = 0;
  std::uint64_t actions_ = 0, begun_ = 0;  // actions so far, and before the start of the run
  CompensatedSum work_;
  double turned_over_ = 0;
  std::optional<double> factor_;
};

}  // namespace clausius
