#include "measure/interval_statistics.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// The energy of the pairs within the range of each other, at the samples.
template <int Dim>
class PotentialEnergy final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    return start.run.gas.has_steps() ? std::make_unique<PotentialEnergy>() : nullptr;
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    std::vector<double> energies;
    for (const HistoryRow& row : run.history.rows())
      if (row.measured) energies.push_back(row.potential / run.theory.particles());
    if (energies.empty()) return {};
    const double kt = run.books.total().kt_time / run.books.total().duration;
    return {with_trend(observable("potential_energy", mean_of(energies), series_error(energies),
                                  run.theory.potential_energy(kt), run.units.energy),
                       trend_of(energies))};
  }
};

MeasurementKind potential_energy_kind() {
  return {
      "Potential energy",
      {over_time({"potential_energy",
                  "Mean energy of a particle by the potential of pairs, half of that of each of "
                  "its pairs.",
                  "sum of the energies of pairs/N", &UnitNames::energy, Need::potential})},
      {}};
}

}  // namespace

ListedMeasurement listed_potential_energy() {
  return {potential_energy_kind, PotentialEnergy<2>::make, PotentialEnergy<3>::make};
}

}  // namespace clausius
