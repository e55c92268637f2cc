#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "listed.h"
#include "theory/one_dimensional.h"

namespace clausius {

namespace {

// Speed of the fastest wall, relative to the thermal speed √(k_BT/m) at the start.
template <int Dim>
double relative_speed(const Measured<Dim>& run) {
  double fastest = 0;
  for (const auto& face : run.gas.boundary.faces)
    fastest = std::max(fastest, std::abs(face.path.velocity));
  return fastest / std::sqrt(run.history.rows().front().kt / run.gas.species[0].mass);
}

// Whether smooth walls move steadily and slower than sound.
template <int Dim>
bool walls_move_slowly(const Measured<Dim>& run) {
  const Boundary<Dim>& boundary = run.gas.boundary;
  return boundary.moves() && relative_speed(run) < 1 &&
         std::all_of(boundary.faces.begin(), boundary.faces.end(),
                     [](const auto& face) { return !face.path.swings(); });
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
  // Scatter between runs, and deviation of walls that do not move slowly, which drive sound:
  // measured with this program, 300 and 1000 spheres to half their volume, u from 0.02 to 0.4.
  double swept = 0;
  for (std::size_t k = 0; k < from.size(); ++k) swept += std::abs(to[k] / from[k] - 1);
  const double u = relative_speed(run);
  const double scatter =
      2.4 / Dim * std::sqrt(swept / run.theory.particles()) * portable::pow(u, 0.7);
  if (theory) theory->uncertainty = (0.06 + 0.25 * u) * u * theory->value;
  return {observable("adiabatic_temperature", last.kt / kb, StandardError{scatter * last.kt / kb},
                     theory, run.units.temperature)};
}

MeasurementKind adiabatic_kind() {
  return {"Adiabatic compression",
          {assuming({Assumption::fluid}, {"adiabatic_temperature",
                                          "Temperature at the end of a compression or expansion by "
                                          "smooth walls slower than sound.",
                                          "2 E/(k_B * degrees of freedom)", &UnitNames::temperature,
                                          Need::moving_wall})},
          {}};
}

}  // namespace

ListedMeasurement listed_adiabatic() {
  return {adiabatic_kind, Adiabatic<2>::make, Adiabatic<3>::make};
}

}  // namespace clausius
