#include <clausius/study/runner.h>

#include <iomanip>
#include <iostream>

// How fast does a gas cool whose collisions lose energy? One study for each coefficient of
// restitution, beside the theory of the homogeneous cooling state.
int main() {
  using namespace clausius;
  StudySections gas;
  gas.given_packing_fraction = 0.02;
  gas.species = {{.name = "grains", .count = 500}};
  gas.equilibrate = 5;
  gas.measure = 20;

  std::cout << "   e   -d ln T/dc       by theory\n" << std::fixed << std::setprecision(5);
  for (const double e : {0.95, 0.9, 0.85, 0.8}) {
    gas.general_restitution = e;
    const StudyResult result = run_study(make_study(gas));
    const Observable& rate = *find_observable(result.observables, "cooling_rate_reduced");
    std::cout << std::setprecision(2) << e << "  " << std::setprecision(5) << rate.value << " +- "
              << rate.error.value() << "  " << rate.theory.value() << '\n';
  }

  // The limits of study files apply to programs too.
  gas.general_restitution = 1.2;
  gas.species[0].count = -1;
  try {
    make_study(gas);
  } catch (const InputError& error) {
    std::cout << error.what() << '\n';
  }
}
