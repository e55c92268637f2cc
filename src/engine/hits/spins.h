#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/random.h"
#include "clausius/engine/observer.h"
#include "collision/resolve.h"
#include "engine/hits/tangential_laws.h"
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
    const auto sphere = [](const SphereSpecies& one) -> RoughSphere {
      return {0.5 * one.diameter, one.mass, one.moment};
    };
    constexpr double kFixed = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < gas.species.size(); ++a) {
      const SphereSpecies& one = gas.species[a];
      moments_.push_back(one.moment);
      at_walls_.emplace_back(sphere(one), RoughSphere{0, kFixed, kFixed});
      for (std::size_t b = 0; b < gas.species.size(); ++b) {
        shares_.emplace_back(sphere(one), sphere(gas.species[b]));
        laws_.push_back(tangential_law(gas, a, b));
      }
    }
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
    Vec<Dim> first_velocity_change, second_velocity_change;
    double energy_change;
  };

  /// Tangential collision of two rough spheres. Vectors are passed by value: with references, the
  /// loop could not keep them in registers, even for smooth spheres.
  /// @param r from the first centre to the second
  /// @param v velocity of the second centre relative to the first
  /// @param normal_impulse momentum exchanged along r
  /// @param shown set if given
  [[gnu::noinline]]  // out of the loop of smooth spheres
  TangentialChange
  collide(Partner first, Partner second, Vec<Dim> r, Vec<Dim> v,  // NOLINT
          double normal_impulse, std::optional<SpinChange>* shown) {
    const std::size_t pair = first.species * moments_.size() + second.species;
    return exchange({laws_[pair], normal_impulse}, r, v, shares_[pair],
                    {moments_[first.species], spins_[first.id]},
                    {moments_[second.species], spins_[second.id]}, shown);
  }

  /// Tangential collision of a rough sphere with a wall.
  /// @param law of this sphere there
  /// @param normal unit vector into the wall
  /// @param v velocity of its centre relative to the surface of the wall
  /// @param normal_impulse momentum given to the wall along the normal
  TangentialChange collide_with_surface(Partner sphere, const TangentialLaw& law,
                                        const Vec<Dim>& normal, const Vec<Dim>& v,
                                        double normal_impulse, std::optional<SpinChange>* shown) {
    Vec<3> spin = Vec<3>::Zero();
    return exchange({law, normal_impulse}, normal, -v, at_walls_[sphere.species],
                    {moments_[sphere.species], spins_[sphere.id]}, {0, spin}, shown);
  }

  /// Draws an angular velocity of Maxwell's law for a sphere that leaves a bath at k_BT.
  /// @return energy that the bath gives to its rotation
  double leave_bath(Partner sphere, double kt, RandomStream& random,
                    std::optional<SpinChange>& shown) {
    const double moment = moments_[sphere.species];
    Vec<3>& spin = spins_[sphere.id];
    SpinChange& change = shown.emplace();
    change.first_before = spin;
    for (int k = 6 - 2 * Dim; k < 3; ++k)  // in two dimensions about z
      spin[k] = std::sqrt(kt / moment) * random.normal();
    change.first_after = spin;
    change.energy_change =
        0.5 * moment * (spin - change.first_before).dot(spin + change.first_before);
    return change.energy_change;
  }

  /// @throws ArchiveError
  void check(std::size_t particles) const {
    require(spins_.size() == (moments_.empty() ? 0 : particles), "belongs to another gas");
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(spins_);
  }

 private:
  struct Rotation {
    double moment;
    Vec<3>& spin;
  };

  struct Grip {
    const TangentialLaw& law;
    double normal_impulse;
  };

  static TangentialChange exchange(const Grip& grip, const Vec<Dim>& r, const Vec<Dim>& v,
                                   const RoughShares& shares, const Rotation& first,
                                   const Rotation& second, std::optional<SpinChange>* shown) {
    const TangentialImpulse<Dim> impulse = tangential_impulse<Dim>(
        r, v, shares, first.spin, second.spin, grip.law, grip.normal_impulse);
    SpinChange change;
    change.first_before = first.spin;
    change.second_before = second.spin;
    change.first_after = first.spin += impulse.first_spin_change;
    change.second_after = second.spin += impulse.second_spin_change;
    if (shown) {
      // ½ I (ω'² − ω²) as ½ I (ω' − ω)·(ω' + ω), which keeps the digits of a small change
      change.energy_change =
          0.5 * first.moment *
              impulse.first_spin_change.dot(change.first_after + change.first_before) +
          0.5 * second.moment *
              impulse.second_spin_change.dot(change.second_after + change.second_before);
      change.tangential_loss = impulse.energy_change;
      change.slides = impulse.slides;
      *shown = change;
    }
    return {impulse.change, impulse.first_velocity_change, impulse.second_velocity_change,
            impulse.energy_change};
  }

  std::vector<Vec<3>> spins_;          // by id
  std::vector<double> moments_;        // by species
  std::vector<RoughShares> shares_;    // by pair of species
  std::vector<RoughShares> at_walls_;  // by species
  std::vector<TangentialLaw> laws_;    // by pair of species
};

}  // namespace clausius
