#include <clausius/core/errors.h>
#include <clausius/geometry/box.h>

#include <cstdio>

// Two particles near opposite faces of a periodic box are neighbours.
int main() {
  clausius::Box<3> box{.size = {10, 10, 10}};
  const double distance = box.minimum_image({9, 0, 0}).norm();
  const clausius::Problem problem{.file = "study.toml", .line = 1, .column = 2, .message = "wrong"};
  std::printf("distance %g, %s\n", distance, problem.text().c_str());
  return distance == 1 ? 0 : 1;
}
