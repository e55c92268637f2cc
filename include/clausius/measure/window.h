#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/geometry/bitmap.h"
#include "clausius/measure/results.h"
#include "clausius/measure/units.h"

namespace clausius {

/// A part of the box, of the velocities, or of both. Lists have a number for each axis, or none:
/// then everything is in; a bitmap needs a region. What is on the lower edge is in, on the upper
/// one out.
struct PhaseWindow {
  std::string name;
  std::vector<double> region_low{}, region_high{};      ///< of positions
  std::vector<double> velocity_low{}, velocity_high{};  ///< of the components
  std::optional<double> speed_low{}, speed_high{};
  Bitmap bitmap{};  ///< laid over x and y of the region: only its dark part is in; or none

  /// Whether velocities don't matter.
  [[nodiscard]] bool is_region() const { return velocity_low.empty() && !speed_low && !speed_high; }

  template <int Dim>
  [[nodiscard]] bool contains(const Vec<Dim>& r, const Vec<Dim>& v) const {
    const auto within = [](const Vec<Dim>& x, const std::vector<double>& low,
                           const std::vector<double>& high) {
      for (std::size_t k = 0; k < low.size(); ++k) {
        const double one = x[static_cast<int>(k)];
        if (one < low[k] || one >= high[k]) return false;
      }
      return true;
    };
    const auto part = [&](int axis) {
      const auto k = static_cast<std::size_t>(axis);
      return (r[axis] - region_low[k]) / (region_high[k] - region_low[k]);
    };
    if (!bitmap.empty() && !bitmap.is_dark_at(part(0), part(1))) return false;
    const double speed = v.norm();
    return within(r, region_low, region_high) && within(v, velocity_low, velocity_high) &&
           speed >= speed_low.value_or(0) && (!speed_high || speed < *speed_high);
  }
};

/// Counts who is in each window at equal-time samples.
template <int Dim>
class WindowCounts {
 public:
  /// What theory needs to know of a homogeneous elastic gas of one species in a periodic box.
  struct Conditions {
    double particles = 0, volume = 0;
    double kt_over_mass = 1;
    double dof = 0;              ///< D of the whole gas
    double compressibility = 1;  ///< reduced_compressibility()
  };

  explicit WindowCounts(std::vector<PhaseWindow> windows) : windows_(std::move(windows)) {}

  void sample(const State<Dim>& state);

  /// `window_count_NAME` and `window_variance_NAME`: mean and variance of the number in a window.
  /// Theory: Maxwell's law of finitely many for the mean; the variance of independent particles,
  /// less what the energy and the momentum of all together, which don't fluctuate, would take
  /// part in; in a region, wide beside a diameter, times the compressibility.
  [[nodiscard]] std::vector<Observable> observables(
      const std::optional<Conditions>& conditions) const;
  /// `windows`: the counts over time; `window_counts`: how often each number was counted, beside
  /// the binomial law with that mean and variance.
  [[nodiscard]] std::vector<Table> tables(const UnitNames& units,
                                          const std::optional<Conditions>& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time_, counts_);
  }

 private:
  struct Law {
    double mean = 0, variance = 0;
  };
  [[nodiscard]] static Law law_of(const PhaseWindow& window, const Conditions& conditions);

  std::vector<PhaseWindow> windows_;
  std::vector<double> time_;
  std::vector<std::vector<double>> counts_;  // by window and sample
};

}  // namespace clausius
