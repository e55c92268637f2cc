#include "theory/velocities/relaxation_spectrum.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/elementary.h"
#include "core/linear_algebra.h"
#include "theory/gauss_rules.h"
#include "theory/solution.h"

namespace clausius {
namespace {

// Quadrature over cosines of directions: even in three dimensions, over even angles in two
// (Chebyshev).
GaussRule gauss_cosine(int d, int points) {
  if (d == 2) {
    GaussRule rule{Eigen::VectorXd(points), Eigen::VectorXd::Constant(points, 1.0 / points)};
    for (int k = 0; k < points; ++k)
      rule.nodes[k] = portable::cos(std::numbers::pi * (k + 0.5) / points);
    return rule;
  }
  Eigen::VectorXd beside(points - 1);
  for (int k = 1; k < points; ++k) beside[k - 1] = k / std::sqrt(4.0 * k * k - 1);
  return gauss_rule(Eigen::VectorXd::Zero(points), beside);
}

// L_0^{(α)} … at v²/2, over norms of which the first is given: Sonine polynomials, normalised in
// Maxwell's law, for α = d/2 − 1; for α = d/2 with the norm d, the polynomials that multiply v.
Eigen::VectorXd sonine_polynomials(double alpha, double norm_sq, int count, double speed_sq) {
  const double x = 0.5 * speed_sq;
  Eigen::VectorXd result(count);
  double before = 0, now = 1;
  for (int p = 0; p < count; ++p) {
    result[p] = now / std::sqrt(norm_sq);
    const double next = ((2 * p + 1 + alpha - x) * now - (p + alpha) * before) / (p + 1);
    before = now;
    now = next;
    norm_sq *= (p + 1 + alpha) / (p + 1);
  }
  return result;
}
Eigen::VectorXd scalars(int d, int count, double speed_sq) {
  return sonine_polynomials(0.5 * d - 1, 1, count, speed_sq);
}
Eigen::VectorXd vectors(int d, int count, double speed_sq) {
  return sonine_polynomials(0.5 * d, d, count, speed_sq);
}

// Averages over colliding pairs of Maxwell's law, with weights of sum 1. A pair has the velocities
// G ± g/2; X = G² and Y = g²/4 have the densities X^{d/2−1} e^{−X} and, for colliding pairs,
// Y^{(d−1)/2} e^{−Y}, and the angle θ between G and g is random. A collision rotates g. In three
// dimensions all final directions are equally likely; in two g rotates by an angle χ of density
// sin(χ/2)/4, which multiplies the parts cos kθ and sin kθ of a function by 1/(1 − 4k²).
struct Pairs {
  Pairs(int d, int points)
      : total(gauss_laguerre(points, 0.5 * d - 1)),
        relative(gauss_laguerre(points, 0.5 * (d - 1))),
        angle(gauss_cosine(d, points)),
        along(Eigen::MatrixXd::Zero(points, points)),
        across(along) {
    if (d == 3) {
      along = angle.weights * Eigen::RowVectorXd::Ones(points);
      return;
    }
    const Eigen::ArrayXd theta = angle.nodes.array().unaryExpr(&portable::acos);
    for (int k = 0; k < points; ++k) {
      const Eigen::VectorXd cosine = (k * theta).unaryExpr(&portable::cos),
                            sine = (k * theta).unaryExpr(&portable::sin);
      const double kept = (k == 0 ? 1 : 2) / (1 - 4.0 * k * k);
      along += kept * angle.weights.cwiseProduct(cosine) * cosine.transpose();
      across += kept * angle.weights.cwiseProduct(sine) * sine.transpose();
    }
  }

  // For each X and Y with its weight.
  template <class Use>
  void visit(Use use) const {
    for (Eigen::Index i = 0; i < total.nodes.size(); ++i)
      for (Eigen::Index j = 0; j < relative.nodes.size(); ++j)
        use(total.nodes[i], relative.nodes[j], total.weights[i] * relative.weights[j]);
  }
  // Columns: `polynomials` in v² of one of the partners, over the angle.
  template <class Polynomials>
  [[nodiscard]] Eigen::MatrixXd of_partner(bool second, double x, double y, int count,
                                           Polynomials polynomials) const {
    Eigen::MatrixXd result(count, angle.nodes.size());
    for (Eigen::Index n = 0; n < angle.nodes.size(); ++n)
      result.col(n) = polynomials(x + y + (second ? -2 : 2) * std::sqrt(x * y) * angle.nodes[n]);
    return result;
  }

  GaussRule total, relative, angle;
  // Mean of a function of the angle (a row) after the collision: one that is even in θ, like the
  // parts along G, and one that is odd.
  Eigen::MatrixXd along, across;
};

void require(int d, int order) {
  if (d != 2 && d != 3) throw std::invalid_argument("a gas has two or three dimensions");
  if (order < 1) throw std::invalid_argument("at least one Sonine polynomial");
}

}  // namespace

// Each collision involves two particles, hence the factor one half.
Eigen::MatrixXd sonine_relaxation_matrix(int d, int order) {
  require(d, order);
  const Pairs pairs(d, order + 2);  // exact to degree 2 (order + 1) + 1
  const auto polynomials = [&](double speed_sq) -> Eigen::VectorXd {
    return scalars(d, order + 2, speed_sq).tail(order);
  };
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(order, order);
  pairs.visit([&](double x, double y, double weight) {
    const Eigen::MatrixXd both = pairs.of_partner(false, x, y, order, polynomials) +
                                 pairs.of_partner(true, x, y, order, polynomials);
    const Eigen::MatrixXd lost = both - both * pairs.along;
    result += 0.5 * weight * lost * pairs.angle.weights.asDiagonal() * both.transpose();
  });
  return result;
}

Eigen::VectorXd relaxation_spectrum(int d, int order) {
  return symmetric_eigenvalues(sonine_relaxation_matrix(d, order));
}

Eigen::MatrixXd sonine_autocorrelation(int d, int order, const Eigen::VectorXd& collisions) {
  const Modes modes = symmetric_modes(sonine_relaxation_matrix(d, order));
  const Eigen::MatrixXd shares = modes.vectors.array().square();
  return shares * (-modes.values * collisions.transpose()).unaryExpr(&portable::exp);
}

namespace {

// Components of vectors (rank 1) and of symmetric traceless tensors (rank 2) made of v, along G in
// the plane of G and g: those even in θ, of which a collision in three dimensions preserves only
// the first, and those odd in θ. The sum of the squares is the square of the vector or tensor.
struct Components {
  std::vector<Eigen::RowVectorXd> even, odd;
};
Components components(int d, int rank, const Eigen::RowVectorXd& along,
                      const Eigen::RowVectorXd& across) {
  if (rank == 1) return {{along}, {across}};
  const auto a = along.array(), b = across.array();
  const Eigen::RowVectorXd mixed = std::numbers::sqrt2 * a * b;
  if (d == 2) return {{(a.square() - b.square()) / std::numbers::sqrt2}, {mixed}};
  return {{(2 * a.square() - b.square()) / std::sqrt(6.0), b.square() / std::numbers::sqrt2},
          {mixed}};
}

// Rate at which collisions change the functions L_p^{(d/2 − 1 + rank)}(v²/2) v… of a particle
// (`marked`) or, summed, of both partners: symmetric; p from `first` on.
Eigen::MatrixXd loss_matrix(int d, int rank, bool marked, int first, int order) {
  const int count = first + order;
  const Pairs pairs(d, count + rank + 1);
  const auto polynomials = [&](double speed_sq) -> Eigen::VectorXd {
    return sonine_polynomials(0.5 * d - 1 + rank, 1, count, speed_sq).tail(order);
  };
  const Eigen::RowVectorXd cosine = pairs.angle.nodes.transpose();
  const Eigen::RowVectorXd sine = (1 - cosine.array().square()).sqrt();
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(order, order);
  pairs.visit([&](double x, double y, double weight) {
    std::vector<Eigen::MatrixXd> even, odd;
    for (const bool second : {false, true}) {
      if (second && marked) continue;
      const double sign = second ? -1 : 1;
      const Eigen::MatrixXd radial = pairs.of_partner(second, x, y, order, polynomials);
      const Components parts = components(
          d, rank, std::sqrt(x) + sign * std::sqrt(y) * cosine.array(), sign * std::sqrt(y) * sine);
      const auto add = [&](const std::vector<Eigen::RowVectorXd>& from, auto& to) {
        to.resize(from.size(), Eigen::MatrixXd::Zero(order, cosine.size()));
        for (std::size_t k = 0; k < from.size(); ++k) to[k] += radial * from[k].asDiagonal();
      };
      add(parts.even, even);
      add(parts.odd, odd);
    }
    const auto lose = [&](const Eigen::MatrixXd& function, const Eigen::MatrixXd& kept) {
      result +=
          weight * function * pairs.angle.weights.asDiagonal() * (function - kept).transpose();
    };
    for (std::size_t k = 0; k < even.size(); ++k)
      lose(even[k], k == 0 ? Eigen::MatrixXd(even[k] * pairs.along)
                           : Eigen::MatrixXd(Eigen::MatrixXd::Zero(order, cosine.size())));
    for (const Eigen::MatrixXd& one : odd) lose(one, one * pairs.across);
  });
  return result;
}

// Factor by which polynomials beyond the first change the first element of the inverse.
double beyond_first(const Eigen::MatrixXd& losses) {
  return losses(0, 0) * pseudo_inverse(losses)(0, 0);
}

}  // namespace

SonineFactors sonine_factors(int d, int order) {
  require(d, order);
  return {beyond_first(loss_matrix(d, 1, true, 0, order)),
          beyond_first(loss_matrix(d, 2, false, 0, order)),
          beyond_first(loss_matrix(d, 1, false, 1, order))};
}

namespace {

// For each p: the form xᵀ B_p y, of the coefficients of the two partners before a collision, which
// is the mean change of the p-th function, per collision of a pair of Maxwell's law.
class Forms {
 public:
  explicit Forms(int count) : count_(count), all_(Eigen::MatrixXd::Zero(count * count, count)) {}
  auto of(int p) { return all_.middleRows(p * count_, count_); }
  // xᵀ B_p y for all p.
  [[nodiscard]] Eigen::VectorXd operator()(const Eigen::Ref<const Eigen::VectorXd>& x,
                                           const Eigen::Ref<const Eigen::VectorXd>& y) const {
    const Eigen::VectorXd by_y = all_ * y;
    return by_y.reshaped(count_, count_).transpose() * x;
  }

 private:
  int count_;
  // The matrices B one below the other: one product instead of many small ones.
  Eigen::MatrixXd all_;
};

struct CollisionForms {
  Eigen::MatrixXd rate;  // collision rate
  Forms shape;           // shape of both partners, one half of the sum
  Forms energy;          // energy of the first partner
  Forms velocity;        // velocity of the first partner: vectors
};

CollisionForms new_collision_forms(int d, int count) {
  const Forms none(count);
  CollisionForms forms{Eigen::MatrixXd::Zero(count, count), none, none, none};
  const Pairs pairs(d, (3 * count) / 2 + 1);  // three polynomials of degrees up to count − 1
  const auto scalar = [&](double speed_sq) { return scalars(d, count, speed_sq); };
  const auto vector = [&](double speed_sq) { return vectors(d, count, speed_sq); };
  const Eigen::RowVectorXd cosine = pairs.angle.nodes.transpose();
  const Eigen::RowVectorXd sine = (1 - cosine.array().square()).sqrt();
  pairs.visit([&](double x, double y, double pair_weight) {
    const Eigen::RowVectorXd weight = pair_weight * pairs.angle.weights.transpose();
    const Eigen::MatrixXd first = pairs.of_partner(false, x, y, count, scalar);
    const Eigen::MatrixXd second = pairs.of_partner(true, x, y, count, scalar);
    const Eigen::MatrixXd of_first = first * pairs.along - first;
    const Eigen::MatrixXd of_both = of_first + second * pairs.along - second;
    const Eigen::MatrixXd radial = pairs.of_partner(false, x, y, count, vector);
    const Eigen::RowVectorXd to_g = (std::sqrt(x) + std::sqrt(y) * cosine.array()).matrix();
    const Eigen::MatrixXd parallel = radial * to_g.asDiagonal();
    const Eigen::MatrixXd normal = radial * (std::sqrt(y) * sine).asDiagonal();
    const Eigen::MatrixXd parallel_change = parallel * pairs.along - parallel;
    const Eigen::MatrixXd normal_change = normal * pairs.across - normal;
    forms.rate += first * weight.asDiagonal() * second.transpose();
    for (int p = 0; p < count; ++p) {
      const auto with = [&](const Eigen::MatrixXd& change) -> Eigen::RowVectorXd {
        return change.row(p).cwiseProduct(weight);
      };
      forms.shape.of(p) += 0.5 * first * with(of_both).asDiagonal() * second.transpose();
      forms.energy.of(p) += first * with(of_first).asDiagonal() * second.transpose();
      forms.velocity.of(p) += (parallel * with(parallel_change).asDiagonal() +
                               normal * with(normal_change).asDiagonal()) *
                              second.transpose();
    }
  });
  return forms;
}

/// Made once for each gas of `d` dimensions and number of coefficients.
const CollisionForms& collision_forms(int d, int count) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, CollisionForms> known;
  const std::scoped_lock lock(mutex);
  const auto found = known.find({d, count});
  if (found != known.end()) return found->second;
  return known.emplace(std::pair{d, count}, new_collision_forms(d, count)).first->second;
}

}  // namespace

SonineStart maxwell_start(int d, int order) {
  require(d, order);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(order + 2);
  SonineStart start{none, none, none};
  start.shape[0] = 1;
  start.energy[1] = -std::sqrt(2.0 * d);
  start.velocity[0] = std::sqrt(d);
  return start;
}

SonineStart sonine_start(int d, int order, std::span<const double> speed_sq) {
  require(d, order);
  double sum = 0;
  for (const double one : speed_sq) sum += one;
  if (!(sum > 0)) throw std::invalid_argument("a gas at rest has no shape of velocities");
  const auto particles = static_cast<double>(speed_sq.size());
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(order + 2);
  SonineStart start{none, none, none};
  for (const double one : speed_sq) {
    const double reduced = one * d * particles / sum;
    const Eigen::VectorXd scalar = scalars(d, order + 2, reduced) / particles;
    start.shape += scalar;
    start.energy += (reduced - d) * scalar;
    start.velocity += reduced * vectors(d, order + 2, reduced) / particles;
  }
  return start;
}

SoninePath relax_from(int d, const SonineStart& start, std::span<const double> collisions) {
  const auto count = static_cast<int>(start.shape.size());
  require(d, count - 2);
  const CollisionForms& forms = collision_forms(d, count);
  using Values = std::vector<double>;
  const auto part = [count](const Values& values, int k) {
    return Eigen::Map<const Eigen::VectorXd>(values.data() + k * count, count);
  };
  // Per collision of a particle, whose number differs if the shape is not Maxwell's.
  const auto derivative = [&](const Values& now, Values& change, double) {
    const auto shape = part(now, 0), energy = part(now, 1), velocity = part(now, 2);
    const double rate = shape.dot(forms.rate * shape);
    change.resize(now.size());
    Eigen::Map<Eigen::VectorXd>(change.data(), std::ssize(change)) << forms.shape(shape, shape),
        forms.energy(energy, shape), forms.velocity(velocity, shape);
    for (double& one : change) one /= rate;
  };
  Values begin;
  for (const Eigen::VectorXd* one : {&start.shape, &start.energy, &start.velocity})
    begin.insert(begin.end(), one->begin(), one->end());
  constexpr double kFirstStep = 0.01;  // in collisions
  const auto solution = solution_at(collisions, begin, {1e-9, 1e-9}, kFirstStep, derivative);

  // Components of the polynomials themselves, ⟨S_p⟩/⟨S_p²⟩.
  Eigen::VectorXd norm(count - 2);
  double norm_sq = 0.5 * d;
  for (int p = 2; p < count; ++p) {
    norm_sq *= (p + 0.5 * d - 1) / p;
    norm[p - 2] = std::sqrt(norm_sq);
  }
  const auto times = static_cast<Eigen::Index>(collisions.size());
  SoninePath path{Eigen::MatrixXd(count - 2, times), Eigen::VectorXd(times),
                  Eigen::VectorXd(times)};
  for (Eigen::Index k = 0; k < times; ++k) {
    const Values& now = solution[static_cast<std::size_t>(k)];
    path.coefficients.col(k) = part(now, 0).tail(count - 2).cwiseQuotient(norm);
    path.energy_memory[k] = part(now, 1)[1] / start.energy[1];
    path.velocity_memory[k] = part(now, 2)[0] / start.velocity[0];
  }
  return path;
}

}  // namespace clausius
