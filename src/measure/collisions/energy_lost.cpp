#include <numeric>
#include <utility>

#include "clausius/core/archive.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// The energy that collisions of spheres dissipate of the motion along the line of centres.
template <int Dim>
class EnergyLost final : public SavedMeasurement<EnergyLost<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Gas<Dim>& gas = start.run.gas;
    const bool loses = gas.viscosity > 0 || gas.restitution.minCoeff() < 1;
    if (!loses || gas.added_speed > 0 || !gas.bodies.empty() || gas.has_reservoirs() ||
        gas.boundary.is_sheared())
      return nullptr;
    std::vector<double> masses;
    masses.reserve(gas.species.size());
    for (const SphereSpecies& one : gas.species) masses.push_back(one.mass);
    return std::make_unique<EnergyLost>(std::move(masses));
  }
  explicit EnergyLost(std::vector<double> masses) : masses_(std::move(masses)) {}

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void on_collision(const CollisionRecord<Dim>& collision) override;
  void on_interval(const Interval<Dim>& /*interval*/, const Measured<Dim>& /*run*/) override {
    had_.push_back(std::exchange(had_now_, 0.0));
    lost_.push_back(std::exchange(lost_now_, 0.0));
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(had_now_, lost_now_, spared_, had_, lost_);
  }

 private:
  std::vector<double> masses_;  // by species
  // Energy of the relative motion along the line of centres before collisions, and the part that
  // was lost, since the last interval and in each.
  double had_now_ = 0, lost_now_ = 0;
  double spared_ = 0;  // energy of collisions that the contact-duration rule made elastic
  std::vector<double> had_, lost_;
};

template <int Dim>
void EnergyLost<Dim>::on_collision(const CollisionRecord<Dim>& collision) {
  if (collision.second == CollisionRecord<Dim>::kWall) return;
  const double first = masses_[collision.first_species], second = masses_[collision.second_species];
  const double half_mass = 0.5 * first * second / (first + second);
  const double before = (collision.second_before - collision.first_before).dot(collision.normal);
  const double after = (collision.second_after - collision.first_after).dot(collision.normal);
  had_now_ += half_mass * before * before;
  lost_now_ += half_mass * (before * before - after * after);
  if (collision.restitution == 1) spared_ += half_mass * before * before;
}

template <int Dim>
std::vector<Observable> EnergyLost<Dim>::observables(const Measured<Dim>& run) const {
  const double had = std::accumulate(had_.begin(), had_.end(), 0.0);
  if (had <= 0) return {};
  const double lost = std::accumulate(lost_.begin(), lost_.end(), 0.0);
  // Collisions made elastic by the contact-duration rule do not follow the law.
  const Prediction theory = run.theory.energy_lost_fraction().with([&](TheoryValue one) {
    one.uncertainty = one.value * spared_ / had;
    return one;
  });
  // Where all collisions follow one law the fraction is a constant, except for those made elastic:
  // it has no error but rounding.
  Observable result = observable("energy_lost_fraction", lost / had,
                                 theory ? std::nullopt : ratio_error(lost_, had_), theory, "1");
  result.is_conserved = theory.has_value();
  if (!theory) result = with_trend(std::move(result), trend_of(lost_, had_));
  return {result};
}

MeasurementKind energy_lost_kind() {
  return {
      "Energy lost in collisions",
      {over_collisions(assuming(
          {}, {"energy_lost_fraction",
               "Fraction of the kinetic energy along the line of centres that collisions between "
               "spheres dissipate.",
               "sum of mu (v_n^2 - v_n'^2)/sum of mu v_n^2", nullptr, Need::inelastic}))},
      {}};
}

}  // namespace

ListedMeasurement listed_energy_lost() {
  return {energy_lost_kind, EnergyLost<2>::make, EnergyLost<3>::make};
}

}  // namespace clausius
