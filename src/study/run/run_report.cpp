#include "study/run/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "engine/hits/tangential_laws.h"
#include "measure/temperatures/species_temperature.h"
#include "study/file/keys.h"
#include "study/results/checks.h"
#include "study/results/observables.h"

namespace clausius {

namespace {

template <int Dim>
void add_warnings(const Measured<Dim>& run, const std::vector<Doubt>& doubts, StudyResult& result) {
  for (const Doubt& doubt : doubts)
    result.warnings.push_back(
        fmt::format("{}; differences from theories that assume that {} are not judged", doubt.why,
                    words_for(doubt.fails)));
  if (result.counters.elastic_by_duration_rule > 0)
    result.warnings.push_back(fmt::format(
        "{} of {} collisions were elastic because they came so soon after the last one "
        "of either particle (within {}; contact-duration rule, against inelastic "
        "collapse); where these are many, less energy is lost than by restitution: "
        "lower collisions.contact_duration and compare",
        result.counters.elastic_by_duration_rule,
        result.counters.collisions + result.counters.wall_collisions,
        run.gas.contact_path > 0 ? fmt::format("a path of {:.3g}", run.gas.contact_path)
                                 : fmt::format("a time of {:.3g}", run.gas.contact_duration)));
  if (run.theory.has_too_many_members())
    result.warnings.emplace_back(
        "there is no theory for bodies of so many members, because it would take minutes");
  if (const Prediction path = run.theory.mean_free_path())
    if (std::string warning = warning_of_free_path(path->value, result.config); !warning.empty())
      result.warnings.push_back(std::move(warning));
  constexpr double kChanged = 0.05;  // relative
  const double start = run.history.rows().front().kt, begin = run.books.reference_kt();
  if (run.gas.boundary.has_gravity() && std::abs(begin - start) > kChanged * start)
    result.warnings.push_back(fmt::format(
        "the gas, of temperature {:.4g} at the start, had {:.4g} when the measured part began: "
        "{} under gravity changed its kinetic energy",
        start / run.options.boltzmann, begin / run.options.boltzmann,
        begin > start ? "its fall" : "its rise"));
  if (!run.theory.at_rest())
    result.warnings.emplace_back(
        "the gas moves as a whole: temperatures include that motion, no theory is given");
}

}  // namespace

template <int Dim>
void report_energy(const StudyConfig& config, const Setup<Dim>& setup, const Books<Dim>& books,
                   const Ledger<Dim>& ledger, const State<Dim>& last, StudyResult& result) {
  result.energy_initial = mechanical_energy(setup.gas, setup.start);
  result.energy_final = mechanical_energy(setup.gas, last);
  result.dissipated = ledger.dissipated(last);
  result.predicted_dissipation = books.predicted_dissipation();
  if (has_friction(setup.gas))
    result.tangential_loss = StudyResult::TangentialLoss{
        0.0 - books.tally().tangential_loss(true), 0.0 - books.tally().tangential_loss(false)};
  for (std::size_t d = 0; d < setup.drives.size(); ++d) {
    const Drive<Dim>& drive = setup.drives[d];
    result.drives.push_back({config.drives[d].kind, drive.actions(), drive.work()});
    result.work += drive.work();
  }
  const auto add_walls = [&](std::string_view name, std::size_t face) {
    result.walls.push_back({std::string(name), books.tally().work(face), books.tally().heat(face)});
  };
  for (const WallConfig& wall : config.walls) add_walls(word_for(kFaceWords, wall.face), wall.face);
  if (!config.obstacles.empty()) add_walls("obstacles", 2 * Dim);
  if (setup.gas.boundary.is_sheared()) add_walls("shear", CollisionTally<Dim>::kShear);
  if (setup.gas.added_speed > 0) add_walls("delta", CollisionTally<Dim>::kHits);
  result.work += books.given_by_walls();
}

template <int Dim>
void report_measurements(const RunRecorder<Dim>& recorder,
                         [[maybe_unused]] const std::vector<ListedMeasurement>& more,
                         StudyResult& result) {
  for (std::size_t s = 0; s < result.config.species.size(); ++s) {
    const StudySpecies& config = result.config.species[s];
    const SpeciesTemperature temperature = species_temperature(recorder.run(), s);
    SpeciesResult species;
    species.name = config.name;
    species.count = config.count;
    species.mass = config.mass;
    species.temperature = temperature.value;
    if (temperature.error) species.temperature_error = temperature.error->value;
    species.translational_temperature = temperature.translational;
    species.rotational_temperature = temperature.rotational;
    species.trend = temperature.trend;
    species.translational_trend = temperature.translational_trend;
    species.rotational_trend = temperature.rotational_trend;
    result.species.push_back(species);
  }
  double flow = 0, rows = 0;
  for (const HistoryRow& row : recorder.run().history.rows()) {
    flow += row.measured ? row.flow : 0;
    rows += row.measured ? 1 : 0;
  }
  if (recorder.sees_flow() && rows > 0) result.flow_energy = flow / rows;
  result.observables = recorder.observables();
  result.tables = recorder.tables();
#ifndef NDEBUG
  std::vector<MeasurementKind> kinds;
  for (const ListedMeasurement& one : more)
    if (one.kind) kinds.push_back(one.kind());
  if (const std::string name = first_undeclared(result.config, result.observables, kinds);
      !name.empty())
    throw std::logic_error("the observable " + name + " is not declared");
  if (const std::string name = first_undeclared_column(result.tables, kinds); !name.empty())
    throw std::logic_error("the column " + name + " is not declared");
#endif
  add_warnings(recorder.run(), recorder.doubts(), result);
}

template void report_energy(const StudyConfig&, const Setup<2>&, const Books<2>&, const Ledger<2>&,
                            const State<2>&, StudyResult&);
template void report_energy(const StudyConfig&, const Setup<3>&, const Books<3>&, const Ledger<3>&,
                            const State<3>&, StudyResult&);
template void report_measurements(const RunRecorder<2>&, const std::vector<ListedMeasurement>&,
                                  StudyResult&);
template void report_measurements(const RunRecorder<3>&, const std::vector<ListedMeasurement>&,
                                  StudyResult&);

MeasurementKind audits_kind() {
  return {"Audits of every run",
          {{"energy_balance",
            "Difference between the energy and what is predicted from every loss and work, "
            "relative to the energy turned over.",
            "(E - predicted E)/energy turned over", nullptr, Need::nothing, Per::gas, Kind::exact},
           {"momentum_drift",
            "Change of the total momentum along the axes along which it is conserved.",
            "|change|/sum of m|v|", nullptr, Need::nothing, Per::gas, Kind::exact},
           {"angular_momentum_drift", "Change of the total angular momentum where it is conserved.",
            "|change|/(sum of m|r||v| + |L|)", nullptr, Need::nothing, Per::gas, Kind::exact},
           {"overlap", "Depth of the deepest overlap of two particles at the end.",
            "in smallest diameters", nullptr, Need::nothing, Per::gas, Kind::exact}},
          {}};
}

}  // namespace clausius
