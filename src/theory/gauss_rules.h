#pragma once

#include <Eigen/Core>

namespace clausius {

/// Nodes and weights of a quadrature; the weights have the sum 1.
struct GaussRule {
  Eigen::VectorXd nodes, weights;
};

/// The rule from the recurrence of its orthogonal polynomials: the diagonal of their matrix and the
/// elements beside it (Golub & Welsch, Math. Comp. 23 (1969) 221).
GaussRule gauss_rule(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside);

/// The rule for the weight x^alpha exp(−x).
GaussRule gauss_laguerre(int points, double alpha);

}  // namespace clausius
