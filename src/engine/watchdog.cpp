#include "engine/watchdog.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>

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

void Watchdog::begin_anew(double time) {
  last_progress_ = time;
  since_progress_ = 0;
  suspects_.clear();
  before_.clear();
  has_changed_ = false;
}

void Watchdog::compare(std::vector<double> speeds, double epoch) {
  const double fastest = way_ / epoch;
  for (std::size_t i = 0; i < before_.size(); ++i)
    has_changed_ =
        has_changed_ || std::abs(speeds[i] - before_[i]) > kChange * std::max(speeds[i], fastest);
  before_ = std::move(speeds);
}

void Watchdog::look(Id id, Id partner, double time, double epoch,
                    const std::function<std::vector<double>()>& speeds) {
  if (time - last_progress_ > least_progress_ * epoch) {
    begin_anew(time);
  } else if (since_progress_ >= patience_) {
    if (suspects_.empty()) compare(speeds(), epoch);
    if (has_changed_) {
      begin_anew(time);
      until_look_ = kEventsPerLook;
      return;
    }
    for (const Id one : {id, partner})
      if (one < kFirstSurface) suspects_.push_back(one);
    if (since_progress_++ >= patience_ + kNamedEvents) give_up(time);
    until_look_ = 1;
    return;
  } else {
    const std::int64_t third = patience_ / 3, thirds = since_progress_ / third;
    since_progress_ += kEventsPerLook;
    if (since_progress_ / third > thirds) compare(speeds(), epoch);
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
