#include "measure/walls/flow_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clausius/core/constants.h"

namespace clausius {

namespace {

// Mean number of particles in a bin below which its velocity and temperature are left out as noise.
constexpr double kTooFew = 0.03;

}  // namespace

template <int Dim>
FlowProfile<Dim>::FlowProfile(const Gas<Dim>& gas, int axis)
    : slabs_(gas, axis), sums_(kBins, kSquare + 1) {
  for (const SphereSpecies& one : gas.species) mass_.push_back(one.mass);
}

template <int Dim>
void FlowProfile<Dim>::sample(const State<Dim>& state) {
  std::vector<std::array<double, kSquare + 1>> bins(kBins);
  for (std::size_t i = 0; i < state.size(); ++i) {
    auto& bin = bins[slabs_.of(state.position[i][slabs_.axis])];
    const double mass = mass_[state.species[i]];
    ++bin[kCount];
    bin[kMass] += mass;
    for (int k = 0; k < Dim; ++k)
      bin[kMomentum + static_cast<std::size_t>(k)] += mass * state.velocity[i][k];
    bin[kSquare] += mass * state.velocity[i].squaredNorm();
  }
  for (std::size_t b = 0; b < kBins; ++b) sums_.add(b, bins[b]);
  sums_.end_block();
}

template <int Dim>
double FlowProfile<Dim>::mean(std::size_t bin, std::size_t quantity) const {
  const auto value = sums_.mean(bin, quantity);
  return value ? value->value : 0;
}

template <int Dim>
auto FlowProfile<Dim>::density_in(std::size_t bin) const -> Local {
  return {mean(bin, kCount) / slabs_.volume, {{bin, kCount, 1 / slabs_.volume}}};
}

template <int Dim>
auto FlowProfile<Dim>::velocity_in(std::size_t bin, int k) const -> std::optional<Local> {
  if (mean(bin, kCount) < kTooFew) return std::nullopt;
  const double mass = mean(bin, kMass);
  const std::size_t momentum = kMomentum + static_cast<std::size_t>(k);
  const double u = mean(bin, momentum) / mass;
  return Local{u, {{bin, momentum, 1 / mass}, {bin, kMass, -u / mass}}};
}

template <int Dim>
auto FlowProfile<Dim>::temperature_in(std::size_t bin) const -> std::optional<Local> {
  const double count = mean(bin, kCount), mass = mean(bin, kMass);
  if (count < kTooFew) return std::nullopt;
  const double share = 1 / (Dim * count);
  double energy = mean(bin, kSquare), u_sq = 0;
  Terms terms{{bin, kSquare, share}};
  for (int k = 0; k < Dim; ++k) {
    const std::size_t momentum = kMomentum + static_cast<std::size_t>(k);
    const double u = mean(bin, momentum) / mass;
    energy -= mass * u * u;
    u_sq += u * u;
    terms.push_back({bin, momentum, -2 * u * share});
  }
  terms.push_back({bin, kMass, u_sq * share});
  const double kt = energy * share;
  terms.push_back({bin, kCount, -Dim * kt * share});
  return Local{kt, std::move(terms)};
}

template <int Dim>
std::optional<StandardError> FlowProfile<Dim>::error_of(const Terms& terms) const {
  const auto estimate = sums_.estimate(terms);
  return estimate ? estimate->error : std::nullopt;
}

template <int Dim>
template <class In>
auto FlowProfile<Dim>::middle(const In& in) const -> std::optional<Middle> {
  // Equal weights: the deviations of neighbouring bins are correlated, which errors from blocks of
  // the line itself take into account.
  std::vector<std::pair<double, Local>> points;
  double sum_sq = 0;
  for (std::size_t bin = kBins / 4; bin < kBins - kBins / 4; ++bin) {
    auto local = in(bin);
    if (!local) return std::nullopt;
    const double x = slabs_.centre(bin) - slabs_.begin - 0.5 * slabs_.width;
    sum_sq += x * x;
    points.emplace_back(x, std::move(*local));
  }
  const double share = 1 / static_cast<double>(points.size());
  Middle middle;
  Terms of_value, of_slope;
  for (const auto& [x, local] : points) {
    middle.value.value += share * local.value;
    middle.slope.value += x / sum_sq * local.value;
    for (const BlockedSums::Term& term : local.terms) {
      of_value.push_back({term.group, term.quantity, share * term.weight});
      of_slope.push_back({term.group, term.quantity, x / sum_sq * term.weight});
    }
  }
  middle.value.error = error_of(of_value);
  middle.slope.error = error_of(of_slope);
  return middle;
}

template <int Dim>
auto FlowProfile<Dim>::density() const -> std::optional<Middle> {
  return middle([this](std::size_t bin) { return std::optional(density_in(bin)); });
}

template <int Dim>
auto FlowProfile<Dim>::temperature() const -> std::optional<Middle> {
  return middle([this](std::size_t bin) { return temperature_in(bin); });
}

template <int Dim>
auto FlowProfile<Dim>::velocity(int k) const -> std::optional<Middle> {
  return middle([this, k](std::size_t bin) { return velocity_in(bin, k); });
}

template <int Dim>
Table FlowProfile<Dim>::table(const UnitNames& units, double boltzmann,
                              const ProfileTheory<Dim>& theory) const {
  std::vector<std::string> axis;
  // A quantity with its error and its theory.
  struct Column {
    std::vector<double> value, error, theory;
    void add(const std::optional<Local>& local, double its_error, double expected, double unit) {
      value.push_back(local ? local->value / unit : kNaN);
      error.push_back(local ? its_error / unit : kNaN);
      theory.push_back(expected / unit);
    }
  };
  std::vector<double> position;
  Column density, kt;
  std::array<Column, Dim> u;
  // A single sample has the errors of independent particles.
  const auto add = [this](Column& column, const std::optional<Local>& local, double independent,
                          double expected, double unit = 1) {
    double error = local ? value_or_nan(error_of(local->terms)) : kNaN;
    if (std::isnan(error)) error = independent;
    column.add(local, error, expected, unit);
  };
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const LocalFlow<Dim> expected = theory ? theory(slabs_.centre(bin)) : LocalFlow<Dim>();
    axis.emplace_back(1, "xyz"[slabs_.axis]);
    position.push_back(slabs_.centre(bin));
    const double share = 1 / std::sqrt(mean(bin, kCount));
    const auto local_kt = temperature_in(bin);
    const double heat = local_kt ? local_kt->value : kNaN;
    add(density, density_in(bin), density_in(bin).value * share, expected.density);
    add(kt, local_kt, heat * share * std::sqrt(2.0 / Dim), expected.kt, boltzmann);
    for (int k = 0; k < Dim; ++k)
      add(u[static_cast<std::size_t>(k)], velocity_in(bin, k),
          std::sqrt(heat * mean(bin, kCount) / mean(bin, kMass)) * share, expected.velocity[k]);
  }
  Table table{"flow_profile",
              {{"axis", "", std::move(axis)}, {"position", units.length, std::move(position)}}};
  const auto put = [&table](const std::string& name, const std::string& unit, Column column) {
    table.columns.push_back({name, unit, std::move(column.value)});
    table.columns.push_back({name + "_error", unit, std::move(column.error)});
    table.columns.push_back({name + "_theory", unit, std::move(column.theory)});
  };
  put("density", units.number_density, std::move(density));
  put("temperature", units.temperature, std::move(kt));
  for (std::size_t k = 0; k < Dim; ++k)
    put(fmt::format("velocity_{}", "xyz"[k]), units.speed, std::move(u[k]));
  return table;
}

template class FlowProfile<2>;
template class FlowProfile<3>;

}  // namespace clausius
