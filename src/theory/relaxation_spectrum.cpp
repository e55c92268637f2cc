#include "clausius/theory/relaxation_spectrum.h"

#include <Eigen/Eigenvalues>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace clausius {
namespace {

struct Rule {
  Eigen::VectorXd nodes, weights;
};

// Gauss' rule from the recurrence of its orthogonal polynomials, weights of sum 1 (Golub & Welsch,
// Math. Comp. 23 (1969) 221).
Rule gauss(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside) {
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, beside);
  return {solver.eigenvalues(), solver.eigenvectors().row(0).array().square()};
}

// Over x^alpha exp(−x).
Rule gauss_laguerre(int points, double alpha) {
  Eigen::VectorXd diagonal(points), beside(points - 1);
  for (int k = 0; k < points; ++k) diagonal[k] = 2 * k + alpha + 1;
  for (int k = 1; k < points; ++k) beside[k - 1] = std::sqrt(k * (k + alpha));
  return gauss(diagonal, beside);
}

// Over cosines of directions: even in three dimensions, of even angles in two (Chebyshev).
Rule gauss_cosine(int d, int points) {
  if (d == 2) {
    Rule rule{Eigen::VectorXd(points), Eigen::VectorXd::Constant(points, 1.0 / points)};
    for (int k = 0; k < points; ++k)
      rule.nodes[k] = std::cos(std::numbers::pi * (k + 0.5) / points);
    return rule;
  }
  Eigen::VectorXd beside(points - 1);
  for (int k = 1; k < points; ++k) beside[k - 1] = k / std::sqrt(4.0 * k * k - 1);
  return gauss(Eigen::VectorXd::Zero(points), beside);
}

// ψ_2 … ψ_{order+1} at v².
Eigen::VectorXd sonine_polynomials(int d, int order, double speed_sq) {
  const double alpha = 0.5 * d - 1, x = 0.5 * speed_sq;
  Eigen::VectorXd result(order);
  double before = 1, now = 1 + alpha - x, norm_sq = 1 + alpha;  // w_1
  for (int p = 2; p <= order + 1; ++p) {
    const double next = ((2 * p - 1 + alpha - x) * now - (p - 1 + alpha) * before) / p;
    before = now;
    now = next;
    norm_sq *= (p + alpha) / p;
    result[p - 2] = now / std::sqrt(norm_sq);
  }
  return result;
}

}  // namespace

// A pair has the velocities G ± g/2; X = G² and Y = g²/4 have the densities X^{d/2−1} e^{−X} and,
// of colliding pairs, Y^{(d−1)/2} e^{−Y}, and the angle θ between G and g is at random. A collision
// turns g. In three dimensions all directions are alike afterwards; in two g turns by an angle χ
// of density sin(χ/2)/4, which leaves of the part cos kθ of a function the factor 1/(1 − 4k²). Each
// collision is one of two particles: hence the half.
Eigen::MatrixXd sonine_relaxation_matrix(int d, int order) {
  if (d != 2 && d != 3) throw std::invalid_argument("a gas has two or three dimensions");
  if (order < 1) throw std::invalid_argument("at least one Sonine polynomial");
  const int points = order + 2;  // exact to degree 2 (order + 1) + 1
  const Rule total = gauss_laguerre(points, 0.5 * d - 1);
  const Rule relative = gauss_laguerre(points, 0.5 * (d - 1));
  const Rule cosine = gauss_cosine(d, points);
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(order, order);
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < points; ++j) {
      const double sum = total.nodes[i] + relative.nodes[j];
      const double product = 2 * std::sqrt(total.nodes[i] * relative.nodes[j]);
      Eigen::MatrixXd pair(order, points);  // ψ of both partners, over the angle
      for (int k = 0; k < points; ++k)
        pair.col(k) = sonine_polynomials(d, order, sum + product * cosine.nodes[k]) +
                      sonine_polynomials(d, order, sum - product * cosine.nodes[k]);
      Eigen::MatrixXd lost = pair * cosine.weights.asDiagonal() * pair.transpose();
      // What of it a collision keeps: in three dimensions the mean over the angle, in two a part of
      // each cos kθ, k even as the partners may change places.
      for (int k = 0; k < (d == 3 ? 1 : points); k += 2) {
        Eigen::VectorXd wave(points);
        for (int n = 0; n < points; ++n)
          wave[n] = cosine.weights[n] * std::cos(k * std::acos(cosine.nodes[n]));
        const Eigen::VectorXd part = pair * wave;
        lost -= part * part.transpose() * ((k == 0 ? 1 : 2) / (1 - 4.0 * k * k));
      }
      result += 0.5 * total.weights[i] * relative.weights[j] * lost;
    }
  return result;
}

Eigen::VectorXd relaxation_spectrum(int d, int order) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(sonine_relaxation_matrix(d, order),
                                                        Eigen::EigenvaluesOnly)
      .eigenvalues();
}

Eigen::MatrixXd sonine_autocorrelation(int d, int order, const Eigen::VectorXd& collisions) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(sonine_relaxation_matrix(d, order));
  const Eigen::MatrixXd shares = modes.eigenvectors().array().square();
  return shares * (-modes.eigenvalues() * collisions.transpose()).array().exp().matrix();
}

}  // namespace clausius
