#pragma once

#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"

/// The study that `text` is, as if read from study.toml.
inline clausius::StudyConfig parse(const std::string& text,
                                   const std::vector<clausius::Override>& overrides = {}) {
  return clausius::parse_study(text, "study.toml", overrides);
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
