#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "geometry/wrap.h"

using namespace clausius;

namespace {

template <int Dim>
Vec<Dim> wrapped(const Wrap<Dim>& wrap, const Vec<Dim>& r) {
  Quad x{7, 7, 7, 7};
  for (int k = 0; k < Dim; ++k) x[k] = r[k];
  x = wrap(x);
  Vec<Dim> result;
  for (int k = 0; k < Dim; ++k) result[k] = x[k];
  return result;
}

// Both are in the box, and equal up to rounding.
template <int Dim>
void compare(const Box<Dim>& box, const Vec<Dim>& r) {
  const Vec<Dim> plain = box.wrap(r), quick = wrapped(Wrap<Dim>(box), r);
  for (int k = 0; k < Dim; ++k) {
    INFO("axis " << k << ", L = " << box.size[k] << ", x = " << r[k] << ": " << plain[k] << " and "
                 << quick[k]);
    const double margin = 1e-15 * box.size[k];
    if (!box.periodic[k] || (r[k] > margin && r[k] < box.size[k] - margin)) {
      CHECK(plain[k] == r[k]);
      CHECK(quick[k] == r[k]);
      continue;
    }
    CHECK(quick[k] >= 0);
    CHECK(quick[k] < box.size[k]);
    double apart = std::abs(plain[k] - quick[k]);
    apart = std::min(apart, box.size[k] - apart);
    CHECK(apart <= 2e-16 * (std::abs(r[k]) + box.size[k]));
  }
}

template <int Dim>
void compare_all(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    Box<Dim> box;
    for (int k = 0; k < Dim; ++k) {
      box.size[k] = std::exp(7 * uniform(random));
      box.periodic[k] = uniform(random) < 0.6;
    }
    Vec<Dim> far, edge;
    for (int k = 0; k < Dim; ++k) {
      far[k] = 5 * uniform(random) * box.size[k];
      // At an edge of an image of the box, or next to it.
      edge[k] = std::round(3 * uniform(random)) * box.size[k];
      const double towards = uniform(random);
      if (std::abs(towards) > 0.3) edge[k] = std::nextafter(edge[k], towards > 0 ? 1e9 : -1e9);
    }
    compare(box, far);
    compare(box, edge);
  }
}

}  // namespace

TEST_CASE("Positions are moved into the box, one by one or without branches") {
  compare_all<3>(1);
  compare_all<2>(2);
}
