#include "theory_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "clausius/core/constants.h"
#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "core/numbers.h"
#include "measure/gas_theory/gas_theory.h"
#include "study/file/quantity.h"
#include "theory/fluid/density_at_pressure.h"
#include "theory/fluid/named_gases.h"
#include "theory/transport/granular_transport.h"
#include "theory/transport/mixture_transport.h"
#include "theory/transport/transport.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/maxwell.h"
#include "theory/velocities/relaxation.h"

namespace clausius::app {

namespace {

using Json = nlohmann::ordered_json;

/// The value of an option in SI units: a plain number, or one with a unit.
ReadQuantity quantity_in(const std::string& text, Quantity quantity) {
  const double plain = number_in(text);
  if (!std::isnan(plain)) return {plain, "", ""};
  if (begins_with_number(text)) return read_quantity(text, quantity, 3);
  return {0, "no number", fmt::format(" in {}, or with a unit", si_unit(quantity, 3))};
}

double temperature_of(const TheoryOptions& options) {
  return quantity_in(options.temperature, Quantity::temperature).value;
}

/// The named gases with their parts of the particles.
std::vector<std::pair<const NamedGas*, double>> gases_in(const TheoryOptions& options) {
  std::vector<std::pair<const NamedGas*, double>> all;
  for (const std::string& text : options.gases) {
    const std::size_t sign = text.find('=');
    all.emplace_back(find_gas(text.substr(0, sign)),
                     sign == std::string::npos ? 1 : number_in(text.substr(sign + 1)));
  }
  return all;
}

/// Particles of a gas of infinitely many: what changes as 1/N is then below the digits shown.
constexpr double kInfinitelyMany = 1e12;

Mixture mixture_of(const TheoryOptions& options) {
  Mixture mixture{options.dimensions, options.packing_fraction, {}};
  for (const std::string& text : options.species)
    read_component(text, mixture.components.emplace_back());
  for (const auto& [gas, fraction] : gases_in(options))
    mixture.components.push_back(
        {fraction, gas->diameter_at(temperature_of(options)), gas->mass()});
  if (mixture.components.empty()) mixture.components.push_back({1, 1, 1});
  const double particles = options.count ? static_cast<double>(*options.count) : kInfinitelyMany;
  double written = 0;
  for (const MixtureComponent& one : mixture.components) written += one.count;
  for (MixtureComponent& one : mixture.components) one.count *= particles / written;
  return mixture;
}

/// Theory of a gas in a periodic cube or square, as a run of it is compared with.
template <int Dim>
GasTheory theory_in_cube(const TheoryOptions& options, const Mixture& mixture) {
  double particles = 0;
  for (const MixtureComponent& one : mixture.components) particles += one.count;
  Gas<Dim> gas;
  gas.box.size.setConstant(portable::pow(particles / mixture.number_density(), 1.0 / Dim));
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

/// The source of a value without what it says of a finite number of particles.
std::string source_for_infinitely_many(std::string source) {
  for (const std::string_view part : {", finite N", ", less 2.837297"})
    for (std::size_t at = 0; (at = source.find(part)) != std::string::npos;)
      source.erase(at, std::min(source.find_first_of(",;", at + part.size()), source.size()) - at);
  return source;
}

/// Names of the units of values, in d dimensions.
UnitNames unit_names_of(const TheoryOptions& options) {
  if (!options.gases.empty()) return unit_names(true, 3);
  UnitNames units;
  units.time = "time";
  units.length = "length";
  units.speed = "length/time";
  units.rate = "1/time";
  units.pressure = "energy/length^d";
  units.number_density = "1/length^d";
  units.diffusivity = "length^2/time";
  units.viscosity = "mass/(length^(d-2) time)";
  units.conductivity = "k_B/(length^(d-2) time)";
  return units;
}

/// Range of validity of a formula.
struct Range {
  double largest_packing_fraction;
  std::string words;
};

/// Theoretical values of one gas, in the order in which they are printed.
class PageValues {
 public:
  explicit PageValues(const TheoryOptions& options)
      : options_(options),
        units_(unit_names_of(options)),
        mixture_(mixture_of(options)),
        d_(options.dimensions),
        theory_(d_ == 2 ? theory_in_cube<2>(options, mixture_)
                        : theory_in_cube<3>(options, mixture_)),
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

 private:
  void add(const std::string& name, const TheoryValue& theory, const std::string& unit,
           const Range& range) {
    Json& entry = values_[name];
    // Nothing is extrapolated: outside its range a formula has no value.
    const bool in_range = options_.packing_fraction <= range.largest_packing_fraction;
    entry["value"] = in_range ? Json(theory.value) : Json(nullptr);
    entry["uncertainty"] = in_range ? Json(theory.uncertainty) : Json(nullptr);
    entry["unit"] = unit;
    entry["source"] = options_.count ? theory.source : source_for_infinitely_many(theory.source);
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

  /// k_B in the units of the page.
  [[nodiscard]] double boltzmann() const { return options_.gases.empty() ? 1 : kBoltzmannSi; }
  /// The range of a conductivity, which in named gases of several atoms is that of the translation.
  [[nodiscard]] Range conducting(Range range) const {
    const auto gases = gases_in(options_);
    if (std::any_of(gases.begin(), gases.end(),
                    [](const auto& one) { return !one.first->is_monatomic; }))
      range.words += ", of the translation: molecules of several atoms carry other energy besides";
    return range;
  }
  /// The species as names of values have it: its number from 1, or its gas.
  [[nodiscard]] std::string label(std::size_t species) const {
    const auto gases = gases_in(options_);
    return gases.empty() ? std::to_string(species + 1) : std::string(gases[species].first->name);
  }

  [[nodiscard]] Range anywhere() const { return {1, "any density"}; }
  [[nodiscard]] Range up_to(double phi, const std::string& why) const {
    return {phi, fmt::format("up to {} ({})", phi, why)};
  }

  void equilibrium() {
    const Prediction z = theory_.compressibility_factor();
    const Prediction rate = theory_.collision_rate(options_.kt());
    const double ideal = mixture_.number_density() * options_.kt();
    add("number_density", TheoryValue{mixture_.number_density(), "definition"},
        units_.number_density, anywhere());
    add("compressibility_factor", z, "1", fluid_);
    add("pressure_virial", z.times(ideal), units_.pressure, fluid_);
    add("collision_rate", rate, units_.rate, fluid_);
    add("mean_free_time", rate.with([](const TheoryValue& one) { return one.inverse(); }),
        units_.time, fluid_);
    add("mean_free_path", theory_.mean_free_path(), units_.length, fluid_);
    if (mixture_.components.size() == 1) mean_speed("mean_speed", 0);
    if (!options_.count) return;
    const double dof = d_ * (*options_.count - 1);
    add("component_kurtosis",
        options_.restitution < 1
            ? Prediction::outside("elastic gases, whose energy is constant")
            : Prediction(TheoryValue{component_kurtosis(dof), "exact, constant energy"}),
        "1", anywhere());
    add("kurtosis_a2", theory_.kurtosis_a2(), "1", anywhere());
  }

  void mean_speed(const std::string& name, std::size_t species) {
    const MaxwellLaw law(d_, mixture_.components[species].mass, options_.kt());
    add(name, TheoryValue{law.mean_speed(), MaxwellLaw::source()}, units_.speed, anywhere());
  }

  void virial() {
    const std::span<const double> reduced = virial_coefficients(d_);
    const double sigma = mixture_.components.front().diameter;
    const double second = portable::pow(2, d_ - 1) * kPi / (2 * d_) * portable::pow(sigma, d_);
    for (std::size_t k = 0; k < reduced.size(); ++k)
      add(fmt::format("virial_coefficient_{}", k + 2),
          {reduced[k] * portable::pow(second, static_cast<double>(k + 1)), "Clisby & McCoy (2006)"},
          fmt::format("{}^{}", units_.length, d_ * static_cast<int>(k + 1)), anywhere());
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
    const SphereGas gas = sphere_gas();
    const Range enskog = up_to(0.3, "correlated collisions add the uncertainty");
    add("diffusion_coefficient", diffusion_coefficient(gas), units_.diffusivity, enskog);
    if (d_ == 3 && options_.count)
      add("diffusion_coefficient_finite", theory_.diffusion_coefficient(options_.kt()),
          units_.diffusivity, fluid_);
    add("shear_viscosity", shear_viscosity(gas), units_.viscosity, enskog);
    add("bulk_viscosity", bulk_viscosity(gas), units_.viscosity, enskog);
    add("thermal_conductivity", thermal_conductivity(gas) * boltzmann(), units_.conductivity,
        conducting(enskog));
    if (d_ == 2) return;
    add("diffusion_coefficient_correlated", correlated_diffusion_coefficient(gas),
        units_.diffusivity, fluid_);
    add("shear_viscosity_correlated", correlated_shear_viscosity(gas), units_.viscosity, fluid_);
    add("bulk_viscosity_correlated", correlated_bulk_viscosity(gas), units_.viscosity, fluid_);
    add("thermal_conductivity_correlated", correlated_thermal_conductivity(gas) * boltzmann(),
        units_.conductivity, conducting(fluid_));
  }

  void by_species() {
    if (options_.restitution < 1) return;  // the temperatures of the species differ
    const double kt = options_.kt();
    const std::size_t species = mixture_.components.size();
    Eigen::MatrixXd rates;
    std::optional<FiniteContactValues> contacts;
    if (theory_.is_elastic_fluid()) {
      rates = theory_.collision_rates(kt);
      contacts.emplace(theory_.mixture());
    }
    // Where there is no fluid, there are no values for its pairs, for the reason of the mean rate.
    const Prediction mean = theory_.collision_rate(kt);
    const auto of_pair = [&](std::size_t i, std::size_t j, bool is_rate) {
      return mean.with([&](const TheoryValue& one) {
        TheoryValue contact{contacts->value(i, j), contacts->source(), contacts->uncertainty(i, j)};
        if (!is_rate) return contact;
        const double rate = rates(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        return TheoryValue{rate, one.source, rate * contact.uncertainty / contact.value};
      });
    };
    for (std::size_t i = 0; i < species; ++i)
      for (std::size_t j = 0; j < species; ++j) {
        const std::string pair = fmt::format("_{}_{}", label(i), label(j));
        add("collision_rate" + pair, of_pair(i, j, true), units_.rate, fluid_);
        if (j >= i) add("contact_value" + pair, of_pair(i, j, false), "1", fluid_);
      }
    for (std::size_t s = 0; s < species; ++s) {
      mean_speed("mean_speed_" + label(s), s);
      add("mean_free_path_" + label(s), theory_.mean_free_path(s), units_.length, fluid_);
    }
    if (options_.packing_fraction == 0) return;  // diffusion is unlimited
    const char* const correlated = "correlated collisions add the uncertainty";
    const Range enskog = up_to(0.25, correlated), thin = up_to(0.1, correlated);
    const std::vector<Prediction> diffusion = theory_.diffusion_coefficients(kt);
    for (std::size_t s = 0; s < species; ++s)
      add("diffusion_coefficient_" + label(s), diffusion[s], units_.diffusivity, thin);
    if (species == 2) {
      add("mutual_diffusion_coefficient", theory_.mutual_diffusion_coefficient(kt),
          units_.diffusivity, enskog);
      add("thermal_diffusion_factor", theory_.thermal_diffusion_factor(kt), "1", thin);
    }
    add("shear_viscosity", theory_.shear_viscosity(kt), units_.viscosity, enskog);
    add("thermal_conductivity", theory_.thermal_conductivity(kt).times(boltzmann()),
        units_.conductivity, conducting(enskog));
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
    const Prediction tau = theory_.haff_time(options_.kt());
    add("cooling_rate_reduced", theory_.reduced_cooling_rate(), "1/collision", homogeneous);
    // T falls as 1/(1 + t/τ)².
    const Range at_start = up_to(0.3,
                                 "at the given temperature, at which a run starts; the "
                                 "cooling_rate of a run is the mean over it");
    add("cooling_rate", tau.with([](const TheoryValue& one) { return one.inverse() * 2; }),
        units_.rate, at_start);
    add("haff_time", tau, units_.time, homogeneous);
    const std::optional<double> edge = theory_.critical_length();
    if (edge && options_.packing_fraction > 0)
      add("critical_length", TheoryValue{*edge, "shear waves that outlive the thermal motion"},
          units_.length, up_to(0.3, "a gas in a larger box clusters"));
    if (options_.packing_fraction > 0) granular_transport();
  }

  void granular_transport() {
    const Range gentle = up_to(0.3,
                               "small gradients about homogeneous cooling, at the given "
                               "temperature");
    const GranularTransport all = clausius::granular_transport(sphere_gas(), options_.restitution);
    add("shear_viscosity", all.shear_viscosity, units_.viscosity, gentle);
    add("bulk_viscosity", all.bulk_viscosity, units_.viscosity, gentle);
    add("thermal_conductivity", all.thermal_conductivity * boltzmann(), units_.conductivity,
        conducting(gentle));
    add("diffusive_heat_conductivity", all.diffusive_heat_conductivity,
        options_.gases.empty() ? "energy length^2/time" : "W m^2", conducting(gentle));
  }

  [[nodiscard]] SphereGas sphere_gas() const {
    const MixtureComponent& kind = mixture_.components.front();
    return {mixture_.number_density(), kind.diameter, kind.mass, options_.kt(), d_};
  }

  TheoryOptions options_;
  UnitNames units_;
  Mixture mixture_;
  int d_;
  GasTheory theory_;
  Range fluid_;
  Json values_;
};

}  // namespace

double TheoryOptions::kt() const {
  if (!gases.empty()) return kBoltzmannSi * temperature_of(*this);
  return temperature.empty() ? 1 : number_in(temperature);
}

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

std::string fault_of_gas(const std::string& text) {
  const std::size_t sign = text.find('=');
  const double fraction = sign == std::string::npos ? 1 : number_in(text.substr(sign + 1));
  if (find_gas(text.substr(0, sign)) != nullptr && fraction > 0 && is_tractable(fraction))
    return {};
  std::string names;
  for (const NamedGas& one : kNamedGases) names.append(names.empty() ? "" : ", ").append(one.name);
  return fmt::format(
      "\"{}\" is not understood; allowed: NAME=FRACTION, a gas ({}) and a number "
      "above 0",
      text, names);
}

std::string fault_of_gases(const TheoryOptions& options) {
  for (const auto& [option, text, quantity] :
       {std::tuple{"--temperature", &options.temperature, Quantity::temperature},
        std::tuple{"--pressure", &options.pressure, Quantity::pressure}}) {
    const char* const example = quantity == Quantity::pressure ? "\"1 atm\"" : "\"20 degC\"";
    if (text->empty())
      return fmt::format("{} is missing beside --gas; allowed: {} {}", option, option, example);
    const ReadQuantity read = quantity_in(*text, quantity);
    if (!read.wrong.empty() || !(read.value > 0) || !is_tractable(read.value))
      return fmt::format("{}: \"{}\" is {}; allowed: a number above 0{}", option, *text,
                         read.wrong.empty() ? "out of range" : read.wrong, read.allowed);
  }
  for (const auto& [gas, fraction] : gases_in(options))
    if (!gas->covers(temperature_of(options)))
      return fmt::format(
          "--temperature: {} K; the viscosity of {} is known from {} to {} K; "
          "allowed: a temperature there",
          short_text(temperature_of(options)), gas->name, gas->coldest, gas->hottest);
  if (options.dimensions == 2) return "--dimensions 2 beside --gas; allowed: 3";
  const Mixture mixture = mixture_of(options);
  const double most = pressure_at(mixture, options.kt(), freezing_packing_fraction(3));
  if (quantity_in(options.pressure, Quantity::pressure).value > most)
    return fmt::format("--pressure: the spheres would freeze; allowed: up to {} Pa",
                       short_text(most));
  return {};
}

double packing_fraction_of_gases(const TheoryOptions& options) {
  return packing_fraction_at(mixture_of(options), options.kt(),
                             quantity_in(options.pressure, Quantity::pressure).value);
}

nlohmann::ordered_json theory_page(const TheoryOptions& options) {
  return PageValues(options).values();
}

}  // namespace clausius::app
