#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <numbers>
#include <vector>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// For mixtures whose species have separated, or have not mixed yet. This is detected by the longest
// waves of the composition that fit into the box: |Σ_s − x_s Σ|²/(N x_s (1 − x_s)), with the sums
// of exp(ikr) over species s and over all particles, is 1 on average if positions do not depend on
// the species, and of the order of N if the species are side by side.
template <int Dim>
class Mixing final : public SavedMeasurement<Mixing<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Gas<Dim>& gas = start.run.gas;
    const std::vector<double>& count = start.run.count;
    const auto is_many = [](double particles) { return particles >= kLeastParticles; };
    if (!gas.bodies.empty() || !gas.box.all_periodic() || !gas.boundary.is_plain() ||
        std::count_if(count.begin(), count.end(), is_many) < 2)
      return nullptr;
    return std::make_unique<Mixing>();
  }

  void begin(const Sample<Dim>& now) override { at_first_ = waves_of(now); }
  void end(const Sample<Dim>& last) override { at_last_ = waves_of(last); }
  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(at_first_, at_last_);
  }

 private:
  static constexpr double kLeastParticles = 20;
  // Exceeded by chance by one species in 10⁴.
  static constexpr double kParted = 6;

  static std::vector<double> waves_of(const Sample<Dim>& sample);

  // For the measured part: by species, averaged over the axes.
  std::vector<double> at_first_, at_last_;
};

template <int Dim>
std::vector<double> Mixing<Dim>::waves_of(const Sample<Dim>& sample) {
  const State<Dim>& state = sample.in_box;
  const std::vector<double>& count = sample.run.count;
  const auto particles = static_cast<double>(state.size());
  std::vector<double> mean(count.size());
  for (int axis = 0; axis < Dim; ++axis) {
    const double wave = 2 * std::numbers::pi / sample.run.gas.box.size[axis];
    std::vector<std::complex<double>> of_species(count.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
      const portable::SineAndCosine turn = portable::sincos(wave * state.position[i][axis]);
      of_species[state.species[i]] += std::complex<double>(turn.cosine, turn.sine);
    }
    std::complex<double> all{};
    for (const std::complex<double>& one : of_species) all += one;
    for (std::size_t s = 0; s < count.size(); ++s) {
      const double x = count[s] / particles;
      if (count[s] >= kLeastParticles)
        mean[s] += std::norm(of_species[s] - x * all) / (Dim * count[s] * (1 - x));
    }
  }
  return mean;
}

template <int Dim>
std::optional<Doubt> Mixing<Dim>::doubt(const Measured<Dim>& run) const {
  for (std::size_t s = 0; s < at_last_.size(); ++s) {
    const double parted = std::max(at_first_[s], at_last_[s]);
    if (parted > kParted)
      return Doubt(fmt::format("{} is not mixed with the others: the longest waves of the "
                               "composition have {:.1f} times the scatter of a random mixture",
                               run.options.species_names[s], parted),
                   Assumption::homogeneous);
  }
  return std::nullopt;
}

}  // namespace

ListedMeasurement listed_mixing() { return {nullptr, Mixing<2>::make, Mixing<3>::make}; }

}  // namespace clausius
