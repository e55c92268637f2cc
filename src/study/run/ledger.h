#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/drive.h"
#include "engine/engine.h"
#include "measure/books.h"
#include "study/results/checks.h"
#include "study/run/setup.h"

namespace clausius {

/// Conserved quantities of a run, and the energy that its gas has gained and lost, at any instant.
template <int Dim>
class Ledger {
 public:
  /// Both must outlive this object.
  Ledger(const Setup<Dim>& setup, const Books<Dim>& books);

  /// @param counters of the engine, and `overlap` the deepest, at the instant of `state`
  [[nodiscard]] Bookkeeping at(const State<Dim>& state, const EngineCounters& counters,
                               const Overlap& overlap) const;
  /// Total energy that the gas had, from its start, drives and walls, and has no more.
  [[nodiscard]] double dissipated(const State<Dim>& state) const;

 private:
  [[nodiscard]] std::optional<double> momentum_drift(const std::array<bool, Dim>& conserved,
                                                     const State<Dim>& state) const;
  [[nodiscard]] double angular_momentum_drift(const State<Dim>& last) const;
  [[nodiscard]] double energy_above_ground() const;
  [[nodiscard]] double energy_of_rounding() const;
  [[nodiscard]] double momentum_scale(const State<Dim>& state) const;
  [[nodiscard]] double drawn_momentum() const;

  const Gas<Dim>& gas_;
  const State<Dim>& start_;
  const std::vector<Drive<Dim>>& drives_;
  const Books<Dim>& books_;
  Mode mode_;
};

}  // namespace clausius
