#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "measure/structure/density_profile.h"
#include "measure/structure/pair_distribution.h"
#include "measure/structure/structure_factor.h"

using namespace clausius;

namespace {

const UnitNames kUnits = unit_names(false, 3);

template <int Dim>
State<Dim> random_points(const Box<Dim>& box, const std::vector<std::size_t>& count,
                         std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  State<Dim> state;
  for (std::size_t s = 0; s < count.size(); ++s)
    for (std::size_t i = 0; i < count[s]; ++i) {
      Vec<Dim> r;
      for (int k = 0; k < Dim; ++k) r[k] = uniform(random) * box.size[k];
      state.position.push_back(r);
      state.velocity.push_back(Vec<Dim>::Zero());
      state.species.push_back(static_cast<std::uint8_t>(s));
    }
  return state;
}

const std::vector<double>& numbers(const Table& table, const std::string& name) {
  for (const auto& column : table.columns)
    if (column.name == name) return std::get<std::vector<double>>(column.values);
  throw std::runtime_error(name + " is missing");
}
const std::vector<std::string>& texts(const Table& table, const std::string& name) {
  for (const auto& column : table.columns)
    if (column.name == name) return std::get<std::vector<std::string>>(column.values);
  throw std::runtime_error(name + " is missing");
}

const auto kNoPairTheory = [](std::size_t, std::size_t, double) { return std::nullopt; };
const auto kNoWaveTheory = [](std::optional<std::size_t>, double) { return std::nullopt; };

}  // namespace

TEMPLATE_TEST_CASE_SIG("g(r) of points: every pair is counted once, whatever the cells", "",
                       ((int Dim), Dim), 2, 3) {
  std::mt19937_64 random(3);
  const std::vector<SphereSpecies> species{{1, 1}, {0.5, 1}};
  const std::vector<std::size_t> count{70, 90};
  // Boxes of few cells, of many, and of different edges.
  for (const double edge : {5.0, 9.5, 20.0}) {
    Box<Dim> box;
    box.size.setConstant(edge);
    box.size[0] *= 1.3;
    const State<Dim> state = random_points(box, count, random);
    Gas<Dim> gas;
    gas.box = box;
    gas.species = species;
    PairDistribution<Dim> pairs(gas, {70, 90}, 0.5 * edge);
    pairs.sample(state);
    // After so many samples every particle has been a centre equally often.
    for (int sample = 0; sample < 7 * 90; ++sample) pairs.sample_far(state);
    const Table table = pairs.table({"a", "b"}, kUnits, kNoPairTheory);
    const auto& distance = numbers(table, "distance");
    REQUIRE(distance.size() > (edge > 9 ? 150 : 60));
    CHECK(distance.back() > 0.5 * edge - 0.1);
    for (std::size_t row = 0; row < distance.size(); ++row) {
      const std::size_t first = texts(table, "first")[row] == "a" ? 0 : 1;
      const std::size_t second = texts(table, "second")[row] == "a" ? 0 : 1;
      const double contact = 0.5 * (species[first].diameter + species[second].diameter);
      const double smaller = std::min(species[first].diameter, species[second].diameter);
      const double near = contact + 2 * smaller;
      const double width = distance[row] < near
                               ? 0.04 * smaller
                               : std::max(0.1 * smaller, (0.5 * edge - near) / 100);
      double found = 0;
      for (std::size_t i = 0; i < state.size(); ++i)
        for (std::size_t j = i + 1; j < state.size(); ++j) {
          if (std::min(state.species[i], state.species[j]) != first ||
              std::max(state.species[i], state.species[j]) != second)
            continue;
          const double r = box.minimum_image(state.position[j] - state.position[i]).norm();
          // What overlaps (points may) counts as touching.
          const double at = std::max(r, contact + 1e-9);
          if (std::abs(at - distance[row]) < width / 2) ++found;
        }
      const double shell = Dim == 3 ? 4.0 / 3 * std::numbers::pi *
                                          (std::pow(distance[row] + width / 2, 3) -
                                           std::pow(distance[row] - width / 2, 3))
                                    : 2 * std::numbers::pi * distance[row] * width;
      const double possible = first == second
                                  ? 0.5 * static_cast<double>(count[first] * (count[first] - 1))
                                  : static_cast<double>(count[0] * count[1]);
      CHECK(numbers(table, "g")[row] == Approx(found * box.volume() / (possible * shell)));
    }
  }
}

TEST_CASE("g(r) of points placed at random is 1, also at contact, with its error") {
  std::mt19937_64 random(5);
  Box<3> box;
  box.size.setConstant(12);
  Gas<3> gas;
  gas.box = box;
  gas.species = {{1, 1}};
  PairDistribution<3> pairs(gas, {400}, 6);
  for (int sample = 0; sample < 200; ++sample) {
    const State<3> state = random_points(box, {400}, random);
    pairs.sample(state);
    pairs.sample_far(state);
  }
  const Table table = pairs.table({"a"}, kUnits, kNoPairTheory);
  double chi_sq = 0, bins = 0;
  // The first bin also has what overlaps.
  for (std::size_t row = 1; row < numbers(table, "g").size(); ++row, ++bins)
    chi_sq += std::pow((numbers(table, "g")[row] - 1) / numbers(table, "g_error")[row], 2);
  CHECK(bins == 49 + 30);
  CHECK(chi_sq == Approx(bins).margin(4 * std::sqrt(2 * bins)));
}

TEST_CASE("S(k) is the mean square of the density's Fourier components") {
  std::mt19937_64 random(7);
  Box<3> box;
  box.size = {6, 6, 9};
  StructureFactor<3> factor(box, {{1, 1}, {1, 1}}, {30, 300});
  const State<3> state = random_points(box, {30, 300}, random);
  factor.sample(state);
  const Table table = factor.table({"a", "b"}, kUnits, kNoWaveTheory);
  const auto& k = numbers(table, "wave_number");
  REQUIRE(k.size() == 3 * 2 * 48);
  for (std::size_t row = 0; row < k.size(); ++row) {
    const std::string& name = texts(table, "species")[row];
    double expected = 0, axes = 0, n = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double waves = k[row] * box.size[axis] / (2 * std::numbers::pi);
      // The short axes have the first half of the rows of each kind.
      if ((row / 48) % 2 == (axis < 2 ? 1 : 0)) continue;
      CHECK(waves == Approx(std::round(waves)).epsilon(1e-12));
      std::complex<double> sum = 0;
      n = 0;
      for (std::size_t i = 0; i < state.size(); ++i) {
        if (name != "all" && (state.species[i] == 0) != (name == "a")) continue;
        sum += std::polar(1.0, k[row] * state.position[i][axis]);
        ++n;
      }
      expected += std::norm(sum);
      ++axes;
    }
    CHECK(numbers(table, "s")[row] == Approx(expected / (n * axes)).epsilon(1e-9).margin(1e-9));
  }
}

TEST_CASE("S(k) begins at the longest wave of any box, and reaches the distance of neighbours") {
  std::mt19937_64 random(9);
  Box<2> box;
  box.size.setConstant(90);  // 215 waves up to kσ = 15
  StructureFactor<2> factor(box, {{1, 1}}, {50});
  const State<2> state = random_points(box, {50}, random);
  factor.sample(state);
  const Table table = factor.table({"a"}, kUnits, kNoWaveTheory);
  const auto& k = numbers(table, "wave_number");
  REQUIRE(k.size() == 48);
  CHECK(k.back() > 14.9);
  for (std::size_t row = 0; row < k.size(); ++row) {
    if (row < 24) CHECK(k[row] == Approx(2 * std::numbers::pi / 90 * (row + 1.0)));
    double expected = 0;
    for (int axis = 0; axis < 2; ++axis) {
      std::complex<double> sum = 0;
      for (const Vec<2>& r : state.position) sum += std::polar(1.0, k[row] * r[axis]);
      expected += std::norm(sum) / 100;
    }
    CHECK(numbers(table, "s")[row] == Approx(expected).epsilon(1e-9).margin(1e-9));
  }
  const auto small = factor.observables(kNoWaveTheory, "none");
  REQUIRE(small.size() == 1);
  CHECK(small[0].value == Approx(numbers(table, "s")[0]));
}

TEST_CASE("S(k) of points placed at random is 1") {
  std::mt19937_64 random(8);
  Box<2> box;
  box.size.setConstant(20);
  StructureFactor<2> factor(box, {{1, 1}}, {100});
  for (int sample = 0; sample < 300; ++sample) factor.sample(random_points(box, {100}, random));
  const auto small = factor.observables(
      [](std::optional<std::size_t>, double) { return std::optional(1.0); }, "random");
  REQUIRE(small.size() == 1);
  // One wave vector along each of two axes.
  CHECK(*small[0].error == Approx(1 / std::sqrt(300.0 * 2)).epsilon(0.2));
  CHECK(std::abs(small[0].z().value()) < 4);
}

TEST_CASE("The evenness of the density is tested along periodic axes") {
  Box<3> box;
  box.size.setConstant(10);
  std::vector<double> p;
  const auto p_value = [&](std::uint64_t seed, double wave) {
    std::mt19937_64 random(seed);
    DensityProfile<3> profile(box, {{1, 1}}, {500});
    for (int sample = 0; sample < 64; ++sample) {
      State<3> state = random_points(box, {500}, random);
      for (Vec<3>& r : state.position)
        r[1] = box.wrap(
            Vec<3>(r[0], r[1] + wave * std::sin(2 * std::numbers::pi * r[1] / 10), r[2]))[1];
      profile.sample(state);
    }
    const auto all = profile.observables(kUnits, std::nullopt);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_p_value);
    return all[0].value;
  };
  int small = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) small += p_value(seed, 0) < 0.1;
  CHECK(small <= 10);  // of 40 · 0.1: 10 or more have a probability of 0.5 %
  CHECK(p_value(1, 0.1) < 1e-4);
}

TEST_CASE("The density at walls is extrapolated to contact") {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> uniform(0, 1);
  Box<2> box;
  box.size = {8, 20};
  box.periodic = {false, true};
  DensityProfile<2> profile(box, {{1, 1}}, {200});
  for (int sample = 0; sample < 400; ++sample) {
    State<2> state = random_points(box, {200}, random);
    // Density ∝ 1 + x − x²/14 over the accessible x = 0 … 7: drawn by rejection.
    for (Vec<2>& r : state.position) {
      double x = 0;
      do x = 7 * uniform(random);
      while (uniform(random) * 2.75 > 1 + 0.5 * x - x * x / 14);
      r[0] = 0.5 + x;
    }
    profile.sample(state);
  }
  // ∫ (1 + x/2 − x²/14) dx = 7 + 12.25 − 8.1667; the same at both walls.
  const auto all = profile.observables(kUnits, TheoryValue{200 / 20.0 / (19.25 - 343.0 / 42), ""});
  REQUIRE(all.size() == 2);
  CHECK(all[1].name == "wall_contact_density");
  CHECK(std::abs(all[1].z().value()) < 4);
  CHECK(*all[1].error < 0.05 * all[1].value);
}
