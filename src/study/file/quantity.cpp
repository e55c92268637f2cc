#include "study/file/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "clausius/core/constants.h"
#include "clausius/measure/results.h"
#include "core/elementary.h"
#include "core/numbers.h"

#ifdef CLAUSIUS_UDUNITS
#include <udunits2.h>

#include "theory/fluid/named_gases.h"
#endif

namespace clausius {

namespace {

/// One kind of quantity.
struct QuantityKind {
  Quantity quantity = Quantity::none;
  std::string_view words;                  ///< "a pressure"
  std::string_view space, plane;           ///< SI units in three and in two dimensions
  std::string_view example;                ///< a text with a unit
  std::string UnitNames::*unit = nullptr;  ///< unit of observables that measure it
};

constexpr std::array<QuantityKind, 27> kKinds{{
    {Quantity::length, "a length", "m", "m", "3.66 angstrom", &UnitNames::length},
    {Quantity::time, "a time", "s", "s", "1 fs", &UnitNames::time},
    {Quantity::mass, "a mass", "kg", "kg", "39.948 u"},
    {Quantity::temperature, "a temperature", "K", "K", "20 degC", &UnitNames::temperature},
    {Quantity::temperature_difference, "a temperature difference", "K", "K", "5 K"},
    {Quantity::speed, "a speed", "m/s", "m/s", "300 m/s", &UnitNames::speed},
    {Quantity::acceleration, "an acceleration", "m/s^2", "m/s^2", "9.81 m/s2"},
    {Quantity::rate, "a rate", "1/s", "1/s", "1 GHz", &UnitNames::rate},
    {Quantity::frequency, "a frequency", "1/s", "1/s", "1 GHz"},
    {Quantity::angular_velocity, "an angular velocity", "rad/s", "rad/s", "60 rpm"},
    {Quantity::pressure, "a pressure", "Pa", "N/m", "1 atm", &UnitNames::pressure},
    {Quantity::number_density, "a number density", "1/m^3", "1/m^2", "1 nm-3",
     &UnitNames::number_density},
    {Quantity::density, "a density", "kg/m^3", "kg/m^2", "1 g/cm3"},
    {Quantity::velocity_variance_rate, "a growth of velocity squared", "m^2/s^3", "m^2/s^3",
     "1 m2/s3"},
    {Quantity::energy, "an energy", "J", "J", "1 meV", &UnitNames::energy},
    {Quantity::momentum, "a momentum", "kg m/s", "kg m/s", "1 u km/s", &UnitNames::momentum},
    {Quantity::power, "a power", "W", "W", "1 uW", &UnitNames::power},
    {Quantity::heat_flux, "a heat flux", "W/m^2", "W/m", "1 W/cm2", &UnitNames::heat_flux},
    {Quantity::particle_flux, "a flux of particles", "1/(m^2 s)", "1/(m s)", "1 cm-2 s-1",
     &UnitNames::particle_flux},
    {Quantity::diffusivity, "a diffusivity", "m^2/s", "m^2/s", "0.2 cm2/s",
     &UnitNames::diffusivity},
    {Quantity::viscosity, "a viscosity", "Pa s", "kg/s", "18.2 uPa s", &UnitNames::viscosity},
    {Quantity::conductivity, "a thermal conductivity", "W/(m K)", "W/K", "26 mW/(m K)",
     &UnitNames::conductivity},
    {Quantity::area, "an area", "m^2", "m^2", "1 nm2", &UnitNames::area},
    {Quantity::volume, "a volume", "m^3", "m^2", "1 nm3", &UnitNames::volume},
    {Quantity::speed_squared, "a speed squared", "m^2/s^2", "m^2/s^2", "1 km2/s2",
     &UnitNames::speed_squared},
    {Quantity::inverse_length, "an inverse length", "1/m", "1/m", "1 nm-1",
     &UnitNames::inverse_length},
    {Quantity::inverse_speed, "an inverse speed", "s/m", "s/m", "1 s/km",
     &UnitNames::inverse_speed},
}};

const QuantityKind* kind_of(Quantity quantity) {
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(),
                   [&](const QuantityKind& one) { return one.quantity == quantity; });
  return found == kKinds.end() ? nullptr : found;
}

/// The number at the beginning of `text`, none if it is too large or too small, and the rest
/// without the spaces between.
std::pair<std::optional<double>, std::string_view> split(std::string_view text) {
  double parsed = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  const auto number = error == std::errc() ? std::optional(parsed) : std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return {number, text};
}

#ifdef CLAUSIUS_UDUNITS

/// The words for `kind`, where its unit is that of two or of three dimensions.
std::string words_of(const QuantityKind& kind, bool is_plane) {
  return is_plane && kind.plane != kind.space ? fmt::format("{} in two dimensions", kind.words)
                                              : std::string(kind.words);
}

/// `value` · `factor`; powers of ten shift the decimal point: 3.66 angstrom are 3.66e-10 m, as the
/// compiler reads it, not 3.6600000000000003e-10.
double times(double value, double factor) {
  constexpr double kRounding = 1e-14;
  const double power = std::round(portable::log10(factor));
  const std::string digits = exact_text(value);
  double shifted = value * factor;
  if (digits.find('e') == std::string::npos &&
      std::abs(factor / portable::pow(10, power) - 1) < kRounding) {
    const std::string text = fmt::format("{}e{}", digits, static_cast<int>(power));
    std::from_chars(text.data(), text.data() + text.size(), shifted);
  }
  return shifted;
}

struct Free {
  void operator()(ut_unit* unit) const { ut_free(unit); }
  void operator()(ut_system* system) const { ut_free_system(system); }
  void operator()(cv_converter* converter) const { cv_free(converter); }
};
using Unit = std::unique_ptr<ut_unit, Free>;

/// The units of UDUNITS-2, whose functions are not made for several threads at once.
class Units {
 public:
  Units() {
    ut_set_error_message_handler(ut_ignore);
    system_.reset(ut_read_xml(nullptr));
    if (!system_) return;
    // The database has the value of 1986.
    const Unit dalton(ut_scale(kDalton, parse("kg").get()));
    for (const char* name : {"u", "amu", "atomic_mass_unit", "unified_atomic_mass_unit"}) {
      ut_unmap_symbol_to_unit(system_.get(), name, UT_ASCII);
      ut_unmap_name_to_unit(system_.get(), name, UT_ASCII);
      ut_map_symbol_to_unit(name, UT_ASCII, dalton.get());
    }
    ut_map_symbol_to_unit("Da", UT_ASCII, dalton.get());
    ut_map_name_to_unit("dalton", UT_ASCII, dalton.get());
  }

  [[nodiscard]] bool are_there() const { return system_ != nullptr; }

  /// The unit `name`; null if it is unknown.
  [[nodiscard]] Unit parse(std::string_view name) const {
    return Unit(ut_parse(system_.get(), std::string(name).c_str(), UT_UTF8));
  }

  /// `value` of `from` in `to`; NaN if they measure different things.
  static double convert(double value, const ut_unit& from, const ut_unit& to) {
    // For UDUNITS a time can be converted into a rate, its inverse.
    const Unit ratio(ut_divide(&from, &to));
    if (!ratio || ut_is_dimensionless(ratio.get()) == 0) return kNaN;
    const std::unique_ptr<cv_converter, Free> converter(
        ut_get_converter(const_cast<ut_unit*>(&from), const_cast<ut_unit*>(&to)));
    if (!converter) return kNaN;
    const double factor = cv_convert_double(converter.get(), 1);
    if (cv_convert_double(converter.get(), 0) != 0 || !(factor > 0))
      return cv_convert_double(converter.get(), value);
    return times(value, factor);
  }

  /// The unit in base units: "10 rad.s-1".
  [[nodiscard]] static std::string in_base_units(const ut_unit& unit) {
    std::array<char, 200> text{};
    const int size = ut_format(&unit, text.data(), text.size(), UT_ASCII | UT_DEFINITION);
    return size > 0 ? std::string(text.data(), std::min<std::size_t>(size, text.size())) : "";
  }

  /// `value` of `from` in `to`, where a mole may be its number of molecules; NaN as above.
  [[nodiscard]] double convert_moles(double value, const ut_unit& from, const ut_unit& to) const {
    constexpr double kAvogadro = 6.02214076e23;  // 1/mol, exact
    const double plain = convert(value, from, to);
    if (!std::isnan(plain)) return plain;
    const Unit mole = parse("mol");
    const Unit times(ut_multiply(&from, mole.get())), divided(ut_divide(&from, mole.get()));
    const double per_mole = convert(value, *times, to);
    return std::isnan(per_mole) ? convert(value, *divided, to) * kAvogadro : per_mole / kAvogadro;
  }

 private:
  std::unique_ptr<ut_system, Free> system_;
};

ReadQuantity convert(double value, std::string_view name, const QuantityKind& kind,
                     int dimensions) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static const Units units;
  if (!units.are_there())
    return {
        0, "of a unit, whose database cannot be read",
        fmt::format(" in {}, or the package libudunits2-data", si_unit(kind.quantity, dimensions))};
  const Unit unit = name.empty() ? nullptr : units.parse(name);
  const std::string_view si = si_unit(kind.quantity, dimensions);
  const std::string needed = words_of(kind, dimensions == 2);
  const auto refuse = [&](std::string wrong) -> ReadQuantity {
    // The examples are those of three dimensions.
    return {0, std::move(wrong),
            si == kind.space ? fmt::format(" in {}, or with a unit, as in \"{}\"", si, kind.example)
                             : fmt::format(" in {}, or with a unit", si)};
  };
  if (name.empty()) return refuse("a text without a unit");
  if (!unit ||
      (std::isdigit(static_cast<unsigned char>(name.front())) != 0 && !name.starts_with("1/")))
    return refuse(fmt::format("of an unknown unit, \"{}\"", name));
  const double result = units.convert_moles(value, *unit, *units.parse(si));
  const std::string base = Units::in_base_units(*unit);
  // Cycles and radians per time differ by 2π; both are inverse times.
  const bool is_angular = base.find("rad") != std::string::npos;
  if (kind.quantity == Quantity::frequency && is_angular)
    return refuse(fmt::format("an angular velocity, and {} is needed", needed));
  if (!std::isnan(result)) {
    // 5 degC as a difference are 5 K.
    const bool is_difference = kind.quantity == Quantity::temperature_difference;
    return {is_difference ? result - Units::convert(0, *unit, *units.parse(si)) : result, "", ""};
  }
  for (const QuantityKind& other : kKinds)
    for (const bool is_plane : {false, true})
      if (!std::isnan(Units::convert(1, *unit, *units.parse(is_plane ? other.plane : other.space))))
        return refuse(fmt::format("{}, and {} is needed", words_of(other, is_plane), needed));
  return refuse(fmt::format("in units of {}, and {} is needed", base, needed));
}

#else

ReadQuantity convert(double, std::string_view, const QuantityKind& kind, int dimensions) {
  return {0, "of a unit, and this build is without the UDUNITS library",
          fmt::format(" in {}", si_unit(kind.quantity, dimensions))};
}

#endif

}  // namespace

std::string_view si_unit(Quantity quantity, int dimensions) {
  const QuantityKind* const kind = kind_of(quantity);
  if (kind == nullptr) return {};
  return dimensions == 2 ? kind->plane : kind->space;
}

Quantity quantity_of(std::string UnitNames::*unit) {
  const auto* const found = std::find_if(kKinds.begin(), kKinds.end(),
                                         [&](const QuantityKind& one) { return one.unit == unit; });
  return unit == nullptr || found == kKinds.end() ? Quantity::none : found->quantity;
}

Quantity difference_of(Quantity quantity) {
  return quantity == Quantity::temperature ? Quantity::temperature_difference : quantity;
}

bool begins_with_number(std::string_view text) {
  const std::size_t first = text.find_first_not_of("-.");
  return first <= 2 && first < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[first])) != 0;
}

ReadQuantity read_quantity(std::string_view text, Quantity quantity, int dimensions) {
  const auto [number, unit] = split(text);
  if (!number) return {0, "of a number out of range", ""};
  return convert(*number, unit, *kind_of(quantity), dimensions);
}

}  // namespace clausius
