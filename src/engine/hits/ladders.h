#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "clausius/engine/state.h"
#include "collision/predict.h"

namespace clausius {

/// The steps of the potential of two particles from the outside inwards, which divide the space
/// around a particle into shells: a pair is in shell 0 beyond the outermost step, and in one more
/// for each step inside of which it is.
struct Ladder {
  std::vector<double> edge;    ///< inner edge of each shell; that of the last is contact
  std::vector<double> energy;  ///< in each shell

  Ladder() = default;
  Ladder(const std::vector<PotentialStep>& steps, double contact) : energy{0} {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      edge.push_back(step->range);
      energy.push_back(step->energy);
    }
    edge.push_back(contact);
  }

  /// The last shell, whose inner edge is contact.
  [[nodiscard]] std::size_t last() const { return edge.size() - 1; }

  /// How far a distance is outside of a shell; below 0 within it.
  [[nodiscard]] double outside(double distance, std::size_t shell) const {
    const double inner = edge[shell] - distance;
    return shell == 0 ? inner : std::max(inner, distance - edge[shell - 1]);
  }

  /// The shell of a pair at separation r that moves at v. Within rounding of a step it is on the
  /// side to which it moves.
  template <int Dim>
  [[nodiscard]] std::size_t shell_of(const Vec<Dim>& r, const Vec<Dim>& v) const {
    constexpr double kRounding = 1e-13;
    const double distance = r.norm();
    const double ahead = std::copysign(kRounding * distance, v.dot(r));
    std::size_t shell = 0;
    while (shell < last() && distance + ahead < edge[shell]) ++shell;
    return shell;
  }
};

/// The ladders of all pairs of species; none in a gas without steps.
class Ladders {
 public:
  template <int Dim>
  explicit Ladders(const Gas<Dim>& gas) : species_(gas.species.size()) {
    if (!gas.has_steps()) return;
    for (std::size_t a = 0; a < species_; ++a)
      for (std::size_t b = 0; b < species_; ++b)
        ladders_.emplace_back(gas.steps_of(a, b), gas.contact_distance(a, b));
  }
  [[nodiscard]] bool any() const { return !ladders_.empty(); }
  [[nodiscard]] const Ladder& of(std::size_t a, std::size_t b) const {
    return ladders_[a * species_ + b];
  }

 private:
  std::size_t species_;
  std::vector<Ladder> ladders_;
};

/// Where and when a pair comes to the next step of its potential, or to contact.
struct NextStep {
  double time;
  double distance;
  bool outwards;  ///< whether it comes from the inside
};

/// The shell decides which steps are ahead, not the distance, which rounding may put on either side
/// of a step just passed.
template <int Dim>
NextStep next_step(const RelativeMotion<Dim, double>& motion, const Ladder& ladder,
                   std::size_t shell) {
  const double inner = ladder.edge[shell];
  const double inwards = motion.contact_time(inner);
  if (inwards < kNever || shell == 0) return {inwards, inner, false};
  const double outer = ladder.edge[shell - 1];
  return {motion.departure_time(outer), outer, true};
}

}  // namespace clausius
