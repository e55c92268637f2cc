#include "study/start/initial.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "clausius/core/errors.h"
#include "clausius/core/random.h"
#include "study/rules/box_size.h"
#include "study/start/body_placement.h"
#include "study/start/drawn_motion.h"
#include "study/start/placement.h"
#include "study/start/start_file.h"

namespace clausius {

namespace {

/// The diameters of each species in random order.
template <int Dim>
void draw_diameters(const StudyConfig& config, State<Dim>& state) {
  for (std::size_t s = 0; s < config.species.size(); ++s) {
    const StudySpecies& species = config.species[s];
    std::vector<double> diameters = species.diameters;
    diameters.resize(static_cast<std::size_t>(species.count), species.diameter);
    RandomStream random(config.seed, Stream::diameters, s);
    for (std::size_t left = diameters.size(); left > 1; --left)
      std::swap(diameters[left - 1], diameters[random.below(left)]);
    state.diameter.insert(state.diameter.end(), diameters.begin(), diameters.end());
  }
}

template <int Dim>
Regions<Dim> regions_of(const StudyConfig& config) {
  Regions<Dim> regions;
  for (std::size_t s = 0; s < config.species.size(); ++s) {
    const StudySpecies& species = config.species[s];
    if (species.region_low.empty() && species.bitmap.empty()) continue;
    regions.resize(config.species.size());
    const std::vector<double> origin(Dim, 0.0);
    const bool whole = species.region_low.empty();
    regions[s] =
        Region<Dim>{Eigen::Map<const Vec<Dim>>((whole ? origin : species.region_low).data()),
                    Eigen::Map<const Vec<Dim>>((whole ? config.size : species.region_high).data()),
                    species.bitmap};
  }
  return regions;
}

/// Orientations are empty in a gas of spheres.
template <int Dim>
Arrangement<Dim> random_arrangement(const StudyConfig& config, const Gas<Dim>& gas,
                                    const State<Dim>& particles,
                                    const std::atomic<bool>* interrupt) {
  std::optional<Arrangement<Dim>> placed;
  if (!gas.bodies.empty())
    placed = place_bodies(gas, particles.species, config.seed, interrupt);
  else if (auto positions =
               place_randomly(gas, particles, config.seed, regions_of<Dim>(config), interrupt))
    placed = Arrangement<Dim>{*std::move(positions), {}};
  if (!placed)
    throw InputError(config.problem_at(
        "box." + std::string(given_size(config)),
        "too dense for random placement; less, or initial.placement = \"lattice\""));
  return *std::move(placed);
}

template <int Dim>
Arrangement<Dim> lattice_arrangement(const StudyConfig& config, const Gas<Dim>& gas,
                                     const std::vector<std::uint8_t>& species) {
  auto sites = lattice_sites(gas, species.size());
  if (!sites)
    throw InputError(
        config.problem_at("box." + std::string(given_size(config)),
                          fmt::format("no lattice of the {} fits into the box; less, or "
                                      "initial.placement = \"random\"",
                                      !gas.bodies.empty() ? "sphere about the longest body"
                                      : gas.is_additive() ? "largest diameter"
                                                          : "largest contact distance")));
  // Vacant sites and the species of occupied ones are chosen at random.
  RandomStream random(config.seed, Stream::placement);
  for (std::size_t i = 0; i < species.size(); ++i)
    std::swap((*sites)[i], (*sites)[i + random.below(sites->size() - i)]);
  sites->resize(species.size());
  Arrangement<Dim> result{*std::move(sites), {}};
  if (gas.bodies.empty()) return result;
  RandomStream rotations(config.seed, Stream::rotations);
  result.orientation.reserve(species.size());
  for (std::size_t i = 0; i < species.size(); ++i)
    result.orientation.push_back(random_rotation<Dim>(rotations));
  return result;
}

template <int Dim>
Snapshot placed_state(const StudyConfig& config, const std::atomic<bool>* interrupt) {
  Gas<Dim> gas = make_gas<Dim>(config);
  State<Dim> state;
  for (std::size_t s = 0; s < config.species.size(); ++s)
    state.species.insert(state.species.end(), static_cast<std::size_t>(config.species[s].count),
                         static_cast<std::uint8_t>(s));
  if (gas.is_polydisperse()) {
    draw_diameters(config, state);
    set_ranges(state, gas);
  }
  Arrangement<Dim> placed = config.placement == Placement::random
                                ? random_arrangement(config, gas, state, interrupt)
                                : lattice_arrangement(config, gas, state.species);
  state.position = std::move(placed.position);
  state.orientation = std::move(placed.orientation);
  draw_motion(config, gas, state);
  return to_snapshot(state, config);
}

}  // namespace

Snapshot make_initial_state(const StudyConfig& config, const std::atomic<bool>* interrupt) {
  switch (config.placement) {
    case Placement::file:
      return read_start_file(config);
    case Placement::listed:
      return read_listed_state(config);
    case Placement::lattice:
    case Placement::random:
      break;
  }
  return config.dimensions == 2 ? placed_state<2>(config, interrupt)
                                : placed_state<3>(config, interrupt);
}

}  // namespace clausius
