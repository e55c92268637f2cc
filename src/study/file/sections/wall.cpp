#include "core/numbers.h"
#include "study/file/sections.h"
#include "study/file/sections/surface.h"

namespace clausius {

template <>
struct Section<WallConfig> {
  using W = WallConfig;
  static constexpr auto fields() {
    constexpr auto moves = [](const W& wall) { return wall.path().moves(); };
    constexpr std::string_view kMotion = "velocity along its axis or amplitude";
    return std::tuple_cat(
        std::tuple{Field{"face", &W::face, range::one_of<kFaceWords>(),
                         "Face of the box whose wall is more than hard and at rest.", "\"x-low\"",
                         required}},
        surface_fields(),
        std::tuple{
            Field{"velocity", &W::velocity, range::of(Quantity::speed, range::per_axis),
                  "Velocity of the wall: along its axis the wall moves; along its surface it "
                  "slides, which affects thermal and rough walls only; default: at rest.",
                  "[0.0, 0.0, 0.0]"},
            Field{"amplitude", &W::amplitude,
                  range::of(Quantity::length, range::none_if_zero(range::positive)),
                  "Amplitude of an oscillation of the wall along its axis, amplitude * sin(2 pi "
                  "frequency t).",
                  "0.5", required_with("frequency")},
            Field{"frequency", &W::frequency,
                  range::of(Quantity::frequency, range::none_if_zero(range::positive)),
                  "Frequency of the wall's oscillation, in cycles per time.", "0.1",
                  required_with("amplitude")},
            Field{"begin", &W::begin, range::of(Quantity::time, range::not_negative),
                  "Time after the start of the run at which the wall begins to move.", "0.0",
                  only_with(kMotion), +moves},
            Field{"end", &W::end,
                  range::of(Quantity::time, range::in_words("a time after begin", range::any)),
                  "Time at which the wall stops; default: never.", "10.0", only_with(kMotion),
                  +moves},
        });
  }

  static void resolve(W& wall, const TableReader&, const StudyConfig& study) {
    if (wall.velocity.empty()) wall.velocity.assign(static_cast<std::size_t>(study.dimensions), 0);
  }

  static void check(const W& wall, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    if (table.has("face") && !table.is_at_fault("face")) check_face(wall, table, study, index);
    check_surface(wall, table);
    if (!table.has("temperature") && !table.is_at_fault("face") &&
        !tangential_law_of(wall, study).is_rough())
      for (std::size_t axis = 0; axis < wall.velocity.size(); ++axis)
        if (axis != wall.face / 2 && wall.velocity[axis] != 0)
          table.fault_of(*table.node("velocity")->as_array()->get(axis),
                         fmt::format("{}[{}]", table.path("velocity"), axis),
                         "along the wall, which has no effect on a smooth one",
                         "0, or a thermal wall (temperature), or a rough one "
                         "(collisions.wall_tangential_restitution or friction)");
    if (wall.end && !(*wall.end > wall.begin))
      table.fault_of(*table.node("end"), table.path("end"), "out of range",
                     fmt::format("a time after begin ({})", exact_text(wall.begin)));
  }

 private:
  static void check_face(const W& wall, const TableReader& table, const StudyConfig& study,
                         std::size_t index) {
    const std::size_t axes = study.periodic.size();
    std::vector<std::string> faces;
    for (std::size_t face = 0; face < 2 * axes; ++face)
      if (!study.periodic[face / 2]) faces.push_back(toml_string(kFaceWords[face].first));
    const std::string allowed = faces.empty() ? "box.boundary = \"wall\", or \"wall\" there"
                                              : fmt::format("{}", fmt::join(faces, ", "));
    const auto fault = [&](std::string_view wrong, std::string_view instead) {
      table.fault_of(*table.node("face"), table.path("face"), wrong, instead);
    };
    if (wall.face >= 2 * axes) return fault("no face of the box", allowed);
    if (study.periodic[wall.face / 2]) fault("on a periodic axis", allowed);
    for (std::size_t k = 0; k < index; ++k)
      if (study.walls[k].face == wall.face) return fault("there already", "each face once");
  }
};

SectionEntry wall_section() {
  return several(
      "wall", "The wall of one face of the box, where it is more than hard and at rest.",
      [](auto& study) -> auto& { return study.walls; });
}

}  // namespace clausius
