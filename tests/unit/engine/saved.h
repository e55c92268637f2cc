#pragma once

#include <string>

#include "clausius/core/archive.h"

namespace clausius::testing {

/// Where the engine stands, as bytes.
std::string saved(const auto& engine) {
  SaveArchive archive;
  engine.save_to(archive);
  return archive.take();
}

}  // namespace clausius::testing
