#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "clausius/core/vec.h"
#include "collision/predict.h"
#include "engine/memory.h"
#include "engine/surface_id.h"

namespace clausius {

/// One particle as of its last physical event, in one cache line; only an event of the particle
/// itself changes it. Times are local: counted from the engine's time origin.
template <int Dim>
struct alignas(64) ParticleRecord {
  static constexpr int kTime = 6;
  double word[7] = {};     ///< r[Dim], v[Dim], (padding in 2D,) time
  std::uint32_t hits = 0;  ///< collisions so far, by which a stale prediction is detected; may wrap
  /// Index into the list of radii: the species; in a polydisperse gas the id.
  std::uint32_t kind = 0;

  [[nodiscard]] Eigen::Map<const Vec<Dim>> r() const { return Eigen::Map<const Vec<Dim>>(word); }
  [[nodiscard]] Eigen::Map<const Vec<Dim>> v() const {
    return Eigen::Map<const Vec<Dim>>(word + Dim);
  }
  Eigen::Map<Vec<Dim>> r() { return Eigen::Map<Vec<Dim>>(word); }
  Eigen::Map<Vec<Dim>> v() { return Eigen::Map<Vec<Dim>>(word + Dim); }
  [[nodiscard]] double time() const { return word[kTime]; }

  /// Begins a new flight after a hit. Writes whole vectors at a time: the searches that follow read
  /// whole vectors, which the processor cannot assemble from single numbers that are still being
  /// stored.
  void begin_flight(const Vec<Dim>& r, const Vec<Dim>& v, double time) {
    const auto tag =
        std::bit_cast<double>((std::uint64_t{kind} << 32) | static_cast<std::uint32_t>(hits + 1));
    const auto write = [this](auto... numbers) {
      const double all[] = {numbers...};
      for (int k = 0; k < 8; k += kLanes) {
        Lanes lanes;
        for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = all[k + lane];
        store_lanes(word + k, lanes);
      }
    };
    if constexpr (Dim == 3)
      write(r[0], r[1], r[2], v[0], v[1], v[2], time, tag);
    else
      write(r[0], r[1], v[0], v[1], 0.0, 0.0, time, tag);
  }

  [[nodiscard]] Vec<Dim> position_at(double t) const { return r() + v() * (t - time()); }
  /// As position_at(), with all axes in one vector; components behind the last have no meaning.
  [[nodiscard]] Quad quad_at(double t) const {
    return load_quad(word) + velocity_quad() * (t - time());
  }
  [[nodiscard]] Quad velocity_quad() const { return load_quad(word + Dim); }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(word, hits, kind);
  }

  /// @param radii by kind
  [[nodiscard]] Flight<Dim, double> flight(const double* radii) const {
    Flight<Dim, double> result;
    for (int k = 0; k < Dim; ++k) {
      result.r[k] = word[k];
      result.v[k] = word[Dim + k];
    }
    result.time = time();
    result.radius = radii[kind];
    return result;
  }
};

/// One flight in all lanes.
/// @param radii by kind
template <int Dim>
[[gnu::always_inline]] inline Flight<Dim, Lanes> spread_flight(const ParticleRecord<Dim>& record,
                                                               const double* radii) {
  Flight<Dim, Lanes> flight;
  for (int k = 0; k < Dim; ++k) {
    flight.r[k] = broadcast<Lanes>(record.word[k]);
    flight.v[k] = broadcast<Lanes>(record.word[Dim + k]);
  }
  flight.time = broadcast<Lanes>(record.time());
  flight.radius = broadcast<Lanes>(radii[record.kind]);
  return flight;
}

/// The flights of kLanes particles.
/// @param few_radii whether there are only kLanes of them
template <int Dim>
[[gnu::always_inline]] inline Flight<Dim, Lanes> load_flights(const ParticleRecord<Dim>* records,
                                                              const Id* ids, const double* radii,
                                                              bool few_radii) {
  static_assert(ParticleRecord<Dim>::kTime == 6);
  const auto [w0, w1, w2, w3, w4, w5, time, tag] =
      columns_of([&](int k) { return records[ids[k]].word; });
  const LaneInts kind = std::bit_cast<LaneInts>(tag) >> 32;
  const Lanes radius = few_radii ? look_up_few(radii, kind) : look_up(radii, kind);
  if constexpr (Dim == 3)
    return {{w0, w1, w2}, {w3, w4, w5}, time, radius};
  else
    return {{w0, w1}, {w2, w3}, time, radius};
}

/// A predicted contact of a particle.
struct Contact {
  double time = kNever;
  Id partner = kNoPartner;  ///< an id, a surface, or none
  std::uint32_t hits = 0;   ///< the partner's `hits` when it was predicted

  /// As one vector, which is written at once: copies that follow read it as a whole, see
  /// ParticleRecord::begin_flight.
  static Contact of(double time, Id partner, std::uint32_t hits) {
    return std::bit_cast<Contact>(
        Words{std::bit_cast<std::uint64_t>(time), std::uint64_t{hits} << 32 | partner});
  }

  /// `a` if the condition holds, else `b`, without a branch.
  static Contact choose(bool first, const Contact& a, const Contact& b) {
    const Words mask = Words{} - static_cast<std::uint64_t>(first);
    return std::bit_cast<Contact>((std::bit_cast<Words>(a) & mask) |
                                  (std::bit_cast<Words>(b) & ~mask));
  }

  /// Contacts at one instant are ordered by partner, the lower one first.
  [[nodiscard]] bool is_before(const Contact& other) const {
    return (time < other.time) |
           ((time == other.time) & (partner < other.partner) & (time < kNever));
  }
  [[nodiscard]] bool is(const Contact& other) const {
    return time == other.time && partner == other.partner && hits == other.hits;
  }
  void take_earlier(const Contact& other) {
    if (other.is_before(*this)) *this = other;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, partner, hits);
  }

 private:
  using Words = std::uint64_t __attribute__((vector_size(16)));
};

/// The two earliest known contacts of a particle: if the first becomes void because its partner has
/// collided in between, the second is available without another search.
struct Contacts {
  Contact first, second;

  /// Adds another contact, which may be known already.
  void take(const Contact& other) {
    const bool is_first = other.is_before(first);
    const Contact later = Contact::choose(is_first, first, other);
    first = Contact::choose(is_first, other, first);
    second = Contact::choose(later.is_before(second) | is_first, later, second);
  }

  /// Removes the first contact, which is void. @return whether the next one is known
  bool drop_first() {
    first = second;
    // Nothing is before it, so nothing takes its place: others may be earlier.
    second = {-kNever, kNotKnown};
    return first.partner != kNotKnown;
  }
  [[nodiscard]] bool knows_second() const { return second.partner != kNotKnown; }

  /// Whether loaded contacts are valid for so many particles and surfaces.
  [[nodiscard]] bool are_possible(std::size_t particles, std::size_t surfaces) const {
    const auto has_partner = [&](const Contact& contact) {
      const Id partner = contact.partner;
      if (partner == kNoPartner) return contact.time == kNever;
      return !std::isnan(contact.time) &&
             (partner < particles ||
              (partner >= kFirstSurface && partner < kFirstSurface + surfaces));
    };
    return has_partner(first) && (has_partner(second) || second.partner == kNotKnown);
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(first, second);
  }

 private:
  static constexpr Id kNotKnown = kNoPartner - 1;
};

enum class EventKind : std::uint8_t { collision = 0, crossing = 1 };

/// The one scheduled event of a particle, and the cell in which the particle is filed. One cache
/// line.
template <int Dim>
struct alignas(64) EventRecord {
  double time = kNever;  ///< time of the scheduled event: the earlier of crossing and contact
  Contacts contacts;     ///< kept across crossings
  /// Last collision with anything (for free times and the contact-duration rule).
  double last_hit = -kNever;
  std::uint32_t cell[Dim] = {};  ///< coordinates in the grid
  EventKind kind = EventKind::collision;
  std::uint8_t crossing_axis = 0;
  std::int8_t crossing_step = 0;  ///< +1 or −1
  std::uint8_t level = 0;         ///< level of the grid that `cell` is in

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, contacts, last_hit, cell, kind, crossing_axis, crossing_step, level);
  }

  /// Whether a loaded record is valid for `particles` and so many obstacles.
  [[nodiscard]] bool is_possible(std::size_t particles, std::size_t obstacles = 0) const {
    const bool has_partner = contacts.first.partner != kNoPartner;
    return time >= 0 && contacts.are_possible(particles, kFaces<Dim> + obstacles) &&
           kind <= EventKind::crossing && crossing_axis < Dim && std::abs(crossing_step) <= 1 &&
           (has_partner || kind == EventKind::crossing || time == kNever);
  }
};

/// A particle as a grid of cells uses it.
template <int Dim>
struct Filed {
  Id id;
  EventRecord<Dim>& event;  ///< where it is filed, and its next crossing
  const ParticleRecord<Dim>& record;
  double now;
};

/// The least of the delays along each axis, negative ones counting as 0, and its axis.
template <int Dim>
[[gnu::always_inline]] inline std::pair<double, int> least_delay(Quad delays) {
  delays = delays > 0 ? delays : Quad{};
  double least = std::min(delays[0], delays[1]);
  int axis = static_cast<int>(delays[1] < delays[0]);
  if constexpr (Dim == 3) {
    const int last = static_cast<int>(delays[2] < least);
    axis = axis * (1 - last) + 2 * last;
    least = std::min(least, delays[2]);
  }
  return {least, axis};
}

/// Order of an event among others: by time, then kind, lower id, higher id.
struct EventKey {
  double time;
  std::uint64_t order;
  Id id;

  /// The queue's order; `id` last, only to distinguish the two entries of one collision.
  friend bool operator<(const EventKey& a, const EventKey& b) {
    if (a.time != b.time) return a.time < b.time;
    if (a.order != b.order) return a.order < b.order;
    return a.id < b.id;
  }
  friend bool operator>(const EventKey& a, const EventKey& b) { return b < a; }
  friend bool operator==(const EventKey& a, const EventKey& b) = default;
};

/// @pre ids are below 2³¹
template <int Dim>
EventKey key_of(Id id, const EventRecord<Dim>& event) {
  if (event.kind == EventKind::crossing)
    return {event.time, (std::uint64_t{1} << 63) | (std::uint64_t{id} << 32), id};
  const Id partner = event.contacts.first.partner;
  const Id low = partner < id ? partner : id;
  const Id high = partner < id ? id : partner;
  return {event.time, (std::uint64_t{low} << 32) | high, id};
}

}  // namespace clausius
