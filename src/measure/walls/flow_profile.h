#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/walls/slabs.h"
#include "statistics/blocked_sums.h"

namespace clausius {

/// Theoretical values at a position; NaN where there are none.
template <int Dim>
struct LocalFlow {
  double density = std::numeric_limits<double>::quiet_NaN();
  double kt = std::numeric_limits<double>::quiet_NaN();
  Vec<Dim> velocity = Vec<Dim>::Constant(std::numeric_limits<double>::quiet_NaN());
};

/// Theoretical values by position; empty without theory.
template <int Dim>
using ProfileTheory = std::function<LocalFlow<Dim>(double)>;

/// Density, velocity and temperature across the box along one axis, which vary where walls are
/// thermal, slide or move, or under gravity. The temperature is measured relative to the mean
/// velocity of the bin.
template <int Dim>
class FlowProfile {
 public:
  FlowProfile(const Gas<Dim>& gas, int axis);

  [[nodiscard]] int axis() const { return slabs_.axis; }
  /// An equal-time sample.
  void sample(const State<Dim>& state);

  using Estimate = BlockedSums::Estimate;
  /// A quantity in the middle of the box and its slope there, from a line through the middle half.
  struct Middle {
    Estimate value, slope;
  };
  [[nodiscard]] std::optional<Middle> density() const;      ///< particles per volume
  [[nodiscard]] std::optional<Middle> temperature() const;  ///< k_BT
  /// Component `k` of the velocity.
  [[nodiscard]] std::optional<Middle> velocity(int k) const;

  /// Columns of `flow_profile`.
  [[nodiscard]] Table table(const UnitNames& units, double boltzmann,
                            const ProfileTheory<Dim>& theory) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(sums_);
  }

 private:
  static constexpr std::size_t kBins = Slabs<Dim>::kCount;
  // Sums over a bin: particles, their mass, momentum and Σ m v².
  static constexpr std::size_t kCount = 0, kMass = 1, kMomentum = 2, kSquare = 2 + Dim;

  using Terms = std::vector<BlockedSums::Term>;
  // Value of a quantity in a bin, and its deviation to linear order in the means.
  struct Local {
    double value;
    Terms terms;
  };
  [[nodiscard]] double mean(std::size_t bin, std::size_t quantity) const;
  [[nodiscard]] Local density_in(std::size_t bin) const;
  [[nodiscard]] std::optional<Local> velocity_in(std::size_t bin, int k) const;
  [[nodiscard]] std::optional<Local> temperature_in(std::size_t bin) const;
  [[nodiscard]] std::optional<StandardError> error_of(const Terms& terms) const;
  template <class In>
  [[nodiscard]] std::optional<Middle> middle(const In& in) const;

  std::vector<double> mass_;  // by species
  Slabs<Dim> slabs_;
  BlockedSums sums_;
};

}  // namespace clausius
