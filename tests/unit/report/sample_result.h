#pragma once

#include <limits>

#include "clausius/study/runner.h"

/// A small finished run of two particles, with a series of two cases, with invented numbers.
inline clausius::StudyResult sample_result() {
  clausius::StudyResult result;
  clausius::StudyConfig& config = result.config;
  config.name = "sample";
  config.title = "A \"sample\" \x1b[31m";
  config.seed = 18446744073709551615u;
  config.dimensions = 2;
  config.size = {10, 10};
  config.periodic = {true, true};
  config.boltzmann = 1;
  config.species = {{{.name = "light", .count = 2}}};
  config.species[0].properties = clausius::mass_properties(clausius::Sphere{0.5}, 2);
  config.resolved_toml = "title = \"sample\"\n";

  result.measurement = {.simulated_time = 2.5, .collisions = 7, .wall_collisions = 1};
  result.equilibration = {.simulated_time = 0.5, .collisions = 3};
  result.counters.collisions = 10;
  result.cpu_seconds = 2;
  result.energy_initial = 2;
  result.energy_final = 1.75;
  result.work = 0.25;
  result.drives = {{clausius::DriveType::rescale, 3, 0.25}};
  result.dissipated = 0.5;
  result.predicted_dissipation = 0.5;
  result.momentum_drift = 1e-17;
  result.species = {{.name = "light",
                     .count = 2,
                     .mass = 1,
                     .temperature = 1.25,
                     .rotational_temperature = std::nullopt}};
  result.observables = {{"collision_rate", 0.5012, 0.0021, 0.5, "1/s", "Enskog"},
                        {"kurtosis_a2", std::numeric_limits<double>::quiet_NaN(), std::nullopt,
                         std::nullopt, "1", ""}};
  result.checks = {{"collision_rate", true, 0.5012, 0.5, 0.0021, 0.571, std::nullopt}};
  result.tables = {{"history",
                    {{"time", "s", std::vector<double>{0, 1}},
                     {"collisions_per_particle", "1", std::vector<double>{0, 2}},
                     {"measured", "1", std::vector<std::int64_t>{0, 1}},
                     {"temperature", "K", std::vector<double>{1, 1.25}},
                     {"temperature_light", "K", std::vector<double>{1, 1.25}}}}};
  result.initial = {.time = 0,
                    .dimensions = 2,
                    .size = {10, 10},
                    .periodic = {true, true},
                    .species = {"light", "light"},
                    .position = {{1, 2, 0}, {3, 4, 0}},
                    .velocity = {{1, 0, 0}, {-1, 0, 0}}};
  result.final = result.initial;
  result.final.time = 3;
  result.warnings = {"a warning"};
  return result;
}

/// The sample with a series over the restitution; the second case fails its check.
inline clausius::StudyResult sample_series() {
  clausius::StudyResult result = sample_result();
  result.config.series = {"collisions.restitution", {"0.9", "0.8"}};
  clausius::StudyResult one = sample_result();
  result.series.push_back({"0.9", one});
  one.checks[0].passed = false;
  result.series.push_back({"0.8", one});
  return result;
}
