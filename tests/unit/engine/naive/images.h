#pragma once

#include <cmath>

#include "clausius/engine/state.h"

namespace clausius::testing {

/// Calls visit(shift) for the images of a box up to `reach` boxes away on periodic axes.
template <int Dim, class Visit>
void for_images(const Box<Dim>& box, int reach, const Visit& visit) {
  const auto most = [&](int k) { return k < Dim && box.periodic[k] ? reach : 0; };
  const auto edge = [&](int k) { return k < Dim ? box.size[k] : 0.0; };
  for (int x = -most(0); x <= most(0); ++x)
    for (int y = -most(1); y <= most(1); ++y)
      for (int z = -most(2); z <= most(2); ++z)
        visit(Vec<3>(x * edge(0), y * edge(1), z * edge(2)));
}

/// The position in the box on periodic axes.
template <int Dim>
Vec<Dim> naive_wrap(const Box<Dim>& box, Vec<Dim> r) {
  for (int k = 0; k < Dim; ++k)
    if (box.periodic[k]) r[k] -= box.size[k] * std::floor(r[k] / box.size[k]);
  return r;
}

/// The separation from the nearest image.
template <int Dim>
Vec<Dim> nearest_image(const Box<Dim>& box, Vec<Dim> r) {
  for (int k = 0; k < Dim; ++k)
    if (box.periodic[k]) r[k] -= box.size[k] * std::round(r[k] / box.size[k]);
  return r;
}

/// Lees and Edwards' boundary: moves a point to its image `boxes` boxes up along y, which moves
/// along x as fast as a flow of the shear rate so far up, and has done so since the start.
template <int Dim, class Vector>
void shear_image(const Gas<Dim>& gas, double time, double boxes, Vector& r, Vector& v) {
  const double speed = gas.boundary.shear_rate * boxes * gas.box.size[1];
  const double way = speed * (time - gas.boundary.start), edge = gas.box.size[0];
  r[0] += way - edge * std::round(way / edge);
  v[0] += speed;
}

}  // namespace clausius::testing
