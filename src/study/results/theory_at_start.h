#pragma once

#include <optional>

#include "clausius/study/config.h"
#include "measure/gas_theory/gas_theory.h"

namespace clausius {

/// Theory of the gas with which a study starts: the one to which a run of it compares what it
/// measures.
struct TheoryAtStart {
  GasTheory theory;
  double kt = 0;       ///< k_BT of all degrees of freedom
  double density = 0;  ///< particles per volume of the box
  /// k_BT at the end of the run, of a gas that cools homogeneously or that its walls compress or
  /// expand slower than sound; nothing for others.
  Prediction kt_at_end;
};

/// Whether the theory of rigid bodies, which takes up to seconds, is made as well.
enum class TheoryOfBodies { none, made };

/// The theory of a placed gas of two or more particles that move; nothing for other studies.
std::optional<TheoryAtStart> theory_at_start(const StudyConfig& study,
                                             TheoryOfBodies bodies = TheoryOfBodies::none);

}  // namespace clausius
