#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "core/numbers.h"
#include "study/file/sections.h"
#include "study/file/sections/surface.h"

namespace clausius {

namespace {

constexpr std::size_t kMostObstacles = 10000;

using Point = std::vector<double>;

/// Number of turns of the polygon, positive counter-clockwise; 0 if it is not convex.
double turns_of(const std::vector<Point>& vertices) {
  const auto turn = [&](std::size_t i) {
    const Point &a = vertices[i], &b = vertices[(i + 1) % vertices.size()],
                &c = vertices[(i + 2) % vertices.size()];
    return portable::atan2((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]),
                           (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]));
  };
  // A convex outline turns in the same sense at every corner, and once in total.
  double round = 0, least = kNever, most = -kNever;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    round += turn(i);
    least = std::min(least, turn(i));
    most = std::max(most, turn(i));
  }
  const bool is_convex = vertices.size() >= 3 &&
                         std::abs(std::abs(round) - 2 * std::numbers::pi) < 1e-6 &&
                         (least > 0 || most < 0);
  return is_convex ? round : 0;
}

/// The axes other than that of a plate.
std::vector<std::size_t> other_axes(const ObstacleConfig& plate, const StudyConfig& study) {
  std::vector<std::size_t> all;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(study.dimensions); ++axis)
    if (axis != plate.axis) all.push_back(axis);
  return all;
}

}  // namespace

template <>
struct Section<ObstacleConfig> {
  using O = ObstacleConfig;
  static constexpr auto fields() {
    constexpr std::string_view kBall = "ball", kBlock = "block", kPlate = "plate",
                               kPolygon = "polygon";
    return std::tuple_cat(
        std::tuple{
            Field{
                "kind", &O::kind, range::one_of<kObstacleWords>(),
                "Kind of a fixed obstacle: a \"ball\", a \"block\" with edges along the axes, a "
                "\"plate\" from wall to wall that may have a hole, or (in two dimensions) a convex "
                "\"polygon\".",
                "\"ball\"", required},
            Field{"centre", &O::centre, range::of(Quantity::length, range::per_axis),
                  "Centre of a ball.", "[10.0, 10.0, 10.0]", required_with("kind", kBall)},
            Field{"radius", &O::radius, range::of(Quantity::length, range::positive),
                  "Radius of a ball.", "2.0", required_with("kind", kBall)},
            Field{"low", &O::low, range::of(Quantity::length, range::per_axis),
                  "Corner of a block nearest to the origin.", "[5.0, 0.0, 0.0]",
                  required_with("kind", kBlock)},
            Field{"high", &O::high, range::of(Quantity::length, range::per_axis),
                  "Corner of a block opposite to low; a block may be flat.", "[6.0, 10.0, 20.0]",
                  required_with("kind", kBlock)},
            Field{"vertices", &O::vertices,
                  range::of(
                      Quantity::length,
                      range::list("a list of three or more [x, y] round a convex polygon, in two "
                                  "dimensions",
                                  Length::two)),
                  "Vertices of a convex polygon, in order.", "[[1.0, 1.0], [4.0, 1.0], [2.0, 3.0]]",
                  required_with("kind", kPolygon)},
            Field{"axis", &O::axis, range::one_of<kAxisWords>(),
                  "Axis across which a plate stands, from wall to wall.", "\"x\"",
                  required_with("kind", kPlate)},
            Field{"position", &O::position, range::of(Quantity::length, range::any),
                  "Position of the middle of a plate on its axis.", "10.0",
                  required_with("kind", kPlate)},
            Field{"thickness", &O::thickness, range::of(Quantity::length, range::not_negative),
                  "Thickness of a plate.", "0.0", with("kind", kPlate)},
            Field{"hole", &O::hole,
                  Range{.words = "two lists of {} numbers: opposite corners on the other axes",
                        .quantity = Quantity::length,
                        .length = Length::per_other_axis,
                        .points = 2},
                  "Hole in a plate: two opposite corners on the other axes ([[8.0], [12.0]] in two "
                  "dimensions); default: none.",
                  "[[8.0, 8.0], [12.0, 12.0]]", with("kind", kPlate)},
            Field{"hole_centre", &O::hole_centre,
                  range::of(Quantity::length,
                            range::list("a list of 2 numbers, on the other axes", Length::two)),
                  "Centre of a round hole in a plate, on the other axes.", "[10.0, 10.0]",
                  with("kind", kPlate)},
            labelled("radius of the hole", "radius",
                     Field{"hole_radius", &O::hole_radius,
                           range::of(Quantity::length, range::none_if_zero(range::positive)),
                           "Radius of a round hole; it must exceed every particle's radius.", "2.0",
                           with("kind", kPlate)}),
            Field{"opens", &O::opens, range::of(Quantity::time, range::not_negative),
                  "Time at which the hole opens; closed until then.", "0.0", with("kind", kPlate)},
            Field{"door_speed", &O::door_speed, range::of(Quantity::speed, range::positive),
                  "Puts a door into the hole: particles faster than this pass towards higher "
                  "coordinates, slower ones towards lower ones.",
                  "1.5", with("kind", kPlate)},
        },
        surface_fields(),
        std::tuple{Field{"until", &O::until, range::of(Quantity::time, range::positive),
                         "Time at which the obstacle is taken away; default: never.", "100.0"}});
  }

  static void resolve(O& one, const TableReader&, const StudyConfig&) {
    if (turns_of(one.vertices) < 0) std::reverse(one.vertices.begin(), one.vertices.end());
  }

  static void check(const O& one, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    if (index == kMostObstacles)
      table.fault("kind", fmt::format("there are {} obstacles; allowed: at most {}",
                                      study.obstacles.size(), kMostObstacles));
    check_surface(one, table);
    if (table.is_at_fault("kind")) return;
    switch (one.kind) {
      case ObstacleKind::ball:
        for (std::size_t axis = 0; axis < one.centre.size(); ++axis)
          check_inside(table, "centre", axis, one.centre[axis] - one.radius,
                       one.centre[axis] + one.radius, study);
        break;
      case ObstacleKind::block:
        for (std::size_t axis = 0; axis < std::min(one.low.size(), one.high.size()); ++axis)
          check_inside(table, "high", axis, one.low[axis], one.high[axis], study);
        break;
      case ObstacleKind::plate:
        check_plate(one, table, study);
        break;
      case ObstacleKind::polygon:
        check_polygon(one, table, study);
        break;
    }
  }

 private:
  static void check_polygon(const O& one, const TableReader& table, const StudyConfig& study) {
    if (!table.has("vertices") || table.is_at_fault("vertices")) return;
    if (study.dimensions != 2)
      return table.fault("vertices", "of two dimensions; allowed: ball, block and plate in three");
    if (turns_of(one.vertices) == 0)
      return table.fault_of(*table.node("vertices"), table.path("vertices"), "not convex",
                            "a list of three or more [x, y] round a convex polygon, in two "
                            "dimensions");
    for (std::size_t axis = 0; axis < 2; ++axis)
      for (const Point& point : one.vertices)
        check_inside(table, "vertices", axis, point[axis], point[axis], study);
  }

  static void check_plate(const O& one, const TableReader& table, const StudyConfig& study) {
    if (one.axis >= static_cast<std::size_t>(study.dimensions))
      return table.fault_of(*table.node("axis"), table.path("axis"), "no axis here",
                            "\"x\", \"y\"");
    check_inside(table, "position", one.axis, one.position - 0.5 * one.thickness,
                 one.position + 0.5 * one.thickness, study);
    const bool is_round = table.has("hole_radius") || table.has("hole_centre");
    if (table.has("hole") && is_round)
      table.fault("hole", "there is a round one; allowed: one of the two");
    const bool has_hole = table.has("hole") || is_round;
    for (const std::string_view key : {"opens", "door_speed"})
      if (table.has(key) && !has_hole)
        table.fault(key, "has no effect here; allowed: only with a hole");
    if (table.has("door_speed") && one.thickness > 0)
      table.fault("door_speed", "in a plate that is thick; allowed: with thickness = 0");
    if (one.has_angular_hole()) check_hole(one, table, study);
    if (is_round) check_round_hole(one, table, study);
  }

  static void check_hole(const O& one, const TableReader& table, const StudyConfig& study) {
    if (table.is_at_fault("axis") || !has_known_size(study, table.faults())) return;
    const std::vector<std::size_t> axes = other_axes(one, study);
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const double edge = study.size[axes[k]];
      const double low = one.hole_low()[k], high = one.hole_high()[k];
      if (low < 0 || high > edge || low >= high)
        table.fault_of(*table.node("hole"), table.path("hole"), "larger than its plate or empty",
                       fmt::format("from 0 to {} along {}, the lower number first",
                                   exact_text(edge), "xyz"[axes[k]]));
    }
  }

  static void check_round_hole(const O& one, const TableReader& table, const StudyConfig& study) {
    if (!table.has("hole_radius")) return table.missing("hole_radius", range::positive.words);
    if (!table.has("hole_centre"))
      table.missing("hole_centre", "a list of 2 numbers, on the other axes");
    if (study.dimensions != 3)
      return table.fault("hole_radius", "not possible in two dimensions; allowed: hole");
    double largest = 0;
    for (const StudySpecies& species : study.species)
      largest = std::max(largest, 0.5 * species.greatest_diameter());
    if (one.hole_radius > 0 && one.hole_radius <= largest &&
        !table.faults().has_any({"species.diameter", "species.spheres", "species.shape"}))
      table.fault(
          "hole_radius",
          fmt::format("{} is too small; allowed: more than {}, the radius of the largest particle",
                      exact_text(one.hole_radius), exact_text(largest)));
    if (one.hole_centre.size() != 2 || table.is_at_fault("axis") ||
        !has_known_size(study, table.faults()))
      return;
    const std::vector<std::size_t> axes = other_axes(one, study);
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const double edge = study.size[axes[k]];
      if (one.hole_centre[k] - one.hole_radius < 0 || one.hole_centre[k] + one.hole_radius > edge)
        table.fault("hole_centre",
                    fmt::format("the hole is larger than its plate; allowed: from 0 to {} along {}",
                                exact_text(edge), "xyz"[axes[k]]));
    }
  }

  /// Checks that the obstacle, from `low` to `high` along `axis`, lies in the box.
  static void check_inside(const TableReader& table, std::string_view key, std::size_t axis,
                           double low, double high, const StudyConfig& study) {
    if (!has_known_size(study, table.faults())) return;
    const double edge = study.size[axis];
    if (low <= high && low >= 0 && high <= edge) return;
    table.fault(key, fmt::format("the obstacle would reach from {} to {} along {}; allowed: from 0 "
                                 "to {}, the edges of the box",
                                 exact_text(low), exact_text(high), "xyz"[axis], exact_text(edge)));
  }
};

SectionEntry obstacle_section() {
  return several(
      "obstacle", "A fixed obstacle in the box.",
      [](auto& study) -> auto& { return study.obstacles; });
}

}  // namespace clausius
