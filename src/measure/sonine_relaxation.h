#pragma once

#include <array>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "statistics/blocked_sums.h"
#include "statistics/multi_tau.h"

namespace clausius {

/// How fast an elastic gas of one species forgets the shape of its velocity distribution: the
/// autocorrelation in equilibrium of its second and third Sonine coefficients, which fluctuate as
/// there are finitely many particles and, by Onsager's regression, forget as the linearised
/// Boltzmann equation says. They change by collisions only: a few multiplications each. Memory
/// fixed (1 kB) but for the blocks.
template <int Dim>
class SonineRelaxation {
 public:
  /// `kt_over_mass`: of the gas, whose particles have together `freedom` degrees of freedom and
  /// collide `rate` times per time; sampled eight times per mean free time.
  void begin(const State<Dim>& state, double kt_over_mass, double freedom, double rate);
  void add(const CollisionRecord<Dim>& collision);
  /// Ends a block for the errors at `time`, not before the last collision.
  void end_interval(double time);

  /// `relaxation_rate_a2` and `relaxation_rate_a3`: by how much the logarithm of the
  /// autocorrelation falls per collision a particle suffers, from a quarter to two collisions (a₃:
  /// to one).
  [[nodiscard]] std::vector<Observable> observables() const;
  /// `relaxation_spectrum`: the autocorrelations over collisions per particle, beside theory, that
  /// of the first Sonine polynomial alone, and the slowest mode.
  [[nodiscard]] Table table() const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(inv_speed_sq_, particles_, step_, start_, expected_, now_, steps_, sums_);
  }

 private:
  using Modes = Vec<2>;  // a₂, a₃

  /// What a particle adds, over N.
  [[nodiscard]] Modes modes(const Vec<Dim>& velocity) const;
  void advance(double time);

  double inv_speed_sq_ = 0;  // m/k_BT
  double particles_ = 0;
  double step_ = 0, start_ = 0;
  Modes expected_ = Modes::Zero();  // in equilibrium at constant energy
  Modes now_ = Modes::Zero();
  MultiTau<Modes> steps_;
  BlockedSums sums_{MultiTau<Modes>::kLags + 1, 2};  // products, from lag 0 on
};

}  // namespace clausius
