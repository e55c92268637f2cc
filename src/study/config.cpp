#include "clausius/study/config.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <sstream>
#include <system_error>
#include <tuple>

#include "clausius/core/constants.h"
#include "clausius/core/elementary.h"
#include "clausius/core/numbers.h"
#include "clausius/core/random.h"
#include "clausius/core/text.h"
#include "clausius/study/bitmap_file.h"
#include "clausius/study/cost.h"
#include "clausius/study/observables.h"
#include "clausius/study/study_text.h"
#include "clausius/study/time_step.h"
#include "clausius/study/xyz.h"
#include "overrides.h"
#include "toml_reader.h"

namespace clausius {

namespace {

constexpr std::int64_t kMostParticles = 0x7fffffff;  // two ids and a kind make one 64-bit word
constexpr std::size_t kMostSpecies = 255;
constexpr std::int64_t kMostDegrees = 1000;  // of freedom of a reservoir
constexpr std::size_t kMostLabels = 20;      // theory of n knows n² numbers
constexpr double kRounding = 1e-12;          // of a sum of probabilities
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
// Collisions of a part of the run: the sum over the parts is a 64-bit number. 1e5 years of them.
constexpr std::int64_t kMostCollisions = 4000000000000000000;
// Least times of a study, in flights of a particle over its own length: between steps or actions of
// a drive; of a swing or between changes of a label, many of which follow in one go.
constexpr double kShortestStep = 1e-6, kShortestPeriod = 1e-4;
constexpr std::int64_t kFinestGrid = 100;  // cells per radius: seconds for a body of common shape
constexpr double kTracedBytes = 100;
// Bins of g(r) and S(k) of a sample, at most so much for a pair of species.
constexpr double kPairBytes = 1000;
constexpr std::int64_t kMostReplicas = 10000;
constexpr double kBoltzmannSi = 1.380649e-23;  // J/K, exact by definition of the kelvin

constexpr std::string_view kObservableAllowed = "a name that `clausius list --observables` prints";

constexpr Words<bool, 2> kBoundaryWords{{{"periodic", true}, {"wall", false}}};
constexpr Words<bool, 2> kUnitWords{{{"reduced", false}, {"SI", true}}};

bool is_positive(double x) { return x > 0; }
bool is_not_negative(double x) { return x >= 0; }
bool is_fraction(double x) { return x >= 0 && x <= 1; }
bool is_tangential(double x) { return x >= -1 && x <= 1; }
bool is_positive_fraction(double x) { return x > 0 && x <= 1; }
bool is_any(double) { return true; }

constexpr std::string_view kPositive = "a number above 0";
constexpr std::string_view kNotNegative = "a number from 0 up";
constexpr std::string_view kFraction = "a number from 0 to 1";
constexpr std::string_view kTangential = "a number from -1 (smooth) to 1";

/// Volume of all particles together.
double filled_volume(const StudyConfig& study) {
  double sum = 0;
  for (const SpeciesConfig& species : study.species)
    sum += static_cast<double>(species.count) * species.properties.volume;
  return sum;
}

/// The densest packing of spheres (disks) of one diameter; with k diameters the smaller ones may
/// fill the gaps of the larger ones, and so on (Furnas 1931): an upper bound, 1 − (1 − φ)^k. Of
/// other bodies no more is known than that they don't overlap.
double close_packing(const StudyConfig& study) {
  const double one = study.dimensions == 3 ? std::numbers::pi * std::numbers::sqrt2 / 6
                                           : std::numbers::pi * std::numbers::inv_sqrt3 / 2;
  std::set<double> diameters;
  for (const SpeciesConfig& species : study.species) {
    if (!species.is_sphere()) return 1;
    diameters.insert(species.diameter);
  }
  return 1 - portable::pow(1 - one, static_cast<double>(diameters.size()));
}

/// Width of a clump between two parallel planes across the unit vector `normal`.
double width_along(const Clump& clump, const Vec<3>& normal) {
  double low = kInfinity, high = -kInfinity;
  for (const Ball& ball : clump.members) {
    const double at = normal.dot(ball.centre);
    low = std::min(low, at - ball.radius);
    high = std::max(high, at + ball.radius);
  }
  return high - low;
}

/// The least distance of two parallel walls between which a particle has room, turned as it may be.
double least_width(const SpeciesConfig& species, int dimensions) {
  const auto* clump = std::get_if<Clump>(&species.shape);
  if (clump == nullptr) return species.diameter;
  // Directions spread evenly over half a circle or half a sphere, then over ever smaller
  // neighbourhoods of the best of them.
  constexpr int kDirections = 2000, kNear = 200;
  constexpr double kFirst = 0.1, kSmaller = 0.7, kLeast = 1e-6;
  const double golden = std::numbers::pi * (3 - std::sqrt(5.0));
  const auto direction = [&](double height, double angle) {
    const double radius = std::sqrt(std::max(0.0, 1 - height * height));
    return Vec<3>(radius * portable::cos(angle), radius * portable::sin(angle), height);
  };
  Vec<3> best = Vec<3>::UnitX();
  double width = width_along(*clump, best);
  const auto look = [&](const Vec<3>& normal) {
    const double other = width_along(*clump, normal);
    if (!(other < width)) return;
    width = other;
    best = normal;
  };
  for (int k = 0; k < kDirections; ++k) {
    const double part = (k + 0.5) / kDirections;
    look(dimensions == 2 ? direction(0, std::numbers::pi * part) : direction(part, golden * k));
  }
  Vec<3> centre = best;
  for (double reach = kFirst; reach > kLeast; reach *= kSmaller) {
    centre = best;
    const Vec<3> along = dimensions == 2 ? Vec<3>::UnitZ().cross(centre) : centre.unitOrthogonal();
    const Vec<3> across = dimensions == 2 ? Vec<3>::Zero() : centre.cross(along);
    for (int k = 0; k < kNear; ++k) {
      const Vec<3> by = reach * std::sqrt((k + 0.5) / kNear) * direction(0, golden * k);
      look((centre + by.x() * along + by.y() * across).normalized());
    }
  }
  return width;
}

double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Turns one document into a StudyConfig, table by table; every fault goes to `faults`.
class StudyReader {
 public:
  StudyReader(const toml::table& document, const std::filesystem::path& source, Faults& faults,
              const std::vector<MeasurementKind>& also_measured)
      : root_(document, document.source(), "", "", faults), faults_(faults) {
    study_.also_measured = also_measured;
    study_.source = source;
    study_.name = source.stem().string();
  }

  StudyConfig read() {
    study_.title = root_.text("title", "a string").value_or(study_.name);
    study_.seed = static_cast<std::uint64_t>(root_.integer("seed", 0, kMost).value_or(1));
    read_units();
    const TableReader box = root_.table("box");
    study_.dimensions = static_cast<int>(box.integer("dimensions", 2, 3).value_or(3));
    read_boundary(box);
    const TableReader collisions = root_.table("collisions");
    const std::vector<TableReader> pairs = collisions.tables("pair");
    read_roughness(collisions, pairs);
    const std::size_t before_gas = faults_.count();
    const std::vector<TableReader> species = root_.tables("species");
    const TableReader initial = root_.table("initial");
    read_placement(initial);
    read_species(species);
    if (study_.placement == Placement::file) count_start_file();
    read_listed(initial, species);
    read_box(box);
    check_regions(species);
    if (faults_.count() == before_gas) check_fit(box, species, initial);
    read_collisions(collisions, pairs);
    read_drives();
    read_gravity(box);
    read_walls();
    read_obstacles();
    read_windows();
    read_labels();
    read_shear(box);
    read_run();
    check_reservoirs(species);
    read_checks();
    check_time_scales();
    return study_;
  }

  SeriesConfig read_series() {
    SeriesConfig series;
    if (!root_.has("series")) return series;
    const TableReader table = root_.table("series");
    constexpr std::string_view kKeyAllowed =
        "a dotted key of a study, e.g. \"box.packing_fraction\"";
    if (!table.has("key")) table.missing("key", kKeyAllowed);
    series.key = table.text("key", kKeyAllowed).value_or("");
    if (series.key.rfind("series", 0) == 0)
      table.fault("key", fmt::format("a series cannot vary itself; allowed: {}", kKeyAllowed));
    constexpr std::string_view kValuesAllowed = "a list of different values of the key";
    const toml::node* values = table.node("values");
    const toml::array* list = values ? values->as_array() : nullptr;
    if (!values) {
      table.missing("values", kValuesAllowed);
    } else if (!list) {
      table.fault_of(*values, "series.values", type_name(*values), kValuesAllowed);
    } else if (list->empty()) {
      table.fault_of(*values, "series.values", "empty", kValuesAllowed);
    } else {
      for (const toml::node& value : *list) {
        const std::string text = literal(value);
        if (std::find(series.values.begin(), series.values.end(), text) != series.values.end())
          table.fault_of(value, series_path(series.values.size()), "there twice", kValuesAllowed);
        series.values.push_back(text);
      }
    }
    for (const TableReader& fit : table.tables("fit"))
      series.fits.push_back({read_observable(fit),
                             fit.number("order_tolerance", is_positive, kPositive),
                             fit.number("prefactor_tolerance", is_positive, kPositive)});
    return series;
  }

  /// Refuses names by which two observables, or the columns beside them in the tables of series,
  /// replicas and fits, would have one name.
  void check_names(const SeriesConfig& series) {
    std::map<std::string, std::string> taken;  // by what
    std::set<std::pair<std::string_view, std::size_t>> refused;
    const auto take = [&](const KnownObservable& one, const std::string& name,
                          const std::string& what) {
      const auto [place, is_free] = taken.emplace(name, what);
      if (is_free || one.table.empty() || !refused.emplace(one.table, one.index).second) return;
      const toml::node& owner =
          *(*root_.node(one.table)->as_array())[one.index].as_table()->get("name");
      root_.fault_of(owner, fmt::format("{}[{}].name", one.table, one.index),
                     fmt::format("ambiguous: \"{}\" would be {} and {}", name, place->second, what),
                     "another name");
    };
    for (const KnownObservable& one : known_observables(study_)) {
      if (one.table == "species" && study_.species.size() < 2) continue;
      const bool is_fitted =
          std::any_of(series.fits.begin(), series.fits.end(),
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

  /// Reports the faults of a case where the series names it.
  void report_case(std::size_t index, const InputError& error) {
    const toml::node* value =
        root_.node("series")->as_table()->get("values")->as_array()->get(index);
    for (const Problem& problem : error.problems())
      faults_.add(
          series_path(index), value->source(),
          fmt::format("with the value {}: {}: {}", literal(*value), problem.key, problem.message));
  }

 private:
  static std::string series_path(std::size_t index) {
    return fmt::format("series.values[{}]", index);
  }

  void read_units() {
    study_.si_units = root_.table("units").choice("system", kUnitWords).value_or(false);
    if (study_.si_units) study_.boltzmann = kBoltzmannSi;
  }

  void read_boundary(const TableReader& box) {
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    study_.periodic.assign(axes, true);
    const toml::node* node = box.node("boundary");
    if (!node) return;
    const std::string allowed =
        fmt::format("\"periodic\", \"wall\", or a list of {} of them", study_.dimensions);
    std::vector<std::string> words;
    if (node->is_array())
      words = box.texts("boundary", axes, allowed).value_or(std::vector<std::string>());
    else if (const auto word = box.text("boundary", allowed))
      words.assign(axes, *word);
    if (words.empty()) return;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const auto* known =
          std::find_if(kBoundaryWords.begin(), kBoundaryWords.end(),
                       [&](const auto& entry) { return entry.first == words[axis]; });
      if (known == kBoundaryWords.end()) {
        const toml::array* list = node->as_array();
        box.fault_of(list ? *list->get(axis) : *node,
                     list ? fmt::format("box.boundary[{}]", axis) : "box.boundary", "unknown",
                     allowed);
        if (!list) return;
      } else {
        study_.periodic[axis] = known->second;
      }
    }
  }

  /// The coefficients of tangential restitution: whether the gas is one of rough spheres decides
  /// which keys a species may have.
  void read_roughness(const TableReader& collisions, const std::vector<TableReader>& pairs) {
    constexpr std::string_view kKey = "tangential_restitution";
    const auto read = [](const TableReader& table, std::string_view key) {
      return table.number(key, is_tangential, kTangential);
    };
    study_.general_tangential_restitution = read(collisions, kKey).value_or(-1);
    study_.wall_tangential_restitution =
        read(collisions, "wall_tangential_restitution").value_or(-1);
    const bool walls =
        std::find(study_.periodic.begin(), study_.periodic.end(), false) != study_.periodic.end() ||
        root_.has("obstacle");
    rough_ = study_.general_tangential_restitution > -1 ||
             (walls && study_.wall_tangential_restitution > -1);
    for (const TableReader& pair : pairs) {
      pair_tangential_.push_back(read(pair, kKey).value_or(study_.general_tangential_restitution));
      rough_ = rough_ || pair_tangential_.back() > -1;
    }
  }

  void read_species(const std::vector<TableReader>& tables) {
    if (tables.empty() && !root_.has("species"))
      root_.missing("species", "at least one [[species]] table");
    if (tables.size() > kMostSpecies)
      tables[kMostSpecies].fault("name", fmt::format("there are {} species; allowed: at most {}",
                                                     tables.size(), kMostSpecies));
    for (const TableReader& table : tables) study_.species.push_back(read_one_species(table));
  }

  /// The key `name` of a table; unlike those of `others`, which are of the kind `of`.
  template <class Named>
  static std::string read_name(const TableReader& table, std::string_view of,
                               const std::vector<Named>& others) {
    const std::string allowed =
        fmt::format("letters, digits and _ + - . ; each {} has its own", of);
    if (!table.has("name")) table.missing("name", allowed);
    const auto name = table.text("name", allowed);
    if (!name) return "";
    const auto is_good = [](unsigned char c) {
      return std::isalnum(c) ||
             std::string_view("_+-.").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (name->empty() || !std::all_of(name->begin(), name->end(), is_good))
      table.fault_of(*table.node("name"), table.path("name"), "no name", allowed);
    else if (std::any_of(others.begin(), others.end(),
                         [&](const Named& one) { return one.name == *name; }))
      table.fault_of(*table.node("name"), table.path("name"),
                     fmt::format("the name of another {}", of), allowed);
    return *name;
  }

  SpeciesConfig read_one_species(const TableReader& table) {
    const std::size_t before_species = faults_.count();
    SpeciesConfig species;
    species.name = read_name(table, "species", study_.species);

    if (is_placed() && !table.has("count"))
      table.missing("count", fmt::format("a whole number from 1 to {}", kMostParticles));
    species.count = table.integer("count", 1, kMostParticles).value_or(0);

    read_region(table, species);
    read_shape(table, species);
    const bool shape_is_good = faults_.count() == before_species;
    read_amount(table, species);
    read_mass(table, species, shape_is_good);
    species.velocities = table.choice("velocities", kVelocityWords).value_or(Velocities::maxwell);
    species.angular_velocities = table.choice("angular_velocities", kAngularVelocityWords)
                                     .value_or(AngularVelocities::maxwell);
    species.rough = rough_ && species.is_sphere();
    if (species.rough)
      species.inertia = table.number("inertia", is_positive_fraction, "a number above 0, up to 1")
                            .value_or(study_.dimensions == 3 ? 0.4 : 0.5);
    const bool turns = !species.is_sphere() || species.rough;
    const bool at_rest = species.velocities == Velocities::rest &&
                         (!turns || species.angular_velocities == AngularVelocities::rest);
    species.temperature =
        table
            .number("temperature", at_rest ? is_not_negative : is_positive,
                    at_rest ? kNotNegative : "a number above 0 (velocities = \"rest\" for 0)")
            .value_or(1);
    if (at_rest) species.temperature = 0;
    if (table.has("internal_temperature") && species.internal_degrees == 0)
      table.fault("internal_temperature", "of no use here; allowed: only with internal_degrees");
    species.internal_temperature =
        table.number("internal_temperature", is_not_negative, kNotNegative)
            .value_or(species.temperature);
    return species;
  }

  void check_regions(const std::vector<TableReader>& tables) const {
    for (std::size_t s = 0; s < study_.species.size(); ++s) {
      const SpeciesConfig& species = study_.species[s];
      for (std::size_t axis = 0; axis < species.region_low.size() && axis < study_.size.size();
           ++axis)
        if (species.region_low[axis] < 0 || species.region_high[axis] > study_.size[axis])
          tables[s].fault(species.region_low[axis] < 0 ? "region_low" : "region_high",
                          fmt::format("outside the box along {}; allowed: from 0 to {}",
                                      "xyz"[axis], exact_text(study_.size[axis])));
    }
  }

  void read_region(const TableReader& table, SpeciesConfig& species) const {
    for (const std::string_view key : {"region_low", "region_high", "bitmap"})
      if (table.has(key) && study_.placement != Placement::random)
        table.fault(key, "of no use here; allowed: only with placement = \"random\"");
    std::tie(species.region_low, species.region_high) = read_corners(table, "region");
    species.bitmap = read_bitmap_key(table);
  }

  /// The shape, and that no key belongs to another one.
  void read_shape(const TableReader& table, SpeciesConfig& species) const {
    const std::size_t shape = table.choice("shape", kShapeWords).value_or(0);
    const bool is_clump = shape == 2;
    const auto only_for = [&](std::string_view key, bool allowed, std::string_view whom) {
      if (table.has(key) && !allowed)
        table.fault(key, fmt::format("of no use here; allowed: only with shape = {}", whom));
    };
    only_for("diameter", !is_clump, "\"sphere\" or \"capsule\"");
    only_for("shaft", shape == 1, "\"capsule\"");
    for (const std::string_view key : {"spheres", "mass_convention", "grid_division"})
      only_for(key, is_clump, "\"clump\"");
    only_for("angular_velocities", shape != 0 || rough_,
             "\"capsule\" or \"clump\", or with collisions.tangential_restitution above -1");
    only_for("inertia", shape == 0 && rough_,
             "\"sphere\" and collisions.tangential_restitution above -1");

    if (study_.si_units && !is_clump && !table.has("diameter"))
      table.missing("diameter", kPositive);
    species.diameter = table.number("diameter", is_positive, kPositive).value_or(1);
    const double radius = 0.5 * species.diameter;
    if (study_.si_units && shape == 1 && !table.has("shaft")) table.missing("shaft", kNotNegative);
    const double shaft = table.number("shaft", is_not_negative, kNotNegative).value_or(1);
    if (is_clump) {
      const Clump clump = read_clump(table);
      species.diameter = 0;
      for (const Ball& ball : clump.members)
        species.diameter = std::max(species.diameter, 2 * ball.radius);
      species.shape = clump;
    } else if (shape == 1) {
      species.shape = Capsule{radius, shaft};
    } else {
      species.shape = Sphere{radius};
    }
    species.mass_rule.convention =
        table.choice("mass_convention", kMassConventionWords).value_or(MassConvention::body);
    species.mass_rule.grid_division = static_cast<int>(
        table.integer("grid_division", 1, kFinestGrid).value_or(species.mass_rule.grid_division));
  }

  /// The members of a clump; a single ball where they are at fault.
  Clump read_clump(const TableReader& table) const {
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    const std::string allowed = fmt::format("a list of one or more [{}, radius], radius above 0",
                                            axes == 3 ? "x, y, z" : "x, y");
    const std::string path = table.path("spheres");
    Clump clump;
    const toml::node* node = table.node("spheres");
    const toml::array* list = node ? node->as_array() : nullptr;
    if (!node)
      table.missing("spheres", allowed);
    else if (!list)
      table.fault_of(*node, path, type_name(*node), allowed);
    else if (list->empty())
      table.fault_of(*node, path, "empty", allowed);
    for (std::size_t i = 0; list && i < list->size(); ++i) {
      const auto numbers = table.numbers_at(*list->get(i), fmt::format("{}[{}]", path, i), axes + 1,
                                            is_any, allowed);
      if (!numbers) continue;
      if (!(numbers->back() > 0))
        table.fault_of(*list->get(i)->as_array()->get(axes),
                       fmt::format("{}[{}][{}]", path, i, axes), "out of range",
                       "a radius above 0");
      Ball ball{Vec<3>::Zero(), numbers->back()};
      std::copy_n(numbers->begin(), axes, ball.centre.begin());
      clump.members.push_back(ball);
    }
    return clump;
  }

  /// Mass, from the density where that is given, and what follows from it.
  /// What parcels stand for.
  void read_amount(const TableReader& table, SpeciesConfig& species) const {
    species.amount = table.number("amount", is_positive, kPositive);
    species.molecular_mass = table.number("molecular_mass", is_positive, kPositive);
    species.internal_degrees = table.integer("internal_degrees", 0, kMostDegrees).value_or(0);
    if (species.amount && !table.has("count"))
      table.missing("count", "the number of parcels, beside their amount");
    if (species.molecular_mass && !species.amount)
      table.missing("amount", "a number above 0, beside molecular_mass");
    if (species.is_sphere()) return;
    for (const std::string_view key : {"amount", "internal_degrees"})
      if (table.has(key))
        table.fault(key, "parcels are spheres and disks; allowed: none with other shapes");
  }

  /// What gases with reservoirs can't have.
  void check_reservoirs(const std::vector<TableReader>& species) const {
    if (!study_.has_reservoirs()) {
      const TableReader collisions = root_.table("collisions");
      if (collisions.has("internal_exchange"))
        collisions.fault("internal_exchange",
                         "of no use here; allowed: only with species.internal_degrees above 0");
      return;
    }
    std::size_t first = 0;
    while (study_.species[first].internal_degrees == 0) ++first;
    const auto refuse = [&](bool has, std::string_view what) {
      if (has)
        species[first].fault(
            "internal_degrees",
            fmt::format("reservoirs are of elastic smooth spheres and disks in plain "
                        "boxes, event-driven; allowed: 0 with {}",
                        what));
    };
    refuse(!study_.spheres_only(), "other shapes");
    refuse(study_.is_rough(), "tangential_restitution above -1");
    refuse(!study_.pairs_are_elastic(), "a restitution below 1");
    refuse(study_.engine.mode == Mode::time_step, "mode = \"time-step\"");
    refuse(!study_.has_plain_boundary(), "[[wall]], [[obstacle]], gravity or shear");
    refuse(!study_.drives.empty(), "a [[drive]]");
    refuse(study_.contact_duration.value_or(0) > 0, "contact_duration above 0");
    refuse(study_.wall_restitution < 1, "wall_restitution below 1");
    refuse(study_.collision_statistics, "collision_statistics");
    refuse(study_.placement == Placement::listed, "placement = \"listed\"");
  }

  void read_mass(const TableReader& table, SpeciesConfig& species, bool shape_is_good) const {
    species.density = table.number("density", is_positive, kPositive);
    species.mass = table.number("mass", is_positive, kPositive).value_or(1);
    const bool by_molecules = table.has("molecular_mass");
    if (table.has("mass") && table.has("density"))
      table.fault("density", "given beside mass; allowed: one of mass, density");
    else if (by_molecules && (table.has("mass") || table.has("density")))
      table.fault("molecular_mass",
                  "given beside mass or density; allowed: one of mass, density, molecular_mass");
    else if (study_.si_units && !table.has("mass") && !table.has("density") && !by_molecules)
      table.missing("mass", "a number above 0, or density");
    if (species.molecular_mass) species.mass = *species.molecular_mass * species.molecules();
    if (!shape_is_good) return;
    const MassProperties unit =
        mass_properties(species.shape, study_.dimensions, species.mass_rule);
    if (species.density) species.mass = *species.density * unit.mass;
    if (!is_tractable(species.mass))
      return table.fault(species.density ? "density" : "molecular_mass",
                         fmt::format("makes the mass {}; allowed: a mass from {} to {}",
                                     short_text(species.mass), kLeastMagnitude, kLargestMagnitude));
    species.properties = unit.with_mass(species.mass);
  }

  std::optional<std::size_t> index_of_species(const std::string& name) const {
    for (std::size_t i = 0; i < study_.species.size(); ++i)
      if (study_.species[i].name == name) return i;
    return std::nullopt;
  }

  /// "a", "b" or "c": for messages about unknown names.
  std::string species_names() const {
    std::string names;
    for (const SpeciesConfig& species : study_.species)
      names += (names.empty() ? "" : ", ") + toml_string(species.name);
    return names.empty() ? "the name of a [[species]] table" : names;
  }

  void read_placement(const TableReader& initial) {
    study_.placement = initial.choice("placement", kPlacementWords).value_or(Placement::random);
    const bool from_file = study_.placement == Placement::file;
    constexpr std::string_view kFileAllowed =
        "the path of an extended XYZ file, from the folder of the study";
    if (from_file && !initial.has("file")) initial.missing("file", kFileAllowed);
    const auto file = initial.text("file", kFileAllowed);
    if (!file) return;
    if (!from_file)
      return initial.fault("file", "of no use here; allowed: only with placement = \"file\"");
    const std::filesystem::path path =
        std::filesystem::absolute(study_.source.parent_path() / *file).lexically_normal();
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
      initial.fault("file", fmt::format("{} is no file ({}); allowed: {}", toml_string(*file),
                                        path.string(), kFileAllowed));
    else if (access(path.c_str(), R_OK) != 0)
      initial.fault("file", fmt::format("{} cannot be read: {}; allowed: {}", toml_string(*file),
                                        std::generic_category().message(errno), kFileAllowed));
    else if (first_invalid_utf8(path.native()) < path.native().size())
      initial.fault("file", fmt::format("{} is in a folder whose name is not UTF-8 ({}), which no "
                                        "study can name; allowed: {}",
                                        toml_string(*file), path.string(), kFileAllowed));
    else
      study_.start_file = path;
  }

  /// Counts that are not given are those of the start file. What is wrong with the file itself is
  /// reported with the initial state.
  void count_start_file() {
    std::ifstream file(study_.start_file);
    if (!file || std::all_of(study_.species.begin(), study_.species.end(),
                             [](const SpeciesConfig& species) { return species.count > 0; }))
      return;
    LineFaults ignored;
    std::map<std::string, std::int64_t> counts;
    for (const std::string& name : read_last_xyz_frame(file, ignored).species) ++counts[name];
    for (SpeciesConfig& species : study_.species)
      if (species.count == 0) species.count = counts[species.name];
  }

  void read_listed(const TableReader& initial, const std::vector<TableReader>& species) {
    const std::vector<TableReader> particles = initial.tables("particle");
    const bool listed = study_.placement == Placement::listed;
    if (listed && !initial.has("particle"))
      return initial.missing("particle", "at least one [[initial.particle]] table");
    if (!listed) {
      if (initial.has("particle"))
        initial.fault("particle", "of no use here; allowed: only with placement = \"listed\"");
      return;
    }
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    const std::string allowed = fmt::format("a list of {} numbers", axes);
    std::vector<std::int64_t> counts(study_.species.size());
    for (const TableReader& table : particles) {
      ListedParticle particle;
      if (!table.has("species")) table.missing("species", species_names());
      if (const auto name = table.text("species", species_names())) {
        particle.species = *name;
        if (const auto index = index_of_species(*name))
          ++counts[*index];
        else
          table.fault_of(*table.node("species"), table.path("species"), "no species",
                         species_names());
      }
      for (const char* key : {"position", "velocity"})
        if (!table.has(key)) table.missing(key, allowed);
      if (auto position = table.numbers("position", axes, is_any, allowed))
        particle.position = std::move(*position);
      if (auto velocity = table.numbers("velocity", axes, is_any, allowed))
        particle.velocity = std::move(*velocity);
      read_rotation(table, particle);
      study_.listed.push_back(std::move(particle));
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
      std::int64_t& count = study_.species[i].count;
      if (counts[i] == 0)
        species[i].fault("name",
                         "no [[initial.particle]] is of this species; allowed: species "
                         "that have particles");
      else if (species[i].has("count") && count != 0 && count != counts[i])
        species[i].fault("count", fmt::format("{} given, {} listed; allowed: the number listed, "
                                              "or no count",
                                              count, counts[i]));
      count = counts[i];
    }
  }

  /// How a listed body is turned and turns.
  void read_rotation(const TableReader& table, ListedParticle& particle) const {
    const bool flat = study_.dimensions == 2;
    const auto species = index_of_species(particle.species);
    const auto read = [&](std::string_view key, std::vector<double>& values,
                          std::string_view allowed, bool of_spheres, std::string_view whom) {
      if (species && study_.species[*species].is_sphere() && !of_spheres && table.has(key))
        return table.fault(key, fmt::format("of no use here; allowed: only of {}", whom));
      auto given = table.numbers(key, values.size(), is_any, allowed);
      if (!given) return;
      values = std::move(*given);
      if (flat && (values[0] != 0 || values[1] != 0))
        table.fault_of(*table.node(key), table.path(key), "out of the plane", allowed);
    };
    const std::string_view turned =
        flat ? "[0, 0, z, w], a unit quaternion" : "[x, y, z, w], a unit quaternion";
    read("orientation", particle.orientation, turned, false, "a capsule or a clump");
    read("angular_velocity", particle.angular_velocity, flat ? "[0, 0, z]" : "a list of 3 numbers",
         rough_, "a capsule, a clump or a rough sphere");
    const double length = Eigen::Map<const Eigen::Vector4d>(particle.orientation.data()).norm();
    if (std::abs(length - 1) > kUnitQuaternion)
      table.fault_of(*table.node("orientation"), table.path("orientation"),
                     fmt::format("of length {}", short_text(length)), turned);
  }

  /// The box as given; its size follows in check_fit, once the gas is known to be good.
  void read_box(const TableReader& box) {
    constexpr std::string_view kAllowed = "exactly one of packing_fraction, number_density, size";
    std::vector<std::string_view> given;
    for (std::string_view key : {"packing_fraction", "number_density", "size"})
      if (box.has(key)) given.push_back(key);
    if (given.empty()) box.missing("packing_fraction", kAllowed);
    for (std::size_t i = 1; i < given.size(); ++i)
      box.fault(given[i], fmt::format("given beside {}; allowed: {}", given[0], kAllowed));
    study_.given_packing_fraction =
        box.number("packing_fraction", is_positive, "a number above 0, below close packing");
    study_.given_number_density = box.number("number_density", is_positive, kPositive);
    if (auto size = box.numbers("size", static_cast<std::size_t>(study_.dimensions), is_positive,
                                fmt::format("a list of {} numbers above 0", study_.dimensions)))
      study_.size = std::move(*size);
  }

  /// Do the particles go into memory and into the box? Resolves the size of the box.
  /// @pre box, species and placement are free of faults so far.
  void check_fit(const TableReader& box, const std::vector<TableReader>& species,
                 const TableReader& initial) {
    const std::string_view given = study_.given_packing_fraction ? "packing_fraction"
                                   : study_.given_number_density ? "number_density"
                                                                 : "size";
    const auto uncounted = std::find_if(study_.species.begin(), study_.species.end(),
                                        [](const SpeciesConfig& one) { return one.count == 0; });
    if (uncounted != study_.species.end() && given != "size")
      return species[static_cast<std::size_t>(uncounted - study_.species.begin())].missing(
          "count", fmt::format("a count beside box.{}, or box.size instead", given));

    const auto particles = static_cast<double>(study_.particles());
    const double most = std::min(static_cast<double>(kMostParticles),
                                 std::floor(physical_memory() / study_.bytes_per_particle()));
    if (particles > most) {
      const auto largest = std::max_element(
          study_.species.begin(), study_.species.end(),
          [](const SpeciesConfig& a, const SpeciesConfig& b) { return a.count < b.count; });
      return species[static_cast<std::size_t>(largest - study_.species.begin())].fault(
          "count", fmt::format("makes {:.0f} particles in all; allowed: at most {:.0f} on this "
                               "machine ({:.0f} bytes each)",
                               particles, most, study_.bytes_per_particle()));
    }

    const double filled = filled_volume(study_);
    if (study_.size.empty()) {
      const double volume = study_.given_packing_fraction
                                ? filled / *study_.given_packing_fraction
                                : particles / *study_.given_number_density;
      const double edge = study_.dimensions == 3 ? portable::cbrt(volume) : std::sqrt(volume);
      study_.size.assign(static_cast<std::size_t>(study_.dimensions), edge);
    }
    const double fraction = filled / study_.volume();
    if (const double densest = close_packing(study_); fraction > densest)
      box.fault(given, fmt::format("{}the packing fraction {} is beyond close packing; allowed: at "
                                   "most {:.4f} here",
                                   given == "packing_fraction" ? "" : "makes a box in which ",
                                   short_text(fraction), densest));
    check_edges(box, given);
    check_positions(initial);
  }

  bool is_placed() const {
    return study_.placement == Placement::lattice || study_.placement == Placement::random;
  }

  void check_edges(const TableReader& box, std::string_view given) {
    double longest = 0;
    double widest = 0;
    const bool spheres = study_.spheres_only();
    for (const SpeciesConfig& one : study_.species) {
      longest = std::max(longest, 2 * one.properties.bounding_radius);
      widest = std::max(widest, one.diameter);
    }
    for (std::size_t axis = 0; axis < study_.size.size(); ++axis) {
      const bool periodic = study_.periodic[axis];
      // Particles that are placed move along every axis, and hit walls that leave no room at once.
      const bool moves = !periodic && is_placed();
      const double least = periodic ? 2 * longest : widest * (moves ? 1 + kLeastRoom : 1);
      if (study_.size[axis] >= least) continue;
      const std::string wrong = fmt::format("too short along {}", "xyz"[axis]);
      const std::string_view reason =
          !periodic ? (spheres ? "the largest diameter between walls"
                               : "the width of the widest body between walls")
                    : (spheres ? "two of the largest diameters on a periodic axis"
                               : "twice the length of the longest body on a periodic axis");
      const std::string allowed = fmt::format("{} {} ({})", moves ? "more than" : "at least",
                                              short_text(periodic ? least : widest), reason);
      if (given == "size") {
        box.fault_of(*box.node("size")->as_array()->get(axis), fmt::format("box.size[{}]", axis),
                     wrong, allowed);
      } else {  // all edges are the same
        box.fault(given, fmt::format("makes an edge {} that is {}; allowed: {}",
                                     short_text(study_.size[axis]), wrong, allowed));
        return;
      }
    }
  }

  /// Centres listed in the study lie in the box, surfaces of spheres between the walls.
  void check_positions(const TableReader& initial) {
    if (study_.placement != Placement::listed) return;
    const toml::array& tables = *initial.node("particle")->as_array();
    for (std::size_t i = 0; i < study_.listed.size(); ++i) {
      const ListedParticle& particle = study_.listed[i];
      const SpeciesConfig& species = study_.species[*index_of_species(particle.species)];
      const double radius = species.is_sphere() ? species.diameter / 2 : 0;
      for (std::size_t axis = 0; axis < particle.position.size(); ++axis) {
        const double x = particle.position[axis];
        const double edge = study_.size[axis];
        const bool periodic = study_.periodic[axis];
        if (periodic ? x >= 0 && x < edge : x >= radius && x <= edge - radius) continue;
        initial.fault_of(
            *tables.get(i)->as_table()->get("position")->as_array()->get(axis),
            fmt::format("initial.particle[{}].position[{}]", i, axis), "outside the box",
            periodic ? fmt::format("from 0 to below {}", exact_text(edge))
                     : fmt::format("from {} to {}, so that its surface is between the walls",
                                   exact_text(radius), exact_text(edge - radius)));
      }
    }
  }

  void read_collisions(const TableReader& collisions, const std::vector<TableReader>& pairs) {
    const auto species_count = static_cast<Eigen::Index>(study_.species.size());
    study_.general_restitution =
        collisions.number("restitution", is_fraction, kFraction).value_or(1);
    study_.restitution =
        Eigen::MatrixXd::Constant(species_count, species_count, study_.general_restitution);
    if (rough_)
      study_.tangential_restitution = Eigen::MatrixXd::Constant(
          species_count, species_count, study_.general_tangential_restitution);
    if (rough_ && !study_.spheres_only())
      collisions.fault("tangential_restitution",
                       "rough surfaces are of spheres and disks; allowed: -1 (smooth) with other "
                       "shapes, of pairs and walls too");
    const bool viscoelastic = collisions.choice("law", kCollisionLawWords).value_or(false);
    if (viscoelastic && !collisions.has("viscosity")) collisions.missing("viscosity", kPositive);
    if (!viscoelastic && collisions.has("viscosity"))
      collisions.fault("viscosity", "of no use here; allowed: only with law = \"viscoelastic\"");
    if (viscoelastic)
      for (const std::string_view key : {"restitution", "pair"})
        if (collisions.has(key))
          collisions.fault(key, "given beside law = \"viscoelastic\"; allowed: viscosity alone");
    if (viscoelastic && !study_.spheres_only())
      collisions.fault("law", "is of spheres and disks; allowed: \"constant\" with other shapes");
    study_.viscosity = collisions.number("viscosity", is_positive, kPositive).value_or(0);
    study_.wall_restitution =
        collisions.number("wall_restitution", is_fraction, kFraction).value_or(1);
    study_.internal_exchange =
        collisions.number("internal_exchange", is_positive_fraction, "a number above 0, up to 1")
            .value_or(1);
    constexpr std::string_view kDurationAllowed = "\"auto\", or a time from 0 (off) up";
    study_.contact_duration =
        number_or_auto(collisions, "contact_duration", is_not_negative, kDurationAllowed);

    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const TableReader& pair = pairs[k];
      if (!pair.has("restitution")) pair.missing("restitution", kFraction);
      const auto restitution = pair.number("restitution", is_fraction, kFraction);
      const std::string allowed = fmt::format("a list of two of {}", species_names());
      if (!pair.has("species")) pair.missing("species", allowed);
      const auto names = pair.texts("species", 2, allowed);
      if (!names) continue;
      std::vector<std::size_t> partners;
      for (std::size_t i = 0; i < names->size(); ++i) {
        if (const auto index = index_of_species((*names)[i]))
          partners.push_back(*index);
        else
          pair.fault_of(*pair.node("species")->as_array()->get(i),
                        fmt::format("{}[{}]", pair.path("species"), i), "no species",
                        species_names());
      }
      if (partners.size() < 2) continue;
      if (!seen.insert(std::minmax(partners[0], partners[1])).second)
        pair.fault("species", "a pair that is there already; allowed: each pair once");
      if (!restitution) continue;
      study_.pairs.push_back({(*names)[0], (*names)[1], *restitution, pair_tangential_[k]});
      const auto a = static_cast<Eigen::Index>(partners[0]);
      const auto b = static_cast<Eigen::Index>(partners[1]);
      study_.restitution(a, b) = study_.restitution(b, a) = *restitution;
      if (rough_)
        study_.tangential_restitution(a, b) = study_.tangential_restitution(b, a) =
            pair_tangential_[k];
    }
  }

  /// Can two particles ever meet? Positions aside: there are two, and one of them moves.
  bool can_collide() const {
    const std::int64_t particles = study_.particles();
    switch (study_.placement) {
      case Placement::file:  // what the study doesn't say
        return particles == 0 || particles > 1;
      case Placement::listed:
        return particles > 1 &&
               std::any_of(study_.listed.begin(), study_.listed.end(), [](const auto& particle) {
                 const auto moves = [](double v) { return v != 0; };
                 return std::any_of(particle.velocity.begin(), particle.velocity.end(), moves) ||
                        std::any_of(particle.angular_velocity.begin(),
                                    particle.angular_velocity.end(), moves);
               });
      default:
        return particles > 1 &&
               std::any_of(study_.species.begin(), study_.species.end(),
                           [](const SpeciesConfig& one) { return one.temperature > 0; });
    }
  }

  /// Refuses more collisions in a part of the run than can be counted.
  void check_collisions(const TableReader& run) const {
    const double pairs_each = 0.5 * static_cast<double>(study_.particles());
    for (const auto& [key, per_particle] : {std::pair{"equilibrate", study_.equilibrate},
                                            std::pair{"measure", study_.measure.value_or(0)}})
      if (per_particle * pairs_each > static_cast<double>(kMostCollisions))
        run.fault(key, fmt::format("{} makes {:.2g} collisions; allowed: at most {:.2g} per "
                                   "particle here, {:.2g} in all",
                                   exact_text(per_particle), per_particle * pairs_each,
                                   static_cast<double>(kMostCollisions) / pairs_each,
                                   static_cast<double>(kMostCollisions)));
  }

  /// Refuses to count collisions of a gas so dilute that none would come in years.
  void check_flights(const TableReader& run) const {
    if (faults_.count() > 0 || !study_.spheres_only()) return;
    // Flights through the box until each particle has collided once; each takes tens of
    // nanoseconds.
    constexpr double kMostFlights = 1e15;
    double widest = 0, volume = 1;
    for (const SpeciesConfig& species : study_.species) widest = std::max(widest, species.diameter);
    for (const double edge : study_.size) volume *= edge;
    const double section = study_.dimensions == 3 ? std::numbers::pi * widest * widest : 2 * widest;
    const double boxes = volume / (std::numbers::sqrt2 * section) /
                         *std::max_element(study_.size.begin(), study_.size.end());
    if (boxes <= kMostFlights) return;
    const std::string message = fmt::format(
        "counts collisions, before each of which a particle flies through {:.2g} boxes: years of "
        "processor time; allowed: run.duration with run.equilibrate = 0, or a denser gas",
        boxes / static_cast<double>(study_.particles()));
    if (study_.measure) run.fault("measure", message);
    if (study_.equilibrate > 0 && !study_.measure) run.fault("equilibrate", message);
  }

  void read_run() {
    const TableReader run = root_.table("run");
    study_.engine.scheduler =
        run.choice("scheduler", kSchedulerWords).value_or(Scheduler::calendar);
    study_.engine.cell_edge = run.number(
                                     "cell_edge", [](double x) { return x == 0 || x >= 1; },
                                     "0 (automatic), or a number from 1 (largest diameter) up")
                                  .value_or(0);
    const bool can_collide = this->can_collide();
    study_.equilibrate = run.number("equilibrate", is_not_negative, kNotNegative)
                             .value_or(can_collide ? StudyConfig().equilibrate : 0);
    study_.measure = run.number("measure", is_positive, kPositive);
    check_collisions(run);
    study_.duration = run.number("duration", is_positive, kPositive);
    if (run.has("measure") && run.has("duration"))
      run.fault("duration", "given beside measure; allowed: one of measure, duration");
    if (!run.has("measure") && !run.has("duration")) study_.measure = kDefaultMeasure;
    // Only a sound gas can be known not to collide.
    if (faults_.count() == 0 && !can_collide) {
      constexpr std::string_view kNever =
          "no two particles can ever collide, so collisions are no measure; allowed: ";
      if (study_.measure) run.fault("measure", fmt::format("{}duration instead", kNever));
      if (study_.equilibrate > 0) run.fault("equilibrate", fmt::format("{}0", kNever));
    }
    check_flights(run);
    check_room(run);
    study_.replicas = run.integer("replicas", 1, kMostReplicas).value_or(study_.replicas);
    if (study_.replicas > 1 &&
        (study_.placement == Placement::file || study_.placement == Placement::listed))
      run.fault("replicas",
                "a start that is given is the same for all; allowed: 1 with placement = \"file\" "
                "and \"listed\"");
    study_.samples = run.integer("samples", 1, kMost).value_or(study_.samples);
    study_.equilibrate_samples = run.integer("equilibrate_samples", 1, kMost);
    study_.trajectory = run.integer("trajectory", 0, kMost).value_or(study_.trajectory);
    study_.checkpoint_every =
        run.number("checkpoint_every", is_positive, kPositive).value_or(study_.checkpoint_every);
    study_.keep_checkpoint = run.flag("keep_checkpoint");
    study_.audit_every = run.integer("audit_every", 0, kMost).value_or(study_.audit_every);
    study_.trace = run.integer("trace", 0, kMost).value_or(study_.trace);
    study_.collision_log = run.integer("collision_log", 0, kMost).value_or(study_.collision_log);
    study_.collision_statistics =
        run.flag("collision_statistics").value_or(study_.collision_statistics);
    if (study_.collision_statistics && faults_.count() == 0 &&
        (!study_.spheres_only() || !study_.pairs_are_elastic() || !study_.drives.empty()))
      run.fault("collision_statistics",
                "is of elastic spheres and disks in equilibrium; allowed: false with other shapes, "
                "restitution < 1 and a drive");
    if (!study_.has_plain_boundary())
      for (const std::string_view key :
           {"collision_statistics", "transport", "relaxation_spectrum", "structure"})
        if (run.flag(key).value_or(false))
          run.fault(key,
                    "is of a gas between plain walls or none; allowed: false with [[wall]], "
                    "gravity and shear");
    study_.structure = run.flag("structure").value_or(study_.structure);
    const std::size_t kinds = study_.species.size();
    if (study_.structure && !study_.spheres_only())
      run.fault("structure", "is of spheres and disks; allowed: false with other shapes");
    else if (study_.structure && kinds > kMostStructured)
      run.fault("structure",
                fmt::format("of {} species; allowed: of at most {}", kinds, kMostStructured));
    // What is kept to the end must go into memory.
    const double frame_bytes = (study_.spheres_only() ? 150.0 : 250.0) *
                               static_cast<double>(std::max<std::int64_t>(1, study_.particles()));
    const double structure_bytes =
        study_.structure ? kPairBytes * static_cast<double>(kinds * (kinds + 1)) : 0;
    limit(run, "samples", study_.samples, kSampleBytes + structure_bytes);
    limit(run, "equilibrate_samples", study_.equilibrate_samples.value_or(1), kSampleBytes);
    limit(run, "trajectory", study_.trajectory, frame_bytes);
    limit(run, "collision_log", study_.collision_log, kLoggedBytes);
    limit(run, "trace", study_.trace, kTracedBytes);
    read_mode(run);
    study_.transport = run.flag("transport").value_or(study_.transport);
    study_.relaxation_spectrum =
        run.flag("relaxation_spectrum").value_or(study_.relaxation_spectrum);
    read_until(run);
    if (faults_.count() > 0) return;
    const bool fluid =
        study_.spheres_only() && !study_.is_rough() && !study_.has_reservoirs() &&
        study_.drives.empty() && study_.pairs_are_elastic() &&
        study_.engine.mode != Mode::time_step &&
        std::find(study_.periodic.begin(), study_.periodic.end(), false) == study_.periodic.end();
    constexpr std::string_view kFluidOnly =
        "is of elastic spheres and disks in a periodic box, event-driven; allowed: false "
        "with other shapes, rough spheres, internal_degrees, restitution < 1, walls, a drive and "
        "mode = "
        "\"time-step\"";
    if (study_.transport && !fluid) run.fault("transport", std::string(kFluidOnly));
    if (study_.relaxation_spectrum && !fluid)
      run.fault("relaxation_spectrum", std::string(kFluidOnly));
    else if (study_.relaxation_spectrum && kinds > 1)
      run.fault("relaxation_spectrum", "is of one species; allowed: false with more");
  }

  void read_drives() {
    for (const TableReader& table : root_.tables("drive")) {
      DriveConfig drive;
      std::string words;
      for (const auto& [word, kind] : kDriveWords)
        words += (words.empty() ? "" : ", ") + toml_string(word);
      if (!table.has("kind")) table.missing("kind", words);
      const auto kind = table.choice("kind", kDriveWords);
      if (!kind) continue;
      drive.kind = *kind;
      // A number the kind cannot do without, or has no use for.
      const auto needs = [&](std::string_view key, bool needed, const TableReader::Accepts& accepts,
                             std::string_view allowed) {
        if (needed && !table.has(key)) table.missing(key, allowed);
        if (!needed && table.has(key))
          table.fault(key, fmt::format("of no use with kind = {}; allowed: no {}",
                                       toml_string(word_for(kDriveWords, *kind)), key));
        return table.number(key, accepts, allowed).value_or(0);
      };
      const bool is_andersen = *kind == DriveType::andersen;
      const bool is_once = *kind == DriveType::reversal;
      drive.strength = needs("strength", *kind == DriveType::random_kicks, is_positive, kPositive);
      drive.temperature =
          needs("temperature", is_andersen || *kind == DriveType::rescale, is_positive, kPositive);
      drive.rate = needs("rate", is_andersen, is_positive, kPositive);
      drive.time = needs("time", is_once, is_not_negative, kNotNegative);
      if (is_once && table.has("interval"))
        table.fault("interval", "of no use with kind = \"reversal\"; allowed: no interval");
      else
        drive.interval =
            number_or_auto(table, "interval", is_positive, "\"auto\", or a time above 0");
      study_.drives.push_back(drive);
    }
  }

  std::string window_names() const {
    std::vector<std::string> names;
    for (const PhaseWindow& window : study_.windows) names.push_back(toml_string(window.name));
    return names.empty() ? "the name of a [[window]] table"
                         : fmt::format("{}", fmt::join(names, ", "));
  }

  void read_windows() {
    for (const TableReader& table : root_.tables("window")) {
      PhaseWindow window;
      window.name = read_name(table, "window", study_.windows);
      std::tie(window.region_low, window.region_high) = read_corners(table, "region");
      std::tie(window.velocity_low, window.velocity_high) = read_corners(table, "velocity");
      for (std::size_t k = 0; k < window.region_low.size() && k < study_.size.size(); ++k)
        if (window.region_low[k] < 0 || window.region_high[k] > study_.size[k])
          table.fault(window.region_low[k] < 0 ? "region_low" : "region_high",
                      fmt::format("outside the box along {}; allowed: from 0 to {}", "xyz"[k],
                                  exact_text(study_.size[k])));
      window.bitmap = read_bitmap_key(table);
      if (!window.bitmap.empty() && window.region_low.empty()) {
        window.region_low.assign(study_.size.size(), 0);
        window.region_high = study_.size;
      }
      window.speed_low = table.number("speed_low", is_not_negative, kNotNegative);
      window.speed_high = table.number("speed_high", is_positive, kPositive);
      for (const std::string_view key : {"speed_low", "speed_high"})
        if (table.has(key) && !window.velocity_low.empty())
          table.fault(key, "given beside velocity_low; allowed: one of the two");
      if (window.speed_low && window.speed_high && *window.speed_low >= *window.speed_high)
        table.fault("speed_high", "not above speed_low; allowed: a larger speed");
      study_.windows.push_back(std::move(window));
    }
  }

  /// The picture that the key `bitmap` draws or names; empty where it is absent or at fault.
  Bitmap read_bitmap_key(const TableReader& table) const {
    constexpr std::string_view kAllowed =
        "the path of a picture (PBM, PGM, PPM or PNG), from the folder of the study, or its rows "
        "in "
        "lines of # (dark) and . (light)";
    const auto text = table.text("bitmap", kAllowed);
    if (!text) return {};
    try {
      const bool is_drawn = text->find('\n') != std::string::npos;
      Bitmap bitmap =
          is_drawn ? Bitmap::from_text(*text) : read_bitmap(study_.source.parent_path() / *text);
      if (bitmap.dark_fraction() == 0) throw std::invalid_argument("nothing in it is dark");
      return bitmap;
    } catch (const std::exception& error) {
      table.fault("bitmap", fmt::format("{}; allowed: {}", error.what(), kAllowed));
      return {};
    }
  }

  /// The keys QUANTITY_low and QUANTITY_high; empty where they are absent or at fault.
  std::pair<std::vector<double>, std::vector<double>> read_corners(
      const TableReader& table, std::string_view quantity) const {
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    const std::string low_key = fmt::format("{}_low", quantity),
                      high_key = fmt::format("{}_high", quantity);
    const std::string allowed = fmt::format("a list of {} numbers", axes);
    if (table.has(low_key) && !table.has(high_key)) table.missing(high_key, allowed);
    if (table.has(high_key) && !table.has(low_key)) table.missing(low_key, allowed);
    const auto low = table.numbers(low_key, axes, is_any, allowed);
    const auto high = table.numbers(high_key, axes, is_any, allowed);
    if (!low || !high) return {};
    for (std::size_t axis = 0; axis < axes; ++axis)
      if (!((*low)[axis] < (*high)[axis])) {
        table.fault(high_key, fmt::format("not above {} along {}; allowed: two opposite corners",
                                          low_key, "xyz"[axis]));
        return {};
      }
    return {*low, *high};
  }

  void read_labels() {
    const std::vector<TableReader> tables = root_.tables("label");
    if (tables.size() > kMostLabels)
      tables[kMostLabels].fault("name", fmt::format("there are {} labels; allowed: at most {}",
                                                    tables.size(), kMostLabels));
    for (const TableReader& table : tables) {
      LabelStart label;
      label.name = read_name(table, "label", study_.labels);
      for (const std::string_view key : {"species", "window", "count"})
        if (study_.labels.empty() && table.has(key))
          table.fault(key,
                      "of no use here; allowed: not with the first label, which is everyone's");
      if (const auto name = table.text("species", species_names())) {
        label.species = index_of_species(*name);
        if (!label.species)
          table.fault_of(*table.node("species"), table.path("species"), "no species",
                         species_names());
      }
      if (const auto name = table.text("window", window_names())) {
        for (std::size_t w = 0; w < study_.windows.size(); ++w)
          if (study_.windows[w].name == *name) label.window = w;
        if (!label.window)
          table.fault_of(*table.node("window"), table.path("window"), "no window", window_names());
      }
      const std::int64_t most =
          label.species ? study_.species[*label.species].count : study_.particles();
      if (table.has("count")) label.count = table.integer("count", 0, most).value_or(0);
      study_.labels.push_back(std::move(label));
    }
    for (const TableReader& table : root_.tables("relabel")) read_relabel(table);
  }

  void read_relabel(const TableReader& table) {
    std::vector<std::string> names;
    for (const LabelStart& label : study_.labels) names.push_back(toml_string(label.name));
    const std::string allowed =
        names.empty() ? "the name of a [[label]] table" : fmt::format("{}", fmt::join(names, ", "));
    const auto label = [&](std::string_view key) -> std::optional<std::size_t> {
      const auto name = table.text(key, allowed);
      if (!name) return std::nullopt;
      for (std::size_t i = 0; i < study_.labels.size(); ++i)
        if (study_.labels[i].name == *name) return i;
      table.fault_of(*table.node(key), table.path(key), "no label", allowed);
      return std::nullopt;
    };
    for (const std::string_view key : {"from", "to"})
      if (!table.has(key)) table.missing(key, allowed);
    const auto from = label("from"), to = label("to"), by = label("by");
    const std::string_view own = table.has("by") ? "probability" : "rate";
    const std::string_view other = table.has("by") ? "rate" : "probability";
    if (table.has(other))
      table.fault(other, fmt::format("of no use here; allowed: only {} by",
                                     table.has("by") ? "without" : "with"));
    std::optional<double> chance;
    if (table.has("by")) {
      chance = table.has(own) ? table.number(own, is_fraction, kFraction) : 1;
    } else {
      if (!table.has(own)) table.missing(own, kPositive);
      chance = table.number(own, is_positive, kPositive);
    }
    if (!from || !to || !chance || (table.has("by") && !by)) return;
    if (*from == *to) return table.fault("to", "the label it has already; allowed: another one");
    double whole = *chance;
    for (const LabelRule& rule : study_.relabels)
      if (rule.from == *from && rule.by == by && by) whole += rule.chance;
    if (by && whole > 1 + kRounding)
      return table.fault(
          "probability",
          fmt::format("makes {} of one collision in all; allowed: at most 1", short_text(whole)));
    study_.relabels.push_back({*from, *to, by, *chance});
  }

  void read_gravity(const TableReader& box) {
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    study_.gravity = box.numbers("gravity", axes, is_any, fmt::format("a list of {} numbers", axes))
                         .value_or(std::vector<double>(axes));
    for (std::size_t axis = 0; axis < axes; ++axis)
      if (study_.gravity[axis] != 0 && study_.periodic[axis])
        box.fault_of(*box.node("gravity")->as_array()->get(axis),
                     fmt::format("box.gravity[{}]", axis), "along a periodic axis, without end",
                     "0 there, or boundary = \"wall\"");
  }

  void read_shear(const TableReader& box) {
    study_.shear_rate = box.number("shear_rate", is_any, "a number").value_or(0);
    if (study_.shear_rate == 0) return;
    for (const std::size_t axis : {0, 1})
      if (!study_.periodic[axis])
        box.fault("shear_rate",
                  fmt::format("along x across y, with walls across {}; allowed: none, or a box "
                              "that is periodic there",
                              "xy"[axis]));
    if (!study_.obstacles.empty() || study_.has_gravity())
      box.fault("shear_rate", "is of a free gas so far; allowed: none with gravity and obstacles");
    for (const DriveConfig& drive : study_.drives)
      if (drive.kind == DriveType::reversal)
        box.fault("shear_rate",
                  "does not turn round with the velocities; allowed: none with a "
                  "reversal");
  }

  void read_walls() {
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    std::set<std::size_t> seen;
    wall_tables_ = root_.tables("wall");
    for (const TableReader& table : wall_tables_) {
      WallConfig wall;
      std::string faces;
      for (std::size_t face = 0; face < 2 * axes; ++face)
        if (!study_.periodic[face / 2])
          faces += fmt::format("{}\"{}\"", faces.empty() ? "" : ", ", kFaceWords[face].first);
      const std::string allowed =
          faces.empty() ? "no [[wall]] in a box without walls (box.boundary)" : faces;
      if (!table.has("face")) table.missing("face", allowed);
      const auto word = table.text("face", allowed);
      if (!word) continue;
      const auto* known = std::find_if(kFaceWords.begin(), kFaceWords.end(),
                                       [&](const auto& entry) { return entry.first == *word; });
      if (known == kFaceWords.end() || known->second >= 2 * axes) {
        table.fault_of(*table.node("face"), table.path("face"), "no face of the box", allowed);
        continue;
      }
      wall.face = known->second;
      if (study_.periodic[wall.face / 2])
        table.fault_of(*table.node("face"), table.path("face"), "on a periodic axis", allowed);
      if (!seen.insert(wall.face).second)
        table.fault_of(*table.node("face"), table.path("face"), "there already", "each face once");
      wall.restitution = table.number("restitution", is_fraction, kFraction);
      wall.temperature = table.number("temperature", is_positive, kPositive);
      constexpr std::string_view kThermalOnly = "of no use here; allowed: only with temperature";
      if (table.has("accommodation") && !table.has("temperature"))
        table.fault("accommodation", std::string(kThermalOnly));
      wall.accommodation = table.number("accommodation", is_fraction, kFraction).value_or(1);
      if (table.has("restitution") && wall.temperature && wall.accommodation == 1)
        table.fault("restitution",
                    "of no use where all reflections are diffuse; allowed: only "
                    "with accommodation < 1 or without temperature");
      wall.velocity =
          table.numbers("velocity", axes, is_any, fmt::format("a list of {} numbers", axes))
              .value_or(std::vector<double>(axes));
      if (!wall.temperature && study_.wall_tangential_restitution == -1)
        for (std::size_t axis = 0; axis < axes; ++axis)
          if (axis != wall.face / 2 && wall.velocity[axis] != 0)
            table.fault_of(*table.node("velocity")->as_array()->get(axis),
                           fmt::format("{}[{}]", table.path("velocity"), axis),
                           "along the wall, which a smooth one does not show",
                           "0, or a thermal wall (temperature), or rough spheres "
                           "(collisions.wall_tangential_restitution)");
      for (const auto& [key, other] :
           {std::pair{"amplitude", "frequency"}, std::pair{"frequency", "amplitude"}})
        if (table.has(key) && !table.has(other)) table.missing(other, kPositive);
      wall.amplitude = table.number("amplitude", is_positive, kPositive).value_or(0);
      wall.frequency = table.number("frequency", is_positive, kPositive).value_or(0);
      wall.begin = table.number("begin", is_not_negative, kNotNegative).value_or(0);
      wall.end = table.number(
          "end", [&](double end) { return end > wall.begin; },
          fmt::format("a time after begin ({})", exact_text(wall.begin)));
      for (const std::string_view key : {"begin", "end"})
        if (table.has(key) && !wall.path().moves())
          table.fault(key,
                      "of no use at a wall that stays; allowed: only with velocity along its "
                      "axis or amplitude");
      study_.walls.push_back(wall);
    }
  }

  void read_obstacles() {
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    if (study_.size.size() != axes) study_.size.assign(axes, kNever);  // at fault already
    const std::string point = fmt::format("a list of {} numbers", axes);
    for (const TableReader& table : root_.tables("obstacle")) {
      const std::size_t before = faults_.count();
      const auto kind = table.choice("kind", kObstacleWords);
      if (!table.has("kind")) table.missing("kind", "\"ball\", \"block\", \"plate\", \"polygon\"");
      if (!kind) continue;
      ObstacleConfig one;
      one.kind = *kind;
      const auto only_for = [&](std::string_view key, ObstacleKind whose, bool needed,
                                std::string_view allowed) {
        const bool own = *kind == whose;
        if (table.has(key) && !own)
          table.fault(key, fmt::format("of no use here; allowed: only with kind = {}",
                                       toml_string(word_for(kObstacleWords, whose))));
        if (own && needed && !table.has(key)) table.missing(key, allowed);
        return own && table.has(key);
      };
      const auto numbers = [&](std::string_view key, ObstacleKind whose) {
        if (!only_for(key, whose, true, point)) return std::vector<double>();
        return table.numbers(key, axes, is_any, point).value_or(std::vector<double>());
      };
      one.centre = numbers("centre", ObstacleKind::ball);
      if (only_for("radius", ObstacleKind::ball, true, kPositive))
        one.radius = table.number("radius", is_positive, kPositive).value_or(1);
      one.low = numbers("low", ObstacleKind::block);
      one.high = numbers("high", ObstacleKind::block);
      if (only_for("vertices", ObstacleKind::polygon, true, "a list of three or more [x, y]"))
        read_polygon(table, one);
      read_plate(table, only_for, one);
      one.restitution = table.number("restitution", is_fraction, kFraction);
      one.temperature = table.number("temperature", is_positive, kPositive);
      if (table.has("accommodation") && !table.has("temperature"))
        table.fault("accommodation", "of no use here; allowed: only with temperature");
      one.accommodation = table.number("accommodation", is_fraction, kFraction).value_or(1);
      one.until = table.number("until", is_positive, kPositive);
      if (faults_.count() > before) continue;
      check_inside(table, one);
      study_.obstacles.push_back(one);
    }
    constexpr std::size_t kMostObstacles = 10000;
    if (study_.obstacles.size() > kMostObstacles)
      root_.tables("obstacle")[kMostObstacles].fault(
          "kind", fmt::format("there are {} obstacles; allowed: at most {}",
                              study_.obstacles.size(), kMostObstacles));
  }

  void read_polygon(const TableReader& table, ObstacleConfig& one) const {
    constexpr std::string_view kAllowed =
        "a list of three or more [x, y] round a convex polygon, in two dimensions";
    const toml::node& node = *table.node("vertices");
    const toml::array* list = node.as_array();
    const std::string path = table.path("vertices");
    if (!list) return table.fault_of(node, path, type_name(node), kAllowed);
    if (study_.dimensions != 2)
      return table.fault("vertices", "of two dimensions; allowed: ball, block and plate in three");
    for (std::size_t i = 0; i < list->size(); ++i)
      if (const auto vertex = table.numbers_at(*list->get(i), fmt::format("{}[{}]", path, i), 2,
                                               is_any, "a list of 2 numbers"))
        one.vertices.push_back(*vertex);
    if (one.vertices.size() != list->size()) return;
    // The same sense of turning at every corner, and once round in all.
    const auto turn = [&](std::size_t i) {
      const auto &a = one.vertices[i], &b = one.vertices[(i + 1) % one.vertices.size()],
                 &c = one.vertices[(i + 2) % one.vertices.size()];
      return portable::atan2((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]),
                             (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]));
    };
    double round = 0, least = kNever, most = -kNever;
    for (std::size_t i = 0; i < one.vertices.size(); ++i) {
      round += turn(i);
      least = std::min(least, turn(i));
      most = std::max(most, turn(i));
    }
    const bool convex = one.vertices.size() >= 3 &&
                        std::abs(std::abs(round) - 2 * std::numbers::pi) < 1e-6 &&
                        (least > 0 || most < 0);
    if (!convex) return table.fault_of(node, path, "not convex", kAllowed);
    if (round < 0) std::reverse(one.vertices.begin(), one.vertices.end());
  }

  template <class OnlyFor>
  void read_plate(const TableReader& table, const OnlyFor& only_for, ObstacleConfig& one) const {
    const auto axes = static_cast<std::size_t>(study_.dimensions);
    if (only_for("axis", ObstacleKind::plate, true, "\"x\", \"y\", \"z\""))
      one.axis = table.choice("axis", kAxisWords).value_or(0);
    if (one.axis >= axes) {
      table.fault_of(*table.node("axis"), table.path("axis"), "no axis here", "\"x\", \"y\"");
      one.axis = 0;
    }
    if (only_for("position", ObstacleKind::plate, true, "a number"))
      one.position = table.number("position", is_any, "a number").value_or(0);
    if (only_for("thickness", ObstacleKind::plate, false, kNotNegative))
      one.thickness = table.number("thickness", is_not_negative, kNotNegative).value_or(0);
    const bool round = read_round_hole(table, only_for, one);
    const bool angular = only_for("hole", ObstacleKind::plate, false, "");
    const bool has_hole = angular || round;
    if (angular && round) table.fault("hole", "there is a round one; allowed: one of the two");
    if (only_for("opens", ObstacleKind::plate, false, kNotNegative)) {
      one.opens = table.number("opens", is_not_negative, kNotNegative).value_or(0);
      if (!has_hole) table.fault("opens", "of no use here; allowed: only with a hole");
    }
    if (only_for("door_speed", ObstacleKind::plate, false, kPositive)) {
      one.door_speed = table.number("door_speed", is_positive, kPositive);
      if (!has_hole) table.fault("door_speed", "of no use here; allowed: only with a hole");
      if (one.thickness > 0)
        table.fault("door_speed", "in a plate that is thick; allowed: with thickness = 0");
      if (study_.has_gravity())
        table.fault("door_speed", "of no use where speeds change on the way; allowed: no gravity");
    }
    if (!angular) return;
    const std::string allowed =
        fmt::format("two lists of {} number{}: opposite corners on the other axes", axes - 1,
                    axes == 3 ? "s" : "");
    const toml::node& node = *table.node("hole");
    const std::string path = table.path("hole");
    const toml::array* list = node.as_array();
    if (!list || list->size() != 2)
      return table.fault_of(node, path, list ? "a list of another length" : type_name(node),
                            allowed);
    const auto low = table.numbers_at(*list->get(0), path + "[0]", axes - 1, is_any, allowed);
    const auto high = table.numbers_at(*list->get(1), path + "[1]", axes - 1, is_any, allowed);
    if (!low || !high) return;
    for (std::size_t k = 0, other = 0; other < axes; ++other) {
      if (other == one.axis) continue;
      const double edge = study_.size[other];
      if ((*low)[k] < 0 || (*high)[k] > edge || (*low)[k] >= (*high)[k])
        table.fault_of(node, path, "larger than its plate or empty",
                       fmt::format("from 0 to {} along {}, the lower number first",
                                   exact_text(edge), "xyz"[other]));
      ++k;
    }
    one.hole_low = *low;
    one.hole_high = *high;
  }

  template <class OnlyFor>
  bool read_round_hole(const TableReader& table, const OnlyFor& only_for,
                       ObstacleConfig& one) const {
    const bool has_radius = only_for("hole_radius", ObstacleKind::plate, false, kPositive);
    const bool has_centre = only_for("hole_centre", ObstacleKind::plate, has_radius,
                                     "a list of 2 numbers, on the other axes");
    if (!has_radius) {
      if (has_centre) table.missing("hole_radius", kPositive);
      return has_centre;
    }
    if (study_.dimensions != 3) {
      table.fault("hole_radius", "of no use in two dimensions; allowed: hole");
      return true;
    }
    double largest = 0;
    for (const SpeciesConfig& species : study_.species)
      largest = std::max(largest, 0.5 * species.diameter);
    one.hole_radius = table.number("hole_radius", is_positive, kPositive).value_or(0);
    if (one.hole_radius > 0 && one.hole_radius <= largest)
      table.fault("hole_radius", fmt::format("{} lets not all particles in; allowed: more than {}, "
                                             "the radius of the largest",
                                             exact_text(one.hole_radius), exact_text(largest)));
    if (has_centre)
      one.hole_centre = table.numbers("hole_centre", 2, is_any, "a list of 2 numbers")
                            .value_or(std::vector<double>());
    for (std::size_t axis = 0, k = 0; axis < 3 && one.hole_centre.size() == 2; ++axis) {
      if (axis == one.axis) continue;
      const double centre = one.hole_centre[k++];
      if (centre - one.hole_radius < 0 || centre + one.hole_radius > study_.size[axis])
        table.fault("hole_centre",
                    fmt::format("the hole is larger than its plate; allowed: from 0 to {} along {}",
                                exact_text(study_.size[axis]), "xyz"[axis]));
    }
    return true;
  }

  /// That an obstacle lies in the box.
  void check_inside(const TableReader& table, const ObstacleConfig& one) const {
    const auto check = [&](std::string_view key, std::size_t axis, double low, double high) {
      if (low <= high && low >= 0 && high <= study_.size[axis]) return;
      table.fault(key, fmt::format("the obstacle would reach from {} to {} along {}; allowed: from "
                                   "0 to {}, the edges of the box",
                                   exact_text(low), exact_text(high), "xyz"[axis],
                                   exact_text(study_.size[axis])));
    };
    for (std::size_t axis = 0; axis < study_.size.size(); ++axis) {
      switch (one.kind) {
        case ObstacleKind::ball:
          check("centre", axis, one.centre[axis] - one.radius, one.centre[axis] + one.radius);
          break;
        case ObstacleKind::block:
          check("high", axis, one.low[axis], one.high[axis]);
          break;
        case ObstacleKind::plate:
          if (axis == one.axis)
            check("position", axis, one.position - 0.5 * one.thickness,
                  one.position + 0.5 * one.thickness);
          break;
        case ObstacleKind::polygon:
          for (const auto& point : one.vertices) check("vertices", axis, point[axis], point[axis]);
          break;
      }
    }
  }

  /// That walls which move leave the gas the room it needs, for as long as the run lasts.
  void check_room(const TableReader& run) const {
    if (faults_.count() > 0) return;
    double volume = 1;
    for (std::size_t axis = 0; axis < study_.size.size(); ++axis) volume *= study_.size[axis];
    const double densest = filled_volume(study_) / close_packing(study_);
    double widest = 0;
    for (const SpeciesConfig& species : study_.species)
      widest = std::max(widest, least_width(species, study_.dimensions));
    // Of a run that counts collisions nobody knows how long it will last.
    const double last = study_.duration && study_.equilibrate == 0 ? *study_.duration : kNever;
    for (std::size_t axis = 0; axis < study_.size.size(); ++axis) {
      const double edge = study_.size[axis];
      const double least = std::max(widest, edge * densest / volume);
      // Each wall's inward motion, with the other at its innermost.
      double swing = 0, closing = 0;
      const WallConfig* mover = nullptr;
      std::size_t of_mover = 0;
      for (std::size_t w = 0; w < study_.walls.size(); ++w) {
        const WallConfig& wall = study_.walls[w];
        if (wall.face / 2 != axis || !wall.path().moves()) continue;
        swing += wall.amplitude;
        const double inward = wall.path().velocity * (wall.face % 2 == 0 ? 1 : -1);
        if (inward > 0) {
          closing += inward * (std::min(last, wall.end.value_or(kNever)) - wall.begin);
        }
        if (!mover || inward > 0) {
          mover = &wall;
          of_mover = w;
        }
      }
      if (!mover || edge - swing - closing > least) continue;
      double speed = 0;
      for (const WallConfig& wall : study_.walls)
        if (wall.face / 2 == axis)
          speed += std::max(0.0, wall.path().velocity * (wall.face % 2 == 0 ? 1 : -1));
      const double time = speed > 0 ? mover->begin + (edge - swing - least) / speed : mover->begin;
      wall_tables_[of_mover].fault(
          speed > 0 ? "velocity" : "amplitude",
          fmt::format("would crush the gas at time {}; allowed: an end before that{}",
                      short_text(std::max(time, 0.0)),
                      run.has("duration") && study_.equilibrate > 0
                          ? ", or equilibrate = 0 and a shorter duration"
                          : ", or a shorter duration"));
    }
  }

  /// Refuses times so short, and rates so high, that far more happens while a particle flies its
  /// own length than a run could ever go through.
  void check_time_scales() const {
    if (faults_.count() > 0) return;
    struct Given {
      TableReader table;
      std::string_view key;
      double number;
      double flights;  // the shortest time allowed, in flights over the smallest particle's length
      bool is_rate;
    };
    std::vector<Given> all;
    const auto add = [&all](const TableReader& table, std::string_view key, double flights,
                            bool is_rate) {
      const toml::node* node = table.node(key);
      if (const auto number = node ? node->value<double>() : std::nullopt)
        all.push_back({table, key, *number, flights, is_rate});
    };
    add(root_.table("run"), "time_step", kShortestStep, false);
    for (const TableReader& drive : root_.tables("drive")) {
      add(drive, "interval", kShortestStep, false);
      add(drive, "rate", kShortestStep, true);
    }
    for (const TableReader& relabel : root_.tables("relabel"))
      add(relabel, "rate", kShortestPeriod, true);
    for (const TableReader& wall : wall_tables_) add(wall, "frequency", kShortestPeriod, true);
    if (all.empty()) return;
    const double flight = time_of_flight(study_);
    if (!std::isfinite(flight)) return;
    for (const Given& one : all) {
      const double shortest = one.flights * flight;
      if (one.is_rate ? one.number * shortest <= 1 : one.number >= shortest) continue;
      one.table.fault(
          one.key,
          fmt::format(
              "{} is out of range; allowed: at {} ({:.0e} {} the time in which a particle "
              "of mean speed flies the length of the smallest)",
              exact_text(one.number),
              one.is_rate ? "most " + short_text(1 / shortest) : "least " + short_text(shortest),
              one.is_rate ? 1 / one.flights : one.flights, one.is_rate ? "per" : "of"));
    }
  }

  static void limit(const TableReader& run, std::string_view key, std::int64_t count,
                    double bytes) {
    const double most = std::floor(physical_memory() / bytes);
    if (static_cast<double>(count) > most)
      run.fault(key, fmt::format("{} would not go into memory; allowed: at most {:.0f} on this "
                                 "machine ({:.0f} bytes each)",
                                 count, most, bytes));
  }

  /// "NAME within NUMBER" or "NAME within NUMBER %".
  void read_until(const TableReader& run) {
    constexpr std::string_view allowed =
        "\"NAME within NUMBER %\" or \"NAME within NUMBER\", NAME as `clausius list --observables` "
        "prints it, of one with an error";
    const auto text = run.text("until", allowed);
    if (!text) return;
    const auto fault = [&](const std::string& wrong) {
      run.fault_of(*run.node("until"), run.path("until"), wrong, allowed);
    };
    std::istringstream words(*text);
    std::string name, within, number, percent, more;
    words >> name >> within >> number >> percent >> more;
    if (number.ends_with('%') && percent.empty()) {
      number.pop_back();
      percent = "%";
    }
    if (within != "within" || (!percent.empty() && percent != "%") || !more.empty())
      return fault("no such limit");
    // What compares two runs is known only when both have ended.
    const auto may_end_a_run = [](const KnownObservable& one) {
      return one.declared.kind == Kind::estimate && one.declared.need != Need::comparison;
    };
    if (!is_measured(run, "until", name, "of no observable with an error", may_end_a_run)) return;
    double error = 0;
    const auto [end, problem] =
        std::from_chars(number.data(), number.data() + number.size(), error);
    if (problem != std::errc() || end != number.data() + number.size() || !std::isnormal(error) ||
        error < 0)
      return fault(fmt::format("not a number above 0 (\"{}\")", number));
    const bool relative = percent == "%";
    study_.until = UntilConfig{name, error, relative};
  }

  void read_mode(const TableReader& run) {
    study_.engine.mode = run.choice("mode", kModeWords).value_or(Mode::event_driven);
    study_.time_step = number_or_auto(run, "time_step", is_positive, "\"auto\", or a time above 0");
    study_.substeps = run.choice("substeps", kSubstepsWords).value_or(Substeps::none);
    study_.comparison = run.choice("compare", kComparisonWords).value_or(Comparison::none);
    if (study_.engine.mode != Mode::time_step) {
      constexpr std::string_view kUseless =
          "of no use here; allowed: only with mode = \"time-step\"";
      if (study_.substeps != Substeps::none) run.fault("substeps", std::string(kUseless));
      if (study_.comparison != Comparison::none) run.fault("compare", std::string(kUseless));
      if (study_.time_step && !study_.spheres_only())
        run.fault("time_step", "what steps miss is known of spheres only; allowed: no time_step");
    } else if (!study_.spheres_only()) {
      run.fault("mode", "steps move spheres only; allowed: \"event-driven\" with other shapes");
    } else if (study_.shear_rate != 0) {
      run.fault("mode",
                "steps know no sheared boxes; allowed: \"event-driven\" with box.shear_rate");
    } else if (faults_.count() == 0 && study_.time_step && study_.substeps == Substeps::none) {
      const double most = largest_time_step(study_);
      if (*study_.time_step > most)
        run.fault("time_step",
                  fmt::format("{} is too long: a particle of mean speed flies farther than the "
                              "smallest diameter; allowed: at most {}, or substeps = \"auto\"",
                              exact_text(*study_.time_step), short_text(most)));
    }
  }

  /// Unset for "auto", and where the key is absent or at fault.
  static std::optional<double> number_or_auto(const TableReader& table, std::string_view key,
                                              const TableReader::Accepts& accepts,
                                              std::string_view allowed) {
    const toml::node* node = table.node(key);
    if (!node || !node->is_string()) return table.number(key, accepts, allowed);
    if (node->as_string()->get() != "auto")
      table.fault_of(*node, table.path(key), "unknown", allowed);
    return std::nullopt;
  }

  /// Whether the study measures an observable of this name for which `accepts` holds; reports why
  /// not.
  template <class Accepts>
  bool is_measured(const TableReader& table, std::string_view key, const std::string& name,
                   std::string_view wrong, const Accepts& accepts) const {
    std::vector<std::string_view> names;
    const std::vector<KnownObservable> known = known_observables(study_);
    const KnownObservable* found = nullptr;
    for (const KnownObservable& one : known) {
      if (!accepts(one)) continue;
      names.push_back(one.name);
      if (one.name == name) found = &one;
    }
    if (found == nullptr) {
      table.fault_of(*table.node(key), table.path(key),
                     fmt::format("{}, did you mean {}?", wrong,
                                 alternatives(nearest_words(name, std::move(names), 3))),
                     kObservableAllowed);
      return false;
    }
    if (const std::string lacking = lacking_for(study_, *found); !lacking.empty()) {
      table.fault(key, fmt::format("{} is not measured by this study: it needs {}", name, lacking));
      return false;
    }
    return true;
  }

  /// The key `observable` of a table; empty where it is at fault.
  std::string read_observable(const TableReader& table) const {
    if (!table.has("observable")) table.missing("observable", kObservableAllowed);
    const auto name = table.text("observable", kObservableAllowed);
    const auto any = [](const KnownObservable&) { return true; };
    const bool good = name && is_measured(table, "observable", *name, "no observable", any);
    return good ? *name : "";
  }

  void read_checks() {
    for (const TableReader& table : root_.tables("check")) {
      CheckConfig check;
      check.observable = read_observable(table);
      check.expected = table.number("expected", is_any, "a number");
      check.tolerance = table.number("tolerance", is_positive, kPositive);
      check.relative_tolerance = table.number("relative_tolerance", is_positive, kPositive);
      if (check.tolerance && check.relative_tolerance)
        table.fault("relative_tolerance",
                    "given beside tolerance; allowed: one of tolerance, relative_tolerance");
      study_.checks.push_back(std::move(check));
    }
  }

  TableReader root_;
  Faults& faults_;
  StudyConfig study_;
  bool rough_ = false;                   // some surfaces of spheres are
  std::vector<double> pair_tangential_;  // of the [[collisions.pair]] tables
  std::vector<TableReader> wall_tables_;
};

}  // namespace

WallPath WallConfig::path() const {
  return {velocity[face / 2], amplitude, 2 * std::numbers::pi * frequency, begin,
          end.value_or(kNever)};
}

bool StudyConfig::has_gravity() const {
  return std::any_of(gravity.begin(), gravity.end(), [](double g) { return g != 0; });
}

bool StudyConfig::spheres_only() const {
  return std::all_of(species.begin(), species.end(),
                     [](const SpeciesConfig& one) { return one.is_sphere(); });
}

bool StudyConfig::pairs_are_elastic() const {
  return viscosity == 0 && (restitution.array() == 1).all() &&
         (!is_rough() || (tangential_restitution.array().abs() == 1).all());
}

bool StudyConfig::has_reservoirs() const {
  return std::any_of(species.begin(), species.end(),
                     [](const SpeciesConfig& one) { return one.internal_degrees > 0; });
}

bool StudyConfig::watches_echo() const {
  constexpr std::int64_t kMostEchoed = 10000000;  // positions
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

double StudyConfig::packing_fraction() const { return filled_volume(*this) / volume(); }

StudyConfig parse_study(const std::string& text, const std::filesystem::path& source,
                        const std::vector<Override>& overrides,
                        const std::vector<MeasurementKind>& also_measured) {
  toml::table document;
  if (const auto deep = find_deep_key(text))
    throw InputError(
        {source.string(), static_cast<int>(deep->line), static_cast<int>(deep->column), "",
         fmt::format("a key of more than {} steps; allowed: the keys of a study", kMostSteps)});
  try {
    document = toml::parse(text);
  } catch (const toml::parse_error& error) {
    const toml::source_position& where = error.source().begin;
    throw InputError({source.string(), static_cast<int>(where.line), static_cast<int>(where.column),
                      "", fmt::format("{}; allowed: TOML 1.0", error.description())});
  }
  Faults faults(source.string());
  apply_overrides(document, overrides, faults);
  StudyReader reader(document, source, faults, also_measured);
  StudyConfig study = reader.read();
  study.key_positions = faults.positions(document);
  const SeriesConfig series = reader.read_series();
  faults.throw_if_any();
  reader.check_names(series);
  faults.throw_if_any();

  // A case is the resolved study with one key changed; each must be as good as the study itself.
  study.resolved_toml = study_text(study);
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    try {
      parse_study(study.resolved_toml, source, {{series.key, series.values[i]}}, also_measured);
    } catch (const InputError& error) {
      reader.report_case(i, error);
    }
  }
  faults.throw_if_any();
  study.series = series;
  study.resolved_toml = study_text(study);
  return study;
}

StudyConfig load_study(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const std::vector<MeasurementKind>& also_measured) {
  constexpr std::string_view kAllowed = "a study file (TOML)";
  std::error_code error;
  const bool is_directory = std::filesystem::is_directory(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (is_directory || !stream) {
    const int reason = is_directory ? EISDIR : errno;
    throw InputError({file.string(), 0, 0, "",
                      fmt::format("cannot be read: {}; allowed: {}",
                                  std::generic_category().message(reason), kAllowed)});
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return parse_study(text.str(), file, overrides, also_measured);
}

std::string UntilConfig::text() const {
  return relative ? fmt::format("{} within {} %", observable, exact_text(error))
                  : fmt::format("{} within {}", observable, exact_text(error));
}

StudyConfig replica_of(const StudyConfig& study, std::int64_t index) {
  StudyConfig result = study;
  if (index == 0) return result;
  // Seeds of studies are whole numbers of 63 bits.
  result.seed =
      RandomStream(study.seed, Stream::replicas, static_cast<std::uint64_t>(index))() >> 1;
  result.trajectory = result.collision_log = result.trace = 0;
  return result;
}

StudyConfig series_case(const StudyConfig& study, const std::string& value) {
  StudyConfig without_series = study;
  without_series.series = {};
  StudyConfig result = parse_study(study_text(without_series), study.source,
                                   {{study.series.key, value}}, study.also_measured);
  result.name = study.series.key + "=" + value;
  return result;
}

}  // namespace clausius
