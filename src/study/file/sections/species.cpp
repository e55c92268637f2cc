#include <algorithm>
#include <array>

#include "core/numbers.h"
#include "engine/limits.h"
#include "study/file/sections.h"
#include "theory/fluid/named_gases.h"

namespace clausius {

namespace {

constexpr std::int64_t kFinestGrid = 100;  // cells per radius: seconds for a body of common shape

/// The names of gases, then their symbols.
constexpr auto kGasWords = [] {
  std::array<Word, 2 * kNamedGases.size()> all{};
  for (std::size_t i = 0; i < kNamedGases.size(); ++i) {
    all[i].word = kNamedGases[i].name;
    all[kNamedGases.size() + i].word = kNamedGases[i].symbol;
  }
  return all;
}();

constexpr std::string_view kSphere = "sphere", kCapsule = "capsule", kClump = "clump";

bool is_rough(const SpeciesConfig& species, const StudyConfig& study) {
  return species.is_sphere() && has_rough_surfaces(study);
}

bool is_at_rest(const SpeciesConfig& species, const StudyConfig& study) {
  return species.velocities == Velocities::rest &&
         ((species.is_sphere() && !is_rough(species, study)) ||
          species.angular_velocities == AngularVelocities::rest);
}

Clump clump_of(const SpeciesConfig& species, int dimensions) {
  Clump clump;
  for (const std::vector<double>& numbers : species.spheres) {
    Ball ball{Vec<3>::Zero(), numbers.back()};
    std::copy_n(numbers.begin(), dimensions, ball.centre.begin());
    clump.members.push_back(ball);
  }
  return clump;
}

}  // namespace

template <>
struct Section<StudySpecies> {
  using S = StudySpecies;
  static constexpr Alternatives alternatives{{"mass", "density", "molecular_mass"}};
  static constexpr auto fields() {
    return std::tuple{
        Field{"name", &S::name,
              Range{.words = "letters, digits and _ + - . ; each species has its own",
                    .is_name = true},
              "Name of the species, which tables, checks and other keys use.", "\"gas\"", required},
        labelled(
            "number of particles", "N",
            Field{"count", &S::count, range::none_if_zero(range::whole(1, kMostParticles)),
                  "Number of its particles; may be left out where a start file or a list says it.",
                  "4000"}),
        Field{"gas", &S::gas, Range{.zero_is_none = true, .choice = kGasWords},
              "Name or symbol of a gas, in SI units: gives the mass of its molecules, and as "
              "diameter that of hard spheres with the viscosity which was measured at this "
              "temperature; what is given beside it is kept.",
              "\"argon\"", without("amount")},
        Field{"shape", &S::shape_kind, range::one_of<kShapeWords>(),
              "Shape of its particles: \"sphere\", \"capsule\" (a cylinder with round ends) or "
              "\"clump\" of spheres; disks take the place of spheres in two dimensions.",
              "\"sphere\""},
        labelled("diameter", "σ",
                 Field{"diameter", &S::diameter, range::of(Quantity::length, range::positive),
                       "Diameter of a sphere or of a capsule; needed in SI units without gas.",
                       "1.0", with("shape", kSphere, kCapsule)}),
        Field{"diameter_distribution", &S::diameter_distribution, range::one_of<kDiameterWords>(),
              "Makes the species polydisperse: its particles have diameters of their own, "
              "\"uniform\", \"normal\" or \"lognormal\" about the mean `diameter` with "
              "diameter_spread, or those of the column radius of the start file (\"file\"). Their "
              "masses are proportional to their volumes; `mass` is that of a particle of "
              "`diameter`. Default: all particles have one diameter.",
              "\"normal\"", with("shape", kSphere)},
        Field{"diameter_spread", &S::diameter_spread, range::positive,
              "Standard deviation of the diameters of a polydisperse species, divided by their "
              "mean.",
              "0.1", with("diameter_distribution", "uniform", "normal", "lognormal")},
        labelled("length of the shaft", "shaft",
                 Field{"shaft", &S::shaft, range::of(Quantity::length, range::not_negative),
                       "Length of the cylinder of a capsule, along its x axis, without the round "
                       "ends; needed "
                       "in SI units.",
                       "1.0", with("shape", kCapsule)}),
        Field{
            "spheres", &S::spheres,
            range::of(Quantity::length,
                      range::list(
                          "a list of one or more [x, y, z, radius], radius above 0 ([x, y, radius] "
                          "in two dimensions)",
                          Length::per_axis_and_one)),
            "Spheres of a clump: centre and radius of each, [x, y, z, radius] ([x, y, radius] in "
            "two dimensions); they may overlap or stand apart.",
            "[[-0.5, 0.0, 0.0, 0.5], [0.5, 0.0, 0.0, 0.5]]", required_with("shape", kClump)},
        labelled(
            "mass", "m",
            Field{"mass", &S::mass, range::of(Quantity::mass, range::positive),
                  "Mass of a particle; 1 where none of mass, density and molecular_mass is given "
                  "(in SI units one of them or gas is needed).",
                  "1.0"}),
        Field{"density", &S::density, range::of(Quantity::density, range::positive),
              "Mass per volume (area) of a particle, instead of mass.", "1.9098593171027443"},
        Field{"wall_restitution", &S::wall_restitution, range::fraction,
              "Restitution of this species at walls and obstacles that have none of their own; "
              "default: collisions.wall_restitution.",
              "0.5"},
        Field{"amount", &S::amount, range::positive,
              "Amount of gas, for example in molecules, that all parcels of this species represent "
              "together; default: count.",
              "600.0", with("shape", kSphere)},
        Field{"molecular_mass", &S::molecular_mass, range::of(Quantity::mass, range::positive),
              "Mass per unit of amount, instead of mass: a parcel has amount/count times as much.",
              "4.0", with("amount")},
        labelled("internal degrees of freedom", "f",
                 Field{"internal_degrees", &S::internal_degrees, range::whole(0, kMostDegrees),
                       "Degrees of freedom of the energy reservoir of a parcel: rotation and "
                       "vibration of its "
                       "molecules.",
                       "0", with("shape", kSphere)}),
        Field{"internal_temperature", &S::internal_temperature,
              range::of(Quantity::temperature, range::not_negative),
              "Temperature of the reservoirs at the start; default: temperature.", "0.0",
              only_with("internal_degrees"),
              [](const SpeciesConfig& one) { return one.internal_degrees > 0; }},
        Field{"mass_convention", Within{&S::mass_rule, &MassRule::convention},
              range::one_of<kMassConventionWords>(),
              "How the mass of a clump is spread: over the \"union\" of its spheres (exact), over "
              "each sphere so that overlaps count twice (\"sum\"), or over a \"grid\" of cells.",
              "\"union\"", with("shape", kClump)},
        Field{"grid_division", Within{&S::mass_rule, &MassRule::grid_division},
              range::whole(1, kFinestGrid),
              "Cells per radius of the smallest sphere with mass_convention = \"grid\".", "20",
              with("shape", kClump)},
        labelled(
            "temperature at the start", "T",
            Field{
                "temperature", &S::temperature,
                range::of(Quantity::temperature,
                          range::in_words("a number above 0 (velocities = \"rest\" for 0)",
                                          range::not_negative)),
                "Temperature of this species at the start (of its molecules, if amount is given); "
                "needed in SI units.",
                "1.0"}),
        Field{"velocities", &S::velocities, range::one_of<kVelocityWords>(),
              "Velocities at the start: \"maxwell\", \"equal-speed\" in all directions, \"beam\" "
              "along x (half each way), or \"rest\".",
              "\"maxwell\""},
        Field{"angular_velocities", &S::angular_velocities, range::one_of<kAngularVelocityWords>(),
              "Angular velocities at the start, of capsules, clumps and rough spheres: \"maxwell\" "
              "or "
              "\"rest\".",
              "\"maxwell\"",
              only_with("shape = \"capsule\" or \"clump\", or with "
                        "collisions.tangential_restitution above -1 or friction above 0"),
              [](const SpeciesConfig& one, const StudyConfig& study) {
                return !one.is_sphere() || is_rough(one, study);
              }},
        Field{"inertia", &S::inertia, range::positive_fraction,
              "Moment of inertia of a rough sphere in units of mass diameter^2/4; default: 2/5, of "
              "disks 1/2 (uniform).",
              "0.4",
              only_with("shape = \"sphere\" and collisions.tangential_restitution above -1 or "
                        "friction above 0"),
              is_rough},
        Field{"region_low", &S::region_low, range::of(Quantity::length, range::per_axis),
              "Corner of the part of the box in which particles are placed, with region_high; "
              "without "
              "both: the box.",
              "[0.0, 0.0, 0.0]"},
        Field{"region_high", &S::region_high, range::of(Quantity::length, range::per_axis),
              "Corner of that part of the box opposite to region_low.", "[10.0, 20.0, 20.0]"},
        Field{"bitmap", &S::bitmap, range::text(kBitmapWords),
              "Picture laid over x and y of the region, in the dark areas of which particles are "
              "placed: a PBM, PGM, PPM or PNG file, or lines of # and . in the study.",
              "\"picture.png\""},
    };
  }

  static void resolve(S& one, const TableReader& table, StudyConfig& study) {
    if (study.si_units) resolve_gas(one, table, study.dimensions);
    const double radius = 0.5 * one.diameter;
    if (one.shape_kind == ShapeKind::capsule) {
      one.shape = Capsule{radius, one.shaft};
    } else if (one.shape_kind == ShapeKind::clump) {
      const Clump clump = clump_of(one, study.dimensions);
      one.diameter = 0;
      for (const Ball& ball : clump.members) one.diameter = std::max(one.diameter, 2 * ball.radius);
      one.shape = clump;
    } else {
      one.shape = Sphere{radius};
    }
    if (!table.has("inertia") || table.is_at_fault("inertia"))
      one.inertia = is_rough(one, study) ? (study.dimensions == 3 ? 0.4 : 0.5) : 0;
    resolve_mass(one, table, study);
    if (is_at_rest(one, study)) one.temperature = 0;
    if (!one.internal_temperature) one.internal_temperature = one.temperature;
  }

  static void check(const S& one, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    if (index == kMostSpecies)
      table.fault("name", fmt::format("there are {} species; allowed: at most {}",
                                      study.species.size(), kMostSpecies));
    check_unique_name(table, "species", study.species, index);
    if (study.is_placed() && !table.has("count"))
      table.missing("count", fmt::format("a whole number from 1 to {}", kMostParticles));
    if (one.amount && !table.has("count"))
      table.missing("count", "the number of parcels, beside their amount");
    if (table.has("temperature") && one.temperature == 0 && !is_at_rest(one, study))
      table.fault_of(*table.node("temperature"), table.path("temperature"), "out of range",
                     "a number above 0 (velocities = \"rest\" for 0)");
    if (one.diameter_distribution == DiameterDistribution::file &&
        study.placement != Placement::file)
      table.fault("diameter_distribution",
                  "\"file\" has no effect here; allowed: only with placement = \"file\"");
    if (!one.gas.empty() && !table.is_at_fault("gas")) check_gas(one, table, study);
    if (study.si_units) check_si(one, study, table);
    check_mass(one, table);
    for (std::size_t k = 0; k < one.spheres.size(); ++k)
      if (const std::size_t last = one.spheres[k].size() - 1; !(one.spheres[k][last] > 0))
        table.fault_of(*table.node("spheres")->as_array()->get(k)->as_array()->get(last),
                       fmt::format("{}[{}][{}]", table.path("spheres"), k, last), "out of range",
                       "a radius above 0");
    for (const std::string_view key : {"region_low", "region_high", "bitmap"})
      if (table.has(key) && study.placement != Placement::random)
        table.fault(key, "has no effect here; allowed: only with placement = \"random\"");
    check_corners(table, one.region_low, one.region_high, "region");
    check_region(table, one.region_low, one.region_high, study);
  }

 private:
  /// Whether the mass is that of the molecules of a named gas.
  static bool has_mass_of_gas(const S& one, const TableReader& table) {
    return !one.gas.empty() && !table.has("mass") && !table.has("density");
  }

  static void resolve_gas(S& one, const TableReader& table, int dimensions) {
    const NamedGas* const gas = find_gas(one.gas);
    if (gas == nullptr) return;
    if (has_mass_of_gas(one, table)) one.mass = gas->mass();
    if (!table.has("diameter") && dimensions == 3 && gas->covers(one.temperature))
      one.diameter = gas->diameter_at(one.temperature);
  }

  static void check_gas(const S& one, const TableReader& table, const StudyConfig& study) {
    const NamedGas& gas = *find_gas(one.gas);
    if (!study.si_units)
      return table.fault("gas", "has no effect here; allowed: only with units.system = \"SI\"");
    if (table.has("diameter") || one.shape_kind == ShapeKind::clump) return;
    if (study.dimensions == 2)
      return table.fault("gas", "gives no diameter of disks; allowed: diameter beside it");
    if (!gas.covers(one.temperature) && !table.is_at_fault("temperature"))
      table.fault(table.has("temperature") ? "temperature" : "gas",
                  fmt::format("the viscosity of {}, from which the diameter follows, is known from "
                              "{} to {} K; allowed: a temperature there, or diameter beside gas",
                              gas.name, gas.coldest, gas.hottest));
  }

  static bool is_shape_good(const S& one, const TableReader& table) {
    for (const std::string_view key :
         {"shape", "diameter", "shaft", "spheres", "mass_convention", "grid_division"})
      if (table.is_at_fault(key)) return false;
    return one.shape_kind != ShapeKind::clump ||
           (!one.spheres.empty() &&
            std::all_of(one.spheres.begin(), one.spheres.end(),
                        [](const auto& numbers) { return numbers.back() > 0; }));
  }

  static void resolve_mass(S& one, const TableReader& table, const StudyConfig& study) {
    if (one.molecular_mass) one.mass = *one.molecular_mass * one.molecules();
    if (!is_shape_good(one, table)) return;
    const MassProperties unit = mass_properties(one.shape, study.dimensions, one.mass_rule);
    if (one.density) one.mass = *one.density * unit.mass;
    one.properties = unit.with_mass(is_tractable(one.mass) ? one.mass : 1);
    // Beside capsules and clumps a sphere is a body.
    if (is_rough(one, study))
      one.properties.moments.setConstant(0.25 * one.inertia * one.properties.mass * one.diameter *
                                         one.diameter);
  }

  static void check_mass(const S& one, const TableReader& table) {
    if (!is_tractable(one.mass))
      table.fault(one.density ? "density" : "molecular_mass",
                  fmt::format("makes the mass {}; allowed: a mass from {} to {}",
                              short_text(one.mass), kLeastMagnitude, kLargestMagnitude));
  }

  static void check_si(const S& one, const StudyConfig& study, const TableReader& table) {
    const bool is_drawn = study.is_placed() || study.draws_motion;
    if (one.shape_kind != ShapeKind::clump && !table.has("diameter") && one.gas.empty())
      table.missing("diameter", range::positive.words);
    if (one.shape_kind == ShapeKind::capsule && !table.has("shaft"))
      table.missing("shaft", range::not_negative.words);
    if (!table.has("mass") && !table.has("density") && !table.has("molecular_mass") &&
        one.gas.empty())
      table.missing("mass", "a number above 0, or density");
    if (is_drawn && !is_at_rest(one, study) && !table.has("temperature"))
      table.missing("temperature", "a number above 0, or velocities = \"rest\"");
  }
};

SectionEntry species_section() {
  return several(
      "species", "One species of particles: their number, shape and mass, and their initial state.",
      [](auto& study) -> auto& { return study.species; });
}

}  // namespace clausius
