#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"
#include "theory/rigid_gas.h"

namespace clausius {

/// How spheres (disks) of several species collide. By pairs of species, symmetric.
struct GranularContacts {
  Eigen::MatrixXd restitution;
  /// β from −1 (smooth) to 1 (the tangential relative velocity of the surfaces is reversed); empty:
  /// all are smooth.
  Eigen::MatrixXd tangential{};
  /// q = 4I/(mσ²) by species; of no meaning for smooth ones.
  std::vector<double> inertia{};
};

/// A homogeneous gas of inelastic, smooth or rough spheres (disks) of several species, each with
/// Maxwell's law at its own temperatures of translation and rotation (Garzó & Dufty, Phys. Rev. E
/// 60 (1999) 5706; rough ones: Huthmann & Zippelius, Phys. Rev. E 56 (1997) R6275; Luding,
/// Huthmann, McNamara & Zippelius, Phys. Rev. E 58 (1998) 3416; Santos, Kremer & Garzó, Prog.
/// Theor. Phys. Suppl. 184 (2010) 31).
class GranularMixture {
 public:
  GranularMixture(Mixture mixture, GranularContacts contacts);

  /// Kinds of rotation that collisions can change: of rough spheres 3, of rough disks 1, else 0.
  [[nodiscard]] int rotational_degrees(std::size_t species) const { return rotations_[species]; }
  /// k_BT of all: 2E over the degrees of freedom.
  [[nodiscard]] double mean(const RigidTemperatures& kt) const;

  /// Collisions per time that one particle of species i suffers from those of species j.
  [[nodiscard]] double collision_rate(std::size_t i, std::size_t j,
                                      const RigidTemperatures& kt) const;
  /// Collision rate of the average particle with all.
  [[nodiscard]] double collision_rate(const RigidTemperatures& kt) const;
  /// d k_BT/dt of all motions by collisions. Rotations that nothing changes keep theirs.
  [[nodiscard]] RigidTemperatures heating(const RigidTemperatures& kt) const;
  /// Change of all temperatures per collision of the average particle, d k_BT/dc.
  [[nodiscard]] RigidTemperatures relaxation(const RigidTemperatures& kt) const;

  /// The state in which all temperatures fall at one rate.
  struct Cooling {
    RigidTemperatures kt;       ///< at mean 1
    double reduced_rate = 0;    ///< −d ln T/dc
    double collision_rate = 0;  ///< at mean k_BT = 1; goes with √(k_BT)
  };
  [[nodiscard]] Cooling cooling() const;
  /// The state in which the collisions take what raises k_BT of the translation of species i by
  /// `heating[i]` per time. @pre some collision loses energy
  [[nodiscard]] RigidTemperatures driven(const std::vector<double>& heating) const;

  [[nodiscard]] std::string source() const;

 private:
  [[nodiscard]] std::size_t species() const { return mixture_.components.size(); }
  template <class Change>  // change(kt) → d k_BT/dt of all motions
  [[nodiscard]] RigidTemperatures steady(RigidTemperatures kt, const Change& change) const;

  Mixture mixture_;
  GranularContacts contacts_;
  Eigen::MatrixXd rates_;  // over the root mean square of the normal relative velocity
  std::vector<int> rotations_;
};

}  // namespace clausius
