#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/random.h"
#include "clausius/engine/observer.h"
#include "clausius/measure/results.h"
#include "clausius/measure/windows_and_labels.h"
#include "measure/labels/label_mean_field.h"

namespace clausius {

struct LabelOptions {
  /// The first is the initial label of all particles; none: particles have no labels.
  std::vector<LabelStart> labels{};
  std::vector<LabelRule> rules{};
  std::uint64_t seed = 1;
  std::vector<PhaseWindow> windows{};
};

/// Labels given to particles at the start, by id.
template <int Dim>
std::vector<std::uint8_t> given_labels(const LabelOptions& options, const State<Dim>& state);

/// Labels that the particles of a gas keep, by id.
struct KeptLabels {
  std::size_t particles, labels;  ///< numbers of them
  std::vector<std::uint8_t> of{};

  template <class Archive>
  void serialize(Archive& archive) {
    archive(of);
    if constexpr (Archive::is_loading::value) check();
  }

 private:
  /// @throws ArchiveError if what was loaded cannot be labels
  void check() const;
};

/// Labels on particles, which collisions transfer and which change spontaneously. They do not
/// affect the motion, and their random numbers are separate: each particle has a stream of its own.
/// At a collision both partners change according to the labels that they had before.
template <int Dim>
class LabelledParticles {
 public:
  LabelledParticles(LabelOptions options, std::size_t species);

  /// Gives out the labels. Before that no particle has any.
  void begin(const State<Dim>& state);
  void add(const CollisionRecord<Dim>& collision);
  /// Takes a sample, or the end, not before the last collision.
  void sample(double time);
  /// Time of the last sample, or of the start. @pre begin()
  [[nodiscard]] double last_sample() const { return rows_.back().time; }

  /// Labels by id, at `time`, not before the last collision; empty before the start.
  [[nodiscard]] const std::vector<std::uint8_t>& at(double time) {
    settle(time);
    return label_;
  }

  /// `label_fraction_NAME` of all particles at the end and `label_mean_NAME`, its mean over time,
  /// compared with the mean field, if that is known; their errors are those of its linear noise.
  /// @param partial_rates partial collision rates: collisions of a particle of one species with all
  /// of another per time, species × species; none if they are not known
  [[nodiscard]] std::vector<Observable> observables(
      const std::optional<Eigen::MatrixXd>& partial_rates) const;
  /// `labels`: fraction of each label over time, with the mean field and its linear noise.
  [[nodiscard]] Table table(const UnitNames& units,
                            const std::optional<Eigen::MatrixXd>& partial_rates) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(label_, species_, changes_, draws_, due_, count_, start_count_, integral_, time_,
            rows_);
    if constexpr (Archive::is_loading::value) check();
  }

 private:
  /// @throws ArchiveError if what was loaded cannot be labels
  void check() const;

  /// A spontaneous change, void if the label changes before.
  struct Due {
    double time = 0;
    std::uint32_t id = 0;
    std::uint32_t change = 0;  // changes_ of the particle when it was scheduled
    std::uint8_t to = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, id, change, to);
    }
  };
  static bool later(const Due& a, const Due& b) {
    return a.time != b.time ? a.time > b.time : a.id > b.id;
  }
  struct CountsAtTime {
    double time = 0;
    std::vector<double> count, integral;  // by kind
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, count, integral);
    }
  };

  [[nodiscard]] std::size_t labels() const { return options_.labels.size(); }
  [[nodiscard]] std::size_t kind(std::size_t species, std::size_t label) const {
    return kinds_.at(species, label);
  }
  [[nodiscard]] RandomStream random(std::uint32_t id);
  /// Label of `id` after a collision with a carrier of `partner`.
  std::uint8_t met(std::uint32_t id, std::uint8_t partner);
  void change(std::uint32_t id, std::uint8_t to, double time);
  void foresee(std::uint32_t id, double time);
  /// Carries out spontaneous changes up to `time`.
  void settle(double time);
  void count_until(double time);
  /// Fraction of a label, from numbers by kind.
  [[nodiscard]] double fraction(const std::vector<double>& of_kinds, std::size_t label) const;
  [[nodiscard]] std::vector<Populations> expected(
      const std::optional<Eigen::MatrixXd>& partial_rates) const;
  /// Weights by kind: 1/N for kinds with the label.
  [[nodiscard]] Eigen::VectorXd weights(std::size_t label) const;

  LabelOptions options_;
  LabelledKinds kinds_;
  std::vector<std::uint8_t> label_, species_;   // by id
  std::vector<std::uint32_t> changes_, draws_;  // so far; by id
  std::vector<Due> due_;                        // a heap, the next change in front
  std::vector<double> count_, start_count_;     // by kind
  std::vector<double> integral_;                // integral of the counts over time, by kind
  double time_ = 0;                             // time up to which integral_ extends
  std::vector<CountsAtTime> rows_;
};

}  // namespace clausius
