#pragma once

#include <utility>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/sample.h"
#include "measure/walls/flow_profile.h"
#include "measure/walls/wall_stores.h"

namespace clausius {

/// Exchange between a gas and its boundary over the measured part: momentum, heat and work at each
/// face of the box by intervals, and the profiles of density, velocity and temperature across the
/// axes along which these vary.
template <int Dim>
class FlowRecord {
 public:
  explicit FlowRecord(const Gas<Dim>& gas);

  /// Takes an equal-time sample.
  void sample(const State<Dim>& in_box);
  /// Takes the state at the beginning of the measured part and at the end of each interval.
  void store(const State<Dim>& in_box);
  void end_interval(const Interval<Dim>& interval);

  /// A sum over wall hits, and what the gas holds of it.
  /// @param value  of FlowsAtFaces, linear in them
  template <class Value>
  [[nodiscard]] StoredFlow flow_of(const Value& value) const;
  /// Rate of a sum over wall hits.
  template <class Value>
  [[nodiscard]] BlockedSums::Estimate rate_of(const Value& value) const {
    const StoredFlow flow = flow_of(value);
    return {flow.rate(), flow.error()};
  }
  /// Profiles, by axis; across an axis along which a wall advances that of the last sample.
  [[nodiscard]] const std::vector<FlowProfile<Dim>>& profiles() const { return profiles_; }
  /// Time of the last sample.
  [[nodiscard]] double last_sample() const { return last_sample_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(durations_, totals_, stores_, last_sample_);
    for (auto& profile : profiles_) archive(profile);
  }

 private:
  const Gas<Dim>& gas_;
  std::vector<FlowProfile<Dim>> profiles_;
  std::vector<double> durations_;  // durations of the intervals
  std::vector<FlowsAtFaces<Dim>> totals_;
  std::vector<FlowsAtFaces<Dim>> stores_;  // at the beginning, and at the ends of the intervals
  double last_sample_ = 0;
};

template <int Dim>
template <class Value>
StoredFlow FlowRecord<Dim>::flow_of(const Value& value) const {
  StoredFlow flow{{}, durations_, {}, {}};
  for (const auto& one : totals_) flow.flows.push_back(value(one));
  for (FlowsAtFaces<Dim> one : stores_) {
    FlowsAtFaces<Dim> carried;
    for (std::size_t at = 0; at < one.size(); ++at)
      carried[at].heat = std::exchange(one[at].work, 0.0);
    flow.stores.push_back(value(one));
    flow.carried.push_back(value(carried));
  }
  return flow;
}

}  // namespace clausius
