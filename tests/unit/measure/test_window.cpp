#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/random.h"
#include "measure/labels/window.h"

using namespace clausius;

namespace {

/// N velocities drawn from Gauss' law, given momentum 0 and energy N·d/2·(N − 1)/N: those of an
/// isolated gas with k_BT/m = 1.
template <int Dim>
void draw(State<Dim>& state, double edge, RandomStream& random) {
  Vec<Dim> mean = Vec<Dim>::Zero();
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (int k = 0; k < Dim; ++k) {
      state.velocity[i][k] = random.normal();
      state.position[i][k] = edge * random.uniform();
    }
    mean += state.velocity[i] / static_cast<double>(state.size());
  }
  double square = 0;
  for (Vec<Dim>& v : state.velocity) square += (v -= mean).squaredNorm();
  const double scale = std::sqrt(Dim * static_cast<double>(state.size() - 1) / square);
  for (Vec<Dim>& v : state.velocity) v *= scale;
}

}  // namespace

TEST_CASE("A window lets in what is between its edges") {
  PhaseWindow window{"w", {0, 1}, {2, 3}, {-1, -1}, {1, 1}};
  CHECK(window.contains<2>({0, 1}, {0, 0}));
  CHECK_FALSE(window.contains<2>({2, 1}, {0, 0}));
  CHECK_FALSE(window.contains<2>({1, 0.9}, {0, 0}));
  CHECK_FALSE(window.contains<2>({1, 2}, {0, 1}));
  CHECK(window.contains<2>({1, 2}, {-1, 0.9}));
  window = {"v", {}, {}, {}, {}, 2.0, 3.0};
  CHECK(window.contains<2>({9, 9}, {0, 2}));
  CHECK_FALSE(window.contains<2>({9, 9}, {1, 1}));
  CHECK_FALSE(window.contains<2>({9, 9}, {3, 1}));
}

TEMPLATE_TEST_CASE_SIG("Numbers in windows are those of an isolated gas", "", ((int Dim), Dim), 2,
                       3) {
  constexpr std::size_t kParticles = 50;
  constexpr int kSamples = 12000;
  constexpr double kEdge = 3;
  std::vector<double> zero(Dim), half(Dim, kEdge), low(Dim, -0.5), high(Dim, 9.0);
  half[0] = 1;
  high[1] = 1.5;
  const std::vector<PhaseWindow> windows{{"speed", {}, {}, {}, {}, 1.0, 2.0},
                                         {"fast", {}, {}, {}, {}, 1.8},
                                         {"component", {}, {}, low, high},
                                         {"region", zero, half},
                                         {"both", zero, half, {}, {}, 1.2}};
  WindowCounts<Dim> counts(windows);
  State<Dim> state;
  state.species.assign(kParticles, 0);
  state.position.resize(kParticles);
  state.velocity.resize(kParticles);
  RandomStream random(1, Stream::test);
  for (int i = 0; i < kSamples; ++i) {
    state.time = i;
    draw<Dim>(state, kEdge, random);
    counts.sample(state);
  }
  const typename WindowCounts<Dim>::Conditions conditions{
      kParticles, std::vector<double>(Dim, kEdge), 1, Dim * (kParticles - 1.0)};
  const auto observables = counts.observables(conditions);
  REQUIRE(observables.size() == 10);
  for (const Observable& one : observables) {
    INFO(one.name << ' ' << one.value << " ± " << *one.error << ", theory " << *one.theory);
    // What is left out of the variance is of the order 1/N.
    CHECK(std::abs(one.value - *one.theory) <
          4 * *one.error + (one.name.find("variance") == std::string::npos ? 0 : 1.0 / kParticles) *
                               *one.theory);
    CHECK(*one.error < 0.03 * *one.theory);
  }
  // What is conserved takes more of the variance than could be missed.
  const double n = kParticles, p = observables[4].value / n;
  CHECK(observables[5].value < 0.85 * n * p * (1 - p));

  double whole = 0;
  const Table table = counts.tables(unit_names(false, Dim), conditions)[1];
  const auto& names = std::get<std::vector<std::string>>(table.columns[0].values);
  const auto& seen = std::get<std::vector<double>>(table.columns[2].values);
  const auto& expected = std::get<std::vector<double>>(table.columns[4].values);
  double difference = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != "fast") continue;
    whole += seen[i];
    difference = std::max(difference, std::abs(seen[i] - expected[i]));
  }
  CHECK(whole == Approx(1));
  CHECK(difference < 0.025);
}
