#pragma once

#include <cstdint>
#include <vector>

#include "engine/records.h"

namespace clausius {

/// An event that a region has carried out in this window, and how all was before.
///
/// The newest event at a cell that is near a face is found by the cell's mark, its place in the log
/// plus one, and from it the one before: a chain for each cell.
struct DoneEvent {
  static constexpr std::uint32_t kNone = 0xffffffff;

  EventKey key{};
  Id partner = 0;
  std::uint32_t events = 0, records = 0;  ///< places of what was before
  std::uint32_t shown = kNone;            ///< place of what observers are shown
  std::uint32_t centre[2]{};              ///< cells of the particles; the old one and the new one
  std::uint32_t before[2]{};              ///< marks of these cells before
  std::uint32_t pair_tests = 0;           ///< what it has added to the counters, as are …
  std::uint8_t collisions = 0, wall_collisions = 0, enduring = 0, stale = 0;  ///< … these
  std::uint8_t changes = 1;  ///< number of particles whose events it changed
  std::uint8_t hits = 0;     ///< … and whose records
  std::uint8_t centres = 1;
  bool crosses = false;
  bool is_marked = false;
  bool is_undone = false;
};

/// The events that a region has carried out in this window, in their order.
template <int Dim>
struct UndoLog {
  static constexpr std::uint32_t kDeferred = 0x80000000;  ///< mark of a cell whose events wait

  std::vector<DoneEvent> done;
  HugeVector<EventRecord<Dim>> events;
  HugeVector<ParticleRecord<Dim>> records;

  void clear() {
    done.clear();
    events.clear();
    records.clear();
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return bytes_of(done) + bytes_of(events) + bytes_of(records);
  }
};

}  // namespace clausius
