#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"

/// The study in `text`, as if read from study.toml.
inline clausius::StudyConfig parse(const std::string& text,
                                   const std::vector<clausius::Override>& overrides = {}) {
  return clausius::parse_study(text, "study.toml", overrides);
}

/// Reduces a study to about `most` particles, if it has more.
inline std::vector<clausius::Override> fewer_particles(const clausius::StudyConfig& study,
                                                       std::int64_t most) {
  std::vector<clausius::Override> overrides;
  if (study.particles() <= most) return overrides;
  for (std::size_t s = 0; s < study.species.size(); ++s)
    overrides.push_back({"species." + std::to_string(s) + ".count",
                         std::to_string(1 + study.species[s].count * most / study.particles())});
  return overrides;
}

/// All faults of `text`, one per line; empty for a valid study.
inline std::string faults(const std::string& text,
                          const std::vector<clausius::Override>& overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const clausius::InputError& error) {
    return error.what();
  }
  return "";
}
