#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/measure/results.h"
#include "engine/engine.h"
#include "measure/transport/displacements.h"
#include "measure/transport/helfand_moments.h"
#include "measure/transport/transport_steps.h"
#include "measure/velocities/sonine_relaxation.h"
#include "named.h"

using namespace clausius;
using testing::column;

namespace {

// A small gas on a lattice with velocities of two kinds of waves, and a slow, independent
// measurement: the engine is stopped at each step, and displacements are summed from image to
// image.
template <int Dim>
struct SmallGas {
  Gas<Dim> gas;
  State<Dim> start;

  SmallGas() {
    gas.box.size = Vec<Dim>::Constant(6);
    gas.species = {{1, 1}, {0.8, 2}};
    gas.restitution = Eigen::MatrixXd::Ones(2, 2);
    gas.wall_restitution = {1, 1};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < (Dim == 3 ? 3 : 1); ++k) {
          const std::vector<double> at{2.0 * i, 2.0 * j, 2.0 * k};
          const double n = static_cast<double>(start.size());
          Vec<Dim> r, v;
          for (int a = 0; a < Dim; ++a) {
            r[a] = at[static_cast<std::size_t>(a)] + 0.5;
            v[a] = std::sin(1 + 2.3 * n + 1.7 * a);
          }
          start.species.push_back(static_cast<std::uint8_t>(start.size() % 2));
          start.position.push_back(r);
          start.velocity.push_back(v);
        }
  }
};

template <int Dim>
struct Both final : Observer<Dim> {
  Displacements<Dim> diffusion;
  HelfandMoments<Dim> helfand;
  explicit Both(const std::vector<SphereSpecies>& species) : helfand(species) {}
  void on_collision(const CollisionRecord<Dim>& collision) override {
    diffusion.add(collision);
    helfand.add(collision);
    // For the slow way: ∫ of what collisions carry, of xy and of energy along x.
    const double e = 0.5 * (collision.second_species == 0 ? 1 : 2) *
                     (collision.second_after.squaredNorm() - collision.second_before.squaredNorm());
    shear +=
        collision.impulse * collision.separation * collision.normal * collision.normal.transpose();
    heat += e * collision.separation * collision.normal;
  }
  Eigen::Matrix<double, Dim, Dim> shear = Eigen::Matrix<double, Dim, Dim>::Zero();
  Vec<Dim> heat = Vec<Dim>::Zero();
};

}  // namespace

TEMPLATE_TEST_CASE_SIG("Paths and Helfand moments are those of a gas stopped at each step", "",
                       ((int Dim), Dim), 2, 3) {
  const SmallGas<Dim> small;
  const double step = 0.05;
  const int steps = 300;
  Both<Dim> both(small.gas.species);
  both.diffusion.begin(small.start, {step, step}, {1, 0.5});
  both.helfand.begin(small.start, step);
  auto engine = make_engine(small.gas, small.start, EngineOptions{});

  std::vector<State<Dim>> states{small.start};
  std::vector<std::vector<Vec<Dim>>> paths(
      1, std::vector<Vec<Dim>>(small.start.size(), Vec<Dim>::Zero()));
  // Σ p r of the paths is what flies and what collisions carry, without the start's Σ p r.
  using Tensor = Eigen::Matrix<double, Dim, Dim>;
  std::vector<Tensor> shear(1, Tensor::Zero());
  std::vector<Vec<Dim>> heat(1, Vec<Dim>::Zero());
  std::vector<double> trace(1, 0.0);  // of what collisions carry, over the dimensions
  const int finer = 40;
  for (int k = 1; k <= steps; ++k) {
    Tensor flown = Tensor::Zero();
    Vec<Dim> carried = Vec<Dim>::Zero();
    std::vector<Vec<Dim>> path = paths.back();
    for (int part = 1; part <= finer; ++part) {
      const State<Dim> before = engine->state();
      engine->advance(step * (k - 1) + step * part / finer, Engine<Dim>::kNoLimit, &both);
      const State<Dim> after = engine->state();
      for (std::size_t i = 0; i < after.size(); ++i) {
        path[i] += small.gas.box.minimum_image(after.position[i] - before.position[i]);
        const double mass = small.gas.species[after.species[i]].mass;
        for (const State<Dim>* state : {&before, &after}) {  // the trapezoidal rule
          const Vec<Dim>& v = state->velocity[i];
          flown += 0.5 * step / finer * mass * v * v.transpose();
          carried += 0.5 * step / finer * 0.5 * mass * v.squaredNorm() * v;
        }
      }
    }
    paths.push_back(path);
    states.push_back(engine->state());
    shear.push_back((k > 1 ? shear.back() : Tensor(Tensor::Zero())) + flown);
    heat.push_back((k > 1 ? heat.back() : Vec<Dim>(Vec<Dim>::Zero())) + carried);
    shear.back() += both.shear;
    trace.push_back(trace.back() + both.shear.trace() / Dim);
    heat.back() += both.heat;
    both.shear.setZero();
    both.heat.setZero();
  }
  REQUIRE(engine->counters().collisions > 30);
  both.diffusion.end_interval(engine->time());
  both.helfand.end_interval(engine->time());

  const UnitNames units = unit_names(false, Dim);
  const Table self = both.diffusion.table({"a", "b"}, units, {{}, {}}, {});
  const typename HelfandMoments<Dim>::Conditions conditions{2, 5, 1, 1, {3, 5}, {}, {}, {}, {}, {}};
  const Table helfand = both.helfand.table(units, conditions);
  std::vector<double> shear_squares, heat_squares, trace_variances, drift_squares, products;
  double first = 0;  // the part of the first species
  for (const std::uint8_t species : small.start.species)
    first += (species == 0 ? 1.0 : 0.0) / static_cast<double>(small.start.size());
  for (std::size_t index = 0; index < MultiTau<int>::kLags; ++index) {
    const auto lag = static_cast<std::size_t>(MultiTau<int>::lag(index));
    if (lag > static_cast<std::size_t>(steps)) break;
    std::size_t spacing = 1;
    while (lag / spacing > 8) spacing *= 2;
    double square = 0, product = 0, integral = 0, pairs = 0, shear_square = 0, heat_square = 0,
           drift_square = 0, heat_of_drift = 0, growth = 0, growth_square = 0, origins = 0;
    for (std::size_t k = 0; k + lag <= static_cast<std::size_t>(steps); k += spacing) {
      const bool paired = (k + lag) % Displacements<Dim>::kPairSpacing == 0;
      for (std::size_t i = 0; paired && i < small.start.size(); i += 2) {  // species a
        const Vec<Dim> path = paths[k + lag][i] - paths[k][i];
        const Vec<Dim>&v = states[k].velocity[i], &w = states[k + lag].velocity[i];
        square += path.squaredNorm();
        product += v.dot(w);
        integral += 0.5 * (v + w).dot(path) / Dim;
        ++pairs;
      }
      Tensor s = shear[k + lag] - shear[k];
      s -= s.trace() / Dim * Tensor::Identity();
      // S:S = 2 × (number of components) × the mean square of one.
      shear_square += s.squaredNorm() / (Dim * (Dim + 1) - 2);
      heat_square += (heat[k + lag] - heat[k]).squaredNorm() / Dim;
      growth += trace[k + lag] - trace[k];
      growth_square += std::pow(trace[k + lag] - trace[k], 2);
      Vec<Dim> drift = Vec<Dim>::Zero();
      for (std::size_t i = 0; i < small.start.size(); ++i)
        drift +=
            (small.start.species[i] == 0 ? 1 - first : -first) * (paths[k + lag][i] - paths[k][i]);
      drift_square += drift.squaredNorm() / Dim;
      heat_of_drift += drift.dot(heat[k + lag] - heat[k]) / Dim;
      ++origins;
    }
    INFO("lag " << lag);
    CHECK(column(self, "square_displacement")[index] == Approx(square / pairs).epsilon(1e-9));
    CHECK(column(self, "autocorrelation")[index] == Approx(product / pairs).margin(1e-9));
    CHECK(column(self, "integral")[index] == Approx(integral / pairs).margin(1e-9));
    shear_squares.push_back(shear_square / origins);
    heat_squares.push_back(heat_square / origins);
    drift_squares.push_back(drift_square / origins);
    products.push_back(heat_of_drift / origins);
    // The mean is not known but from the same run.
    trace_variances.push_back((growth_square / origins - std::pow(growth / origins, 2)) /
                              (1 - static_cast<double>(lag) / (steps + 1)));
    if (index == 0) continue;
    const double scale =
        2 * 2 * step *
        static_cast<double>(MultiTau<int>::lag(index) - MultiTau<int>::lag(index - 1));
    // The slow way is off by half a fine step at each collision.
    CHECK(column(helfand, "viscosity")[index - 1] ==
          Approx((shear_squares[index] - shear_squares[index - 1]) / scale)
              .epsilon(0.02)
              .margin(0.01));
    const double drifts = drift_squares[index] - drift_squares[index - 1];
    const double with_drift = (products[index] - products[index - 1]) / drifts;
    const double heats = heat_squares[index] - heat_squares[index - 1];
    CHECK(column(helfand, "conductivity")[index - 1] ==
          Approx((heats - with_drift * with_drift * drifts) / scale).epsilon(0.02).margin(0.01));
    // Masses 1 and 2, enthalpies 3 and 5.
    CHECK(column(helfand, "thermal_diffusion")[index - 1] ==
          Approx(with_drift - (2 * 3 - 5) / (first + 2 * (1 - first))).epsilon(0.02).margin(0.01));
    CHECK(column(helfand, "bulk_viscosity")[index - 1] ==
          Approx((trace_variances[index] - trace_variances[index - 1]) / scale)
              .epsilon(1e-9)
              .margin(1e-9));
    // Over N x₁ x₂ instead of over V k_BT.
    CHECK(column(helfand, "mutual_diffusion")[index - 1] ==
          Approx((drift_squares[index] - drift_squares[index - 1]) / scale * 2 /
                 (5 * first * (1 - first)))
              .epsilon(1e-9)
              .margin(1e-9));
  }
}

namespace {

// What a checkpoint holds of a new object in memory whose bytes are all `fill`.
template <class Object, class... Arguments>
std::string saved_in(unsigned char fill, const Arguments&... arguments) {
  alignas(Object) std::array<unsigned char, sizeof(Object)> memory{};
  memory.fill(fill);
  // Without this the compiler may drop what an object overwrites or leaves without a value.
  asm volatile("" : : "r"(memory.data()) : "memory");
  auto* const object = new (memory.data()) Object(arguments...);
  SaveArchive archive;
  archive(*object);
  std::destroy_at(object);
  return archive.take();
}

}  // namespace

TEST_CASE("Checkpoints of correlations hold no byte that was never written") {
  const std::vector<SphereSpecies> species{{1, 1}, {0.8, 2}};
  CHECK((saved_in<HelfandMoments<2>>(0x55, species) == saved_in<HelfandMoments<2>>(0xaa, species)));
  CHECK((saved_in<HelfandMoments<3>>(0x55, species) == saved_in<HelfandMoments<3>>(0xaa, species)));
  CHECK((saved_in<SonineRelaxation<2>>(0x55) == saved_in<SonineRelaxation<2>>(0xaa)));
  CHECK((saved_in<SonineRelaxation<3>>(0x55) == saved_in<SonineRelaxation<3>>(0xaa)));
}

TEST_CASE("Coefficients are taken where the integrals have reached their plateau, or not at all") {
  const std::uint64_t long_run = 100000, short_run = 1000;
  CHECK(first_lag(0, 0, short_run) == 20);
  CHECK(first_lag(0, 80, short_run) == 20);
  for (const bool dense : {false, true}) {
    const auto wanted = [&](double steps, std::uint64_t samples) {
      return dense ? first_lag(0, steps, samples) : first_lag(steps, 0, samples);
    };
    CHECK(wanted(81, long_run) == 24);
    CHECK(wanted(161, long_run) == 28);
    CHECK(wanted(1e6, long_run) == 28);
    // A short run takes what it has, unless cages have not yet opened then.
    CHECK(wanted(400, short_run) == (dense ? std::nullopt : std::optional<std::size_t>(20)));
  }
}
