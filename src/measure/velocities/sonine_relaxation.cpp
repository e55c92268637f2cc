#include "measure/velocities/sonine_relaxation.h"

#include <cmath>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "theory/velocities/relaxation_spectrum.h"

namespace clausius {

namespace {

constexpr double kStepsPerTime = 8;
// More polynomials change the first two by less than 1e-5.
constexpr int kOrder = 16;
// Lags of MultiTau of 2, 8 and 16 steps: a quarter of a collision per particle, one, two.
constexpr std::size_t kFirstDelay = 1, kToThird = 7, kToSecond = 11;
static_assert(MultiTau<int>::lag(kFirstDelay) == 2);
static_assert(MultiTau<int>::lag(kToThird) == 8);
static_assert(MultiTau<int>::lag(kToSecond) == 16);

// Relative change of the rates by a finite number, times N: a bound on results of this program with
// 50 disks (a₃: −16 %).
constexpr double kFewSecond = 2, kFewThird = 10;

const char* const kSpectrumSource = "linearised Boltzmann equation, 16 Sonine polynomials";

double collisions_of(std::size_t lag) {
  return static_cast<double>(MultiTau<int>::lag(lag)) / kStepsPerTime;
}

}  // namespace

template <int Dim>
auto SonineRelaxation<Dim>::modes(const Vec<Dim>& velocity) const -> Modes {
  constexpr double kAlpha = 0.5 * Dim - 1;
  const double x = 0.5 * inv_speed_sq_ * velocity.squaredNorm();
  const double first = 1 + kAlpha - x;
  const double second = ((3 + kAlpha - x) * first - (1 + kAlpha)) / 2;
  const double third = ((5 + kAlpha - x) * second - (2 + kAlpha) * first) / 3;
  // a_p = ⟨S_p⟩/⟨S_p²⟩.
  constexpr double kSecondSq = (1 + kAlpha) * (2 + kAlpha) / 2;
  constexpr double kThirdSq = kSecondSq * (3 + kAlpha) / 3;
  return Modes(second / kSecondSq, third / kThirdSq) / particles_;
}

template <int Dim>
void SonineRelaxation<Dim>::begin(const State<Dim>& state, double kt_over_mass, double freedom,
                                  double rate) {
  if (kt_over_mass <= 0 || rate <= 0) return;
  inv_speed_sq_ = 1 / kt_over_mass;
  particles_ = static_cast<double>(state.size());
  step_ = 1 / (kStepsPerTime * rate);
  start_ = state.time;
  for (const Vec<Dim>& velocity : state.velocity) now_ += modes(velocity);
  // Σ v² does not change; see GasTheory::kurtosis_a2 and sonine_a3.
  expected_ = {-2 / (freedom + 2), -16 / ((freedom + 2) * (freedom + 4))};
}

template <int Dim>
void SonineRelaxation<Dim>::advance(double time) {
  if (step_ <= 0) return;
  const Modes value = now_ - expected_;
  const auto add = [this](std::size_t lag, const Modes& earlier, const Modes& later) {
    const Modes product = earlier.cwiseProduct(later);
    sums_.add(lag, std::array{product[0], product[1]});
  };
  while (start_ + step_ * static_cast<double>(steps_.samples()) <= time) {
    add(0, value, value);
    steps_.push(value, [&](std::size_t lag, const Modes& earlier, const Modes& later) {
      add(lag + 1, earlier, later);
    });
  }
}

template <int Dim>
void SonineRelaxation<Dim>::add(const CollisionRecord<Dim>& collision) {
  if (collision.second == CollisionRecord<Dim>::kWall) return;
  advance(collision.time);
  now_ += modes(collision.first_after) - modes(collision.first_before) +
          modes(collision.second_after) - modes(collision.second_before);
}

template <int Dim>
void SonineRelaxation<Dim>::end_interval(double time) {
  advance(time);
  sums_.end_block();
}

template <int Dim>
std::vector<Observable> SonineRelaxation<Dim>::observables() const {
  std::vector<Observable> all;
  for (const std::size_t mode : {0, 1}) {
    const std::size_t to = mode == 0 ? kToSecond : kToThird;
    const auto near = sums_.mean(kFirstDelay + 1, mode), far = sums_.mean(to + 1, mode);
    if (!near || !far || near->value <= 0 || far->value <= 0) continue;
    const double span = collisions_of(to) - collisions_of(kFirstDelay);
    // The logarithms, linear in the deviations.
    const auto linear = sums_.estimate(
        std::vector<BlockedSums::Term>{{kFirstDelay + 1, mode, 1 / (near->value * span)},
                                       {to + 1, mode, -1 / (far->value * span)}});
    const Eigen::MatrixXd theory = sonine_autocorrelation(
        Dim, kOrder, Eigen::Vector2d(collisions_of(kFirstDelay), collisions_of(to)));
    const auto row = static_cast<Eigen::Index>(mode);
    const double expected = portable::log(theory(row, 0) / theory(row, 1)) / span;
    const double uncertainty = expected * (mode == 0 ? kFewSecond : kFewThird) / particles_;
    all.push_back(observable(mode == 0 ? "relaxation_rate_a2" : "relaxation_rate_a3",
                             portable::log(near->value / far->value) / span, linear->error,
                             TheoryValue{expected, kSpectrumSource, uncertainty}, "1"));
  }
  return all;
}

template <int Dim>
Table SonineRelaxation<Dim>::table() const {
  std::vector<std::size_t> lags;
  std::vector<double> collisions;
  for (std::size_t lag = 0; lag < MultiTau<Modes>::kLags; ++lag)
    if (sums_.mean(lag + 1, 0)) {
      lags.push_back(lag);
      collisions.push_back(collisions_of(lag));
    }
  if (lags.empty()) return {"relaxation_spectrum", {}};
  const Eigen::Map<const Eigen::VectorXd> at(collisions.data(),
                                             static_cast<Eigen::Index>(collisions.size()));
  const Eigen::MatrixXd full = sonine_autocorrelation(Dim, kOrder, at);
  const Eigen::MatrixXd first = sonine_autocorrelation(Dim, 1, at);
  const double slowest = relaxation_spectrum(Dim, kOrder)[0];
  Table table{"relaxation_spectrum", {{"collisions_per_particle", "1", collisions}}};
  for (const std::size_t mode : {0, 1}) {
    const std::string name = mode == 0 ? "a2" : "a3";
    std::vector<double> value, error, theory;
    const auto whole = sums_.mean(0, mode);
    for (std::size_t k = 0; k < lags.size(); ++k) {
      // C(c)/C(0), linear in the deviations of both.
      const double ratio = sums_.mean(lags[k] + 1, mode)->value / whole->value;
      const auto estimate = sums_.estimate(std::vector<BlockedSums::Term>{
          {lags[k] + 1, mode, 1 / whole->value}, {0, mode, -ratio / whole->value}});
      value.push_back(ratio);
      error.push_back(value_or_nan(estimate->error));
      theory.push_back(full(static_cast<Eigen::Index>(mode), static_cast<Eigen::Index>(k)));
    }
    table.columns.push_back({name, "1", value});
    table.columns.push_back({name + "_error", "1", error});
    table.columns.push_back({name + "_theory", "1", theory});
  }
  std::vector<double> alone, slow;
  for (std::size_t k = 0; k < lags.size(); ++k) {
    alone.push_back(first(0, static_cast<Eigen::Index>(k)));
    slow.push_back(portable::exp(-slowest * collisions[k]));
  }
  table.columns.push_back({"a2_first_sonine", "1", alone});
  table.columns.push_back({"slowest_mode", "1", slow});
  return table;
}

namespace {

// The spectrum of relaxation of the gas of a run.
template <int Dim>
class RelaxationSpectrum final : public SavedMeasurement<RelaxationSpectrum<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.relaxation_spectrum) return nullptr;
    return std::make_unique<RelaxationSpectrum>();
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override {
    const Measured<Dim>& run = now.run;
    const double kt = run.books.reference_kt();
    const auto rate = run.theory.collision_rate(kt);
    relaxation_.begin(now.in_box, kt / run.gas.species[0].mass, run.theory.degrees_of_freedom(),
                      rate ? rate->value : 0);
  }
  void on_collision(const CollisionRecord<Dim>& collision) override { relaxation_.add(collision); }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    relaxation_.end_interval(interval.end);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& /*run*/) const override {
    return relaxation_.observables();
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    if (!run.theory.at_rest()) return {};
    Table spectrum = relaxation_.table();
    if (spectrum.columns.empty()) return {};
    return {std::move(spectrum)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(relaxation_);
  }

 private:
  SonineRelaxation<Dim> relaxation_;
};

MeasurementKind relaxation_spectrum_kind() {
  const Need need = Need::relaxation_spectrum;
  return {
      "Relaxation spectrum",
      {{"relaxation_rate_a2",
        "Rate per collision of a particle at which fluctuations of the "
        "second Sonine coefficient decay.",
        "-d ln <a_2(0) a_2(c)>/dc", nullptr, need},
       {"relaxation_rate_a3",
        "Rate per collision of a particle at which fluctuations of the "
        "third Sonine coefficient decay.",
        "-d ln <a_3(0) a_3(c)>/dc", nullptr, need}},
      {{"relaxation_spectrum",
        "Autocorrelation of the second and third Sonine coefficients "
        "over collisions per particle, with the linearised Boltzmann equation.",
        need,
        {kCollisionsColumn,
         {"a2", "Autocorrelation of the second Sonine coefficient, 1 at the start.", nullptr,
          Beside::error_and_theory},
         {"a3", "Autocorrelation of the third Sonine coefficient, 1 at the start.", nullptr,
          Beside::error_and_theory},
         {"a2_first_sonine",
          "Autocorrelation of the second Sonine coefficient in the first Sonine approximation."},
         {"slowest_mode",
          "Exponential decay of the slowest mode of the linearised Boltzmann equation."}}}},
      {},
      {{"relaxation_spectrum", &MeasuredConfig::relaxation_spectrum,
        "Whether the relaxation rates of the velocity distribution are measured.", "false"}}};
}

}  // namespace

ListedMeasurement listed_relaxation_spectrum() {
  return {relaxation_spectrum_kind, RelaxationSpectrum<2>::make, RelaxationSpectrum<3>::make};
}

template class SonineRelaxation<2>;
template class SonineRelaxation<3>;

}  // namespace clausius
