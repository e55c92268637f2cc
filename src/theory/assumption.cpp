#include "clausius/theory/assumption.h"

namespace clausius {

std::string_view words_for(Assumption assumption) {
  switch (assumption) {
    case Assumption::homogeneous:
      return "density and composition are uniform, except for the layers at walls";
    case Assumption::fluid:
      return "the gas is a disordered fluid, relaxed from its start";
    case Assumption::relaxed:
      return "velocities have relaxed since the start, and species, translation and rotation have "
             "exchanged "
             "their energy";
    case Assumption::steady:
      return "no mean over time drifts";
    case Assumption::short_paths:
      return "gaps between walls are many mean free paths wide";
  }
  return "";
}

}  // namespace clausius
