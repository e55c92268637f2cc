#pragma once

#include <vector>

#include "clausius/engine/state.h"
#include "clausius/geometry/box.h"
#include "clausius/measure/results.h"

namespace clausius {

/// Return of a gas whose velocities are reversed once: samples after the reversal are compared with
/// those taken equally long before it, so they must be taken at mirrored times. An exact gas would
/// return completely; rounding errors grow at each collision. A sample that mirrors one c
/// collisions per particle before the reversal is the echo of a run of that length.
template <int Dim>
class Echo {
 public:
  /// @param reversal absolute time of the reversal
  Echo(const Box<Dim>& box, double reversal) : box_(box), reversal_(reversal) {}

  /// @param collisions number of collisions between particles so far
  void sample(const State<Dim>& state, double collisions);

  /// `echo_error_C`, C = 2, 5, 10, 15, 20: log₁₀ of the largest distance of a particle from its
  /// place C collisions per particle before, in `diameter`s; and `lyapunov_exponent`, the growth
  /// rate of that distance between 1e-12 and 1e-3.
  [[nodiscard]] std::vector<Observable> observables(double diameter, const UnitNames& units) const;
  /// `echo`: the largest and the mean square distance over the time since the reversal.
  [[nodiscard]] Table table(double diameter, const UnitNames& units) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(past_, rows_);
  }

 private:
  struct Past {
    double time = 0, collisions = 0;
    std::vector<Vec<Dim>> position;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, collisions, position);
    }
  };
  struct Return {
    double time = 0;        // since the reversal
    double collisions = 0;  // per particle, forward and equally many back
    double largest = 0, root_mean_square = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, collisions, largest, root_mean_square);
    }
  };

  Box<Dim> box_;
  double reversal_;
  std::vector<Past> past_;  // before the reversal
  std::vector<Return> rows_;
};

}  // namespace clausius
