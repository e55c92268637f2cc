#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"

/// The study that `text` is, as if read from study.toml.
inline clausius::StudyConfig parse(const std::string& text,
                                   const std::vector<clausius::Override>& overrides = {}) {
  return clausius::parse_study(text, "study.toml", overrides);
}

/// What makes a study one of about `most` particles, if it has more.
inline std::vector<clausius::Override> fewer_particles(const clausius::StudyConfig& study,
                                                       std::int64_t most) {
  std::vector<clausius::Override> overrides;
  if (study.particles() <= most) return overrides;
  for (std::size_t s = 0; s < study.species.size(); ++s)
    overrides.push_back({"species." + std::to_string(s) + ".count",
                         std::to_string(1 + study.species[s].count * most / study.particles())});
  return overrides;
}

/// All the faults of `text`, one a line; empty for a good study.
inline std::string faults(const std::string& text,
                          const std::vector<clausius::Override>& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const clausius::InputError& error) {
    return error.what();
  }
  return "";
}
