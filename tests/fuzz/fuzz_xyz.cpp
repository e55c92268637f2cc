#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "study/start/xyz.h"

/// Any text is a frame of extended XYZ or has faults with their lines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clausius;
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  LineFaults faults;
  const XyzFrame frame = read_last_xyz_frame(in, faults);
  const std::size_t particles = frame.id.size();
  const bool whole = frame.species.size() == particles && frame.position.size() == particles &&
                     (frame.velocity.empty() || frame.velocity.size() == particles) &&
                     frame.line.size() == particles;
  if (!whole || (!faults.empty() && faults.texts("start.xyz").empty())) std::abort();
  return 0;
}
