#include "measure/structure/longest_waves.h"

#include <algorithm>
#include <array>
#include <complex>
#include <numbers>
#include <numeric>

#include "core/elementary.h"

namespace clausius {

template <int Dim>
std::vector<WaveStrength> wave_strengths(const Gas<Dim>& gas, const State<Dim>& state,
                                         std::size_t count) {
  double alone = 0;  // Σ (m v)² of one component
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double mass = gas.species[state.species[i]].mass;
    alone += mass * mass * state.velocity[i].squaredNorm() / Dim;
  }
  if (alone <= 0) return {};
  struct Sums {
    std::complex<double> particles{};
    std::array<std::complex<double>, Dim> momentum{};
  };
  std::vector<WaveStrength> result(count);
  for (int axis = 0; axis < Dim; ++axis) {
    const double wave = 2 * std::numbers::pi / gas.box.size[axis];
    std::vector<Sums> sums(count);
    for (std::size_t i = 0; i < state.size(); ++i) {
      const double angle = wave * state.position[i][axis];
      const portable::SineAndCosine turn = portable::sincos(angle);
      const Vec<Dim> momentum = gas.species[state.species[i]].mass * state.velocity[i];
      std::complex<double> phase(turn.cosine, turn.sine);
      for (Sums& one : sums) {
        one.particles += phase;
        for (int k = 0; k < Dim; ++k) one.momentum[k] += momentum[k] * phase;
        phase = {phase.real() * turn.cosine - phase.imag() * turn.sine,
                 phase.real() * turn.sine + phase.imag() * turn.cosine};
      }
    }
    for (std::size_t n = 0; n < count; ++n) {
      WaveStrength& one = result[n];
      one.density += std::norm(sums[n].particles) / (Dim * static_cast<double>(state.size()));
      for (int k = 0; k < Dim; ++k) {
        const double square = std::norm(sums[n].momentum[k]);
        if (k == axis)
          one.sound += square / (Dim * alone);
        else
          one.shear += square / (Dim * (Dim - 1) * alone);
      }
    }
  }
  return result;
}

template <int Dim>
void LongestWaves<Dim>::sample(const Gas<Dim>& gas, const State<Dim>& state) {
  for (const WaveStrength& longest : wave_strengths(gas, state, 1)) {
    shear_.push_back(longest.shear);
    density_.push_back(longest.density);
  }
}

template <int Dim>
std::optional<double> LongestWaves<Dim>::late_mean(const std::vector<double>& series) {
  if (series.empty()) return std::nullopt;
  const auto late = series.end() - static_cast<std::ptrdiff_t>((series.size() + 3) / 4);
  return std::accumulate(late, series.end(), 0.0) / static_cast<double>(series.end() - late);
}

template <int Dim>
std::size_t LongestWaves<Dim>::homogeneous_samples() const {
  constexpr std::size_t kTogether = 8;
  for (std::size_t end = 1; end <= shear_.size(); ++end) {
    const std::size_t begin = end - std::min(end, kTogether);
    for (const std::vector<double>* series : {&shear_, &density_}) {
      const auto at = [&](std::size_t i) {
        return series->begin() + static_cast<std::ptrdiff_t>(i);
      };
      if (std::accumulate(at(begin), at(end), 0.0) > kGrown * static_cast<double>(kTogether))
        return begin;
    }
  }
  return shear_.size();
}

template std::vector<WaveStrength> wave_strengths(const Gas<2>&, const State<2>&, std::size_t);
template std::vector<WaveStrength> wave_strengths(const Gas<3>&, const State<3>&, std::size_t);
template class LongestWaves<2>;
template class LongestWaves<3>;

}  // namespace clausius
