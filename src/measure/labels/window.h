#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "clausius/measure/windows_and_labels.h"
#include "theory/fluid/number_fluctuation.h"

namespace clausius {

/// Counts the particles in each window at equal-time samples.
template <int Dim>
class WindowCounts {
 public:
  /// Data of a homogeneous elastic gas of one species in a periodic box that the theory needs.
  struct Conditions {
    double particles = 0;
    std::vector<double> edges;  ///< of the box
    double kt_over_mass = 1;
    double dof = 0;  ///< D of the whole gas
    double diameter = 0;
    NumberFluctuation fluctuation{};
  };

  explicit WindowCounts(std::vector<PhaseWindow> windows) : windows_(std::move(windows)) {}

  void sample(const State<Dim>& state);

  /// `window_count_NAME` and `window_variance_NAME`: mean and variance of the number in a window.
  /// Theory: Maxwell's law of finitely many particles for the mean; the variance of independent
  /// particles, minus the effect of the conservation of energy and momentum; in a region that of
  /// NumberFluctuation.
  [[nodiscard]] std::vector<Observable> observables(
      const std::optional<Conditions>& conditions) const;
  /// `windows`: the counts over time; `window_counts`: how often each number was counted, with the
  /// binomial law of that mean and variance.
  [[nodiscard]] std::vector<Table> tables(const UnitNames& units,
                                          const std::optional<Conditions>& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time_, counts_);
  }

 private:
  struct Law {
    double mean = 0, variance = 0, uncertainty = 0;  // the last one that of the variance
  };
  [[nodiscard]] static Law law_of(const PhaseWindow& window, const Conditions& conditions);

  std::vector<PhaseWindow> windows_;
  std::vector<double> time_;
  std::vector<std::vector<double>> counts_;  // by window and sample
};

}  // namespace clausius
