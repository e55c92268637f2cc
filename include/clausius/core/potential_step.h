#pragma once

namespace clausius {

/// A step of a pair potential: the energy of two particles whose centres are nearer to each other
/// than `range`, down to the next step or to contact.
struct PotentialStep {
  double range = 0;
  double energy = 0;  ///< below 0: they attract each other
};

}  // namespace clausius
