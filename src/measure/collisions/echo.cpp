#include "measure/collisions/echo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

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

}  // namespace

template <int Dim>
void Echo<Dim>::sample(const State<Dim>& state, double collisions) {
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
    const double square = box_.minimum_image(state.position[i] - then->position[i]).squaredNorm();
    row.largest = std::max(row.largest, square);
    sum += square;
  }
  row.largest = std::sqrt(row.largest);
  row.root_mean_square = std::sqrt(sum / n);
  rows_.push_back(row);
}

template <int Dim>
std::vector<Observable> Echo<Dim>::observables(double diameter, const UnitNames& units) const {
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
        observable("lyapunov_exponent", fit.slope, std::nullopt, std::nullopt, units.rate));
  }
  return all;
}

template <int Dim>
Table Echo<Dim>::table(double diameter, const UnitNames& units) const {
  Table table{"echo", {}};
  const auto column = [&](std::string name, const std::string& unit, auto value) {
    std::vector<double> values;
    values.reserve(rows_.size());
    for (const Return& row : rows_) values.push_back(value(row));
    table.columns.push_back({std::move(name), unit, std::move(values)});
  };
  column("time", units.time, [](const Return& row) { return row.time; });
  column("collisions_per_particle", "1", [](const Return& row) { return row.collisions; });
  column("largest_distance", "1", [&](const Return& row) { return row.largest / diameter; });
  column("root_mean_square_distance", "1",
         [&](const Return& row) { return row.root_mean_square / diameter; });
  return table;
}

namespace {

// The echo of a run whose velocities are reversed.
template <int Dim>
class EchoOfRun final : public SavedMeasurement<EchoOfRun<Dim>, Dim> {
 public:
  explicit EchoOfRun(const Sample<Dim>& start)
      : echo_(start.run.gas.box, *start.run.options.reversal) {
    echo_.sample(start.in_box, 0);
  }
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.reversal) return nullptr;
    return std::make_unique<EchoOfRun>(start);
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true, .first_part = true}; }
  void on_sample(const Sample<Dim>& sample) override {
    echo_.sample(sample.state, static_cast<double>(sample.run.books.collisions()));
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return echo_.observables(run.gas.species[0].diameter, run.units);
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return {echo_.table(run.gas.species[0].diameter, run.units)};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(echo_);
  }

 private:
  Echo<Dim> echo_;
};

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

ListedMeasurement listed_echo() { return {echo_kind, EchoOfRun<2>::make, EchoOfRun<3>::make}; }

template class Echo<2>;
template class Echo<3>;

}  // namespace clausius
