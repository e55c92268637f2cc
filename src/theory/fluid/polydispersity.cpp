#include "theory/fluid/polydispersity.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace clausius {

Quadrature gauss_quadrature(std::span<const double> numbers, int n) {
  const auto count = static_cast<Eigen::Index>(numbers.size());
  const Eigen::Map<const Eigen::ArrayXd> given(numbers.data(), count);
  const double middle = given.mean();
  const double width = (given - middle).abs().maxCoeff();
  if (width <= 1e-12 * std::abs(middle)) return {{middle}, {1}};
  const Eigen::ArrayXd x = (given - middle) / width;
  // Orthonormal polynomials on the numbers: x p_k = β_{k+1} p_{k+1} + α_k p_k + β_k p_{k−1}.
  Eigen::ArrayXd before = Eigen::ArrayXd::Zero(count);
  Eigen::ArrayXd now = Eigen::ArrayXd::Constant(count, 1 / std::sqrt(static_cast<double>(count)));
  std::vector<double> alpha, beta;
  constexpr double kNothingLeft = 1e-7;  // all numbers are nodes
  for (int k = 0; k < n; ++k) {
    alpha.push_back((x * now * now).sum());
    const Eigen::ArrayXd next = (x - alpha.back()) * now - (k > 0 ? beta.back() : 0) * before;
    const double norm = std::sqrt(next.square().sum());
    if (k + 1 == n || norm < kNothingLeft) break;
    beta.push_back(norm);
    before = now;
    now = next / norm;
  }
  const auto size = static_cast<Eigen::Index>(alpha.size());
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    jacobi(k, k) = alpha[static_cast<std::size_t>(k)];
    if (k + 1 < size) jacobi(k, k + 1) = jacobi(k + 1, k) = beta[static_cast<std::size_t>(k)];
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
  Quadrature result;
  for (Eigen::Index k = 0; k < size; ++k) {
    result.nodes.push_back(middle + width * solver.eigenvalues()[k]);
    const double first = solver.eigenvectors()(0, k);
    result.weights.push_back(first * first);
  }
  return result;
}

std::vector<MixtureComponent> components_of_sizes(const MixtureComponent& species,
                                                  std::span<const double> diameters,
                                                  int dimensions) {
  if (diameters.empty()) return {species};
  // Exact for moments up to the 15th; equations of state need the third.
  constexpr int kNodes = 8;
  const Quadrature sizes = gauss_quadrature(diameters, kNodes);
  std::vector<MixtureComponent> components;
  components.reserve(sizes.nodes.size());
  for (std::size_t k = 0; k < sizes.nodes.size(); ++k)
    components.push_back(
        {sizes.weights[k] * static_cast<double>(diameters.size()), sizes.nodes[k],
         species.mass * portable::pow(sizes.nodes[k] / species.diameter, dimensions)});
  return components;
}

}  // namespace clausius
