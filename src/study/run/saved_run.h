#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "clausius/core/archive.h"
#include "engine/engine.h"
#include "study/run/audit.h"

namespace clausius {

/// Saves a run as bytes.
/// @param start checksum of its initial data
/// @param run   everything that changes in its course, except the engine
template <int Dim, class Run>
std::string saved_run(std::uint64_t start, const Run& run, const Engine<Dim>& engine) {
  SaveArchive archive;
  archive(start, run);
  engine.save_to(archive);
  return archive.take();
}

/// Restores what saved_run() made of a run with the same start.
/// @throws ArchiveError, with the words `otherwise` if the start differs
template <int Dim, class Run>
void load_run(std::string_view bytes, std::uint64_t start, const char* otherwise, Run& run,
              Engine<Dim>& engine) {
  LoadArchive archive(bytes);
  std::uint64_t its_start = 0;
  archive(its_start);
  require(its_start == start, otherwise);
  archive(run);
  engine.load_from(archive);
  require(archive.left() == 0, "is longer than expected");
  require(audit_numbers(engine.state()).empty(), "holds a state that cannot be");
}

}  // namespace clausius
