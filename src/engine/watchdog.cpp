#include "engine/watchdog.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "clausius/core/errors.h"

namespace clausius {

template <int Dim>
std::string Watchdog::advice_for(const Gas<Dim>& gas) {
  if (is_elastic(gas)) return "";
  if (gas.contact_duration == 0 && gas.contact_path == 0)
    return ": an inelastic collapse, which collisions.contact_duration = \"auto\" prevents";
  if (gas.contact_duration == 0)
    return ": an inelastic collapse, which a collisions.contact_duration may prevent";
  return fmt::format(
      ": an inelastic collapse, which a collisions.contact_duration above {:.3g} may prevent",
      gas.contact_duration);
}
template std::string Watchdog::advice_for(const Gas<2>&);
template std::string Watchdog::advice_for(const Gas<3>&);

void Watchdog::look(Id id, Id partner, double time, double epoch) {
  if (time - last_progress_ > least_progress_ * epoch) {
    last_progress_ = time;
    since_progress_ = 0;
    suspects_.clear();
  } else if (since_progress_ >= patience_) {
    for (const Id one : {id, partner})
      if (one < kWallBase) suspects_.push_back(one);
    if (since_progress_++ >= patience_ + kNamedEvents) give_up(time);
    until_look_ = 1;
    return;
  } else {
    since_progress_ += kEventsPerLook;
  }
  until_look_ = kEventsPerLook;
}

void Watchdog::give_up(double time) const {
  constexpr std::size_t kMostNamed = 10;
  std::vector<Id> named = suspects_;
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  const std::size_t others = named.size() - std::min(named.size(), kMostNamed);
  named.resize(named.size() - others);
  throw SimulationError(
      fmt::format("time stands still at {:.17g} in a series of events of particle{} {}{}{}", time,
                  named.size() == 1 ? "" : "s", fmt::join(named, ", "),
                  others > 0 ? fmt::format(" and {} others", others) : "", advice_));
}

}  // namespace clausius
