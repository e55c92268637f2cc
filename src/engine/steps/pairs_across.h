#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/steps/stepped_spheres.h"

namespace clausius {

/// Finds spheres that may overlap across the edges of a sheared box, where images move past, at the
/// end of a step: among the particles near these edges.
template <int Dim>
class PairsAcross {
 public:
  using Slot = typename SteppedSpheres<Dim>::Slot;

  /// @param reach no two overlap at a larger distance of their centres
  PairsAcross(const SteppedSpheres<Dim>& spheres, double reach)
      : spheres_(spheres), reach_(kWider * reach) {}

  /// Calls visit(i, j) for every pair that may overlap across the edges, once.
  template <class Visit>
  void for_each_overlap(const Visit& visit) {
    const double height = spheres_.edge[kGradient];
    double beyond = 0;  // some have crossed an edge by so much
    for (Slot slot = 0; slot < spheres_.bodies.size(); ++slot) {
      const double y = at_end(slot)[kGradient];
      beyond = std::max({beyond, -y, y - height});
    }
    near_ = reach_ + beyond;
    shift_ = spheres_.gas.boundary.shear_shift(spheres_.gas.box, spheres_.absolute(spheres_.end));
    low_.clear();
    high_.clear();
    for (Slot slot = 0; slot < spheres_.bodies.size(); ++slot) file(slot);
    const auto by_x = [](const Near& a, const Near& b) {
      return a.x != b.x ? a.x < b.x : a.slot < b.slot;
    };
    std::sort(high_.begin(), high_.end(), by_x);
    const double length = spheres_.edge[0];
    for (const Near& low : low_) {
      const auto visit_between = [&](double from, double to) {
        auto high = std::lower_bound(high_.begin(), high_.end(), Near{from, 0}, by_x);
        for (; high != high_.end() && high->x <= to; ++high)
          if (are_across(low.slot, high->slot)) visit(low.slot, high->slot);
      };
      const double from = low.x - reach_, to = low.x + reach_;
      if (2 * reach_ >= length || !spheres_.gas.box.periodic[0]) {
        visit_between(-kNever, kNever);
        continue;
      }
      visit_between(from, to);
      if (from < 0) visit_between(from + length, kNever);
      if (to > length) visit_between(-kNever, to - length);
    }
  }

  /// Calls visit(j) for those that may overlap with i, which has changed, across the edges.
  template <class Visit>
  void for_each_overlap_with(Slot i, const Visit& visit) {
    const double y = at_end(i)[kGradient];
    if (y > near_ && y < spheres_.edge[kGradient] - near_) return;
    const std::size_t low = low_.size(), high = high_.size();
    file(i);
    for (std::size_t k = 0; k < low; ++k)
      if (are_across(low_[k].slot, i)) visit(low_[k].slot);
    for (std::size_t k = 0; k < high; ++k)
      if (are_across(i, high_[k].slot)) visit(high_[k].slot);
  }

 private:
  static constexpr int kGradient = Boundary<Dim>::kGradient;
  struct Near {
    double x;  // of the image near the lower edge
    Slot slot;
  };

  [[nodiscard]] Vec<Dim> at_end(Slot slot) const {
    return spheres_.bodies[slot].position_at(spheres_.end);
  }
  // Whether the nearest image of `high`, as seen from `low`, is the one below.
  [[nodiscard]] bool are_across(Slot low, Slot high) const {
    return at_end(high)[kGradient] - at_end(low)[kGradient] > 0.5 * spheres_.edge[kGradient];
  }
  void file(Slot slot) {
    const double length = spheres_.edge[0];
    const Vec<Dim> r = at_end(slot);
    const auto in_box = [&](double x) { return x - length * std::floor(x / length); };
    if (r[kGradient] < near_) low_.push_back({in_box(r[0]), slot});
    if (r[kGradient] > spheres_.edge[kGradient] - near_)
      high_.push_back({in_box(r[0] - shift_), slot});
  }

  const SteppedSpheres<Dim>& spheres_;
  double reach_;
  double near_ = 0;               // those nearer to an edge are filed
  double shift_ = 0;              // of the image one box up
  std::vector<Near> low_, high_;  // near the lower and the upper edge; some twice that have changed
};

}  // namespace clausius
