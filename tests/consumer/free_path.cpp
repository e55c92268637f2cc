#include <clausius/study/simulation.h>

#include <iostream>

// How far do the molecules of a gas fly between two collisions? Measured, and by Enskog's theory.
int main() {
  using namespace clausius;
  StudySections gas;
  gas.given_packing_fraction = 0.1;
  gas.species = {{.name = "gas", .count = 1000}};

  Simulation<3> simulation(make_study(gas));
  simulation.equilibrate(collisions_per_particle(10));
  simulation.run(collisions_per_particle(50));

  const Observable path = simulation.observable("mean_free_path");
  std::cout << "mean free path " << path.value << " +- " << path.error.value() << ", by theory "
            << path.theory.value() << "\n  (" << path.source << ")\n";
}
