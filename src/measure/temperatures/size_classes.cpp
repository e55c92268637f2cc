#include <algorithm>
#include <numeric>
#include <utility>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "clausius/statistics/standard_error.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "theory/fluid/polydispersity.h"

namespace clausius {

namespace {

constexpr std::size_t kClasses = 8;  // of each polydisperse species, with equal numbers

// The particles of a polydisperse species from one diameter to another.
struct SizeClass {
  std::size_t species = 0;
  double least = 0, greatest = 0, mean = 0, members = 0;
  Quadrature sizes;                  // a few diameters that stand for those of its members
  std::int64_t hits_now = 0;         // by its members since the last interval
  std::vector<double> hits, energy;  // in each interval; mean energy ½mv² at each sample
};

template <class Function>
double mean_over(const Quadrature& sizes, const Function& function) {
  double sum = 0;
  for (std::size_t k = 0; k < sizes.nodes.size(); ++k)
    sum += sizes.weights[k] * function(sizes.nodes[k]);
  return sum;
}

// Collision rates and temperatures of the particles of a polydisperse gas by their size.
template <int Dim>
class SizeClasses final : public SavedMeasurement<SizeClasses<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.gas.is_polydisperse()) return nullptr;
    return std::make_unique<SizeClasses>(start);
  }
  explicit SizeClasses(const Sample<Dim>& start);

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void on_collision(const CollisionRecord<Dim>& collision) override {
    if (collision.second == CollisionRecord<Dim>::kWall) return;
    for (const std::uint32_t id : {collision.first, collision.second})
      if (class_of_[id] != kNone) ++classes_[class_of_[id]].hits_now;
  }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    durations_.push_back(interval.duration);
    for (SizeClass& one : classes_)
      one.hits.push_back(static_cast<double>(std::exchange(one.hits_now, 0)));
  }
  void on_sample(const Sample<Dim>& sample) override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(durations_);
    for (SizeClass& one : classes_) archive(one.hits_now, one.hits, one.energy);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<SizeClass> classes_;
  std::vector<std::uint32_t> class_of_;  // by id
  std::vector<double> durations_;
};

template <int Dim>
SizeClasses<Dim>::SizeClasses(const Sample<Dim>& start) : class_of_(start.in_box.size(), kNone) {
  const State<Dim>& state = start.in_box;
  for (std::size_t s = 0; s < start.run.count.size(); ++s) {
    if (!start.run.gas.species[s].is_polydisperse()) continue;
    std::vector<std::uint32_t> ids;
    for (std::uint32_t id = 0; id < state.size(); ++id)
      if (state.species[id] == s) ids.push_back(id);
    std::stable_sort(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) {
      return state.diameter[a] < state.diameter[b];
    });
    const std::size_t classes = std::min(kClasses, ids.size());
    for (std::size_t c = 0; c < classes; ++c) {
      const std::size_t begin = c * ids.size() / classes, end = (c + 1) * ids.size() / classes;
      SizeClass one;
      one.species = s;
      one.least = state.diameter[ids[begin]];
      one.greatest = state.diameter[ids[end - 1]];
      std::vector<double> diameters;
      diameters.reserve(end - begin);
      for (std::size_t i = begin; i < end; ++i) {
        diameters.push_back(state.diameter[ids[i]]);
        class_of_[ids[i]] = static_cast<std::uint32_t>(classes_.size());
      }
      constexpr int kNodes = 3;
      one.sizes = gauss_quadrature(diameters, kNodes);
      one.mean = mean_over(one.sizes, [](double diameter) { return diameter; });
      one.members = static_cast<double>(end - begin);
      classes_.push_back(std::move(one));
    }
  }
}

template <int Dim>
void SizeClasses<Dim>::on_sample(const Sample<Dim>& sample) {
  std::vector<double> energy(classes_.size());
  for (std::size_t id = 0; id < class_of_.size(); ++id)
    if (class_of_[id] != kNone)
      energy[class_of_[id]] += 0.5 * sample.run.gas.species[sample.state.species[id]].mass *
                               sample.state.velocity[id].squaredNorm();
  for (std::size_t c = 0; c < classes_.size(); ++c)
    classes_[c].energy.push_back(energy[c] / classes_[c].members);
}

template <int Dim>
std::vector<Table> SizeClasses<Dim>::tables(const Measured<Dim>& run) const {
  if (durations_.empty()) return {};
  const Interval<Dim>& total = run.books.total();
  const double mean_kt = portable::pow(total.root_kt_time / total.duration, 2);
  const double boltzmann = run.options.boltzmann;
  std::vector<std::string> species;
  std::vector<double> least, mean, greatest, members, temperature, temperature_error, rate,
      rate_error, rate_theory;
  for (const SizeClass& one : classes_) {
    species.push_back(run.species_names[one.species]);
    least.push_back(one.least);
    mean.push_back(one.mean);
    greatest.push_back(one.greatest);
    members.push_back(one.members);
    const auto energy = estimate_mean(one.energy);
    const double per_kt = 2 / (Dim * boltzmann);
    temperature.push_back(energy ? energy->mean * per_kt : kNaN);
    temperature_error.push_back(energy ? energy->error * per_kt : kNaN);
    const double hits = std::accumulate(one.hits.begin(), one.hits.end(), 0.0);
    rate.push_back(hits / (one.members * total.duration));
    const auto ratio = estimate_ratio(one.hits, durations_);
    rate_error.push_back(ratio ? ratio->error / one.members : kNaN);
    rate_theory.push_back(mean_over(one.sizes, [&](double diameter) {
      const Prediction theory = run.theory.collision_rate_at(mean_kt, diameter);
      return theory ? theory->value : kNaN;
    }));
  }
  const UnitNames& units = run.units;
  return {{"size_classes",
           {{"species", "", std::move(species)},
            {"diameter", units.length, std::move(mean)},
            {"least_diameter", units.length, std::move(least)},
            {"greatest_diameter", units.length, std::move(greatest)},
            {"members", "1", std::move(members)},
            {"temperature", units.temperature, std::move(temperature)},
            {"temperature_error", units.temperature, std::move(temperature_error)},
            {"collision_rate", units.rate, std::move(rate)},
            {"collision_rate_error", units.rate, std::move(rate_error)},
            {"collision_rate_theory", units.rate, std::move(rate_theory)}}}};
}

MeasurementKind size_classes_kind() {
  return {
      "Particles by size",
      {},
      {{"size_classes",
        "Particles of a polydisperse species by their diameters, in classes of equal numbers.",
        Need::polydisperse,
        {kSpeciesColumn,
         {"diameter", "Mean diameter of the class.", &UnitNames::length},
         {"least_diameter", "Smallest diameter of the class.", &UnitNames::length},
         {"greatest_diameter", "Largest diameter of the class.", &UnitNames::length},
         {"members", "Number of particles of the class."},
         {"temperature", "Temperature of the particles of the class.", &UnitNames::temperature,
          Beside::error},
         {"collision_rate",
          "Collisions of a particle of the class with other particles per time; theory for their "
          "diameters.",
          &UnitNames::rate, Beside::error_and_theory}}}},
      {Need::polydisperse, 16 * kClasses}};
}

}  // namespace

ListedMeasurement listed_size_classes() {
  return {size_classes_kind, SizeClasses<2>::make, SizeClasses<3>::make};
}

}  // namespace clausius
