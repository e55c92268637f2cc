#pragma once

#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/snapshot.h"
#include "engine/engine.h"
#include "study/checks.h"

namespace clausius {

/// An audit of a run has failed: time, faults and particles in words, and the state it found.
class AuditError : public SimulationError {
 public:
  /// @param collisions of the run so far
  AuditError(std::int64_t collisions, const std::vector<AuditFault>& faults, Snapshot state);
  [[nodiscard]] const Snapshot& state() const { return state_; }

 private:
  Snapshot state_;
};

/// Particles whose position or velocity is no number.
template <int Dim>
std::vector<AuditFault> audit_numbers(const State<Dim>& state);

/// Overlaps, and what is conserved, with a hundred times the tolerances of the checks that every
/// run is judged by: those doubt the last digits of a result, an audit stops what is broken.
/// Momentum and angular momentum are looked at where they are conserved, see
/// conserved_quantities(); energy, with the losses known, everywhere.
std::vector<AuditFault> audit_books(const Bookkeeping& books, const Overlap& overlap);

}  // namespace clausius
