#pragma once

#include <string>

#include "clausius/engine/state.h"
#include "clausius/study/runner.h"

namespace clausius {

/// View of the gas in `state`; its time is counted from the start.
template <int Dim>
LiveView live_view_of(const StudyConfig& config, const Gas<Dim>& gas, const State<Dim>& state,
                      const std::string& phase, double start_time);

}  // namespace clausius
