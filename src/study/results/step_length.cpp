#include "study/results/step_length.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "study/start/start_file.h"
#include "theory/estimates.h"
#include "theory/fluid/missed_contacts.h"
#include "theory/fluid/polydispersity.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

constexpr double kDiametersPerStep = 0.25;  // distance that the fastest particle flies
constexpr double kCollisionsPerStep = 0.1;  // for a particle of the densest species
constexpr double kMissedBySubsteps = 1e-3;

/// Sums over particles whose velocities are known.
class SpeedSums {
 public:
  void add(double mass, double speed) {
    energy_ += 0.5 * mass * speed * speed;
    sum_ += speed;
    fastest_ = std::max(fastest_, speed);
    count_ += 1;
  }
  [[nodiscard]] StartSpeeds result(int dimensions) const {
    if (count_ == 0) return {};
    return {2 * energy_ / (dimensions * count_), sum_ / count_, fastest_};
  }

 private:
  double energy_ = 0, sum_ = 0, fastest_ = 0, count_ = 0;
};

double mass_of(const StudyConfig& study, const std::string& species) {
  const auto found = std::find_if(study.species.begin(), study.species.end(),
                                  [&](const StudySpecies& one) { return one.name == species; });
  return found == study.species.end() ? 1 : found->mass;  // a fault reported elsewhere
}

StartSpeeds listed_speeds(const StudyConfig& study) {
  SpeedSums sums;
  for (const ListedParticle& particle : study.listed)
    sums.add(
        mass_of(study, particle.species),
        Eigen::Map<const Eigen::VectorXd>(particle.velocity.data(), std::ssize(particle.velocity))
            .norm());
  return sums.result(study.dimensions);
}

StartSpeeds file_speeds(const StudyConfig& study) {
  LineFaults ignored;  // reported with the initial state
  const XyzFrame frame = look_at_start_file(study, ignored);
  SpeedSums sums;
  for (std::size_t i = 0; i < frame.velocity.size(); ++i)
    sums.add(mass_of(study, frame.species[i]), frame.velocity[i].norm());
  return sums.result(study.dimensions);
}

StartSpeeds placed_speeds(const StudyConfig& study) {
  const int d = study.dimensions;
  const auto particles = static_cast<double>(study.particles());
  StartSpeeds speeds;
  for (const StudySpecies& species : study.species) {
    const double share = static_cast<double>(species.count) / particles;
    const double kt = study.boltzmann * species.particle_temperature();
    speeds.kt += share * kt;
    if (kt <= 0) continue;
    speeds.mean += share * (species.velocities == Velocities::maxwell
                                ? MaxwellLaw(d, species.mass, kt).mean_speed()
                                : std::sqrt(d * kt / species.mass));
  }
  for (const StudySpecies& species : study.species)
    speeds.fastest = std::max(
        speeds.fastest,
        fastest_speed(d, species.mass,
                      std::max(speeds.kt, study.boltzmann * species.particle_temperature()),
                      static_cast<double>(species.count)));
  return speeds;
}

/// k_BT of the hottest bath, or the initial k_BT if that is higher.
double highest_kt(const StudyConfig& study, const StartSpeeds& start) {
  double highest = start.kt;
  const auto look_at = [&](const auto& one) {
    highest = std::max(highest, study.boltzmann * one.temperature.value_or(0));
  };
  for (const WallConfig& wall : study.walls) look_at(wall);
  for (const ObstacleConfig& obstacle : study.obstacles) look_at(obstacle);
  return highest;
}

/// Speed gained in a fall through the box.
double falling_speed(const StudyConfig& study) {
  const auto numbers = [](const std::vector<double>& all) {
    return Eigen::Map<const Eigen::VectorXd>(all.data(), std::ssize(all));
  };
  return std::sqrt(numbers(study.gravity).norm() * numbers(study.size).maxCoeff());
}

/// Largest speed: of the initial particles, of those from a bath of this temperature, plus the
/// contributions of moving walls and falling.
double fastest_in_study(const StudyConfig& study, const StartSpeeds& start, double kt) {
  double fastest = start.fastest;
  if (kt > start.kt)
    for (const StudySpecies& species : study.species)
      fastest = std::max(fastest, fastest_speed(study.dimensions, species.mass, kt,
                                                static_cast<double>(species.count)));
  fastest += falling_speed(study);
  for (const WallConfig& wall : study.walls) fastest += wall.path().fastest();
  return fastest;
}

double smallest_diameter(const StudyConfig& study) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const StudySpecies& one : study.species) smallest = std::min(smallest, one.least_diameter());
  if (!study.is_additive()) smallest = std::min(smallest, study.contact_distances.minCoeff());
  return smallest;
}

}  // namespace

Mixture mixture_of(const StudyConfig& study) {
  Mixture mixture{study.dimensions, study.packing_fraction(), {}};
  for (const StudySpecies& species : study.species)
    for (const MixtureComponent& one :
         components_of_sizes({static_cast<double>(species.count), species.diameter, species.mass},
                             species.diameters, study.dimensions))
      mixture.components.push_back(one);
  mixture.contact_distances = study.contact_distances;
  return mixture;
}

StartSpeeds start_speeds(const StudyConfig& study) {
  switch (study.placement) {
    case Placement::listed:
      return listed_speeds(study);
    case Placement::file:
      if (!study.draws_motion) return file_speeds(study);
      break;
    case Placement::lattice:
    case Placement::random:
      break;
  }
  return placed_speeds(study);
}

double time_of_flight(const StudyConfig& study) {
  double least = std::numeric_limits<double>::infinity();
  for (const StudySpecies& one : study.species)
    least = std::min(least, 2 * one.properties.bounding_radius);
  const double mean = start_speeds(study).mean;
  return least / (mean > 0 ? mean : falling_speed(study));
}

double largest_time_step(const StudyConfig& study) {
  return smallest_diameter(study) / start_speeds(study).mean;
}

StepChoice choose_time_step(const StudyConfig& study) {
  const StartSpeeds speeds = start_speeds(study);
  const Mixture mixture = mixture_of(study);
  const double kt = highest_kt(study, speeds);
  const bool collides = study.particles() > 1 && kt > 0;
  StepChoice choice;
  choice.fastest = fastest_in_study(study, speeds, kt);
  for (std::size_t s = 0; collides && s < study.species.size(); ++s) {
    const double rate = estimated_collision_rate(mixture, kt, s);
    if (rate <= choice.rate) continue;
    choice.rate = rate;
    choice.densest = study.species[s].name;
  }
  if (study.time_step) {
    choice.step = *study.time_step;
  } else {
    choice.is_default = true;
    choice.step = std::min(kDiametersPerStep * smallest_diameter(study) / choice.fastest,
                           kCollisionsPerStep / choice.rate);
    if (!std::isfinite(choice.step)) choice.step = study.duration.value_or(1);  // nothing moves
  }
  if (study.substeps == Substeps::automatic) {
    const double wanted = choice.step / step_that_misses(mixture, kt, kMissedBySubsteps);
    choice.substeps = std::max(1, static_cast<int>(std::ceil(wanted)));
  }
  if (collides) choice.missed = missed_fraction(mixture, kt, choice.length()).value;
  return choice;
}

EngineOptions engine_options(const StudyConfig& study) {
  EngineOptions options = study.engine;
  if (options.mode == Mode::time_step) options.time_step = choose_time_step(study).length();
  return options;
}

}  // namespace clausius
