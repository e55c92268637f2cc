#include <algorithm>
#include <cmath>
#include <numbers>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "measure/walls/local_gas.h"
#include "measure/walls/wall_stores.h"
#include "statistics/moments.h"

namespace clausius {

namespace {

// Scatter of the pressure on thermal walls of one temperature from interval to interval.
//
// In a dilute gas each particle hits the walls independently, ν = n √(k_BT/2πm) times per area and
// time. A hit transfers m (v + v′), where the incoming and outgoing speeds are independent at a
// bath: of mean square (4 + π) m k_BT. In short intervals τ no particle hits twice, except near
// edges: n k_BT τ²/4πm pairs of hits per length of an edge and sense, of mean product 2π m k_BT.
// With the area A of all walls Var P/P² = (4 + π)/√(2π) √(m/k_BT)/(n A τ) + (Σ 8V²/(L_i L_j A²) −
// 1)/N, summed over the pairs of axes with walls across: −1/3N in a cube.
template <int Dim>
class PressureFluctuation final : public SavedMeasurement<PressureFluctuation<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Gas<Dim>& gas = start.run.gas;
    const Boundary<Dim>& boundary = gas.boundary;
    bool is_closed = true;
    for (int face = 0; face < 2 * Dim; ++face) {
      const FaceWall<Dim>& wall = boundary.faces[face];
      is_closed =
          is_closed && (gas.box.periodic[face / 2] || (wall.kt > 0 && wall.is_always_diffuse()));
    }
    if (!is_closed || gas.box.all_periodic() || boundary.has_gravity() ||
        !boundary.obstacles.empty() || !boundary.common_kt())
      return nullptr;
    return std::make_unique<PressureFluctuation>();
  }

  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    durations_.push_back(interval.duration);
    impulses_.push_back(interval.totals.wall_impulse());
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(durations_, impulses_);
  }

 private:
  // Area of all walls, and 8V Σ 1/(L_i L_j).
  struct Walls {
    double area = 0, edges = 0;
    explicit Walls(const Box<Dim>& box);
  };
  static Prediction theory(const Measured<Dim>& run, const Walls& walls, double duration);

  std::vector<double> durations_;  // durations of the intervals
  std::vector<double> impulses_;   // impulses on all walls in them
};

template <int Dim>
PressureFluctuation<Dim>::Walls::Walls(const Box<Dim>& box) {
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.periodic[axis]) continue;
    area += 2 * face_area(box, axis);
    for (int other = 0; other < axis; ++other)
      if (!box.periodic[other]) edges += 8 * box.volume() / (box.size[axis] * box.size[other]);
  }
}

template <int Dim>
Prediction PressureFluctuation<Dim>::theory(const Measured<Dim>& run, const Walls& walls,
                                            double duration) {
  constexpr double kShort = 0.03;  // relative to the transit time between walls
  constexpr double kDilute = 0.01;
  const Box<Dim>& box = run.gas.box;
  const double particles = run.theory.particles();
  const double kt = run.total().kt_time / run.total().duration;
  const auto fluid = local_gas(run.gas, particles / box.volume(), kt);
  if (!fluid || duration * std::sqrt(kt / fluid->mass) >= kShort * box.size.minCoeff() ||
      fluid->density * portable::pow(fluid->diameter, Dim) >= kDilute)
    return std::nullopt;
  return TheoryValue{
      std::sqrt((4 + std::numbers::pi) / std::sqrt(2 * std::numbers::pi) *
                    std::sqrt(fluid->mass / kt) / (fluid->density * walls.area * duration) +
                (walls.edges * box.volume() / (walls.area * walls.area) - 1) / particles),
      "hits of independent particles"};
}

template <int Dim>
std::vector<Observable> PressureFluctuation<Dim>::observables(const Measured<Dim>& run) const {
  constexpr std::size_t kEnough = 20;
  if (impulses_.size() < kEnough) return {};
  const Walls walls(run.gas.box);
  const double usual = durations_.front();
  RunningMoments pressures;
  for (std::size_t i = 0; i < impulses_.size(); ++i) {
    if (std::abs(durations_[i] - usual) > 0.01 * usual) continue;
    pressures.add(impulses_[i] / (walls.area * durations_[i]));
  }
  if (pressures.count() < static_cast<std::int64_t>(kEnough) || pressures.mean() <= 0) return {};
  const double deviation = std::sqrt(pressures.variance()) / pressures.mean();
  // Squared relative error of a variance: kurtosis − 1 over the number.
  const double error =
      0.5 * deviation *
      std::sqrt((pressures.kurtosis() - 1) / static_cast<double>(pressures.count()));
  return {observable("pressure_fluctuation", deviation,
                     StandardError{error, static_cast<double>(pressures.count())},
                     theory(run, walls, usual), "1")};
}

MeasurementKind pressure_fluctuation_kind() {
  return {"Pressure fluctuation",
          {{"pressure_fluctuation",
            "Standard deviation of the pressure on the walls from one sample to the next, relative "
            "to its mean.",
            "sqrt(<P^2> - <P>^2)/<P>", nullptr, Need::active_walls}},
          {}};
}

}  // namespace

ListedMeasurement listed_pressure_fluctuation() {
  return {pressure_fluctuation_kind, PressureFluctuation<2>::make, PressureFluctuation<3>::make};
}

}  // namespace clausius
