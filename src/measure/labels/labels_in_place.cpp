#include "measure/labels/labels_in_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "theory/transport/return_probability.h"
#include "theory/transport/transport.h"

namespace clausius {

namespace {

const char* const kPlaceSource = "diffusion equation, Enskog's coefficient";

// Scatter of the binomial law, which is normal where many are inside and many outside.
std::optional<StandardError> noise(double fraction, double carriers) {
  const double variance = fraction * (1 - fraction) / carriers;
  if (variance <= 0) return std::nullopt;
  return StandardError{std::sqrt(variance), carriers * std::min(fraction, 1 - fraction)};
}

}  // namespace

template <int Dim>
LabelsInPlace<Dim>::LabelsInPlace(const Gas<Dim>& gas, std::vector<LabelledRegion> places,
                                  std::optional<double> reversal)
    : box_(gas.box),
      radius_(gas.bodies.empty() ? 0.5 * gas.species[0].diameter : 0),
      places_(std::move(places)),
      reversal_(reversal),
      in_place_(places_.size()),
      carriers_(places_.size()) {}

template <int Dim>
void LabelsInPlace<Dim>::sample(const State<Dim>& state, const std::vector<std::uint8_t>& label) {
  if (!time_.empty() && state.time <= time_.back()) return;
  time_.push_back(state.time);
  for (std::size_t p = 0; p < places_.size(); ++p) {
    double all = 0, here = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (label[i] != places_[p].label) continue;
      ++all;
      if (places_[p].window.contains(state.position[i], state.velocity[i])) ++here;
    }
    carriers_[p] = all;
    in_place_[p].push_back(all > 0 ? here / all : 0);
  }
}

template <int Dim>
std::vector<double> LabelsInPlace<Dim>::theory(const LabelledRegion& place,
                                               const SpreadConditions& conditions) const {
  if (!conditions.diffusion) return {};
  std::vector<DiffusionAxis> axes;
  for (int axis = 0; axis < Dim; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    const double kept = box_.periodic[axis] ? 0 : radius_;
    const double length = box_.size[axis] - 2 * kept;
    axes.push_back({length, box_.periodic[axis],
                    std::clamp(place.window.region_low[k] - kept, 0.0, length),
                    std::clamp(place.window.region_high[k] - kept, 0.0, length)});
  }
  Eigen::MatrixXd pixels = Eigen::MatrixXd::Ones(1, 1);
  if (const Bitmap& bitmap = place.window.bitmap; !bitmap.empty()) {
    pixels.resize(static_cast<Eigen::Index>(bitmap.width()),
                  static_cast<Eigen::Index>(bitmap.height()));
    for (std::size_t x = 0; x < bitmap.width(); ++x)
      for (std::size_t y = 0; y < bitmap.height(); ++y)
        pixels(static_cast<Eigen::Index>(x), static_cast<Eigen::Index>(y)) =
            bitmap.is_dark(x, bitmap.height() - 1 - y) ? 1 : 0;
  }
  const ReturnProbability probability(axes, pixels);
  std::vector<double> law;
  for (const double time : time_) {
    double elapsed = time - time_.front();
    if (reversal_ && time > *reversal_) elapsed = std::abs(elapsed - 2 * (time - *reversal_));
    law.push_back(probability(
        half_square_displacement(elapsed, conditions.diffusion->value, conditions.kt_over_mass)));
  }
  return law;
}

template <int Dim>
std::vector<Observable> LabelsInPlace<Dim>::observables(const SpreadConditions& conditions) const {
  std::vector<Observable> all;
  if (time_.size() < 2) return all;
  for (std::size_t p = 0; p < places_.size(); ++p) {
    if (carriers_[p] < 1) continue;
    const std::vector<double> law = theory(places_[p], conditions);
    const auto add = [&](const char* what, std::size_t sample, bool is_out) {
      const double value = in_place_[p][sample];
      Prediction expected;
      if (!law.empty())
        expected = TheoryValue{is_out ? 1 - law[sample] : law[sample], kPlaceSource};
      all.push_back(
          observable(fmt::format("{}_{}", what, places_[p].name), is_out ? 1 - value : value,
                     noise(law.empty() ? value : law[sample], carriers_[p]), expected, "1"));
    };
    add("label_in_place", time_.size() - 1, false);
    if (!reversal_ || *reversal_ >= time_.back()) continue;
    const auto after = std::upper_bound(time_.begin(), time_.end(), *reversal_);
    if (after != time_.begin())
      add("label_scattered", static_cast<std::size_t>(after - time_.begin()) - 1, true);
  }
  return all;
}

template <int Dim>
std::vector<Table> LabelsInPlace<Dim>::tables(const UnitNames& units,
                                              const SpreadConditions& conditions) const {
  if (time_.empty()) return {};
  Table table{"labels_in_place", {{"time", units.time, time_}}};
  for (std::size_t p = 0; p < places_.size(); ++p) {
    std::vector<double> law = theory(places_[p], conditions), scatter;
    law.resize(time_.size(), std::numeric_limits<double>::quiet_NaN());
    for (const double fraction : law)
      scatter.push_back(std::isnan(fraction)
                            ? fraction
                            : noise(fraction, carriers_[p]).value_or(StandardError{}).value);
    const std::string name = "in_place_" + places_[p].name;
    table.columns.push_back({name, "1", in_place_[p]});
    table.columns.push_back({name + "_theory", "1", std::move(law)});
    table.columns.push_back({name + "_noise", "1", std::move(scatter)});
  }
  return {std::move(table)};
}

template class LabelsInPlace<2>;
template class LabelsInPlace<3>;

}  // namespace clausius
