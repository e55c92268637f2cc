#include "clausius/study/config.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <sstream>
#include <system_error>

#include "clausius/core/constants.h"
#include "clausius/core/random.h"
#include "core/numbers.h"
#include "study/file/overrides.h"
#include "study/file/sections.h"
#include "study/file/study_text.h"
#include "study/file/toml_reader.h"
#include "study/results/observables.h"
#include "study/results/series.h"
#include "study/rules/box_size.h"
#include "study/rules/compatibility.h"
#include "study/rules/diameters.h"
#include "study/rules/room.h"
#include "study/rules/written_study.h"

namespace clausius {

namespace {

/// Name of the table to which an observable belongs.
const std::string& name_of_owner(const StudyConfig& study, const KnownObservable& one) {
  if (one.table == "window") return study.windows[one.index].name;
  if (one.table == "label") return study.labels[one.index].name;
  return study.species[one.index].name;
}

/// Refuses names that would give the same name to two observables, or to their accompanying columns
/// in the tables of series, replicas and fits.
void check_names(const StudyConfig& study, Faults& faults) {
  std::map<std::string, std::string> taken;  // maps a name to its owner
  std::set<std::pair<std::string_view, std::size_t>> refused;
  const auto take = [&](const KnownObservable& one, const std::string& name,
                        const std::string& what) {
    const auto [place, is_free] = taken.emplace(name, what);
    if (is_free || one.table.empty() || !refused.emplace(one.table, one.index).second) return;
    faults.at(fmt::format("{}[{}].name", one.table, one.index),
              fmt::format("{} is ambiguous: \"{}\" would be {} and {}; allowed: another name",
                          toml_string(name_of_owner(study, one)), name, place->second, what));
  };
  for (const KnownObservable& one : known_observables(study)) {
    if (one.table == "species" && study.species.size() < 2) continue;
    const bool is_fitted = std::any_of(study.series.fits.begin(), study.series.fits.end(),
                                       [&](const auto& fit) { return fit.observable == one.name; });
    take(one, one.name, "an observable of " + one.of);
    for (const std::string_view column : {"error", "theory", "z"})
      take(one, fmt::format("{}_{}", one.name, column),
           fmt::format("the {} of an observable of {}", column, one.of));
    for (const std::string_view column : {"order", "prefactor"})
      if (is_fitted)
        take(one, fmt::format("{}_{}", one.name, column),
             fmt::format("the fitted {} of an observable of {}", column, one.of));
  }
}

constexpr const char *kSeries = "series", *kSweep = "sweep";

/// Writes a box that the study has from its start file into the study.
void keep_box(const StudyConfig& study, toml::table& document) {
  document.insert("box", toml::table{});
  toml::table* const box = document["box"].as_table();
  if (box == nullptr) return;
  for (const char* key : {"size", "packing_fraction", "number_density"})
    if (box->contains(key)) return;
  toml::array size, boundary;
  for (const double edge : study.size) size.push_back(edge);
  for (const bool periodic : study.periodic) boundary.push_back(periodic ? "periodic" : "wall");
  box->insert("size", std::move(size));
  box->insert("boundary", std::move(boundary));  // unless it is there
}

/// The contents of other files and counts derived from them, written into the study: a case that
/// runs hours later then has the same bitmaps and numbers.
void keep_files(const StudyConfig& study, toml::table& document) {
  const auto keep = [&](const char* section, std::size_t index, const char* key, const auto& value,
                        bool is_known) {
    toml::array* tables = document[section].as_array();
    toml::table* table = tables ? tables->get(index)->as_table() : nullptr;
    if (table && is_known) table->insert_or_assign(key, value);
  };
  for (std::size_t i = 0; i < study.species.size(); ++i) {
    const StudySpecies& one = study.species[i];
    keep("species", i, "bitmap", one.bitmap.text(), !one.bitmap.empty());
    keep("species", i, "count", one.count, one.count > 0);
  }
  if (study.placement == Placement::file) keep_box(study, document);
  for (std::size_t i = 0; i < study.windows.size(); ++i)
    keep("window", i, "bitmap", study.windows[i].bitmap.text(), !study.windows[i].bitmap.empty());
}

/// The study with some keys changed, without its `section`. That is not even copied: it may hold a
/// value for each of very many cases.
StudyConfig read_without(const char* section, const WrittenStudy& written, const StudyConfig& study,
                         const std::vector<Override>& changes) {
  WrittenStudy rest;
  rest.overridden = written.overridden;
  for (const auto& [key, value] : written.document)
    if (key.str() != section) rest.document.insert(key, value);
  return read_study(std::move(rest), study.name, study.source, changes, study.also_measured);
}

/// The study with the series' key set to `value`, a TOML literal.
StudyConfig read_case(const WrittenStudy& written, const StudyConfig& study,
                      const std::string& value) {
  return read_without(kSeries, written, study, {{study.series.key, value}});
}

/// Each case of a series must be valid like the study itself; faults of a case are reported at the
/// series' value.
void check_cases(const StudyConfig& study, const WrittenStudy& written, Faults& faults) {
  for (std::size_t i = 0; i < study.series.values.size(); ++i) {
    const std::string& value = study.series.values[i];
    try {
      read_case(written, study, value);
    } catch (const InputError& error) {
      for (const Problem& problem : error.problems())
        faults.at(fmt::format("series.values[{}]", i),
                  fmt::format("with the value {}: {}: {}", value, problem.key, problem.message));
    }
  }
}

}  // namespace

// Every section is read, then values that depend on other keys are resolved, then each section is
// checked, alone and against the others.
StudyConfig read_study(WrittenStudy written, const std::string& name,
                       const std::filesystem::path& source, const std::vector<Override>& overrides,
                       const std::vector<MeasurementKind>& also_measured) {
  Faults faults(source.string(), written);
  apply_overrides(written, overrides, faults);
  const TableReader root(written.document, written.document.source(), "", "", faults);
  StudyConfig study;
  study.name = name;
  study.source = source;
  study.also_measured = also_measured;
  study.key_positions = faults.positions();
  for (const SectionEntry& section : study_sections()) section.read(root, study);
  for (const SectionEntry& section : study_sections()) section.resolve(root, study);
  resolve_diameters(study, faults);
  resolve_size(study, faults);
  for (const SectionEntry& section : study_sections())
    if (section.resolve_in_box) section.resolve_in_box(root, study);
  for (const SectionEntry& section : study_sections()) section.check(root, study);
  if (study.species.empty() && !root.has("species"))
    root.missing("species", "at least one [[species]] table");
  check_compatibility(study, faults);
  check_room(study, faults);
  faults.throw_if_any();
  check_names(study, faults);
  faults.throw_if_any();
  keep_files(study, written.document);
  check_cases(study, written, faults);
  faults.throw_if_any();
  study.resolved_toml = study_text(study);
  study.written = std::make_shared<const WrittenStudy>(std::move(written));
  return study;
}

WallPath WallConfig::path() const {
  return {face / 2 < velocity.size() ? velocity[face / 2] : 0, amplitude,
          2 * std::numbers::pi * frequency, begin, end.value_or(kNever)};
}

std::optional<std::size_t> StudyConfig::index_of_species(const std::string& name) const {
  for (std::size_t i = 0; i < species.size(); ++i)
    if (species[i].name == name) return i;
  return std::nullopt;
}

bool StudyConfig::has_walls() const {
  return std::find(periodic.begin(), periodic.end(), false) != periodic.end();
}

bool StudyConfig::has_gravity() const {
  return std::any_of(gravity.begin(), gravity.end(), [](double g) { return g != 0; });
}

bool StudyConfig::spheres_only() const {
  return std::all_of(species.begin(), species.end(),
                     [](const StudySpecies& one) { return one.is_sphere(); });
}

bool StudyConfig::pairs_are_elastic() const {
  return viscosity == 0 && delta == 0 && (restitution.array() == 1).all() &&
         (!is_rough() || (tangential_restitution.array().abs() == 1).all()) &&
         !pairs_have_friction();
}

bool StudyConfig::walls_are_elastic() const {
  for (std::size_t s = 0; s < species.size(); ++s)
    if (wall_restitution_of(s) < 1) return false;
  const auto rubs = [](const SurfaceConfig& one) { return one.friction.value_or(0) > 0; };
  return wall_friction.value_or(0) == 0 && std::none_of(walls.begin(), walls.end(), rubs) &&
         std::none_of(obstacles.begin(), obstacles.end(), rubs);
}

bool StudyConfig::has_reservoirs() const {
  return std::any_of(species.begin(), species.end(),
                     [](const StudySpecies& one) { return one.internal_degrees > 0; });
}

bool StudyConfig::watches_echo() const {
  constexpr std::int64_t kMostEchoed = 10000000;  // number of positions
  return drives.size() == 1 && drives[0].kind == DriveType::reversal &&
         particles() * samples < kMostEchoed;
}

std::int64_t StudyConfig::particles() const {
  return std::accumulate(species.begin(), species.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& one) { return sum + one.count; });
}

double StudyConfig::volume() const {
  return std::accumulate(size.begin(), size.end(), 1.0, std::multiplies<>());
}

bool StudyConfig::is_polydisperse() const {
  return std::any_of(species.begin(), species.end(),
                     [](const StudySpecies& one) { return one.is_polydisperse(); });
}

double StudyConfig::packing_fraction() const { return filled_volume(*this) / volume(); }

StudyConfig parse_study(const std::string& text, const std::filesystem::path& source,
                        const std::vector<Override>& overrides,
                        const std::vector<MeasurementKind>& also_measured) {
  WrittenStudy written;
  if (const auto deep = find_deep_key(text))
    throw InputError(
        {source.string(), static_cast<int>(deep->line), static_cast<int>(deep->column), "",
         fmt::format("a key of more than {} steps; allowed: the keys of a study", kMostSteps)});
  try {
    written.document = toml::parse(text);
  } catch (const toml::parse_error& error) {
    const toml::source_position& where = error.source().begin;
    throw InputError({source.string(), static_cast<int>(where.line), static_cast<int>(where.column),
                      "", fmt::format("{}; allowed: TOML 1.0", error.description())});
  }
  return read_study(std::move(written), source.stem().string(), source, overrides, also_measured);
}

StudyConfig load_study(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const std::vector<MeasurementKind>& also_measured) {
  constexpr std::string_view kAllowed = "a study file (TOML)";
  std::error_code error;
  const bool is_directory = std::filesystem::is_directory(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (is_directory || !stream) {
    const int reason = is_directory ? EISDIR : errno;
    throw InputError(file.string(), fmt::format("cannot be read: {}; allowed: {}",
                                                std::generic_category().message(reason), kAllowed));
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return parse_study(text.str(), file, overrides, also_measured);
}

StudyConfig make_study(const StudySections& sections, const std::string& name,
                       const std::vector<MeasurementKind>& also_measured) {
  StudyConfig given;
  static_cast<SectionsBesideSpecies&>(given) = sections;
  for (const SpeciesConfig& one : sections.species) given.species.push_back({one});
  WrittenStudy written;
  try {
    // A copy has no lines, because it was never a file.
    const toml::table parsed = toml::parse(given_text(given));
    written.document = parsed;
  } catch (const toml::parse_error& error) {
    throw InputError({"", 0, 0, "series.values",
                      fmt::format("{}; allowed: TOML literals", error.description())});
  }
  return read_study(std::move(written), name, {}, {}, also_measured);
}

std::string UntilConfig::text() const {
  return relative ? fmt::format("{} within {} %", observable, exact_text(error))
                  : fmt::format("{} within {}", observable, exact_text(error));
}

StudyConfig replica_of(const StudyConfig& study, std::int64_t index) {
  StudyConfig result = study;
  if (index == 0) return result;
  // Seeds of studies are integers of 63 bits.
  result.seed =
      RandomStream(study.seed, Stream::replicas, static_cast<std::uint64_t>(index))() >> 1;
  result.trajectory = result.collision_log = result.trace = 0;
  return result;
}

StudyConfig changed_study(const StudyConfig& study, const std::vector<Override>& changes) {
  return read_study(*study.written, study.name, study.source, changes, study.also_measured);
}

StudyConfig sweep_point(const StudyConfig& study, const std::vector<Override>& changes) {
  return read_without(kSweep, *study.written, study, changes);
}

StudyConfig without_series(const StudyConfig& study) {
  return read_without(kSeries, *study.written, study, {});
}

StudyConfig series_case(const StudyConfig& study, const std::string& value) {
  StudyConfig result = read_case(*study.written, study, value);
  result.name = study.series.key + "=" + value;
  return result;
}

}  // namespace clausius
