#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"
#include "theory/fluid/rigid_gas.h"
#include "theory/velocities/rough_gas.h"
#include "theory/velocities/sliding_hits.h"

namespace clausius {

/// Collision law of spheres (disks) of several species. By pairs of species, symmetric.
struct GranularContacts {
  Eigen::MatrixXd restitution;
  /// β from −1 (smooth) to 1 (the tangential relative velocity of the surfaces is reversed); empty:
  /// all spheres are smooth.
  Eigen::MatrixXd tangential{};
  /// q = 4I/(mσ²) by species; not used for smooth ones.
  std::vector<double> inertia{};
  /// Coefficients of friction, which limit tangential impulses to this many normal ones; infinite
  /// without limit; empty: none is limited.
  Eigen::MatrixXd friction{};
};

/// A homogeneous gas of inelastic, smooth or rough spheres (disks) of several species, each with
/// Maxwell's law at its own temperatures of translation and rotation (Garzó & Dufty, Phys. Rev. E
/// 60 (1999) 5706; rough ones: Huthmann & Zippelius, Phys. Rev. E 56 (1997) R6275; Luding,
/// Huthmann, McNamara & Zippelius, Phys. Rev. E 58 (1998) 3416; Santos, Kremer & Garzó, Prog.
/// Theor. Phys. Suppl. 184 (2010) 31; with friction: Herbst, Huthmann & Zippelius, Granular Matter
/// 2 (2000) 211, with all averages over the law instead of their expansions).
class GranularMixture {
 public:
  GranularMixture(const Mixture& mixture, GranularContacts contacts);
  /// N = Σ count particles.
  /// @param rates their partial collision rates in equilibrium at k_BT = 1
  /// @param at_rest share of the axes along which the total momentum is always zero
  GranularMixture(Mixture mixture, GranularContacts contacts, Eigen::MatrixXd rates,
                  double at_rest);

  /// Number of rotational degrees of freedom that collisions can change: 3 for rough spheres, 1 for
  /// rough disks, otherwise 0.
  [[nodiscard]] int rotational_degrees(std::size_t species) const { return rotations_[species]; }
  /// k_BT of all: 2E over the degrees of freedom.
  [[nodiscard]] double mean(const RigidTemperatures& kt) const;

  /// Partial collision rate: collisions per time of one particle of species i with particles of
  /// species j.
  [[nodiscard]] double collision_rate(std::size_t i, std::size_t j,
                                      const RigidTemperatures& kt) const;
  /// Collision rate averaged over all particles.
  [[nodiscard]] double collision_rate(const RigidTemperatures& kt) const;
  /// d k_BT/dt of all degrees of freedom by collisions. Rotations that cannot change keep their
  /// temperature.
  [[nodiscard]] RigidTemperatures heating(const RigidTemperatures& kt) const;
  /// Change of all temperatures per collision of the average particle, d k_BT/dc.
  [[nodiscard]] RigidTemperatures relaxation(const RigidTemperatures& kt) const;
  /// Fraction of the hits with friction that slide; 0 if there are none.
  [[nodiscard]] double sliding_fraction(const RigidTemperatures& kt) const;

  /// The state in which all temperatures decrease at one rate.
  struct Cooling {
    RigidTemperatures kt;       ///< at mean 1
    double reduced_rate = 0;    ///< −d ln T/dc
    double collision_rate = 0;  ///< at mean k_BT = 1; proportional to √(k_BT)
    /// Whether there is such a state: spins that slide past all others cool more slowly than the
    /// velocities if there is little friction and much is lost along the normal.
    bool exists = true;
  };
  [[nodiscard]] Cooling cooling() const;
  /// This gas beyond Maxwell's law, if it is of one rough species without friction.
  [[nodiscard]] std::optional<RoughGas> rough_gas() const;
  /// The state in which the collisions dissipate the heating, which would raise k_BT of the
  /// translation of species i by `heating[i]` per time. @pre some collision loses energy
  [[nodiscard]] RigidTemperatures driven(const std::vector<double>& heating) const;

  [[nodiscard]] std::string source() const;

 private:
  [[nodiscard]] bool may_slide() const {
    return contacts_.friction.size() > 0 && !contacts_.friction.array().isInf().all();
  }
  [[nodiscard]] std::size_t species() const { return mixture_.components.size(); }
  template <class Change>  // change(kt) → d k_BT/dt of all motions
  [[nodiscard]] RigidTemperatures steady(RigidTemperatures kt, const Change& change) const;
  /// The tangential part of a hit. @pre the pair is rough
  struct Tangential {
    double impulse = 0;  ///< of a hit that sticks, over the tangential velocity
    double slip_sq = 0;  ///< variance of each component of that
    SlidingHits hits;
  };
  /// @param s_sq variance of a component of the relative velocity of the centres
  [[nodiscard]] Tangential tangential(std::size_t i, std::size_t j, double s_sq,
                                      const RigidTemperatures& kt) const;
  [[nodiscard]] bool is_rough(std::size_t i, std::size_t j) const {
    return contacts_.tangential.size() > 0 &&
           contacts_.tangential(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) > -1;
  }
  /// Whether spins have become independent of the velocities.
  [[nodiscard]] bool spins_away(const RigidTemperatures& kt) const;

  Mixture mixture_;
  GranularContacts contacts_;
  Eigen::MatrixXd rates_;  // divided by the root mean square of the normal relative velocity
  std::vector<int> rotations_;
  double at_rest_;
};

}  // namespace clausius
