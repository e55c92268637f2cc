#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "clausius/core/vec.h"

/// \file Eigen's decompositions, compiled once: each costs seconds in every file that uses it.
namespace clausius {

/// Eigenvalues in ascending order, and the normalised eigenvectors as columns.
struct Modes {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

/// Eigenvalues and vectors of a symmetric matrix, of which the lower half is read.
Modes symmetric_modes(const Eigen::MatrixXd& matrix);

/// Eigenvalues and vectors of a symmetric tridiagonal matrix.
/// @param beside the elements next to the diagonal, one fewer than on it
Modes tridiagonal_modes(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside);

/// The eigenvalues alone, in ascending order.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& matrix);

/// Eigenvalues in ascending order, and the normalised eigenvectors as columns, of a symmetric
/// matrix.
struct Modes3 {
  Vec<3> values;
  Mat3 vectors;
};
Modes3 symmetric_modes(const Mat3& matrix);

/// The largest eigenvalue of a symmetric matrix. Dim is 2 or 3.
template <int Dim>
double largest_eigenvalue(const Eigen::Matrix<double, Dim, Dim>& matrix);

/// The Moore–Penrose inverse: `pseudo_inverse(a) * b` solves a·x = b by least squares, with the
/// shortest x if there are several.
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& matrix);

/// @pre the matrix is not singular
Eigen::MatrixXd inverse(const Eigen::MatrixXd& matrix);

/// The shortest rotation from the direction of `from` to that of `to`.
Eigen::Quaterniond rotation_between(const Vec<3>& from, const Vec<3>& to);

}  // namespace clausius
