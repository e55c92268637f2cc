#include "report/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "report/readable_unit.h"
#include "study/observable_columns.h"

namespace clausius {

namespace {

struct KnownKey {
  std::string_view key;  ///< without the number of a table
  std::string_view words, symbol;
  std::string UnitNames::*unit = nullptr;
};

constexpr std::array kKnownKeys{
    KnownKey{"box.packing_fraction", "packing fraction", "φ"},
    KnownKey{"box.number_density", "number density", "n", &UnitNames::number_density},
    KnownKey{"box.pressure", "pressure", "P", &UnitNames::pressure},
    KnownKey{"box.shear_rate", "shear rate", "shear rate", &UnitNames::rate},
    KnownKey{"collisions.restitution", "restitution", "e"},
    KnownKey{"collisions.pair.diameter", "contact distance of the pair", "σ", &UnitNames::length},
    KnownKey{"collisions.pair.restitution", "restitution of the pair", "e"},
    KnownKey{"collisions.tangential_restitution", "tangential restitution", "β"},
    KnownKey{"collisions.viscosity", "viscosity of the material", "A"},
    KnownKey{"species.count", "number of particles", "N"},
    KnownKey{"species.diameter", "diameter", "σ", &UnitNames::length},
    KnownKey{"species.shaft", "length of the shaft", "shaft", &UnitNames::length},
    KnownKey{"species.mass", "mass", "m"},
    KnownKey{"species.temperature", "temperature at the start", "T", &UnitNames::temperature},
    KnownKey{"species.internal_degrees", "internal degrees of freedom", "f"},
    KnownKey{"wall.temperature", "temperature of the wall", "T", &UnitNames::temperature},
    KnownKey{"wall.accommodation", "accommodation", "α"},
    KnownKey{"drive.strength", "strength of the drive", "strength"},
    KnownKey{"drive.temperature", "temperature of the thermostat", "T", &UnitNames::temperature},
    KnownKey{"run.time_step", "time step", "Δt", &UnitNames::time},
    KnownKey{"run.duration", "duration", "duration", &UnitNames::time},
    KnownKey{"obstacle.hole_radius", "radius of the hole", "radius", &UnitNames::length},
    KnownKey{"seed", "seed", "seed"},
};

struct KnownObservable {
  std::string_view name, words;
};

// The name of a species, face or axis follows that of an observable, and is placed after the words.
constexpr std::array kObservables{
    KnownObservable{"compressibility_factor", "compressibility factor Z"},
    KnownObservable{"collision_rate", "collision rate"},
    KnownObservable{"cooling_rate_reduced", "cooling rate per collision"},
    KnownObservable{"energy_lost_fraction", "fraction of the energy lost"},
    KnownObservable{"kurtosis_a2", "Sonine coefficient a₂"},
    KnownObservable{"sonine_a3", "Sonine coefficient a₃"},
    KnownObservable{"h_function", "Boltzmann’s H"},
    KnownObservable{"pressure_virial", "pressure"},
    KnownObservable{"pressure_wall", "pressure on the walls"},
    KnownObservable{"speed_chi2_p", "p-value of the speeds"},
    KnownObservable{"velocity_ks_p", "p-value of the velocities"},
    KnownObservable{"temperature_ratio", "ratio of the temperatures"},
    KnownObservable{"energy_share_bias", "energy share / true share of"},
    KnownObservable{"translational_share", "translational share of"},
    KnownObservable{"partial_pressure", "partial pressure of"},
    KnownObservable{"pressure_bias", "pressure / pressure of a real mixture"},
};

std::string in_words(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  std::replace(words.begin(), words.end(), '.', ' ');
  return words;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The parts of a dotted key without the numbers of tables.
std::string without_numbers(std::string_view key) {
  std::string result;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    const std::string_view part = key.substr(begin, end - begin);
    // Names of tables may have brackets: "species[0]".
    const std::string_view plain = part.substr(0, part.find('['));
    if (!is_number(part)) result.append(result.empty() ? "" : ".").append(plain);
    begin = end + 1;
  }
  return result;
}

}  // namespace

QuantityWords words_of_key(std::string_view key) {
  const std::string plain = without_numbers(key);
  for (const KnownKey& one : kKnownKeys)
    if (one.key == plain) return {std::string(one.words), std::string(one.symbol), one.unit};
  const std::size_t dot = plain.rfind('.');
  const std::string last = in_words(dot == std::string::npos ? plain : plain.substr(dot + 1));
  return {last, last};
}

std::string value_in_words(std::string_view key, const std::string& literal, bool si,
                           int dimensions) {
  const QuantityWords words = words_of_key(key);
  const std::vector<double> number = numbers_of({literal});
  const bool is_quoted = literal.size() > 1 &&
                         (literal.front() == '"' || literal.front() == '\'') &&
                         literal.back() == literal.front();
  if (number.empty())
    return words.symbol + " = " + (is_quoted ? literal.substr(1, literal.size() - 2) : literal);
  const std::string unit =
      si && words.unit != nullptr ? unit_names(true, dimensions).*words.unit : "1";
  return words.symbol + " = " + text_with_unit(number.front(), unit);
}

std::string words_of_observable(std::string_view name) {
  for (const KnownObservable& one : kObservables) {
    if (name == one.name) return std::string(one.words);
    if (name.starts_with(one.name) && name.substr(one.name.size()).starts_with('_'))
      return std::string(one.words) + ' ' + in_words(name.substr(one.name.size() + 1));
  }
  return in_words(name);
}

}  // namespace clausius
