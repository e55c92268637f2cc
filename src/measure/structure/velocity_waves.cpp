#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/listed.h"
#include "measure/structure/longest_waves.h"
#include "theory/transport/shear_waves.h"

namespace clausius {

namespace {

// Structure factors of the velocity of a gas that loses energy in a periodic cube (square), in
// waves along its axes.
template <int Dim>
class VelocityWaves final : public SavedMeasurement<VelocityWaves<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Measured<Dim>& run = start.run;
    if (!run.options.structure || !temperature_falls(run) || run.options.driven ||
        !run.gas.box.all_periodic() || !run.gas.boundary.is_plain() || start.state.size() < 2 ||
        run.gas.box.size.minCoeff() < run.gas.box.size.maxCoeff())
      return nullptr;
    return std::make_unique<VelocityWaves>(start);
  }
  explicit VelocityWaves(const Sample<Dim>& start) {
    const auto waves = wave_strengths(start.run.gas, start.in_box, 1);
    starts_even_ = waves.empty() || waves[0].shear <= LongestWaves<Dim>::kGrown;
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void on_sample(const Sample<Dim>& sample) override;
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    if (instants_.empty()) return {};
    return {at_the_end(run), over_time(run)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(starts_even_, instants_);
  }

 private:
  // Waves of each sample, and how many of the longest the table over time has.
  static constexpr std::size_t kWaves = 16, kFollowed = 4;
  struct Instant {
    double time = 0, kt = 0;
    std::vector<WaveStrength> waves;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, kt, waves);
    }
  };

  static double wave_number(const Measured<Dim>& run, std::size_t wave) {
    return 2 * std::numbers::pi * static_cast<double>(wave + 1) / run.gas.box.size[0];
  }
  /// By theory: the shear part at this k_BT, or why there is none.
  [[nodiscard]] Prediction shear(const Measured<Dim>& run, std::size_t wave, double kt) const;
  [[nodiscard]] double shear_or_nan(const Measured<Dim>& run, std::size_t wave, double kt) const {
    const Prediction known = shear(run, wave, kt);
    return known ? known->value : kNaN;
  }
  // Error of a mean of so many squares of Gaussian amplitudes.
  static StandardError error(double value, double squares) {
    return {std::sqrt(2 / squares) * value, squares, squares};
  }
  // Real amplitudes of a wave, of all axes and components.
  static constexpr double kShearSquares = 2 * Dim * (Dim - 1), kSoundSquares = 2 * Dim;

  [[nodiscard]] Table at_the_end(const Measured<Dim>& run) const;
  [[nodiscard]] Table over_time(const Measured<Dim>& run) const;

  bool starts_even_ = true;  // with velocities that are independent of the positions
  std::vector<Instant> instants_;
};

template <int Dim>
void VelocityWaves<Dim>::on_sample(const Sample<Dim>& sample) {
  std::vector<WaveStrength> waves = wave_strengths(sample.run.gas, sample.state, kWaves);
  if (waves.empty()) return;
  instants_.push_back({sample.state.time, sample.run.history.rows().back().kt, std::move(waves)});
}

template <int Dim>
Prediction VelocityWaves<Dim>::shear(const Measured<Dim>& run, std::size_t wave, double kt) const {
  constexpr double kLinear = 0.1;
  const double start = run.history.rows().front().kt;
  Prediction damping = run.theory.shear_wave_damping(wave_number(run, wave));
  const Prediction longest = run.theory.shear_wave_damping(wave_number(run, 0));
  if (!damping || !longest) return damping;
  if (!starts_even_ || !(kt > 0 && start > 0)) return std::nullopt;
  const double fallen = portable::log(start / kt);
  if (energy_of_shear_waves(Dim, run.theory.particles(), longest->value, fallen) > kLinear)
    return Prediction::outside("shear waves that have less than a tenth of the energy");
  const double value = shear_wave_strength(damping->value, fallen);
  const double above = shear_wave_strength(damping->value + damping->uncertainty, fallen);
  return TheoryValue{value, "van Noije, Ernst, Brito & Orza (1997), viscosity: " + damping->source,
                     std::abs(above - value)};
}

template <int Dim>
std::vector<Observable> VelocityWaves<Dim>::observables(const Measured<Dim>& run) const {
  if (instants_.empty()) return {};
  const Instant& last = instants_.back();
  const WaveStrength& longest = last.waves[0];
  const Prediction expected = shear(run, 0, last.kt);
  // Squares that happen to be small scatter by no less than what they are expected to be.
  const double scale = std::max(longest.shear, expected ? expected->value : 1);
  return {observable("shear_waves", longest.shear, error(scale, kShearSquares), expected, "1"),
          observable("sound_waves", longest.sound,
                     error(std::max(longest.sound, 1.0), kSoundSquares), std::nullopt, "1")};
}

template <int Dim>
Table VelocityWaves<Dim>::at_the_end(const Measured<Dim>& run) const {
  const Instant& last = instants_.back();
  std::vector<double> k, across, across_error, expected, along, along_error;
  for (std::size_t wave = 0; wave < last.waves.size(); ++wave) {
    const WaveStrength& one = last.waves[wave];
    k.push_back(wave_number(run, wave));
    across.push_back(one.shear);
    across_error.push_back(error(one.shear, kShearSquares).value);
    expected.push_back(shear_or_nan(run, wave, last.kt));
    along.push_back(one.sound);
    along_error.push_back(error(one.sound, kSoundSquares).value);
  }
  return {"velocity_waves",
          {{"wave_number", run.units.inverse_length, std::move(k)},
           {"s_perp", "1", std::move(across)},
           {"s_perp_error", "1", std::move(across_error)},
           {"s_perp_theory", "1", std::move(expected)},
           {"s_par", "1", std::move(along)},
           {"s_par_error", "1", std::move(along_error)}}};
}

template <int Dim>
Table VelocityWaves<Dim>::over_time(const Measured<Dim>& run) const {
  std::vector<double> time, k, across, expected, along, density;
  for (std::size_t wave = 0; wave < kFollowed; ++wave)
    for (const Instant& now : instants_) {
      time.push_back(now.time);
      k.push_back(wave_number(run, wave));
      across.push_back(now.waves[wave].shear);
      expected.push_back(shear_or_nan(run, wave, now.kt));
      along.push_back(now.waves[wave].sound);
      density.push_back(now.waves[wave].density);
    }
  return {"velocity_waves_over_time",
          {{"time", run.units.time, std::move(time)},
           {"wave_number", run.units.inverse_length, std::move(k)},
           {"s_perp", "1", std::move(across)},
           {"s_perp_theory", "1", std::move(expected)},
           {"s_par", "1", std::move(along)},
           {"s", "1", std::move(density)}}};
}

MeasurementKind velocity_waves_kind() {
  const Need need = Need::structure_of_cooling;
  const DeclaredColumn wave{"wave_number", "Wave number k.", &UnitNames::inverse_length};
  const auto part = [](std::string_view name, std::string_view meaning, Beside beside) {
    return DeclaredColumn{name, meaning, nullptr, beside};
  };
  return {
      "Waves of the velocity",
      {assuming({Assumption::fluid},
                {"shear_waves",
                 "Energy of the longest shear waves of a gas that loses energy in a periodic cube "
                 "(square), over that of independent velocities, at the last sample.",
                 "S_perp(k) = <|sum of m v exp(ikr)|^2>/sum of (m v)^2, v: a component across k = "
                 "2 pi/L",
                 nullptr, need}),
       {"sound_waves",
        "Energy of the longest sound waves of such a gas, over that of independent velocities, at "
        "the last sample.",
        "S_par(k), as shear_waves with the component along k", nullptr, need}},
      {{"velocity_waves",
        "Structure factors of the velocity of a gas that loses energy, at the last sample.",
        need,
        {wave, part("s_perp", "Shear part, across k.", Beside::error_and_theory),
         part("s_par", "Sound part, along k.", Beside::error)}},
       {"velocity_waves_over_time",
        "Structure factors of velocity and density of a gas that loses energy over time, in its "
        "four longest waves.",
        need,
        {kTimeColumn, wave, part("s_perp", "Shear part of the velocity, across k.", Beside::theory),
         part("s_par", "Sound part of the velocity, along k.", Beside::nothing),
         part("s", "Structure factor of the density.", Beside::nothing)}}},
      KeptBytes{.need = need, .sample = 450}};
}

}  // namespace

ListedMeasurement listed_velocity_waves() {
  return {velocity_waves_kind, VelocityWaves<2>::make, VelocityWaves<3>::make};
}

}  // namespace clausius
