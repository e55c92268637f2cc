#include <array>
#include <cmath>
#include <vector>

#include "clausius/core/archive.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// Cumulants of the velocities and angular velocities of rough spheres, from their moments at each
// sample: a cooling gas changes the moments themselves.
template <int Dim>
class SpinCumulants final : public SavedMeasurement<SpinCumulants<Dim>, Dim> {
 public:
  explicit SpinCumulants(std::size_t species) : species_(species) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.gas.has_rough_spheres()) return nullptr;
    return std::make_unique<SpinCumulants>(start.run.count.size());
  }

  void on_sample(const Sample<Dim>& sample) override;
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(species_);
  }

 private:
  static constexpr std::array<const char*, 3> kNames{"cumulant_a20", "cumulant_a02",
                                                     "cumulant_a11"};
  std::vector<std::array<std::vector<double>, 3>> species_;  // each cumulant at the samples
};

template <int Dim>
void SpinCumulants<Dim>::on_sample(const Sample<Dim>& sample) {
  struct Sums {
    double v = 0, w = 0, vv = 0, ww = 0, vw = 0;
  };
  std::vector<Sums> all(species_.size());
  const State<Dim>& state = sample.state;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double v = state.velocity[i].squaredNorm(), w = state.angular_velocity[i].squaredNorm();
    Sums& sums = all[state.species[i]];
    sums.v += v;
    sums.w += w;
    sums.vv += v * v;
    sums.ww += w * w;
    sums.vw += v * w;
  }
  for (std::size_t s = 0; s < all.size(); ++s) {
    const Sums& one = all[s];
    const double count = sample.run.count[s], rotations = sample.run.rotations(s);
    if (one.v <= 0 || one.w <= 0 || rotations == 0) continue;
    const auto excess = [&](double freedom, double fourth, double second) {
      return freedom / (freedom + 2) * fourth * count / (second * second) - 1;
    };
    species_[s][0].push_back(excess(Dim, one.vv, one.v));
    species_[s][1].push_back(excess(rotations, one.ww, one.w));
    species_[s][2].push_back(one.vw * count / (one.v * one.w) - 1);
  }
}

template <int Dim>
std::vector<Observable> SpinCumulants<Dim>::observables(const Measured<Dim>& run) const {
  const std::array<Prediction, 3> theory = run.theory.spin_cumulants();
  std::vector<Observable> all;
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (std::size_t k = 0; k < kNames.size(); ++k) {
      const std::vector<double>& series = species_[s][k];
      if (series.empty()) continue;
      all.push_back(with_trend(observable(run.name_of(kNames[k], s), mean_of(series),
                                          series_error(series), theory[k], "1"),
                               trend_of(series)));
    }
  return all;
}

MeasurementKind spin_cumulants_kind() {
  MeasurementKind kind{"Velocities and spins of rough spheres", {}, {}};
  for (const Per per : {Per::gas, Per::species}) {
    const auto cumulant = [&](std::string_view name, std::string_view meaning,
                              std::string_view definition) {
      kind.observables.push_back({name, meaning, definition, nullptr, Need::rough_spheres, per});
    };
    const bool one = per == Per::gas;
    cumulant("cumulant_a20",
             one ? "Cumulant of the velocities of rough spheres: 0 of Maxwell's law."
                 : "Cumulant of the velocities of a species of rough spheres: 0 of Maxwell's law.",
             "<v^4>/<v^2>^2 * d/(d + 2) - 1");
    cumulant("cumulant_a02",
             one ? "Cumulant of the angular velocities of rough spheres: 0 of Maxwell's law, "
                   "positive where fast spins are frequent."
                 : "Cumulant of the angular velocities of a species of rough spheres: 0 of "
                   "Maxwell's law, positive where fast spins are frequent.",
             "<w^4>/<w^2>^2 * r/(r + 2) - 1 with r = 3 rotational degrees of freedom, 1 in 2D");
    cumulant("cumulant_a11",
             one ? "Correlation of the squares of velocity and angular velocity of rough spheres: "
                   "0 where they are independent."
                 : "Correlation of the squares of velocity and angular velocity of a species of "
                   "rough spheres: 0 where they are independent.",
             "<v^2 w^2>/(<v^2> <w^2>) - 1");
  }
  return kind;
}

}  // namespace

ListedMeasurement listed_spin_cumulants() {
  return {spin_cumulants_kind, SpinCumulants<2>::make, SpinCumulants<3>::make};
}

}  // namespace clausius
