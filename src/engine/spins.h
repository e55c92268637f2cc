#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/random.h"
#include "clausius/engine/observer.h"
#include "collision/resolve.h"
#include "engine/local_clock.h"
#include "engine/memory.h"
#include "engine/records.h"

namespace clausius {

/// The angular velocities of rough spheres, and their change in collisions. Nothing else changes
/// them, and they change no flight: this is all that the loops of smooth spheres need in addition.
/// Empty in a gas of smooth spheres.
template <int Dim>
class Spins {
 public:
  Spins() = default;
  Spins(const Gas<Dim>& gas, const State<Dim>& start) {
    if (!gas.is_rough()) return;
    pairs_ = gas.tangential;
    walls_ = gas.wall_tangential;
    for (const SphereSpecies& one : gas.species)
      species_.push_back({{0.5 * one.diameter, 1 / one.mass, 1 / one.moment}, one.moment});
    set(start);
  }

  [[nodiscard]] bool any() const { return !spins_.empty(); }
  void set(const State<Dim>& state) { spins_ = state.angular_velocity; }
  void copy_to(State<Dim>& state) const { state.angular_velocity = spins_; }
  void add_to(RecordHash& hash) const {
    for (const Vec<3>& spin : spins_) hash.add_all(spin);
  }
  [[nodiscard]] std::size_t memory_bytes() const { return bytes_of(spins_); }

  struct Partner {
    Id id;
    std::size_t species;
  };
  struct TangentialChange {
    Vec<Dim> change;  ///< momentum given to the second; the first gets the opposite
    double energy_change;
  };

  /// Tangential collision of two rough spheres. Vectors are passed by value: with references, the
  /// loop could not keep them in registers, even for smooth spheres.
  /// @param r from the first centre to the second
  /// @param v velocity of the second centre relative to the first
  /// @param shown set if given
  [[gnu::noinline]]  // out of the loop of smooth spheres
  TangentialChange
  collide(Partner first, Partner second, Vec<Dim> r, Vec<Dim> v,  // NOLINT
          std::optional<SpinChange>* shown) {
    const double beta =
        pairs_(static_cast<Eigen::Index>(first.species), static_cast<Eigen::Index>(second.species));
    return collide(beta, r, v, species_[first.species], spins_[first.id], species_[second.species],
                   spins_[second.id], shown);
  }

  /// Tangential collision of a rough sphere with a wall.
  /// @param normal unit vector into the wall
  /// @param v velocity of its centre relative to the surface of the wall
  TangentialChange collide(Partner sphere, const Vec<Dim>& normal, const Vec<Dim>& v,
                           std::optional<SpinChange>* shown) {
    Vec<3> spin = Vec<3>::Zero();
    return collide(walls_[sphere.species], normal, -v, species_[sphere.species], spins_[sphere.id],
                   {}, spin, shown);
  }

  /// Whether tangential impulses at walls dissipate the energy of a species.
  [[nodiscard]] bool loses_at_walls(std::size_t species) const {
    return any() && std::abs(walls_[species]) != 1;
  }

  /// Draws an angular velocity of Maxwell's law for a sphere that leaves a bath at k_BT.
  /// @return energy that the bath gives to its rotation
  double leave_bath(Partner sphere, double kt, RandomStream& random,
                    std::optional<SpinChange>& shown) {
    const Species& species = species_[sphere.species];
    Vec<3>& spin = spins_[sphere.id];
    SpinChange& change = shown.emplace();
    change.first_before = spin;
    for (int k = 6 - 2 * Dim; k < 3; ++k)  // in two dimensions about z
      spin[k] = std::sqrt(kt / species.moment) * random.normal();
    change.first_after = spin;
    change.energy_change =
        0.5 * species.moment * (spin - change.first_before).dot(spin + change.first_before);
    return change.energy_change;
  }

  /// @throws ArchiveError
  void check(std::size_t particles) const {
    require(spins_.size() == (species_.empty() ? 0 : particles), "belongs to another gas");
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(spins_);
  }

 private:
  struct Species {
    RoughSphere sphere;
    double moment = 0;
  };

  static TangentialChange collide(double beta, const Vec<Dim>& r, const Vec<Dim>& v,
                                  const Species& first, Vec<3>& first_spin, const Species& second,
                                  Vec<3>& second_spin, std::optional<SpinChange>* shown) {
    const TangentialImpulse<Dim> impulse =
        tangential_impulse<Dim>(r, v, first.sphere, first_spin, second.sphere, second_spin, beta);
    SpinChange change;
    change.first_before = first_spin;
    change.second_before = second_spin;
    change.first_after = first_spin += impulse.first_spin_change;
    change.second_after = second_spin += impulse.second_spin_change;
    if (shown) {
      // ½ I (ω'² − ω²) as ½ I (ω' − ω)·(ω' + ω), which keeps the digits of a small change
      change.energy_change =
          0.5 * first.moment *
              impulse.first_spin_change.dot(change.first_after + change.first_before) +
          0.5 * second.moment *
              impulse.second_spin_change.dot(change.second_after + change.second_before);
      *shown = change;
    }
    return {impulse.change, impulse.energy_change};
  }

  std::vector<Vec<3>> spins_;  // by id
  std::vector<Species> species_;
  Eigen::MatrixXd pairs_;  // β
  std::vector<double> walls_;
};

}  // namespace clausius
