#include "measure/transport/forgetting.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "measure/interval_statistics.h"
#include "measure/velocities/velocity_tests.h"
#include "theory/velocities/relaxation.h"

namespace clausius {

namespace {

// Collisions per particle between two instants of the distributions: with more frequent instants
// the same velocities would be counted again.
constexpr double kShownEvery = 1;

// Velocity or energy that a collision changes, whichever is less, relative to a collision between
// equals: 2 m_b/(m_s + m_b) of the velocity.
template <int Dim>
double changed(const Measured<Dim>& run, std::size_t s, std::size_t b) {
  const double ms = run.gas.species[s].mass, mb = run.gas.species[b].mass;
  return std::min(2 * mb / (ms + mb), exchanged(run, s, b));
}

// Sum of per_collision(b) over the collisions with other species b, per particle of either species.
template <int Dim, class PerCollision>
double with_others(const Measured<Dim>& run, std::size_t s, PerCollision per_collision) {
  double sum = 0;
  for (std::size_t b = 0; b < run.count.size(); ++b)
    if (b != s && run.count[b] > 0)
      sum += per_collision(b) * static_cast<double>(run.books.tally().suffered(s, b)) *
             (1 / run.count[s] + 1 / run.count[b]);
  return sum;
}

// Whether only collisions between particles change velocities.
template <int Dim>
bool only_collisions_matter(const Measured<Dim>& run) {
  return run.gas.box.all_periodic() && run.gas.boundary.is_plain() && !run.theory.driven() &&
         run.theory.degrees_of_freedom() > Dim;
}

}  // namespace

template <int Dim>
double exchanged(const Measured<Dim>& run, std::size_t s, std::size_t b) {
  const double ms = run.gas.species[s].mass, mb = run.gas.species[b].mass;
  return 4 * ms * mb / ((ms + mb) * (ms + mb));
}

template <int Dim>
double own_forgetting(const Measured<Dim>& run, std::size_t s) {
  double own = 0;
  for (std::size_t b = 0; b < run.count.size(); ++b)
    if (run.count[b] > 0)
      own +=
          changed(run, s, b) * static_cast<double>(run.books.tally().suffered(s, b)) / run.count[s];
  return own;
}

template <int Dim>
double forgetting(const Measured<Dim>& run, std::size_t s) {
  if (run.count[s] == run.theory.particles()) return own_forgetting(run, s);
  return std::min(own_forgetting(run, s),
                  with_others(run, s, [&](std::size_t b) { return changed(run, s, b); }));
}

template <int Dim>
double memory_factor(const Measured<Dim>& run) {
  return run.theory.particles() / (run.theory.particles() - 1);
}

template <int Dim>
double exchange_error(const Measured<Dim>& run, std::size_t s, double scatter) {
  if (run.count.size() < 2 || run.rotates() || !only_collisions_matter(run)) return 0;
  const double forgotten =
      2.0 / Dim * with_others(run, s, [&](std::size_t b) { return exchanged(run, s, b); });
  return exponential_error(scatter, forgotten * run.books.measured_share());
}

template <int Dim>
double sonine_error(const Measured<Dim>& run, double one_particle, double faster) {
  if (!only_collisions_matter(run)) return 0;
  const double rate = faster * sonine_relaxation_rate(Dim).value * run.books.measured_share();
  double squared = 0;
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    if (run.count[s] == 0) continue;
    const double share = std::sqrt(run.count[s]) / run.theory.particles();
    const double error = share * exponential_error(one_particle, rate * own_forgetting(run, s));
    squared += error * error;
  }
  return std::sqrt(squared);
}

StandardError SampledExchange::relative_error() const {
  if (values.empty() || all == 0) return {};
  return series_error(values).value_or(StandardError{}) / all;
}

namespace {

// The sum over pairs of species, s in front, of at_mean(s, b) at the mean temperatures; at each
// sample (the mean square of the relative velocity)^power times as large as there.
template <int Dim, class AtMean>
SampledExchange sampled(const Measured<Dim>& run, std::optional<std::size_t> only, double power,
                        AtMean at_mean) {
  const std::size_t kinds = run.count.size();
  SampledExchange result;
  if (kinds < 2 || !run.theory.elastic()) return result;
  for (std::size_t s = 0; s < kinds; ++s) {
    const std::vector<double>& own_kt = run.history.series(s).kt;
    for (std::size_t b = 0; b < kinds; ++b) {
      const std::vector<double>& other_kt = run.history.series(b).kt;
      if ((only && *only != s) || run.books.tally().suffered(s, b) == 0 || own_kt.empty()) continue;
      const auto relative_sq_speed = [&](double kt_s, double kt_b) {
        return kt_s / run.gas.species[s].mass + kt_b / run.gas.species[b].mass;
      };
      const double usual = relative_sq_speed(mean_of(own_kt), mean_of(other_kt));
      const double mean = at_mean(s, b, usual);
      result.values.resize(own_kt.size());
      for (std::size_t i = 0; i < result.values.size(); ++i)
        result.values[i] +=
            mean * portable::pow(relative_sq_speed(own_kt[i], other_kt[i]) / usual, power);
      result.all += mean;
    }
  }
  return result;
}

}  // namespace

template <int Dim>
SampledExchange sampled_collisions(const Measured<Dim>& run, std::optional<std::size_t> only) {
  return sampled(run, only, 0.5, [&](std::size_t s, std::size_t b, double /*usual*/) {
    return static_cast<double>(run.books.tally().suffered(s, b));
  });
}

template <int Dim>
SampledExchange sampled_virial(const Measured<Dim>& run) {
  return sampled(run, std::nullopt, 1, [&](std::size_t s, std::size_t b, double usual) {
    const SphereSpecies& own = run.gas.species[s];
    const SphereSpecies& other = run.gas.species[b];
    // Distance and mean impulse of a collision.
    return static_cast<double>(run.books.tally().suffered(s, b)) *
           (2 * run.gas.contact_distance(s, b)) * own.mass * other.mass / (own.mass + other.mass) *
           std::sqrt(usual);
  });
}

template <int Dim>
std::optional<std::vector<bool>> SpacedInstants<Dim>::at(const Measured<Dim>& run) {
  const double per_particle =
      2 * static_cast<double>(run.books.collisions()) / run.theory.particles();
  if (last_ && per_particle - *last_ < kShownEvery) return std::nullopt;
  last_ = per_particle;
  std::vector<bool> tested(run.count.size());
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    if (run.count[s] == 0) continue;
    const double clock = forgetting(run, s);
    tested[s] = !last_clock_[s] || clock - *last_clock_[s] >= kForgottenAfter;
    if (tested[s]) last_clock_[s] = clock;
  }
  return tested;
}

template double exchanged(const Measured<2>&, std::size_t, std::size_t);
template double exchanged(const Measured<3>&, std::size_t, std::size_t);
template double own_forgetting(const Measured<2>&, std::size_t);
template double own_forgetting(const Measured<3>&, std::size_t);
template double forgetting(const Measured<2>&, std::size_t);
template double forgetting(const Measured<3>&, std::size_t);
template double memory_factor(const Measured<2>&);
template double memory_factor(const Measured<3>&);
template double exchange_error(const Measured<2>&, std::size_t, double);
template double exchange_error(const Measured<3>&, std::size_t, double);
template double sonine_error(const Measured<2>&, double, double);
template double sonine_error(const Measured<3>&, double, double);
template SampledExchange sampled_collisions(const Measured<2>&, std::optional<std::size_t>);
template SampledExchange sampled_collisions(const Measured<3>&, std::optional<std::size_t>);
template SampledExchange sampled_virial(const Measured<2>&);
template SampledExchange sampled_virial(const Measured<3>&);
template class SpacedInstants<2>;
template class SpacedInstants<3>;

}  // namespace clausius
