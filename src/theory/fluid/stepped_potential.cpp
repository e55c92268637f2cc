#include "theory/fluid/stepped_potential.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/elementary.h"
#include "theory/fluid/structure.h"

namespace clausius {

namespace {

// Calls visit(energy, inner, outer) for the shells of a pair.
template <class Visit>
void for_shells(const SteppedPair& pair, const Visit& visit) {
  double inner = pair.contact;
  for (const PotentialStep& step : pair.steps) {
    visit(step.energy, inner, step.range);
    inner = step.range;
  }
}

// Half of the volume (area) of a shell.
double half_shell(int d, double inner, double outer) {
  return 0.5 * (volume_of_ball(d, outer) - volume_of_ball(d, inner));
}

// The sums over the shells of a pair of spheres in the perturbation theory, at one density.
class Perturbation {
 public:
  Perturbation(const SteppedPair& pair, double phi) {
    const double sigma = pair.contact,
                 density = 6 * phi / (std::numbers::pi * sigma * sigma * sigma);
    double range = sigma;
    for (const PotentialStep& step : pair.steps) range = step.range;
    const SphereStructure structure(phi, 1.001 * range / sigma);
    const double compressibility = reduced_compressibility(3, phi);
    for_shells(pair, [&](double energy, double inner, double outer) {
      const double neighbours = density * half_shell_of(structure, sigma, inner, outer);
      const double alone = density * half_shell(3, inner, outer);
      terms_.push_back({energy, neighbours, -0.5 * neighbours * compressibility,
                        alone * compressibility * compressibility});
    });
  }

  // The free energy over N k_BT beyond that of hard spheres, and its part of second order.
  struct Sum {
    double whole = 0, second = 0;
  };
  [[nodiscard]] Sum free_energy(double beta) const {
    Sum sum;
    for (const Term& one : terms_) {
      const double x = beta * one.energy;
      const double second = one.second * x * x;
      sum.second += second;
      sum.whole += one.first * x + second - one.rest * (portable::expm1(-x) + x - 0.5 * x * x);
    }
    return sum;
  }
  // Their derivatives with respect to β.
  [[nodiscard]] Sum energy(double beta) const {
    Sum sum;
    for (const Term& one : terms_) {
      const double x = beta * one.energy, second = 2 * one.second * x * one.energy;
      sum.second += second;
      sum.whole +=
          one.first * one.energy + second + one.rest * one.energy * (portable::expm1(-x) + x);
    }
    return sum;
  }

 private:
  struct Term {
    double energy, first, second, rest;
  };

  // ½ ∫ g dr by Simpson's rule.
  static double half_shell_of(const SphereStructure& structure, double sigma, double inner,
                              double outer) {
    constexpr int kIntervals = 200;
    double sum = 0;
    for (int k = 0; k <= kIntervals; ++k) {
      const double r = inner + (outer - inner) * k / kIntervals;
      const double weight = k == 0 || k == kIntervals ? 1 : k % 2 == 1 ? 4 : 2;
      sum += weight * r * r * structure.pair_distribution(std::max(1.0, r / sigma));
    }
    return 2 * std::numbers::pi * sum * (outer - inner) / (3 * kIntervals);
  }

  std::vector<Term> terms_;
};

}  // namespace

bool operator==(const SteppedPair& a, const SteppedPair& b) {
  return a.contact == b.contact &&
         std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const PotentialStep& one, const PotentialStep& other) {
                      return one.range == other.range && one.energy == other.energy;
                    });
}

double second_virial_coefficient(int d, const SteppedPair& pair, double kt) {
  double sum = 0.5 * volume_of_ball(d, pair.contact);
  for_shells(pair, [&](double energy, double inner, double outer) {
    sum -= portable::expm1(-energy / kt) * half_shell(d, inner, outer);
  });
  return sum;
}

double energy_coefficient(int d, const SteppedPair& pair, double kt) {
  double sum = 0;
  for_shells(pair, [&](double energy, double inner, double outer) {
    sum += energy * portable::exp(-energy / kt) * half_shell(d, inner, outer);
  });
  return sum;
}

SteppedFluid::SteppedFluid(Mixture mixture, std::vector<SteppedPair> pairs)
    : mixture_(std::move(mixture)), pairs_(std::move(pairs)) {}

bool SteppedFluid::is_of_one_sphere() const {
  return mixture_.dimensions == 3 &&
         std::all_of(pairs_.begin(), pairs_.end(),
                     [this](const SteppedPair& one) { return one == pairs_.front(); });
}

template <class Coefficient>
double SteppedFluid::mean_over_pairs(const Coefficient& coefficient) const {
  const std::size_t kinds = mixture_.components.size();
  double sum = 0;
  for (std::size_t i = 0; i < kinds; ++i)
    for (std::size_t j = 0; j < kinds; ++j)
      sum += mixture_.fraction(i) * mixture_.fraction(j) * coefficient(pairs_[i * kinds + j]);
  return sum * mixture_.number_density();
}

double SteppedFluid::crowding() const { return contact_values(mixture_).maxCoeff() - 1; }

Prediction SteppedFluid::no_fluid() const {
  constexpr double kMostCrowded = 0.2;
  const double freezing = freezing_packing_fraction(mixture_.dimensions);
  if (mixture_.packing_fraction >= freezing)
    return Prediction::outside(fmt::format("packing fractions below {}", freezing));
  if (!is_of_one_sphere() && crowding() > kMostCrowded)
    return Prediction::outside(fmt::format(
        "disks and mixtures with a potential of steps that are so dilute that third particles "
        "change contact values by less than {:.0f} %",
        100 * kMostCrowded));
  return TheoryValue{};
}

Prediction SteppedFluid::compressibility_factor(double kt) const {
  if (Prediction none = no_fluid(); !none) return none;
  const int d = mixture_.dimensions;
  TheoryValue z = finite_compressibility_factor(mixture_);
  if (!is_of_one_sphere()) {
    const double excess = mean_over_pairs([&](const SteppedPair& pair) {
      return second_virial_coefficient(d, pair, kt) -
             second_virial_coefficient(d, {pair.contact}, kt);
    });
    return TheoryValue{z.value + excess,
                       z.source + ", and the second virial coefficient of the steps",
                       portable::hypot(z.uncertainty, std::abs(excess) * crowding())};
  }
  // Z = φ ∂(A/N k_BT)/∂φ.
  constexpr double kStep = 0.01;
  const double phi = mixture_.packing_fraction;
  const auto below = Perturbation(pairs_.front(), phi * (1 - kStep)).free_energy(1 / kt);
  const auto above = Perturbation(pairs_.front(), phi * (1 + kStep)).free_energy(1 / kt);
  const double second = (above.second - below.second) / (2 * kStep);
  return TheoryValue{z.value + (above.whole - below.whole) / (2 * kStep),
                     "Barker & Henderson 1967, second order, with the second virial coefficient "
                     "of the steps",
                     portable::hypot(z.uncertainty, 0.5 * second)};
}

Prediction SteppedFluid::potential_energy(double kt) const {
  if (Prediction none = no_fluid(); !none) return none;
  const int d = mixture_.dimensions;
  if (!is_of_one_sphere()) {
    const double energy =
        mean_over_pairs([&](const SteppedPair& pair) { return energy_coefficient(d, pair, kt); });
    return TheoryValue{energy, "first order in density, exact", std::abs(energy) * crowding()};
  }
  const auto sum = Perturbation(pairs_.front(), mixture_.packing_fraction).energy(1 / kt);
  return TheoryValue{sum.whole,
                     "Barker & Henderson 1967, second order, with the second virial coefficient "
                     "of the steps",
                     0.5 * std::abs(sum.second)};
}

}  // namespace clausius
