#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "measure/labels/label_spread.h"
#include "measure/labels/labelled_particles.h"
#include "measure/labels/window.h"
#include "measure/listed.h"
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

// A label, and the part of the box where it was given out.
struct LabelledRegion {
  std::uint8_t label = 0;
  std::string name;
  PhaseWindow window;  // with a region
};

// Places where labels that do not change were given out in a part of the box.
template <int Dim>
std::vector<LabelledRegion> places_of_labels(const Measured<Dim>& run) {
  std::vector<LabelledRegion> places;
  const LabelOptions& labels = run.options.labels;
  if (!labels.rules.empty()) return places;
  for (std::size_t k = 0; k < labels.labels.size(); ++k) {
    const LabelStart& label = labels.labels[k];
    if (!label.window) continue;
    const PhaseWindow& window = labels.windows[*label.window];
    if (!window.region_low.empty() && window.is_region())
      places.push_back({static_cast<std::uint8_t>(k), label.name, window});
  }
  return places;
}

// Fraction of the carriers of a label that are in the part of the box where it was given out, over
// time, compared with the diffusion equation; if all velocities are reversed, the initial state
// recurs. For a gas of one species and labels that do not change.
template <int Dim>
class LabelsInPlace final : public SavedMeasurement<LabelsInPlace<Dim>, Dim> {
 public:
  LabelsInPlace(const Sample<Dim>& start, std::vector<LabelledRegion> places)
      : box_(start.run.gas.box),
        radius_(start.run.gas.bodies.empty() ? 0.5 * start.run.gas.species[0].diameter : 0),
        places_(std::move(places)),
        reversal_(start.run.options.reversal),
        label_{start.in_box.size(), start.run.options.labels.labels.size()},
        in_place_(places_.size()),
        carriers_(places_.size()) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    auto places = places_of_labels(start.run);
    if (places.empty()) return nullptr;
    return std::make_unique<LabelsInPlace>(start, std::move(places));
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void begin(const Sample<Dim>& now) override {
    label_.of = given_labels(now.run.options.labels, now.in_box);
    on_sample(now);
  }
  void on_sample(const Sample<Dim>& sample) override;
  void end(const Sample<Dim>& last) override { on_sample(last); }
  // Errors are those of independent particles.
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(label_, time_, in_place_, carriers_);
  }

 private:
  // Theory for a place at the samples; empty if it is not known.
  [[nodiscard]] std::vector<double> theory(const LabelledRegion& place,
                                           const SpreadConditions& conditions) const;

  Box<Dim> box_;
  double radius_;  // distance that walls keep centres away
  std::vector<LabelledRegion> places_;
  std::optional<double> reversal_;
  KeptLabels label_;
  std::vector<double> time_;
  std::vector<std::vector<double>> in_place_;  // fractions, by place and sample
  std::vector<double> carriers_;               // by place
};

template <int Dim>
void LabelsInPlace<Dim>::on_sample(const Sample<Dim>& sample) {
  const State<Dim>& state = sample.in_box;
  if (!time_.empty() && state.time <= time_.back()) return;
  time_.push_back(state.time);
  for (std::size_t p = 0; p < places_.size(); ++p) {
    double all = 0, here = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (label_.of[i] != places_[p].label) continue;
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
std::vector<Observable> LabelsInPlace<Dim>::observables(const Measured<Dim>& run) const {
  const SpreadConditions conditions = SpreadConditions::of(run);
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
std::vector<Table> LabelsInPlace<Dim>::tables(const Measured<Dim>& run) const {
  const SpreadConditions conditions = SpreadConditions::of(run);
  if (time_.empty()) return {};
  Table table{"labels_in_place", {{"time", run.units.time, time_}}};
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

MeasurementKind labels_in_place_kind() {
  const Need need = Need::labels_at_a_place;
  return {"Labels in place",
          {assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_in_place",
                     "Fraction of the carriers of a label that are, at the end, in the "
                     "part of the box where it was given out.",
                     "carriers in the window/carriers", nullptr, need, Per::label}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_scattered",
                     "Fraction of the carriers of a label that are outside the part of "
                     "the box where it was given out when all velocities are reversed.",
                     "1 - carriers in the window/carriers", nullptr, need, Per::label})},
          {{"labels_in_place",
            "Fraction of the carriers of each label in the part of the box "
            "where it was given out, over time, with the diffusion equation.",
            need,
            {kTimeColumn,
             {"in_place_LABEL",
              "Fraction of the carriers of a label in the part of the box where it was given out.",
              nullptr, Beside::theory},
             {"in_place_LABEL_noise", "Standard deviation of the fraction about its theory."}}}}};
}

}  // namespace

ListedMeasurement listed_labels_in_place() {
  return {labels_in_place_kind, LabelsInPlace<2>::make, LabelsInPlace<3>::make};
}

}  // namespace clausius
