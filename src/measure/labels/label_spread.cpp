#include "measure/labels/label_spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/measured_run.h"
#include "theory/transport/transport.h"

namespace clausius {

namespace {

const char* const kSpreadSource = "diffusion equation, Enskog's coefficient";

}  // namespace

template <int Dim>
SpreadConditions SpreadConditions::of(const Measured<Dim>& run) {
  SpreadConditions conditions;
  const double kt = run.books.reference_kt();
  if (!run.theory.is_elastic_fluid() || run.theory.driven() || run.count.size() > 1 ||
      run.rotates() || kt <= 0)
    return conditions;
  const SphereSpecies& one = run.gas.species[0];
  conditions.kt_over_mass = kt / one.mass;
  conditions.diffusion = correlated_diffusion_coefficient(
      SphereGas{run.theory.particles() / run.gas.box.volume(), one.diameter, one.mass, kt, Dim});
  return conditions;
}
template SpreadConditions SpreadConditions::of(const Measured<2>&);
template SpreadConditions SpreadConditions::of(const Measured<3>&);

template <int Dim>
double LabelSpread<Dim>::wave_number() const {
  return 2 * std::numbers::pi / edge_;
}

template <int Dim>
void LabelSpread<Dim>::sample(const State<Dim>& state, const std::vector<std::uint8_t>& label) {
  const bool first = rows_.empty();
  if (first) {
    counts_.assign(labels(), 0);
    start_.assign(2 * kWaves * labels(), 0);
  }
  SpreadAtTime row;
  row.time = state.time;
  row.in_slab.assign(labels() * kBins, 0);
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double x = state.position[i][axis_] / edge_;
    const auto slab = std::min(kBins - 1, static_cast<std::size_t>(x * kBins));
    ++row.in_slab[label[i] * kBins + slab];
    const auto [sine, cosine] = portable::sincos(2 * std::numbers::pi * x);
    const std::complex<double> wave(cosine, sine);
    if (label[i] + 1U == labels()) {
      row.cosine += wave.real();
      row.sine += wave.imag();
    }
    if (!first) continue;
    ++counts_[label[i]];
    std::complex<double> power = 1;
    for (std::size_t k = 0; k < kWaves; ++k) {
      power *= wave;
      start_[2 * (label[i] * kWaves + k)] += power.real();
      start_[2 * (label[i] * kWaves + k) + 1] += power.imag();
    }
  }
  const double last = std::max(1.0, counts_.back());
  row.cosine /= last;
  row.sine /= last;
  if (first)
    for (std::size_t j = 0; j < start_.size(); ++j)
      start_[j] /= std::max(1.0, counts_[j / (2 * kWaves)]);
  rows_.push_back(std::move(row));
}

// Each wave of wave number k decays as exp(−k² ½⟨Δx²⟩); averages over the slabs.
template <int Dim>
std::vector<double> LabelSpread<Dim>::expected(double half_square) const {
  std::vector<double> result(labels() * kBins);
  for (std::size_t label = 0; label < labels(); ++label)
    for (std::size_t slab = 0; slab < kBins; ++slab) {
      double density = 1;
      for (std::size_t k = 0; k < kWaves; ++k) {
        const double wave = static_cast<double>(k + 1) * wave_number();
        const double width = 0.5 * wave * edge_ / kBins;  // half of a slab, as a phase
        const double phase = width * (2 * static_cast<double>(slab) + 1);
        const double* start = &start_[2 * (label * kWaves + k)];
        density += 2 * portable::exp(-wave * wave * half_square) * portable::sin(width) / width *
                   (start[0] * portable::cos(phase) + start[1] * portable::sin(phase));
      }
      result[label * kBins + slab] = counts_[label] / kBins * std::max(0.0, density);
    }
  return result;
}

// Random counts scatter about their expectations: for n particles in a slab −Σ f ln f is (labels −
// 1)/2n lower on average, and has the variance (Σ f ln² f − (Σ f ln f)²)/n + (labels − 1)/2n².
template <int Dim>
auto LabelSpread<Dim>::entropy(const std::vector<double>& in_slab, bool expected) const -> Entropy {
  double all = 0, mixed = 0;
  for (const double count : counts_) all += count;
  for (const double count : counts_)
    if (count > 0) mixed -= count / all * portable::log(count / all);
  Entropy result;
  double variance = 0;
  for (std::size_t slab = 0; slab < kBins; ++slab) {
    double n = 0, value = 0, square = 0, present = 0;
    for (std::size_t label = 0; label < labels(); ++label) n += in_slab[label * kBins + slab];
    if (n <= 0) continue;
    for (std::size_t label = 0; label < labels(); ++label) {
      const double f = in_slab[label * kBins + slab] / n;
      if (f <= 0) continue;
      ++present;
      value -= f * portable::log(f);
      square += f * portable::log(f) * portable::log(f);
    }
    if (expected) value = std::max(0.0, value - 0.5 * (present - 1) / n);
    result.value += n / all * value;
    variance +=
        portable::pow(n / all, 2) * ((square - value * value) / n + 0.5 * (present - 1) / (n * n));
  }
  if (mixed <= 0) return {};
  return {result.value / mixed, std::sqrt(std::max(0.0, variance)) / mixed};
}

template <int Dim>
double LabelSpread<Dim>::amplitude(const SpreadAtTime& row) const {
  const double* start = &start_[2 * (labels() - 1) * kWaves];
  return (row.cosine * start[0] + row.sine * start[1]) / portable::hypot(start[0], start[1]);
}

// Noise of ⟨cos(kx − θ)⟩ over independent particles, each with a given start.
template <int Dim>
double LabelSpread<Dim>::amplitude_noise(double half_square) const {
  const double* start = &start_[2 * (labels() - 1) * kWaves];
  const double left = portable::exp(-wave_number() * wave_number() * half_square);
  const auto [sine, cosine] = portable::sincos(-2 * portable::atan2(start[1], start[0]));
  const std::complex<double> phase(cosine, sine);
  const double second = (std::complex<double>(start[2], start[3]) * phase).real();
  const double variance =
      0.5 * (1 + portable::pow(left, 4) * second) - left * left * 0.5 * (1 + second);
  return std::sqrt(std::max(0.0, variance) / std::max(1.0, counts_.back()));
}

template <int Dim>
std::vector<Observable> LabelSpread<Dim>::observables(const UnitNames& units,
                                                      const SpreadConditions& conditions) const {
  std::vector<Observable> all;
  const double time = rows_.empty() ? 0 : rows_.back().time - rows_.front().time;
  if (time <= 0 || counts_.back() < 1) return all;
  const double mixed = entropy(rows_.back().in_slab, false).value;
  if (!conditions.diffusion) {
    all.push_back(observable("mixing_entropy", mixed, std::nullopt, std::nullopt, "1"));
    return all;
  }
  const double d = conditions.diffusion->value;
  const double spread = half_square_displacement(time, d, conditions.kt_over_mass);
  const Entropy theory = entropy(expected(spread), true);
  all.push_back(observable("mixing_entropy", mixed, StandardError{theory.noise, counts_.back()},
                           TheoryValue{theory.value, kSpreadSource}, "1"));
  const double before = amplitude(rows_.front()), after = amplitude(rows_.back());
  if (before <= 0 || after <= 0) return all;
  // Value that ½⟨Δx²⟩ would need for that, at its rate at the end.
  const double k = wave_number();
  const double scale = d / spread;
  all.push_back(
      observable("label_diffusion_coefficient", scale * portable::log(before / after) / (k * k),
                 StandardError{scale * amplitude_noise(spread) / (after * k * k), counts_.back()},
                 conditions.diffusion, units.diffusivity));
  return all;
}

template <int Dim>
std::vector<Table> LabelSpread<Dim>::tables(const UnitNames& units,
                                            const SpreadConditions& conditions) const {
  if (rows_.empty()) return {};
  const auto spread_at = [&](const SpreadAtTime& row) {
    return conditions.diffusion
               ? half_square_displacement(row.time - rows_.front().time,
                                          conditions.diffusion->value, conditions.kt_over_mass)
               : kNaN;
  };
  std::vector<double> time, mixed, mixed_theory, mixed_noise, wave, wave_theory, wave_noise;
  for (const SpreadAtTime& row : rows_) {
    const double spread = spread_at(row);
    const Entropy theory =
        conditions.diffusion ? entropy(expected(spread), true) : Entropy{kNaN, kNaN};
    time.push_back(row.time);
    mixed.push_back(entropy(row.in_slab, false).value);
    mixed_theory.push_back(theory.value);
    mixed_noise.push_back(theory.noise);
    wave.push_back(amplitude(row));
    wave_theory.push_back(amplitude(rows_.front()) *
                          portable::exp(-wave_number() * wave_number() * spread));
    wave_noise.push_back(conditions.diffusion ? amplitude_noise(spread) : kNaN);
  }
  std::vector<Table> all;
  all.push_back({"mixing",
                 {{"time", units.time, std::move(time)},
                  {"entropy", "1", std::move(mixed)},
                  {"entropy_theory", "1", std::move(mixed_theory)},
                  {"entropy_noise", "1", std::move(mixed_noise)},
                  {"amplitude", "1", std::move(wave)},
                  {"amplitude_theory", "1", std::move(wave_theory)},
                  {"amplitude_noise", "1", std::move(wave_noise)}}});

  // At the start, at fractions of the time that increase by factors of three, and at the end.
  std::vector<std::size_t> shown{0};
  for (const std::size_t part : std::array<std::size_t, 4>{27, 9, 3, 1})
    if (const std::size_t row = (rows_.size() - 1) / part; row > shown.back()) shown.push_back(row);
  std::vector<std::string> label;
  std::vector<double> at, position, fraction, theory, noise;
  for (const std::size_t row : shown) {
    const std::vector<double> law = expected(spread_at(rows_[row]));
    for (std::size_t of = 0; of < labels(); ++of)
      for (std::size_t slab = 0; slab < kBins; ++slab) {
        const std::size_t j = of * kBins + slab;
        double n = 0, n_law = 0;
        for (std::size_t other = 0; other < labels(); ++other) {
          n += rows_[row].in_slab[other * kBins + slab];
          n_law += law[other * kBins + slab];
        }
        const double f = n > 0 ? rows_[row].in_slab[j] / n : kNaN;
        label.push_back(labels_[of]);
        at.push_back(rows_[row].time - rows_.front().time);
        position.push_back((static_cast<double>(slab) + 0.5) * edge_ / kBins);
        fraction.push_back(f);
        // Shorter waves of the start are not included in the sum.
        theory.push_back(row > 0 ? law[j] / n_law : kNaN);
        noise.push_back(std::sqrt(f * (1 - f) / n));
      }
  }
  all.push_back({"label_profile",
                 {{"label", "", std::move(label)},
                  {"time", units.time, std::move(at)},
                  {"position", units.length, std::move(position)},
                  {"fraction", "1", std::move(fraction)},
                  {"fraction_error", "1", std::move(noise)},
                  {"fraction_theory", "1", std::move(theory)}}});
  return all;
}

template class LabelSpread<2>;
template class LabelSpread<3>;

}  // namespace clausius
