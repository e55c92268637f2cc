#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/collisions/distribution_rows.h"
#include "measure/listed.h"
#include "statistics/histogram.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

// Collisions per particle since the start at which the speeds are sampled.
constexpr std::array kLooks{0.0, 1.0, 2.0, 5.0, 20.0};
// Number of particles of a species below which a histogram of one instant is noise.
constexpr double kFewestShown = 100;
constexpr std::size_t kCurveBins = 25;
// Standard deviations of Maxwell's law beyond which a start is not Maxwellian.
constexpr double kBeyondChance = 6;

// The speeds of all species at one instant.
struct SpeedsThen {
  double collisions = 0;          // per particle since the start
  std::vector<double> scale;      // by species: √(k_BT/m), the unit of the bins
  std::vector<Histogram> speeds;  // by species; empty: not shown

  template <class Archive>
  void serialize(Archive& archive) {
    archive(collisions, scale, speeds);
  }
};

// Whether the gas at the start is neither Maxwell's nor at one temperature.
template <int Dim>
bool is_far_from_maxwell(const Sample<Dim>& start) {
  const HistoryRow& row = start.run.history.rows().front();
  for (std::size_t s = 0; s < start.run.count.size(); ++s) {
    const double count = start.run.count[s];
    if (count < kFewestShown) continue;
    const double kt = row.translational_kt[s];
    if (kt <= 0 || std::abs(kt / row.kt - 1) > kBeyondChance * std::sqrt(2 / (Dim * count)))
      return true;
    // The scatter of a₂ of this many particles with Maxwell's law.
    const double a2 = start.moments[s].kurtosis() * Dim / (Dim + 2) - 1;
    if (std::abs(a2) > kBeyondChance * std::sqrt(8 / (Dim * (Dim + 2) * count))) return true;
  }
  return false;
}

// The speeds at the start and after some collisions, in a gas that does not start in equilibrium.
template <int Dim>
class SpeedsOverTime final : public SavedMeasurement<SpeedsOverTime<Dim>, Dim> {
 public:
  explicit SpeedsOverTime(const Sample<Dim>& start) : species_(start.run.count.size()) {
    look(start);
  }
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Measured<Dim>& run = start.run;
    const bool is_shown = std::any_of(run.count.begin(), run.count.end(),
                                      [](double count) { return count >= kFewestShown; });
    if (!is_shown || !run.theory.at_rest() || !run.options.amounts.empty() ||
        run.history.rows().front().kt <= 0 || !is_far_from_maxwell(start))
      return nullptr;
    return std::make_unique<SpeedsOverTime>(start);
  }

  [[nodiscard]] Sees sees() const override { return {.first_part = true}; }
  void on_sample(const Sample<Dim>& sample) override {
    if (next_ < kLooks.size()) look(sample);
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(next_, then_);
    if constexpr (Archive::is_loading::value) check();
  }

 private:
  void look(const Sample<Dim>& sample);
  // Checks loaded data. @throws ArchiveError
  void check() const;

  std::size_t species_;
  std::size_t next_ = 0;  // of kLooks
  std::vector<SpeedsThen> then_;
};

template <int Dim>
void SpeedsOverTime<Dim>::look(const Sample<Dim>& sample) {
  const Measured<Dim>& run = sample.run;
  const HistoryRow& row = run.history.rows().back();
  if (row.collisions_per_particle < kLooks[next_]) return;
  while (next_ < kLooks.size() && row.collisions_per_particle >= kLooks[next_]) ++next_;
  SpeedsThen now{row.collisions_per_particle, std::vector<double>(run.count.size()),
                 std::vector<Histogram>(run.count.size())};
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    // A gas that conserves its energy reaches one temperature; any other is described in units of
    // its own temperature.
    const double kt =
        run.theory.elastic() ? run.history.rows().front().kt : row.translational_kt[s];
    if (run.count[s] < kFewestShown || kt <= 0) continue;
    now.scale[s] = std::sqrt(kt / run.gas.species[s].mass);
    now.speeds[s] = Histogram(0, kShownSpeed * now.scale[s], kCurveBins);
    for (const double square : sample.squared_speeds[s]) now.speeds[s].add(std::sqrt(square));
  }
  then_.push_back(std::move(now));
}

template <int Dim>
void SpeedsOverTime<Dim>::check() const {
  for (const SpeedsThen& one : then_) {
    require(one.scale.size() == species_ && one.speeds.size() == species_,
            "holds speeds of another number of species");
    for (const Histogram& speeds : one.speeds)
      require(speeds.total() == 0 || speeds.bins() == kCurveBins,
              "holds speeds in another number of bins");
  }
}

template <int Dim>
std::vector<Table> SpeedsOverTime<Dim>::tables(const Measured<Dim>& run) const {
  if (then_.size() < 2) return {};
  const MaxwellLaw maxwell(Dim, 1, 1);
  std::vector<std::int64_t> instant;
  std::vector<double> collisions, speed, density, error, law;
  std::vector<std::string> species;
  for (std::size_t k = 0; k < then_.size(); ++k)
    for (std::size_t s = 0; s < then_[k].speeds.size(); ++s) {
      const Histogram& speeds = then_[k].speeds[s];
      if (speeds.total() == 0) continue;
      const double scale = then_[k].scale[s], unit = run.theory.elastic() ? 1 : scale;
      const double width = speeds.width() / unit;
      for (std::size_t bin = 0; bin < speeds.bins(); ++bin) {
        const auto count = static_cast<double>(speeds.counts()[bin]);
        instant.push_back(static_cast<std::int64_t>(k) + 1);
        collisions.push_back(then_[k].collisions);
        species.push_back(run.options.species_names[s]);
        speed.push_back(speeds.centre(bin) / unit);
        density.push_back(speeds.density(bin) * unit);
        error.push_back(std::sqrt(count * (1 - count / run.count[s])) / (run.count[s] * width));
        law.push_back((maxwell.speed_cdf(speeds.edge(bin + 1) / scale) -
                       maxwell.speed_cdf(speeds.edge(bin) / scale)) /
                      width);
      }
    }
  const bool elastic = run.theory.elastic();
  const std::string unit = elastic ? run.units.speed : "1";
  const std::string per_unit = elastic ? run.units.inverse_speed : "1";
  return {{"speed_distribution_over_time",
           {{"instant", "1", std::move(instant)},
            {"after", "1", std::move(collisions)},
            {"species", "", std::move(species)},
            {"speed", unit, std::move(speed)},
            {"density", per_unit, std::move(density)},
            {"error", per_unit, std::move(error)},
            {"maxwell", per_unit, std::move(law)}}}};
}

MeasurementKind speeds_over_time_kind() {
  return {"Speeds on the way to equilibrium",
          {},
          {{"speed_distribution_over_time",
            "Histogram of the speeds of each species of 100 particles or more at the start and "
            "after 1, 2, 5 and 20 collisions per particle, with Maxwell's law at the temperature "
            "of the gas; of a gas that loses energy in units of its own thermal speed.",
            Need::uneven_start,
            {{"instant", "Number of the instant, counted from 1."},
             {"after", "Collisions of a particle since the start, at this instant."},
             kSpeciesColumn,
             {"speed", "Speed at the middle of the bin.", &UnitNames::speed},
             {"density", "Probability density.", &UnitNames::inverse_speed},
             {"error", "Standard error of the density, of independent particles.",
              &UnitNames::inverse_speed},
             {"maxwell", "Probability density of Maxwell's law.", &UnitNames::inverse_speed}}}}};
}

}  // namespace

ListedMeasurement listed_speeds_over_time() {
  return {speeds_over_time_kind, SpeedsOverTime<2>::make, SpeedsOverTime<3>::make};
}

}  // namespace clausius
