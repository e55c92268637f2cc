#include <algorithm>
#include <cmath>

#include "study/file/sections.h"
#include "study/start/start_file.h"

namespace clausius {

namespace {

/// Whether a key determines the size of the box.
bool is_sized(const TableReader& table) {
  return table.has("packing_fraction") || table.has("number_density") || table.has("pressure") ||
         table.has("size");
}

/// Says why there is no box: what is wrong with the start file, or that it has none either.
void report_missing_box(const TableReader& table, const StudyConfig& study) {
  LineFaults found;
  if (study.start_file.empty()) return;  // said of it already
  look_at_start_file(study, found);
  for (const std::string& text : found.texts(study.start_file.filename().string()))
    table.faults().at("initial.file", text);
  if (found.empty()) table.missing("size", "a list of lengths, or an initial.file with a Lattice");
}

/// The edges and, unless the study gives it, the boundary of the box in the start file. Faults of
/// the file are reported with the initial state.
void take_box_of_file(BoxConfig& box, const TableReader& table, const StudyConfig& study) {
  LineFaults ignored;
  const XyzFrame frame = look_at_start_file(study, ignored, FramePart::header);
  if (!frame.lattice) return;
  const auto axes = static_cast<std::size_t>(box.dimensions);
  std::vector<double> edges;
  for (std::size_t k = 0; k < axes; ++k) edges.push_back((*frame.lattice)[4 * k]);
  if (std::any_of(edges.begin(), edges.end(), [](double edge) { return !(edge > 0); })) return;
  box.size = std::move(edges);
  if (!table.has("boundary") && frame.periodic)
    box.periodic.assign(frame.periodic->begin(), frame.periodic->begin() + box.dimensions);
}

}  // namespace

template <>
struct Section<BoxConfig> {
  static constexpr Alternatives alternatives{
      {"packing_fraction", "number_density", "pressure", "size"}, true};
  static constexpr auto fields() {
    return std::tuple{
        Field{
            "dimensions", &BoxConfig::dimensions, range::whole(2, 3),
            "Dimensions of space: 3 for a gas of spheres and bodies, 2 for a true two-dimensional "
            "gas of disks.",
            "3"},
        labelled(
            "packing fraction", "φ",
            Field{
                "packing_fraction", &BoxConfig::given_packing_fraction,
                range::in_words("a number above 0, below close packing", range::positive),
                "Part of the volume (area) of a cubic (square) box that the particles fill; give "
                "exactly one of packing_fraction, number_density, pressure and size, or none where "
                "initial.file has the box (its Lattice).",
                "0.05"}),
        labelled("number density", "n",
                 Field{"number_density", &BoxConfig::given_number_density,
                       range::of(Quantity::number_density, range::positive),
                       "Particles per volume (area) of a cubic (square) box.", "0.1"}),
        labelled(
            "pressure", "P",
            Field{
                "pressure", &BoxConfig::given_pressure,
                range::of(Quantity::pressure, range::positive),
                "Pressure of spheres (disks) at the temperatures of their species, from which the "
                "equation of state gives the size of a cubic (square) box.",
                "0.1"}),
        Field{"size", &BoxConfig::size,
              range::of(Quantity::length, range::list("a list of {} numbers above 0",
                                                      Length::per_axis, range::positive)),
              "Length of the box along each axis.", "[40.0, 40.0, 40.0]"},
        Field{"edges", &BoxConfig::edges,
              range::of(Quantity::length,
                        range::none_if_zero(
                            range::list("a list of {} numbers from 0 up, at least one of them 0",
                                        Length::per_axis, range::not_negative))),
              "Lengths that a box sized by packing_fraction, number_density or pressure shall have "
              "along the axes: 0 where the length is to follow (equal ones along several axes); "
              "default: all follow.",
              "[100.0, 100.0, 0.0]"},
        Field{"boundary", &BoxConfig::periodic,
              range::text("\"periodic\", \"wall\", or a list of one of them per axis"),
              "Whether the box is periodic or has walls: one word for all axes (default "
              "\"periodic\"), or a list with one word per axis.",
              "\"periodic\""},
        Field{"gravity", &BoxConfig::gravity,
              range::of(Quantity::acceleration, range::none_if_zero(range::per_axis)),
              "Acceleration of all particles; 0 along periodic axes.", "[0.0, 0.0, -0.1]"},
        labelled(
            "shear rate", "shear rate",
            Field{
                "shear_rate", &BoxConfig::shear_rate,
                range::of(Quantity::rate, range::none_if_zero(range::any)),
                "Shear rate dv_x/dy of Lees-Edwards boundaries, in a box that is periodic along x "
                "and y.",
                "0.1"}),
    };
  }

  /// A start file has a box.
  static bool does_without(const StudyConfig& study) { return study.placement == Placement::file; }

  static void resolve(BoxConfig& box, const TableReader& table, const StudyConfig& study) {
    const auto axes = static_cast<std::size_t>(box.dimensions);
    if (study.placement == Placement::file && !is_sized(table) && !table.is_at_fault("dimensions"))
      take_box_of_file(box, table, study);
    if (box.periodic.empty()) box.periodic.assign(axes, true);
    if (box.gravity.empty()) box.gravity.assign(axes, 0);
  }

  static void check(const BoxConfig& box, const TableReader& table, const StudyConfig& study,
                    std::size_t) {
    const bool is_from_file = does_without(study) && !is_sized(table);
    if (is_from_file && (box.size.empty() || !std::isfinite(box.size.front())))
      report_missing_box(table, study);
    if (table.has("edges") && (table.has("size") || is_from_file))
      table.fault("edges", "has no effect here; allowed: only without size");
    else if (!box.edges.empty() &&
             std::find(box.edges.begin(), box.edges.end(), 0) == box.edges.end())
      table.fault_of(*table.node("edges"), table.path("edges"), "a list of all edges",
                     "0 for at least one of them, or size instead");
    if (box.given_pressure && !study.is_placed())
      table.fault("pressure",
                  "not possible with particles that are listed or read from a file; allowed: size");
    for (std::size_t axis = 0; axis < box.gravity.size(); ++axis)
      if (box.gravity[axis] != 0 && box.periodic[axis])
        table.fault_of(*table.node("gravity")->as_array()->get(axis),
                       fmt::format("box.gravity[{}]", axis), "along a periodic axis, without end",
                       "0 there, or boundary = \"wall\"");
  }
};

SectionEntry box_section() {
  return single("box", "The box, its boundaries and what acts everywhere in it.",
                PartOf<BoxConfig>());
}

}  // namespace clausius
