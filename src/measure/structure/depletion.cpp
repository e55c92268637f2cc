#include "measure/structure/depletion.h"

#include <algorithm>

namespace clausius {

namespace {

constexpr std::size_t kBins = 10;       // up to the smallest diameter
constexpr double kBathDiameters = 0.5;  // largest diameter of bath particles, in largest diameters

}  // namespace

template <int Dim>
std::optional<Depletion<Dim>> Depletion<Dim>::of(const Box<Dim>& box,
                                                 const std::vector<SphereSpecies>& species,
                                                 const std::vector<double>& count) {
  const auto [least, most] = std::minmax_element(
      species.begin(), species.end(),
      [](const SphereSpecies& a, const SphereSpecies& b) { return a.diameter < b.diameter; });
  const auto largest = static_cast<std::size_t>(most - species.begin());
  if (least->diameter > kBathDiameters * most->diameter || count[largest] < 2) return std::nullopt;
  return Depletion(largest, {box, *most, count[largest],
                             least->diameter / static_cast<double>(kBins), 2 * kBins});
}

template <int Dim>
std::int64_t Depletion<Dim>::sample(const State<Dim>& state) {
  seen_.position.clear();
  for (std::size_t id = 0; id < state.size(); ++id)
    if (state.species[id] == largest_) seen_.position.push_back(state.position[id]);
  seen_.species.assign(seen_.position.size(), 0);
  return pairs_.sample(seen_);
}

template <int Dim>
typename PairDistribution<Dim>::Theory Depletion<Dim>::theory_of(
    const StructureTheory& theory) const {
  return [this, &theory](std::size_t, std::size_t, double r) {
    return theory.pair_distribution(largest_, largest_, r);
  };
}

template <int Dim>
std::optional<Observable> Depletion<Dim>::observable(const std::vector<std::string>& names,
                                                     const StructureTheory& theory) const {
  return pairs_.mean_of(kBins, "depletion_well_" + names[largest_], theory_of(theory),
                        StructureTheory::pair_distribution_source(), StructureTheory::kSecondOrder);
}

template <int Dim>
Table Depletion<Dim>::table(const std::vector<std::string>& names, const UnitNames& units,
                            const StructureTheory& theory) const {
  Table table = pairs_.table({names[largest_]}, units, theory_of(theory));
  table.name = "depletion";
  table.columns.push_back(
      pairs_.column("overlap", [this, &theory](std::size_t, std::size_t, double r) {
        return theory.overlap_distribution(largest_, largest_, r);
      }));
  return table;
}

template class Depletion<2>;
template class Depletion<3>;

}  // namespace clausius
