#include "measure/structure/structure_factor.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "clausius/core/constants.h"
#include "core/elementary.h"

namespace clausius {

namespace {

constexpr std::size_t kWaves = 48, kLongWaves = 24;  // per axis
constexpr double kLargest = 15;                      // kσ

// Multiple of the longest wave's k of a wave.
std::size_t multiple(std::size_t wave, std::size_t stride) {
  return std::min(wave + 1, kLongWaves) + (wave < kLongWaves ? 0 : wave + 1 - kLongWaves) * stride;
}

// Σ exp(inkx) over these particles for n = 1, 2, …, and from kLongWaves on for every `stride`th,
// each factor from the one before. Few particles at a time, which then stay in the nearest cache.
template <int Dim>
std::array<std::complex<double>, kWaves> wave_sums(const State<Dim>& state, int axis,
                                                   const std::vector<std::size_t>& ids,
                                                   double wave_number, std::size_t stride) {
  constexpr std::size_t kAtOnce = 256;
  using Numbers = Eigen::Array<double, Eigen::Dynamic, 1, 0, kAtOnce, 1>;
  std::array<std::complex<double>, kWaves> sums{};
  for (std::size_t begin = 0; begin < ids.size(); begin += kAtOnce) {
    const auto n = static_cast<Eigen::Index>(std::min(kAtOnce, ids.size() - begin));
    Numbers cosine(n), sine(n), re = Numbers::Ones(n), im = Numbers::Zero(n), next(n);
    const auto set_step = [&](double k) {
      for (Eigen::Index i = 0; i < n; ++i) {
        const double x = state.position[ids[begin + static_cast<std::size_t>(i)]][axis];
        const portable::SineAndCosine both = portable::sincos(k * x);
        cosine[i] = both.cosine;
        sine[i] = both.sine;
      }
    };
    set_step(wave_number);
    for (std::size_t wave = 0; wave < kWaves; ++wave) {
      if (wave == kLongWaves && stride > 1) set_step(static_cast<double>(stride) * wave_number);
      next = re * cosine - im * sine;
      im = re * sine + im * cosine;
      re = next;
      sums[wave] += std::complex(re.sum(), im.sum());
    }
  }
  return sums;
}

}  // namespace

template <int Dim>
StructureFactor<Dim>::StructureFactor(const Box<Dim>& box,
                                      const std::vector<SphereSpecies>& species,
                                      std::vector<double> count)
    : count_(std::move(count)), sums_(0, 0) {
  for (const SphereSpecies& one : species) largest_ = std::max(largest_, one.diameter);
  for (int k = 0; k < Dim; ++k) {
    const double wave_number = 2 * std::numbers::pi / box.size[k];
    const double rest = kLargest / largest_ / wave_number - static_cast<double>(kLongWaves);
    const auto stride =
        static_cast<std::size_t>(std::max(1.0, std::ceil(rest / (kWaves - kLongWaves))));
    const auto same = std::find_if(groups_.begin(), groups_.end(),
                                   [&](const Axes& one) { return one.wave_number == wave_number; });
    if (same == groups_.end())
      groups_.push_back({{k}, wave_number, stride});
    else
      same->axes.push_back(k);
  }
  sums_ = BlockedSums(1, kinds() * groups_.size() * kWaves);
}

template <int Dim>
double StructureFactor<Dim>::Axes::at(std::size_t wave) const {
  return static_cast<double>(multiple(wave, stride)) * wave_number;
}

template <int Dim>
std::size_t StructureFactor<Dim>::bin(std::size_t kind, std::size_t group, std::size_t wave) const {
  return (kind * groups_.size() + group) * kWaves + wave;
}

template <int Dim>
std::int64_t StructureFactor<Dim>::sample(const State<Dim>& state) {
  std::vector<double> squares(kinds() * groups_.size() * kWaves);
  std::vector<std::vector<std::size_t>> ids(count_.size());
  for (std::size_t i = 0; i < state.size(); ++i) ids[state.species[i]].push_back(i);
  for (std::size_t group = 0; group < groups_.size(); ++group)
    for (const int axis : groups_[group].axes) {
      std::array<std::complex<double>, kWaves> all{};
      for (std::size_t s = 0; s < count_.size(); ++s) {
        const auto sums =
            wave_sums(state, axis, ids[s], groups_[group].wave_number, groups_[group].stride);
        for (std::size_t wave = 0; wave < kWaves; ++wave) {
          all[wave] += sums[wave];
          if (count_.size() > 1) squares[bin(s + 1, group, wave)] += std::norm(sums[wave]);
        }
      }
      for (std::size_t wave = 0; wave < kWaves; ++wave)
        squares[bin(0, group, wave)] += std::norm(all[wave]);
    }
  sums_.add(0, squares);
  sums_.end_block();
  return static_cast<std::int64_t>(Dim * kWaves * state.size());
}

template <int Dim>
double StructureFactor<Dim>::weight(std::size_t kind, std::size_t group) const {
  const double particles =
      kind > 0 ? count_[kind - 1] : std::accumulate(count_.begin(), count_.end(), 0.0);
  return 1 / (particles * static_cast<double>(groups_[group].axes.size()));
}

template <int Dim>
std::vector<Observable> StructureFactor<Dim>::observables(const Theory& theory,
                                                          const std::string& source) const {
  std::vector<BlockedSums::Term> terms;
  double vectors = 0, expected = 0;
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    const auto axes = static_cast<double>(groups_[group].axes.size());
    terms.push_back({0, bin(0, group, 0), axes * weight(0, group)});
    expected += axes * theory(std::nullopt, groups_[group].at(0)).value_or(kNaN);
    vectors += axes;
  }
  for (BlockedSums::Term& term : terms) term.weight /= vectors;
  const auto value = sums_.estimate(terms);
  if (!value) return {};
  Prediction known;
  if (!std::isnan(expected)) known = TheoryValue{expected / vectors, source};
  return {observable("structure_factor_small_k", value->value, value->error, known, "1")};
}

template <int Dim>
Table StructureFactor<Dim>::table(const std::vector<std::string>& names, const UnitNames& units,
                                  const Theory& theory) const {
  std::vector<std::string> species;
  std::vector<double> numbers, value, error, expected;
  for (std::size_t kind = 0; kind < kinds(); ++kind)
    for (std::size_t group = 0; group < groups_.size(); ++group)
      for (std::size_t wave = 0; wave < kWaves; ++wave) {
        const double factor = weight(kind, group);
        const auto s =
            std::isinf(factor) ? std::nullopt : sums_.mean(0, bin(kind, group, wave), factor);
        if (!s) continue;
        const double k = groups_[group].at(wave);
        species.push_back(kind > 0 ? names[kind - 1] : "all");
        numbers.push_back(k);
        value.push_back(s->value);
        error.push_back(value_or_nan(s->error));
        expected.push_back(
            theory(kind > 0 ? std::optional(kind - 1) : std::nullopt, k).value_or(kNaN));
      }
  return {"structure_factor",
          {{"species", "", std::move(species)},
           {"wave_number", units.inverse_length, std::move(numbers)},
           {"s", "1", std::move(value)},
           {"s_error", "1", std::move(error)},
           {"s_theory", "1", std::move(expected)}}};
}

template class StructureFactor<2>;
template class StructureFactor<3>;

}  // namespace clausius
