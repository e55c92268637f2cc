#include "theory/fluid/populations.h"

#include <algorithm>

#include "theory/solution.h"

namespace clausius {

namespace {

constexpr double kTolerance = 1e-7;  // relative to the number of particles

using Flat = std::vector<double>;

/// Count and integral of each kind, then the covariance, in one list of numbers.
struct Layout {
  Eigen::Index kinds;
  [[nodiscard]] Eigen::Index means() const { return 2 * kinds; }
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(means() * (1 + means()));
  }
  template <class Numbers>  // double or const double
  [[nodiscard]] auto mean(Numbers* flat) const {
    using Vector =
        std::conditional_t<std::is_const_v<Numbers>, const Eigen::VectorXd, Eigen::VectorXd>;
    return Eigen::Map<Vector>(flat, means());
  }
  template <class Numbers>
  [[nodiscard]] auto covariance(Numbers* flat) const {
    using Matrix =
        std::conditional_t<std::is_const_v<Numbers>, const Eigen::MatrixXd, Eigen::MatrixXd>;
    return Eigen::Map<Matrix>(flat + means(), means(), means());
  }
};

// d⟨n⟩/dt = Σ ν a(n) and dC/dt = A C + C Aᵀ + Σ ν νᵀ a(n), A = Σ ν ∂a/∂n.
void change_of(const std::vector<Reaction>& reactions, const Layout& layout, const Flat& at,
               Flat& by) {
  const auto n = layout.mean(at.data()).head(layout.kinds);
  const auto covariance = layout.covariance(at.data());
  by.assign(at.size(), 0.0);
  auto drift = layout.mean(by.data());
  auto spread = layout.covariance(by.data());
  Eigen::MatrixXd slope = Eigen::MatrixXd::Zero(layout.means(), layout.means());
  for (const Reaction& one : reactions) {
    const auto first = static_cast<Eigen::Index>(one.first);
    double happens = one.rate * n[first];
    if (!one.second) {
      slope.col(first).head(layout.kinds) += one.rate * one.change;
    } else if (const auto second = static_cast<Eigen::Index>(*one.second); second == first) {
      happens *= 0.5 * (n[first] - 1);
      slope.col(first).head(layout.kinds) += one.rate * (n[first] - 0.5) * one.change;
    } else {
      happens *= n[second];
      slope.col(first).head(layout.kinds) += one.rate * n[second] * one.change;
      slope.col(second).head(layout.kinds) += one.rate * n[first] * one.change;
    }
    drift.head(layout.kinds) += happens * one.change;
    spread.topLeftCorner(layout.kinds, layout.kinds) +=
        happens * one.change * one.change.transpose();
  }
  drift.tail(layout.kinds) = n;
  slope.bottomLeftCorner(layout.kinds, layout.kinds).setIdentity();
  const Eigen::MatrixXd carried = slope * covariance;
  spread += carried + carried.transpose();
}

}  // namespace

std::vector<Populations> evolve(const std::vector<Reaction>& reactions,
                                const Eigen::VectorXd& start, const std::vector<double>& times) {
  const Layout layout{start.size()};
  Flat whole(layout.size());
  layout.mean(whole.data()).head(layout.kinds) = start;
  double fastest = 0;
  for (const Reaction& one : reactions)
    fastest = std::max(fastest, one.rate * (one.second ? start.sum() : 1));
  constexpr double kFirstStep = 0.01;
  const auto solution = solution_at(
      times, whole, {kTolerance * start.sum(), kTolerance}, fastest > 0 ? kFirstStep / fastest : 1,
      [&](const Flat& at, Flat& by, double) { change_of(reactions, layout, at, by); });
  std::vector<Populations> result;
  result.reserve(solution.size());
  for (const Flat& flat : solution) {
    const auto mean = layout.mean(flat.data());
    result.push_back(
        {mean.head(layout.kinds), mean.tail(layout.kinds), layout.covariance(flat.data())});
  }
  return result;
}

}  // namespace clausius
