#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/archive.h"
#include "measure/labels/label_spread.h"
#include "measure/labels/labelled_particles.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// The axis across which the window of some label ends, in a periodic box, for labels that do not
// change.
template <int Dim>
std::optional<int> axis_of_spread(const Measured<Dim>& run) {
  const LabelOptions& labels = run.options.labels;
  if (!labels.rules.empty() || !run.gas.box.all_periodic()) return std::nullopt;
  for (const LabelStart& label : labels.labels) {
    if (!label.window || labels.windows[*label.window].region_low.empty()) continue;
    const PhaseWindow& window = labels.windows[*label.window];
    for (int axis = 0; axis < Dim; ++axis) {
      const auto k = static_cast<std::size_t>(axis);
      if (window.region_low[k] > 0 || window.region_high[k] < run.gas.box.size[axis]) return axis;
    }
  }
  return std::nullopt;
}

// The spreading of labels that do not change across a periodic box.
template <int Dim>
class Spreading final : public SavedMeasurement<Spreading<Dim>, Dim> {
 public:
  Spreading(const Sample<Dim>& start, int axis)
      : label_{start.in_box.size(), start.run.options.labels.labels.size()},
        spread_(axis, start.run.gas.box.size[axis], names_of(start.run.options.labels)) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const auto axis = axis_of_spread(start.run);
    return axis ? std::make_unique<Spreading>(start, *axis) : nullptr;
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void begin(const Sample<Dim>& now) override {
    label_.of = given_labels(now.run.options.labels, now.in_box);
    spread_.sample(now.in_box, label_.of);
  }
  void on_sample(const Sample<Dim>& sample) override { spread_.sample(sample.in_box, label_.of); }
  void end(const Sample<Dim>& last) override {
    if (last.in_box.time > spread_.last_sample()) spread_.sample(last.in_box, label_.of);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return spread_.observables(run.units, SpreadConditions::of(run));
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return spread_.tables(run.units, SpreadConditions::of(run));
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(label_, spread_);
  }

 private:
  static std::vector<std::string> names_of(const LabelOptions& labels) {
    std::vector<std::string> names;
    for (const LabelStart& one : labels.labels) names.push_back(one.name);
    return names;
  }

  KeptLabels label_;
  LabelSpread<Dim> spread_;
};

MeasurementKind spreading_kind() {
  const Need need = Need::labels_at_a_place;
  return {"Spreading of labels",
          {assuming({Assumption::homogeneous, Assumption::fluid},
                    {"mixing_entropy",
                     "Entropy of mixing of the labels at the end, over that of evenly "
                     "mixed labels, in a periodic box.",
                     "-sum f ln f over slabs", nullptr, need}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_diffusion_coefficient",
                     "Coefficient of self-diffusion from the decay of the "
                     "longest wave of the label density, in a periodic box.",
                     "D ln(A(0)/A(t))/(k^2 <dx^2>/2)", &UnitNames::diffusivity, need})},
          {{"mixing",
            "Entropy of mixing and amplitude of the longest wave over time, with the diffusion "
            "equation.",
            need,
            {kTimeColumn,
             {"entropy", "Entropy of mixing of the labels, over that of evenly mixed ones.",
              nullptr, Beside::theory},
             {"entropy_noise",
              "Standard deviation of the entropy about its theory, for so many particles."},
             {"amplitude", "Amplitude of the longest wave of the density of the labels.", nullptr,
              Beside::theory},
             {"amplitude_noise", "Standard deviation of the amplitude about its theory."}}},
           {"label_profile",
            "Fraction of each label across the box at a few times, with the diffusion equation.",
            need,
            {{"label", "Name of the label."},
             {"time", "Time since the labels were given out.", &UnitNames::time},
             {"position", "Middle of the slab along the axis of the labels.", &UnitNames::length},
             {"fraction", "Fraction of the particles in the slab that carry the label.", nullptr,
              Beside::error_and_theory}}}}};
}

}  // namespace

ListedMeasurement listed_spreading() {
  return {spreading_kind, Spreading<2>::make, Spreading<3>::make};
}

}  // namespace clausius
