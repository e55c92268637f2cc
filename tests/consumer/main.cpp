#include <clausius/engine/engine.h>

#include <iostream>

// Two spheres of diameter 1 meet head on: time of contact and velocities after.
int main() {
  clausius::Gas<3> gas{.box = {.size = {10, 10, 10}},
                       .species = {{.diameter = 1, .mass = 1}},
                       .restitution = Eigen::MatrixXd::Ones(1, 1),
                       .wall_restitution = {1}};
  clausius::State<3> start{
      .species = {0, 0}, .position = {{2, 5, 5}, {6, 5, 5}}, .velocity = {{1, 0, 0}, {0, 0, 0}}};
  auto engine = clausius::make_engine<3>(gas, start);
  engine->advance(engine->kForever, 1, nullptr);
  std::cout << "contact at t = " << engine->time()
            << ", then v = " << engine->state().velocity[1].transpose() << '\n';
}
