#pragma once

#include <algorithm>
#include <vector>

#include "clausius/engine/state.h"
#include "collision/shares.h"
#include "engine/memory.h"

namespace clausius {

/// Data for a collision of two spheres.
struct PairOfKinds {
  double reduced_mass;
  double restitution;
  MassShares shares;
};

/// The largest excess of a contact distance over half the sum of the two diameters; 0 in an
/// additive gas. Spheres whose diameters are larger by this much touch before the particles do.
template <int Dim>
double largest_excess(const Gas<Dim>& gas) {
  double excess = 0;
  for (std::size_t i = 0; i < gas.species.size() && !gas.is_additive(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      excess = std::max(excess, gas.contact_distance(i, j) -
                                    0.5 * (gas.species[i].diameter + gas.species[j].diameter));
  return excess;
}

/// The kinds of spheres in a gas, which have one radius and one mass each: the species, or, in a
/// polydisperse gas, each particle for itself. Data of pairs of species are computed ahead, those
/// of two particles when they collide.
template <int Dim>
class Kinds {
 public:
  Kinds(const Gas<Dim>& gas, const State<Dim>& start)
      : restitution_(gas.restitution),
        contact_distances_(gas.contact_distances.data(),
                           gas.contact_distances.data() + gas.contact_distances.size()) {
    if (gas.is_polydisperse()) {
      species_ = start.species;
      diameters_ = start.diameter;
      for (std::size_t id = 0; id < start.size(); ++id) masses_.push_back(mass_of(gas, start, id));
      return;
    }
    for (const SphereSpecies& one : gas.species) {
      diameters_.push_back(one.diameter);
      masses_.push_back(one.mass);
    }
    for (std::size_t i = 0; i < masses_.size(); ++i)
      for (std::size_t j = 0; j < masses_.size(); ++j) pairs_.push_back(make_pair(i, j, i, j));
  }

  [[nodiscard]] std::size_t count() const { return diameters_.size(); }
  /// Whether each particle is of a kind of its own.
  [[nodiscard]] bool are_particles() const { return !species_.empty(); }
  [[nodiscard]] std::size_t kind_of(std::size_t id, std::size_t its_species) const {
    return are_particles() ? id : its_species;
  }
  [[nodiscard]] std::size_t species(std::size_t kind) const {
    return are_particles() ? species_[kind] : kind;
  }
  [[nodiscard]] double mass(std::size_t kind) const { return masses_[kind]; }
  [[nodiscard]] double diameter(std::size_t kind) const { return diameters_[kind]; }
  [[nodiscard]] bool are_additive() const { return contact_distances_.empty(); }
  /// Distance of the centres at contact.
  [[nodiscard]] double contact_distance(std::size_t i, std::size_t j) const {
    if (are_additive()) [[likely]]
      return 0.5 * diameters_[i] + 0.5 * diameters_[j];
    return contact_distances_[i * diameters_.size() + j];
  }
  /// Distance of the centre of i from the point of its contact with j, which divides the distance
  /// of the centres as the diameters: the radius in an additive gas.
  [[nodiscard]] double arm(std::size_t i, std::size_t j) const {
    if (are_additive()) [[likely]]
      return 0.5 * diameters_[i];
    return contact_distance(i, j) * (diameters_[i] / (diameters_[i] + diameters_[j]));
  }
  /// Valid until the next call.
  [[nodiscard]] const PairOfKinds& pair(std::size_t i, std::size_t j) {
    if (!are_particles()) [[likely]]
      return pairs_[i * masses_.size() + j];
    return own_pair(i, j);
  }

  void copy_to(State<Dim>& state) const {
    if (!are_particles()) return;
    state.species = species_;
    state.diameter = diameters_;
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return are_particles() ? bytes_of(species_) + bytes_of(diameters_) + bytes_of(masses_) : 0;
  }

 private:
  [[nodiscard]] PairOfKinds make_pair(std::size_t i, std::size_t j, std::size_t s_i,
                                      std::size_t s_j) const {
    const double m_i = masses_[i], m_j = masses_[j];
    return {1 / (1 / m_i + 1 / m_j),
            restitution_(static_cast<Eigen::Index>(s_i), static_cast<Eigen::Index>(s_j)),
            MassShares(m_i, m_j)};
  }
  [[gnu::noinline]] const PairOfKinds& own_pair(std::size_t i, std::size_t j) {
    return own_pair_ = make_pair(i, j, species_[i], species_[j]);
  }

  Eigen::MatrixXd restitution_;
  std::vector<std::uint8_t> species_;  // by kind, where kinds are particles
  std::vector<double> diameters_, masses_;
  std::vector<double> contact_distances_;  // of species [i][j], flat; empty in an additive gas
  std::vector<PairOfKinds> pairs_;         // of species [i][j], flat
  PairOfKinds own_pair_{};
};

}  // namespace clausius
