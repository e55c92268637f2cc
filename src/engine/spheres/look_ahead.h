#pragma once

#include <cstddef>

#include "engine/spheres/spheres.h"

namespace clausius {

/// Prefetches the data of coming events: far ahead the event, then the particles and their cells,
/// first of the particle, then of its partner, then the particles in those cells. Changes nothing.
template <int Dim, class Grid>
class LookAhead {
 public:
  explicit LookAhead(Spheres<Dim, Grid>& spheres)
      : spheres_(spheres),
        wanted_(spheres.records.size() >= kWorthwhile),
        wants_next_page_(spheres.records.size() >= kNextPageWorthwhile) {}
  [[nodiscard]] bool wanted() const { return wanted_; }
  // if false, only the events of the next page, passed to far()
  [[nodiscard]] bool wants_next_page() const { return wants_next_page_; }
  void far(Id id) { clausius::prefetch(&spheres_.events[id]); }
  void middle(Id id) {
    const EventRecord<Dim>& event = spheres_.events[id];
    clausius::prefetch(&spheres_.records[id]);
    spheres_.grid.prefetch(event);
    const Id partner = event.contacts.first.partner;
    if (event.kind == EventKind::crossing || partner >= kFirstSurface) return;
    clausius::prefetch(&spheres_.records[partner]);
    clausius::prefetch(&spheres_.events[partner]);
  }
  void near(Id id) {
    const EventRecord<Dim>& event = spheres_.events[id];
    if (searched(event).partner)
      spheres_.grid.prefetch_around(spheres_.events[event.contacts.first.partner]);
  }
  void nearest(Id id) {
    const EventRecord<Dim>& event = spheres_.events[id];
    FetchList& wanted = spheres_.context.wanted;
    const auto [itself, partner] = searched(event);
    if (!itself) return;
    wanted.add([&](auto& ids, std::size_t end) {
      return spheres_.grid.gather_ahead(id, event, ids, end);
    });
    // Many of these are repeated and already fetched; testing for that would cost more.
    if (partner) {
      const Id other = event.contacts.first.partner;
      wanted.add([&](auto& ids, std::size_t end) {
        return spheres_.grid.gather_all(other, spheres_.events[other], ids, end);
      });
    }
  }
  // Prefetches some of the data that nearest() found.
  void fetch_some() { spheres_.context.fetch_some(); }
  void fetch_rest() { spheres_.context.wanted.fetch_rest(spheres_.records.data()); }
  // Called for each of the next few events, also in small gases.
  void taken(Id id) {
    const EventRecord<Dim>& event = spheres_.events[id];
    const Id partner = event.contacts.first.partner;
    const Id other = partner < kFirstSurface ? partner : id;
    spheres_.grid.prefetch_first(event);
    clausius::prefetch<1>(&spheres_.records[id]);
    clausius::prefetch<1>(&spheres_.records[other]);
    clausius::prefetch<1>(&spheres_.events[other]);
  }

 private:
  // Particles around which the event will have to search.
  struct Searched {
    bool itself, partner;
  };
  Searched searched(const EventRecord<Dim>& event) const {
    const Contact& contact = event.contacts.first;
    if (event.kind == EventKind::crossing || contact.partner >= kFirstSurface) return {true, false};
    if (spheres_.is_stale(contact)) return {!event.contacts.knows_second(), false};
    return {true, true};
  }

  // Below this number nearly all data fits the second-level cache, and looking ahead costs more
  // than it saves.
  static constexpr std::size_t kWorthwhile = 60000;
  static constexpr std::size_t kNextPageWorthwhile = 8000;

  Spheres<Dim, Grid>& spheres_;
  bool wanted_;
  bool wants_next_page_;
};

}  // namespace clausius
