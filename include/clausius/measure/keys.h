#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// \file Keys of the section `[run]` that measurements declare.

namespace clausius {

/// Values of the keys that switch measurements on or say how they are made. The measurement that
/// uses a key declares it; in a study file they stand in this order.
struct MeasuredConfig {
  std::int64_t collision_log = 0;  ///< number of collisions that are logged individually
  std::int64_t trace = 0;          ///< number of collisions of one particle that are written out
  /// Species of the traced particle; unset: the first species.
  std::optional<std::string> trace_species;
  bool collision_statistics = false;  ///< whether free flights and impacts are measured
  bool transport = false;  ///< whether diffusion, viscosities and conductivity are measured
  bool stress = false;     ///< whether the pressure tensor is measured
  /// Whether the relaxation of the velocity distribution is measured.
  bool relaxation_spectrum = false;
  bool structure = false;  ///< whether g(r), S(k) and density profiles are measured
  std::optional<double> structure_range{};  ///< largest distance of g(r); unset: the usual one
};

/// Declaration of a key by the measurement that uses it. The type of its member says what is
/// allowed: true or false; a whole number from 0 up; a length above 0; the name of a species.
struct DeclaredKey {
  std::string_view name;
  std::variant<bool MeasuredConfig::*, std::int64_t MeasuredConfig::*,
               std::optional<double> MeasuredConfig::*,
               std::optional<std::string> MeasuredConfig::*>
      member;
  std::string_view meaning;  ///< one sentence that stands alone
  std::string_view example;
  std::string_view allowed{};  ///< what is allowed, in other words than those of its type
  /// Whether the key has a meaning beside the values of the others, if not always.
  bool (*only)(const MeasuredConfig& keys) = nullptr;
  std::string_view only_with{};  ///< this condition in words, as the end of "only with …"
};

}  // namespace clausius
