#include "study/sections.h"

namespace clausius {

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
        Field{"packing_fraction", &BoxConfig::given_packing_fraction,
              range::in_words("a number above 0, below close packing", range::positive),
              "Part of the volume (area) of a cubic (square) box that the particles fill; give "
              "exactly one of packing_fraction, number_density, pressure and size.",
              "0.05"},
        Field{"number_density", &BoxConfig::given_number_density, range::positive,
              "Particles per volume (area) of a cubic (square) box.", "0.1"},
        Field{"pressure", &BoxConfig::given_pressure, range::positive,
              "Pressure of spheres (disks) at the temperatures of their species, from which the "
              "equation of state gives the size of a cubic (square) box.",
              "0.1"},
        Field{"size", &BoxConfig::size,
              range::list("a list of {} numbers above 0", Length::per_axis, range::positive),
              "Length of the box along each axis.", "[40.0, 40.0, 40.0]"},
        Field{"boundary", &BoxConfig::periodic,
              range::text("\"periodic\", \"wall\", or a list of one of them per axis"),
              "Whether the box is periodic or has walls: one word for all axes (default "
              "\"periodic\"), or a list with one word per axis.",
              "\"periodic\""},
        Field{"gravity", &BoxConfig::gravity, range::none_if_zero(range::per_axis),
              "Acceleration of all particles; 0 along periodic axes.", "[0.0, 0.0, -0.1]"},
        Field{"shear_rate", &BoxConfig::shear_rate, range::none_if_zero(range::any),
              "Shear rate dv_x/dy of Lees-Edwards boundaries, in a box that is periodic along x "
              "and y.",
              "0.1"},
    };
  }

  static void resolve(BoxConfig& box, const TableReader&, const StudyConfig&) {
    const auto axes = static_cast<std::size_t>(box.dimensions);
    if (box.periodic.empty()) box.periodic.assign(axes, true);
    if (box.gravity.empty()) box.gravity.assign(axes, 0);
  }

  static void check(const BoxConfig& box, const TableReader& table, const StudyConfig& study,
                    std::size_t) {
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
