#include "measure/walls/face_flows.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "measure/interval_statistics.h"
#include "measure/walls/conduction.h"
#include "measure/walls/gravity.h"
#include "measure/walls/shock.h"
#include "measure/walls/sliding.h"

namespace clausius {

namespace {

template <int Dim>
void add_flows_at(int face, const FlowRecord<Dim>& record, const Measured<Dim>& run,
                  const std::optional<ShockBeforeWall>& shock, std::vector<Observable>& all) {
  const auto index = static_cast<std::size_t>(face);
  const FaceWall<Dim>& wall = run.gas.boundary.faces[face];
  const auto add = [&](const std::string& what, double per, const std::string& unit,
                       const Prediction& theory, const auto& value) {
    const StoredFlow flow = record.flow_of([&](const auto& faces) { return value(faces[index]); });
    const double rate = flow.rate() / per;
    std::optional<StandardError> error = flow.error();
    if (error) *error /= per;
    if (what == "pressure")
      error = at_least(
          error,
          kept_error(run.gas, run.theory.particles(), run.collisions_per_particle(), 1) * rate);
    all.push_back(with_trend(
        observable(fmt::format("{}_{}", what, face_name(index)), rate, error, theory, unit),
        times(trend_of(flow.flows, flow.durations), 1 / per)));
    // The theory that is a balance holds except for what the gas holds at the ends of the run.
    if (theory && is_floor(run.gas, face) && what == "pressure" && error)
      all.back().error_beside_theory = flow.storage_error().value / per;
  };
  const double area = face_area(run.gas.box, face / 2);
  const bool drives = shock && shock->face == face;
  add("pressure", area, run.units.pressure,
      drives ? shock->pressure() : pressure_on_floor(record, run, face),
      [](const auto& one) { return one.impulse; });
  if (wall.kt > 0)
    add("heat_flux", area, run.units.heat_flux, heat_flux_theory(run, face),
        [](const auto& one) { return one.heat; });
  if (wall.path.moves())
    add("power", 1, run.units.power, drives ? Prediction(shock->power(area)) : std::nullopt,
        [](const auto& one) { return one.work; });
  if (const auto along = sliding(run.gas, face / 2))
    add("shear_stress", area, run.units.pressure, shear_stress_theory(run, face, *along),
        [&](const auto& one) { return one.drag.dot(*along); });
}

}  // namespace

template <int Dim>
std::vector<Observable> face_flows(const FlowRecord<Dim>& record, const Measured<Dim>& run) {
  std::vector<Observable> all;
  const auto shock = shock_before_wall(run);
  for (int face = 0; face < 2 * Dim; ++face)
    if (!run.gas.box.periodic[face / 2]) add_flows_at(face, record, run, shock, all);
  return all;
}

template std::vector<Observable> face_flows(const FlowRecord<2>&, const Measured<2>&);
template std::vector<Observable> face_flows(const FlowRecord<3>&, const Measured<3>&);

}  // namespace clausius
