#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/engine.h"
#include "measure/velocities/sonine_relaxation.h"

using namespace clausius;

namespace {

template <int Dim>
struct Watch final : Observer<Dim> {
  SonineRelaxation<Dim> relaxation;
  void on_collision(const CollisionRecord<Dim>& collision) override { relaxation.add(collision); }
};

}  // namespace

// The slow way: the engine is stopped at each step, and the coefficients follow from the moments of
// all speeds.
TEMPLATE_TEST_CASE_SIG("Sonine coefficients are those of a gas stopped at each step", "",
                       ((int Dim), Dim), 2, 3) {
  Gas<Dim> gas;
  gas.box.size = Vec<Dim>::Constant(Dim == 2 ? 8 : 4);
  gas.box.size[0] = 8;
  gas.species = {{1, 2}};
  gas.restitution = Eigen::MatrixXd::Ones(1, 1);
  gas.wall_restitution = {1};
  State<Dim> start;
  double speed_sq = 0;
  const int count = 16;
  for (int n = 0; n < count; ++n) {
    Vec<Dim> r = Vec<Dim>::Constant(1), v;
    r[0] += 2 * (n % 4);
    r[1] += 2 * (Dim == 2 ? n / 4 : n / 4 % 2);
    r[Dim - 1] += Dim == 2 ? 0 : n / 8 * 2;
    for (int a = 0; a < Dim; ++a) v[a] = 3 * std::sin(1 + 2.3 * n + 1.7 * a);
    start.species.push_back(0);
    start.position.push_back(r);
    start.velocity.push_back(v);
    speed_sq += v.squaredNorm() / count;
  }
  const double kt_over_mass = speed_sq / Dim, freedom = Dim * count, rate = 5;
  Watch<Dim> watch;
  watch.relaxation.begin(start, kt_over_mass, freedom, rate);
  auto engine = make_engine(gas, start, EngineOptions{});
  const int steps = 200;
  std::vector<double> a2, a3;
  for (int k = 0; k <= steps; ++k) {
    engine->advance(k / (8 * rate), Engine<Dim>::kNoLimit, &watch);
    double fourth = 0, sixth = 0;
    for (const Vec<Dim>& v : engine->state().velocity) {
      fourth += std::pow(v.squaredNorm(), 2) / count;
      sixth += std::pow(v.squaredNorm(), 3) / count;
    }
    const double d = Dim;
    const double second = fourth / std::pow(speed_sq, 2) * d / (d + 2) - 1;
    const double third =
        1 + 3 * second - sixth / std::pow(speed_sq, 3) * d * d / ((d + 2) * (d + 4));
    a2.push_back(second + 2 / (freedom + 2));
    a3.push_back(third + 16 / ((freedom + 2) * (freedom + 4)));
  }
  REQUIRE(engine->counters().collisions > 50);
  watch.relaxation.end_interval(engine->time());

  const Table table = watch.relaxation.table();
  const auto& columns = table.columns;
  const auto& at = std::get<std::vector<double>>(columns[0].values);
  REQUIRE(at.size() > 20);
  for (std::size_t row = 0; row < at.size(); ++row) {
    const auto lag = static_cast<std::size_t>(std::lround(8 * at[row]));
    INFO("lag " << lag);
    std::size_t spacing = 1;
    while (lag / spacing > 8) spacing *= 2;
    for (const auto& [series, column] : {std::pair{&a2, 1}, std::pair{&a3, 4}}) {
      double product = 0, square = 0, pairs = 0;
      for (std::size_t k = 0; k + lag <= steps; k += spacing) {
        product += (*series)[k] * (*series)[k + lag];
        ++pairs;
      }
      for (const double a : *series) square += a * a / (steps + 1);
      CHECK(std::get<std::vector<double>>(columns[static_cast<std::size_t>(column)].values)[row] ==
            Approx(product / pairs / square).margin(1e-9));
    }
  }
}
