#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "clausius/study/config.h"
#include "clausius/theory/enskog.h"
#include "clausius/theory/equation_of_state.h"
#include "command.h"
#include "core/elementary.h"
#include "core/numbers.h"
#include "measure/gas_theory.h"
#include "report/csv.h"
#include "report/text_table.h"
#include "theory/granular.h"
#include "theory/maxwell.h"
#include "theory/mixture_transport.h"
#include "theory/relaxation.h"
#include "theory/transport.h"

namespace clausius::app {

namespace {

using Json = nlohmann::ordered_json;

struct TheoryOptions {
  std::string packing_fractions;
  double packing_fraction = 0;  // the one for which the page is made
  int dimensions = 3;
  std::vector<std::string> species;
  double kt = 1;
  double restitution = 1;
  std::optional<double> count;
  bool as_json = false;
  bool as_csv = false;
};

/// The number that the whole text represents, or NaN.
double number_in(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end ? value : kNaN;
}

/// Reads a species as it is written: diameter=1,mass=1,fraction=1, in any order, each with that
/// default. Returns the error, or nothing.
std::string read_component(const std::string& text, MixtureComponent& component) {
  component = {1, 1, 1};
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t sign = part.find('=');
    const std::string key = part.substr(0, sign);
    double* const target = key == "diameter"   ? &component.diameter
                           : key == "mass"     ? &component.mass
                           : key == "fraction" ? &component.count
                                               : nullptr;
    const double value = sign == std::string::npos ? 0 : number_in(part.substr(sign + 1));
    if (target == nullptr || !(value > 0) || !is_tractable(value))
      return fmt::format(
          "\"{}\" is not understood; allowed: diameter=D,mass=M,fraction=X, each a number "
          "from {} to {}",
          part, kLeastMagnitude, kLargestMagnitude);
    *target = value;
  }
  return {};
}

/// The packing fractions that a text lists, separated by commas; empty if one is at fault.
std::vector<double> packing_fractions_in(const std::string& text) {
  constexpr double kLargest = 0.999;
  std::vector<double> all;
  if (text.ends_with(',')) return all;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    all.push_back(number_in(part));
    if (!(all.back() >= 0 && all.back() <= kLargest)) return {};
  }
  return all;
}

Mixture mixture_of(const TheoryOptions& options) {
  Mixture mixture{options.dimensions, options.packing_fraction, {}};
  for (const std::string& text : options.species)
    read_component(text, mixture.components.emplace_back());
  if (mixture.components.empty()) mixture.components.push_back({1, 1, 1});
  if (!options.count) return mixture;
  double written = 0;
  for (const MixtureComponent& one : mixture.components) written += one.count;
  for (MixtureComponent& one : mixture.components) one.count *= *options.count / written;
  return mixture;
}

/// Theory of a gas of `options.count` particles in a periodic cube or square, as a run of it is
/// compared with; nothing for infinitely many or infinitely dilute ones.
template <int Dim>
std::optional<GasTheory> theory_of_finite(const TheoryOptions& options, const Mixture& mixture) {
  const double density = mixture.number_density();
  if (!options.count || density == 0) return std::nullopt;
  Gas<Dim> gas;
  gas.box.size.setConstant(portable::pow(*options.count / density, 1.0 / Dim));
  std::vector<double> count;
  for (const MixtureComponent& one : mixture.components) {
    gas.species.push_back({one.diameter, one.mass});
    gas.wall_restitution.push_back(1);
    count.push_back(one.count);
  }
  const auto n = static_cast<Eigen::Index>(count.size());
  gas.restitution = Eigen::MatrixXd::Constant(n, n, options.restitution);
  return GasTheory(gas, count, true);
}

/// Range of validity of a formula.
struct Range {
  double largest_packing_fraction;
  std::string words;
};

/// Theoretical values of one gas, in the order in which they are printed.
class Page {
 public:
  explicit Page(const TheoryOptions& options)
      : options_(options),
        mixture_(mixture_of(options)),
        d_(options.dimensions),
        finite_(d_ == 2 ? theory_of_finite<2>(options, mixture_)
                        : theory_of_finite<3>(options, mixture_)),
        fluid_{freezing_packing_fraction(d_),
               fmt::format("fluid, up to {}", freezing_packing_fraction(d_))} {
    equilibrium();
    if (mixture_.components.size() > 1) {
      by_species();
      return;
    }
    virial();
    if (options_.restitution < 1) {
      cooling();
      return;
    }
    flights();
    transport();
    relaxation();
  }

  [[nodiscard]] const Json& values() const { return values_; }
  [[nodiscard]] double packing_fraction() const { return options_.packing_fraction; }

 private:
  void add(const std::string& name, const TheoryValue& theory, const std::string& unit,
           const Range& range) {
    Json& entry = values_[name];
    // Nothing is extrapolated: outside its range a formula has no value.
    const bool in_range = options_.packing_fraction <= range.largest_packing_fraction;
    entry["value"] = in_range ? Json(theory.value) : Json(nullptr);
    entry["uncertainty"] = in_range ? Json(theory.uncertainty) : Json(nullptr);
    entry["unit"] = unit;
    entry["source"] = theory.source;
    entry["range"] = range.words;
    entry["in_range"] = in_range;
  }

  // As above; where there is no value, with the reason.
  void add(const std::string& name, const Prediction& theory, const std::string& unit,
           const Range& range) {
    if (theory) return add(name, *theory, unit, range);
    const std::string& outside = theory.outside();
    add(name, TheoryValue{0, "no theory"}, unit,
        {-1, outside.empty() ? "no gas of this kind" : outside});
  }

  [[nodiscard]] Range anywhere() const { return {1, "any density"}; }
  [[nodiscard]] Range up_to(double phi, const std::string& why) const {
    return {phi, fmt::format("up to {} ({})", phi, why)};
  }

  void equilibrium() {
    Prediction z, rate, path;
    if (finite_) {
      z = finite_->compressibility_factor();
      rate = finite_->collision_rate(options_.kt);
      path = finite_->mean_free_path();
    } else {
      const TheoryValue elastic = compressibility_factor(mixture_);
      z = options_.restitution < 1 ? inelastic_compressibility_factor(elastic, options_.restitution)
                                   : elastic;
      rate = collision_rate(mixture_, options_.kt);
      path = mean_free_path(mixture_);
    }
    const double ideal = mixture_.number_density() * options_.kt;
    add("number_density", TheoryValue{mixture_.number_density(), "definition"}, "1/length^d",
        anywhere());
    add("compressibility_factor", z, "1", fluid_);
    add("pressure_virial", z.times(ideal), "energy/length^d", fluid_);
    add("collision_rate", rate, "1/time", fluid_);
    add("mean_free_time", rate.with([](const TheoryValue& one) { return one.inverse(); }), "time",
        fluid_);
    add("mean_free_path", path, "length", fluid_);
    if (!options_.count) return;
    const double dof = d_ * (*options_.count - 1);
    add("component_kurtosis",
        options_.restitution < 1
            ? Prediction::outside("elastic gases, whose energy is constant")
            : Prediction(TheoryValue{component_kurtosis(dof), "exact, constant energy"}),
        "1", anywhere());
    add("kurtosis_a2", finite_ ? finite_->kurtosis_a2() : equilibrium_kurtosis_a2(dof), "1",
        anywhere());
  }

  void virial() {
    const std::span<const double> reduced = virial_coefficients(d_);
    const double sigma = mixture_.components.front().diameter;
    const double second = portable::pow(2, d_ - 1) * kPi / (2 * d_) * portable::pow(sigma, d_);
    for (std::size_t k = 0; k < reduced.size(); ++k)
      add(fmt::format("virial_coefficient_{}", k + 2),
          {reduced[k] * portable::pow(second, static_cast<double>(k + 1)), "Clisby & McCoy (2006)"},
          fmt::format("length^{}", d_ * static_cast<int>(k + 1)), anywhere());
    add("compressibility_factor_virial_series",
        {virial_series(d_, options_.packing_fraction), "ten terms, Clisby & McCoy (2006)"}, "1",
        up_to(0.4, "a per cent low there"));
    if (d_ == 3)
      add("compressibility_factor_carnahan_starling",
          {carnahan_starling(options_.packing_fraction), "Carnahan & Starling (1969)"}, "1",
          fluid_);
    else
      add("compressibility_factor_henderson",
          {henderson(options_.packing_fraction), "Henderson (1975)"}, "1",
          up_to(0.47, "good to 0.4 % there"));
    add("contact_value",
        {contact_value(d_, options_.packing_fraction),
         compressibility_factor(d_, options_.packing_fraction).source},
        "1", fluid_);
  }

  void flights() {
    const Range thin = up_to(0.1, "no correlations between collisions");
    add("free_time_ratio", free_time_ratio(d_), "1", thin);
    add("free_path_ratio", free_path_ratio(d_), "1", thin);
  }

  void transport() {
    if (options_.packing_fraction == 0) return;  // diffusion is unlimited
    const MixtureComponent& kind = mixture_.components.front();
    const SphereGas gas{mixture_.number_density(), kind.diameter, kind.mass, options_.kt, d_};
    const Range enskog = up_to(0.3, "correlated collisions add the uncertainty");
    add("diffusion_coefficient", diffusion_coefficient(gas), "length^2/time", enskog);
    if (d_ == 3 && finite_)
      add("diffusion_coefficient_finite", finite_->diffusion_coefficient(options_.kt),
          "length^2/time", fluid_);
    add("shear_viscosity", shear_viscosity(gas), "mass/(length^(d-2) time)", enskog);
    add("bulk_viscosity", bulk_viscosity(gas), "mass/(length^(d-2) time)", enskog);
    add("thermal_conductivity", thermal_conductivity(gas), "k_B/(length^(d-2) time)", enskog);
    if (d_ == 2) return;
    add("diffusion_coefficient_correlated", correlated_diffusion_coefficient(gas), "length^2/time",
        fluid_);
    add("shear_viscosity_correlated", correlated_shear_viscosity(gas), "mass/(length^(d-2) time)",
        fluid_);
    add("bulk_viscosity_correlated", correlated_bulk_viscosity(gas), "mass/(length^(d-2) time)",
        fluid_);
    add("thermal_conductivity_correlated", correlated_thermal_conductivity(gas),
        "k_B/(length^(d-2) time)", fluid_);
  }

  void by_species() {
    if (options_.restitution < 1) return;  // the temperatures of the species differ
    const Eigen::MatrixXd rates = finite_ && finite_->is_elastic_fluid()
                                      ? finite_->collision_rates(options_.kt)
                                  : options_.count ? finite_collision_rates(mixture_, options_.kt)
                                                   : collision_rates(mixture_, options_.kt);
    const Eigen::MatrixXd chi = contact_values(mixture_);
    std::optional<FiniteContactValues> finite_chi;
    if (options_.count) finite_chi.emplace(mixture_);
    const std::string source = collision_rate(mixture_, options_.kt).source;
    for (Eigen::Index i = 0; i < rates.rows(); ++i)
      for (Eigen::Index j = 0; j < rates.cols(); ++j) {
        const std::string pair = fmt::format("_{}_{}", i + 1, j + 1);
        add("collision_rate" + pair, TheoryValue{rates(i, j), source}, "1/time", fluid_);
        const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
        if (j >= i)
          add("contact_value" + pair,
              finite_chi ? TheoryValue{finite_chi->value(a, b), finite_chi->source(),
                                       finite_chi->uncertainty(a, b)}
                         : TheoryValue{chi(i, j), source},
              "1", fluid_);
      }
    if (options_.packing_fraction == 0) return;  // diffusion is unlimited
    const Range enskog = up_to(0.25, "correlated collisions add the uncertainty");
    for (std::size_t s = 0; s < mixture_.components.size(); ++s)
      add(fmt::format("diffusion_coefficient_{}", s + 1),
          self_diffusion_coefficient(mixture_, options_.kt, s), "length^2/time",
          up_to(0.1, "correlated collisions add the uncertainty"));
    if (rates.rows() == 2)
      add("mutual_diffusion_coefficient", mutual_diffusion_coefficient(mixture_, options_.kt),
          "length^2/time", enskog);
    add("shear_viscosity", shear_viscosity(mixture_, options_.kt), "mass/(length^(d-2) time)",
        enskog);
  }

  void relaxation() {
    const Range thin = up_to(0.1, "uncorrelated collisions");
    add("initial_kurtosis_slope", initial_kurtosis_slope(d_), "1/collision", thin);
    add("sonine_relaxation_rate", sonine_relaxation_rate(d_), "1/collision", thin);
  }

  void cooling() {
    const double e = options_.restitution;
    const Range homogeneous = up_to(0.3, "while the gas stays homogeneous");
    add("cooling_kurtosis_a2", cooling_kurtosis_a2(d_, e), "1", homogeneous);
    add("cooling_sonine_a3", cooling_sonine_a3(d_, e), "1", homogeneous);
    add("cooling_tail_exponent", cooling_tail_exponent(d_, e), "1", homogeneous);
    Prediction reduced = reduced_cooling_rate(d_, e), tau;
    if (finite_) {
      reduced = finite_->reduced_cooling_rate();
      tau = finite_->haff_time(options_.kt);
    } else {
      tau = haff_time(d_, e, collision_rate(mixture_, options_.kt).value);
    }
    add("cooling_rate_reduced", reduced, "1/collision", homogeneous);
    // T falls as 1/(1 + t/τ)².
    const Range at_start = up_to(0.3,
                                 "at the given temperature, at which a run starts; the "
                                 "cooling_rate of a run is the mean over it");
    add("cooling_rate", tau.with([](const TheoryValue& one) { return one.inverse() * 2; }),
        "1/time", at_start);
    add("haff_time", tau, "time", homogeneous);
  }

  TheoryOptions options_;
  Mixture mixture_;
  int d_;
  std::optional<GasTheory> finite_;
  Range fluid_;
  Json values_;
};

/// The value with its uncertainty, or a dash if the formula does not hold.
std::string value_text(const Json& entry) {
  if (!entry["in_range"].get<bool>()) return "–";
  const double uncertainty = entry["uncertainty"].get<double>();
  return uncertainty > 0 ? text_with_error(entry["value"].get<double>(), uncertainty)
                         : short_text(entry["value"].get<double>());
}

void print_json(const TheoryOptions& options, const std::vector<Page>& pages) {
  Json list = Json::array();
  for (const Page& page : pages) {
    Json all;
    all["dimensions"] = options.dimensions;
    all["packing_fraction"] = page.packing_fraction();
    all["kt"] = options.kt;
    all["values"] = page.values();
    list.push_back(std::move(all));
  }
  std::cout << (list.size() == 1 ? list.front() : list).dump(2) << '\n';
}

/// A row for each packing fraction; "nan" if a formula does not hold.
void print_csv(const std::vector<Page>& pages) {
  std::vector<double> fractions;
  fractions.reserve(pages.size());
  for (const Page& page : pages) fractions.push_back(page.packing_fraction());
  Table table{"theory", {{"packing_fraction", "1", fractions}}};
  for (const auto& [name, entry] : pages.back().values().items())
    for (const char* part : {"value", "uncertainty"}) {
      std::vector<double> column;
      column.reserve(pages.size());
      for (const Page& page : pages) {
        const Json number = page.values().contains(name) ? page.values()[name][part] : Json();
        column.push_back(number.is_null() ? kNaN : number.get<double>());
      }
      const std::string suffix = part == std::string_view("value") ? "" : "_uncertainty";
      table.columns.push_back({name + suffix, entry["unit"].get<std::string>(), column});
    }
  write_csv(std::cout, table);
}

/// A column for each packing fraction, and below it the sources and ranges of the formulas.
void print_table(const std::vector<Page>& pages) {
  using Align = TextTable::Align;
  std::vector<Align> align(pages.size() + 1, Align::right);
  align.front() = Align::left;
  align.insert(align.end(), 2, Align::left);
  TextTable table(std::move(align));
  std::vector<std::string> head{"packing fraction"};
  head.reserve(pages.size() + 3);
  for (const Page& page : pages) head.push_back(short_text(page.packing_fraction()));
  head.insert(head.end(), {"unit", ""});
  table.add(std::move(head));
  std::vector<std::string> notes;
  for (const auto& [name, entry] : pages.back().values().items()) {
    std::vector<std::string> row{name};
    row.reserve(pages.size() + 3);
    for (const Page& page : pages)
      row.push_back(page.values().contains(name) ? value_text(page.values()[name]) : "");
    const auto unit = entry["unit"].get<std::string>();
    row.push_back(unit == "1" ? "" : unit);
    const std::string note = fmt::format("{}; holds for: {}", entry["source"].get<std::string>(),
                                         entry["range"].get<std::string>());
    auto found = std::find(notes.begin(), notes.end(), note);
    if (found == notes.end()) found = notes.insert(notes.end(), note);
    row.push_back(fmt::format("[{}]", found - notes.begin() + 1));
    table.add(std::move(row));
  }
  std::cout << table.text();
  for (std::size_t k = 0; k < notes.size(); ++k)
    std::cout << fmt::format("  [{}] {}\n", k + 1, notes[k]);
}

int execute(const TheoryOptions& options) {
  std::vector<Page> pages;
  TheoryOptions one = options;
  for (const double fraction : packing_fractions_in(options.packing_fractions)) {
    one.packing_fraction = fraction;
    pages.emplace_back(one);
  }
  if (options.as_json)
    print_json(options, pages);
  else if (options.as_csv)
    print_csv(pages);
  else
    print_table(pages);
  return kOk;
}

}  // namespace

Command theory_command() {
  const auto options = std::make_shared<TheoryOptions>();
  return {
      "theory",
      "What theory says of a gas of spheres or disks, with sources and ranges",
      {{.name = "--packing-fraction",
        .target = &options->packing_fractions,
        .help = "One of the box, or several separated by commas, from 0 to 0.999",
        .required = true,
        .allowed =
            [](const std::string& text) {
              return packing_fractions_in(text).empty()
                         ? fmt::format(
                               "{} is out of range; allowed: numbers from 0 to 0.999, "
                               "separated by commas",
                               text)
                         : std::string();
            }},
       {.name = "--dimensions",
        .target = &options->dimensions,
        .help = "3 spheres, 2 disks",
        .allowed = OneOf{{"2", "3"}}},
       {.name = "--species",
        .target = &options->species,
        .help = "diameter=D,mass=M,fraction=X of one species; once for each",
        .allowed =
            [](const std::string& text) {
              MixtureComponent ignored;
              return read_component(text, ignored);
            }},
       {.name = "--temperature", .target = &options->kt, .help = "k_B T", .allowed = Positive{}},
       {.name = "--restitution",
        .target = &options->restitution,
        .help = "Of all collisions",
        .allowed = Between{0, 1}},
       {.name = "--count",
        .target = &options->count,
        .help = "Particles of a periodic box at constant energy: finite-N corrections",
        .allowed = Between{2, 1e12}},
       {.name = "--json",
        .target = &options->as_json,
        .help = "Print JSON with every digit",
        .excludes = "--csv"},
       {"--csv", &options->as_csv, "Print a row for each packing fraction with every digit"}},
      [options] { return execute(*options); },
      {{"clausius theory --packing-fraction 0.3", "A gas of equal spheres."},
       {"clausius theory --packing-fraction 0.1,0.2,0.3,0.4 --csv",
        "A curve over the packing fraction, as CSV."},
       {"clausius theory --packing-fraction 0.2 --species diameter=1,mass=1,fraction=0.5 --species "
        "diameter=2,mass=8,fraction=0.5",
        "A mixture of two species."}}};
}

}  // namespace clausius::app
