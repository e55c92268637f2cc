#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/vec.h"
#include "clausius/geometry/bitmap.h"

/// \file Parts of phase space in which particles are counted, and labels that particles carry.

namespace clausius {

/// A part of the box, of velocity space, or of both. Lists have a number for each axis; empty ones
/// exclude nothing. A bitmap needs a region. The lower edge belongs to the window, the upper one
/// does not.
struct PhaseWindow {
  std::string name;
  std::vector<double> region_low{}, region_high{};      ///< corners of a part of the box
  std::vector<double> velocity_low{}, velocity_high{};  ///< ranges of the velocity components
  std::optional<double> speed_low{}, speed_high{};
  Bitmap bitmap{};  ///< laid over x and y of the region: only its dark pixels belong to the window

  /// Whether velocities do not matter.
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

/// A label, and the particles that get it instead of the first label when the measured part begins.
struct LabelStart {
  std::string name;
  std::optional<std::size_t> species{};  ///< index: all particles of this species
  std::optional<std::size_t> window{};   ///< index: all particles in this window
  /// Number of these particles (or of all) that get the label, drawn at random.
  std::optional<std::int64_t> count{};
};

/// How one label changes into another: at collisions with particles that have the label `by`, or
/// spontaneously.
struct LabelRule {
  std::size_t from = 0, to = 0;     ///< indices of labels
  std::optional<std::size_t> by{};  ///< index of a label; unset: the label changes spontaneously
  std::optional<double> probability{};  ///< probability of the change at such a collision; unset: 1
  std::optional<double> rate{};         ///< without `by`: changes per particle and time

  /// Probability at a collision, or rate.
  [[nodiscard]] double chance() const { return by ? probability.value_or(1) : rate.value_or(0); }
};

}  // namespace clausius
