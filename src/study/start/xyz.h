#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "clausius/core/vec.h"
#include "clausius/study/snapshot.h"

namespace clausius {

/// Writes one frame of extended XYZ: the number of particles, a header with `Lattice`,
/// `Properties=species:S:1:pos:R:3:velo:R:3:id:I:1` (of rigid bodies also
/// `:orientation:R:4:angular_velocity:R:3:aspherical_shape:R:3`, quaternions as x y z w, the last
/// half of the length, width and height as OVITO takes them for ellipsoids, `:internal_energy:R:1`
/// of parcels with reservoirs, `:label:I:1` where particles have labels, `:radius:R:1` of spheres,
/// `:hits:I:1` where collisions draw random numbers, and `:image:I:3` where crossings of the edges
/// are counted), `Time`, what there is of Surroundings
/// (`Start`, `Shear_offset`, `Walls`, `Drive_intervals`) and `pbc`, and one line per particle by
/// id. The second edge of a sheared box is tilted by the offset. Numbers are the shortest that read
/// back exactly. In two dimensions z = 0 and the third edge of the lattice is 1 and means nothing.
/// Frames written one after the other make a trajectory.
/// @pre no species name contains white space
void write_xyz(std::ostream& out, const Snapshot& snapshot);

/// Writes one frame with a line for every member of every rigid body, for programs that draw it:
/// `Properties=species:S:1:pos:R:3:id:I:1:radius:R:1:orientation:R:4:aspherical_shape:R:3`, id
/// being the body's. Drawn as spherocylinders (OVITO: radius, radius and length along the member's
/// z) capsules and clumps have their exact shapes; a ball has length 0.
/// @pre the gas of `config` is one of rigid bodies
void write_members_xyz(std::ostream& out, const Snapshot& snapshot, const StudyConfig& config);

/// Faults of a file by line (0: none in particular), the first few in full and the rest counted.
class LineFaults {
 public:
  void add(std::int64_t line, std::string message);
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// "FILE line 17: message", or "FILE: message", each; then how many more there are.
  [[nodiscard]] std::vector<std::string> texts(const std::string& file) const;

 private:
  static constexpr std::size_t kShown = 20;
  std::vector<std::string> shown_;
  std::size_t count_ = 0;
};

/// A frame of extended XYZ as in a file, with particles in the file's order.
struct XyzFrame {
  std::int64_t header_line = 0;                  ///< from 1, like all lines here
  std::optional<std::array<double, 9>> lattice;  ///< edge vectors; if the header contains them
  std::optional<double> time;                    ///< if the header contains it
  std::optional<std::array<bool, 3>> periodic;   ///< if the header contains it
  std::vector<std::int64_t> line;
  std::vector<std::string> species;
  std::vector<std::int64_t> id;
  bool has_ids = false;  ///< whether ids are from the file, not the order of its particles
  std::optional<bool> has_velocities;  ///< unset if the header is faulty
  std::vector<Vec<3>> position;
  std::vector<Vec<3>> velocity;                 ///< empty if the file has no such column
  std::vector<Eigen::Quaterniond> orientation;  ///< empty if the file has no such column
  std::vector<Vec<3>> angular_velocity;         ///< empty if the file has no such column
  std::vector<double> internal_energy;          ///< empty if the file has no such column
  std::vector<double> radius, mass;             ///< the same
  std::vector<std::int64_t> hits;               ///< the same
  std::optional<Surroundings> surroundings;     ///< if the header says anything of them
  std::vector<std::string> unknown_columns;
};

/// How much of a frame is read.
enum class FramePart { header, all };

/// Reads the last frame of a file of extended XYZ. The header's keys may come in any order, quoted
/// or not; unknown keys are ignored. `Properties` must contain species:S:1 and pos:R:3, in any
/// order; velo:R:3, id:I:1 (otherwise particles are numbered as they come), orientation:R:4,
/// angular_velocity:R:3 and internal_energy:R:1 (both only beside velo), radius:R:1, mass:R:1 and
/// hits:I:1 are optional; further columns are skipped. Without `Properties` the file is plain XYZ:
/// each line is a name and a position, and a header without `Lattice` and `pbc` is a comment.
/// Faulty lines are added to `faults` and left out of the frame.
/// @pre `in` can seek
XyzFrame read_last_xyz_frame(std::istream& in, LineFaults& faults, FramePart part = FramePart::all);

}  // namespace clausius
