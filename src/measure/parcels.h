#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/theory/value.h"

namespace clausius {

/// A gas that parcels stand for.
struct ParcelGas {
  std::string name;
  double count = 0;          ///< of its parcels
  double amount = 0;         ///< of the gas: molecules, or what else it is measured in
  int internal_degrees = 0;  ///< of each reservoir, as of each molecule
  /// ⟨½ m v²⟩ of the parcels in equilibrium over d/2 k_BT, 1 but for the conserved momentum's
  /// share; empty: no equilibrium is known.
  std::optional<double> translation{};
};

/// How gases share their energy that are represented by few heavy parcels, beside what
/// equipartition makes of the parcels and what a real mixture of the gases would do: in that each
/// molecule, and so each gas by its amount, has an equal share of the translational energy and of
/// the pressure; of parcels it is each parcel, however many molecules it stands for.
class Parcels {
 public:
  Parcels(int dimensions, std::vector<ParcelGas> gases);

  /// k_BT of translation and of reservoirs of each gas: 2 energy/(degrees of freedom).
  struct Temperatures {
    std::vector<double> translation, reservoirs;
  };

  /// Each gas has `energy_share_NAME`, its part of the translational energy of all;
  /// `energy_share_bias_NAME`, that over the part of its molecules in a real mixture;
  /// `partial_pressure_NAME`, 2/(d V) of its translational energy; `translational_share_NAME`, the
  /// part of its energy that is translational, where it has reservoirs. With reservoirs
  /// `pressure_bias` of all: translational energy over that of a real mixture of the same total
  /// energy, which is the pressure over what it should be.
  /// @param translation, reservoirs  by gas, k_BT at each sample
  /// @param kt  of the whole in equilibrium
  [[nodiscard]] std::vector<Observable> observables(
      const std::vector<std::vector<double>>& translation,
      const std::vector<std::vector<double>>& reservoirs, double kt, double volume,
      const std::string& pressure_unit) const;

  /// The part that a gas has of the translational energy of all.
  [[nodiscard]] double energy_share(const std::vector<double>& translation, std::size_t gas) const;
  /// The part of its energy that is translational; NaN without reservoirs.
  [[nodiscard]] double translational_share(const Temperatures& kt, std::size_t gas) const;
  /// Shares of energy in equilibrium, of the parcels and of molecules.
  [[nodiscard]] std::optional<double> parcels_share(std::size_t gas) const;
  [[nodiscard]] double molecules_share(std::size_t gas) const;
  [[nodiscard]] double molecules_translational_share(std::size_t gas) const;

  [[nodiscard]] const std::vector<ParcelGas>& gases() const { return gases_; }

 private:
  /// Translational over total energy of the real mixture.
  [[nodiscard]] double molecules_pressure() const;

  int dimensions_;
  std::vector<ParcelGas> gases_;
  double amount_ = 0;  // of all
};

}  // namespace clausius
