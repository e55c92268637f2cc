#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

/// Populations of many particles of few kinds that change spontaneously and at collisions, as in
/// chemical reactions and epidemics: the mean-field equations, exact for infinitely many well-mixed
/// particles, and van Kampen's linear noise (N. G. van Kampen, Stochastic Processes in Physics and
/// Chemistry, ch. X) for the scatter of finitely many about them.
namespace clausius {

/// A reaction that happens `rate`·n_first times per time or, with `second`, `rate`·(number of pairs
/// with one of either kind) times, and adds `change` to the populations.
struct Reaction {
  Eigen::VectorXd change;  ///< change by kind
  double rate = 0;         ///< > 0, per particle or per pair
  std::size_t first = 0;
  std::optional<std::size_t> second{};  ///< may be the same kind
};

/// The populations at a time, and their integrals from the start to that time; by kind.
struct Populations {
  Eigen::VectorXd count;
  Eigen::VectorXd integral;
  /// Covariance of count and, below and to the right, of integral.
  Eigen::MatrixXd covariance;
};

/// Solution from `start`, which is known exactly at time 0. @pre times ascend from 0
std::vector<Populations> evolve(const std::vector<Reaction>& reactions,
                                const Eigen::VectorXd& start, const std::vector<double>& times);

}  // namespace clausius
