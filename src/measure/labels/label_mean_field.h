#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "clausius/measure/windows_and_labels.h"
#include "theory/fluid/populations.h"

namespace clausius {

/// Kinds of labelled particles: all of one species with one label are of one kind.
struct LabelledKinds {
  std::size_t species, labels;
  [[nodiscard]] std::size_t size() const { return species * labels; }
  [[nodiscard]] std::size_t at(std::size_t one, std::size_t label) const {
    return one * labels + label;
  }
};

/// Numbers of each kind at `times` after the start, with their linear noise, if every particle
/// collides with every other equally often.
/// @param start numbers by kind
/// @param partial_rates partial collision rates: collisions of a particle of one species with all
/// of another per time, species × species; if they are not known and collisions pass labels on, the
/// result is empty
std::vector<Populations> label_mean_field(const std::vector<LabelRule>& rules,
                                          const LabelledKinds& kinds,
                                          const std::vector<double>& start,
                                          const std::optional<Eigen::MatrixXd>& partial_rates,
                                          const std::vector<double>& times);

}  // namespace clausius
