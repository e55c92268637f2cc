#include "measure/structure/density_profile.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/constants.h"
#include "statistics/extrapolation.h"

namespace clausius {

namespace {

constexpr std::size_t kEvenBins = 20;          // along a periodic axis
constexpr double kLayerBin = 0.1;              // between walls, in largest diameters …
constexpr std::size_t kMostProfileBins = 400;  // … but not more bins than this
constexpr double kContactBin = 0.05;           // next to a wall, in diameters
constexpr std::size_t kContactBins = 12;
constexpr int kContactDegree = 3;

}  // namespace

template <int Dim>
DensityProfile<Dim>::DensityProfile(const Box<Dim>& box, std::vector<SphereSpecies> species,
                                    std::vector<double> count)
    : box_(box),
      species_(std::move(species)),
      count_(std::move(count)),
      at_walls_(1, kContactBins) {
  double largest = 0;
  for (const SphereSpecies& one : species_) largest = std::max(largest, one.diameter);
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (int k = 0; k < Dim; ++k) {
      if (box_.periodic[k]) {
        profiles_.emplace_back(0, box_.size[k], kEvenBins);
        continue;
      }
      const double margin = 0.5 * species_[s].diameter;  // that centres cannot enter
      const double width = std::max(box_.size[k] - 2 * margin, margin);
      const auto layers = static_cast<std::size_t>(
          std::min(width / (kLayerBin * largest), static_cast<double>(kMostProfileBins)));
      profiles_.emplace_back(margin, margin + width, std::max(kEvenBins, layers));
    }
}

template <int Dim>
std::int64_t DensityProfile<Dim>::sample(const State<Dim>& state) {
  std::vector<double> near(kContactBins);
  const double per_diameter = 1 / (kContactBin * species_[0].diameter);
  for (std::size_t i = 0; i < state.size(); ++i)
    for (int k = 0; k < Dim; ++k) {
      const double x = state.position[i][k];
      profiles_[state.species[i] * Dim + static_cast<std::size_t>(k)].add(x);
      if (box_.periodic[k]) continue;
      const double gap = std::max(0.0, std::min(x, box_.size[k] - x) - 0.5 * species_[0].diameter);
      if (const double bin = gap * per_diameter; bin < static_cast<double>(kContactBins))
        ++near[static_cast<std::size_t>(bin)];
    }
  for (BlockedHistogram& one : profiles_) one.end_instant();
  at_walls_.add(0, near);
  at_walls_.end_block();
  return static_cast<std::int64_t>(Dim * state.size());
}

template <int Dim>
std::vector<Observable> DensityProfile<Dim>::observables(
    const UnitNames& units, const Prediction& wall_contact_density) const {
  std::vector<Observable> all;
  double least = 1;
  std::size_t tests = 0;
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (int k = 0; k < Dim; ++k) {
      if (!box_.periodic[k]) continue;
      const auto test = profile(s, k).test_of_evenness();
      if (!test) continue;
      least = std::min(least, *test);
      ++tests;
    }
  if (tests > 0)
    all.push_back({"density_chi2_p", std::min(1.0, static_cast<double>(tests) * least),
                   std::nullopt, std::nullopt, "1", "homogeneous: even along periodic axes", true});
  if (box_.all_periodic() || species_.size() > 1) return all;

  double area = 0;
  for (int k = 0; k < Dim; ++k)
    if (!box_.periodic[k]) area += 2 * box_.volume() / box_.size[k];
  std::vector<BlockedSums::Term> terms;
  const auto weights = extrapolation_weights(kContactBins, kContactDegree);
  for (std::size_t b = 0; b < kContactBins; ++b)
    terms.push_back({0, b, weights[b] / (kContactBin * species_[0].diameter * area)});
  if (const auto density = at_walls_.estimate(terms))
    all.push_back(observable("wall_contact_density", density->value, density->error,
                             wall_contact_density, units.number_density));
  return all;
}

template <int Dim>
Table DensityProfile<Dim>::table(const std::vector<std::string>& names, const UnitNames& units,
                                 const Theory& theory) const {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  std::vector<std::string> species, axis;
  std::vector<double> position, density, error, expected;
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (int k = 0; k < Dim; ++k) {
      const Histogram& counts = profile(s, k).total();
      if (counts.total() == 0) continue;
      // Converts probability density along the axis to number density in space.
      const double factor = count_[s] * box_.size[k] / box_.volume();
      std::vector<double> probabilities;
      for (const std::int64_t count : counts.counts())
        probabilities.push_back(static_cast<double>(count) / static_cast<double>(counts.total()));
      const auto errors = profile(s, k).density_errors(probabilities);
      for (std::size_t i = 0; i < counts.bins(); ++i) {
        species.push_back(names[s]);
        axis.emplace_back(kAxes[k]);
        position.push_back(counts.centre(i));
        density.push_back(counts.density(i) * factor);
        error.push_back(errors[i] * factor);
        expected.push_back(theory(s, k, counts.centre(i)).value_or(kNaN));
      }
    }
  return {"density_profile",
          {{"axis", "", std::move(axis)},
           {"species", "", std::move(species)},
           {"position", units.length, std::move(position)},
           {"density", units.number_density, std::move(density)},
           {"density_error", units.number_density, std::move(error)},
           {"density_theory", units.number_density, std::move(expected)}}};
}

template class DensityProfile<2>;
template class DensityProfile<3>;

}  // namespace clausius
