#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "measure/listed.h"
#include "measure/temperatures/temperature_paths.h"

namespace clausius {

namespace {

// Ratios of temperatures in a gas that loses energy become constant in its cooling state. For gases
// whose ratios, by theory, are still on their way there when the measured part begins.
template <int Dim>
class CoolingState final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.theory.elastic()) return nullptr;
    return std::make_unique<CoolingState>();
  }

  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override;

 private:
  // Relative difference from the cooling state from which on a gas is on its way; few particles
  // have ratios that differ by the share of the conserved momentum besides.
  static constexpr double kNear = 0.02, kOfFew = 2;

  // Path of the temperatures by theory when the measured part begins; empty if there is none.
  static std::vector<double> path_at_begin(const Measured<Dim>& run);
  static std::string on_its_way(std::string_view what, double now, const Prediction& at_last,
                                double particles);
};

template <int Dim>
std::vector<double> CoolingState<Dim>::path_at_begin(const Measured<Dim>& run) {
  const std::vector<HistoryRow>& rows = run.history.rows();
  const auto first =
      std::find_if(rows.begin(), rows.end(), [](const HistoryRow& row) { return row.measured; });
  const std::vector<std::vector<double>> path = temperature_paths(run);
  if (first == rows.end() || path.empty()) return {};
  return path[static_cast<std::size_t>(first - rows.begin())];
}

template <int Dim>
std::string CoolingState<Dim>::on_its_way(std::string_view what, double now,
                                          const Prediction& at_last, double particles) {
  if (!at_last || at_last->value <= 0 ||
      std::abs(now / at_last->value - 1) <= kNear + kOfFew / particles)
    return {};
  return fmt::format(
      "{} is {:.3g} by theory when the measured part begins, on its way to {:.3g} (set a larger "
      "run.equilibrate)",
      what, now, at_last->value);
}

template <int Dim>
std::optional<Doubt> CoolingState<Dim>::doubt(const Measured<Dim>& run) const {
  const std::size_t kinds = run.count.size();
  const std::vector<double> kt = path_at_begin(run);
  if (kt.empty()) return std::nullopt;
  double translation = 0, rotation = 0, rotations = 0;
  for (std::size_t s = 0; s < kinds; ++s) {
    const double share = run.count[s] / run.theory.particles();
    const double own = run.rotations(s) * run.count[s];
    translation += share * kt[s];
    rotation += own * kt[kinds + s];
    rotations += own;
  }
  if (rotations > 0)
    if (std::string why = on_its_way(
            "rotational over translational temperature", rotation / rotations / translation,
            run.theory.rotational_temperature_ratio(), run.theory.particles());
        !why.empty())
      return Doubt(std::move(why), Assumption::relaxed);
  if (kinds < 2 || rotations > 0) return std::nullopt;
  for (std::size_t s = 0; s < kinds; ++s) {
    if (run.count[s] == 0) continue;
    const std::string what =
        fmt::format("the temperature of {} over that of the gas", run.options.species_names[s]);
    if (std::string why = on_its_way(what, kt[s] / translation, run.theory.temperature_share(s),
                                     run.theory.particles());
        !why.empty())
      return Doubt(std::move(why), Assumption::relaxed);
  }
  return std::nullopt;
}

}  // namespace

ListedMeasurement listed_cooling_state() {
  return {nullptr, CoolingState<2>::make, CoolingState<3>::make};
}

}  // namespace clausius
