#include <algorithm>
#include <cmath>

#include "listed.h"
#include "theory/one_dimensional.h"

namespace clausius {

namespace {

// Whether smooth walls move steadily and slowly compared with the particles.
template <int Dim>
bool walls_move_slowly(const Measured<Dim>& run) {
  constexpr double kSlow = 0.1;
  const Boundary<Dim>& boundary = run.gas.boundary;
  const double fast = kSlow * std::sqrt(run.history.rows().front().kt / run.gas.species[0].mass);
  return boundary.moves() &&
         std::all_of(boundary.faces.begin(), boundary.faces.end(), [fast](const auto& face) {
           return !face.path.swings() && std::abs(face.path.velocity) < fast;
         });
}

template <int Dim>
class Adiabatic final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Measured<Dim>& run = start.run;
    if (!walls_move_slowly(run) || run.gas.boundary.is_thermal() ||
        run.gas.boundary.has_gravity() || run.options.dissipates || run.options.driven ||
        run.count.size() > 1 || !run.gas.bodies.empty())
      return nullptr;
    return std::make_unique<Adiabatic>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
};

template <int Dim>
std::vector<Observable> Adiabatic<Dim>::observables(const Measured<Dim>& run) const {
  const Gas<Dim>& gas = run.gas;
  const double kb = run.options.boltzmann, begin = run.history.rows().front().time,
               kt = run.history.rows().front().kt;
  const Instant& last = run.books.last();
  std::vector<double> from, to;
  std::vector<bool> walls;
  for (int k = 0; k < Dim; ++k) {
    const bool periodic = gas.box.periodic[k];
    const auto edge = [&](double time) {
      return periodic ? gas.box.size[k]
                      : gas.boundary.position(gas.box, 2 * k + 1, time) -
                            gas.boundary.position(gas.box, 2 * k, time);
    };
    from.push_back(edge(begin));
    to.push_back(edge(last.time));
    walls.push_back(!periodic);
  }
  auto theory = adiabatic_temperature(Dim, run.theory.particles(), gas.species[0].diameter,
                                      run.theory.degrees_of_freedom(), kt, from, to, walls);
  if (theory) *theory *= 1 / kb;
  return {observable("adiabatic_temperature", last.kt / kb, std::nullopt, theory,
                     run.units.temperature)};
}

MeasurementKind adiabatic_kind() {
  return {
      "Adiabatic compression",
      {assuming({Assumption::fluid}, {"adiabatic_temperature",
                                      "Temperature at the end of a slow compression or expansion "
                                      "by smooth walls.",
                                      "2 E/(k_B * degrees of freedom)", &UnitNames::temperature,
                                      Need::moving_wall, Per::gas, Kind::exact})},
      {}};
}

}  // namespace

ListedMeasurement listed_adiabatic() {
  return {adiabatic_kind, Adiabatic<2>::make, Adiabatic<3>::make};
}

}  // namespace clausius
