#pragma once

#include <cstddef>
#include <memory>

#include "sweep/workers.h"

namespace clausius::app {

/// The processes of one sweep that `mpirun` has started, on this machine or on many. The first of
/// them plans the sweep and hands out cases as the others become free; only it writes results.
class Ranks {
 public:
  virtual ~Ranks() = default;
  /// Whether this process is the one that plans and writes.
  [[nodiscard]] virtual bool is_first() const = 0;
  /// In the first process: the workers of all, `slots` in each.
  virtual std::unique_ptr<Workers> workers(std::size_t slots) = 0;
  /// In the others: runs what the first hands out, until the workers there are no more. What
  /// `slots` is there must be the same here.
  virtual void serve(std::size_t slots) = 0;
};

/// What mpirun has started; null where it has not.
/// @throws InputError if it has, and the program was built without MPI
std::unique_ptr<Ranks> mpi_ranks();

}  // namespace clausius::app
