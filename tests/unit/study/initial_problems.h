#pragma once

#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "study/start/initial.h"

/// What is wrong with the start of a study, one text each; none if it can be made.
inline std::vector<std::string> problems_of(const clausius::StudyConfig& config) {
  try {
    clausius::make_initial_state(config);
  } catch (const clausius::InputError& error) {
    std::vector<std::string> texts;
    for (const clausius::Problem& problem : error.problems()) texts.push_back(problem.text());
    return texts;
  }
  return {};
}
