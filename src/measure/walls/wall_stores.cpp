#include "measure/walls/wall_stores.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "measure/interval_statistics.h"

namespace clausius {

template <int Dim>
FlowsAtFaces<Dim> wall_stores(const Gas<Dim>& gas, const State<Dim>& in_box) {
  FlowsAtFaces<Dim> all;
  for (int at = 0; at < 2 * Dim; ++at) {
    const int axis = at / 2;
    const FaceWall<Dim>&wall = gas.boundary.faces[at], &opposite = gas.boundary.faces[at ^ 1];
    const bool moves = wall.path.moves() || opposite.path.moves();
    const bool is_high = at % 2 == 1, is_alone = !(opposite.kt > 0);
    const bool bears = is_floor(gas, at), is_ceiling = is_floor(gas, at ^ 1);
    if (gas.box.periodic[axis] || (moves && !bears)) continue;
    auto& store = all[static_cast<std::size_t>(at)];
    for (std::size_t i = 0; i < in_box.size(); ++i) {
      const double diameter = diameter_of(gas, in_box, i), mass = mass_of(gas, in_box, i);
      const Vec<Dim>& v = in_box.velocity[i];
      const double x = in_box.position[i][axis];
      const double from = (is_high ? x : gas.box.size[axis] - x) - 0.5 * diameter;
      const double weight = std::clamp(from / (gas.box.size[axis] - diameter), 0.0, 1.0);
      // The weight of the gas rests on the floor, whatever reaches the ceiling.
      const double of_impulse = bears ? 1 : (is_ceiling ? 0 : weight);
      const double of_heat = is_alone ? 1 : weight;
      store.impulse += of_impulse * mass * (is_high ? -v[axis] : v[axis]);
      if (moves) continue;
      Vec<Dim> along = v;
      along[axis] = 0;
      store.drag -= of_heat * mass * along;
      // Heat is energy in the frame of a sliding wall.
      store.heat +=
          of_heat * mass *
          (0.5 * (v - wall.sliding).squaredNorm() - gas.boundary.gravity.dot(in_box.position[i]));
      store.work += of_heat;
    }
  }
  return all;
}
template FlowsAtFaces<2> wall_stores(const Gas<2>&, const State<2>&);
template FlowsAtFaces<3> wall_stores(const Gas<3>&, const State<3>&);

template <int Dim>
StandardError kept_error(const Gas<Dim>& gas, double particles, double collisions,
                         double sum_of_squares) {
  const Boundary<Dim>& boundary = gas.boundary;
  if (boundary.is_thermal() || boundary.has_gravity() || boundary.moves()) return {};
  constexpr double kRate = Dim == 3 ? 0.8 : 1.0;  // per collision of a particle
  const double scatter = std::sqrt(2 * std::max(0.0, sum_of_squares - 1.0 / Dim) / particles);
  return {exponential_error(scatter, kRate * collisions), particles};
}
template StandardError kept_error(const Gas<2>&, double, double, double);
template StandardError kept_error(const Gas<3>&, double, double, double);

double StoredFlow::rate() const {
  return std::accumulate(flows.begin(), flows.end(), 0.0) /
         std::accumulate(durations.begin(), durations.end(), 0.0);
}

// The stores without what is carried with them: that part of it which makes the flow out of the
// store fluctuate least.
std::vector<double> StoredFlow::pure_stores() const {
  std::vector<double> pure = stores;
  if (carried.size() != stores.size()) return pure;
  double product = 0, squares = 0;
  const double mean = rate();
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const double shift = carried[i + 1] - carried[i];
    product += shift * (stores[i + 1] - stores[i] - flows[i] + mean * durations[i]);
    squares += shift * shift;
  }
  if (squares <= 0) return pure;
  for (std::size_t i = 0; i < pure.size(); ++i) pure[i] -= product / squares * carried[i];
  return pure;
}

StandardError StoredFlow::storage_error() const {
  const std::vector<double> pure = pure_stores();
  const double mean = mean_of(pure);
  double squares = 0;
  for (const double one : pure) squares += (one - mean) * (one - mean);
  const double variance = squares / std::max(1.0, static_cast<double>(pure.size()) - 1);
  // A store that is not steady, as the momentum of a gas that falls at the beginning, changes by
  // more than its scatter tells.
  constexpr double kLargestDeviation = 3;
  const double change = pure.empty() ? 0 : std::abs(pure.back() - pure.front()) / kLargestDeviation;
  return {std::max(std::sqrt(2 * variance), change) /
          std::accumulate(durations.begin(), durations.end(), 0.0)};
}

std::optional<StandardError> StoredFlow::error() const {
  const double usual = std::accumulate(durations.begin(), durations.end(), 0.0) /
                       static_cast<double>(durations.size());
  const std::vector<double> pure = has_stores() ? pure_stores() : std::vector<double>();
  std::vector<double> rates;
  double largest = 0, least = 0;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    // An incomplete interval at the end scatters more.
    if (durations[i] <= 0.5 * usual) continue;
    const double stored = pure.empty() ? 0 : pure[i + 1] - pure[i];
    rates.push_back((flows[i] - stored) / durations[i]);
    largest = std::max(largest, std::abs(flows[i] / durations[i]));
    least = std::max(least, std::abs(rates.back()));
  }
  const auto with_hits = static_cast<double>(
      std::count_if(flows.begin(), flows.end(), [](double one) { return one != 0; }));
  constexpr double kRounding = 1e-9;
  if (!pure.empty() && rates.size() > 1 && least < kRounding * largest)
    return storage_error().of_at_most(with_hits);  // nothing else empties the store
  const auto through = series_error(rates);
  if (!through || pure.empty()) return through;
  StandardError error = together(*through, storage_error());
  error.events = std::min(through->events, with_hits);
  return error;
}

}  // namespace clausius
