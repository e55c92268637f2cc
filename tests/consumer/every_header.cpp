#include "every_header.h"

#include <iostream>

// The gas moves identically for all instruction sets of the compiler.
namespace {

struct Sum : clausius::Observer<3> {
  int hits = 0;
  double impulse = 0;
  void on_collision(const clausius::CollisionRecord<3>& hit) override {
    ++hits;
    impulse += hit.impulse;
  }
};

}  // namespace

int main() {
  clausius::Gas<3> gas{.box = {.size = {8, 8, 8}},
                       .species = {{.diameter = 1, .mass = 1}},
                       .restitution = Eigen::MatrixXd::Constant(1, 1, 0.9),
                       .wall_restitution = {1}};
  clausius::State<3> start;
  clausius::RandomStream random(1, clausius::Stream::test);
  for (int i = 0; i < 64; ++i) {
    start.species.push_back(0);
    start.position.emplace_back(1 + 2 * (i % 4), 1 + 2 * (i / 4 % 4), 1 + 2 * (i / 16));
    start.velocity.emplace_back(random.normal(), random.normal(), random.normal());
  }
  clausius::Simulation<3> simulation(gas, start);
  const Sum& sum = simulation.add<Sum>();
  simulation.run(clausius::collisions(5000));
  std::cout << sum.hits << " collisions, impulse " << sum.impulse << ", hash " << std::hex
            << simulation.record_hash() << '\n';
}
