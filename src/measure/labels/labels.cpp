#include <cstdint>
#include <optional>
#include <vector>

#include "clausius/core/archive.h"
#include "measure/labels/labelled_particles.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// The labels of the particles of a run.
template <int Dim>
class Labels final : public SavedMeasurement<Labels<Dim>, Dim> {
 public:
  explicit Labels(const Measured<Dim>& run) : particles_(run.options.labels, run.count.size()) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.options.labels.labels.empty()) return nullptr;
    return std::make_unique<Labels>(start.run);
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override { particles_.begin(now.in_box); }
  void on_collision(const CollisionRecord<Dim>& collision) override { particles_.add(collision); }
  void on_sample(const Sample<Dim>& sample) override { particles_.sample(sample.state.time); }
  void end(const Sample<Dim>& last) override {
    if (last.state.time > particles_.last_sample()) particles_.sample(last.state.time);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return particles_.observables(collision_rates_of(run));
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return {particles_.table(run.units, collision_rates_of(run))};
  }
  [[nodiscard]] std::vector<std::uint8_t> labels(double time) override {
    return particles_.at(time);
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(particles_);
  }

 private:
  /// Theoretical partial collision rates, with one finite-N factor for all pairs.
  static std::optional<Eigen::MatrixXd> collision_rates_of(const Measured<Dim>& run) {
    const double kt = run.books.reference_kt();
    if (!run.theory.is_elastic_fluid() || run.theory.driven() || kt <= 0) return std::nullopt;
    return run.theory.collision_rates(kt);
  }

  LabelledParticles<Dim> particles_;
};

MeasurementKind labels_kind() {
  return {"Labels",
          {assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_fraction", "Fraction of the particles that carry the label at the end.",
                     "N_label/N", nullptr, Need::labels, Per::label}),
           assuming({Assumption::homogeneous, Assumption::fluid},
                    {"label_mean",
                     "Fraction of the particles that carry the label, averaged over the "
                     "measured part.",
                     "integral of N_label/N over time/t", nullptr, Need::labels, Per::label})},
          {{"labels",
            "Fraction of the particles with each label over time, with the mean field and the "
            "scatter about it.",
            Need::labels,
            {kTimeColumn,
             {"fraction_LABEL", "Fraction of the particles that carry a label."},
             {"theory_LABEL",
              "Fraction of the particles that carry a label in the mean field, where every "
              "particle collides with every other equally often."},
             {"noise_LABEL", "Standard deviation about the mean field, for so many particles."}}}}};
}

}  // namespace

ListedMeasurement listed_labels() { return {labels_kind, Labels<2>::make, Labels<3>::make}; }

}  // namespace clausius
