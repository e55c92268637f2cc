#include "study/run/live_view.h"

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace clausius {

template <int Dim>
LiveView live_view_of(const StudyConfig& config, const Gas<Dim>& gas, const State<Dim>& state,
                      const std::string& phase, double start_time) {
  const State<Dim> peculiar = beside_flow(gas, state);
  LiveView view{phase, state.time - start_time, Dim, {}};
  for (std::size_t s = 0; s < gas.species.size(); ++s) {
    std::vector<double> speeds;
    for (std::size_t i = 0; i < peculiar.size(); ++i)
      if (peculiar.species[i] == s) speeds.push_back(peculiar.velocity[i].norm());
    if (speeds.empty()) continue;
    const auto count = static_cast<double>(speeds.size());
    const double square =
        std::inner_product(speeds.begin(), speeds.end(), speeds.begin(), 0.0) / (Dim * count);
    LiveView::Species one{config.species[s].name, gas.species[s].mass * square / config.boltzmann,
                          std::vector<double>(LiveView::kBins)};
    const double width = LiveView::kBinWidth * std::sqrt(square);
    for (const double speed : speeds)
      if (width > 0 && speed < width * LiveView::kBins)
        one.speeds[static_cast<std::size_t>(speed / width)] += 1 / (count * LiveView::kBinWidth);
    view.species.push_back(std::move(one));
  }
  return view;
}

template LiveView live_view_of(const StudyConfig&, const Gas<2>&, const State<2>&,
                               const std::string&, double);
template LiveView live_view_of(const StudyConfig&, const Gas<3>&, const State<3>&,
                               const std::string&, double);

}  // namespace clausius
