#pragma once

#include <cstddef>
#include <ostream>
#include <string>

#include "clausius/study/runner.h"

namespace clausius {

/// What a gas looks like at an instant, drawn with letters: of each species (the first four) the
/// temperature and the distribution of speeds beside Maxwell's law at that temperature. Lines of at
/// most `width` columns, each ended.
std::string live_panel(const LiveView& view, std::size_t width, bool colour);

/// A live panel on a terminal, over and over at the same place. Give its calls to RunHooks::live.
class LivePanel {
 public:
  LivePanel(std::ostream& stream, std::size_t width, bool colour)
      : stream_(stream), width_(width), colour_(colour) {}

  void update(const LiveView& view);

 private:
  std::ostream& stream_;
  std::size_t width_;
  bool colour_;
  std::size_t lines_ = 0;  // of the panel that is there
};

}  // namespace clausius
