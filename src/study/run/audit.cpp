#include "study/run/audit.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace clausius {

namespace {

constexpr double kBeyondChecks = 100;

// "particles 3 and 17 overlap by 0.1"
std::string text_of(const AuditFault& fault) {
  if (fault.ids.empty()) return fault.what;
  return fmt::format("{} {} {}", fault.ids.size() == 1 ? "particle" : "particles",
                     fmt::join(fault.ids, " and "), fault.what);
}

std::string message(double time, std::int64_t collisions, const std::vector<AuditFault>& faults) {
  std::vector<std::string> texts;
  texts.reserve(faults.size());
  for (const AuditFault& fault : faults) texts.push_back(text_of(fault));
  return fmt::format("the audit at time {:.17g}, after {} collisions, failed: {}", time, collisions,
                     fmt::join(texts, "; "));
}

}  // namespace

AuditError::AuditError(std::int64_t collisions, const std::vector<AuditFault>& faults,
                       Snapshot state)
    : SimulationError(message(state.time, collisions, faults)), state_(std::move(state)) {}

template <int Dim>
std::vector<AuditFault> audit_numbers(const State<Dim>& state) {
  std::vector<AuditFault> faults;
  for (std::uint32_t id = 0; id < state.size(); ++id)
    if (!state.position[id].allFinite() || !state.velocity[id].allFinite() ||
        (!state.angular_velocity.empty() && !state.angular_velocity[id].allFinite()))
      faults.push_back({"has a position or velocity that is not a number", {id}});
  for (std::uint32_t id = 0; id < state.internal_energy.size(); ++id)
    if (!(state.internal_energy[id] >= 0) || std::isinf(state.internal_energy[id]))
      faults.push_back({"has an invalid internal energy", {id}});
  return faults;
}

std::vector<AuditFault> audit_books(const Bookkeeping& books, const Overlap& overlap) {
  std::vector<AuditFault> faults;
  const auto look_at = [&](const char* what, std::optional<double> value, double tolerance) {
    const double rounding = kBeyondChecks * tolerance;
    if (value && !(*value <= rounding))
      faults.push_back(
          {fmt::format("{} by {:.3g}, where rounding makes {:.3g}", what, *value, rounding), {}});
  };
  const double tolerance = ledger_tolerance(books.collisions);
  look_at("energy differs from what was lost in collisions", books.energy_balance_error,
          energy_tolerance(books));
  look_at("momentum has changed", books.momentum_drift, tolerance);
  look_at("angular momentum has changed", books.angular_momentum_drift, tolerance);
  if (!(overlap.depth <= kBeyondChecks * books.overlap_tolerance)) {
    if (overlap.second == CollisionRecord<3>::kWall)
      faults.push_back(
          {fmt::format("overlaps with a wall by {:.3g} of the smallest diameter", overlap.depth),
           {overlap.first}});
    else
      faults.push_back({fmt::format("overlap by {:.3g} of the smallest diameter", overlap.depth),
                        {overlap.first, overlap.second}});
  }
  return faults;
}

template std::vector<AuditFault> audit_numbers(const State<2>&);
template std::vector<AuditFault> audit_numbers(const State<3>&);

}  // namespace clausius
