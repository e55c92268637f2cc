#include <algorithm>
#include <cmath>

#include "core/numbers.h"
#include "study/file/sections.h"
#include "study/start/start_file.h"
#include "study/start/xyz.h"

namespace clausius {

namespace {

/// What the study leaves to its start file: missing counts, the diameters of polydisperse species,
/// and whether the motion is drawn. Faults of the file itself are reported with the initial state.
void take_particles_of_file(StudyConfig& study) {
  const bool is_counted = std::all_of(
      study.species.begin(), study.species.end(),
      [](const SpeciesConfig& species) { return species.count > 0 && !species.is_polydisperse(); });
  LineFaults ignored;
  const XyzFrame frame =
      look_at_start_file(study, ignored, is_counted ? FramePart::header : FramePart::all);
  study.draws_motion = !frame.has_velocities.value_or(true);
  if (is_counted) return;
  std::map<std::string, std::int64_t> counts;
  for (const std::string& name : frame.species) ++counts[name];
  for (StudySpecies& species : study.species) {
    if (species.count == 0) species.count = counts[species.name];
    if (!species.is_polydisperse() || !ignored.empty() || frame.radius.empty()) continue;
    for (std::size_t i = 0; i < frame.species.size(); ++i)
      if (frame.species[i] == species.name) species.diameters.push_back(2 * frame.radius[i]);
    std::sort(species.diameters.begin(), species.diameters.end());
  }
}

/// Number of listed particles of `species`.
std::int64_t number_of(const SpeciesConfig& species, const InitialConfig& initial) {
  return std::count_if(initial.listed.begin(), initial.listed.end(),
                       [&](const auto& particle) { return particle.species == species.name; });
}

/// Whether the particle is no sphere; of an unknown species it may be anything.
bool is_body(const ListedParticle& particle, const StudyConfig& study) {
  const auto index = study.index_of_species(particle.species);
  return !index || !study.species[*index].is_sphere();
}

}  // namespace

template <>
struct Section<InitialConfig> {
  static constexpr auto fields() {
    return std::tuple{
        Field{"placement", &InitialConfig::placement, range::one_of<kPlacementWords>(),
              "Where particles start: on a lattice, at random without overlap, as a file says, or "
              "as [[initial.particle]] tables list them.",
              "\"random\""},
        Field{"file", &InitialConfig::start_file,
              range::text("the path of a file of extended XYZ, or of H5MD (.h5), from the folder "
                          "of the study"),
              "Start in extended XYZ or H5MD, whose last frame is taken, in a path relative to the "
              "folder of the study, taken exactly as written. Where it has positions only, the "
              "motion is drawn as for particles that are placed.",
              "\"start.xyz\"", required_with("placement", "file")},
        Field{"continues", &InitialConfig::continues, range::flag,
              "Whether walls, obstacles, drives, the offset of a sheared box and random numbers go "
              "on from where the file says that they were (its keys Start, Walls, Shear_offset and "
              "Drive_intervals, its column hits), or begin anew.",
              "true", with("placement", "file")},
    };
  }
  static void resolve(InitialConfig& initial, const TableReader&, StudyConfig& study) {
    if (initial.placement == Placement::file) take_particles_of_file(study);
    if (initial.placement != Placement::listed) return;
    for (SpeciesConfig& species : study.species)
      if (species.count == 0) species.count = number_of(species, initial);
  }
  static void check(const InitialConfig& initial, const TableReader& table,
                    const StudyConfig& study, std::size_t) {
    const bool listed = initial.placement == Placement::listed;
    if (listed && !table.has("particle"))
      return table.missing("particle", "at least one [[initial.particle]] table");
    if (!listed && table.has("particle") && !table.is_at_fault("placement"))
      table.fault("particle", "has no effect here; allowed: only with placement = \"listed\"");
    if (!listed) return;
    for (std::size_t i = 0; i < study.species.size(); ++i) {
      const SpeciesConfig& species = study.species[i];
      const std::int64_t number = number_of(species, initial);
      const std::string path = fmt::format("species[{}]", i);
      if (number == 0)
        table.faults().at(path + ".name",
                          "no [[initial.particle]] is of this species; allowed: species that have "
                          "particles");
      else if (species.count != number)
        table.faults().at(
            path + ".count",
            fmt::format("{} given, {} listed; allowed: the number listed, or no count",
                        species.count, number));
    }
  }
};

template <>
struct Section<ListedParticle> {
  static constexpr auto fields() {
    using P = ListedParticle;
    return std::tuple{
        Field{"species", &P::species, range::name_of(Named::species),
              "Name of the species of the particle.", "\"gas\"", required},
        Field{"position", &P::position, range::of(Quantity::length, range::per_axis),
              "Position of the particle's centre in the box.", "[1.0, 1.0, 1.0]", required},
        Field{"velocity", &P::velocity, range::of(Quantity::speed, range::per_axis),
              "Velocity of the particle.", "[1.0, 0.0, 0.0]", required},
        Field{
            "orientation", &P::orientation,
            range::list("[x, y, z, w], a unit quaternion", Length::four),
            "Orientation of a capsule or clump: the unit quaternion x, y, z, w that turns it from "
            "the frame in which its shape is written; default: not turned.",
            "[0.0, 0.0, 0.0, 1.0]", only_with("a capsule or a clump"), is_body},
        Field{
            "angular_velocity", &P::angular_velocity,
            range::of(Quantity::angular_velocity,
                      range::list("a list of 3 numbers", Length::three)),
            "Angular velocity of a capsule, a clump or a rough sphere, in space; default: at rest.",
            "[0.0, 0.0, 0.5]", only_with("a capsule, a clump or a rough sphere"),
            [](const P& one, const StudyConfig& study) {
              return is_body(one, study) || study.is_rough();
            }},
    };
  }

  static void check(const ListedParticle& one, const TableReader& table, const StudyConfig& study,
                    std::size_t) {
    const bool flat = study.dimensions == 2;
    const std::string_view turned =
        flat ? "[0, 0, z, w], a unit quaternion" : "[x, y, z, w], a unit quaternion";
    const auto check_plane = [&](std::string_view key, const std::vector<double>& values,
                                 std::string_view allowed) {
      if (flat && (values[0] != 0 || values[1] != 0))
        table.fault_of(*table.node(key), table.path(key), "out of the plane", allowed);
    };
    check_plane("orientation", one.orientation, turned);
    check_plane("angular_velocity", one.angular_velocity, "[0, 0, z]");
    const double length = Eigen::Map<const Eigen::Vector4d>(one.orientation.data()).norm();
    if (std::abs(length - 1) > kUnitQuaternion)
      table.fault_of(*table.node("orientation"), table.path("orientation"),
                     fmt::format("of length {}", short_text(length)), turned);
  }
};

SectionEntry initial_section() {
  return single("initial", "Where the particles start.", PartOf<InitialConfig>());
}
SectionEntry particle_section() {
  return several(
      "initial.particle",
      "One particle of a start that is listed in the study (`placement = \"listed\"`).",
      [](auto& study) -> auto& { return study.listed; });
}

}  // namespace clausius
