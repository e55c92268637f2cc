#pragma once

#include <cstddef>
#include <memory>

#include "sweep/workers.h"

namespace clausius::app {

/// The processes of one sweep that `mpirun` has started, on one or many machines. The first of them
/// plans the sweep and distributes cases to free processes; only it writes results.
class Ranks {
 public:
  virtual ~Ranks() = default;
  /// Whether this process is the first, which plans and writes.
  [[nodiscard]] virtual bool is_first() const = 0;
  /// For the first process: the workers of all processes, `slots` in each.
  virtual std::unique_ptr<Workers> workers(std::size_t slots) = 0;
  /// For the other processes: runs the tasks that the first distributes, until it has no more
  /// workers. `slots` must be the same as there.
  virtual void serve(std::size_t slots) = 0;
};

/// The processes started by mpirun; null without mpirun.
/// @throws InputError if mpirun was used, and the program was built without MPI
std::unique_ptr<Ranks> mpi_ranks();

}  // namespace clausius::app
