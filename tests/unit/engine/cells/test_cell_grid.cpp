#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "clausius/core/random.h"
#include "engine/cells/cell_grid.h"

using namespace clausius;

namespace {

template <int Dim>
struct Place {
  std::uint32_t cell[Dim];
};

std::vector<Id> sorted(const std::vector<Id>& candidates, std::size_t begin, std::size_t end) {
  std::vector<Id> ids(candidates.begin() + static_cast<std::ptrdiff_t>(begin),
                      candidates.begin() + static_cast<std::ptrdiff_t>(end));
  std::sort(ids.begin(), ids.end());
  return ids;
}

// Particles move at random from cell to cell, so that some cells hold many and most none or one;
// the particles that the grid finds are compared with a search through all particles' cells.
template <int Dim>
void check_grid(const Box<Dim>& box, std::uint64_t seed) {
  constexpr Id kParticles = 300;
  CellGrid<Dim> grid(box, 1, kParticles);
  RandomStream random(seed, Stream::test);
  std::vector<Place<Dim>> places(kParticles);
  for (Id id = 0; id < kParticles; ++id) {
    for (int k = 0; k < Dim; ++k)
      places[id].cell[k] = static_cast<std::uint32_t>(random() % grid.count()[k]) / (1 + id % 2);
    grid.insert(id, places[id].cell);
  }
  const auto distance = [&](int k, std::uint32_t from, std::uint32_t to) {
    const auto count = static_cast<std::int64_t>(grid.count()[k]);
    std::int64_t steps = std::int64_t{to} - std::int64_t{from};
    if (box.periodic[k] && 2 * steps > count) steps -= count;
    if (box.periodic[k] && 2 * steps < -count) steps += count;
    return steps;
  };
  typename CellGrid<Dim>::Candidates candidates;
  int different = 0, misfiled = 0, alone = 0, with_one = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto id = static_cast<Id>(random() % kParticles);
    const int axis = static_cast<int>(random() % Dim);
    const int step = random() % 2 == 0 ? 1 : -1;
    auto& cell = places[id].cell;
    if (grid.shifted(axis, cell[axis], step) < 0) continue;
    grid.move(id, cell, axis, step);
    if (grid.count_of(id, cell) != 1) ++misfiled;

    std::vector<Id> around, beyond;
    int in_cell = 0;
    for (Id other = 0; other < kParticles; ++other) {
      if (std::equal(cell, cell + Dim, places[other].cell)) ++in_cell;
      std::int64_t farthest = 0;
      for (int k = 0; k < Dim; ++k)
        if (k != axis)
          farthest = std::max(farthest, std::abs(distance(k, cell[k], places[other].cell[k])));
      if (farthest > 1) continue;
      const std::int64_t along = distance(axis, cell[axis], places[other].cell[axis]);
      if (std::abs(along) <= 1) around.push_back(other);
      if (along == step) beyond.push_back(other);
    }
    const std::size_t begin = random() % 20;
    constexpr Id kStranger = kParticles;
    const std::size_t all = grid.gather_all(kStranger, cell, candidates, begin);
    if (sorted(candidates, begin, all) != around) ++different;
    const std::size_t others = grid.gather_all(id, cell, candidates, begin);
    if (in_cell <= 2) {
      ++(in_cell == 1 ? alone : with_one);
      around.erase(std::find(around.begin(), around.end(), id));
    }
    if (sorted(candidates, begin, others) != around) ++different;
    const std::size_t layer = grid.gather_layer(cell, axis, step, candidates, begin);
    if (sorted(candidates, begin, layer) != beyond) ++different;
  }
  CHECK(different == 0);
  CHECK(misfiled == 0);
  CHECK(alone > 100);
  CHECK(with_one > 100);
  CHECK(grid.filed() == kParticles);
}

}  // namespace

TEST_CASE("A cell grid finds the particles in the cells around and in the layer beyond",
          "[engine]") {
  check_grid<3>({{5.5, 6, 8}, {true, true, true}}, 1);
  check_grid<3>({{5.5, 6, 8}, {false, true, false}}, 2);
  check_grid<2>({{12.5, 9}, {true, true}}, 3);
  check_grid<2>({{12.5, 9}, {true, false}}, 4);
}
