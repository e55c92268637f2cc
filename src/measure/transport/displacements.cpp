#include "measure/transport/displacements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/interval_statistics.h"
#include "measure/transport/forgetting.h"
#include "measure/transport/transport_steps.h"
#include "theory/transport/transport.h"
#include "theory/velocities/relaxation_spectrum.h"

namespace clausius {

namespace {

enum DiffusionQuantity : std::size_t { kSquare, kAutocorrelation, kIntegral, kEnergy };

// The integral of the autocorrelation up to 1.6 times the first lag.
constexpr std::size_t kIntegrated = 3;
static_assert(5 * MultiTau<int>::lag(kFirstLag + kIntegrated) == 8 * MultiTau<int>::lag(kFirstLag));
// Eight steps.
constexpr std::size_t kMemory = 7;
static_assert(MultiTau<int>::lag(kMemory) == 8);

}  // namespace

template <int Dim>
void Displacements<Dim>::begin(const State<Dim>& state, const std::vector<double>& steps,
                               const std::vector<double>& kt_over_mass, double settling) {
  start_ = state.time;
  settling_ = settling;
  every_ = (state.size() + kMostFollowed - 1) / kMostFollowed;
  kinds_.resize(steps.size());
  for (std::size_t s = 0; s < steps.size(); ++s) {
    kinds_[s].step = steps[s];
    kinds_[s].kt_over_mass = kt_over_mass[s];
  }
  for (std::size_t id = 0; id < state.size(); id += every_) {
    kinds_[state.species[id]].members.push_back(paths_.size());
    paths_.push_back({state.time, Vec<Dim>::Zero(), state.velocity[id]});
  }
}

namespace {

/// Sums over the particles of two frames of what Displacements adds up, by eights, so that they are
/// the same on every machine.
template <int Dim>
class PairOfFrames {
 public:
  PairOfFrames(const std::vector<double>& earlier, const std::vector<double>& later, double mean_sq)
      : particles_(earlier.size() / (2 * Dim)), mean_sq_(mean_sq) {
    for (int k = 0; k < 2 * Dim; ++k) {
      earlier_[k] = &earlier[static_cast<std::size_t>(k) * particles_];
      later_[k] = &later[static_cast<std::size_t>(k) * particles_];
    }
    std::size_t p = 0;
    for (; p + kEight <= particles_; p += kEight)
      for (std::size_t lane = 0; lane < kEight; ++lane) add(p + lane, lane);
    for (std::size_t lane = 0; p < particles_; ++p, ++lane) add(p, lane);
  }

  [[nodiscard]] std::array<double, 4> sums() const {
    std::array<double, 4> sums{};
    for (std::size_t q = 0; q < sums.size(); ++q)
      for (const double lane : lanes_[q]) sums[q] += lane;
    return sums;
  }

 private:
  static constexpr std::size_t kEight = 8;

  [[gnu::always_inline]] void add(std::size_t p, std::size_t lane) {
    double square = 0, product = 0, integral = 0, earlier_sq = 0, later_sq = 0;
    for (int k = 0; k < Dim; ++k) {
      const double path = later_[k][p] - earlier_[k][p];
      const double before = earlier_[Dim + k][p], after = later_[Dim + k][p];
      square += path * path;
      product += before * after;
      integral += (before + after) * path;
      earlier_sq += before * before;
      later_sq += after * after;
    }
    lanes_[kSquare][lane] += square;
    lanes_[kAutocorrelation][lane] += product;
    lanes_[kIntegral][lane] += 0.5 * integral;
    lanes_[kEnergy][lane] += (earlier_sq - mean_sq_) * (later_sq - mean_sq_);
  }

  std::size_t particles_;
  double mean_sq_;
  std::array<const double*, 2 * Dim> earlier_, later_;
  std::array<std::array<double, kEight>, 4> lanes_{};
};

}  // namespace

template <int Dim>
void Displacements<Dim>::look(Kind& kind, double time, double scale) {
  const std::size_t particles = kind.members.size();
  const auto values = std::make_shared<std::vector<double>>(2 * Dim * particles);
  for (std::size_t p = 0; p < particles; ++p) {
    const FlightPath<Dim>& path = paths_[kind.members[p]];
    const Vec<Dim> r = path.at(time);
    for (int k = 0; k < Dim; ++k) {
      (*values)[static_cast<std::size_t>(k) * particles + p] = r[k];
      (*values)[static_cast<std::size_t>(Dim + k) * particles + p] = scale * path.velocity[k];
    }
  }
  kind.steps.push({values}, [&](std::size_t lag, const Frame& earlier, const Frame& later) {
    kind.sums.add(lag,
                  PairOfFrames<Dim>(*earlier.values, *later.values, Dim * kind.kt_over_mass).sums(),
                  static_cast<double>(particles));
  });
}

template <int Dim>
void Displacements<Dim>::pass(double time) {
  const double reading = clock_ ? clock_->reading(time) : time;
  for (Kind& kind : kinds_) {
    if (kind.step <= 0 || kind.members.empty()) continue;
    while (true) {
      const double next = kind.next(clock_ ? 0 : start_);
      if (next > reading) break;
      if (clock_)
        look(kind, std::min(time, clock_->time_of(next)), clock_->scale());
      else
        look(kind, next, 1);
    }
  }
}

template <int Dim>
void Displacements<Dim>::turn(const State<Dim>& state) {
  pass(state.time);
  for (std::size_t k = 0; k < paths_.size(); ++k) {
    paths_[k].fly_to(state.time);
    paths_[k].velocity = state.velocity[k * every_];
  }
}

template <int Dim>
void Displacements<Dim>::add(std::uint32_t id, double time, const Vec<Dim>& after) {
  if (id % every_ != 0) return;
  FlightPath<Dim>& path = paths_[id / every_];
  path.fly_to(time);
  path.velocity = after;
}

template <int Dim>
void Displacements<Dim>::add(const CollisionRecord<Dim>& collision) {
  pass(collision.time);
  add(collision.first, collision.time, collision.first_after);
  if (collision.second != CollisionRecord<Dim>::kWall)
    add(collision.second, collision.time, collision.second_after);
  if (clock_) clock_->add(collision);
}

template <int Dim>
void Displacements<Dim>::end_interval(double time, double kt) {
  pass(time);
  for (FlightPath<Dim>& path : paths_) path.fly_to(time);
  for (Kind& kind : kinds_) kind.sums.end_block();
  if (clock_) clock_->set(time, kt);
}

template <int Dim>
bool Displacements<Dim>::is_of(std::size_t particles, std::size_t species) const {
  if (paths_.empty()) return kinds_.empty();
  std::size_t members = 0;
  for (const Kind& kind : kinds_) {
    members += kind.members.size();
    const std::size_t values = 2 * Dim * kind.members.size();
    if (!std::all_of(kind.members.begin(), kind.members.end(),
                     [&](std::size_t one) { return one < paths_.size(); }) ||
        !kind.steps.all_kept([&](const Frame& frame) {
          return frame.values ? frame.values->size() == values : false;
        }))
      return false;
  }
  return every_ > 0 && paths_.size() == (particles + every_ - 1) / every_ &&
         members == paths_.size() && kinds_.size() == species;
}

template <int Dim>
std::optional<std::size_t> Displacements<Dim>::first_lag_of(std::size_t species,
                                                            double rearranging) const {
  const Kind& kind = kinds_[species];
  if (kind.members.empty()) return kFirstLag;
  return first_lag(settling_ / kind.step, rearranging, kind.steps.samples());
}

// ⟨δ²⟩ = 2d (k_BT/m)² of Maxwell's law.
template <int Dim>
double Displacements<Dim>::energy_weight(const Kind& kind, const Memory& memory) {
  return 1 / (2 * Dim * kind.kt_over_mass * kind.kt_over_mass * memory.energy_scatter);
}

namespace {

template <class Path>
Eigen::VectorXd at_rate(int d, double rate, std::span<const double> times, Path of_path) {
  std::vector<double> collisions;
  for (const double time : times) collisions.push_back(rate * time);
  return relax_from(d, maxwell_start(d, kMemoryOrder), collisions).*of_path;
}

}  // namespace

template <int Dim>
Eigen::VectorXd Displacements<Dim>::velocity_memory(const Memory& memory,
                                                    std::span<const double> times) {
  return at_rate(Dim, memory.velocity_rate, times, &SoninePath::velocity_memory);
}

template <int Dim>
Eigen::VectorXd Displacements<Dim>::energy_memory(const Memory& memory,
                                                  std::span<const double> times) {
  return at_rate(Dim, memory.energy_rate, times, &SoninePath::energy_memory);
}

// Mean squares over overlapping stretches t and u < t of a random walk over T have the covariance
// 2(u²t − u³/3)/T, relative to the square of their slope (Qian, Sheetz & Elson, Biophys. J. 60
// (1991) 910): the slope from t/2 to t has the variance (8/3) t/T, that at t, the Green–Kubo
// integral, 4 t/T.
template <int Dim>
double Displacements<Dim>::error_of_walk(std::size_t species, std::size_t lag,
                                         double factor) const {
  const auto particles = static_cast<double>(kinds_[species].members.size());
  const auto steps = static_cast<double>(kinds_[species].steps.samples());
  const auto stretch = static_cast<double>(Steps::lag(lag));
  return steps > stretch ? std::sqrt(factor * stretch / (steps - stretch) / (Dim * particles)) : 0;
}

template <int Dim>
std::vector<Observable> Displacements<Dim>::observables(const std::vector<std::string>& names,
                                                        const std::string& unit,
                                                        const std::vector<Prediction>& theory,
                                                        const std::vector<Prediction>& exponential,
                                                        const Memory& memory,
                                                        double rearranging) const {
  const bool changes = !memory.kt_over_mass.empty();  // out of equilibrium
  std::vector<Observable> all;
  for (std::size_t s = 0; s < kinds_.size(); ++s) {
    const Kind& kind = kinds_[s];
    const auto add = [&](const std::string& name, const std::vector<BlockedSums::Term>& terms,
                         const Prediction& expected, const std::string& of,
                         double least_error = 0) {
      std::optional<BlockedSums::Estimate> estimate = kind.sums.estimate(terms);
      if (!estimate) return;
      if (changes)
        estimate->error = at_least(estimate->error, {least_error * std::abs(estimate->value)});
      all.push_back(observable(names.size() > 1 ? fmt::format("{}_{}", name, names[s]) : name,
                               estimate->value, estimate->error, expected, of));
      if (changes)
        all.back() = with_trend(std::move(all.back()), kind.sums.trend(terms, estimate->value));
    };
    if (const auto from = first_lag_of(s, rearranging)) {
      const std::size_t to = *from + kLagSpan;
      const auto steps = static_cast<double>(Steps::lag(to) - Steps::lag(*from));
      const bool reduced = !memory.diffusivity.empty();
      const double part = reduced ? 1 / memory.diffusivity[s] : 1;
      const double weight = part / (2 * Dim * steps * kind.step);
      const std::string name = reduced ? "diffusion_coefficient_reduced" : "diffusion_coefficient";
      const std::string& of = reduced ? "1" : unit;
      add(name, {{to, kSquare, weight}, {*from, kSquare, -weight}}, theory[s].times(part), of,
          error_of_walk(s, to, 8.0 / 3));
      add(name + "_green_kubo", {{*from + kIntegrated, kIntegral, part / Dim}},
          theory[s].times(part), of, error_of_walk(s, *from + kIntegrated, 4));
    }
    if (changes) continue;
    const std::array time{kind.step * static_cast<double>(Steps::lag(kMemory))};
    Prediction velocity, energy;
    if (memory.velocity_rate > 0) {
      velocity = TheoryValue{velocity_memory(memory, time)[0], kMemorySource};
      energy = TheoryValue{energy_memory(memory, time)[0], kMemorySource};
    } else if (exponential[s]) {
      velocity = TheoryValue{portable::exp(-time[0] * kind.kt_over_mass / exponential[s]->value),
                             exponential[s]->source};
    }
    add("velocity_memory", {{kMemory, kAutocorrelation, 1 / (Dim * kind.kt_over_mass)}}, velocity,
        "1");
    add("energy_memory", {{kMemory, kEnergy, energy_weight(kind, memory)}}, energy, "1");
  }
  return all;
}

template <int Dim>
Table Displacements<Dim>::table(const std::vector<std::string>& names, const UnitNames& units,
                                const std::vector<Prediction>& theory, const Memory& memory) const {
  std::vector<std::string> species;
  std::vector<double> times;
  struct Columns {
    std::vector<double> value, error, theory;
  };
  constexpr std::size_t kColumns = 5;
  std::array<Columns, kColumns> columns;
  const std::size_t shown = memory.kt_over_mass.empty() ? kColumns : kColumns - 1;
  for (std::size_t s = 0; s < kinds_.size(); ++s) {
    const double d = theory[s] ? theory[s]->value : kNaN;
    const double kt_over_mass = mean_square(s, memory);
    const double forgotten = d / kt_over_mass;  // decay time of the velocity correlation
    std::vector<double> lags;
    for (std::size_t lag = 0; lag < Steps::kLags; ++lag)
      lags.push_back(kinds_[s].step * static_cast<double>(Steps::lag(lag)));
    std::optional<Eigen::VectorXd> velocity, energy;
    if (memory.velocity_rate > 0) {
      velocity = velocity_memory(memory, lags);
      energy = energy_memory(memory, lags);
    }
    for (std::size_t lag = 0; lag < Steps::kLags; ++lag) {
      const double t = lags[lag];
      if (!kinds_[s].sums.mean(lag, kSquare)) continue;
      species.push_back(names[s]);
      times.push_back(t);
      const double left = portable::exp(-t / forgotten);
      const auto row = static_cast<Eigen::Index>(lag);
      const std::array<double, kColumns> expected{
          2 * Dim * d * (t - forgotten * (1 - left)), Dim * kt_over_mass * left, d * (1 - left),
          velocity ? (*velocity)[row] : left, energy ? (*energy)[row] : kNaN};
      const std::array<DiffusionQuantity, kColumns> measured{kSquare, kAutocorrelation, kIntegral,
                                                             kAutocorrelation, kEnergy};
      const std::array<double, kColumns> weights{1, 1, 1.0 / Dim, 1 / (Dim * kt_over_mass),
                                                 energy_weight(kinds_[s], memory)};
      for (std::size_t q = 0; q < shown; ++q) {
        const auto mean = kinds_[s].sums.mean(lag, measured[q], weights[q]);
        columns[q].value.push_back(mean->value);
        columns[q].error.push_back(value_or_nan(mean->error));
        columns[q].theory.push_back(expected[q]);
      }
    }
  }
  Table table{"self_diffusion", {}};
  table.columns = {{"species", "", species}, {"time", units.time, times}};
  const std::array<std::string, kColumns> quantities{
      "square_displacement", "autocorrelation", "integral", "velocity_memory", "energy_memory"};
  const std::array<std::string, kColumns> of{units.area, units.speed_squared, units.diffusivity,
                                             "1", "1"};
  for (std::size_t q = 0; q < shown; ++q) {
    table.columns.push_back({quantities[q], of[q], columns[q].value});
    table.columns.push_back({quantities[q] + "_error", of[q], columns[q].error});
    table.columns.push_back({quantities[q] + "_theory", of[q], columns[q].theory});
  }
  return table;
}

template class Displacements<2>;
template class Displacements<3>;

}  // namespace clausius
