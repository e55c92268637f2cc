#include "core/linear_algebra.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace clausius {

Modes symmetric_modes(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Modes tridiagonal_modes(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside) {
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, beside);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

Modes3 symmetric_modes(const Mat3& matrix) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

template <int Dim>
double largest_eigenvalue(const Eigen::Matrix<double, Dim, Dim>& matrix) {
  using Solver = Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, Dim, Dim>>;
  return Solver(matrix, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}
template double largest_eigenvalue<2>(const Eigen::Matrix2d& matrix);
template double largest_eigenvalue<3>(const Eigen::Matrix3d& matrix);

Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& matrix) {
  return matrix.completeOrthogonalDecomposition().pseudoInverse();
}

Eigen::MatrixXd inverse(const Eigen::MatrixXd& matrix) { return matrix.inverse(); }

Eigen::Quaterniond rotation_between(const Vec<3>& from, const Vec<3>& to) {
  return Eigen::Quaterniond::FromTwoVectors(from, to);
}

}  // namespace clausius
