#include "measure/temperatures/parcel_shares.h"

#include <algorithm>
#include <numeric>

#include "clausius/core/constants.h"
#include "clausius/statistics/standard_error.h"

namespace clausius {

namespace {

constexpr const char* kParcelSource = "equipartition among the parcels";

Prediction of_parcels(std::optional<double> value, double factor = 1) {
  if (!value) return std::nullopt;
  return TheoryValue{factor * *value, kParcelSource};
}

}  // namespace

ParcelShares::ParcelShares(int dimensions, std::vector<ParcelGas> gases)
    : dimensions_(dimensions), gases_(std::move(gases)) {
  for (const ParcelGas& gas : gases_) amount_ += gas.amount;
}

double ParcelShares::energy_share(const std::vector<double>& translation, std::size_t gas) const {
  double all = 0;
  for (std::size_t g = 0; g < gases_.size(); ++g) all += gases_[g].count * translation[g];
  return gases_[gas].count * translation[gas] / all;
}

double ParcelShares::translational_share(const Temperatures& kt, std::size_t gas) const {
  if (gases_[gas].internal_degrees == 0) return kNaN;
  const double moving = dimensions_ * kt.translation[gas];
  return moving / (moving + gases_[gas].internal_degrees * kt.reservoirs[gas]);
}

std::optional<double> ParcelShares::parcels_share(std::size_t gas) const {
  std::vector<double> weights;
  for (const ParcelGas& one : gases_) {
    if (!one.translation) return std::nullopt;
    weights.push_back(*one.translation);
  }
  return energy_share(weights, gas);
}

double ParcelShares::molecules_share(std::size_t gas) const { return gases_[gas].amount / amount_; }

double ParcelShares::molecules_translational_share(std::size_t gas) const {
  if (gases_[gas].internal_degrees == 0) return kNaN;
  return static_cast<double>(dimensions_) / (dimensions_ + gases_[gas].internal_degrees);
}

double ParcelShares::molecules_pressure() const {
  double energy = 0;
  for (const ParcelGas& gas : gases_) energy += gas.amount * (dimensions_ + gas.internal_degrees);
  return dimensions_ * amount_ / energy;
}

std::vector<Observable> ParcelShares::observables(
    const std::vector<std::vector<double>>& translation,
    const std::vector<std::vector<double>>& reservoirs, double kt, double volume,
    const std::string& pressure_unit) const {
  std::vector<Observable> all;
  const double half = 0.5 * dimensions_;
  std::size_t samples = 0;
  for (const auto& series : translation) samples = std::max(samples, series.size());
  std::vector<double> moving(samples), energy(samples);
  std::vector<std::vector<double>> own(gases_.size(), moving), total = own;
  bool with_reservoirs = false;
  for (std::size_t g = 0; g < gases_.size(); ++g) {
    if (translation[g].empty()) continue;  // no parcels of this gas
    const bool stores = gases_[g].internal_degrees > 0;
    with_reservoirs = with_reservoirs || stores;
    for (std::size_t i = 0; i < samples; ++i) {
      own[g][i] = half * gases_[g].count * translation[g][i];
      total[g][i] =
          own[g][i] +
          (stores ? 0.5 * gases_[g].internal_degrees * gases_[g].count * reservoirs[g][i] : 0);
      moving[i] += own[g][i];
      energy[i] += total[g][i];
    }
  }
  const auto add = [&](std::string name, const std::vector<double>& part,
                       const std::vector<double>& whole, double factor, const Prediction& theory) {
    const auto ratio = estimate_ratio(part, whole);
    if (!ratio) return;
    all.push_back(observable(std::move(name), factor * ratio->mean,
                             ratio->standard_error() * factor, theory, "1"));
  };
  double parcels_moving = 0, parcels_energy = 0;
  for (std::size_t g = 0; g < gases_.size(); ++g) {
    const ParcelGas& gas = gases_[g];
    if (translation[g].empty()) continue;
    const auto share = parcels_share(g);
    const double molecules = molecules_share(g);
    add("energy_share_" + gas.name, own[g], moving, 1, of_parcels(share));
    add("energy_share_bias_" + gas.name, own[g], moving, 1 / molecules,
        of_parcels(share, 1 / molecules));
    const double per_energy = 1 / (half * volume);
    if (const auto mean = estimate_mean(own[g]))
      all.push_back(observable("partial_pressure_" + gas.name, per_energy * mean->mean,
                               mean->standard_error() * per_energy,
                               of_parcels(gas.translation, gas.count * kt / volume),
                               pressure_unit));
    const double moves = dimensions_ * gas.translation.value_or(kNaN);
    parcels_moving += gas.count * moves;
    parcels_energy += gas.count * (moves + gas.internal_degrees);
    if (gas.internal_degrees == 0) continue;
    std::optional<double> expected;
    if (gas.translation) expected = moves / (moves + gas.internal_degrees);
    add("translational_share_" + gas.name, own[g], total[g], 1, of_parcels(expected));
  }
  if (!with_reservoirs) return all;
  const double real = molecules_pressure();
  std::optional<double> expected;
  if (parcels_share(0)) expected = parcels_moving / parcels_energy;
  add("pressure_bias", moving, energy, 1 / real, of_parcels(expected, 1 / real));
  return all;
}

}  // namespace clausius
