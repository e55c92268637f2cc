#include "measure/walls/sheared_viscosity.h"

#include <cmath>
#include <utility>

#include "clausius/core/archive.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/walls/local_gas.h"

namespace clausius {

template <int Dim>
ProfileTheory<Dim> sheared_profile(const Measured<Dim>& run, int axis) {
  if (!run.gas.boundary.is_sheared()) return {};
  const Box<Dim>& box = run.gas.box;
  return [rate = run.gas.boundary.shear_rate, middle = 0.5 * box.size[axis],
          density = run.theory.particles() / box.volume()](double y) {
    LocalFlow<Dim> local;
    local.density = density;
    local.velocity.setZero();
    local.velocity[0] = rate * (y - middle);
    return local;
  };
}

template ProfileTheory<2> sheared_profile(const Measured<2>&, int);
template ProfileTheory<3> sheared_profile(const Measured<3>&, int);

namespace {

// The work of the images of a sheared box heats the gas: viscosity times shear rate squared, per
// volume. Newton's law holds for shear rates small compared with the collision rate.
template <int Dim>
class ShearedViscosity final : public SavedMeasurement<ShearedViscosity<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.gas.boundary.is_sheared()) return nullptr;
    return std::make_unique<ShearedViscosity>();
  }

  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    intervals_.push_back({interval.duration, interval.totals.shear_work});
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(intervals_);
  }

 private:
  static Prediction theory(const Measured<Dim>& run);

  struct Part {
    double duration = 0, work = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(duration, work);
    }
  };
  std::vector<Part> intervals_;
};

template <int Dim>
Prediction ShearedViscosity<Dim>::theory(const Measured<Dim>& run) {
  if (const auto granular = run.theory.sheared_state(); granular && !run.options.driven) {
    const double viscosity = -granular->pressure.xy / run.gas.boundary.shear_rate;
    return TheoryValue{viscosity, granular->source, granular->uncertainty * viscosity};
  }
  const double kt = run.total().kt_time / run.total().duration;
  const auto gas = local_gas(run.gas, run.theory.particles() / run.gas.box.volume(), kt);
  if (!gas) return std::nullopt;
  constexpr double kSlow = 0.2;  // shear stress over the pressure of an ideal gas
  TheoryValue at_rest = correlated_shear_viscosity(*gas);
  at_rest.source += ", at small shear rates";
  const bool is_slow =
      at_rest.value * std::abs(run.gas.boundary.shear_rate) < kSlow * gas->density * kt;
  Prediction viscosity = GasTheory::where_it_holds(*gas, std::move(at_rest));
  if (!is_slow && viscosity) return std::nullopt;
  return viscosity;
}

template <int Dim>
std::vector<Observable> ShearedViscosity<Dim>::observables(const Measured<Dim>& run) const {
  const double rate = run.gas.boundary.shear_rate, per = rate * rate * run.gas.box.volume();
  const auto duration = [](const Part& one) { return one.duration; };
  const auto work = [](const Part& one) { return one.work; };
  double given = 0, whole = 0;
  for (const Part& one : intervals_) {
    given += one.work;
    whole += one.duration;
  }
  const double viscosity = given / (whole * per);
  return {
      with_trend(observable("sheared_viscosity", viscosity,
                            times(relative_error(intervals_, work, duration), std::abs(viscosity)),
                            theory(run), run.units.viscosity),
                 times(trend_of(intervals_, work, duration), 1 / per))};
}

MeasurementKind sheared_viscosity_kind() {
  return {"Shear",
          {over_time({"sheared_viscosity",
                      "Viscosity of a gas between Lees-Edwards boundaries, from the work of "
                      "shearing it.",
                      "work/(shear rate^2 * V * t)", &UnitNames::viscosity, Need::shear})},
          {}};
}

}  // namespace

ListedMeasurement listed_sheared_viscosity() {
  return {sheared_viscosity_kind, ShearedViscosity<2>::make, ShearedViscosity<3>::make};
}

}  // namespace clausius
