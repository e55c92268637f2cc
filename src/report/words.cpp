#include "report/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "report/readable_unit.h"
#include "study/file/keys.h"
#include "study/results/observable_columns.h"

namespace clausius {

namespace {

struct NamedObservable {
  std::string_view name, words;
};

// The name of a species, face or axis follows that of an observable, and is placed after the words.
constexpr std::array kObservables{
    NamedObservable{"compressibility_factor", "compressibility factor Z"},
    NamedObservable{"collision_rate", "collision rate"},
    NamedObservable{"cooling_rate_reduced", "cooling rate per collision"},
    NamedObservable{"energy_lost_fraction", "fraction of the energy lost"},
    NamedObservable{"kurtosis_a2", "Sonine coefficient a₂"},
    NamedObservable{"sonine_a3", "Sonine coefficient a₃"},
    NamedObservable{"h_function", "Boltzmann’s H"},
    NamedObservable{"pressure_virial", "pressure"},
    NamedObservable{"pressure_wall", "pressure on the walls"},
    NamedObservable{"speed_chi2_p", "p-value of the speeds"},
    NamedObservable{"velocity_ks_p", "p-value of the velocities"},
    NamedObservable{"temperature_ratio", "ratio of the temperatures"},
    NamedObservable{"energy_share_bias", "energy share / true share of"},
    NamedObservable{"translational_share", "translational share of"},
    NamedObservable{"partial_pressure", "partial pressure of"},
    NamedObservable{"pressure_bias", "pressure / pressure of a real mixture"},
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

}  // namespace

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

QuantityWords words_of_key(std::string_view key) {
  const std::string plain = without_numbers(key);
  const std::string last = in_words(plain.substr(plain.rfind('.') + 1));
  for (const StudyKey& one : study_keys())
    if (one.path() == plain)
      return one.words.empty()
                 ? QuantityWords{last, last, one.quantity}
                 : QuantityWords{std::string(one.words), std::string(one.symbol), one.quantity};
  return {last, last};
}

std::string QuantityWords::unit(bool si, int dimensions) const {
  const std::string_view unit = si ? si_unit(quantity, dimensions) : std::string_view();
  return unit.empty() ? "1" : std::string(unit);
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
  return words.symbol + " = " + text_with_unit(number.front(), words.unit(si, dimensions));
}

std::string words_of_observable(std::string_view name) {
  for (const NamedObservable& one : kObservables) {
    if (name == one.name) return std::string(one.words);
    if (name.starts_with(one.name) && name.substr(one.name.size()).starts_with('_'))
      return std::string(one.words) + ' ' + in_words(name.substr(one.name.size() + 1));
  }
  return in_words(name);
}

}  // namespace clausius
