#pragma once

#include <string>

#include "clausius/study/config.h"
#include "clausius/theory/equation_of_state.h"

namespace clausius {

/// The gas of a study as a mixture for theory.
Mixture mixture_of(const StudyConfig& study);

/// Initial speeds of the particles: as written if the study lists them or names a file, otherwise
/// as expected for the requested velocities.
struct StartSpeeds {
  double kt = 0;    ///< k_B T of all particles together, 2E/(dN)
  double mean = 0;  ///< ⟨|v|⟩
  /// Largest speed; for a placed gas that of Maxwell's law at the temperature of its species or of
  /// the whole, whichever is higher.
  double fastest = 0;
};
StartSpeeds start_speeds(const StudyConfig& study);

/// Time in which a particle of mean speed flies the length of the smallest particle; if all start
/// at rest, with the speed that gravity gives them on the way through the box. Infinite without
/// gravity.
double time_of_flight(const StudyConfig& study);

/// Largest allowed run.time_step: the average particle flies the smallest diameter. Infinite for a
/// gas at rest.
double largest_time_step(const StudyConfig& study);

/// The steps of a study in the time-step mode, and the data from which they follow.
struct StepChoice {
  double step = 0;   ///< run.time_step as given, or the default
  int substeps = 1;  ///< number of parts of each step (run.substeps)
  bool is_default = false;
  double fastest = 0;   ///< largest speed, and
  std::string densest;  ///< species whose particles collide most often,
  double rate = 0;      ///< its collision rate (Enskog), from which the default step follows
  /// Expected fraction of missed contacts, at the initial temperature or that of the hottest bath.
  double missed = 0;

  [[nodiscard]] double length() const { return step / substeps; }
};

/// In the default step the fastest particle flies a quarter of the smallest diameter, or a particle
/// of the densest species has 0.1 collisions, whichever is shorter.
/// substeps = "auto" divides a step until no pair of species misses more than 1e-3 of its contacts.
StepChoice choose_time_step(const StudyConfig& study);

/// Engine options for the gas of a study.
EngineOptions engine_options(const StudyConfig& study);

}  // namespace clausius
