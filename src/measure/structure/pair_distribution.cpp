#include "measure/structure/pair_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "statistics/extrapolation.h"

namespace clausius {

namespace {

// Lengths in diameters of the smaller species of a pair, or in contact distances if these are less.
constexpr double kNearWidth = 0.04, kFarWidth = 0.1;
constexpr std::size_t kNearBins = 50, kMostFarBins = 100;
constexpr std::size_t kFittedBins = 8;  // in the extrapolation to contact
constexpr int kFittedDegree = 3;
constexpr double kUsualRange = 10;  // in largest contact distances
// Particles around which far pairs are counted: at least so many, or one in so many.
constexpr std::size_t kCentres = 64;

std::size_t bins_between(double from, double to, double width) {
  return static_cast<std::size_t>(std::max(0.0, (to - from) / width * (1 + 1e-12)));
}

// Calls `make(first, second, contact, unit of length)` for each pair of species.
template <int Dim, class Make>
std::vector<DistanceBins> for_each_pair(const Gas<Dim>& gas, const Make& make) {
  std::vector<DistanceBins> pairs;
  for (std::size_t i = 0; i < gas.species.size(); ++i)
    for (std::size_t j = i; j < gas.species.size(); ++j) {
      const double contact = gas.contact_distance(i, j);
      pairs.push_back(make(i, j, contact,
                           std::min({gas.species[i].diameter, gas.species[j].diameter, contact})));
    }
  return pairs;
}

template <int Dim>
std::vector<DistanceBins> bins_near(const Gas<Dim>& gas, double range) {
  return for_each_pair(gas, [&](std::size_t i, std::size_t j, double contact, double smaller) {
    const double width = kNearWidth * smaller;
    return DistanceBins{i, j, contact, width,
                        std::min(kNearBins, bins_between(contact, range, width))};
  });
}

template <int Dim>
std::vector<DistanceBins> bins_far(const Gas<Dim>& gas, double range) {
  return for_each_pair(gas, [&](std::size_t i, std::size_t j, double contact, double smaller) {
    const double from = contact + kNearWidth * static_cast<double>(kNearBins) * smaller;
    const double width = std::max(kFarWidth * smaller, (range - from) / kMostFarBins);
    return DistanceBins{i, j, from, width, bins_between(from, range, width)};
  });
}

// The mean of `theory` over a bin's shell, by Simpson's rule.
template <int Dim>
double mean_over(const DistanceBins& pair, std::size_t bin,
                 const typename PairDistribution<Dim>::Theory& theory) {
  const double from = pair.edge(bin), to = pair.edge(bin + 1);
  double sum = 0, weights = 0;
  for (const auto& [r, w] : {std::pair{from, 1.0}, {0.5 * (from + to), 4.0}, {to, 1.0}}) {
    const double shell = w * portable::pow(r, Dim - 1);
    sum += shell * theory(pair.first, pair.second, r).value_or(kNaN);
    weights += shell;
  }
  return sum / weights;
}

}  // namespace

template <int Dim>
double PairDistribution<Dim>::usual_range(const Gas<Dim>& gas) {
  return std::min(0.5 * gas.box.size.minCoeff(), kUsualRange * largest_contact_distance(gas));
}

template <int Dim>
PairDistribution<Dim>::PairDistribution(const Box<Dim>& box, const std::vector<double>& count,
                                        std::vector<DistanceBins> near,
                                        std::vector<DistanceBins> far)
    : near_(box, count, std::move(near)),
      far_(box, count, std::move(far),
           std::max(kCentres, static_cast<std::size_t>(
                                  std::accumulate(count.begin(), count.end(), 0.0) / kCentres))) {}

template <int Dim>
PairDistribution<Dim>::PairDistribution(const Gas<Dim>& gas, const std::vector<double>& count,
                                        double range)
    : PairDistribution(gas.box, count, bins_near(gas, range), bins_far(gas, range)) {}

template <int Dim>
PairDistribution<Dim>::PairDistribution(const Box<Dim>& box, const SphereSpecies& species,
                                        double count, double width, std::size_t bins)
    : PairDistribution(
          box, {count},
          {{0, 0, species.diameter, width,
            std::min(bins, bins_between(species.diameter, 0.5 * box.size.minCoeff(), width))}},
          {{0, 0, species.diameter, width, 0}}) {}

template <int Dim>
template <class Use>
void PairDistribution<Dim>::for_each_row(const Use& use) const {
  for (std::size_t p = 0; p < near_.pairs().size(); ++p)
    for (const PairCounts<Dim>* counts : {&near_, &far_}) {
      const DistanceBins& pair = counts->pairs()[p];
      for (std::size_t bin = 0; bin < pair.bins && counts->is_counted(pair); ++bin)
        use(*counts, pair, bin);
    }
}

template <int Dim>
std::vector<Observable> PairDistribution<Dim>::observables(const std::vector<std::string>& names,
                                                           const Theory& theory,
                                                           const std::string& source) const {
  std::vector<Observable> all;
  const auto weights = extrapolation_weights(kFittedBins, kFittedDegree);
  for (const DistanceBins& pair : near_.pairs()) {
    if (pair.bins < kFittedBins || !near_.is_counted(pair)) continue;
    const auto at_contact = near_.sum(pair, weights);
    Prediction expected;
    if (const auto g = theory(pair.first, pair.second, pair.from))
      expected = TheoryValue{*g, source};
    all.push_back(observable(names.size() > 1 ? fmt::format("contact_value_extrapolated_{}_{}",
                                                            names[pair.first], names[pair.second])
                                              : "contact_value_extrapolated",
                             at_contact.value, at_contact.error, expected, "1"));
  }
  return all;
}

template <int Dim>
std::optional<Observable> PairDistribution<Dim>::mean_of(std::size_t bins, const std::string& name,
                                                         const Theory& theory,
                                                         const std::string& source,
                                                         double uncertainty) const {
  const DistanceBins& pair = near_.pairs().front();
  if (!near_.is_counted(pair)) return std::nullopt;
  std::vector<double> weights(std::min(bins, pair.bins));
  const auto power = [&](std::size_t bin) { return portable::pow(pair.edge(bin), Dim); };
  double expected = 0;
  for (std::size_t b = 0; b < weights.size(); ++b) {
    weights[b] = (power(b + 1) - power(b)) / (power(weights.size()) - power(0));
    expected += weights[b] * mean_over<Dim>(pair, b, theory);
  }
  const auto mean = near_.sum(pair, weights);
  return observable(name, mean.value, mean.error,
                    std::isnan(expected)
                        ? std::nullopt
                        : std::optional(TheoryValue{expected, source, uncertainty * expected}),
                    "1");
}

template <int Dim>
Table::Column PairDistribution<Dim>::column(const std::string& name, const Theory& theory) const {
  std::vector<double> values;
  for_each_row([&](const auto&, const DistanceBins& pair, std::size_t bin) {
    values.push_back(mean_over<Dim>(pair, bin, theory));
  });
  return {"g_" + name, "1", std::move(values)};
}

template <int Dim>
Table PairDistribution<Dim>::table(const std::vector<std::string>& names, const UnitNames& units,
                                   const Theory& theory) const {
  std::vector<std::string> first, second;
  std::vector<double> distance, value, error, expected;
  for_each_row([&](const PairCounts<Dim>& counts, const DistanceBins& pair, std::size_t bin) {
    const auto g = counts.mean(pair, bin);
    first.push_back(names[pair.first]);
    second.push_back(names[pair.second]);
    distance.push_back(0.5 * (pair.edge(bin) + pair.edge(bin + 1)));
    value.push_back(g.value);
    error.push_back(value_or_nan(g.error));
    expected.push_back(mean_over<Dim>(pair, bin, theory));
  });
  return {"pair_distribution",
          {{"first", "", std::move(first)},
           {"second", "", std::move(second)},
           {"distance", units.length, std::move(distance)},
           {"g", "1", std::move(value)},
           {"g_error", "1", std::move(error)},
           {"g_theory", "1", std::move(expected)}}};
}

template class PairDistribution<2>;
template class PairDistribution<3>;

}  // namespace clausius
