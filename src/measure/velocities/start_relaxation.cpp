#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "core/blocks.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "measure/table_columns.h"
#include "measure/transport/forgetting.h"
#include "measure/velocities/h_function.h"
#include "measure/velocities/maxwell_moments.h"
#include "measure/velocities/velocity_tests.h"
#include "theory/velocities/relaxation.h"
#include "theory/velocities/relaxation_spectrum.h"

namespace clausius {

namespace {

// Collisions of a particle after which its initial velocity is decorrelated, to 5e-5 in a dilute
// gas, see kForgottenAfter: later values are noise.
constexpr double kStartForgottenAfter = 2 * kForgottenAfter;

// ⟨m v(0)·v⟩/⟨m v(0)²⟩ and its standard error, of independent particles.
struct StartMemory {
  double value = kNaN, error = kNaN;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(value, error);
  }
};

template <int Dim>
class StartRelaxation final : public SavedMeasurement<StartRelaxation<Dim>, Dim> {
 public:
  explicit StartRelaxation(const Sample<Dim>& start);
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.relaxation) return nullptr;
    return std::make_unique<StartRelaxation>(start);
  }

  [[nodiscard]] Sees sees() const override { return {.first_part = true}; }
  void on_sample(const Sample<Dim>& sample) override { memory_.push_back(memory_at(sample)); }
  void end(const Sample<Dim>& last) override {
    if (last.run.history.rows().size() > memory_.size()) memory_.push_back(memory_at(last));
  }
  /// At the sample nearest to one collision per particle.
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return {relaxation(run)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(memory_);
  }

 private:
  [[nodiscard]] StartMemory memory_at(const Sample<Dim>& sample) const;
  /// Theoretical path, if it is known, at these numbers of collisions per particle: from the
  /// initial speeds, in random directions.
  [[nodiscard]] std::optional<SoninePath> path(const Measured<Dim>& run,
                                               std::span<const double> collisions) const;
  [[nodiscard]] Table relaxation(const Measured<Dim>& run) const;

  std::vector<Vec<Dim>> start_momenta_;
  double start_energy_ = 0;          // energy of the motion of centres
  std::vector<StartMemory> memory_;  // at each row of the history
};

template <int Dim>
StartRelaxation<Dim>::StartRelaxation(const Sample<Dim>& start)
    : start_momenta_(start.state.velocity) {
  for (std::size_t i = 0; i < start_momenta_.size(); ++i)
    start_momenta_[i] *= start.run.gas.species[start.state.species[i]].mass;
  for (const SpeciesMoments& m : start.moments) start_energy_ += m.energy;
  memory_.push_back(memory_at(start));
}

template <int Dim>
StartMemory StartRelaxation<Dim>::memory_at(const Sample<Dim>& sample) const {
  const Measured<Dim>& run = sample.run;
  const State<Dim>& state = sample.state;
  bool remembers = false;
  for (std::size_t s = 0; s < run.count.size() && !remembers; ++s)
    remembers = run.count[s] > 0 && forgetting(run, s) < kStartForgottenAfter;
  if (start_momenta_.empty() || !remembers) return {};
  Eight sum = Eight::Zero(), sum_sq = Eight::Zero();
  in_blocks(
      state.size(), [&](std::size_t i) { return start_momenta_[i].dot(state.velocity[i]); },
      [&](std::span<const double> products) {
        by_eights(products, [&](const Eight& product) {
          sum += product;
          sum_sq += product * product;
        });
      });
  const double kept = sum_of(sum), whole = 2 * start_energy_;
  const auto n = static_cast<double>(state.size());
  return {kept / whole, std::sqrt(std::max(0.0, sum_of(sum_sq) - kept * kept / n)) / whole};
}

template <int Dim>
std::optional<SoninePath> StartRelaxation<Dim>::path(const Measured<Dim>& run,
                                                     std::span<const double> collisions) const {
  if (run.count.size() > 1 || run.rotates() || !run.theory.elastic() || !run.theory.at_rest() ||
      run.theory.degrees_of_freedom() <= 0 || run.options.driven || !run.gas.boundary.is_plain())
    return std::nullopt;
  std::vector<double> speed_sq;
  speed_sq.reserve(start_momenta_.size());
  for (const Vec<Dim>& p : start_momenta_) speed_sq.push_back(p.squaredNorm());  // for equal masses
  const SonineStart start = sonine_start(Dim, kMemoryOrder, speed_sq);
  SoninePath path = relax_from(Dim, start, collisions);
  if (!run.gas.box.all_periodic()) {
    path.velocity_memory.setConstant(kNaN);  // walls reflect velocities
    return path;
  }
  std::vector<double> of_memory(collisions.begin(), collisions.end());
  for (double& one : of_memory) one *= memory_factor(run);
  path.velocity_memory = relax_from(Dim, start, of_memory).velocity_memory;
  return path;
}

template <int Dim>
std::vector<Observable> StartRelaxation<Dim>::observables(const Measured<Dim>& run) const {
  const std::vector<HistoryRow>& rows = run.history.rows();
  if (rows.front().kt <= 0) return {};
  const auto distance = [](const HistoryRow& row) {
    return std::abs(row.collisions_per_particle - 1);
  };
  const auto nearest = std::min_element(
      rows.begin(), rows.end(),
      [&](const HistoryRow& a, const HistoryRow& b) { return distance(a) < distance(b); });
  constexpr double kNear = 0.5;
  if (distance(*nearest) > kNear) return {};
  Prediction theory;
  const auto expected = path(run, std::array{nearest->collisions_per_particle});
  if (expected && run.gas.box.all_periodic())
    theory = TheoryValue{expected->velocity_memory[0], kMemorySource};
  const StartMemory& memory = memory_[index_of(*nearest, rows)];
  std::optional<StandardError> error;
  if (std::isfinite(memory.error)) error = StandardError{memory.error, run.theory.particles()};
  return {observable("start_memory", memory.value, error, theory, "1")};
}

template <int Dim>
Table StartRelaxation<Dim>::relaxation(const Measured<Dim>& run) const {
  using Row = HistoryRow;
  Table table{"relaxation", {}};
  const std::vector<HistoryRow>& rows = run.history.rows();
  const double final_kurtosis = speed_kurtosis(Dim, run.theory.degrees_of_freedom());
  const double slope = initial_kurtosis_slope(Dim).value;
  const double rate = sonine_relaxation_rate(Dim).value;
  const double start = rows.front().kurtosis;
  const auto column = [&](std::string name, auto value) {
    add_column(table, rows, std::move(name), "1", value);
  };
  column("collisions_per_particle", [](const Row& r) { return r.collisions_per_particle; });
  column("kurtosis", [](const Row& r) { return r.kurtosis; });
  column("kurtosis_error", [](const Row& r) { return r.kurtosis_error; });
  // The theory is for one species. The tangent at the start ends where it reaches the final value.
  const bool known = run.count.size() == 1;
  column("theory_initial_slope", [=](const Row& r) {
    const double tangent = start + slope * r.collisions_per_particle;
    return known && tangent <= final_kurtosis ? tangent : kNaN;
  });
  column("theory_sonine", [=](const Row& r) {
    if (!known) return kNaN;
    return final_kurtosis +
           (start - final_kurtosis) * portable::exp(-rate * r.collisions_per_particle);
  });
  column("h_function", [](const Row& r) { return r.h.value_or(kNaN); });
  column("h_equilibrium", [](const Row&) { return HFunction::equilibrium(Dim); });

  const auto expected = path(run, run.history.collisions_per_particle());
  const auto row_of = [&](const Row& r) { return static_cast<Eigen::Index>(index_of(r, rows)); };
  // The coefficients end at the values for this many particles at constant energy.
  const auto coefficient = [&](Eigen::Index p, const Prediction& end) {
    return [&, p, end](const Row& r) {
      if (!expected || !end) return kNaN;
      const double now = expected->coefficients(p, row_of(r));
      return now + end->value * (1 - now / expected->coefficients(p, 0));
    };
  };
  column("a2", [](const Row& r) { return r.kurtosis * kMaxwellFourth<Dim> - 1; });
  column("a2_error", [](const Row& r) { return r.kurtosis_error * kMaxwellFourth<Dim>; });
  column("a2_theory", coefficient(0, run.theory.kurtosis_a2()));
  // Scatter by Maxwell's law, which is larger than at the start.
  const double third_error = kThirdScatter<Dim> / std::sqrt(run.theory.particles());
  column("a3", [](const Row& r) { return r.sonine_a3; });
  column("a3_error", [&](const Row&) { return third_error; });
  column("a3_theory", coefficient(1, run.theory.sonine_a3()));
  column("memory", [&](const Row& r) { return memory_[index_of(r, rows)].value; });
  column("memory_error", [&](const Row& r) { return memory_[index_of(r, rows)].error; });
  column("memory_theory",
         [&](const Row& r) { return expected ? expected->velocity_memory[row_of(r)] : kNaN; });
  return table;
}

MeasurementKind start_relaxation_kind() {
  return {
      "Relaxation from the start",
      {assuming(
          {Assumption::homogeneous, Assumption::fluid},
          {"start_memory",
           "Correlation with the velocities of the start after about one collision per particle.",
           "<v(0).v>/<v(0)^2>", nullptr, Need::equal_speed_start})},
      {{"relaxation",
        "Kurtosis, Sonine coefficients, H and the correlation with the start over collisions "
        "per particle, with the Boltzmann equation.",
        Need::equal_speed_start,
        {kCollisionsColumn,
         {"kurtosis", "Kurtosis <v^4>/<v^2>^2 of the velocities.", nullptr, Beside::error},
         {"theory_initial_slope",
          "Tangent at the start by the Boltzmann equation, of one species."},
         {"theory_sonine",
          "Exponential approach in the first Sonine approximation, of one species."},
         {"h_function", "Boltzmann's H of the velocities of this sample."},
         {"h_equilibrium", "Boltzmann's H of Maxwell's law."},
         {"a2", "Second Sonine coefficient of the velocity distribution.", nullptr,
          Beside::error_and_theory},
         {"a3", "Third Sonine coefficient of the velocity distribution.", nullptr,
          Beside::error_and_theory},
         {"memory", "Correlation <v(0).v>/<v(0)^2> with the velocities of the start.", nullptr,
          Beside::error_and_theory}}}}};
}

}  // namespace

ListedMeasurement listed_start_relaxation() {
  return {start_relaxation_kind, StartRelaxation<2>::make, StartRelaxation<3>::make};
}

}  // namespace clausius
