#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "clausius/study/runner.h"

namespace clausius {

/// Text picture of a gas at an instant: for each species (the first four) the temperature and the
/// distribution of speeds with Maxwell's law at that temperature. Lines of at most `width` columns,
/// each with a newline.
std::string live_panel(const LiveView& view, std::size_t width, bool colour);

/// A live panel on a terminal, redrawn in place. Use its calls as RunHooks::live.
class LivePanel {
 public:
  LivePanel(std::ostream& stream, std::size_t width, bool colour)
      : stream_(stream), width_(width), colour_(colour) {}

  void update(const LiveView& view);

 private:
  std::ostream& stream_;
  std::size_t width_;
  bool colour_;
  std::size_t lines_ = 0;  // lines of the panel on the screen
};

}  // namespace clausius
