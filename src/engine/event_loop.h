#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "clausius/core/archive.h"
#include "collision/moving_wall.h"
#include "collision/obstacle.h"
#include "collision/resolve.h"
#include "engine/audit.h"
#include "engine/crossing_batches.h"
#include "engine/enduring_contact.h"
#include "engine/engine.h"
#include "engine/grid_levels.h"
#include "engine/kinds.h"
#include "engine/local_clock.h"
#include "engine/records.h"
#include "engine/reservoirs.h"
#include "engine/run_events.h"
#include "engine/search.h"
#include "engine/spins.h"
#include "engine/wall_hits.h"
#include "geometry/wrap.h"

namespace clausius {

/// The event loop of spheres and disks.
///
/// A particle's record changes only when it collides; its position at any other instant is computed
/// on demand. Every particle has one scheduled event: its next cell crossing or its earliest known
/// contact, whichever comes first. A contact found for i is not entered at j: the one of the two
/// that was searched last has it, and the other's own event is never later. If the partner has
/// collided in between, as its counter shows, the second earliest contact takes its place or, if
/// that is not known any more, the search is repeated.
///
/// kBoundary: with gravity and walls that are more than hard. Records are then kept in a frame in
/// free fall since the time origin: in it flights are straight, so that pairs are searched as
/// before, and only cells and walls see parabolas.
/// Search::Grid: GridLevels, or OverlappingCells for dilute gases.
template <int Dim, template <int> class Queue, class Search, bool kGrowing = false,
          bool kBoundary = false>
class EventLoop final : public Engine<Dim> {
 public:
  using Grid = typename Search::Grid;
  static constexpr bool kAhead = Grid::kEnteredAhead;  // crossings are made in batches

  EventLoop(const Gas<Dim>& gas, const State<Dim>& start, const CellPlan& cells, Growth growth = {})
      : gas_(enclosed(gas)),
        records_(start.size()),
        events_(start.size()),
        grid_(gas_.box, cells, start.size()),
        queue_(events_),
        batches_(events_),
        context_{records_, grid_, {}, {}, kinds_, {}, growth},
        kinds_(gas, start),
        obstacles_(gas_),
        spins_(kGrowing ? Spins<Dim>() : Spins<Dim>(gas, start)),
        reservoirs_(kGrowing ? Reservoirs<Dim>() : Reservoirs<Dim>(gas, start)),
        restitution_varies_(gas.viscosity > 0 || reservoirs_.any()),
        has_walls_(kBoundary || !gas.box.all_periodic()),
        clock_(start.time),
        watchdog_(gas_, start.size()) {
    for (int k = 0; k < Dim; ++k) {
      context_.edge[k] = gas_.box.size[k];
      context_.inv_edge[k] = gas_.box.periodic[k] ? 1 / gas_.box.size[k] : 0;
    }
    for (Id id = 0; id < records_.size(); ++id) {
      ParticleRecord<Dim>& record = records_[id];
      record.r() = start.position[id];
      record.v() = start.velocity[id];
      record.kind = static_cast<std::uint32_t>(kinds_.kind_of(id, start.species[id]));
      if (!start.hits.empty()) record.hits = start.hits[id];
      events_[id].level = cells.level_of(kinds_.diameter(record.kind));
      grid_.locate(start.position[id], events_[id]);
    }
    context_.radii.assign(std::max<std::size_t>(kinds_.count(), kLanes), 0.0);
    bool one_size = kinds_.are_additive();
    for (std::size_t kind = 0; kind < kinds_.count(); ++kind) {
      context_.radii[kind] = 0.5 * kinds_.diameter(kind);
      one_size = one_size && kinds_.diameter(kind) == kinds_.diameter(0);
    }
    if (one_size) context_.diameter = kinds_.diameter(0);
    begin_epoch();
  }

  StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) override {
    return observer != nullptr ? run<true>(until, collisions, observer)
                               : run<false>(until, collisions, nullptr);
  }

  void set_velocities(const State<Dim>& state) override {
    spins_.set(state);
    reservoirs_.set(state);
    std::vector<Id> changed;
    for (Id id = 0; id < records_.size(); ++id) {
      ParticleRecord<Dim>& record = records_[id];
      if (velocity_of(record, now()) == state.velocity[id]) continue;
      record.begin_flight(gas_.box.wrap(record.position_at(now())), in_frame(state.velocity[id]),
                          now());
      changed.push_back(id);
    }
    if (!changed.empty() && clock_.end_rest()) return rebase();
    for (const Id id : changed) find_event(id);
    queue_all();
  }

  [[nodiscard]] double time() const override { return clock_.time(); }

  [[nodiscard]] State<Dim> state() const override { return state_now<true>(); }
  [[nodiscard]] State<Dim> motion() const override { return state_now<false>(); }

  [[nodiscard]] EngineCounters counters() const override {
    EngineCounters counters = counters_;
    counters.pair_tests = search_.pair_tests();
    return counters;
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return bytes_of(records_) + bytes_of(events_) + grid_.memory_bytes() + queue_.memory_bytes() +
           batches_.memory_bytes() + kinds_.memory_bytes() + obstacles_.memory_bytes() +
           spins_.memory_bytes() + reservoirs_.memory_bytes();
  }

  [[nodiscard]] std::uint64_t record_hash() const override {
    RecordHash hash;
    for (const auto& record : records_)
      for (int k = 0; k <= ParticleRecord<Dim>::kTime; ++k) hash.add(record.word[k]);
    spins_.add_to(hash);
    reservoirs_.add_to(hash);
    return hash.value();
  }

  [[nodiscard]] std::vector<AuditFault> audit(std::int64_t most_pairs) const override {
    AuditFindings found;
    const double slack = audit_slack(gas_);
    if (const std::size_t filed = grid_.filed(); filed != records_.size())
      found.add(fmt::format("{} of {} particles are filed in cells", filed, records_.size()), {});
    std::vector<bool> queued = queue_.queued();
    if constexpr (kAhead) {
      const std::vector<bool> crossing = batches_.queued();
      for (Id id = 0; id < records_.size(); ++id)
        if (events_[id].kind == EventKind::crossing) queued[id] = crossing[id];
    }
    for (Id id = 0; id < records_.size(); ++id) audit_one(id, queued[id], slack, found);
    for_audited_pairs(records_.size(), most_pairs, counters_.collisions + counters_.wall_collisions,
                      [&](Id i, Id j) {
                        if (!are_far(i, j)) audit_pair(i, j, slack, found);
                      });
    return found.take();
  }

  void save_to(SaveArchive& archive) const override { archive(*this); }

  // The queue follows from the events, and so do cells, except for particles filed ahead of time.
  void load_from(LoadArchive& archive) override {
    const std::size_t particles = records_.size();
    archive(*this);
    require(clock_.is_possible(), "holds an impossible time");
    require(are_possible(counters_), "holds an impossible count");
    require(records_.size() == particles && events_.size() == particles, "belongs to another gas");
    spins_.check(particles);
    reservoirs_.check(particles);
    for (Id id = 0; id < particles; ++id) {
      const EventRecord<Dim>& event = events_[id];
      require(event.is_possible(particles, gas_.boundary.obstacles.size()) && grid_.holds(event),
              "holds an impossible event");
      require(records_[id].kind < kinds_.count(), "holds an unknown species");
      require(can_fly(records_[id], event), "holds an impossible flight");
    }
    if constexpr (kAhead)
      require(grid_.are_possible(particles), "holds impossible cells");
    else
      file_all();
    queue_.reset(now());
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(records_, events_, search_, counters_, spins_, reservoirs_, clock_, watchdog_);
    if constexpr (kAhead) archive(grid_, batches_);
  }

 private:
  template <bool kObserved>
  StopReason run(double until, std::int64_t collisions, Observer<Dim>* observer) {
    const auto run_with = [&](auto& queue) {
      return run_events(
          *this, clock_, watchdog_, queue, LookAhead(*this), until, collisions,
          counters_.collisions, [this](Id id) { return events_[id].contacts.first.partner; },
          [this, observer](Id id) { process<kObserved>(id, observer); }, [this] { rebase(); },
          [this] { return goes_on(); });
    };
    if constexpr (kAhead) {
      Agenda agenda{*this};
      return run_with(agenda);
    } else {
      return run_with(queue_);
    }
  }

  // The next event, after all crossings before it have been made.
  struct Agenda {
    EventLoop& loop;

    template <class Ahead>
    [[gnu::always_inline]] std::optional<Id> next(double until, Ahead&& look_ahead) {
      while (true) {
        const double end = loop.batches_.end();
        if (const auto id = loop.queue_.next(std::min(until, end), look_ahead)) return id;
        if (end > until) return std::nullopt;
        loop.make_crossings();
      }
    }
    [[nodiscard]] bool empty() { return loop.queue_.empty(); }
  };

  // Whether a loaded particle has a position until the end of the epoch, and is between walls at
  // rest until it is examined again.
  [[nodiscard]] bool can_fly(const ParticleRecord<Dim>& record,
                             const EventRecord<Dim>& event) const {
    const Vec<Dim> begin = position_of(record, record.time());
    if (!(record.time() <= now()) || !can_be_at(gas_, begin) ||
        !can_be_at(gas_, position_of(record, std::max(now(), clock_.epoch()))))
      return false;
    if constexpr (kBoundary) return true;
    // A contact with a wall is certain; if another contact is void, the next known one counts.
    const auto& [first, second] = event.contacts;
    double looks = std::max(event.time, first.time);
    if (!is_wall(first.partner) && event.contacts.knows_second())
      looks = std::max(looks, second.time);
    const Vec<Dim> end = position_of(record, std::min(looks, clock_.epoch()));
    const double margin = 0.5 * radius_of(record) - 1e-12 * gas_.box.size.maxCoeff();
    for (int k = 0; k < Dim; ++k)
      if (!gas_.box.periodic[k] && !(std::min(begin[k], end[k]) >= margin &&
                                     std::max(begin[k], end[k]) <= gas_.box.size[k] - margin))
        return false;
    return true;
  }

  // Contacts with obstacles and walls are searched up to the end of the epoch.
  [[nodiscard]] bool goes_on() const {
    return kBoundary && (gas_.boundary.speed_it_gives(gas_.box) > 0 ||
                         std::any_of(records_.begin(), records_.end(),
                                     [](const auto& record) { return !record.v().isZero(0); }));
  }

  template <bool kObserved>
  void process(Id id, Observer<Dim>* observer) {
    EventRecord<Dim>& event = events_[id];
    clock_.set(event.time);
    if (event.kind == EventKind::crossing) {
      cross(id);
      return;
    }
    const Id partner = event.contacts.first.partner;
    if (is_wall(partner)) {
      hit_wall<kObserved>(id, partner, observer);
    } else if (is_stale(event.contacts.first)) {
      ++counters_.stale;
      forget(id);
    } else {
      collide<kObserved>(std::min(id, partner), std::max(id, partner), observer);
    }
  }

  [[nodiscard]] bool is_stale(const Contact& contact) const {
    return records_[contact.partner].hits != contact.hits;
  }

  // Prefetches the data of coming events: far ahead the event, then the particles and their cells,
  // first of the particle, then of its partner, then the particles in those cells. Changes nothing.
  class LookAhead {
   public:
    explicit LookAhead(EventLoop& loop)
        : loop_(loop),
          wanted_(loop.records_.size() >= kWorthwhile),
          wants_next_page_(loop.records_.size() >= kNextPageWorthwhile) {}
    [[nodiscard]] bool wanted() const { return wanted_; }
    // if false, only the events of the next page, passed to far()
    [[nodiscard]] bool wants_next_page() const { return wants_next_page_; }
    void far(Id id) { clausius::prefetch(&loop_.events_[id]); }
    void middle(Id id) {
      const EventRecord<Dim>& event = loop_.events_[id];
      clausius::prefetch(&loop_.records_[id]);
      loop_.grid_.prefetch(event);
      const Id partner = event.contacts.first.partner;
      if (event.kind == EventKind::crossing || partner >= kWallBase) return;
      clausius::prefetch(&loop_.records_[partner]);
      clausius::prefetch(&loop_.events_[partner]);
    }
    void near(Id id) {
      const EventRecord<Dim>& event = loop_.events_[id];
      if (searched(event).partner)
        loop_.grid_.prefetch_around(loop_.events_[event.contacts.first.partner]);
    }
    void nearest(Id id) {
      const EventRecord<Dim>& event = loop_.events_[id];
      FetchList& wanted = loop_.context_.wanted;
      const auto [itself, partner] = searched(event);
      if (!itself) return;
      wanted.add([&](auto& ids, std::size_t end) {
        return loop_.grid_.gather_ahead(id, event, ids, end);
      });
      // Many of these are repeated and already fetched; testing for that would cost more.
      if (partner) {
        const Id other = event.contacts.first.partner;
        wanted.add([&](auto& ids, std::size_t end) {
          return loop_.grid_.gather_all(other, loop_.events_[other], ids, end);
        });
      }
    }
    // Prefetches some of the data that nearest() found.
    void fetch_some() { loop_.context_.fetch_some(); }
    void fetch_rest() { loop_.context_.wanted.fetch_rest(loop_.records_.data()); }
    // Called for each of the next few events, also in small gases.
    void taken(Id id) {
      const EventRecord<Dim>& event = loop_.events_[id];
      const Id partner = event.contacts.first.partner;
      const Id other = partner < kWallBase ? partner : id;
      loop_.grid_.prefetch_first(event);
      clausius::prefetch<1>(&loop_.records_[id]);
      clausius::prefetch<1>(&loop_.records_[other]);
      clausius::prefetch<1>(&loop_.events_[other]);
    }

   private:
    // Particles around which the event will have to search.
    struct Searched {
      bool itself, partner;
    };
    Searched searched(const EventRecord<Dim>& event) const {
      const Contact& contact = event.contacts.first;
      if (event.kind == EventKind::crossing || contact.partner >= kWallBase) return {true, false};
      if (loop_.is_stale(contact)) return {!event.contacts.knows_second(), false};
      return {true, true};
    }

    // Below this number nearly all data fits the second-level cache, and looking ahead costs more
    // than it saves.
    static constexpr std::size_t kWorthwhile = 60000;
    static constexpr std::size_t kNextPageWorthwhile = 8000;

    EventLoop& loop_;
    bool wanted_;
    bool wants_next_page_;
  };

  // --- the falling frame ------------------------------------------------------------------------

  // Displacement of the frame at a (local) time.
  [[nodiscard]] Vec<Dim> fallen(double time) const {
    return (0.5 * time * time) * gas_.boundary.gravity;
  }
  [[nodiscard]] Vec<Dim> position_of(const ParticleRecord<Dim>& record, double time) const {
    if constexpr (kBoundary) return record.position_at(time) + fallen(time);
    return record.position_at(time);
  }
  [[nodiscard]] Vec<Dim> velocity_of(const ParticleRecord<Dim>& record, double time) const {
    if constexpr (kBoundary) return record.v() + time * gas_.boundary.gravity;
    return record.v();
  }
  // Converts a present velocity to the frame.
  [[nodiscard]] Vec<Dim> in_frame(const Vec<Dim>& v) const {
    if constexpr (kBoundary) return v - now() * gas_.boundary.gravity;
    return v;
  }

  template <bool kPositions>
  [[nodiscard]] State<Dim> state_now() const {
    State<Dim> state;
    state.time = time();
    state.species.resize(records_.size());
    state.velocity.resize(records_.size());
    if constexpr (kPositions) state.position.resize(records_.size());
    const Wrap<Dim> wrap(gas_.box);
    const double time = now();
    [[maybe_unused]] Quad fallen_by_now{}, gained_by_now{};
    if constexpr (kBoundary)
      for (int k = 0; k < Dim; ++k) {
        fallen_by_now[k] = fallen(time)[k];
        gained_by_now[k] = time * gas_.boundary.gravity[k];
      }
    // A byte that is written may alias anything; local pointers avoid that those of the vectors are
    // read again for each particle.
    std::uint8_t* species = state.species.data();
    Vec<Dim>*velocity = state.velocity.data(), *position = state.position.data();
    // By whole vectors, too: with single numbers the compiler would load those of dozens of records
    // at once and rearrange them, which takes three times as long.
    const auto put = [](Quad x, Vec<Dim>& to) {
      for (int k = 0; k < Dim; ++k) to[k] = x[k];
    };
    for (const ParticleRecord<Dim>& record : records_) {
      *species++ = static_cast<std::uint8_t>(record.kind);
      Quad v = record.velocity_quad();
      if constexpr (kBoundary) v += gained_by_now;
      put(v, *velocity++);
      if constexpr (!kPositions) continue;
      Quad r = record.quad_at(time);
      if constexpr (kBoundary) r += fallen_by_now;
      put(wrap(r), *position++);
    }
    kinds_.copy_to(state);
    spins_.copy_to(state);
    reservoirs_.copy_to(state);
    if (kPositions && draws_at_hits(gas_))
      for (const ParticleRecord<Dim>& record : records_) state.hits.push_back(record.hits);
    return state;
  }

  // --- prediction -------------------------------------------------------------------------------

  void predict(Id id) {
    find_event(id);
    schedule(id);
  }

  void find_event(Id id) {
    search_.all(context_, id, events_[id], now());
    complete(id);
  }

  void predict_both(Id i, Id j) {
    if constexpr (Search::kBothAtOnce) {
      search_.both(context_, i, events_[i], j, events_[j], now());
    } else {
      search_.all(context_, i, events_[i], now());
      search_.all(context_, j, events_[j], now());
    }
    complete(i);
    schedule(i);
    complete(j);
    schedule(j);
  }

  // Sets the event of a particle whose contacts with others are known.
  void complete(Id id) {
    if constexpr (kAhead) limit_span(id);
    if (Contacts& known = events_[id].contacts; has_walls_)
      known.take(wall_contact(records_[id], known.second.time));
    if constexpr (kBoundary) look_across(id, grid_);
    set_event(id, crossing_after_search(id));
  }

  // The earliest known contact of the particle is void. The partner that collided in between knows
  // its own contacts, so the particle can continue with its other known contacts.
  void forget(Id id) {
    if (!events_[id].contacts.drop_first()) return predict(id);
    set_event(id, find_crossing(id));
    schedule(id);
  }

  // Sets the particle's event: its earliest contact or its crossing, whichever comes first.
  void set_event(Id id, double crossing) {
    EventRecord<Dim>& event = events_[id];
    const double contact = event.contacts.first.time;
    event.kind = crossing < contact ? EventKind::crossing : EventKind::collision;
    event.time = std::min(crossing, contact);
  }

  // Time at which the particle must be filed in another cell, which is stored in the event.
  [[gnu::noinline]] double find_crossing(Id id) {
    if constexpr (kBoundary) return find_parabolic_crossing(id, grid_);
    return grid_.next_crossing(filed(id));
  }
  [[gnu::always_inline]] double crossing_after_search(Id id) {
    if constexpr (Grid::kKnowsCrossing) return events_[id].time;
    return find_crossing(id);
  }

  // Next crossing of a particle whose path may be curved.
  double find_parabolic_crossing(Id id, const GridLevels<Dim>& levels) {
    EventRecord<Dim>& event = events_[id];
    const Vec<Dim> r = position_of(records_[id], now());
    const Vec<Dim> v = velocity_of(records_[id], now());
    const CellGrid<Dim>& grid = levels[event.level];
    double least = kNever;
    for (int k = 0; k < Dim; ++k) {
      const double half_g = 0.5 * gas_.boundary.gravity[k];
      const double edge = grid.edge()[k];
      double x = r[k] - event.cell[k] * edge;
      x -= context_.edge[k] * nearest_integer(x - 0.5 * edge, context_.inv_edge[k]);
      for (const int step : {-1, 1}) {
        if (grid.shifted(k, event.cell[k], step) < 0) continue;
        const double delay =
            step < 0 ? first_descent(x, v[k], half_g) : first_descent(edge - x, -v[k], -half_g);
        if (delay >= least) continue;
        least = delay;
        event.crossing_axis = static_cast<std::uint8_t>(k);
        event.crossing_step = static_cast<std::int8_t>(step);
      }
    }
    return now() + least;
  }

  // Time at which the particle hits a wall; depends on its record alone, never on when it is
  // computed. Later contacts than `until` need not be found.
  Contact contact_with_boundary(const ParticleRecord<Dim>& record, double until) const {
    // Beyond the epoch everything is predicted again.
    Contact best =
        boundary_contact<Dim>(gas_, obstacles_,
                              {position_of(record, record.time()),
                               velocity_of(record, record.time()), gas_.boundary.gravity},
                              radius_of(record), clock_.absolute(record.time()),
                              clock_.epoch() - record.time(), until - record.time());
    best.time += record.time();
    return best;
  }

  // Nothing later matters: this contact is certain if nothing happens before. After `until`, when
  // two other contacts are known, it does not matter either and need not be found.
  Contact wall_contact(const ParticleRecord<Dim>& record, double until) const {
    if constexpr (kBoundary) return contact_with_boundary(record, until);
    Contact best;
    for (int k = 0; k < Dim; ++k) {
      if (gas_.box.periodic[k]) continue;
      double radius = radius_of(record);
      double growth = 0;
      if constexpr (kGrowing) {
        growth = radius * context_.growth.rate;
        radius *= context_.growth.scale + context_.growth.rate * record.time();
      }
      const double v = record.word[Dim + k];
      if (v - growth < 0)
        best.take_earlier(
            {wall_time(record.time(), record.word[k] - radius, growth - v), kWallBase + 2 * k});
      if (v + growth > 0)
        best.take_earlier(
            {wall_time(record.time(), (context_.edge[k] - radius) - record.word[k], growth + v),
             kWallBase + 2 * k + 1});
    }
    return best;
  }
  static double wall_time(double time, double gap, double speed) {
    return time + std::max(gap / speed, 0.0);
  }

  // --- events -----------------------------------------------------------------------------------

  void cross(Id id) {
    make_crossing(id);
    schedule(id);
  }

  void make_crossing(Id id) {
    EventRecord<Dim>& event = events_[id];
    ++counters_.cell_crossings;
    // The known contacts remain the earliest of the cells searched before, whether or not their
    // partners have collided since; that is tested when their time comes.
    search_.layer(context_, id, event, event.time);
    // A crossing along x needs no new search among images.
    if constexpr (kBoundary)
      if (event.crossing_axis != 0) look_across(id, grid_);
    set_event(id, crossing_after_search(id));
  }

  // Enters the next span of time and makes its crossings.
  [[gnu::noinline]] void make_crossings() {
    if constexpr (kAhead) {
      constexpr std::size_t kFetchedBefore = 8;
      std::vector<Id>& due = batches_.enter_next();
      grid_.forget_before(batches_.begin());
      alignas(64) Id ids[kLanes];
      int count = 0;
      // Appends the particles that cross again.
      for (std::size_t k = 0; k < due.size(); ++k) {
        if (k + kFetchedBefore < due.size()) {
          const Id soon = due[k + kFetchedBefore];
          clausius::prefetch<1>(&records_[soon]);
          grid_.prefetch_first(events_[soon]);
        }
        if (!is_due(due[k])) continue;
        ids[count++] = due[k];
        events_[due[k]].kind = EventKind::collision;  // not due any more
        if (count < kLanes) continue;
        search_.layers(context_, ids, events_);
        counters_.cell_crossings += kLanes;
        for (const Id id : ids) {
          set_event(id, crossing_after_search(id));
          if (is_due(id))
            due.push_back(id);
          else
            schedule(id);
        }
        count = 0;
      }
      for (int k = 0; k < count; ++k) {
        events_[ids[k]].kind = EventKind::crossing;
        schedule(ids[k]);
      }
    }
  }

  [[nodiscard]] bool is_due(Id id) const {
    if constexpr (!kAhead)
      return false;
    else
      return events_[id].kind == EventKind::crossing && batches_.is_due(events_[id].time);
  }

  void schedule(Id id) {
    if constexpr (kAhead) {
      make_due_crossings(id);
      if (events_[id].kind == EventKind::crossing) return batches_.add(id);
    }
    queue_.schedule(id);
  }
  void make_due_crossings(Id id) {
    while (is_due(id)) make_crossing(id);
  }

  // Predicts all events again.
  void queue_all() {
    if constexpr (kAhead) {
      for (Id id = 0; id < records_.size(); ++id) make_due_crossings(id);
      file_crossings();
    }
    queue_.reset(now());
  }
  void file_crossings() {
    if constexpr (kAhead) {
      batches_.clear();
      for (Id id = 0; id < records_.size(); ++id)
        if (events_[id].kind == EventKind::crossing) batches_.add(id);
    }
  }

  // Shortens the span so that no particle outruns its nearest image.
  void limit_span(Id id) {
    if constexpr (kAhead) {
      const double speed = records_[id].v().cwiseAbs().maxCoeff();
      if (speed <= batches_.limit()) [[likely]]
        return;
      batches_.shorten_span(now(), speed);
      file_crossings();
    }
  }

  void bring_to_now(ParticleRecord<Dim>& record) {
    record.r() = gas_.box.wrap(record.position_at(now()));
    record.word[ParticleRecord<Dim>::kTime] = now();
  }

  [[nodiscard]] double radius_of(const ParticleRecord<Dim>& record) const {
    return context_.radii[record.kind];
  }

  [[nodiscard]] Vec<Dim> nearest_image(Vec<Dim> r) const {
    for (int k = 0; k < Dim; ++k)
      r[k] -= context_.edge[k] * nearest_integer(r[k], context_.inv_edge[k]);
    return r;
  }

  // Separation at contact. In a box of exactly two diameters two images touch at once: the
  // approaching one is meant.
  Vec<Dim> contact_separation(Vec<Dim> r, const Vec<Dim>& v) const {
    r = nearest_image(r);
    if (approach_of<Dim>(r, v) >= 0)
      for (int k = 0; k < Dim; ++k)
        if (gas_.box.periodic[k] && std::abs(r[k]) > 0.499999 * context_.edge[k] && v[k] * r[k] > 0)
          r[k] -= std::copysign(context_.edge[k], r[k]);
    return r;
  }

  [[nodiscard]] std::size_t species_of(const ParticleRecord<Dim>& record) const {
    return kinds_.species(record.kind);
  }

  template <bool kObserved>
  void collide(Id i, Id j, Observer<Dim>* observer) {
    if constexpr (kObserved) {
      CollisionRecord<Dim> collision;
      resolve(i, j, &collision);
      collision.time = clock_.time();
      if (collision.impulse > 0) observer->on_collision(collision);
    } else {
      resolve(i, j, nullptr);
    }
    events_[i].last_hit = events_[j].last_hit = now();
    predict_both(i, j);
  }

  // Rare cases are out of line; vectors are passed by value, so that `resolve` can keep its own in
  // registers.
  [[gnu::noinline]] double restitution_of(Id i, Id j, double reduced_mass, Vec<Dim> r,  // NOLINT
                                          Vec<Dim> v) {                                 // NOLINT
    const double speed = -v.dot(r) / r.norm();
    if (gas_.viscosity > 0) return viscoelastic_restitution(gas_.viscosity, speed);
    const ParticleRecord<Dim>& first = records_[i];
    const double before = 0.5 * reduced_mass * (speed * speed);
    const double after = reservoirs_.exchange({i, species_of(first)}, {j, species_of(records_[j])},
                                              first.hits, before);
    return after == before ? 1 : std::sqrt(after / before);
  }
  template <class Shown>
  [[gnu::noinline]] void collide_spins(Id i, Id j, Vec<Dim> r, Vec<Dim> v, double shear,  // NOLINT
                                       Shown shown) {
    constexpr bool kObserved = !std::is_null_pointer_v<Shown>;
    ParticleRecord<Dim>& first = records_[i];
    ParticleRecord<Dim>& second = records_[j];
    std::optional<SpinChange>* spins = nullptr;
    if constexpr (kObserved) spins = &shown->spins;
    const auto tangential =
        spins_.collide({i, species_of(first)}, {j, species_of(second)}, r, v, spins);
    first.v() += tangential.first_velocity_change;
    second.v() += tangential.second_velocity_change;
    if constexpr (kObserved) {
      shown->predicted_energy_change += tangential.energy_change;
      shown->work -= shear * tangential.change[0];
      shown->first_after = velocity_of(first, now());
      shown->second_after = velocity_of(second, now());
    }
  }

  // Moves both to now and changes their velocities, all in registers in between.
  // @param shown the CollisionRecord to be filled in, or nullptr
  template <class Shown>
  [[gnu::flatten]] void resolve(Id i, Id j, Shown shown) {
    ParticleRecord<Dim>& first = records_[i];
    ParticleRecord<Dim>& second = records_[j];
    const Vec<Dim> r_i = gas_.box.wrap(first.position_at(now()));
    const Vec<Dim> r_j = gas_.box.wrap(second.position_at(now()));
    Vec<Dim> v_i = first.v();
    Vec<Dim> v_j = second.v();
    Vec<Dim> v = v_j - v_i;
    Vec<Dim> r = r_j - r_i;
    const double shear = to_image_across(r, v);
    r = contact_separation(r, v);
    bool is_rough = false;
    if (approach_of<Dim>(r, v) < 0 || kGrowing) {
      const PairOfKinds& pair = kinds_.pair(first.kind, second.kind);
      double e = pair.restitution;
      if (restitution_varies_) [[unlikely]]
        e = restitution_of(i, j, pair.reduced_mass, r, v);
      const Vec<Dim> line = line_of_centres<Dim>(r, v, kinds_.count() > 1 || spins_.any());
      PairImpulse<Dim> impulse;
      const double last_hit = std::max(events_[i].last_hit, events_[j].last_hit);
      const bool enduring = is_enduring(e, last_hit);
      if (enduring || e < kHardlyRebounds) [[unlikely]] {
        if (enduring) e = 1;
        impulse = parting_impulse<Dim>(
            line, v, pair.reduced_mass, e,
            (enduring ? least_rebound(gas_, -v.dot(r) / r.norm(), now() - last_hit) : 0) +
                kLeastRebound * (v_i.norm() + v_j.norm()));
      } else {
        impulse = smooth_impulse<Dim>(line, v, pair.reduced_mass, e);
      }
      if constexpr (kGrowing) {
        const double distance = r.norm();
        const double growth = context_.contact_distance(i, j) * context_.growth.rate;
        impulse.along = r / distance;
        impulse.kick = std::max(0.0, 2 * (growth - v.dot(r) / distance));
      }
      v_i -= pair.shares.first.times(impulse.kick) * impulse.along;
      v_j += pair.shares.second.times(impulse.kick) * impulse.along;
      is_rough = spins_.any() && !enduring;
      ++counters_.collisions;
      if constexpr (!std::is_null_pointer_v<Shown>) {
        CollisionRecord<Dim>& collision = *shown;
        collision.first = i;
        collision.second = j;
        collision.first_species = static_cast<std::uint8_t>(species_of(first));
        collision.second_species = static_cast<std::uint8_t>(species_of(second));
        collision.separation = r.norm();
        collision.normal = r / collision.separation;
        collision.contact_point = gas_.box.wrap(
            position_of(first, now()) + collision.normal * kinds_.arm(first.kind, second.kind));
        // The momentum transferred, without a square root.
        collision.impulse = pair.reduced_mass * std::abs(impulse.change().dot(collision.normal));
        collision.predicted_energy_change = impulse.energy_change;
        if (reservoirs_.any()) {
          // The reservoirs take what the motion loses.
          collision.internal_change = -impulse.energy_change;
          collision.predicted_energy_change = 0;
        }
        collision.restitution = e;
        collision.work = -shear * (pair.reduced_mass * impulse.change()[0]);
        collision.first_before = velocity_of(first, now());
        collision.second_before = velocity_of(second, now());
        collision.first_after = v_i;
        collision.second_after = v_j;
        if constexpr (kBoundary) {
          collision.first_after += now() * gas_.boundary.gravity;
          collision.second_after += now() * gas_.boundary.gravity;
        }
        collision.first_free_time = free_time(events_[i]);
        collision.second_free_time = free_time(events_[j]);
      }
    }
    first.begin_flight(r_i, v_i, now());
    second.begin_flight(r_j, v_j, now());
    if (is_rough) [[unlikely]]
      collide_spins(i, j, r, v, shear, shown);
  }

  template <bool kObserved>
  void hit_wall(Id id, Id wall, Observer<Dim>* observer) {
    if constexpr (kBoundary) return collide_with_boundary<kObserved>(id, wall, observer);
    ParticleRecord<Dim>& record = records_[id];
    EventRecord<Dim>& event = events_[id];
    const int face = static_cast<int>(wall - kWallBase);
    const int axis = face / 2;
    bring_to_now(record);
    const double before = record.v()[axis];
    double e = gas_.wall_restitution[species_of(record)];
    const bool enduring = is_enduring(e, event.last_hit);
    if (enduring) e = 1;
    CollisionRecord<Dim> collision;
    if constexpr (kObserved) collision.first_before = record.v();
    if constexpr (kGrowing) {
      const double growth = radius_of(record) * context_.growth.rate * (face % 2 == 0 ? 1 : -1);
      record.v()[axis] = 2 * growth - before;
    } else {
      record.v()[axis] = -e * before;
    }
    ++counters_.wall_collisions;
    double tangential = 0;
    if (spins_.any() && !enduring) [[unlikely]]
      tangential = collide_spins_at_wall(record, id, face, kObserved ? &collision.spins : nullptr);
    if constexpr (kObserved) {
      const double mass = kinds_.mass(record.kind);
      collision.first = id;
      collision.second = CollisionRecord<Dim>::kWall;
      collision.face = face;
      collision.first_species = static_cast<std::uint8_t>(species_of(record));
      collision.separation = radius_of(record);
      collision.normal = Vec<Dim>::Unit(axis) * (face % 2 == 0 ? -1 : 1);
      collision.contact_point = record.r() + collision.normal * radius_of(record);
      collision.impulse = (1 + e) * mass * std::abs(before);
      collision.predicted_energy_change =
          tangential - 0.5 * mass * ((1 - e) * (1 + e)) * (before * before);
      collision.second_before = collision.second_after = Vec<Dim>::Zero();
      report(collision, e, record, event, observer);
    }
    event.last_hit = now();
    record.begin_flight(record.r(), record.v(), now());
    predict(id);
  }

  [[gnu::noinline]] double collide_spins_at_wall(ParticleRecord<Dim>& record, Id id, int face,
                                                 std::optional<SpinChange>* shown) {
    const Vec<Dim> normal = Vec<Dim>::Unit(face / 2) * (face % 2 == 0 ? -1 : 1);
    const auto tangential = spins_.collide({id, species_of(record)}, normal, record.v(), shown);
    record.v() += tangential.first_velocity_change;
    return tangential.energy_change;
  }

  template <bool kObserved>
  void collide_with_boundary(Id id, Id wall, Observer<Dim>* observer) {
    ParticleRecord<Dim>& record = records_[id];
    EventRecord<Dim>& event = events_[id];
    const auto face = static_cast<int>(wall - kWallBase);
    if constexpr (kBoundary)
      if (is_open(face)) return cross_sheared_edge<kObserved>(id, face, observer);
    CollisionRecord<Dim> collision = hit_boundary<Dim>(
        gas_, spins_,
        {id, species_of(record), kinds_.mass(record.kind), radius_of(record), record.hits, face,
         gas_.box.wrap(position_of(record, now())), velocity_of(record, now()), clock_.time()},
        [&](double e) { return is_enduring(e, event.last_hit); });
    ++counters_.wall_collisions;
    record.begin_flight(gas_.box.wrap(record.position_at(now()) + step_aside<Dim>(gas_, collision)),
                        in_frame(collision.first_after), now());
    if constexpr (kObserved) {
      collision.first_after = velocity_of(record, now());
      collision.first_free_time = free_time(event);
      observer->on_collision(collision);
    }
    event.last_hit = now();
    predict(id);
  }

  // --- shear ------------------------------------------------------------------------------------

  static constexpr int kGradient = Boundary<Dim>::kGradient;

  [[nodiscard]] bool is_open(int face) const { return kBoundary && gas_.boundary.is_open(face); }
  [[nodiscard]] double reach_to(int face, const ParticleRecord<Dim>& record) const {
    return is_open(face) ? 0 : radius_of(record);
  }

  // Moves the separation of two touching particles and their relative velocity to the images that
  // touch.
  // @return difference of the velocity along x from that in the box
  double to_image_across(Vec<Dim>& r, Vec<Dim>& v) const {
    if constexpr (!kBoundary) return 0;
    if (!gas_.boundary.is_sheared()) return 0;
    const double before = v[0];
    gas_.boundary.to_sheared_image(gas_.box, clock_.time(), r, v);
    return v[0] - before;
  }

  // The earliest contact of a particle in the cells at an edge of a sheared box with the images of
  // all particles in the cells at the opposite edge, which move past. Particles cross the edge only
  // in such cells, and each particle that enters them is searched across the edge.
  void look_across(Id id, const GridLevels<Dim>& levels) {
    if (!gas_.boundary.is_sheared()) return;
    EventRecord<Dim>& event = events_[id];
    const CellGrid<Dim>& grid = levels[event.level];
    for (const int side : {-1, 1}) {
      const std::int64_t last = grid.count()[kGradient] - 1;
      if (event.cell[kGradient] != (side < 0 ? 0 : last)) continue;
      std::array<std::int64_t, Dim> first{}, count{};
      for (int k = 0; k < Dim; ++k) {
        first[k] = std::int64_t{event.cell[k]} - 1;
        count[k] = std::min<std::int64_t>(3, grid.count()[k]);
      }
      first[0] = 0;
      count[0] = grid.count()[0];
      first[kGradient] = side < 0 ? last : 0;
      count[kGradient] = 1;
      const std::size_t end = grid.gather_block(first, count, across_, 0);
      for (std::size_t k = 0; k < end; ++k) {
        const Id j = across_[k];
        if (j == id) continue;
        const double sigma = context_.contact_distance(id, j);
        for_images_across(id, j, side, sigma, [&](const RelativeMotion<Dim, double>& motion) {
          event.contacts.take({motion.contact_time(sigma), j, records_[j].hits});
        });
      }
    }
  }

  // Calls visit(motion) for the images of j beyond the edge on one side (−1 below, 1 above) that
  // come within `sigma` of i in the epoch.
  template <class Visit>
  void for_images_across(Id i, Id j, int side, double sigma, const Visit& visit) const {
    RelativeMotion<Dim, double> motion(records_[i].flight(context_.radii.data()),
                                       records_[j].flight(context_.radii.data()));
    motion.r[kGradient] += side * context_.edge[kGradient];
    motion.r[0] += side * gas_.boundary.shear_shift(gas_.box, clock_.absolute(motion.time));
    motion.v[0] += side * gas_.boundary.shear_speed(gas_.box);
    // While the two are within that distance along the gradient.
    double begin = 0, end = clock_.epoch() - motion.time;
    const double y = motion.r[kGradient], w = motion.v[kGradient];
    if (w == 0 && std::abs(y) > kWider * sigma) return;
    if (w != 0) {
      begin = std::max(begin, (std::copysign(kWider * sigma, -w) - y) / w);
      end = std::min(end, (std::copysign(kWider * sigma, w) - y) / w);
    }
    if (!(begin <= end)) return;
    Vec<Dim> r, v;
    for (int k = 0; k < Dim; ++k) {
      v[k] = motion.v[k];
      r[k] = motion.r[k] + begin * v[k];
    }
    for_images_within(kWider * sigma, r, v, end - begin, gas_.box, [&](const auto& boxes) {
      RelativeMotion<Dim, double> image = motion;
      for (int k = 0; k < Dim; ++k)
        image.r[k] = multiply_add(context_.edge[k], static_cast<double>(boxes[k]), motion.r[k]);
      visit(image);
    });
  }

  // Moves a particle that leaves a sheared box to the opposite side.
  template <bool kObserved>
  void cross_sheared_edge(Id id, int face, Observer<Dim>* observer) {
    ParticleRecord<Dim>& record = records_[id];
    EventRecord<Dim>& event = events_[id];
    Vec<Dim> r = record.position_at(now()), v = record.v();
    gas_.boundary.come_in(gas_.box, clock_.time(), face, r, v);
    if constexpr (kObserved)
      observer->on_passage(clock_.time(), 0.5 * kinds_.mass(record.kind) *
                                              (v.squaredNorm() - record.v().squaredNorm()));
    record.begin_flight(r, v, now());
    grid_.remove(id, event);
    grid_.locate(r, event);
    grid_.insert(id, event);
    predict(id);
  }

  void report(CollisionRecord<Dim>& collision, double e, const ParticleRecord<Dim>& first,
              const EventRecord<Dim>& first_event, Observer<Dim>* observer) const {
    collision.time = clock_.time();
    collision.restitution = e;
    collision.first_after = velocity_of(first, now());
    collision.first_free_time = free_time(first_event);
    observer->on_collision(collision);
  }

  [[nodiscard]] double free_time(const EventRecord<Dim>& event) const {
    return clock_.since(event.last_hit);
  }

  bool is_enduring(double e, double last_hit) {
    if (!clausius::is_enduring(e, now() - last_hit, gas_.contact_duration)) return false;
    ++counters_.elastic_by_duration_rule;
    return true;
  }

  // --- audits -----------------------------------------------------------------------------------

  void audit_one(Id id, bool queued, double slack, AuditFindings& found) const {
    const ParticleRecord<Dim>& record = records_[id];
    const EventRecord<Dim>& event = events_[id];
    EventRecord<Dim> as_filed = event;
    const Filed<Dim> filed = context_.filed(id, as_filed, now());
    if (!grid_.is_filed(filed)) found.add("is not filed in its cell", {id});
    if (!queued && event.time != kNever)
      found.add(fmt::format("its event at time {:.17g} is not queued", clock_.absolute(event.time)),
                {id});
    const double speed = velocity_of(record, now()).norm();
    if ((now() - event.time) * speed > slack)
      found.add(fmt::format("its event at time {:.17g} is overdue", clock_.absolute(event.time)),
                {id});
    const double next = std::min(event.time, clock_.epoch());
    for (const double time : {now(), next})
      if (const double outside = grid_.outside(filed, position_of(record, time), time);
          !(outside <= slack))
        found.add(fmt::format("is {:.3g} outside its cell at time {:.17g}", outside,
                              clock_.absolute(time)),
                  {id});
    for (int k = 0; k < Dim; ++k) {
      if (gas_.box.periodic[k]) continue;
      const double x = position_of(record, next)[k];
      double low = 0, high = gas_.box.size[k];
      if constexpr (kBoundary) {
        low = gas_.boundary.position(gas_.box, 2 * k, clock_.absolute(next));
        high = gas_.boundary.position(gas_.box, 2 * k + 1, clock_.absolute(next));
      }
      const double gap = std::min(x - low, high - x) - reach_to(2 * k, record);
      const Id wall = event.contacts.first.partner;
      const bool touches = event.kind == EventKind::collision && is_wall(wall) &&
                           static_cast<int>(wall - kWallBase) / 2 == k && event.time == next;
      if (!(gap >= -slack) || (touches && gap > slack))
        found.add(fmt::format("has a gap of {:.3g} to a wall across axis {} at time {:.17g}, "
                              "that of its next event",
                              gap, k, clock_.absolute(next)),
                  {id});
    }
    if constexpr (kBoundary) {
      const Vec<Dim> r = gas_.box.wrap(position_of(record, next));
      gas_.boundary.for_obstacles(
          gas_.box, clock_.absolute(next), r, r, radius_of(record),
          [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
            if (obstacle.door) return;
            const double depth = depth_in<Dim>(obstacle.shape, r - shift, radius_of(record));
            if (!(depth <= slack))
              found.add(fmt::format("reaches {:.3g} into obstacle {} at time {:.17g}, that of its "
                                    "next event",
                                    depth, index, clock_.absolute(next)),
                        {id});
          });
    }
    const Id partner = event.contacts.first.partner;
    if (event.kind != EventKind::collision || partner >= kWallBase || event.time != next ||
        is_stale(event.contacts.first))
      return;
    Vec<Dim> r = records_[partner].position_at(event.time) - record.position_at(event.time), v = r;
    if (gas_.boundary.is_sheared())
      gas_.boundary.to_sheared_image(gas_.box, clock_.absolute(event.time), r, v);
    r = gas_.box.minimum_image(r);
    const double gap = r.norm() - context_.contact_distance(id, partner);
    if (!(std::abs(gap) <= slack))
      found.add(fmt::format("are to collide at time {:.17g} with a gap of {:.3g}",
                            clock_.absolute(event.time), gap),
                {id, partner});
  }

  // Whether the two are too far apart to touch before the next event of either, as most are.
  [[nodiscard]] bool are_far(Id i, Id j) const {
    if (gas_.boundary.is_sheared()) return false;
    const ParticleRecord<Dim>& first = records_[i];
    const ParticleRecord<Dim>& second = records_[j];
    const double ahead = std::min({events_[i].time, events_[j].time, clock_.epoch()}) - now();
    const double sigma = context_.contact_distance(i, j);
    const Vec<Dim> way = ahead * (second.v() - first.v());
    const Vec<Dim> r = second.position_at(now()) - first.position_at(now());
    // (σ + x)² ≤ 2(σ² + x²)
    return nearest_image(r).squaredNorm() > 2 * (sigma * sigma + way.squaredNorm());
  }

  // Whether they touch before that.
  void audit_pair(Id i, Id j, double slack, AuditFindings& found) const {
    const double until = std::min({events_[i].time, events_[j].time, clock_.epoch()});
    if (until <= now()) return;
    const RelativeMotion<Dim, double> motion(records_[i].flight(context_.radii.data()),
                                             records_[j].flight(context_.radii.data()));
    Vec<Dim> r, v;
    for (int k = 0; k < Dim; ++k) {
      v[k] = motion.v[k];
      r[k] = motion.r[k] + v[k] * (now() - motion.time);
    }
    const double sigma = context_.contact_distance(i, j);
    const auto check = [&](const RelativeMotion<Dim, double>& image) {
      const double contact = image.contact_time(sigma);
      if ((until - contact) * v.norm() > slack)
        found.add(fmt::format("touch at time {:.17g}, before the next event of either, at {:.17g}",
                              clock_.absolute(contact), clock_.absolute(until)),
                  {i, j});
    };
    if (gas_.boundary.is_sheared())
      for (const int side : {-1, 1}) for_images_across(i, j, side, sigma, check);
    for_images_within(sigma, r, v, until - now(), gas_.box, [&](const auto& boxes) {
      RelativeMotion<Dim, double> image = motion;
      for (int k = 0; k < Dim; ++k)
        image.r[k] = multiply_add(context_.edge[k], static_cast<double>(boxes[k]), motion.r[k]);
      check(image);
    });
  }

  // --- the clock --------------------------------------------------------------------------------

  [[nodiscard]] double now() const { return clock_.now(); }

  // Moves the time origin to now: every particle is moved to now and everything is predicted again.
  void rebase() {
    const double epoch = clock_.epoch();
    for (Id id = 0; id < records_.size(); ++id) {
      bring_to_now(records_[id]);
      if constexpr (kBoundary) {
        records_[id].r() += fallen(now());
        records_[id].v() += now() * gas_.boundary.gravity;
      }
      records_[id].word[ParticleRecord<Dim>::kTime] = 0;
      events_[id].last_hit -= epoch;
    }
    context_.growth.scale += context_.growth.rate * epoch;
    clock_.move_origin();
    begin_epoch();
  }

  void begin_epoch() {
    double fastest = 0;
    for (const auto& record : records_)
      fastest = std::max(fastest, record.v().cwiseAbs().maxCoeff());
    if constexpr (kBoundary) {
      fastest += gas_.boundary.speed_it_gives(gas_.box);
    }
    clock_.begin_epoch(gas_.box.size.maxCoeff(), fastest);
    file_all();
    for (Id id = 0; id < records_.size(); ++id) find_event(id);
    if constexpr (kAhead) {
      batches_.choose_span(now(), grid_.furthest_ahead(), fastest, clock_.epoch());
      grid_.forget_before(batches_.begin());
    }
    queue_all();
  }

  // --- cells ------------------------------------------------------------------------------------

  [[nodiscard]] Filed<Dim> filed(Id id) { return context_.filed(id, events_[id], now()); }

  [[gnu::noinline]] void file_all() {
    grid_.file_all(records_.size(), [this](Id id) { return filed(id); });
  }

  Gas<Dim> gas_;
  HugeVector<ParticleRecord<Dim>> records_;
  HugeVector<EventRecord<Dim>> events_;
  Grid grid_;
  Queue<Dim> queue_;  // all events, or collisions only
  std::conditional_t<kAhead, CrossingBatches<Dim>, NoCrossingBatches> batches_;
  SearchContext<Dim, Grid> context_;
  Search search_;
  Kinds<Dim> kinds_;
  ObstacleCells<Dim> obstacles_;
  Spins<Dim> spins_;
  Reservoirs<Dim> reservoirs_;
  bool restitution_varies_;  // whether restitution depends on the hit
  bool has_walls_;
  typename CellGrid<Dim>::Candidates across_;
  EngineCounters counters_;

  LocalClock clock_;
  Watchdog watchdog_;
};

}  // namespace clausius
