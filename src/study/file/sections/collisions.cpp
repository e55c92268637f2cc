#include <algorithm>

#include "core/numbers.h"
#include "engine/limits.h"
#include "study/file/sections.h"
#include "study/file/sections/surface.h"

namespace clausius {

namespace {

/// Refuses surfaces that are said to be smooth and to have friction.
void check_sticking(const TableReader& table, std::string_view key, double restitution,
                    const std::optional<double>& friction) {
  if (table.has(key) && restitution == -1 && friction.value_or(0) > 0)
    table.fault(key,
                "-1 (smooth) beside friction; allowed: a number above -1, up to 1, or friction "
                "of 0");
}

}  // namespace

template <>
struct Section<CollisionsConfig> {
  static constexpr auto fields() {
    using C = CollisionsConfig;
    return std::tuple{
        labelled(
            "restitution", "e",
            Field{
                "restitution", &C::general_restitution, range::fraction,
                "Coefficient of normal restitution of all pairs of particles: 1 elastic, 0 sticky.",
                "1.0", with("law", "constant", "delta")}),
        Field{"law", &C::law, range::one_of<kCollisionLawWords>(),
              "Law of restitution: \"constant\" is the same at all speeds; \"viscoelastic\" falls "
              "with "
              "the speed of the hit as 1 - 1.153 A v^(1/5) + ...; \"delta\" adds a speed to every "
              "hit, as the vertical motion of a shaken layer does: two that approach each other at "
              "the normal speed v separate at e v + delta; the last two of spheres and disks only.",
              "\"constant\""},
        labelled("added speed", "Δ",
                 Field{"delta", &C::delta,
                       range::of(Quantity::speed, range::none_if_zero(range::positive)),
                       "Speed that each hit of two particles adds to the normal relative one with "
                       "law = \"delta\" (Brito, Risso & Soto 2013, whose Delta is half of this).",
                       "0.1", required_with("law", "delta")}),
        labelled("viscosity of the material", "A",
                 Field{"viscosity", &C::viscosity, range::none_if_zero(range::positive),
                       "The constant A of law = \"viscoelastic\", for v the normal relative speed.",
                       "0.1", required_with("law", "viscoelastic")}),
        Field{"wall_restitution", &C::wall_restitution, range::fraction,
              "Coefficient of normal restitution of particles and walls.", "1.0"},
        labelled(
            "tangential restitution", "β",
            Field{"tangential_restitution", &C::general_tangential_restitution, range::tangential,
                  "Coefficient of tangential restitution of all pairs, at the point of contact: -1 "
                  "smooth, 1 perfectly rough. With friction that of hits which stick, and 0 by "
                  "default.",
                  "-1.0"}),
        Field{"wall_tangential_restitution", &C::wall_tangential_restitution, range::tangential,
              "Coefficient of tangential restitution of particles and walls; with "
              "wall_friction 0 by default.",
              "-1.0"},
        labelled("friction", "μ",
                 Field{"friction", &C::general_friction, range::not_negative,
                       "Coefficient of friction of all pairs: the tangential impulse of a hit is "
                       "that of tangential_restitution (it sticks), but at most this times the "
                       "normal impulse (it slides); the law of Walton (1993). 0: smooth. Default: "
                       "tangential_restitution alone, without limit.",
                       "0.2"}),
        labelled(
            "friction at walls", "μ_w",
            Field{"wall_friction", &C::wall_friction, range::not_negative,
                  "Coefficient of friction of particles and walls, with the same law.", "0.2"}),
        Field{"contact_duration", &C::contact_duration,
              range::of(Quantity::time,
                        range::or_auto("\"auto\", or a time from 0 (off) up", range::not_negative)),
              "A collision that follows the last one of either particle within this time is "
              "elastic, against inelastic collapse; 0 never.",
              "\"auto\""},
        Field{"internal_exchange", &C::internal_exchange, range::positive_fraction,
              "Fraction of the collisions of parcels that redistribute the energy among both "
              "reservoirs and the motion.",
              "1.0", only_with("species.internal_degrees above 0"),
              [](const C&, const StudyConfig& study) { return study.has_reservoirs(); }},
    };
  }

  static void resolve(CollisionsConfig& all, const TableReader& table, StudyConfig& study) {
    const auto kinds = static_cast<Eigen::Index>(study.species.size());
    study.restitution = Eigen::MatrixXd::Constant(kinds, kinds, study.general_restitution);
    const TangentialLaw pairs =
        tangential_law_of(all.general_tangential_restitution, all.general_friction);
    const TangentialLaw walls =
        tangential_law_of(all.wall_tangential_restitution, all.wall_friction);
    if (has_rough_surfaces(study)) {
      study.tangential_restitution = Eigen::MatrixXd::Constant(kinds, kinds, pairs.restitution);
      study.friction = Eigen::MatrixXd::Constant(kinds, kinds, pairs.friction);
    }
    if (!table.has("tangential_restitution"))
      all.general_tangential_restitution = pairs.restitution;
    if (!table.has("wall_tangential_restitution"))
      all.wall_tangential_restitution = walls.restitution;
  }

  static void check(const CollisionsConfig& all, const TableReader& table, const StudyConfig&,
                    std::size_t) {
    check_sticking(table, "tangential_restitution", all.general_tangential_restitution,
                   all.general_friction);
    check_sticking(table, "wall_tangential_restitution", all.wall_tangential_restitution,
                   all.wall_friction);
  }
};

bool has_rough_surfaces(const StudyConfig& study) {
  const auto is_rough = [&](const auto& one) { return tangential_law_of(one, study).is_rough(); };
  const auto any = [&](const auto& all) { return std::any_of(all.begin(), all.end(), is_rough); };
  return is_rough(PairConfig{}) || any(study.pairs) || any(study.walls) || any(study.obstacles) ||
         ((study.has_walls() || !study.obstacles.empty()) && is_rough(SurfaceConfig{}));
}

template <>
struct Section<PairConfig> {
  static constexpr auto fields() {
    return std::tuple{
        Field{"species", &PairConfig::species,
              Range{.words = "a list of the names of two species", .named = Named::species},
              "Names of the two species of the pair, which may be the same.", "[\"gas\", \"gas\"]",
              required},
        labelled(
            "restitution of the pair", "e",
            Field{"restitution", &PairConfig::restitution, range::fraction,
                  "Coefficient of normal restitution of this pair; default: that of all pairs.",
                  "0.9"}),
        Field{"tangential_restitution", &PairConfig::tangential_restitution, range::tangential,
              "Coefficient of tangential restitution of this pair; default: that of all pairs.",
              "0.5"},
        Field{"friction", &PairConfig::friction, range::not_negative,
              "Coefficient of friction of this pair; default: that of all pairs.", "0.2"},
        labelled(
            "contact distance of the pair", "σ",
            Field{"diameter", &PairConfig::diameter, range::of(Quantity::length, range::positive),
                  "Distance of the centres of two unlike smooth spheres (disks) at contact, which "
                  "makes "
                  "the mixture nonadditive; walls and packing fractions are concerned with the "
                  "diameters "
                  "of the species. Default: half the sum of the two diameters.",
                  "1.1"}),
        Field{
            "steps", &PairConfig::steps,
            range::list("a list of [range, energy], from the innermost step outwards", Length::two),
            "Steps of the potential of the pair, around hard cores of smooth spheres (disks): the "
            "energy of two particles whose centres are nearer to each other than the range, down "
            "to the next step or to contact; below 0 they attract each other. In the units of "
            "lengths and energies of the study.",
            "[[1.5, -1.0]]"},
    };
  }

  static void resolve(PairConfig& pair, const TableReader&, StudyConfig& study) {
    if (!pair.restitution && study.law != CollisionLaw::viscoelastic)
      pair.restitution = study.general_restitution;
    const TangentialLaw law = tangential_law_of(pair, study);
    if (!pair.tangential_restitution)
      pair.tangential_restitution =
          law.may_slide() ? law.restitution : study.general_tangential_restitution;
    const auto index = [&](std::size_t k) {
      return k < pair.species.size() ? study.index_of_species(pair.species[k]) : std::nullopt;
    };
    const auto first = index(0), second = index(1);
    if (!first || !second) return;
    const auto a = static_cast<Eigen::Index>(*first), b = static_cast<Eigen::Index>(*second);
    if (pair.restitution) study.restitution(a, b) = study.restitution(b, a) = *pair.restitution;
    if (pair.diameter && a != b) {
      if (study.is_additive()) study.contact_distances = additive_distances(study);
      study.contact_distances(a, b) = study.contact_distances(b, a) = *pair.diameter;
    }
    if (!pair.steps.empty()) put_steps(pair.steps, *first, *second, study);
    if (study.is_rough()) {
      study.tangential_restitution(a, b) = study.tangential_restitution(b, a) = law.restitution;
      study.friction(a, b) = study.friction(b, a) = law.friction;
    }
  }

  static void put_steps(const std::vector<std::vector<double>>& steps, std::size_t a, std::size_t b,
                        StudyConfig& study) {
    const std::size_t kinds = study.species.size();
    study.pair_steps.resize(kinds * kinds);
    std::vector<PotentialStep> all;
    for (const std::vector<double>& one : steps)
      if (one.size() == 2) all.push_back({one[0], one[1]});
    study.pair_steps[a * kinds + b] = study.pair_steps[b * kinds + a] = all;
  }

  /// Refuses ranges that do not increase from contact on.
  static void check_steps(const PairConfig& pair, const TableReader& table,
                          const StudyConfig& study) {
    if (!table.has("steps") || table.is_at_fault("steps") || !study.spheres_only() ||
        pair.species.size() != 2)
      return;
    if (pair.steps.empty() || pair.steps.size() > kMostPotentialSteps)
      return table.fault("steps", fmt::format("a list of {}; allowed: from 1 to {} steps",
                                              pair.steps.size(), kMostPotentialSteps));
    const auto a = study.index_of_species(pair.species.at(0));
    const auto b = study.index_of_species(pair.species.at(1));
    if (!a || !b) return;
    const Eigen::MatrixXd contact =
        study.is_additive() ? additive_distances(study) : study.contact_distances;
    double inside = contact(static_cast<Eigen::Index>(*a), static_cast<Eigen::Index>(*b));
    for (std::size_t k = 0; k < pair.steps.size(); ++k) {
      const double range = pair.steps[k][0];
      if (!(range > inside * kWider))
        return table.fault(
            "steps",
            fmt::format("the range {} of step {} is not above {}, {}; allowed: ranges that "
                        "increase, all above the contact distance",
                        short_text(range), k + 1, short_text(inside),
                        k == 0 ? "the contact distance" : "that of the step before"));
      inside = range;
    }
  }

  /// The contact distances of an additive mixture.
  static Eigen::MatrixXd additive_distances(const StudyConfig& study) {
    const auto kinds = static_cast<Eigen::Index>(study.species.size());
    Eigen::VectorXd diameters(kinds);
    for (Eigen::Index s = 0; s < kinds; ++s)
      diameters[s] = study.species[static_cast<std::size_t>(s)].diameter;
    return 0.5 * (diameters.replicate(1, kinds) + diameters.transpose().replicate(kinds, 1));
  }

  static void check(const PairConfig& pair, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    if (!table.has("restitution") && !table.has("tangential_restitution") &&
        !table.has("friction") && !table.has("diameter") && !table.has("steps"))
      table.missing("restitution",
                    "restitution, tangential_restitution, friction, diameter or steps");
    if (pair.tangential_restitution)
      check_sticking(table, "tangential_restitution", *pair.tangential_restitution,
                     pair.friction ? pair.friction : study.general_friction);
    check_steps(pair, table, study);
    if (table.has("diameter") && pair.species.size() == 2 && pair.species[0] == pair.species[1])
      table.fault("diameter",
                  fmt::format("given for a pair of one species; allowed: species.diameter of {}, "
                              "or two unlike species",
                              toml_string(pair.species[0])));
    for (std::size_t k = 0; k < index; ++k)
      if (!pair.species.empty() &&
          std::is_permutation(pair.species.begin(), pair.species.end(),
                              study.pairs[k].species.begin(), study.pairs[k].species.end()))
        return table.fault("species", "a pair that is there already; allowed: each pair once");
  }
};

SectionEntry collisions_section() {
  return single("collisions", "How particles collide with each other and with walls.",
                PartOf<CollisionsConfig>());
}
SectionEntry pair_section() {
  return several(
      "collisions.pair",
      "How the particles of two species, or of one, collide with each other, where that differs "
      "from `[collisions]`.",
      [](auto& study) -> auto& { return study.pairs; });
}

}  // namespace clausius
