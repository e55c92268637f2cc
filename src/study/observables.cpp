#include "study/observables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "measure/listed.h"
#include "toml_reader.h"

namespace clausius {

namespace {

MeasurementKind comparison_kind() {
  const Need need = Need::comparison;
  return {
      "Comparison of time steps with events",
      {{"missed_fraction_counted",
        "Fraction of the contacts of the event-driven run that steps of this length miss.",
        "counted in the event-driven run", nullptr, need},
       {"collision_rate_deficit",
        "Relative deficit of the collision rate in the run by steps, compared with the "
        "event-driven run.",
        "1 - rate/exact rate", nullptr, need},
       {"pressure_deficit",
        "Relative deficit of the pressure in the run by steps, compared with the event-driven run.",
        "1 - P/exact P", nullptr, need},
       {"energy_error", "Error of the energy balance of the run by steps.", "as energy_balance",
        nullptr, need, Per::gas, Kind::exact}},
      {}};
}

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

// The columns of an observable that changes over the measured part in any row of a table.
constexpr DeclaredColumn kSteadyColumn{"OBSERVABLE_steady",
                                       "1 where the observable is steady over the measured part, 0 "
                                       "where it changes; the columns about "
                                       "this are there for observables that change in any row."};
constexpr DeclaredColumn kFirstColumn{"OBSERVABLE_first",
                                      "Value at the beginning, where the observable changes.",
                                      nullptr, Beside::error};
constexpr DeclaredColumn kLastColumn{
    "OBSERVABLE_last", "Value at the end, where the observable changes.", nullptr, Beside::error};

MeasurementKind run_folder_kind() {
  using Columns = std::vector<DeclaredColumn>;
  const Columns place{{"x", "Position along x.", &UnitNames::length},
                      {"y", "Position along y.", &UnitNames::length},
                      {"z", "Position along z.", &UnitNames::length}};
  const auto joined = [](std::initializer_list<Columns> parts) {
    Columns all;
    for (const Columns& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  };
  const DeclaredColumn radius{"radius", "Radius of the sphere.", &UnitNames::length};
  const DeclaredColumn box{"box_AXIS", "Length of the box.", &UnitNames::length};
  return {
      "Tables of every run, of series, of sweeps and for figures",
      {},
      {{"observables",
        "All observables of the run, a row each.",
        Need::nothing,
        {{"name", "Name of the observable."},
         {"value", "Value of the observable, in the unit of its row."},
         {"error", "Standard error of the value."},
         {"theory", "Value of the observable by theory."},
         {"theory_uncertainty", "Standard error of the theory itself."},
         {"z", "Difference of value and theory, over both errors together."},
         {"unit", "Unit of the numbers in this row; 1 of a pure number."},
         {"source", "Source of the theory."},
         {"steady",
          "Whether the value is steady over the measured part; if not, it is a mean without error, "
          "and first and last tell how it changes. Empty where that is not known."},
         {"first", "Value at the beginning of the measured part, where it is not steady."},
         {"first_error", "Standard error of first."},
         {"last", "Value at the end of the measured part, where it is not steady."},
         {"last_error", "Standard error of last."}}},
       {"series",
        "All observables of the cases of a series, a row a case.",
        Need::series,
        {{"KEY", "Value of the key that the series changes, under the name of the key."},
         {"OBSERVABLE", "Value of an observable.", nullptr, Beside::error_and_theory},
         {"OBSERVABLE_z", "Difference of value and theory, over both errors together."},
         kSteadyColumn,
         kFirstColumn,
         kLastColumn}},
       {"series_theory",
        "Theory of the observables of a series over its key, at the cases and between them: of "
        "those that depend on the study alone.",
        Need::series,
        {{"KEY", "Value of the key that the series changes, under the name of the key."},
         {"OBSERVABLE", "Value of an observable by theory."}}},
       {"series_fit",
        "Powers of the key that were fitted to the cases of a series, a row a fit.",
        Need::series,
        {{"observable", "Name of the observable."},
         {"order", "Power of the key that the observable follows.", nullptr,
          Beside::error_and_theory},
         {"prefactor", "Factor before that power.", nullptr, Beside::error_and_theory}}},
       {"results",
        "All observables of the cases of a sweep that are done, a row a case.",
        Need::nothing,
        {{"case", "Folder of the case, in cases/."},
         {"KEY", "Value of each key that the sweep varies, under the name of the key."},
         {"seed", "Seed of the case."},
         {"OBSERVABLE", "Value of an observable.", nullptr, Beside::error_and_theory},
         {"OBSERVABLE_z", "Difference of value and theory, over both errors together."},
         kSteadyColumn,
         kFirstColumn,
         kLastColumn}},
       {"summary",
        "All observables of the points of a sweep, the seeds of each joined, a row a point.",
        Need::nothing,
        {{"KEY", "Value of each key that the sweep varies, under the name of the key."},
         {"seeds", "Number of seeds of which there are results."},
         {"OBSERVABLE", "Mean of an observable over the seeds.", nullptr, Beside::error_and_theory},
         {"OBSERVABLE_z", "Difference of mean and theory, over both errors together."},
         kSteadyColumn,
         kFirstColumn,
         kLastColumn,
         {"OBSERVABLE_chi2",
          "Scatter between the seeds in units of the errors that they state, squared and "
          "summed; about seeds - 1 where these errors are right."}}},
       {"replicas",
        "All observables of the replicas, a row a replica.",
        Need::replicas,
        {{"seed", "Seed of the replica."},
         {"OBSERVABLE", "Value of an observable.", nullptr, Beside::error}}},
       {"bodies", "Members of the bodies of a picture, a row each.", Need::bodies,
        joined({{kTimeColumn, {"body", "Number of the body, counted from 0."}, kSpeciesColumn},
                place,
                {{"half_AXIS", "From there to the end of the axis of a capsule's cylinder.",
                  &UnitNames::length},
                 radius,
                 box,
                 {"periodic_AXIS", "1 where the box is periodic, 0 where it has walls."}}})},
       {"snapshot",
        "Particles of the pictures of the gas, a row a particle and frame; of bodies a row for "
        "each "
        "of the balls by which they are drawn.",
        Need::trajectory,
        joined(
            {{{"frame", "Number of the frame, counted from 1."},
              kTimeColumn,
              {"id", "Number of the particle, counted from 0."},
              kSpeciesColumn,
              {"label", "Number of the label that it carries; -1 where there is none."}},
             place,
             {{"velocity_AXIS", "Velocity of the particle; at the first ball of a body.",
               &UnitNames::speed},
              {"speed", "Speed of the particle.", &UnitNames::speed},
              radius,
              box,
              {"edge", "Of bodies: 1 for a ball that shows their edge, 0 for one that covers it."},
              {"wall_AXIS_low", "Where walls move: position of the lower one.", &UnitNames::length},
              {"wall_AXIS_high", "Where walls move: position of the upper one.",
               &UnitNames::length}}})},
       {"outlines",
        "Outlines of the obstacles in the plane of the picture.",
        Need::obstacles,
        {{"obstacle", "Number of the obstacle, counted from 1."},
         {"x", "Position along x.", &UnitNames::length},
         {"y", "Position along y.", &UnitNames::length},
         {"radius", "Radius of a round end there.", &UnitNames::length}}}}};
}

}  // namespace

std::vector<MeasurementKind> all_kinds() {
  std::vector<MeasurementKind> all = measurement_kinds();
  all.push_back(comparison_kind());
  all.push_back(audits_kind());
  all.push_back(run_folder_kind());
  return all;
}

// Names of the gas come first, and names of one owner together: of two equal names the later one is
// reported.
std::vector<KnownObservable> known_observables(const StudyConfig& study,
                                               const std::vector<MeasurementKind>& more) {
  std::vector<KnownObservable> all;
  std::map<Per, std::vector<DeclaredObservable>> declared;
  std::vector<MeasurementKind> kinds = all_kinds();
  kinds.insert(kinds.end(), study.also_measured.begin(), study.also_measured.end());
  kinds.insert(kinds.end(), more.begin(), more.end());
  for (const MeasurementKind& kind : kinds)
    for (const DeclaredObservable& one : kind.observables) declared[one.per].push_back(one);
  const auto add = [&](Per per, const std::string& owner, const std::string& of,
                       std::string_view table = {}, std::size_t index = 0) {
    for (const DeclaredObservable& one : declared[per])
      all.push_back({fmt::format("{}_{}", one.name, owner), of, table, index, one});
  };
  const auto add_each = [&](Per per, std::string_view table, const auto& owners) {
    for (std::size_t i = 0; i < owners.size(); ++i)
      add(per, owners[i].name, fmt::format("{} {}", table, toml_string(owners[i].name)), table, i);
  };
  for (const DeclaredObservable& one : declared[Per::gas])
    all.push_back({std::string(one.name), "the gas", {}, 0, one});
  const std::size_t species = study.species.size(), axes = study.size.size();
  for (std::size_t face = 0; face < 2 * axes; ++face)
    add(Per::face, face_name(face), "the gas", {}, face);
  for (std::size_t axis = 0; axis < axes; ++axis)
    add(Per::axis, std::string(1, "xyz"[axis]), "the gas", {}, axis);
  add_each(Per::species, "species", study.species);
  add_each(Per::window, "window", study.windows);
  add_each(Per::label, "label", study.labels);
  for (std::size_t i = 0; i < species && species <= kMostStructured; ++i)
    for (std::size_t j = i; j < species; ++j) {
      const std::string &first = study.species[i].name, &second = study.species[j].name;
      add(Per::pair, fmt::format("{}_{}", first, second),
          fmt::format("species {} with {}", toml_string(first), toml_string(second)), "species", j);
    }
  return all;
}

std::string first_undeclared(const StudyConfig& study, const std::vector<Observable>& observables,
                             const std::vector<MeasurementKind>& more) {
  std::set<std::string> names;
  for (const KnownObservable& one : known_observables(study, more)) names.insert(one.name);
  for (const Observable& one : observables)
    if (!names.contains(one.name)) return one.name;
  return "";
}

std::string first_undeclared_column(const std::vector<Table>& tables,
                                    const std::vector<MeasurementKind>& more) {
  std::map<std::string_view, std::vector<DeclaredColumn>> declared;
  std::vector<MeasurementKind> kinds = all_kinds();
  kinds.insert(kinds.end(), more.begin(), more.end());
  for (const MeasurementKind& kind : kinds)
    for (const DeclaredTable& one : kind.tables) declared[one.name] = one.columns;
  for (const Table& table : tables)
    for (const Table::Column& column : table.columns)
      if (std::none_of(declared[table.name].begin(), declared[table.name].end(),
                       [&](const DeclaredColumn& one) { return one.covers(column.name); }))
        return table.name + '.' + column.name;
  return "";
}

std::string lacking_for(const StudyConfig& study, const KnownObservable& observable) {
  const auto& [name, of, table, index, declared] = observable;
  const Need& need = declared.need;
  const bool has_place = declared.per == Per::face || declared.per == Per::axis;
  if (!need.is_on(study) || (has_place && need.is_on_at && !need.is_on_at(study, index)))
    return std::string(words_for(need));
  const bool of_parcels = need.name == Need::parcels.name || need.name == Need::reservoirs.name;
  if ((declared.per == Per::species || declared.per == Per::pair) &&
      !Need::several_species.is_on(study) && !of_parcels)
    return std::string(words_for(Need::several_species));
  return "";
}

}  // namespace clausius
