#include "measure/history.h"

#include <cmath>
#include <numeric>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/measured_run.h"
#include "measure/velocities/maxwell_moments.h"

namespace clausius {

template <int Dim>
History<Dim>::History(const Gas<Dim>& gas, const State<Dim>& start,
                      const std::vector<double>& count)
    : count_(count), energy_initial_(mechanical_energy(gas, start)), series_(count.size()) {
  h_functions_.reserve(count.size());
  for (const double n : count) h_functions_.emplace_back(Dim, static_cast<std::size_t>(n));
}

template <int Dim>
void History<Dim>::add(const Sample<Dim>& sample) {
  const Measured<Dim>& run = sample.run;
  const Books<Dim>& books = run.books;
  const double particles = run.theory.particles(), dof = run.theory.degrees_of_freedom();
  HistoryRow row{};
  row.time = sample.state.time;
  row.collisions = books.collisions();
  row.collisions_per_particle = 2 * static_cast<double>(row.collisions) / particles;
  double thermal_energy = 0;
  for (const SpeciesMoments& m : sample.moments) {
    thermal_energy += m.thermal_energy();
    row.energy += m.thermal_energy() + m.kept_energy;
  }
  if (run.gas.boundary.has_gravity() || run.gas.has_steps())
    row.potential = potential_energy(run.gas, sample.state);
  row.flow = sample.flow_energy;
  row.energy += row.potential + row.flow;
  row.work = books.work() + books.given_by_walls();
  row.dissipated = books.predicted_dissipation();
  row.predicted_energy = energy_initial_ - row.dissipated + row.work;
  row.measured = books.measuring();
  row.pressure = row.path = kNaN;
  if (row.measured && !books.intervals().empty()) {
    const Interval<Dim>& interval = books.intervals().back();
    if (interval.duration > 0 && !run.gas.boundary.moves())
      row.pressure = (particles * interval.kt_time + interval.totals.virial / Dim) /
                     (run.gas.box.volume() * interval.duration);
    const double flights = std::accumulate(interval.suffered.begin(), interval.suffered.end(), 0.0);
    if (flights > 0) row.path = interval.path / flights;
  }
  if (dof > 0) row.kt = 2 * thermal_energy / dof;
  double moving = 0, error_sq = 0, h = 0, with_h = 0;
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const SpeciesMoments& m = sample.moments[s];
    const double n = run.count[s];
    const int g = run.rotations(s);
    row.species_kt.push_back(n > 0 ? 2 * m.thermal_energy() / ((Dim + g) * n) : 0);
    row.translational_kt.push_back(n > 0 ? 2 * m.energy / (Dim * n) : 0);
    row.rotational_kt.push_back(n > 0 && g > 0 ? 2 * m.rotational_energy / (g * n) : kNaN);
    if (m.speed_sq <= 0) continue;
    moving += n;
    row.kurtosis += n * m.kurtosis();
    row.sonine_a3 += n * (1 + 3 * (kMaxwellFourth<Dim> * m.kurtosis() - 1) -
                          kMaxwellSixth<Dim> * m.sixth_ratio());
    error_sq += portable::pow(n * m.kurtosis_error(), 2);
    if (const auto value = h_functions_[s](sample.squared_speeds[s], m.speed_sq / n)) {
      h += n * *value;
      with_h += n;
    }
  }
  row.kurtosis = moving > 0 ? row.kurtosis / moving : kNaN;
  row.sonine_a3 = moving > 0 ? row.sonine_a3 / moving : kNaN;
  row.kurtosis_error = moving > 0 ? std::sqrt(error_sq) / moving : kNaN;
  if (with_h > 0) row.h = h / with_h;
  rows_.push_back(std::move(row));
}

template <int Dim>
void History<Dim>::is_measured_sample() {
  ++samples_;
  const HistoryRow& row = rows_.back();
  for (std::size_t s = 0; s < series_.size(); ++s) {
    if (count_[s] == 0) continue;
    series_[s].kt.push_back(row.species_kt[s]);
    series_[s].translational_kt.push_back(row.translational_kt[s]);
    if (!std::isnan(row.rotational_kt[s])) series_[s].rotational_kt.push_back(row.rotational_kt[s]);
  }
}

template <int Dim>
std::vector<double> History<Dim>::collisions_per_particle() const {
  std::vector<double> collisions;
  collisions.reserve(rows_.size());
  for (const HistoryRow& row : rows_) collisions.push_back(row.collisions_per_particle);
  return collisions;
}

template class History<2>;
template class History<3>;

}  // namespace clausius
