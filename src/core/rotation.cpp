#include "core/rotation.h"

namespace clausius {

Eigen::Matrix3d rotation_matrix(const Eigen::Quaterniond& q) { return q.toRotationMatrix(); }

}  // namespace clausius
