#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/theory/value.h"

namespace clausius {

/// A gas represented by parcels.
struct ParcelGas {
  std::string name;
  double count = 0;          ///< number of its parcels
  double amount = 0;         ///< amount of the gas: molecules, or another measure
  int internal_degrees = 0;  ///< degrees of freedom of each reservoir, as of each molecule
  /// ⟨½ m v²⟩ of the parcels in equilibrium divided by d/2 k_BT, which is 1 except for the share of
  /// the conserved momentum; empty: no equilibrium is known.
  std::optional<double> translation{};
};

/// Energy sharing between gases that are represented by few heavy parcels, compared with
/// equipartition among the parcels and with a real mixture of the gases: in the latter each
/// molecule, and so each gas by its amount, has an equal share of the translational energy and of
/// the pressure; with parcels each parcel has it, however many molecules it represents.
class ParcelShares {
 public:
  ParcelShares(int dimensions, std::vector<ParcelGas> gases);

  /// k_BT of translation and of reservoirs of each gas: 2 energy/(degrees of freedom).
  struct Temperatures {
    std::vector<double> translation, reservoirs;
  };

  /// Each gas has `energy_share_NAME`, its part of the translational energy of all;
  /// `energy_share_bias_NAME`, that part relative to the part of its molecules in a real mixture;
  /// `partial_pressure_NAME`, 2/(d V) times its translational energy; `translational_share_NAME`,
  /// the translational part of its energy, if it has reservoirs. With reservoirs `pressure_bias` of
  /// all: translational energy relative to that of a real mixture of the same total energy, that is
  /// the pressure relative to its correct value.
  /// @param translation, reservoirs  by gas, k_BT at each sample
  /// @param kt  k_BT of the whole in equilibrium
  [[nodiscard]] std::vector<Observable> observables(
      const std::vector<std::vector<double>>& translation,
      const std::vector<std::vector<double>>& reservoirs, double kt, double volume,
      const std::string& pressure_unit) const;

  /// Fraction of the translational energy of all that a gas has.
  [[nodiscard]] double energy_share(const std::vector<double>& translation, std::size_t gas) const;
  /// Fraction of a gas's energy that is translational; NaN without reservoirs.
  [[nodiscard]] double translational_share(const Temperatures& kt, std::size_t gas) const;
  /// Shares of energy in equilibrium, among the parcels and among molecules.
  [[nodiscard]] std::optional<double> parcels_share(std::size_t gas) const;
  [[nodiscard]] double molecules_share(std::size_t gas) const;
  [[nodiscard]] double molecules_translational_share(std::size_t gas) const;

  [[nodiscard]] const std::vector<ParcelGas>& gases() const { return gases_; }

 private:
  /// Ratio of translational to total energy of the real mixture.
  [[nodiscard]] double molecules_pressure() const;

  int dimensions_;
  std::vector<ParcelGas> gases_;
  double amount_ = 0;  // amount of all gases
};

}  // namespace clausius
