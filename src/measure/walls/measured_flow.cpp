#include "measure/walls/measured_flow.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace clausius {

namespace {

// Difference of the velocities of the two walls of an axis, or the greatest speed of one that
// moves.
template <int Dim>
double speed_between(const Gas<Dim>& gas, int axis) {
  if (gas.box.periodic[axis]) return 0;
  const std::size_t first = 2 * static_cast<std::size_t>(axis);
  const auto& low = gas.boundary.faces[first];
  const auto& high = gas.boundary.faces[first + 1];
  return std::max({(high.sliding - low.sliding).norm(), low.path.fastest(), high.path.fastest()});
}

}  // namespace

template <int Dim>
std::optional<MeasuredFlow<Dim>> MeasuredFlow<Dim>::of(const Gas<Dim>& gas, std::size_t particles,
                                                       double kt) {
  constexpr double kNegligible = 1e-3;
  // Enough particles for their mean velocity, and layers so thin that its change within one has
  // less than a percent of the energy of the flow.
  constexpr double kPerLayer = 40, kMostLayers = 20;
  double heaviest = 0;
  for (const SphereSpecies& one : gas.species) heaviest = std::max(heaviest, one.mass);
  MeasuredFlow flow;
  for (int axis = 0; axis < Dim; ++axis) {
    const double speed = speed_between(gas, axis);
    // Energy of a linear profile over d/2 k_BT.
    if (heaviest * speed * speed / (12 * Dim) > kNegligible * kt) flow.axes_.push_back({axis, 0});
  }
  if (flow.axes_.empty()) return std::nullopt;
  const double along = portable::pow(static_cast<double>(particles) / kPerLayer,
                                     1 / static_cast<double>(flow.axes_.size()));
  flow.layers_ = static_cast<std::size_t>(std::clamp(along, 1.0, kMostLayers));
  for (Axis& one : flow.axes_)
    one.width = gas.box.size[one.axis] / static_cast<double>(flow.layers_);
  return flow;
}

template <int Dim>
State<Dim> MeasuredFlow<Dim>::beside_flow(const Gas<Dim>& gas, State<Dim> state) const {
  struct Layer {
    double mass = 0;
    Vec<Dim> momentum = Vec<Dim>::Zero();
  };
  std::size_t count = 1;
  for (std::size_t k = 0; k < axes_.size(); ++k) count *= layers_;
  std::vector<Layer> layers(count);
  const auto layer_of = [&](std::size_t i) -> Layer& {
    std::size_t index = 0;
    for (const Axis& one : axes_) {
      const double place = state.position[i][one.axis] / one.width;
      const double last = static_cast<double>(layers_) - 1;
      index = index * layers_ + static_cast<std::size_t>(std::clamp(place, 0.0, last));
    }
    return layers[index];
  };
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double mass = mass_of(gas, state, i);
    Layer& layer = layer_of(i);
    layer.mass += mass;
    layer.momentum += mass * state.velocity[i];
  }
  const auto occupied = static_cast<double>(
      std::count_if(layers.begin(), layers.end(), [](const Layer& one) { return one.mass > 0; }));
  const auto particles = static_cast<double>(state.size());
  const double scale = particles > occupied ? std::sqrt(particles / (particles - occupied)) : 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const Layer& layer = layer_of(i);
    state.velocity[i] = scale * (state.velocity[i] - layer.momentum / layer.mass);
  }
  return state;
}

template class MeasuredFlow<2>;
template class MeasuredFlow<3>;

}  // namespace clausius
