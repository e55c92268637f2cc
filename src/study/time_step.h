#pragma once

#include <string>

#include "clausius/study/config.h"
#include "clausius/theory/equation_of_state.h"

namespace clausius {

/// The gas of a study as the theory of mixtures knows it.
Mixture mixture_of(const StudyConfig& study);

/// How fast the particles are at the start: as written where the study lists them or names a file,
/// else as expected of the velocities asked for.
struct StartSpeeds {
  double kt = 0;    ///< k_B T of all particles together, 2E/(dN)
  double mean = 0;  ///< ⟨|v|⟩
  /// The fastest; of a gas that is placed the fastest of Maxwell's law at the temperature of its
  /// species or of the whole, whichever is higher.
  double fastest = 0;
};
StartSpeeds start_speeds(const StudyConfig& study);

/// The time in which a particle of mean speed flies the length of the smallest; where all start at
/// rest, of the speed that gravity gives them on the way through the box. Infinite without gravity.
double time_of_flight(const StudyConfig& study);

/// The largest run.time_step allowed: the mean particle flies the smallest diameter. Infinite for a
/// gas at rest.
double largest_time_step(const StudyConfig& study);

/// The steps of a study in the time-step mode, and what they come from.
struct StepChoice {
  double step = 0;   ///< run.time_step as given, or the default
  int substeps = 1;  ///< each step is cut into so many (run.substeps)
  bool is_default = false;
  double fastest = 0;   ///< the speed, and
  std::string densest;  ///< the species whose particles collide most often,
  double rate = 0;      ///< so often per time (Enskog), that the default step is made from
  double missed = 0;    ///< fraction of contacts expected to be missed, at the temperature of the
                        ///< start or of the hottest bath

  [[nodiscard]] double length() const { return step / substeps; }
};

/// The default step is one in which the fastest particle flies a quarter of the smallest diameter
/// and a particle of the densest species has 0.1 collisions, whichever is shorter.
/// substeps = "auto" cuts a step until no pair of species misses more than 1e-3 of its contacts.
StepChoice choose_time_step(const StudyConfig& study);

/// How the engine is to move the gas of a study.
EngineOptions engine_options(const StudyConfig& study);

}  // namespace clausius
