#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/labels/label_spread.h"
#include "measure/labels/window.h"

namespace clausius {

/// Fraction of the carriers of a label that are in the part of the box where it was given out, over
/// time, compared with the diffusion equation; if all velocities are reversed, the initial state
/// recurs. For a gas of one species and labels that do not change.
template <int Dim>
class LabelsInPlace {
 public:
  /// A label, and the part of the box where it was given out.
  struct LabelledRegion {
    std::uint8_t label = 0;
    std::string name;
    PhaseWindow window;  ///< with a region
  };

  /// @param reversal absolute time of a reversal
  LabelsInPlace(const Gas<Dim>& gas, std::vector<LabelledRegion> places,
                std::optional<double> reversal);

  /// Takes a sample; the first one is the start. @param label label of each particle
  void sample(const State<Dim>& state, const std::vector<std::uint8_t>& label);

  /// `label_in_place_NAME`, the fraction at the end, and `label_scattered_NAME`, the fraction out
  /// of place at the reversal. Errors are those of independent particles.
  [[nodiscard]] std::vector<Observable> observables(const SpreadConditions& conditions) const;
  /// `labels_in_place`: the fractions over time.
  [[nodiscard]] std::vector<Table> tables(const UnitNames& units,
                                          const SpreadConditions& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time_, in_place_, carriers_);
  }

 private:
  /// Theory for a place at the samples; empty if it is not known.
  [[nodiscard]] std::vector<double> theory(const LabelledRegion& place,
                                           const SpreadConditions& conditions) const;

  Box<Dim> box_;
  double radius_;  // distance that walls keep centres away
  std::vector<LabelledRegion> places_;
  std::optional<double> reversal_;
  std::vector<double> time_;
  std::vector<std::vector<double>> in_place_;  // fractions, by place and sample
  std::vector<double> carriers_;               // by place
};

}  // namespace clausius
