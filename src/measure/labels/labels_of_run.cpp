#include <numeric>

#include "clausius/core/archive.h"
#include "clausius/theory/enskog.h"
#include "measure/labels/label_spread.h"
#include "measure/labels/labels.h"
#include "measure/labels/labels_in_place.h"
#include "measure/listed.h"
#include "theory/transport/transport.h"

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

// Places where labels that do not change were given out in a part of the box.
template <int Dim>
auto places_of_labels(const Measured<Dim>& run) {
  std::vector<typename LabelsInPlace<Dim>::LabelledRegion> places;
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

// The labels of the particles of a run: the number of carriers of each, and the spreading of labels
// that do not change.
template <int Dim>
class LabelsOfRun final : public SavedMeasurement<LabelsOfRun<Dim>, Dim> {
 public:
  explicit LabelsOfRun(const Measured<Dim>& run);
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.options.labels.labels.empty()) return nullptr;
    return std::make_unique<LabelsOfRun>(start.run);
  }

  [[nodiscard]] Sees sees() const override {
    return {.collisions = true, .positions = spread_ || in_place_};
  }
  void begin(const Sample<Dim>& now) override {
    labels_.begin(now.in_box);
    sample_places(now.in_box);
  }
  void on_collision(const CollisionRecord<Dim>& collision) override { labels_.add(collision); }
  void on_sample(const Sample<Dim>& sample) override { take(sample.state); }
  void end(const Sample<Dim>& last) override {
    if (last.state.time > last_) take(last.state);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<std::uint8_t> labels(double time) override { return labels_.at(time); }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(labels_, last_);
    if (spread_) archive(*spread_);
    if (in_place_) archive(*in_place_);
  }

 private:
  void take(const State<Dim>& state) {
    labels_.sample(state.time);
    sample_places(state);
  }
  void sample_places(const State<Dim>& state);
  /// Theoretical partial collision rates, with one finite-N factor for all pairs.
  static std::optional<Eigen::MatrixXd> collision_rates_of(const Measured<Dim>& run);
  static SpreadConditions spread_conditions(const Measured<Dim>& run);

  Labels<Dim> labels_;
  std::optional<LabelSpread<Dim>> spread_;
  std::optional<LabelsInPlace<Dim>> in_place_;
  double last_ = 0;  // time of the last sample
};

template <int Dim>
LabelsOfRun<Dim>::LabelsOfRun(const Measured<Dim>& run)
    : labels_(run.options.labels, run.count.size()) {
  if (const auto axis = axis_of_spread(run)) {
    std::vector<std::string> names;
    for (const LabelStart& one : run.options.labels.labels) names.push_back(one.name);
    spread_.emplace(*axis, run.gas.box.size[*axis], std::move(names));
  }
  if (auto places = places_of_labels(run); !places.empty())
    in_place_.emplace(run.gas, std::move(places), run.options.reversal);
}

template <int Dim>
void LabelsOfRun<Dim>::sample_places(const State<Dim>& state) {
  last_ = state.time;
  if (!spread_ && !in_place_) return;
  const std::vector<std::uint8_t>& given = labels_.at(state.time);
  if (spread_) spread_->sample(state, given);
  if (in_place_) in_place_->sample(state, given);
}

template <int Dim>
std::optional<Eigen::MatrixXd> LabelsOfRun<Dim>::collision_rates_of(const Measured<Dim>& run) {
  const double kt = run.books.reference_kt();
  if (!run.theory.is_elastic_fluid() || run.theory.driven() || kt <= 0) return std::nullopt;
  return run.theory.collision_rates(kt);
}

template <int Dim>
SpreadConditions LabelsOfRun<Dim>::spread_conditions(const Measured<Dim>& run) {
  SpreadConditions conditions;
  const double kt = run.books.reference_kt();
  if (!run.theory.is_elastic_fluid() || run.theory.driven() || run.count.size() > 1 ||
      run.rotates() || kt <= 0)
    return conditions;
  const SphereSpecies& one = run.gas.species[0];
  conditions.kt_over_mass = kt / one.mass;
  conditions.diffusion = correlated_diffusion_coefficient(
      SphereGas{run.theory.particles() / run.gas.box.volume(), one.diameter, one.mass, kt, Dim});
  return conditions;
}

template <int Dim>
std::vector<Observable> LabelsOfRun<Dim>::observables(const Measured<Dim>& run) const {
  std::vector<Observable> all = labels_.observables(collision_rates_of(run));
  const auto append = [&all](const std::vector<Observable>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  if (spread_) append(spread_->observables(run.units, spread_conditions(run)));
  if (in_place_) append(in_place_->observables(spread_conditions(run)));
  return all;
}

template <int Dim>
std::vector<Table> LabelsOfRun<Dim>::tables(const Measured<Dim>& run) const {
  std::vector<Table> all{labels_.table(run.units, collision_rates_of(run))};
  const auto append = [&all](const std::vector<Table>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  if (spread_) append(spread_->tables(run.units, spread_conditions(run)));
  if (in_place_) append(in_place_->tables(run.units, spread_conditions(run)));
  return all;
}

MeasurementKind labels_kind() {
  const Need need = Need::labels_at_a_place;
  return {"Labels",
          {assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_fraction", "Fraction of the particles that carry the label at the end.",
                     "N_label/N", nullptr, Need::labels, Per::label}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_mean",
                     "Fraction of the particles that carry the label, averaged over the "
                     "measured part.",
                     "integral of N_label/N over time/t", nullptr, Need::labels, Per::label}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"mixing_entropy",
                     "Entropy of mixing of the labels at the end, over that of evenly "
                     "mixed labels, in a periodic box.",
                     "-sum f ln f over slabs", nullptr, need}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_diffusion_coefficient",
                     "Coefficient of self-diffusion from the decay of the "
                     "longest wave of the label density, in a periodic box.",
                     "D ln(A(0)/A(t))/(k^2 <dx^2>/2)", &UnitNames::diffusivity, need}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_in_place",
                     "Fraction of the carriers of a label that are, at the end, in the "
                     "part of the box where it was given out.",
                     "carriers in the window/carriers", nullptr, need, Per::label}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_scattered",
                     "Fraction of the carriers of a label that are outside the part of "
                     "the box where it was given out when all velocities are reversed.",
                     "1 - carriers in the window/carriers", nullptr, need, Per::label})},
          {{"labels",
            "Fraction of the particles with each label over time, with the mean field and the "
            "scatter about it.",
            Need::labels,
            {kTimeColumn,
             {"fraction_LABEL", "Fraction of the particles that carry a label."},
             {"theory_LABEL",
              "Fraction of the particles that carry a label in the mean field, where every "
              "particle collides with every other equally often."},
             {"noise_LABEL", "Standard deviation about the mean field, for so many particles."}}},
           {"mixing",
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
              Beside::error_and_theory}}},
           {"labels_in_place",
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

ListedMeasurement listed_labels() {
  return {labels_kind, LabelsOfRun<2>::make, LabelsOfRun<3>::make};
}

}  // namespace clausius
