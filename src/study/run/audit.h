#pragma once

#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/snapshot.h"
#include "engine/engine.h"
#include "study/results/checks.h"

namespace clausius {

/// An audit of a run has failed; holds the time, the faults with their particles in words, and the
/// state.
class AuditError : public SimulationError {
 public:
  /// @param collisions number of collisions of the run so far
  AuditError(std::int64_t collisions, const std::vector<AuditFault>& faults, Snapshot state);
  [[nodiscard]] const Snapshot& state() const { return state_; }

 private:
  Snapshot state_;
};

/// Particles whose position or velocity is not a number.
template <int Dim>
std::vector<AuditFault> audit_numbers(const State<Dim>& state);

/// Overlaps and conserved quantities, with a hundred times the tolerances of the checks by which
/// every run is judged: those checks doubt the last digits of a result, an audit stops what is
/// broken. Momentum and angular momentum are tested where they are conserved, see
/// conserved_quantities(); energy, including the known losses, always.
std::vector<AuditFault> audit_books(const Bookkeeping& books, const Overlap& overlap);

}  // namespace clausius
