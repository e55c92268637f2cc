#include "collision/moving_wall.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "clausius/core/errors.h"
#include "core/elementary.h"

namespace clausius {

double first_descent(double c, double b, double a) {
  if (c <= 0 && (b < 0 || (b == 0 && a < 0))) return 0;
  if (a == 0) return b < 0 ? c / -b : kNever;
  const double discriminant = b * b - 4 * a * c;
  if (a > 0) return b < 0 && discriminant > 0 ? 2 * c / (std::sqrt(discriminant) - b) : kNever;
  if (discriminant < 0) return b / (-2 * a);
  const double root = std::sqrt(discriminant);
  return b < 0 ? 2 * c / (root - b) : (b + root) / (-2 * a);
}

double WallPath::displacement(double time) const {
  const double moved = std::clamp(time, begin, end) - begin;
  const double way = velocity * moved;
  return swings() ? way + amplitude * portable::sin(angular_frequency * moved) : way;
}

double WallPath::velocity_at(double time) const {
  if (time < begin || time >= end) return 0;
  if (!swings()) return velocity;
  return velocity +
         amplitude * angular_frequency * portable::cos(angular_frequency * (time - begin));
}

double WallPath::fastest() const {
  return std::abs(velocity) + std::abs(amplitude * angular_frequency);
}

double WallPath::acceleration_at(double time) const {
  if (time < begin || time >= end || amplitude == 0) return 0;
  return -amplitude * angular_frequency * angular_frequency *
         portable::sin(angular_frequency * (time - begin));
}

double WallPath::greatest_acceleration() const {
  return std::abs(amplitude) * angular_frequency * angular_frequency;
}

namespace {

/// The gap between a particle's surface and a wall, and its rate of change.
struct WallGap {
  double width, rate;
};

/// As delay_to_wall() from the delay `from` on, while the wall oscillates and not beyond `to`.
double delay_to_swinging(const WallPath& wall, int side, const FlightAcross& flight, double radius,
                         double from, double to) {
  const double bound = std::abs(flight.g) + wall.greatest_acceleration();
  // A gap below this counts as closed. With a hundred times as much, the error would show in the
  // energy of a hit; a hundredth is below the rounding of positions.
  const double touching = 1e-14 * std::max(radius, std::abs(flight.x));
  // Starting from a gap that opens so slowly that it does not grow: in this time it closes by less
  // than that.
  const double least = std::sqrt(touching / bound);
  // Number of steps that takes about a second; a run that needs more of them would not end.
  constexpr int kMostSteps = 5000000;
  double delay = from;
  for (int steps = 0; delay < to; ++steps) {
    if (steps > kMostSteps)
      throw SimulationError(
          "a wall oscillates so fast that the search for the next hit on it does not end; use a "
          "lower "
          "wall.frequency");
    const double time = flight.time + delay;
    const double x = flight.x + delay * (flight.v + 0.5 * flight.g * delay);
    const WallGap gap{side * (wall.displacement(time) - x) - radius,
                      side * (wall.velocity_at(time) - flight.v - flight.g * delay)};
    const double step = first_descent(gap.width, gap.rate, -0.5 * bound);
    const bool apart = gap.width > touching && delay + step > delay;
    if (!apart && gap.rate < 0) return delay;
    delay += apart ? step : std::max(least, step);
  }
  return kNever;
}

}  // namespace

double delay_to_moving_wall(const WallPath& wall, int side, const FlightAcross& flight,
                            double radius, double horizon) {
  struct Stretch {
    double end;
    bool moving;
  };
  const std::array<Stretch, 3> stretches{{{wall.begin, false}, {wall.end, true}, {kNever, false}}};
  double from = 0;
  for (const auto& [end, moving] : stretches) {
    const double to = std::min(end - flight.time, horizon);
    if (to <= from) continue;
    if (moving && wall.swings()) {
      const double delay = delay_to_swinging(wall, side, flight, radius, from, to);
      if (delay < kNever) return delay;
    } else {
      const double x = flight.x + from * (flight.v + 0.5 * flight.g * from);
      const double v = flight.v + flight.g * from;
      const double u = moving ? wall.velocity : 0;
      const double delay =
          from + first_descent(side * (wall.displacement(flight.time + from) - x) - radius,
                               side * (u - v), -0.5 * side * flight.g);
      if (delay <= to && delay < kNever) return delay;
    }
    from = to;
  }
  return kNever;
}

double flux_speed(double kt_over_mass, RandomStream& random) {
  return std::sqrt(-2 * kt_over_mass * portable::log1p(-random.uniform()));
}

template <int Dim>
WallBounce<Dim> diffuse_bounce(const Vec<Dim>& velocity, const Vec<Dim>& u, const Vec<Dim>& normal,
                               double mass, double kt, RandomStream& random) {
  Vec<Dim> leaving;
  for (int k = 0; k < Dim; ++k) leaving[k] = std::sqrt(kt / mass) * random.normal();
  leaving -= (leaving.dot(normal) + flux_speed(kt / mass, random)) * normal;
  return bath_bounce<Dim>(velocity - u, leaving, u, normal, mass);
}

template WallBounce<2> diffuse_bounce(const Vec<2>&, const Vec<2>&, const Vec<2>&, double, double,
                                      RandomStream&);
template WallBounce<3> diffuse_bounce(const Vec<3>&, const Vec<3>&, const Vec<3>&, double, double,
                                      RandomStream&);

}  // namespace clausius
