#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/label_spread.h"
#include "measure/window.h"

namespace clausius {

/// How many carriers of a label that was given out in a part of the box, and stays, are in
/// that part over time, beside the diffusion equation; where all velocities are turned round, what
/// was comes again. Gas of one species.
template <int Dim>
class LabelsInPlace {
 public:
  /// A label, and the part of the box where it was given out.
  struct Place {
    std::uint8_t label = 0;
    std::string name;
    PhaseWindow window;  ///< with a region
  };

  /// @param reversal absolute time of one
  LabelsInPlace(const Gas<Dim>& gas, std::vector<Place> places, std::optional<double> reversal);

  /// The first one is the start. `label` of each particle.
  void sample(const State<Dim>& state, const std::vector<std::uint8_t>& label);

  /// `label_in_place_NAME`, the fraction at the end, and `label_scattered_NAME`, what is not in
  /// place at the reversal. Errors are those of independent particles.
  [[nodiscard]] std::vector<Observable> observables(const SpreadConditions& conditions) const;
  /// `labels_in_place`: the fractions over time.
  [[nodiscard]] std::vector<Table> tables(const UnitNames& units,
                                          const SpreadConditions& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time_, in_place_, carriers_);
  }

 private:
  /// Theory of a place at the samples; empty where it is not known.
  [[nodiscard]] std::vector<double> theory(const Place& place,
                                           const SpreadConditions& conditions) const;

  Box<Dim> box_;
  double radius_;  // what walls keep centres away
  std::vector<Place> places_;
  std::optional<double> reversal_;
  std::vector<double> time_;
  std::vector<std::vector<double>> in_place_;  // fractions, by place and sample
  std::vector<double> carriers_;               // by place
};

}  // namespace clausius
