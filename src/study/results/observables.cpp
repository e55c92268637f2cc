#include "study/results/observables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "measure/listed.h"
#include "study/file/toml_reader.h"
#include "study/results/comparison.h"
#include "study/results/replicas.h"
#include "study/results/series.h"
#include "study/run/run_report.h"

namespace clausius {

std::vector<MeasurementKind> study_kinds() {
  std::vector<MeasurementKind> all = measurement_kinds();
  all.insert(all.end(), {comparison_kind(), audits_kind(), replicas_kind(), series_kind()});
  return all;
}

// Names of the gas come first, and names of one owner together: of two equal names the later one is
// reported.
std::vector<KnownObservable> known_observables(const StudyConfig& study,
                                               const std::vector<MeasurementKind>& more) {
  std::vector<KnownObservable> all;
  std::map<Per, std::vector<DeclaredObservable>> declared;
  std::vector<MeasurementKind> kinds = study_kinds();
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
  std::vector<MeasurementKind> kinds = study_kinds();
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
  const DeclaredObservable& declared = observable.declared;
  const Need& need = declared.need;
  const bool has_place = declared.per == Per::face || declared.per == Per::axis;
  if (!need.is_on(study) || (has_place && need.is_on_at && !need.is_on_at(study, observable.index)))
    return std::string(words_for(need));
  const bool of_parcels = need == Need::parcels || need == Need::reservoirs;
  if ((declared.per == Per::species || declared.per == Per::pair) &&
      !Need::several_species.is_on(study) && !of_parcels)
    return std::string(words_for(Need::several_species));
  return "";
}

}  // namespace clausius
