#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "measure/velocities/h_function.h"

namespace clausius {

template <int Dim>
struct Sample;

/// Data of the gas recorded at a sample, at the start and at the end.
struct HistoryRow {
  double time = 0, collisions_per_particle = 0;
  double energy = 0;            ///< energy, including potential energy under gravity
  double potential = 0;         ///< potential energy
  double flow = 0;              ///< kinetic energy of the flow, see Sample::flow_energy
  double predicted_energy = 0;  ///< initial + work + heat − predicted losses
  double kt = 0;
  double kurtosis = 0, kurtosis_error = 0;  ///< ⟨v⁴⟩/⟨v²⟩², mean over the particles
  double sonine_a3 = 0;
  double work = 0, dissipated = 0;  ///< up to this instant
  std::int64_t collisions = 0;      ///< between particles, up to this instant
  bool measured = false;            ///< whether it belongs to the measured part
  std::optional<double> h;          ///< Boltzmann's H
  double pressure = 0, path = 0;    ///< in the preceding interval: virial, mean free path
  std::vector<double> species_kt, translational_kt, rotational_kt;  ///< by species

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, collisions_per_particle, energy, potential, flow, predicted_energy, kt, kurtosis,
            kurtosis_error, sonine_a3, work, dissipated, collisions, measured, h, pressure, path,
            species_kt, translational_kt, rotational_kt);
  }
};

/// k_BT of a species at the samples of the measured part: of all its degrees of freedom, of
/// translation, and of rotation if it has one. Empty without particles.
struct SpeciesSeries {
  std::vector<double> kt, translational_kt, rotational_kt;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(kt, translational_kt, rotational_kt);
  }
};

/// Record of the instants at which the gas was sampled, shared by all measurements: the tables over
/// time are views of its rows.
template <int Dim>
class History {
 public:
  /// @param start the initial state
  /// @param count particles of each species
  History(const Gas<Dim>& gas, const State<Dim>& start, const std::vector<double>& count);

  /// Adds a row. @pre the books have been brought up to this instant
  void add(const Sample<Dim>& sample);
  /// Marks the last row as a sample of the measured part, not the remainder before the end.
  void is_measured_sample();

  /// At least one row, that of the start, from the first call of add() on.
  [[nodiscard]] const std::vector<HistoryRow>& rows() const { return rows_; }
  /// Collisions per particle at each row.
  [[nodiscard]] std::vector<double> collisions_per_particle() const;
  [[nodiscard]] const SpeciesSeries& series(std::size_t species) const { return series_[species]; }
  /// Number of samples in the measured part.
  [[nodiscard]] std::size_t samples() const { return samples_; }
  /// Energy at the start, including potential energy under gravity.
  [[nodiscard]] double energy_initial() const { return energy_initial_; }
  /// Kinetic energy at the last row.
  [[nodiscard]] double kinetic_energy() const {
    return rows_.back().energy - rows_.back().potential;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(rows_, series_, samples_);
  }

 private:
  std::vector<double> count_;  // by species
  double energy_initial_;
  std::vector<HFunction> h_functions_;  // by species
  std::vector<HistoryRow> rows_;
  std::vector<SpeciesSeries> series_;
  std::size_t samples_ = 0;
};

}  // namespace clausius
