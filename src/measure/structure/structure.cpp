#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "measure/structure/density_profile.h"
#include "measure/structure/depletion.h"
#include "measure/structure/pair_distribution.h"
#include "measure/structure/structure_factor.h"
#include "measure/structure/structure_theory.h"

namespace clausius {

namespace {

// Number of pairs examined, factors exp(ikr) and coordinates per collision in between: about 5 % of
// a run's time, for every gas.
constexpr double kCostPerCollision = 15;
// Pairs far from contact that are looked at per collision; each is slower, because of the images.
constexpr double kFarCostPerCollision = 5;
// Up to this packing fraction the first order in density is accurate to a few parts in a thousand.
constexpr double kDiluteAtWalls = 0.02;

// Density before walls, relative to the mean density across the box.
template <int Dim>
class WallProfile {
 public:
  WallProfile(const Gas<Dim>& gas, const GasTheory& theory)
      : box_(gas.box), diameter_(gas.species[0].diameter) {
    const auto bulk = theory.bulk_density();
    if (!bulk || theory.mixture().components.size() > 1) return;
    const double phi =
        theory.mixture().packing_fraction / theory.mixture().number_density() * *bulk;
    if (phi > kDiluteAtWalls) return;
    contact_ = compressibility_factor(Dim, phi).value;
    for (int k = 0; k < Dim; ++k) mean_[k] = mean(k);
  }

  [[nodiscard]] std::optional<double> operator()(int axis, double x) const {
    if (box_.periodic[axis]) return 1;
    if (!contact_) return std::nullopt;
    return layers(axis, x) / mean_[axis];
  }

 private:
  [[nodiscard]] double layers(int axis, double x) const {
    const double low = x / diameter_ - 0.5, high = (box_.size[axis] - x) / diameter_ - 0.5;
    if (low < 0 || high < 0) return 0;
    return dilute_wall_profile(Dim, *contact_, low) * dilute_wall_profile(Dim, *contact_, high);
  }
  [[nodiscard]] double mean(int axis) const {
    constexpr int kPoints = 1000;
    double sum = 0;
    for (int i = 0; i < kPoints; ++i) sum += layers(axis, (i + 0.5) / kPoints * box_.size[axis]);
    return sum / kPoints;
  }

  Box<Dim> box_;
  double diameter_;
  std::optional<double> contact_;
  Vec<Dim> mean_ = Vec<Dim>::Ones();  // for the layers across the box
};

// Structure of a gas of spheres or disks: g(r) and S(k) in a periodic box, the density along each
// axis, and the contact values of pairs of species from the rates of their collisions. The number
// of equal-time samples is chosen so that they cost little compared with the collisions in between,
// at any density.
template <int Dim>
class Structure final : public SavedMeasurement<Structure<Dim>, Dim> {
 public:
  explicit Structure(const Measured<Dim>& run);
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.structure) return nullptr;
    return std::make_unique<Structure>(start.run);
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void begin(const Sample<Dim>& now) override { suffered_ = suffered_by_pairs(now.run); }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& run) override;
  void on_sample(const Sample<Dim>& sample) override;
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(next_, suffered_, profile_, contacts_);
    if (pairs_) archive(next_far_, *pairs_, *factor_);
    if (depletion_) archive(next_depletion_, *depletion_);
  }

 private:
  // Collisions so far, species × species.
  static std::vector<std::int64_t> suffered_by_pairs(const Measured<Dim>& run);

  std::int64_t next_ = 0;                       // number of collisions at which a sample is due
  std::int64_t next_far_ = 0;                   // the same for the far part of pairs_
  std::int64_t next_depletion_ = 0;             // the same for depletion_
  std::vector<std::int64_t> suffered_;          // at the beginning of the interval
  std::optional<PairDistribution<Dim>> pairs_;  // in a periodic box
  std::optional<StructureFactor<Dim>> factor_;  // in a periodic box
  std::optional<Depletion<Dim>> depletion_;     // in a periodic box, for a bath of small particles
  DensityProfile<Dim> profile_;
  BlockedSums contacts_;  // collisions as in suffered_, then ∫√(k_BT) dt; one block per interval
};

template <int Dim>
Structure<Dim>::Structure(const Measured<Dim>& run)
    : profile_(run.gas.box, run.gas.species, run.count),
      contacts_(1, run.count.size() * run.count.size() + 1) {
  const Gas<Dim>& gas = run.gas;
  if (!gas.box.all_periodic()) return;
  pairs_.emplace(gas, run.count,
                 run.options.structure_range.value_or(PairDistribution<Dim>::usual_range(gas)));
  factor_.emplace(gas.box, gas.species, run.count);
  depletion_ = Depletion<Dim>::of(gas.box, gas.species, run.count);
}

template <int Dim>
void Structure<Dim>::on_sample(const Sample<Dim>& sample) {
  const State<Dim>& state = sample.state;
  const std::int64_t collisions = sample.run.books.collisions();
  const auto after = [collisions](std::int64_t cost, double per_collision = kCostPerCollision) {
    return collisions + static_cast<std::int64_t>(static_cast<double>(cost) / per_collision);
  };
  if (depletion_ && collisions >= next_depletion_)
    next_depletion_ = after(depletion_->sample(state));
  if (pairs_ && collisions >= next_far_)
    next_far_ = after(pairs_->sample_far(state), kFarCostPerCollision);
  if (collisions < next_) return;
  std::int64_t cost = profile_.sample(state);
  if (pairs_) cost += pairs_->sample(state) + factor_->sample(state);
  next_ = after(cost);
}

template <int Dim>
void Structure<Dim>::on_interval(const Interval<Dim>& interval, const Measured<Dim>& run) {
  std::vector<double> values;
  for (const std::int64_t before : suffered_) values.push_back(-static_cast<double>(before));
  suffered_ = suffered_by_pairs(run);
  for (std::size_t p = 0; p < suffered_.size(); ++p) values[p] += static_cast<double>(suffered_[p]);
  values.push_back(interval.root_kt_time);
  contacts_.add(0, values);
  contacts_.end_block();
}

template <int Dim>
std::vector<std::int64_t> Structure<Dim>::suffered_by_pairs(const Measured<Dim>& run) {
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < run.count.size(); ++i)
    for (std::size_t j = 0; j < run.count.size(); ++j)
      all.push_back(run.books.tally().suffered(i, j));
  return all;
}

template <int Dim>
std::vector<Observable> Structure<Dim>::observables(const Measured<Dim>& run) const {
  const GasTheory& theory = run.theory;
  const std::vector<std::string>& names = run.options.species_names;
  std::vector<Observable> all;
  const StructureTheory known(theory);
  const std::size_t kinds = run.count.size(), clock = kinds * kinds;
  const auto time = contacts_.mean(0, clock);
  // Collision rates are proportional to the contact value if velocities are Maxwellian.
  for (std::size_t i = 0; i < kinds && pairs_ && theory.elastic() && theory.at_rest(); ++i)
    for (std::size_t j = i; j < kinds; ++j) {
      const double mass = run.gas.species[i].mass, other = run.gas.species[j].mass;
      const double sigma = run.gas.contact_distance(i, j);
      const double partners = run.count[j];
      if (!time || time->value <= 0 || run.count[i] == 0 || partners == 0) continue;
      const double rate = (Dim == 3 ? 4 : 2) * std::numbers::pi * portable::pow(sigma, Dim - 1) *
                          partners / run.gas.box.volume() /
                          std::sqrt(2 * std::numbers::pi * mass * other / (mass + other)) *
                          finite_speed_factor(theory.degrees_of_freedom()) * run.count[i];
      const double suffered = contacts_.mean(0, i * kinds + j)->value;
      const double weight = 1 / (rate * time->value);
      const auto linear = contacts_.estimate(std::vector<BlockedSums::Term>{
          {0, i * kinds + j, weight}, {0, clock, -weight * suffered / time->value}});
      all.push_back(observable(
          kinds > 1 ? fmt::format("contact_value_{}_{}", names[i], names[j]) : "contact_value",
          weight * suffered, linear->error, known.contact_value(i, j), "1"));
    }
  const auto append = [&all](std::vector<Observable> more) {
    for (Observable& one : more) all.push_back(std::move(one));
  };
  if (pairs_) {
    append(pairs_->observables(
        names,
        [&](std::size_t i, std::size_t j, double r) { return known.pair_distribution(i, j, r); },
        StructureTheory::pair_distribution_source()));
    if (const auto well = depletion_ ? depletion_->observable(names, known) : std::nullopt)
      all.push_back(*well);
    append(factor_->observables(
        [&](std::optional<std::size_t> s, double k) { return known.structure_factor(s, k); },
        StructureTheory::structure_factor_source()));
  }
  auto at_walls = theory.wall_compressibility_factor();
  if (!theory.mixture().one_diameter()) at_walls = std::nullopt;
  if (at_walls)
    at_walls = TheoryValue{at_walls->value * theory.particles() / run.gas.box.volume(),
                           "contact theorem, P = n k_BT; " + at_walls->source};
  append(profile_.observables(run.units, at_walls));
  return all;
}

template <int Dim>
std::vector<Table> Structure<Dim>::tables(const Measured<Dim>& run) const {
  const std::vector<std::string>& names = run.options.species_names;
  std::vector<Table> all;
  const StructureTheory known(run.theory);
  if (pairs_) {
    const auto pairs = [&](std::size_t i, std::size_t j, double r) {
      return known.pair_distribution(i, j, r);
    };
    all.push_back(pairs_->table(names, run.units, pairs));
    if (depletion_) all.push_back(depletion_->table(names, run.units, known));
    all.push_back(factor_->table(names, run.units, [&](std::optional<std::size_t> s, double k) {
      return known.structure_factor(s, k);
    }));
  }
  const WallProfile<Dim> at_walls(run.gas, run.theory);
  all.push_back(profile_.table(names, run.units,
                               [&](std::size_t s, int axis, double x) -> std::optional<double> {
                                 const auto relative = at_walls(axis, x);
                                 if (!relative) return std::nullopt;
                                 return *relative * run.count[s] / run.gas.box.volume();
                               }));
  return all;
}

MeasurementKind structure_kind() {
  const Need need = Need::structure;
  const std::vector<DeclaredColumn> pairs{
      {"first", "Species of the first particle."},
      {"second", "Species of the second particle."},
      {"distance", "Distance of the centres at the middle of the bin.", &UnitNames::length},
      {"g", "Pair distribution function g(r).", nullptr, Beside::error_and_theory}};
  std::vector<DeclaredColumn> near_contact = pairs;
  near_contact.push_back({"g_overlap",
                          "Pair distribution function of large spheres in a bath of ideal small "
                          "ones (Asakura and Oosawa)."});
  return {
      "Structure",
      {over_time({"contact_value",
                  "Pair distribution function at contact, from the collision rate.",
                  "collision rate over that of the ideal gas", nullptr, need}),
       over_time({"contact_value",
                  "Pair distribution function of two species at contact, from their "
                  "collision rate.",
                  "collision rate over that of the ideal gas", nullptr, need, Per::pair}),
       {"contact_value_extrapolated",
        "Pair distribution function at contact, extrapolated "
        "from the distances of particles.",
        "polynomial through the first bins of g(r)", nullptr, need},
       {"contact_value_extrapolated",
        "Pair distribution function of two species at contact, "
        "extrapolated from the distances of particles.",
        "polynomial through the first bins of g(r)", nullptr, need, Per::pair},
       {"depletion_well",
        "Mean of the pair distribution function of the largest species near "
        "contact, in a bath of smaller particles.",
        "mean of g(r) over the first bins", nullptr, need, Per::species},
       {"structure_factor_small_k",
        "Static structure factor of all particles at the longest "
        "waves in the box.",
        "mean of S(k) over the axes, k = 2 pi/L", nullptr, need},
       {"density_chi2_p",
        "Probability of density profiles along periodic axes at least as far from uniform as those "
        "measured.",
        "chi-square test of positions, the least p-value, corrected for the number of tests",
        nullptr, need, Per::gas, Kind::p_value},
       {"wall_contact_density", "Number density at contact with the walls.",
        "polynomial through the first bins of the profile", &UnitNames::number_density,
        Need::structure_between_walls}},
      {{"pair_distribution",
        "Radial distribution function of each pair of species from "
        "contact on, with theory.",
        need, pairs},
       {"depletion",
        "Radial distribution function of large particles in a bath of small ones "
        "near contact, with theory.",
        need, near_contact},
       {"structure_factor",
        "Static structure factor of all particles and of each species, with theory.",
        need,
        {{"species", "Species of the particles counted; \"all\" for those of every species."},
         {"wave_number", "Wave number k.", &UnitNames::inverse_length},
         {"s", "Static structure factor S(k), averaged over the directions of k.", nullptr,
          Beside::error_and_theory}}},
       {"density_profile",
        "Number density across the box along each axis, with theory.",
        need,
        {{"axis", "Axis across which the density is shown."},
         kSpeciesColumn,
         {"position", "Middle of the bin along that axis.", &UnitNames::length},
         {"density", "Number density.", &UnitNames::number_density, Beside::error_and_theory}}}},
      KeptBytes{.need = need, .sample_of_pair = 6000},
      {{"structure", &MeasuredConfig::structure,
        "Whether g(r), structure factor, bond-orientational order and density profiles are "
        "measured.",
        "false"},
       {"structure_range",
        &MeasuredConfig::structure_range,
        "Largest distance of g(r), at most half of the shortest edge of the box; default: that "
        "half, or ten of the largest diameters if that is less.",
        "6.0",
        {},
        [](const MeasuredConfig& keys) { return keys.structure; },
        "run.structure = true in a periodic box"}}};
}

}  // namespace

ListedMeasurement listed_structure() {
  return {structure_kind, Structure<2>::make, Structure<3>::make};
}

}  // namespace clausius
