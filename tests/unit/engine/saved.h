#pragma once

#include <string>

#include "clausius/core/archive.h"

namespace clausius::testing {

/// The state of the engine, as bytes.
std::string saved(const auto& engine) {
  SaveArchive archive;
  engine.save_to(archive);
  return archive.take();
}

}  // namespace clausius::testing
