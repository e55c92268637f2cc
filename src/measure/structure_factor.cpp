#include "measure/structure_factor.h"

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

constexpr std::size_t kWaves = 48;  // per axis
constexpr double kLargest = 15;     // kσ
constexpr double kLongWaves = 1;    // kσ of long waves

// Σ exp(inkx) over these particles for n = 1, 2, …, each factor from the one before. Few particles
// at a time, which then stay in the nearest cache.
template <int Dim>
std::array<std::complex<double>, kWaves> wave_sums(const State<Dim>& state, int axis,
                                                   const std::vector<std::size_t>& ids,
                                                   double wave_number) {
  constexpr std::size_t kAtOnce = 256;
  using Numbers = Eigen::Array<double, Eigen::Dynamic, 1, 0, kAtOnce, 1>;
  std::array<std::complex<double>, kWaves> sums{};
  for (std::size_t begin = 0; begin < ids.size(); begin += kAtOnce) {
    const auto n = static_cast<Eigen::Index>(std::min(kAtOnce, ids.size() - begin));
    Numbers cosine(n), sine(n), re = Numbers::Ones(n), im = Numbers::Zero(n), next(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double x = state.position[ids[begin + static_cast<std::size_t>(i)]][axis];
      const portable::SineAndCosine both = portable::sincos(wave_number * x);
      cosine[i] = both.cosine;
      sine[i] = both.sine;
    }
    for (std::complex<double>& sum : sums) {
      next = re * cosine - im * sine;
      im = re * sine + im * cosine;
      re = next;
      sum += std::complex(re.sum(), im.sum());
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
    const double first = 2 * std::numbers::pi / box.size[k];
    const double stride = std::ceil(kLargest / largest_ / first / static_cast<double>(kWaves));
    const double wave_number = std::max(1.0, stride) * first;
    const auto same = std::find_if(groups_.begin(), groups_.end(),
                                   [&](const Axes& one) { return one.wave_number == wave_number; });
    if (same == groups_.end())
      groups_.push_back({{k}, wave_number});
    else
      same->axes.push_back(k);
  }
  sums_ = BlockedSums(1, kinds() * groups_.size() * kWaves);
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
        const auto sums = wave_sums(state, axis, ids[s], groups_[group].wave_number);
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
  for (std::size_t group = 0; group < groups_.size(); ++group)
    for (std::size_t wave = 0; wave < kWaves; ++wave) {
      const double k = groups_[group].wave_number * static_cast<double>(wave + 1);
      if (wave > 0 && k * largest_ > kLongWaves) break;
      const auto axes = static_cast<double>(groups_[group].axes.size());
      terms.push_back({0, bin(0, group, wave), axes * weight(0, group)});
      expected += axes * theory(std::nullopt, k).value_or(kNaN);
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
        const double k = groups_[group].wave_number * static_cast<double>(wave + 1);
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
