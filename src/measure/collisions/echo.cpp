#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "statistics/fit.h"

namespace clausius {

namespace {

constexpr std::array<int, 5> kShownAfter{2, 5, 10, 15, 20};  // collisions per particle
// Range of distances, in diameters, in which errors grow without being rounded off or filling the
// box.
constexpr double kLeastError = 1e-12, kLargestError = 1e-3;
// Largest time difference of samples that mirror each other, in sampling intervals.
constexpr double kSameTime = 1e-6;
constexpr std::size_t kLeastFitted = 5;

// Return of a gas whose velocities are reversed once: samples after the reversal are compared with
// those taken equally long before it, so they must be taken at mirrored times. An exact gas would
// return completely; rounding errors grow at each collision. A sample that mirrors one c collisions
// per particle before the reversal is the echo of a run of that length.
template <int Dim>
class Echo final : public SavedMeasurement<Echo<Dim>, Dim> {
 public:
  /// @param reversal absolute time of the reversal
  Echo(const State<Dim>& start, double reversal)
      : reversal_(reversal), past_{{start.time, 0, start.position}} {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.reversal) return nullptr;
    return std::make_unique<Echo>(start.in_box, *start.run.options.reversal);
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true, .first_part = true}; }
  void on_sample(const Sample<Dim>& sample) override;
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(past_, rows_);
  }

 private:
  struct Past {
    double time = 0, collisions = 0;
    std::vector<Vec<Dim>> position;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, collisions, position);
    }
  };
  struct Return {
    double time = 0;        // since the reversal
    double collisions = 0;  // per particle, forward and equally many back
    double largest = 0, root_mean_square = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, collisions, largest, root_mean_square);
    }
  };

  double reversal_;
  std::vector<Past> past_;  // before the reversal
  std::vector<Return> rows_;
};

template <int Dim>
void Echo<Dim>::on_sample(const Sample<Dim>& sample) {
  const State<Dim>& state = sample.in_box;
  const auto collisions = static_cast<double>(sample.run.books.collisions());
  if (state.time <= reversal_) {
    past_.push_back({state.time, collisions, state.position});
    return;
  }
  if (past_.size() < 2) return;
  const double mirrored = 2 * reversal_ - state.time;
  const auto then = std::min_element(past_.begin(), past_.end(), [&](const Past& a, const Past& b) {
    return std::abs(a.time - mirrored) < std::abs(b.time - mirrored);
  });
  if (std::abs(then->time - mirrored) > kSameTime * (past_[1].time - past_[0].time)) return;
  const auto n = static_cast<double>(state.size());
  // As many collisions back as forward.
  Return row{state.time - reversal_, (collisions - then->collisions) / n, 0, 0};
  double sum = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double square =
        sample.run.gas.box.minimum_image(state.position[i] - then->position[i]).squaredNorm();
    row.largest = std::max(row.largest, square);
    sum += square;
  }
  row.largest = std::sqrt(row.largest);
  row.root_mean_square = std::sqrt(sum / n);
  rows_.push_back(row);
}

template <int Dim>
std::vector<Observable> Echo<Dim>::observables(const Measured<Dim>& run) const {
  const double diameter = run.gas.species[0].diameter;
  std::vector<Observable> all;
  // The logarithm, interpolated linearly.
  for (const int wanted : kShownAfter)
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      const Return &before = rows_[i - 1], &after = rows_[i];
      if (before.collisions > wanted || after.collisions < wanted || before.largest <= 0) continue;
      const double part = (wanted - before.collisions) / (after.collisions - before.collisions);
      all.push_back(observable(fmt::format("echo_error_{}", wanted),
                               (1 - part) * portable::log10(before.largest / diameter) +
                                   part * portable::log10(after.largest / diameter),
                               std::nullopt, std::nullopt, "1"));
      break;
    }
  std::vector<double> time, logarithm;
  for (const Return& row : rows_) {
    if (row.root_mean_square < kLeastError * diameter) continue;
    if (row.root_mean_square > kLargestError * diameter) break;
    time.push_back(row.time);
    logarithm.push_back(portable::log(row.root_mean_square / diameter));
  }
  if (time.size() >= kLeastFitted) {
    const LineFit fit = fit_line(time, logarithm);
    all.push_back(
        observable("lyapunov_exponent", fit.slope, std::nullopt, std::nullopt, run.units.rate));
  }
  return all;
}

template <int Dim>
std::vector<Table> Echo<Dim>::tables(const Measured<Dim>& run) const {
  const double diameter = run.gas.species[0].diameter;
  Table table{"echo", {}};
  const auto column = [&](std::string name, const std::string& unit, auto value) {
    std::vector<double> values;
    values.reserve(rows_.size());
    for (const Return& row : rows_) values.push_back(value(row));
    table.columns.push_back({std::move(name), unit, std::move(values)});
  };
  column("time", run.units.time, [](const Return& row) { return row.time; });
  column("collisions_per_particle", "1", [](const Return& row) { return row.collisions; });
  column("largest_distance", "1", [&](const Return& row) { return row.largest / diameter; });
  column("root_mean_square_distance", "1",
         [&](const Return& row) { return row.root_mean_square / diameter; });
  return {std::move(table)};
}

MeasurementKind echo_kind() {
  const Need need = Need::reversal;
  std::vector<DeclaredObservable> all;
  for (const std::string_view name :
       {"echo_error_2", "echo_error_5", "echo_error_10", "echo_error_15", "echo_error_20"})
    all.push_back({name,
                   "Largest distance of a particle from where it was so many collisions per "
                   "particle before the reversal, after as many collisions.",
                   "log10(distance/diameter)", nullptr, need, Per::gas, Kind::exact});
  all.push_back({"lyapunov_exponent",
                 "Rate at which the distance from the reversed trajectory "
                 "grows.",
                 "slope of ln(root mean square distance) over time", &UnitNames::rate, need,
                 Per::gas, Kind::exact});
  return {"Echo",
          std::move(all),
          {{"echo",
            "Distance of the particles from where they were as long before the reversal, "
            "over time.",
            need,
            {{"time", "Time since the reversal.", &UnitNames::time},
             {"collisions_per_particle", "Collisions of a particle since the reversal."},
             {"largest_distance",
              "Largest distance of a particle from where it was as long before the reversal, in "
              "diameters."},
             {"root_mean_square_distance",
              "Root mean square distance of the particles from where they were as long before the "
              "reversal, in diameters."}}}}};
}

}  // namespace

ListedMeasurement listed_echo() { return {echo_kind, Echo<2>::make, Echo<3>::make}; }

}  // namespace clausius
