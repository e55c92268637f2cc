#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "clausius/measure/sample.h"

namespace clausius {

/// Theory for the spreading of labelled particles: the coefficient of self-diffusion, if it is
/// known, and related data.
struct SpreadConditions {
  Prediction diffusion{};
  double kt_over_mass = 1;

  template <int Dim>
  static SpreadConditions of(const Measured<Dim>& run);
};

/// Spreading of labels that are given out in a part of a periodic box, along one axis, compared
/// with the solution of the diffusion equation from their initial distribution, with
/// half_square_displacement(). For a gas of one species and labels that do not change.
template <int Dim>
class LabelSpread {
 public:
  LabelSpread(int axis, double edge, std::vector<std::string> labels)
      : axis_(axis), edge_(edge), labels_(std::move(labels)) {}

  /// Takes a sample; the first one is the start. @param label label of each particle
  void sample(const State<Dim>& state, const std::vector<std::uint8_t>& label);

  /// Time of the last sample. @pre there is one
  [[nodiscard]] double last_sample() const { return rows_.back().time; }

  /// `mixing_entropy` at the end: −Σ f ln f of the fractions f of the labels in kBins slabs across
  /// the axis, divided by its value for evenly mixed labels. `label_diffusion_coefficient`: from
  /// the decay, from the start to the end, of the longest wave of the density of the last label.
  /// Errors are those of independent particles.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units,
                                                    const SpreadConditions& conditions) const;
  /// `mixing`: entropy and the amplitude of that wave over time. `label_profile`: fraction of the
  /// particles with each label in each slab at the start, at a few times, and at the end.
  [[nodiscard]] std::vector<Table> tables(const UnitNames& units,
                                          const SpreadConditions& conditions) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(start_, counts_, rows_);
  }

 private:
  static constexpr std::size_t kBins = 32;
  static constexpr std::size_t kWaves = 100;
  struct SpreadAtTime {
    double time = 0;
    std::vector<double> in_slab;  // by label and slab
    double cosine = 0, sine = 0;  // ⟨cos⟩ and ⟨sin⟩ of the longest wave of the last label
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, in_slab, cosine, sine);
    }
  };
  struct Entropy {
    double value = 0, noise = 0;
  };

  [[nodiscard]] std::size_t labels() const { return labels_.size(); }
  [[nodiscard]] double wave_number() const;
  [[nodiscard]] std::vector<double> expected(double half_square) const;
  [[nodiscard]] Entropy entropy(const std::vector<double>& in_slab, bool expected) const;
  /// Amplitude of the longest wave along its phase at the start.
  [[nodiscard]] double amplitude(const SpreadAtTime& row) const;
  [[nodiscard]] double amplitude_noise(double half_square) const;

  int axis_;
  double edge_;
  std::vector<std::string> labels_;
  std::vector<double> start_;   // ⟨cos⟩ and ⟨sin⟩ of each wave, by label
  std::vector<double> counts_;  // by label
  std::vector<SpreadAtTime> rows_;
};

}  // namespace clausius
