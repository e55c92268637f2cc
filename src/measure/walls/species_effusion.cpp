#include "measure/walls/species_effusion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/elementary.h"
#include "core/special_functions.h"

namespace clausius {

template <int Dim>
SpeciesEffusion<Dim>::SpeciesEffusion(const Gas<Dim>& gas, const WatchedHole& hole,
                                      double boltzmann, std::size_t species)
    : hole_(hole),
      species_(static_cast<std::uint8_t>(species)),
      mass_(gas.species[species].mass),
      radius_(0.5 * gas.species[species].diameter),
      boltzmann_(boltzmann),
      isothermal_(gas.boundary.is_thermal()) {
  arms_.reserve(gas.species.size());
  for (std::size_t other = 0; other < gas.species.size(); ++other)
    arms_.push_back(gas.is_additive() ? radius_
                                      : gas.contact_distance(species, other) * 2 * radius_ /
                                            (2 * radius_ + gas.species[other].diameter));
  double cross_section = 1;
  for (int k = 0; k < Dim; ++k) {
    if (k == hole.axis) continue;
    area_ *= std::max(0.0, hole.high[k] - hole.low[k] - 2 * radius_);
    cross_section *= gas.box.size[k] - (gas.box.periodic[k] ? 0 : 2 * radius_);
  }
  if (hole.round) area_ *= std::numbers::pi / 4;
  const double margin = 0.5 * hole.thickness + 2 * radius_;  // at the plate and at the wall
  low_volume_ = cross_section * (hole.position - margin);
  high_volume_ = cross_section * (gas.box.size[hole.axis] - hole.position - margin);
}

// Without gravity, a centre that is on the other side than before has crossed once: it flew
// straight, and every change of direction is observed.
template <int Dim>
void SpeciesEffusion<Dim>::note(std::uint32_t id, const Vec<Dim>& r, const Vec<Dim>& before) {
  const bool high = is_high(r);
  if (high == (is_high_[id] != 0)) return;
  is_high_[id] = high ? 1 : 0;
  ++passed_[high ? 0 : 1];
  const double left = kt(high ? rows_.back().low : rows_.back().high);
  if (left <= 0) return;
  const double energy = 0.5 * mass_ * before.squaredNorm() / left;
  energy_ += energy;
  energy_sq_ += energy * energy;
  speeds_.add(before.norm() * std::sqrt(mass_ / left));
}

template <int Dim>
void SpeciesEffusion<Dim>::add(const CollisionRecord<Dim>& collision) {
  const bool at_wall = collision.second == CollisionRecord<Dim>::kWall;
  if (collision.first_species == species_)
    note(collision.first,
         collision.contact_point -
             (at_wall ? radius_ : arms_[collision.second_species]) * collision.normal,
         collision.first_before);
  if (!at_wall && collision.second_species == species_)
    note(collision.second,
         collision.contact_point + arms_[collision.first_species] * collision.normal,
         collision.second_before);
}

template <int Dim>
auto SpeciesEffusion<Dim>::row_of(const State<Dim>& state) const -> SidesAtTime {
  SidesAtTime row;
  row.time = state.time;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (state.species[i] != species_) continue;
    Side& side = is_high(state.position[i]) ? row.high : row.low;
    ++side.count;
    side.energy += 0.5 * mass_ * state.velocity[i].squaredNorm();
  }
  return row;
}

template <int Dim>
void SpeciesEffusion<Dim>::begin(const State<Dim>& state) {
  is_high_.clear();
  for (const Vec<Dim>& r : state.position) is_high_.push_back(is_high(r) ? 1 : 0);
  rows_.assign(1, row_of(state));
}

template <int Dim>
void SpeciesEffusion<Dim>::sample(const State<Dim>& state) {
  // Records the particles that have crossed since their last collision.
  for (std::uint32_t id = 0; id < state.size(); ++id)
    if (state.species[id] == species_) note(id, state.position[id], state.velocity[id]);
  rows_.push_back(row_of(state));
}

// Particles that reach a hole with energies above and below that of the door: incomplete gamma
// functions of (d + 1)/2, and of (d + 3)/2 for their energy.
template <int Dim>
auto SpeciesEffusion<Dim>::stream(const Side& side, double volume, bool is_up) const -> Stream {
  const double t = kt(side);
  if (t <= 0) return {};
  Stream all;
  all.count = side.count / volume * area_ * std::sqrt(t / (2 * std::numbers::pi * mass_));
  all.energy = 0.5 * (Dim + 1) * t * all.count;
  if (!hole_.door) return all;
  const double x = 0.5 * mass_ * hole_.door->speed * hole_.door->speed / t;
  const auto part = [&](double shape) {
    return is_up ? portable::gamma_q(shape, x) : portable::gamma_p(shape, x);
  };
  all.count *= part(0.5 * (Dim + 1));
  all.energy *= part(0.5 * (Dim + 3));
  return all;
}

template <int Dim>
auto SpeciesEffusion<Dim>::expected() const -> std::vector<SidesAtTime> {
  constexpr int kSteps = 20;
  std::vector<SidesAtTime> all{rows_.front()};
  SidesAtTime now = rows_.front();
  const auto changed = [&](const SidesAtTime& at, double dt) {
    const Stream out = up(at.low), back = down(at.high);
    const double net = dt * (out.count - back.count);
    SidesAtTime next = now;
    next.low.count -= net;
    next.high.count += net;
    // Thermal walls replace the energy that fast particles carry away.
    const double heat =
        isothermal_ ? 0.5 * Dim * kt(rows_.front().low) * net : dt * (out.energy - back.energy);
    next.low.energy -= heat;
    next.high.energy += heat;
    return next;
  };
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    const double dt = (rows_[i].time - rows_[i - 1].time) / kSteps;
    for (int step = 0; step < kSteps; ++step) now = changed(changed(now, 0.5 * dt), dt);
    now.time = rows_[i].time;
    all.push_back(now);
  }
  return all;
}

// Particles that enter a thick hole may be reflected by its walls.
template <int Dim>
bool SpeciesEffusion<Dim>::is_thin() const {
  constexpr double kThin = 0.02;
  double width = std::numeric_limits<double>::infinity();
  for (int k = 0; k < Dim; ++k)
    if (k != hole_.axis) width = std::min(width, hole_.high[k] - hole_.low[k]);
  return hole_.thickness + 2 * radius_ < kThin * width;
}

template <int Dim>
std::vector<Observable> SpeciesEffusion<Dim>::observables(const UnitNames& units) const {
  std::vector<Observable> all;
  const double duration = rows_.empty() ? 0 : rows_.back().time - rows_.front().time;
  const auto passed = static_cast<double>(passed_[0] + passed_[1]);
  if (duration <= 0 || passed < 2 || area_ <= 0) return all;
  Prediction flux, energy;
  if (is_thin()) {
    double count = 0;
    for (std::size_t i = 1; i < rows_.size(); ++i)
      for (const SidesAtTime* row : {&rows_[i - 1], &rows_[i]})
        count += 0.5 * (rows_[i].time - rows_[i - 1].time) *
                 (up(row->low).count + down(row->high).count);
    flux = TheoryValue{count / (area_ * duration), "n sqrt(k_BT/(2 pi m)) of each side"};
    if (!hole_.door) energy = TheoryValue{0.5 * (Dim + 1), "Maxwell's law times the flux"};
  }
  const double value = passed / (area_ * duration);
  all.push_back(observable("effusion_flux", value, StandardError{value / std::sqrt(passed), passed},
                           flux, units.particle_flux));
  const double mean = energy_ / passed;
  const double variance = energy_sq_ / passed - mean * mean;
  all.push_back(observable("effusion_energy", mean,
                           StandardError{std::sqrt(std::max(0.0, variance) / passed), passed},
                           energy, "1"));
  return all;
}

template <int Dim>
std::optional<Observable> SpeciesEffusion<Dim>::demon_temperature_ratio() const {
  if (!hole_.door || rows_.empty() || passed_[0] + passed_[1] < 2 || area_ <= 0 ||
      kt(rows_.back().low) <= 0)
    return std::nullopt;
  const SidesAtTime& last = rows_.back();
  const double ratio = kt(last.high) / kt(last.low);
  // Error of kinetic energies drawn from Maxwell's law.
  const double error =
      ratio * std::sqrt(2.0 / Dim * (1 / last.low.count + 1 / std::max(1.0, last.high.count)));
  Prediction theory;
  if (is_thin()) {
    const SidesAtTime then = expected().back();
    theory = TheoryValue{kt(then.high) / kt(then.low), "streams of the fast and of the slow"};
  }
  return observable("demon_temperature_ratio", ratio,
                    StandardError{error, std::min(last.low.count, last.high.count)}, theory, "1");
}

template <int Dim>
std::vector<Table::Column> SpeciesEffusion<Dim>::side_columns(const std::string& species) const {
  std::vector<double> low, high, theory;
  const std::vector<SidesAtTime> solution = rows_.empty() ? rows_ : expected();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    low.push_back(rows_[i].low.count);
    high.push_back(rows_[i].high.count);
    theory.push_back(is_thin() && isothermal_ ? solution[i].low.count
                                              : std::numeric_limits<double>::quiet_NaN());
  }
  return {{"low_side_" + species, "1", std::move(low)},
          {"high_side_" + species, "1", std::move(high)},
          {"low_side_" + species + "_theory", "1", std::move(theory)}};
}

template <int Dim>
std::vector<Table> SpeciesEffusion<Dim>::tables(const UnitNames& units) const {
  std::vector<Table> all;
  if (rows_.empty()) return all;
  std::vector<double> time, low, high, low_kt, high_kt, theory, theory_kt;
  const std::vector<SidesAtTime> solution = expected();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SidesAtTime& now = solution[i];
    time.push_back(rows_[i].time);
    low.push_back(rows_[i].low.count);
    high.push_back(rows_[i].high.count);
    low_kt.push_back(kt(rows_[i].low) / boltzmann_);
    high_kt.push_back(kt(rows_[i].high) / boltzmann_);
    theory.push_back(is_thin() ? now.low.count : nan);
    theory_kt.push_back(is_thin() ? kt(now.low) / boltzmann_ : nan);
  }
  all.push_back({"effusion",
                 {{"time", units.time, std::move(time)},
                  {"low_side", "1", std::move(low)},
                  {"high_side", "1", std::move(high)},
                  {"low_side_theory", "1", std::move(theory)},
                  {"low_side_temperature", units.temperature, std::move(low_kt)},
                  {"high_side_temperature", units.temperature, std::move(high_kt)},
                  {"low_side_temperature_theory", units.temperature, std::move(theory_kt)}}});
  const std::int64_t total = speeds_.total();
  if (total == 0) return all;
  std::vector<double> speed, density, error, law, flux_law;
  for (std::size_t i = 0; i < speeds_.bins(); ++i) {
    const double v = speeds_.centre(i);
    speed.push_back(v);
    density.push_back(speeds_.density(i));
    error.push_back(std::sqrt(static_cast<double>(speeds_.counts()[i])) /
                    (static_cast<double>(total) * speeds_.width()));
    // v^d exp(−v²/2) for those that pass, v^(d−1) exp(−v²/2) for the gas.
    const double gauss = portable::exp(-0.5 * v * v);
    const double root = std::sqrt(2 / std::numbers::pi);
    const double flux = Dim == 3 ? 0.5 * v * v * v * gauss : root * v * v * gauss;
    flux_law.push_back(hole_.door ? nan : flux);
    law.push_back(Dim == 3 ? root * v * v * gauss : v * gauss);
  }
  all.push_back({"effusion_speeds",
                 {{"speed", "1", std::move(speed)},
                  {"density", "1", std::move(density)},
                  {"density_error", "1", std::move(error)},
                  {"density_theory", "1", std::move(flux_law)},
                  {"maxwell", "1", std::move(law)}}});
  return all;
}

template class SpeciesEffusion<2>;
template class SpeciesEffusion<3>;

}  // namespace clausius
